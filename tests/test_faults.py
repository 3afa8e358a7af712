"""Every kind of fault at once: each is one finding at its place, in one run, and nothing is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stair_book import EXERCISE, LADDER, write
from tallybook.build import SITE, Settings, Verified, build, load
from tallybook.cli import main
from tallybook.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "chapters/i-2/exercises/x{:02}.md"
CHECK = "checks/x{:02}.py"
HANGS = "limits:\n  seconds: 1\n---\n\n## Question"

FAULTS: dict[int, tuple[str, str, str, int, int]] = {
    # exercise: text replaced, its replacement; code, line and column of the finding on the page
    2: ("\n## Solution\n\nIt is [930]{=ladder.length} cm long.\n", "", "S101", 0, 0),
    3: ("## Hint", "## Hints", "S103", 13, 1),
    4: ("Count the gaps.", "Count the gaps as in I.2.T9.", "R101", 15, 22),
    5: ("id: I.2.X05", "id: I.2.X04", "F141", 2, 5),
    6: ("difficulty: 1", "\tdifficulty: 1", "F112", 5, 1),
    7: ("difficulty: 1", "difficulty: 1\ndifficulty: 1", "F111", 6, 1),
    8: ("difficulty: 1", "difficulty: 5", "F133", 5, 13),
    9: ("check: x09.py", "check: nowhere.py", "F150", 6, 8),
    15: ("[930]{=", "[931]{=", "T101", 19, 8),
    16: ("Count the gaps.", "Count $\\frac{a$.", "M101", 15, 8),
}
SCRIPTS: dict[int, tuple[str, str]] = {
    # exercise: its check; code of the finding on the check
    10: ("x = 1\n", "X103"),
    11: ("while True:\n    pass\n", "X102"),
    12: (LADDER + "raise SystemExit(3)\n", "X101"),
    13: ("for _ in range(200):\n    print('9' * 1_000_000)\n", "X104"),
    14: (LADDER + "print(1 / 0)\n", "X101"),
}
NUMBERS = (1, *sorted({*FAULTS, *SCRIPTS}))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book that held and was published, and then was spoilt in every way."""
    book = write(tmp_path_factory.mktemp("faults"))
    (book / "chapters/i-2/exercises/x01-ladder.md").unlink()
    (book / "checks/i-2-x01-ladder.py").unlink()
    pages, checks = {}, {}
    for number in NUMBERS:
        text = EXERCISE.replace("I.2.X01", f"I.2.X{number:02}")
        text = text.replace("i-2-x01-ladder.py", f"x{number:02}.py")
        pages[number] = text.replace("---\n\n## Question", HANGS) if number == 11 else text
        checks[number] = LADDER
        (book / PAGE.format(number)).write_text(pages[number], encoding="utf-8")
        (book / CHECK.format(number)).write_text(checks[number], encoding="utf-8")
    assert build(load(Settings(book))).report.findings == ()
    for number, (old, new, *_) in FAULTS.items():
        assert pages[number].count(old) == 1
        (book / PAGE.format(number)).write_text(pages[number].replace(old, new), encoding="utf-8")
    for number, (script, _) in SCRIPTS.items():
        (book / CHECK.format(number)).write_text(script, encoding="utf-8")
    return book


@pytest.fixture(scope="module")
def found(root: Path) -> Verified:
    """What one run finds."""
    return build(load(Settings(root)))


def errors(found: Verified, path: str) -> list[Diagnostic]:
    """The errors in a file."""
    return [
        one for one in found.report.findings if one.source.path == path and one.severity is Severity.ERROR
    ]


@pytest.mark.parametrize("number", FAULTS)
def test_a_fault_of_a_page_is_one_finding_at_its_place(found: Verified, number: int) -> None:
    *_, code, line, column = FAULTS[number]
    (finding,) = errors(found, PAGE.format(number))
    assert finding.code == code
    if line:
        assert finding.source.line_column(finding.span.start) == (line, column)
    assert finding.help


@pytest.mark.parametrize("number", SCRIPTS)
def test_a_fault_of_a_check_is_one_finding_that_names_the_page(found: Verified, number: int) -> None:
    (finding,) = errors(found, CHECK.format(number))
    assert finding.code == SCRIPTS[number][1]
    assert finding.subject == f"I.2.X{number:02}"
    assert errors(found, PAGE.format(number)) == []


def test_an_exception_is_shown_on_its_line(found: Verified) -> None:
    (finding,) = errors(found, CHECK.format(14))
    assert finding.source[finding.span] == "print(1 / 0)"
    assert "ZeroDivisionError: division by zero" in finding.message


def test_what_holds_is_not_blamed(found: Verified) -> None:
    assert errors(found, PAGE.format(1)) == []
    verdicts = {page.id: page.verdict for page in found.report.pages}
    assert verdicts["I.2.X01"] == verdicts["I.2.B01"] == "verified"
    assert set(verdicts.values()) == {"verified", "rejected"}


def test_the_last_good_site_stays(root: Path, found: Verified) -> None:
    assert not found.ok
    assert (root / SITE / "i-2" / "x05.html").is_file()
    assert b"930" in (root / SITE / "i-2" / "x15.html").read_bytes()


def test_the_command_tells_all_and_exits_1(
    root: Path, found: Verified, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "-C", str(root)]) == 1
    err = capsys.readouterr().err
    assert err.count(": error[") == found.report.errors
    assert "tallybook/" not in err, "no line of the tool's own"
