"""What a chapter promises, and what it holds: each quota of its class of contract."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from tallybook.config import HARDEST
from tallybook.diagnostics import Diagnostic
from tallybook.model import ContractReport, Term
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.config import BookConfig, Quota
    from tallybook.model import Chapter, Page

_SHARES = {
    Fraction(1, 2): "half",
    Fraction(1, 3): "a third",
    Fraction(2, 3): "two thirds",
    Fraction(1, 4): "a quarter",
}


def audit(chapter: Chapter, config: BookConfig, weak: int) -> ContractReport:
    """A chapter held against its contract; ``weak`` is the number of weak claims on its pages.

    Missed terms are findings at the contract in ``chapter.yaml``. Exercises that only lack their solution
    are the fault of their own pages and reported there.
    """
    quota = next((quota for quota in config.quotas if quota.key == chapter.config.contract), None)
    if quota is None:
        return ContractReport(chapter.config.contract, "", (), ())
    terms = tuple(_terms(chapter, quota, weak))
    span = _place(chapter)
    findings = tuple(
        Diagnostic(
            term.code,
            f"contract {quota.key} of {chapter.config.id} is not kept: {term.shortfall}",
            chapter.source,
            span,
            help=(f"{quota.key} promises: {term.text}",),
            subject=chapter.config.id,
        )
        for term in terms
        if not term.met and not (term.code == "C104" and len(chapter.exercises) >= quota.exercises)
    )
    return ContractReport(quota.key, quota.title, terms, findings)


def _terms(chapter: Chapter, quota: Quota, weak: int) -> Iterator[Term]:
    problems = chapter.problems
    variants = Counter(problem.variant for problem in (page.front for page in problems) if problem.variant)
    if quota.problems:
        count = len(problems)
        yield _at_least(
            "C101", count, quota.problems, f"{quota.problems} worked problems or more", "problems"
        )
    if quota.variants:
        yield _at_least(
            "C102", len(variants), quota.variants, f"{quota.variants} variants or more", "variants"
        )
    if quota.max_share < 1:
        yield _share(variants, len(problems), Fraction(str(quota.max_share)))
    if quota.exercises:
        solved = sum(_is_solved(page) for page in chapter.exercises)
        text = f"{quota.exercises} exercises or more, each with its solution published"
        yield _at_least("C104", solved, quota.exercises, text, "exercises")
    for group in quota.at_least_one_of:
        names = " or ".join(group)
        count = sum(variants[name] for name in group)
        shortfall = f"no problem is {names}"
        yield Term("C105", f"one {names} problem or more", Fraction(1), Fraction(count), count > 0, shortfall)
    if quota.hardest:
        count = sum(page.front.difficulty == HARDEST for page in problems)
        what = f"{quota.hardest} ▲▲▲ problem{'s' if quota.hardest > 1 else ''} or more"
        yield _at_least("C106", count, quota.hardest, what, "▲▲▲ problems", badge=False)
    text = f"no more than {quota.weak} weak claims" if quota.weak else "no weak claim"
    shortfall = f"{weak} claim{'s are' if weak != 1 else ' is'} weak"
    yield Term("C107", text, Fraction(quota.weak), Fraction(weak), weak <= quota.weak, shortfall)


def _at_least(code: str, reached: int, required: int, text: str, what: str, *, badge: bool = True) -> Term:
    brief = f"{reached}/{required} {what}"
    met = reached >= required
    return Term(code, text, Fraction(required), Fraction(reached), met, brief, brief if badge else "")


def _share(variants: Counter[str], problems: int, allowed: Fraction) -> Term:
    (top, count), *_ = variants.most_common(1) or [("", 0)]
    share = Fraction(count, problems or 1)
    shown = _SHARES.get(allowed, f"{float(allowed):.0%}")
    shortfall = f"{count} of {problems} problems are {top}"
    return Term(
        "C103",
        f"no variant has more than {shown} of the problems",
        allowed,
        share,
        share <= allowed,
        shortfall,
    )


def _is_solved(page: Page) -> bool:
    return any(section.key == "solution" and page.source[section.body].strip() for section in page.sections)


def _place(chapter: Chapter) -> Span:
    match = re.search(r"^contract[ \t]*:[ \t]*([^\s#]+)", chapter.source.text, re.MULTILINE)
    return Span(match.start(1), match.end(1)) if match else Span(0, 0)
