"""Interpreters that stay alive from one call to the next."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from tallybook.config import Limits
from tallybook.execute import CheckRequest, Kept, run_checks
from tallybook.span import Source

if TYPE_CHECKING:
    from pathlib import Path


def request(root: Path, text: str) -> CheckRequest:
    """A check of a book in a folder."""
    (root / "checks").mkdir(exist_ok=True)
    (root / "checks/one.py").write_text(text, encoding="utf-8")
    return CheckRequest(Source("checks/one.py", text), root, Limits())


def run(root: Path, text: str, kept: Kept) -> str:
    made = run_checks([request(root, text)], kept=kept, recheck=False)["one.py"]
    assert made.findings == ()
    return made.stdout


def launchers(kept: Kept) -> list[int]:
    """The processes of all pools."""
    return [one.process.pid for pool in kept._pools.values() for one in pool._templates.values()]


def test_the_second_call_starts_none(tmp_path: Path) -> None:
    kept = Kept()
    try:
        assert run(tmp_path, "print('a =', 1)", kept) == "a = 1\n"
        first = launchers(kept)
        assert run(tmp_path, "print('a =', 2)", kept) == "a = 2\n"
        assert launchers(kept) == first != []
    finally:
        kept.close()
    assert all(_is_gone(process) for process in first)


def test_a_new_folder_of_data_can_be_read(tmp_path: Path) -> None:
    kept = Kept()
    try:
        run(tmp_path, "print('a =', 1)", kept)
        (tmp_path / "data").mkdir()
        (tmp_path / "data/n.txt").write_text("42")
        assert run(tmp_path, "print('a =', open('../data/n.txt').read())", kept) == "a = 42\n"
    finally:
        kept.close()


def test_a_launcher_that_was_killed_is_replaced(tmp_path: Path) -> None:
    kept = Kept()
    try:
        run(tmp_path, "print('a =', 1)", kept)
        for process in launchers(kept):
            os.kill(process, signal.SIGKILL)
        assert run(tmp_path, "print('a =', 2)", kept) == "a = 2\n"
    finally:
        kept.close()


def _is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
