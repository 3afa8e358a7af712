"""Mutants of a page: which there are, what becomes of them, and that the quick verdicts are the page's
own."""

from __future__ import annotations

import inspect
import json
import os
import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from stair_book import PAGE, SCRIPT, alter, write
from tallybook import stages
from tallybook.build import Settings, load, verify
from tallybook.cli import main
from tallybook.ledger import account
from tallybook.ledger.account import Given
from tallybook.mutate import Bench, Kind, Mutant, Subject, Verdict, killed_slow, score, subject_of
from tallybook.mutate.table import as_json, render
from tallybook.references import names
from tallybook.report import Look
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from whole_book import Whole

EDITED = int(os.environ.get("TALLYBOOK_EDITED", "500"))
"""How many mutants of the book are written to its files and checked; more where there is time."""

PRISM = """\
## Given

A block is $12$ cm long, $7$ cm wide and $5$ cm high.

## Solution

### The base

Its base has

$$
A_{\\text{base}} = 12 \\cdot 7 = 84
$$

square centimetres; the whole block holds $12 \\cdot 7 \\cdot 5 = 84 \\cdot 5 = 420$ of them, and weighs
$1.134$ kg.

### The sides

| side | area | share |
| --- | --- | --- |
| long | $60$ | $16.8\\%$ |
| short | $35$ | $9.8\\%$ |

The weights are $(0.8, -1.25, 40)$, and the densest is at 2.7 of 150\\,528 grains.
"""
PRISM_PRINT = """\
base area = 84
volume = 420
mass = 1.134 kg
long.area = 60
long.share = 16.8 %
short.area = 35
short.share = 9.8 %
weights = [0.8, -1.25, 40]
density = 2.7
grains = 150528
"""
PRISM_SCRIPT = """\
length, width, height = 12, 7, 5
print("base area =", length * width)
"""
SAMPLES = """\
## Data

The trial had 6 groups of 25 people; in the treated ones 61 of 75 recovered, in the others 48 of 75.

## Result

The rates are 81.3 % and 64.0 %, a difference of 17.3 points. With $n = 150$ the statistic is $z = 2.39$, and
$\\frac{61}{75} = 0.813$, $\\frac{48}{75} = 0.64$.

- Recovered: 109 in all.
- Twice as many were asked.

Four reasons speak for it:

1. one,
2. two,
3. three,
4. four.
"""
SAMPLES_PRINT = """\
groups = 6
people in each group = 25
treated.recovered = 61
treated.people = 75
others.recovered = 48
others.people = 75
treated.rate = 81.3 %
others.rate = 64.0 %
difference = 17.3 points
n = 150
z = 2.39
recovered in all = 109
"""
SYMBOLS = """\
## Given

Let $x = 3$ and $y = 4$, and $f(x) = 2x^2 + 1$.

## Solution

Then $x^2 + y^2 = 25$, so the root is $5$; moreover $(a + b)^2 = a^2 + 2ab + b^2$, $f(3) = 19$ and
$f(10) = 201$.
Now $1 < 2 \\le 5$, and $\\begin{pmatrix} 3 & 4 \\\\ 5 & 25 \\end{pmatrix}$ has the rows 3, 4 and 5, 25.
"""
SYMBOLS_PRINT = "x = 3\ny = 4\nf(3) = 19\nf(10) = 201\nrows = [3, 4, 5, 25]\nroot = 5\n"


def subject(text: str, printed: str, script: str = "") -> Subject:
    """A text in memory, as a page."""
    against = Given(printed=printed, script=script, check="check.py", page="P")
    return Subject(Source("p.md", text), Span(0, len(text)), against)


TEXTS = {
    "prism": subject(PRISM, PRISM_PRINT, PRISM_SCRIPT),
    "samples": subject(SAMPLES, SAMPLES_PRINT),
    "symbols": subject(SYMBOLS, SYMBOLS_PRINT),
}


def claim(bench: Bench, text: str) -> int:
    """The number of the first claim with a text."""
    return next(number for number, one in enumerate(bench.ledger.claims) if one.text == text)


