"""What must hold of every numeral, whatever its notation, and of every site.

A value written and read again is the same value, agrees with its own print and with no print of another one;
what is published is what was given."""

from __future__ import annotations

import string
from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from latex_cases import parse
from tallybook.latex import evaluate
from tallybook.numerals.agree import agrees
from tallybook.numerals.numeral import Conventions, Form, Numeral
from tallybook.numerals.printed import read_print_line
from tallybook.numerals.prose import read_prose
from tallybook.numerals.rounding import round_to
from tallybook.numerals.words import read_words
from tallybook.numerals.write import write_like
from tallybook.publish import publish
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PROSE = [
    "1024", "150,528", "150\u202f528", "150\u2009528", "150\u00a0528", "-12", "\u221212", "+3", "2.483",
    "1,552.25", "-0.50", "+3.0000", ".250", "99.3%", "28 %", "-4.5%", "17.6 million", "3.1 billion",
    "6.2 × 10^8", "6.2 × 10^-8", "1.5e-3", "1.5E+10", "1/3", "-5/7", "1_000_000",
]  # fmt: skip
LATEX = [
    "1024", r"150\,528", r"150{,}528", "150,528", r"-1\,024", "+3", "2.483", r"1\,552.25", "-0.50", ".250",
    r"99.3\%", r"6.2 \times 10^8", r"6.2 \times 10^{-8}", r"-6.2 \cdot 10^{12}", "1.5e-3", r"\tfrac12",
    r"\frac{401\,920}{567\,434}", r"-\dfrac{3}{4}", "1/3",
]  # fmt: skip

values = st.one_of(
    st.integers(-(10**15), 10**15).map(Fraction),
    st.decimals(-(10**9), 10**9, allow_nan=False, allow_infinity=False, places=6).map(Fraction),
    st.fractions(-(10**6), 10**6, max_denominator=10**4),
)


def prose(text: str) -> list[Numeral]:
    """Numerals of a stretch of prose."""
    return [item for item in read_prose(text, 0, len(text)) if isinstance(item, Numeral)]


def mathematics(text: str) -> list[Numeral]:
    """Numerals of a formula."""
    return [node.numeral for node in parse(text)[0].claims()]


def shown(model: Numeral, value: Fraction) -> Fraction:
    """The value that a text in the notation of the model says."""
    return round_to(value, model.ulp, Conventions()) if model.ulp else value


def reads_back(model: str, value: Fraction, read: Callable[[str], list[Numeral]]) -> None:
    (old,) = read(model)
    written = write_like(old, value)
    assume(written is not None)
    assert written is not None
    (new,) = read(written)
    if old.form is Form.SCIENTIFIC:
        assert abs(new.value - value) <= new.ulp / 2
        assert write_like(new, new.value) == written
    else:
        assert new.value == shown(old, value)
        assert new.percent == old.percent
        assert write_like(new, value) == written


@given(st.sampled_from(PROSE), values)
@example("99.3%", Fraction(-1, 3))
@example("-12", Fraction(0))
def test_prose_written_reads_as_the_value(model: str, value: Fraction) -> None:
    reads_back(model, value, prose)


@given(st.sampled_from([one for one in LATEX if "frac" not in one and "/" not in one]), values)
@example(r"6.2 \times 10^8", Fraction(99996, 10))
def test_mathematics_written_reads_as_the_value(model: str, value: Fraction) -> None:
    reads_back(model, value, mathematics)


@given(st.sampled_from([one for one in LATEX if "frac" in one]), st.fractions(-999, 999, max_denominator=999))
def test_a_fraction_written_reads_as_the_value(model: str, value: Fraction) -> None:
    span = Span(0, len(model))
    old = Numeral(span, model, Fraction(1), Fraction(0), Form.FRACTION, "-" if "-" in model else "")
    written = write_like(old, value)
    assert written is not None
    found = evaluate(parse(written)[0].parts[0])
    assert found is not None
    assert (found.value, found.exact) == (value, True)


@given(st.integers(2, 10**12 - 1), st.booleans())  # a lone "one" is a pronoun more often than a number
def test_number_words_read_as_the_value(value: int, ordinal: bool) -> None:
    sample = "the third row" if ordinal else "six rows"
    model = next(one for one in read_words(sample, 0, len(sample)) if isinstance(one, Numeral))
    written = write_like(model, Fraction(value))
    assume(written is not None and (not ordinal or value < 100))  # "one hundredth" is a fraction as well
    assert written is not None
    text = f"the {written} row" if ordinal else f"{written} rows"
    found = [one for one in read_words(text, 0, len(text)) if isinstance(one, Numeral)]
    assert [one.value for one in found] == [value]


@given(st.sampled_from(PROSE), values, st.integers(1, 9))
def test_a_text_agrees_with_its_print_and_no_other_value(model: str, value: Fraction, by: int) -> None:
    (old,) = prose(model)
    assume(old.form in (Form.INTEGER, Form.DECIMAL) and not old.percent and not old.scaled)
    written = write_like(old, value)
    assume(written is not None)
    assert written is not None
    (new,) = prose(written)
    assume(new.value or new.sign != "-")  # a negative zero keeps its sign, and the print has to show it
    same = next(iter(read_print_line(_decimal(new.value, new.ulp))))
    other = next(iter(read_print_line(_decimal(new.value + by * new.ulp, new.ulp))))
    assert isinstance(same, Numeral)
    assert isinstance(other, Numeral)
    assert agrees(new, same, Conventions())
    assert not agrees(new, other, Conventions())


def _decimal(value: Fraction, ulp: Fraction) -> str:
    places = len(str(ulp.denominator)) - 1
    digits = str(abs(value) * 10**places).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


names = st.text(string.ascii_lowercase + "äß雪-", min_size=1, max_size=6)
sites = st.dictionaries(
    names.map(lambda name: f"{name}/index.html"), st.binary(max_size=40), min_size=1, max_size=6
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(sites, min_size=1, max_size=3))
def test_what_is_published_is_what_was_given(tmp_path: Path, versions: list[dict[str, bytes]]) -> None:
    target = tmp_path / "site"
    for files in versions:
        publish(files, target)
        found = {
            str(path.relative_to(target)): path.read_bytes() for path in target.rglob("*") if path.is_file()
        }
        assert found == files
        assert [path.name for path in tmp_path.iterdir()] == ["site"]
