"""The files by which other programs run the tool: the workflow for pull requests, the hook for commits."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from stair_book import PAGE, SCRIPT, alter, write
from tallybook.cli.group import commands

ROOT = Path(__file__).parent.parent
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/book.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = WORKFLOW["jobs"]["verify"]["steps"]


def understood(line: str) -> bool:
    """Whether the command line takes a command with these options; it is not run."""
    program, name, *words = shlex.split(line)
    assert program == "tallybook"
    command = commands.get_command(click.Context(commands), name)
    assert command is not None, name
    command.make_context(name, words)
    return True


def test_the_workflow_is_for_pull_requests_and_main() -> None:
    triggers = WORKFLOW[True]  # YAML 1.1 reads the key `on` as a truth value
    assert "pull_request" in triggers
    assert triggers["push"]["branches"] == ["main"]
    publish = WORKFLOW["jobs"]["publish"]
    assert publish["needs"] == "verify"
    assert publish["if"] == "github.event_name == 'push'"


def test_only_publishing_may_write() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert "permissions" not in WORKFLOW["jobs"]["verify"]
    assert WORKFLOW["jobs"]["publish"]["permissions"] == {"pages": "write", "id-token": "write"}


def test_every_step_has_one_thing_to_do() -> None:
    for job in WORKFLOW["jobs"].values():
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            if "uses" in step:
                assert re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"])


def test_the_commands_of_the_workflow_are_understood() -> None:
    lines = [step["run"] for step in STEPS if step.get("run", "").startswith("tallybook")]
    assert len(lines) == 2
    assert all(map(understood, lines))


@pytest.mark.parametrize("at_fault", [False, True])
def test_the_steps_do_what_they_say(tmp_path: Path, at_fault: bool) -> None:
    """Run as a runner would: each step in bash, and after a failure only those that ask for it."""
    root = write(tmp_path / "book")
    if at_fault:
        alter(root, PAGE, "[2142]{=", "[2143]{=")
    summary = tmp_path / "summary.md"
    environment = {
        **os.environ,
        "CI": "true",
        "GITHUB_STEP_SUMMARY": str(summary),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    failed, annotations = False, ""
    for step in STEPS:
        waits = failed and "always()" not in step.get("if", "")
        if waits or "run" not in step or step.get("name") == "Install":
            continue
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]],
            cwd=root,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        failed |= done.returncode != 0
        annotations += done.stdout
    assert failed == at_fault
    assert ("::error file=chapters/i-2/problems/b01-tower.md,line=" in annotations) == at_fault
    verdict = "the book is at fault" if at_fault else "the book holds"
    assert summary.read_text(encoding="utf-8").startswith(f"### Tallybook: {verdict}\n")
    assert {path.name for path in (root / "reports").iterdir()} == {"summary.md", "book.sarif", "book.xml"}
    uploaded = next(step for step in STEPS if "upload-pages-artifact" in step.get("uses", ""))
    assert (root / uploaded["with"]["path"] / "index.html").is_file() != at_fault


def test_the_hook_runs_the_check_when_the_book_changes() -> None:
    (hook,) = HOOKS
    assert understood(hook["entry"])
    assert hook["id"] == "tallybook-check"
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False, "the check takes ids, and verifies what a change may touch"
    wanted = re.compile(hook["files"])
    assert all(wanted.search(path) for path in (PAGE, SCRIPT, "chapters/book.yaml", f"physics/{PAGE}"))
    assert not wanted.search("README.md")
    assert not wanted.search("src/checks.py")
