"""Bombs, floods and daemons: each contained, each a finding on its own check, nothing left running; as the
user of the tests, and where that is root as an ordinary user too.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hostile import BOMBS

TESTS = Path(__file__).parent
EXPECTED = {
    "deaf loop": {"X102", "X105"},
    "sleep": {"X102"},
    "a gigabyte out": {"X104"},
    "a gigabyte of errors": {"X104"},
}
"""The codes where they are certain; the others fail in one of several ways, by the level reached."""
FAILED = {"X101", "X102", "X104", "X105"}


def reachable(path: Path) -> bool:
    """Whether every user may reach a file."""
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.resolve().parents)


def as_nobody() -> list[str]:
    """The words that run a command as an ordinary user; one who may read this interpreter, wherever it is."""
    setpriv = shutil.which("setpriv")
    assert setpriv, "setpriv is part of util-linux"
    words = [setpriv, "--reuid", "nobody", "--clear-groups", "--no-new-privs"]
    if not all(map(reachable, (Path(sys.executable), Path(sys.prefix), TESTS))):
        words += ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]
    return words


def running(book: Path) -> list[str]:
    """The command lines of processes that still work in a book."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cwd").resolve().is_relative_to(book):
                found.append((entry / "cmdline").read_text(encoding="utf-8", errors="replace"))
        except OSError:
            continue
    return found


USERS = ["self", "nobody"] if os.geteuid() == 0 else ["self"]


@pytest.fixture(scope="module", params=USERS)
def fate(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What became of all of them."""
    folder = tmp_path_factory.mktemp("hostile")
    book, outside = folder / "book", folder / "outside"
    for each in (book, outside):
        each.mkdir()
    words = []
    if request.param == "nobody":
        words = as_nobody()
        for each in (folder, book, outside):
            os.chown(each, pwd.getpwnam("nobody").pw_uid, -1)
        for above in [folder, *list(folder.parents)[:3]]:
            above.chmod(above.stat().st_mode | 0o011)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent / "src")])}
    done = subprocess.run(
        [*words, sys.executable, str(TESTS / "hostile.py"), str(book), str(outside)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    told |= {"book": book, "outside": outside, "running": running(book), "param": request.param}
    return told


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_is_a_finding_on_its_check(fate: dict[str, Any], name: str) -> None:
    codes = fate["found"][name]
    assert len(codes) == 1
    assert codes[0] in EXPECTED.get(name, FAILED)


def test_others_are_not_affected(fate: dict[str, Any]) -> None:
    good = {f"good{n}": f"good = {n}\n" for n in range(len(BOMBS) + 1)}
    assert fate["outputs"] == good
    assert [fate["found"][name] for name in good] == [[]] * len(good)


def test_nothing_is_left(fate: dict[str, Any]) -> None:
    assert fate["running"] == []
    assert (fate["user"] == 0) == (fate["param"] == "self" and os.geteuid() == 0)
    if fate["levels"] == ["full"]:
        assert list(fate["outside"].iterdir()) == []
        assert not (fate["book"] / "checks" / "fill").exists()
    else:
        assert all(file.stat().st_size <= 100_000 for file in fate["outside"].iterdir())
