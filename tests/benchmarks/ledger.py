"""How long the ledger takes: the CPU time of every page of a book, and of judging all mutants of its pages.

    python tests/benchmarks/ledger.py [--book DIR] [--rounds N] [--no-mutants] [--out FILE] [ID ...]

*fresh* is a page that its process has not seen (another page was accounted for before, so that all modules
are there), *again* the page with one digit altered, another one each time, for one who remembers the page, as
an editor and ``serve`` do. Both are the median of some rounds, in milliseconds. The checks are run before and
their time is not counted.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tallybook import stages
from tallybook.ledger.account import account
from tallybook.ledger.memory import Memory
from tallybook.model import Print
from tallybook.mutate import score, subject_of
from tallybook.parse import parse_book
from tallybook.read import read_book
from tallybook.references import names
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.mutate import Subject

_ALTERED = 9


def subjects_of(root: Path) -> Iterator[Subject]:
    """The pages of a book, each with what its check prints and what it cites."""
    read = read_book(root)
    assert not read.diagnostics, read.diagnostics
    book = parse_book(read.value).value
    prints = {name: Print(check, _printed(root, name)) for name, check in book.checks.items()}
    checks = {page.id: page.front.check for chapter in book.chapters for page in chapter.pages}
    for chapter in book.chapters:
        cited = stages.links(chapter.pages)
        for page in chapter.pages:
            known = names(book, chapter)
            yield subject_of(page, chapter.config, book.config, prints, cited[page.id], checks, known)


def _printed(root: Path, name: str) -> str:
    command = [sys.executable, str(Path("checks") / name)]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout


def _spent(subject: Subject, memory: Memory) -> float:
    before = time.process_time()
    account(subject.source, subject.body, subject.against, subject.conventions, memory)
    return 1000 * (time.process_time() - before)


def _rounds(subject: Subject, warming: Subject) -> tuple[int, float, list[float]]:
    """How many claims a page has, and the milliseconds for it seen first and seen altered."""
    memory = Memory()
    warming.ledger()
    first = _spent(subject, memory)
    claims = subject.ledger().claims
    digits = [
        place
        for claim in claims
        for place in range(claim.span.start, claim.span.end)
        if subject.source.text[place].isdecimal()
    ]
    step = max(len(digits) // _ALTERED, 1)
    altered = [
        subject.altered(Span(place, place + 1), str((int(subject.source.text[place]) + 1) % 10))
        for place in digits[::step]
    ]
    return len(claims), first, [_spent(one, memory) for one in altered]


def measured(subject: Subject, warming: Subject, rounds: int) -> dict[str, object]:
    """The figures of one page; each round in a process of its own."""
    found = []
    for _ in range(rounds):
        with multiprocessing.get_context("fork").Pool(1) as pool:
            found.append(pool.apply(_rounds, (subject, warming)))
    return {
        "page": subject.id,
        "claims": found[0][0],
        "fresh_ms": round(statistics.median(first for _, first, _ in found), 2),
        "again_ms": round(statistics.median(one for *_, altered in found for one in altered), 2),
    }


def mutants(subjects: Sequence[Subject]) -> dict[str, object]:
    """The time for all mutants of all pages, on every core."""
    start, before = time.perf_counter(), os.times()
    pages = score(subjects)
    after = os.times()
    cpu = sum(
        getattr(after, name) - getattr(before, name)
        for name in ("user", "system", "children_user", "children_system")
    )
    return {
        "mutants": sum(len(claim.outcomes) for page in pages for claim in page.claims),
        "wall_s": round(time.perf_counter() - start, 1),
        "cpu_s": round(cpu, 1),
    }


def main() -> None:
    """Measure, show and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--book", type=Path, default=Path())
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-mutants", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("build/benchmarks/ledger.json"))
    options = parser.parse_args()
    every = list(subjects_of(options.book))
    chosen = [one for one in every if not options.ids or one.id in options.ids]
    pages = []
    for subject in chosen:
        warming = next((one for one in every if one.id != subject.id), subject)
        pages.append(measured(subject, warming, options.rounds))
        page = pages[-1]
        figures = f"fresh {page['fresh_ms']} ms, again {page['again_ms']} ms"
        print(f"{page['page']}: {page['claims']} claims, {figures}")
    report: dict[str, object] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "pages": pages,
    }
    if not options.no_mutants:
        report["mutate"] = found = mutants(chosen)
        print(f"{found['mutants']} mutants: {found['wall_s']} s, {found['cpu_s']} s of CPU")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
