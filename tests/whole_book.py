"""The book of this repository, verified and published once for all tests of a session."""

from __future__ import annotations

import fcntl
import os
import pickle
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tallybook.build import SITE, Loaded, Settings, Verified, build, load

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[1]
PATIENT = "\nlimits: {seconds: 300}\n"
"""Appended to ``book.yaml``: checks may take as long as a busy machine needs."""


@dataclass(frozen=True)
class Whole:
    """A copy of the book: its folder, what was read and what was found out. Nobody writes to it."""

    root: Path
    loaded: Loaded
    verified: Verified

    @property
    def site(self) -> Path:
        """The site as published, with its index for searching."""
        return self.root / SITE

    def copy(self, root: Path) -> Path:
        """A book of the same text to be altered, with what is remembered of its checks and ledgers."""
        for name in ("chapters", "checks", ".tallybook"):
            shutil.copytree(self.root / name, root / name)
        return root


def whole_book(factory: pytest.TempPathFactory) -> Whole:
    """The book, made by the first process that asks."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "whole"
    folder.mkdir(exist_ok=True)
    made = folder / "made.pickle"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            part = folder / "part.pickle"
            part.write_bytes(pickle.dumps(_make(folder / "book")))
            part.rename(made)
    found = pickle.loads(made.read_bytes())
    assert isinstance(found, Whole)
    return found


def _make(root: Path) -> Whole:
    for name in ("chapters", "checks"):
        shutil.copytree(ROOT / name, root / name)
    with (root / "chapters/book.yaml").open("a", encoding="utf-8") as file:
        file.write(PATIENT)
    loaded = load(Settings(root))
    verified = build(loaded)
    return Whole(root, loaded, replace(verified, site={}))
