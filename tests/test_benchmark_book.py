"""The books that benchmarks measure with hold, and are what they promise."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "benchmarks"))

import book

from stair_book import snapshot
from tallybook.build import Settings, load, verify


@pytest.mark.parametrize("mix", book.MIXES)
def test_book_holds(tmp_path: Path, mix: str) -> None:
    made = book.write(tmp_path, 12, mix, seed=3)
    verified = verify(load(Settings(tmp_path, recheck=False)))
    assert verified.report.findings == ()
    assert len(verified.ledgers) == len(made) == 12
    pages = list(tmp_path.glob("chapters/*/problems/*.md"))
    assert all(5_000 <= page.stat().st_size <= 7_000 for page in pages)
    formulas = [len(re.findall(r"\$\$?[^$]+\$\$?", page.read_text(encoding="utf-8"))) for page in pages]
    assert all(40 <= count <= 60 for count in formulas)


def test_same_seed_same_book(tmp_path: Path) -> None:
    for folder, seed in (("one", 1), ("two", 1), ("three", 2)):
        book.write(tmp_path / folder, 3, "mixed", seed)
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "two") != snapshot(tmp_path / "three")


def test_mix() -> None:
    kinds = Counter(problem.kind for problem in book.problems(10_000, "mixed"))
    shares = {kind: round(count / 1000) for kind, count in kinds.items()}
    assert shares == {"plain": 6, "mpmath": 1, "numpy": 1, "sympy": 2}
    assert {problem.kind for problem in book.problems(100, "light")} == {"plain"}
    assert len({problem.id for problem in book.problems(10_000, "light")}) == 10_000
