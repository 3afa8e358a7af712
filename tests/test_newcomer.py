"""A newcomer's first quarter of an hour, as a script: each message on the way is the one that is promised."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from stair_book import snapshot

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "chapters/i-1/problems/b01-instalment.md"
SITE = "build/site"


def tallybook(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run the command as a shell would, away from any terminal: exit status, output, errors."""
    program = "import sys\nfrom tallybook.cli import main\nsys.exit(main())"
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout, done.stderr


def test_init_build_err_fix_build(tmp_path: Path) -> None:
    status, out, err = tallybook(tmp_path, "init", "loans")
    assert (status, err) == (0, "")
    assert f"wrote loans/{PAGE}\n" in out
    assert out.endswith("\nnow build it: tallybook build -C loans\n")

    status, out, err = tallybook(tmp_path, "build", "-C", "loans")
    assert (status, err) == (0, "")
    assert re.fullmatch(
        r"2 pages, \d+ claims, 0 errors, 0 weak[^\n]*\npublished loans/build/site/index\.html\n", out
    )

    book = tmp_path / "loans"
    before = snapshot(book / SITE)
    text = (book / PAGE).read_text(encoding="utf-8")
    wrong = text.replace(r"| interest | $764.40$ |", r"| interest | $764.46$ |")
    line = wrong.splitlines().index("| interest | $764.46$ |") + 1
    (book / PAGE).write_text(wrong, encoding="utf-8")

    status, out, err = tallybook(book, "build")
    assert status == 1
    assert " claims, 1 error, 0 weak" in out
    shown = err.splitlines()
    assert shown[0] == f"{PAGE}:{line}:15: error[T101]: 764.46 is not what the check printed"
    assert f"{line} | | interest | $764.46$ |" in shown
    assert f"   |{' ' * 15}^^^^^^ printed 764.40" in shown
    assert re.search(r"= print: interest = 764\.40 +\(checks/i-1-b01-instalment\.py:\d+\)\n", err)
    assert "  = help: `tallybook fix I.1.B01` takes the printed digits" in shown
    assert snapshot(book / SITE) == before, "the site that was published last stays"

    status, out, err = tallybook(book, "explain", "T101")
    assert (status, err) == (0, "")
    assert out.startswith("# T101: not what the check printed\n")

    status, out, err = tallybook(book, "fix", "I.1.B01")
    assert status == 1
    assert "-| interest | $764.46$ |\n+| interest | $764.40$ |\n" in out
    assert (book / PAGE).read_text(encoding="utf-8") == wrong, "shown, and not yet applied"

    status, out, err = tallybook(book, "fix", "I.1.B01", "--write")
    assert (status, err) == (0, "")
    assert " claims, 0 errors, 0 weak" in out.splitlines()[-1]
    assert (book / PAGE).read_text(encoding="utf-8") == text

    status, out, err = tallybook(book, "build")
    assert (status, err) == (0, "")
    assert out.endswith("published build/site/index.html\n")

    status, out, err = tallybook(book, "new", "problem", "I.1.B02", "--title", "A car")
    assert (status, err) == (0, "")
    assert out == "wrote chapters/i-1/problems/b02-a-car.md\nwrote checks/i-1-b02-a-car.py\n"
    status, out, err = tallybook(book, "check", "I.1.B02")
    assert (status, err) == (0, "")
    assert out.startswith("1 page, 1 claim, 0 errors, 0 weak")
