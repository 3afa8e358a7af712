"""The report for people: placing of the caret, cuts, colours, evidence and help."""

from __future__ import annotations

import pytest

from tallybook.diagnostics import Diagnostic, Label, Severity
from tallybook.report.full import block, render
from tallybook.report.summary import Look, Report
from tallybook.span import Source, Span

PAGE = "\n" * 40 + "$N_{\\text{wide}} = 620\\,663\\,785 \\quad\\Rightarrow\\quad 2.483 \\text{ GB}$\n"
PATH = "chapters/i-5/problems/b04-dense-cost.md"


def at(text: str, what: str, path: str = "a.md") -> tuple[Source, Span]:
    """A source and the span of the first place where ``what`` stands in it."""
    start = text.index(what)
    return Source(path, text), Span(start, start + len(what))


def caret(shown: str) -> tuple[str, str]:
    """The source line that a block shows and the text above its carets."""
    lines = shown.splitlines()
    index = next(i for i, line in enumerate(lines) if "^" in line)
    source, marks = lines[index - 1], lines[index]
    return source, source[marks.index("^") : marks.rindex("^") + 1]


def test_the_example_of_the_specification() -> None:
    source, span = at(PAGE, "620\\,663\\,785", PATH)
    finding = Diagnostic(
        "F101",
        "620 663 785 is not what the check printed",
        source,
        span,
        "printed 620663784",
        ("print: wide.parameters = 620663784   (checks/i-5-b04-dense-cost.py:21)",),
        ("`tallybook fix I.5.B04` takes the printed digits",),
    )
    assert block(finding, Look()) == (
        f"{PATH}:41:20: error[F101]: 620 663 785 is not what the check printed\n"
        "   |\n"
        "41 | $N_{\\text{wide}} = 620\\,663\\,785 \\quad\\Rightarrow\\quad 2.483 \\text{ GB}$\n"
        "   |                    ^^^^^^^^^^^^^ printed 620663784\n"
        "   |\n"
        "  = print: wide.parameters = 620663784   (checks/i-5-b04-dense-cost.py:21)\n"
        "  = help: `tallybook fix I.5.B04` takes the printed digits\n"
    )


def test_a_warning_says_so_and_findings_are_kept_apart() -> None:
    source, span = at("x 5 y\n", "5")
    findings = (
        Diagnostic("F101", "one", source, span, severity=Severity.WARNING),
        Diagnostic("F102", "two", source, span),
    )
    shown = render(Report(findings), Look())
    assert shown.startswith("a.md:1:3: warning[F101]: one\n")
    assert "\n\na.md:1:3: error[F102]: two\n" in shown


def test_a_finding_on_a_whole_file_shows_no_line() -> None:
    finding = Diagnostic(
        "F102", "the file cannot be read", Source("a.md", ""), Span(0, 0), help=("repair it",)
    )
    assert block(finding, Look()) == "a.md:1:1: error[F102]: the file cannot be read\n = help: repair it\n"


def test_a_place_between_characters_has_one_caret() -> None:
    source = Source("a.md", "one\ntwo\n")
    shown = block(Diagnostic("F101", "here", source, Span(7, 7), "ends here"), Look())
    assert shown.splitlines()[2:4] == ["2 | two", "  |    ^ ends here"]


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("\t12 345", 4),  # a tab is shown as four blanks
        ("日本12 345", 4),  # wide characters take two columns
        ("e\u0301e\u030212 345", 2),  # combining marks take none
        ("a\u200bb12 345", 2),  # nor does a joiner
        ("\x1b[31m12 345", 5),  # an escape sequence is shown, not obeyed
    ],
)
def test_the_caret_stands_under_its_digits(text: str, before: int) -> None:
    shown = block(Diagnostic("F101", "wrong", *at(text, "12 345")), Look())
    marks = next(line for line in shown.splitlines() if "^" in line)
    assert marks == "  | " + " " * before + "^" * 6
    assert "\x1b" not in shown


def test_line_ends_of_windows_are_not_shown() -> None:
    shown = block(Diagnostic("F101", "wrong", *at("first\r\nsecond 7\r\n", "7")), Look())
    assert shown == "a.md:2:8: error[F101]: wrong\n  |\n2 | second 7\n  |        ^\n"


