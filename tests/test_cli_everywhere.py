"""The command line on other machines and in other hands: shells, code pages, examples in the help."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest

from stair_book import PAGE, alter, write
from tallybook import publish
from tallybook.cli import main
from tallybook.cli.group import NAMES, commands

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]
PROGRAM = "import sys\nfrom tallybook.cli import main\nsys.exit(main())"


def shell(root: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", PROGRAM, *words]
    every = {**os.environ, **environment}
    return subprocess.run(command, cwd=root, env=every, capture_output=True, check=False)


def completions(root: Path, line: str) -> list[str]:
    words = line.split(" ")
    done = shell(root, _TALLYBOOK_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1))
    assert (done.returncode, done.stderr) == (0, b"")
    return [entry.partition(",")[2] for entry in done.stdout.decode().splitlines() if entry]


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(tmp_path: Path, name: str) -> None:
    done = shell(tmp_path, _TALLYBOOK_COMPLETE=f"{name}_source")
    assert done.returncode == 0
    assert b"_TALLYBOOK_COMPLETE" in done.stdout


def test_commands_options_and_formats_are_completed(tmp_path: Path) -> None:
    assert completions(tmp_path, "tallybook ex") == ["explain"]
    assert "--format" in completions(tmp_path, "tallybook check --")
    assert completions(tmp_path, "tallybook check --format s") == ["sarif"]


def test_ids_of_the_book_are_completed(tmp_path: Path) -> None:
    root = write(tmp_path / "book")
    assert completions(root, "tallybook check I.2.") == ["I.2.B01", "I.2.X01"]
    assert completions(root, "tallybook fix i.2.b") == ["I.2.B01"]
    assert completions(tmp_path, "tallybook explain --root book I.2.X") == ["I.2.X01"]
    assert completions(root, "tallybook explain t10")[:2] == ["T101", "T102"]


def test_without_a_book_nothing_is_offered_and_nothing_said(tmp_path: Path) -> None:
    assert completions(tmp_path, "tallybook check I") == []


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_each_command_fits_and_its_examples_are_understood(name: str, capsys: Capture) -> None:
    assert main([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    assert command.epilog
    assert re.match(r"Examples?: `tallybook ", command.epilog)
    for example in re.findall(r"`([^`]+)`", command.epilog):
        first = re.split(r" && | \|\| | \| ", example)[0]
        program, called, *words = shlex.split(first)
        assert (program, called) == ("tallybook", name)
        command.make_context(name, words)


def test_every_command_says_in_a_line_what_it_does(capsys: Capture) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    for name in NAMES:
        assert re.search(rf"^  {name} +\S.*\.$", out, re.MULTILINE), name


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_machine_with_another_code_page_still_shows_findings(tmp_path: Path, encoding: str) -> None:
    root = write(tmp_path)
    alter(root, PAGE, "[2142]{=", "[2\u202f143]{=")
    done = shell(root, "check", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 1
    assert "[2\u202f143]" in done.stderr.decode("utf-8")
    assert b"Error" not in done.stderr


def test_nothing_but_text_goes_where_no_terminal_is(tmp_path: Path) -> None:
    root = write(tmp_path)
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    done = shell(root, "check", FORCE_COLOR="1", CLICOLOR_FORCE="1", TERM="xterm-256color")
    assert done.returncode == 1
    assert b"\x1b" not in done.stdout + done.stderr


def test_a_system_without_exchange_publishes_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "site"
    publish.publish({"index.html": b"old"}, target)
    with monkeypatch.context() as patch:
        patch.setattr("sys.platform", "win32")
        assert publish._exchange(tmp_path, target) is False
    monkeypatch.setattr(publish, "_exchange", lambda one, other: False)
    publish.publish({"index.html": b"new", "other.html": b""}, target)
    assert {path.name: path.read_bytes() for path in target.iterdir()} == {
        "index.html": b"new",
        "other.html": b"",
    }