def texts(bench: Bench, number: int, kind: Kind) -> list[str]:
    """The texts of a claim's mutants of a kind."""
    return [one.text for one in bench.mutants(number) if one.kind is kind]


def every(bench: Bench) -> list[Mutant]:
    """All mutants of a page."""
    return [mutant for number in range(len(bench.atoms)) for mutant in bench.mutants(number)]


def verdict(bench: Bench, text: str, written: str) -> Verdict:
    """What becomes of the first claim with a text when it is written otherwise."""
    number = claim(bench, text)
    return next(bench.judge(one).verdict for one in bench.mutants(number) if one.text == written)


def test_digits_are_altered_where_they_stand() -> None:
    bench = Bench.of(TEXTS["prism"])
    assert texts(bench, claim(bench, "84"), Kind.DIGIT) == [
        "94", "74", "4", "884", "85", "83", "48", "8", "844", "840", "8.4",
    ]  # fmt: skip


def test_swaps_are_the_other_numbers_of_the_page_each_once() -> None:
    bench = Bench.of(TEXTS["prism"])
    assert texts(bench, claim(bench, "420"), Kind.SWAP) == [
        "12", "7", "5", "84", "1.134", "60", "16.8\\%", "35", "9.8\\%", "0.8", "-1.25", "40", "2.7",
        "150\\,528",
    ]  # fmt: skip


def test_words_are_swapped_with_words_in_the_case_of_their_place() -> None:
    bench = Bench.of(subject("Four of them, and six more, make 10.", "a = 10\n"))
    assert texts(bench, claim(bench, "Four"), Kind.SWAP) == ["Six"]
    assert texts(bench, claim(bench, "six"), Kind.SWAP) == ["four"]
    assert texts(bench, claim(bench, "10"), Kind.SWAP) == []


def test_another_grouping_is_no_other_number() -> None:
    bench = Bench.of(subject("There are 150\\,528 of them, $150528$ in all, or 150,529.", "a = 150528\n"))
    assert texts(bench, 0, Kind.SWAP) == ["150,529"]
    assert texts(bench, 1, Kind.SWAP) == ["150{,}529"]


def test_prose_written_for_mathematics() -> None:
    bench = Bench.of(subject("It is 12.5 % of −3, and $x = 4$.", "a = 4\n"))
    assert texts(bench, claim(bench, "4"), Kind.SWAP) == ["12.5 \\%", "-3"]


def test_an_exponent_of_two_digits_gets_its_braces() -> None:
    bench = Bench.of(subject("We have $2^3 = 8$ and $12$.", "a = 12\n"))
    (twelve,) = (one for one in bench.mutants(claim(bench, "3")) if one.text == "12")
    assert twelve.written == "{12}"
    assert bench.subject.altered(twelve.span, twelve.written).source.text == "We have $2^{12} = 8$ and $12$."
    assert bench.judge(twelve).verdict is Verdict.KILLED


def test_what_is_not_read_as_one_number_is_no_mutant() -> None:
    bench = Bench.of(subject("We have $x = 6.2 \\times 10^8$ and 7 apples.", "x = 6.2e8\napples = 7\n"))
    (mutant,) = (one for one in bench.mutants(claim(bench, "7")) if one.kind is Kind.SWAP)
    assert mutant.text == "6.2 \\times 10^8"
    assert bench.judge(mutant).verdict is Verdict.UNREAD
    assert killed_slow(bench.subject, bench.ledger, mutant) is None


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("84", "85"),
        ("420", "84"),
        ("60", "35"),
        ("16.8\\%", "9.8\\%"),
        ("-1.25", "1.25"),
        ("-1.25", "0.8"),
        ("1.134", "1.143"),
    ],
)
def test_wrong_numbers_are_killed(text: str, written: str) -> None:
    assert verdict(Bench.of(TEXTS["prism"]), text, written) is Verdict.KILLED