@pytest.mark.parametrize("before", [0, 5, 60, 75, 76, 77, 200, 999])
@pytest.mark.parametrize("behind", [0, 3, 80, 500])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_long_lines_are_cut_around_the_digits(before: int, behind: int, width: int) -> None:
    text = "x" * before + "12345" + "y" * behind
    shown = block(Diagnostic("F101", "wrong", *at(text, "12345")), Look(width))
    line, marked = caret(shown)
    assert marked == "12345"
    assert len(line) <= width
    whole = len(text) + 4 <= width
    assert (line == f"1 | {text}") == whole
    assert ("…" in line) != whole


def test_a_span_wider_than_the_terminal_is_cut_and_still_marked() -> None:
    text = "ab " + "7" * 300 + " cd"
    line, marked = caret(block(Diagnostic("F101", "wrong", *at(text, "7" * 300)), Look()))
    assert len(line) <= 80
    assert set(marked) == {"7"}
    assert line.endswith("…")


def test_a_label_without_room_stands_below() -> None:
    text = "x" * 60 + "12345"
    label = "printed 620663784, and much else besides"
    lines = block(Diagnostic("F101", "wrong", *at(text, "12345"), label), Look()).splitlines()
    assert lines[3].endswith("^^^^^")
    assert lines[4].endswith(label)
    assert all(len(line) <= 80 for line in lines)


LINES = "start\n\n$$\na = 1\n  + 2\n  + 3\n  + 4\n  + 5\n$$\nend\n"


def test_a_span_of_whole_lines() -> None:
    source, _ = at(LINES, "$$")
    start, end = LINES.index("$$"), LINES.rindex("$$") + 3
    shown = block(Diagnostic("F101", "wrong", source, Span(start, end), "no"), Look())
    assert shown.splitlines()[1:] == [
        "  |",
        "3 | / $$",
        "4 | | a = 1",
        "5 | |   + 2",
        "... |",
        "9 | | $$",
        "  | |__^ no",
    ]


def test_a_span_that_begins_within_a_line() -> None:
    source, _ = at(LINES, "1")
    shown = block(
        Diagnostic("F101", "wrong", source, Span(LINES.index("1"), LINES.index("2") + 1), "no"), Look()
    )
    assert shown.splitlines()[1:] == ["  |", "4 |   a = 1", "  |  _____^", "5 | |   + 2", "  | |_____^ no"]


def test_further_places_follow() -> None:
    text = "id: A\n\n\n\n\n\n\n\n\nid: B\n"
    source, span = at(text, "B")
    other = Label(Source("b.md", "x\nid: B\n"), Span(6, 7), "first given here")
    shown = block(Diagnostic("F141", "the id B is taken", source, span, related=(other,)), Look())
    assert shown.splitlines() == [
        "a.md:10:5: error[F141]: the id B is taken",
        "   |",
        "10 | id: B",
        "   |     ^",
        "   |",
        "  ::: b.md:2:5",
        "   |",
        " 2 | id: B",
        "   |     - first given here",
    ]


def test_colours_change_no_text() -> None:
    source, span = at(PAGE, "620", PATH)
    finding = Diagnostic("F101", "wrong", source, span, "printed 5", ("print: a = 5",), ("do",))
    plain, colored = (block(finding, Look(color=color)) for color in (False, True))
    assert "\x1b" not in plain
    assert colored.replace("\x1b[0m", "").count("\x1b[") > 4
    for code in ("1;31", "1;34", "1;36", "1", "0"):
        colored = colored.replace(f"\x1b[{code}m", "")
    assert colored == plain


def test_what_a_check_printed_cannot_move_the_cursor() -> None:
    source, span = at("5\n", "5")
    finding = Diagnostic(
        "F101", "a\x1b[2J", source, span, "b\x07", ("print: \x1b]0;title\x07\u202e",), ("c\x00",)
    )
    assert set("\x1b\x07\x00\u202e").isdisjoint(block(finding, Look(color=False)))


def test_a_print_of_any_size_stays_readable() -> None:
    source, span = at("5\n", "5")
    shown = block(Diagnostic("F101", "wrong", source, span, notes=("print: " + "9" * 1_000_000,)), Look())
    assert len(shown) < 2500
    assert "more characters" in shown
