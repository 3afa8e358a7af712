"""Strict by default: what is broken fails in every section and construct, at its place and with a caret."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from stair_book import EXERCISE, OTHER, PAGE, PROBLEM, SCRIPT, write
from tallybook.build import Settings, load, verify
from tallybook.cli import main

if TYPE_CHECKING:
    from pathlib import Path

FAULTS = {
    # what is planted; the code it must give, and the text under the caret
    "a reference to nothing": ("Compare I.2.T9 here.", "R101", "I.2.T9"),
    "a problem that is none": ("Compare I.2.B77 here.", "R101", "I.2.B77"),
    "TeX that is not closed": ("Take $\\frac{a$ here.", "M101", None),
    "a command that is none": ("Take $\\nosuchthing{a}$ here.", "M101", "\\nosuchthing"),
    "a link into nowhere": ("Go [there](#no-such-heading) now.", "R104", None),
}
CONSTRUCTS = {
    "a paragraph": "{}",
    "a list": "- One thing.\n- {}",
    "a list in a list": "1. One thing.\n   - {}",
    "a quotation": "> {}",
    "a table": "| thing | remark |\n| --- | --- |\n| a | {} |",
    "emphasis": "*{}*",
    "behind a smile": "🗼 {}",
}
SECTIONS = re.findall(r"^## (.*)$", PROBLEM, re.MULTILINE)


def planted(text: str, section: str, fault: str) -> str:
    """A page with a fault as a paragraph at the end of one of its sections."""
    at = re.search(rf"^## {re.escape(section)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert at is not None
    return f"{text[: at.end()].rstrip()}\n\n{fault}\n\n{text[at.end() :]}"


def reported(root: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `check` says of a book, which must be at fault."""
    assert main(["check", "--no-recheck", "-C", str(root)]) == 1
    return capsys.readouterr().err


def assert_told(told: str, path: str, text: str, fault: tuple[str, str, str | None], times: int = 1) -> None:
    """A fault is reported where it stands, with its line and carets under it."""
    words, code, under = fault
    line = text[: text.index(words)].count("\n") + 1
    first = text.splitlines()[line - 1].index(words)
    found = re.findall(
        rf"^{re.escape(path)}:{line}:(\d+): error\[{code}\]: .*\n +\|\n *{line} \| (.*)\n +\| ( *)(\^+)",
        told,
        re.MULTILINE,
    )
    assert len(found) == times, told
    column, shown, _, carets = found[0]
    assert first <= int(column) - 1 < first + len(words)
    assert words.split("$")[0].strip() in shown
    if under is not None:
        assert int(column) - 1 == first + words.index(under)
        assert len(carets) == len(under)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("section", SECTIONS)
def test_in_every_section_of_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], section: str, fault: str
) -> None:
    root = write(tmp_path)
    text = planted(PROBLEM, section, FAULTS[fault][0])
    (root / PAGE).write_text(text, encoding="utf-8")
    assert_told(reported(root, capsys), PAGE, text, FAULTS[fault])


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("section", ["Question", "Hint", "Solution"])
def test_in_every_section_of_an_exercise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], section: str, fault: str
) -> None:
    root = write(tmp_path)
    text = planted(EXERCISE, section, FAULTS[fault][0])
    (root / OTHER).write_text(text, encoding="utf-8")
    assert_told(reported(root, capsys), OTHER, text, FAULTS[fault])


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_in_every_construct(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], construct: str, fault: str
) -> None:
    root = write(tmp_path)
    text = planted(PROBLEM, "Solution", CONSTRUCTS[construct].format(FAULTS[fault][0]))
    (root / PAGE).write_text(text, encoding="utf-8")
    assert_told(reported(root, capsys), PAGE, text, FAULTS[fault])


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("print(1 / 0)", "ZeroDivisionError: division by zero"),
        ("assert rise == 18", "AssertionError"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise ValueError('too high')", "ValueError: too high"),
        ("print(nothing)", "NameError: name 'nothing' is not defined"),
        ("raise SystemExit(3)", ""),
    ],
)
@pytest.mark.parametrize("where", [3, 4, 7])
def test_a_check_that_raises_on_any_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, error: str, where: int
) -> None:
    root = write(tmp_path)
    lines = (root / SCRIPT).read_text(encoding="utf-8").splitlines()
    text = "\n".join([*lines[:where], line, *lines[where:]]) + "\n"
    (root / SCRIPT).write_text(text, encoding="utf-8")
    told = reported(root, capsys)
    assert error in told
    if error:
        carets = "^" * len(line)
        assert f"{SCRIPT}:{where + 1}:1: error[X101]" in told
        assert f"\n{where + 1} | {line}\n  | {carets}" in told
    else:
        assert f"{SCRIPT}:1:1: error[X101]" in told
    assert f"{PAGE}:6:1\n" in told  # the page that rests on it


def test_all_of_them_at_once_are_all_told(tmp_path: Path) -> None:
    root = write(tmp_path)
    text = PROBLEM
    for section in SECTIONS:
        text = planted(text, section, f"In {section}: compare I.2.T9, take $\\frac{{a$.")
    (root / PAGE).write_text(text, encoding="utf-8")
    found = verify(load(Settings(root, recheck=False))).report.findings
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith("In ")]
    for code in ("R101", "M101"):
        told = [one.source.line_column(one.span.start)[0] for one in found if one.code == code]
        assert told == lines
