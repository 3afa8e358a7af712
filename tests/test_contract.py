from __future__ import annotations

from fractions import Fraction

import pytest

from tallybook.config import BookConfig, ChapterConfig, Quota
from tallybook.contract import audit
from tallybook.model import Chapter, FrontMatter, Kind, Page, Section
from tallybook.span import Source, Span

QUOTA = Quota(
    key="M3",
    title="Load-bearing",
    problems=5,
    variants=4,
    max_share=0.5,
    exercises=2,
    at_least_one_of=(("numeric",), ("limit", "counterexample")),
    hardest=1,
    weak=0,
)
FILE = Source("chapters/i-5/chapter.yaml", "id: I.5\ntitle: x\ncontract: M3\n")
TEXT = Source("x.md", "## Solution\n\nBecause.\n\n## Empty\n")


def problem(number: int, variant: str, difficulty: int = 1) -> Page:
    front = FrontMatter(f"I.5.B0{number}", "x", variant=variant, difficulty=difficulty)
    return Page(front.id, Kind.PROBLEM, "x", TEXT, front, Span(0, 0), ())


def exercise(number: int, *, solved: bool = True) -> Page:
    front = FrontMatter(f"I.5.X0{number}", "x")
    sections = (Section("solution", "Solution", 2, Span(0, 11), Span(12, 22)),) if solved else ()
    return Page(front.id, Kind.EXERCISE, "x", TEXT, front, Span(0, 0), sections)


def chapter(variants: str, exercises: tuple[Page, ...] | None = None, contract: str = "M3") -> Chapter:
    """A chapter with a problem a letter, ``N`` numeric, ``L`` limit, ``C`` counterexample, ``S`` symbolic;
    the last is hard."""
    names = {"N": "numeric", "L": "limit", "C": "counterexample", "S": "symbolic", "P": "proof"}
    problems = tuple(
        problem(place, names[letter.upper()], 3 if letter.isupper() else 2)
        for place, letter in enumerate(variants)
    )
    if exercises is None:
        exercises = (exercise(1), exercise(2))
    return Chapter("chapters/i-5", ChapterConfig("I.5", "x", contract), FILE, (), None, problems, exercises)


def codes(held: Chapter, weak: int = 0, quota: Quota = QUOTA) -> list[str]:
    return [finding.code for finding in audit(held, BookConfig("x", quotas=(quota,)), weak).diagnostics]


def test_a_contract_that_is_kept() -> None:
    report = audit(chapter("nslcPp"), BookConfig("x", quotas=(QUOTA,)), 0)
    assert report.met
    assert report.diagnostics == ()
    assert (report.key, report.title) == ("M3", "Load-bearing")
    assert report.badges == ("6/5 problems", "5/4 variants", "2/2 exercises", "quota met, and enforced")
    assert [(term.code, term.required, term.reached) for term in report.terms] == [
        ("C101", 5, 6),
        ("C102", 4, 5),
        ("C103", Fraction(1, 2), Fraction(1, 3)),
        ("C104", 2, 2),
        ("C105", 1, 1),
        ("C105", 1, 2),
        ("C106", 1, 1),
        ("C107", 0, 0),
    ]
    assert [term.text for term in report.terms] == [
        "5 worked problems or more",
        "4 variants or more",
        "no variant has more than half of the problems",
        "2 exercises or more, each with its solution published",
        "one numeric problem or more",
        "one limit or counterexample problem or more",
        "1 ▲▲▲ problem or more",
        "no weak claim",
    ]


@pytest.mark.parametrize(
    ("variants", "missed"),
    [
        ("Nslcp", []),
        ("Nslc", ["C101"]),
        ("Nnslp", []),
        ("Nnssl", ["C102"]),
        ("Nnnslcp", []),
        ("Nnnsl", ["C102", "C103"]),
        ("Nnnnslcp", []),
        ("Nnnnslp", ["C103"]),
        ("Llscp", ["C105"]),
        ("Nsppp", ["C102", "C103", "C105"]),
        ("nslcp", ["C106"]),
        ("", ["C101", "C102", "C105", "C105", "C106"]),
    ],
)
def test_each_term_that_is_missed_is_a_finding(variants: str, missed: list[str]) -> None:
    assert codes(chapter(variants)) == missed


def test_exactly_the_share_is_allowed_and_decimals_are_read_as_decimals() -> None:
    quota = Quota("M3", "x", max_share=0.6)
    assert codes(chapter("NNNSS"), quota=quota) == []
    assert codes(chapter("NNNNSS"), quota=quota) == ["C103"]


def test_a_finding_stands_at_the_contract_and_says_what_is_missing() -> None:
    (finding,) = audit(chapter("Nslc"), BookConfig("x", quotas=(QUOTA,)), 0).diagnostics
    assert finding.source is FILE
    assert FILE[finding.span] == "M3"
    assert FILE.line_column(finding.span.start) == (3, 11)
    assert finding.message == "contract M3 of I.5 is not kept: 4/5 problems"
    assert finding.help == ("M3 promises: 5 worked problems or more",)
    assert finding.subject == "I.5"


def test_weak_claims_are_held_against_what_is_allowed() -> None:
    held = chapter("Nslcp")
    assert codes(held, weak=1) == ["C107"]
    allowing = Quota("M3", "x", weak=2)
    assert codes(held, weak=2, quota=allowing) == []
    assert codes(held, weak=3, quota=allowing) == ["C107"]


def test_too_few_exercises() -> None:
    assert codes(chapter("Nslcp", (exercise(1),))) == ["C104"]


def test_an_exercise_without_solution_is_not_counted_and_is_reported_once_by_its_page() -> None:
    report = audit(
        chapter("Nslcp", (exercise(1), exercise(2, solved=False))), BookConfig("x", quotas=(QUOTA,)), 0
    )
    assert report.diagnostics == ()
    assert not report.met
    assert report.badges == ("5/5 problems", "5/4 variants", "1/2 exercises", "quota missed")


@pytest.mark.parametrize("contract", ["", "M9"])
def test_without_a_contract_there_is_nothing_to_keep(contract: str) -> None:
    report = audit(chapter("", (), contract), BookConfig("x", quotas=(QUOTA,)), 5)
    assert (report.terms, report.badges, report.diagnostics, report.met) == ((), (), (), True)
