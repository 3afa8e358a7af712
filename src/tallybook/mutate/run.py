"""All mutants of some pages, or a sample of them, judged on every core."""

from __future__ import annotations

import gc
import multiprocessing
import os
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tallybook.model import EvidenceKind
from tallybook.mutate.bench import Bench
from tallybook.mutate.score import ClaimScore, PageScore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tallybook.mutate.mutants import Mutant
    from tallybook.mutate.score import Outcome
    from tallybook.mutate.subject import Subject

_SLICE = 100  # mutants a process is given at once, at least


@dataclass(frozen=True, slots=True)
class _Slice:
    """Some mutants of a page, those from ``first`` to before ``last``."""

    page: int
    first: int
    last: int


def score(
    subjects: Sequence[Subject],
    *,
    sample: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[PageScore, ...]:
    """Judge the mutants of pages. ``sample`` is how many of all of them, drawn by ``seed``; by default
    all. ``jobs`` are processes."""
    work = _laid_out(subjects, sample, seed)
    slices = [one for page in range(len(subjects)) for one in _slices(page, work)]
    slices.sort(key=lambda one: one.first - one.last)  # the longest first, so that all cores end together
    found: list[list[tuple[Mutant, Outcome]]] = [[] for _ in subjects]
    total, done = sum(map(len, work.drawn)), 0
    judged = _judged(slices, work, (tuple(subjects), sample, seed), jobs)
    for one, outcomes in zip(slices, judged, strict=True):
        found[one.page].extend(zip(work.drawn[one.page][one.first : one.last], outcomes, strict=True))
        done += len(outcomes)
        if progress is not None:
            progress(done, total)
    return tuple(_page(bench, outcomes) for bench, outcomes in zip(work.benches, found, strict=True))


@dataclass(slots=True)
class _Work:
    """The pages laid out, and the mutants of each that are to be judged."""

    benches: list[Bench]
    drawn: list[list[Mutant]]


def _laid_out(subjects: Sequence[Subject], sample: int | None, seed: int) -> _Work:
    benches = [Bench.of(subject) for subject in subjects]
    return _Work(benches, _drawn(benches, sample, seed))


def _slices(page: int, work: _Work) -> Iterator[_Slice]:
    """The mutants of a page in slices of some size, those of a block together: what is known of a block
    serves all of them."""
    first = last = 0
    for _, group in groupby(work.drawn[page], lambda mutant: work.benches[page].atoms[mutant.claim].block):
        last += sum(1 for _ in group)
        if last - first >= _SLICE:
            yield _Slice(page, first, last)
            first = last
    if last > first:
        yield _Slice(page, first, last)


def _drawn(benches: Sequence[Bench], sample: int | None, seed: int) -> list[list[Mutant]]:
    every = [[mutant for claim in range(len(one.atoms)) for mutant in one.mutants(claim)] for one in benches]
    if sample is None:
        return every
    places = [(page, number) for page, mutants in enumerate(every) for number in range(len(mutants))]
    chosen = set(random.Random(seed).sample(places, min(sample, len(places))))
    return [
        [mutant for number, mutant in enumerate(mutants) if (page, number) in chosen]
        for page, mutants in enumerate(every)
    ]


_work: list[_Work] = []  # of this process; a forked one inherits it


def _judged(
    slices: Sequence[_Slice], work: _Work, plan: tuple[Sequence[Subject], int | None, int], jobs: int | None
) -> Iterator[list[Outcome]]:
    jobs = min(jobs or os.cpu_count() or 1, len(slices))
    _work[:] = [work]
    if jobs <= 1:
        yield from map(_judge, slices)
        return
    with _pool(jobs, plan) as pool:
        yield from pool.map(_judge, slices)


def _pool(jobs: int, plan: tuple[Sequence[Subject], int | None, int]) -> ProcessPoolExecutor:
    if "fork" in multiprocessing.get_all_start_methods():
        return ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), gc.freeze)
    return ProcessPoolExecutor(jobs, initializer=_prepare, initargs=plan)


def _prepare(subjects: Sequence[Subject], sample: int | None, seed: int) -> None:
    """In a process that inherits nothing: account for the pages again."""
    _work[:] = [_laid_out(subjects, sample, seed)]


def _judge(one: _Slice) -> list[Outcome]:
    (work,) = _work
    bench = work.benches[one.page]
    return [bench.judge(mutant) for mutant in work.drawn[one.page][one.first : one.last]]


def _page(bench: Bench, found: Sequence[tuple[Mutant, Outcome]]) -> PageScore:
    outcomes: dict[int, list[Outcome]] = {}
    for mutant, outcome in found:
        outcomes.setdefault(mutant.claim, []).append(outcome)
    source = bench.subject.source
    claims = tuple(
        ClaimScore(
            *source.line_column(claim.span.start),
            claim.text,
            claim.is_word,
            claim.explicit,
            any(one.kind is EvidenceKind.DECLARED for one in claim.evidence),
            tuple(outcomes.get(number, ())),
        )
        for number, claim in enumerate(bench.ledger.claims)
    )
    return PageScore(bench.subject.id, source.path, claims)