def test_what_verification_does_not_notice_survives_and_says_why() -> None:
    bench = Bench.of(subject("There were 4 or 5 of them.", "first = 4\nlast = 5\n"))
    mutant = next(one for one in bench.mutants(0) if one.text == "5")
    outcome = bench.judge(mutant)
    assert outcome.verdict is Verdict.SURVIVED
    assert outcome.why == ("printed: last = 5",)
    assert killed_slow(bench.subject, bench.ledger, mutant) is False


def test_dropping_a_decimal_of_a_rounded_value_says_nothing_wrong() -> None:
    bench = Bench.of(subject("It takes $1 / 3 \\approx 0.333$ s.", "time = 0.333 s\n"))
    number = claim(bench, "0.333")
    outcomes = {one.text: bench.judge(one) for one in bench.mutants(number)}
    assert [text for text, one in outcomes.items() if one.verdict is Verdict.EQUIVALENT] == [".333", "0.33"]
    assert "correct rounding" in outcomes["0.33"].why[0]


@pytest.mark.parametrize(
    ("text", "printed", "shown", "shorter"),
    [
        ("The share is 99.3 %.", "share = 99.3 %\n", "99.3 %", "99 %"),
        ("That makes $7 / 3 \\approx 2.3$.", "a, b = 7, 3\n", "2.3", "2"),
        ("There are 3.1 million.", "regions = 3123751\n", "3.1 million", "3 million"),
    ],
)
def test_dropping_the_only_decimal_of_a_rounded_value_says_nothing_wrong(
    text: str, printed: str, shown: str, shorter: str
) -> None:
    bench = Bench.of(subject(text, printed))
    number = claim(bench, shown)
    assert next(bench.judge(one) for one in bench.mutants(number) if one.text == shorter).verdict is (
        Verdict.EQUIVALENT
    )


def test_another_number_than_the_rounding_says_something_wrong() -> None:
    bench = Bench.of(subject("The share is 99.7 %.", "share = 99.7 %\n"))
    dropped = next(one for one in bench.mutants(0) if one.text == "99 %")
    assert bench.judge(dropped).verdict is Verdict.KILLED


@pytest.mark.parametrize("value", ["0.338", "2.5"])
def test_a_decimal_that_would_be_rounded_otherwise_must_stand(value: str) -> None:
    bench = Bench.of(subject(f"It takes {value} s.", f"time = {value} s\n"))
    dropped = next(one for one in bench.mutants(0) if one.text == value[:-1].rstrip("."))
    assert bench.judge(dropped).verdict is Verdict.KILLED


def test_a_finite_value_printed_to_more_places_must_stand_whole() -> None:
    bench = Bench.of(subject("The output is $1.252$.", "output = 1.25200\n"))
    dropped = next(one for one in bench.mutants(0) if one.text == "1.25")
    assert bench.judge(dropped).verdict is not Verdict.EQUIVALENT


def test_an_exact_given_must_stand_whole() -> None:
    bench = Bench.of(subject("The mass is $1.252$ kg.", "", "mass = 1.252\nprint(mass)\n"))
    dropped = next(one for one in bench.mutants(0) if one.text == "1.25")
    assert bench.judge(dropped).verdict is Verdict.KILLED


def test_a_page_with_faults_notices_new_ones_only() -> None:
    bench = Bench.of(subject("There are 4 apples and 71 pears.", "apples = 4\n"))
    assert [one.text for one in bench.ledger.claims if one.strength == "unaccounted"] == ["71"]
    assert verdict(bench, "71", "72") is Verdict.SURVIVED
    assert verdict(bench, "4", "5") is Verdict.KILLED


@pytest.mark.parametrize("name", TEXTS)
def test_quick_verdicts_are_those_of_the_page(name: str) -> None:
    bench = Bench.of(TEXTS[name])
    mutants = every(bench)
    compared = random.Random(name).sample(mutants, min(120, len(mutants)))
    differing = list(_differing(bench, compared))
    assert differing == []


