"""LaTeX to MathML: what is shown, what is taken out, what is marked, and where a fault is."""

from __future__ import annotations

import re

import pytest

from tallybook.render.mathematics import Fault, Formula, Mark, Mathematics, spoken


def converted(
    tex: str, *, display: bool = False, marks: tuple[Mark, ...] = (), macros: dict[str, str] | None = None
) -> Formula:
    formula = Mathematics(tuple((macros or {}).items())).convert(tex, display=display, marks=marks)
    assert isinstance(formula, Formula), formula
    return formula


def words(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).replace("\u00a0", " ")


def marked(tex: str, *numbers: str) -> Formula:
    """The formula with each of the numbers marked where it stands first behind the one before."""
    marks = []
    position = 0
    for name, number in enumerate(numbers, start=1):
        position = tex.index(number, position)
        marks.append(Mark(position, position + len(number), str(name)))
        position += len(number)
    return converted(tex, marks=tuple(marks))


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"150\,528", "150\u202f528"),
        (r"1\,241\,317\,376", "1\u202f241\u202f317\u202f376"),
        (r"1\,234.5", "1\u202f234.5"),
        (r"1{,}000{,}000", "1,000,000"),
        (r"99.3\%", "99.3%"),
        (r"\val{109.8}{conv.ratio}", "109.8"),
        (r"\val{150\,528}{image.\_n {a}}", "150\u202f528"),
        (r"\num{12}\qty{3}{GB}", "123GB"),
    ],
)
def test_numbers_are_shown_as_one(tex: str, shown: str) -> None:
    assert words(converted(tex).html) == shown


def test_separate_numbers_stay_apart() -> None:
    assert converted(r"2\,3").html.count("<mn>") == 2
    assert converted(r"12\,34").html.count("<mn>") == 2
    assert converted("1, 2").html.count("<mn>") == 2


def test_macros_of_the_chapter() -> None:
    formula = converted(r"\mat{W} \in \R^2", macros={"mat": r"\mathbf{#1}", "R": r"\mathbb{R}"})
    assert words(formula.html) == "\U0001d416∈ℝ2"


def test_a_tag_is_taken_out() -> None:
    formula = converted("a = b \\tag{I.5.4}", display=True)
    assert (formula.tag, words(formula.html)) == ("I.5.4", "a=b")


@pytest.mark.parametrize("tex", ["a \\\\ b", "a &= 1 \\\\ b &= 2"])
def test_lines_without_an_environment_stand_below_each_other(tex: str) -> None:
    assert converted(tex, display=True).html.count("<mtr>") == 2


def test_no_style_of_display_outside_mstyle() -> None:
    html = converted(r"\tfrac{\tfrac12}{3} + \begin{pmatrix} 1 \\ \tfrac12 \end{pmatrix}").html
    assert re.findall(r"<(\w+)[^>]*(?:displaystyle|scriptlevel)", html) == ["mstyle"] * html.count("<mstyle")
    assert html.count("<mstyle") == html.count("</mstyle>") == 4
    assert words(html) == "123+(112)"


def test_marks_stand_around_their_digits() -> None:
    formula = marked(r"150\,528 \cdot 4096 - 1.5 = x^2 \tfrac12", r"150\,528", "4096", "1.5", r"\tfrac12")
    found = re.findall(r'<mrow class="n" id="n-(\d)" data-claim="\1">(.*?)</mrow>', formula.html)
    assert [(name, words(html)) for name, html in found] == [
        ("1", "150\u202f528"),
        ("2", "4096"),
        ("3", "1.5"),
        ("4", "12"),
    ]


def test_a_mark_in_a_binding_and_in_an_argument() -> None:
    formula = marked(r"\val{109.8}{r.2} + \frac{12}7", "109.8", "12", "7")
    assert formula.marked == ("1", "2", "3")
    assert words(formula.html) == "109.8+127"
    assert "mspace" not in formula.html


def test_a_mark_in_words_takes_them_apart() -> None:
    formula = marked(r"x = 3 \text{ of 12 and 15 m} + 4", "3", "12", "15", "4")
    assert formula.marked == ("1", "2", "3", "4")
    assert words(formula.html).replace("\u00a0", " ") == "x=3 of 12 and 15 m+4"
    assert '<mrow class="n" id="n-2" data-claim="2"><mtext>12</mtext></mrow>' in formula.html
    alone = marked(r"N_{\text{12}}", "12")
    assert alone.html.count("<mtext>") == 1
    assert alone.marked == ("1",)


@pytest.mark.parametrize("tex", [r"3 \text{ of 5}_2", r"3 N_\text{5 wide}", r"3 \mathrm{k5}"])
def test_marks_that_cannot_be_carried_leave_the_formula_whole(tex: str) -> None:
    formula = marked(tex, "3", "5")
    assert formula.marked == ("1",)
    assert words(formula.html) == words(marked(tex).html)


@pytest.mark.parametrize(
    ("tex", "offset", "message"),
    [
        (r"x + \foo y", 4, r'unknown command "\foo"'),
        (r"a \\ b + \foo", 9, r'unknown command "\foo"'),
        (r"\val{1}{n} + \foo", 13, r'unknown command "\foo"'),
        (r"\frac{1", 7, 'expected closing token "}", but reached end of input'),
    ],
)
def test_a_fault_tells_its_place(tex: str, offset: int, message: str) -> None:
    assert Mathematics().convert(tex, display=True) == Fault(offset, message)


def test_each_formula_is_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    mathematics = Mathematics()
    calls = []
    convert = mathematics._convert
    monkeypatch.setattr(
        mathematics, "_convert", lambda tex, display: calls.append(tex) or convert(tex, display)
    )
    for name in ("1", "2", "3"):
        mathematics.convert("x = 12", display=False, marks=(Mark(4, 6, name),))
        mathematics.convert("x = 12", display=False)
    assert len(calls) == 2


@pytest.mark.parametrize(
    ("tex", "said"),
    [(r"\tfrac12", "1/2"), (r"6.2 \times 10^8", "6.2×10^8"), (r"10^{-3}", "10^−3"), (r"99.3\%", "99.3%")],
)
def test_a_number_in_plain_text(tex: str, said: str) -> None:
    assert spoken(converted(tex).html) == said
