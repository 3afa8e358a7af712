"""Every command and program that the README shows does what it says, on a copy of this book."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from whole_book import Whole

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


SETUP = [line for block in blocks("sh") for line in block.splitlines() if "-m venv" in line]
COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if "-m venv" not in line]


@pytest.fixture(scope="module")
def book(whole: Whole, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return whole.copy(tmp_path_factory.mktemp("readme") / "book")


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(command)
    words[0] = str(Path(sys.executable).parent / Path(words[0]).name)
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=600)


OWN = "my-book"
"""The book of a reader who tries the commands one after the other."""


@pytest.fixture(scope="module")
def ran() -> dict[str, subprocess.CompletedProcess[str]]:
    """What was run in this process so far; another one may have been given the commands before."""
    return {}


@pytest.mark.parametrize("place", range(len(COMMANDS)), ids=COMMANDS)
def test_command(place: int, book: Path, ran: dict[str, subprocess.CompletedProcess[str]]) -> None:
    before = [one for one in COMMANDS[:place] if OWN in one and OWN in COMMANDS[place]]
    for command in (*before, COMMANDS[place]):
        if command not in ran:
            ran[command] = run(command, book)
    done = ran[COMMANDS[place]]
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout or done.stderr


def test_the_error_that_is_shown(book: Path) -> None:
    page = book / "chapters/i-5/problems/b04-dense-cost.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace(r"$1.241$ G | $99.3\%$ |", r"$1.241$ G | $99.4\%$ |"), encoding="utf-8")
    try:
        ran = run(".venv/bin/tallybook check I.5.B04", book)
    finally:
        page.write_text(text, encoding="utf-8")
    shown = next(block for block in blocks("text") if "error[" in block)
    assert ran.returncode == 1
    for line in shown.splitlines():
        assert line.strip(" …") in ran.stderr


def test_the_programs_that_are_shown() -> None:
    (program,) = blocks("python")
    exec(compile(program, "README.md", "exec"), {})


@pytest.mark.parametrize("program", blocks("bash"))
def test_the_shell_understands_the_completion(program: str) -> None:
    """In a shell that is asked afterwards whether it would complete."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    shell = ["bash", "--norc", "-c", f"{program}\ncomplete -p tallybook"]
    ran = subprocess.run(
        shell, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    assert "tallybook" in ran.stdout


def test_ci_runs_the_second_command() -> None:
    assert len(SETUP) == 2
    assert SETUP[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
def test_the_first_command_builds_the_book_from_a_clean_checkout(tmp_path: Path) -> None:
    """In a clone of what is committed, with an environment of its own."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("VIRTUAL_ENV", "PYTEST"))
    }
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    environment["PIP_NO_COMPILE"] = "0"  # which means yes: most of what is installed is never imported
    ran = subprocess.run(
        ["bash", "-c", SETUP[0]],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    pages = len([*clone.glob("chapters/*/*/*.md")])
    assert f"{pages} pages" in ran.stdout + ran.stderr
    assert "0 errors, 0 weak" in ran.stdout + ran.stderr
    assert (clone / "build/site/index.html").is_file()