def test_every_rule_of_evidence_is_known_to_the_quick_verdicts() -> None:
    """Whoever adds a rule that can pin a number must let `Doomed` ask it: by ``EQUATIONS``, or by name
    there."""
    source = inspect.getsource(account._rules)
    rules = {match[1] for match in re.finditer(r"(\w+)\.(?:apply|restated)\b", source)}
    equations = {rule.__module__.rpartition(".")[2] for rule in account.EQUATIONS}
    asked = {"compound", "counted", "sequence", "spelling", "printed", "declared", "moved", "shown"}
    of_bound_numbers, of_chains = {"explicit"}, {"arithmetic"}
    # evidence against what has evidence otherwise: it cannot save a mutant
    only_against = {
        *{"mistyped", "aligned", "echoes", "rows", "keyed"},
        *{"assigned", "portions", "shortened", "crossed"},
    }
    assert rules == equations | asked | of_bound_numbers | of_chains | only_against


def _differing(bench: Bench, mutants: Sequence[Mutant]) -> Iterator[tuple[str, str, Verdict]]:
    meaning = {True: Verdict.KILLED, False: Verdict.SURVIVED, None: Verdict.UNREAD}
    for mutant in mutants:
        quick = bench.judge(mutant).verdict
        if quick is not Verdict.EQUIVALENT:
            slow = meaning[killed_slow(bench.subject, bench.ledger, mutant)]
            if quick is not slow:
                yield bench.ledger.claims[mutant.claim].text, mutant.text, quick


def test_scores_are_the_same_whatever_the_processes() -> None:
    subjects = [TEXTS["samples"], TEXTS["symbols"]]
    alone, both = score(subjects, sample=60, seed=3, jobs=1), score(subjects, sample=60, seed=3, jobs=2)
    assert alone == both
    assert sum(len(one.outcomes) for page in alone for one in page.claims) == 60
    assert score(subjects, sample=60, seed=4, jobs=1) != alone


def test_every_mutant_is_counted_once() -> None:
    told: list[tuple[int, int]] = []
    (page,) = score([TEXTS["symbols"]], jobs=1, progress=lambda done, total: told.append((done, total)))
    total = len(every(Bench.of(TEXTS["symbols"])))
    assert (
        sum(page.rate(kind).total for kind in Kind)
        + page.count(Verdict.UNREAD)
        + page.count(Verdict.EQUIVALENT)
        == total
    )
    assert told[-1] == (total, total)
    survivors = sum(len(one.having(Verdict.SURVIVED)) for one in page.claims)
    assert survivors == sum(page.rate(kind).total - page.rate(kind).killed for kind in Kind)


