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
    """Some mutants of a page."""

    page: int
    mutants: tuple[Mutant, ...]


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
    benches = [Bench.of(subject) for subject in subjects]
    drawn = _drawn(benches, sample, seed)
    slices = [one for page, mutants in enumerate(drawn) for one in _slices(page, benches[page], mutants)]
    found: list[list[tuple[Mutant, Outcome]]] = [[] for _ in benches]
    total, done = sum(map(len, drawn)), 0
    for work, outcomes in zip(slices, _judged(slices, benches, subjects, jobs), strict=True):
        found[work.page].extend(zip(work.mutants, outcomes, strict=True))
        done += len(outcomes)
        if progress is not None:
            progress(done, total)
    return tuple(_page(bench, outcomes) for bench, outcomes in zip(benches, found, strict=True))


def _slices(page: int, bench: Bench, mutants: Sequence[Mutant]) -> Iterator[_Slice]:
    """The mutants of a page in slices of some size, those of a block together: what is known of a block
    serves all of them."""
    gathered: list[Mutant] = []
    for _, group in groupby(mutants, lambda mutant: bench.atoms[mutant.claim].block):
        gathered.extend(group)
        if len(gathered) >= _SLICE:
            yield _Slice(page, tuple(gathered))
            gathered.clear()
    if gathered:
        yield _Slice(page, tuple(gathered))


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


_benches: list[Bench] = []  # of this process; a forked one inherits them


def _judged(
    slices: Sequence[_Slice], benches: list[Bench], subjects: Sequence[Subject], jobs: int | None
) -> Iterator[list[Outcome]]:
    jobs = min(jobs or os.cpu_count() or 1, len(slices))
    _benches[:] = benches
    if jobs <= 1:
        yield from map(_judge, slices)
        return
    with _pool(jobs, subjects) as pool:
        yield from pool.map(_judge, slices)


def _pool(jobs: int, subjects: Sequence[Subject]) -> ProcessPoolExecutor:
    if "fork" in multiprocessing.get_all_start_methods():
        return ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), gc.freeze)
    return ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(tuple(subjects),))


def _prepare(subjects: Sequence[Subject]) -> None:
    """In a process that inherits nothing: account for the pages again."""
    _benches[:] = [Bench.of(subject) for subject in subjects]


def _judge(work: _Slice) -> list[Outcome]:
    bench = _benches[work.page]
    return [bench.judge(mutant) for mutant in work.mutants]


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