def test_reports() -> None:
    text = "There were 4 or 5 of them, [6]{=third} at most and six at least."
    pages = score([subject(text, "first = 4\nlast = 5\nthird = 6\n")], jobs=1)
    shown = render(pages, Look())
    assert "p.md:1:12: 4 -> 5 (swap)\n    printed: last = 5\n" in shown
    row = next(line for line in shown.splitlines() if line.startswith("P "))
    assert "   33.3   " in row  # one of three numerals is bound
    assert row.endswith(" 0.0")
    data = json.loads(as_json(pages))
    assert data["markup"] == {"numerals": {"bound": 1, "total": 3}, "words": {"bound": 0, "total": 1}}
    first = data["pages"][0]["claims"][0]
    assert (first["line"], first["column"], first["text"]) == (1, 12, "4")
    assert {"kind": "swap", "text": "5", "evidence": ["printed: last = 5"]} in first["survivors"]
    rates = [page["digit"] for page in data["pages"]]
    assert data["digit"] == {key: sum(rate[key] for rate in rates) for key in ("killed", "total")}


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(write(tmp_path / "book"))
    assert main(["mutate", "I.2.B01", "--format", "json", "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    (page,) = json.loads(out)["pages"]
    assert page["page"] == "I.2.B01"
    bound = next(one for one in page["claims"] if one["explicit"])
    assert bound["digit"]["killed"] == bound["digit"]["total"] > 0
    assert bound["swap"]["killed"] == bound["swap"]["total"] > 0


def test_the_command_on_a_book_at_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(tmp_path / "book")
    monkeypatch.chdir(root)
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    alter(root, "checks/i-2-x01-ladder.py", "rungs = 31", "rungs = 1 / 0")
    assert main(["mutate", "--sample", "20", "--jobs", "1"]) == 1
    out, err = capsys.readouterr()
    assert "error[T101]: 2143 " in err
    assert "I.2.B01" in out
    assert "I.2.X01" not in out  # its check did not run: nothing is known of its numbers
    assert (root / SCRIPT).exists()


@pytest.fixture(scope="module")
def book(whole: Whole) -> dict[str, Bench]:
    """The pages of the book that this repository publishes."""
    loaded, verified = whole.loaded, whole.verified
    cited = stages.links(loaded.pages)
    checks = {page.id: page.front.check for page in loaded.pages}
    return {
        page.id: Bench.of(
            subject_of(
                page,
                chapter.config,
                loaded.book.config,
                verified.prints,
                cited[page.id],
                checks,
                names(loaded.book, chapter),
            )
        )
        for chapter in loaded.book.chapters
        for page in chapter.pages
    }


def sampled(book: dict[str, Bench], seed: int, count: int) -> list[tuple[str, Mutant]]:
    """About as many mutants of each page, or all of a page that has fewer."""
    chance, left, drawn = random.Random(seed), count, []
    mutants = sorted(((id_, every(bench)) for id_, bench in book.items()), key=lambda one: len(one[1]))
    for place, (id_, those) in enumerate(mutants):
        taken = min(len(those), -(-left // (len(mutants) - place)))
        drawn += [(id_, mutant) for mutant in chance.sample(those, taken)]
        left -= taken
    return drawn


@pytest.mark.slow
def test_quick_verdicts_on_the_book_are_those_of_its_pages(book: dict[str, Bench]) -> None:
    """In memory; the next test asks more of more mutants."""
    drawn = sampled(book, 20, 200)
    assert len({id_ for id_, _ in drawn}) > 25
    differing = [(id_, *one) for id_, mutant in drawn for one in _differing(book[id_], [mutant])]
    assert differing == []


@pytest.mark.slow
@pytest.mark.parametrize("half", [0, 1])
def test_verdicts_on_the_book_are_those_of_check(
    whole: Whole, book: dict[str, Bench], tmp_path: Path, half: int
) -> None:
    """The files are edited and the book is checked: what `mutate` calls killed fails there.

    Pages do not read each other's text, so that every run has another mutant in each page.
    """
    whole.copy(tmp_path)
    drawn = sampled(book, 21, EDITED)[half::2]
    assert len(drawn) == EDITED // 2
    waiting: dict[str, list[tuple[Mutant, Verdict]]] = {}
    for id_, mutant in drawn:
        outcome = book[id_].judge(mutant)
        if outcome.verdict in (Verdict.KILLED, Verdict.SURVIVED):
            waiting.setdefault(id_, []).append((mutant, outcome.verdict))
    settings = Settings(tmp_path, recheck=False)
    base = Counter((one.subject, one.code) for one in verify(load(settings)).report.findings)
    differing = []
    while waiting:
        edited = {id_: mutants.pop() for id_, mutants in waiting.items()}
        for id_, (mutant, _) in edited.items():
            altered = book[id_].subject.altered(mutant.span, mutant.written).source
            (tmp_path / altered.path).write_bytes(altered.text.encode())
        loaded = load(settings)
        found = verify(loaded, [page for page in loaded.pages if page.id in edited]).report.findings
        for id_, (mutant, quick) in edited.items():
            source = book[id_].subject.source
            (tmp_path / source.path).write_bytes(source.text.encode())
            worse = bool(Counter((one.subject, one.code) for one in found if one.subject == id_) - base)
            if worse is not (quick is Verdict.KILLED):
                differing.append((id_, book[id_].ledger.claims[mutant.claim].text, mutant.text, quick))
        waiting = {id_: mutants for id_, mutants in waiting.items() if mutants}
    assert differing == []
