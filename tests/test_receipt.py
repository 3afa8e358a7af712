"""A build with nothing to do is seen at a glance, and anything that changes is seen as well."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stair_book import PAGE, SCRIPT, alter, snapshot, write
from tallybook import receipt
from tallybook.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

ASKED = "sandbox best"
SITE = Path(receipt.SITE)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book with a site and a receipt."""
    root = write(tmp_path / "book")
    for name in ("index.html", "i-2/b01.html"):
        file = root / SITE / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("<p>1</p>", encoding="utf-8")
    leave(root)
    return root


def leave(root: Path) -> None:
    """A receipt of the book as it stands."""
    time.sleep(0.03)
    receipt.write(str(root), ASKED, "2 pages", receipt.Sources(str(root)))


def test_nothing_changed(book: Path) -> None:
    assert receipt.unchanged(str(book), ASKED) == "2 pages"
    assert receipt.unchanged(str(book), ASKED) == "2 pages"
    assert sorted(path.name for path in (book / ".tallybook").iterdir()) == ["receipt"]


def rewritten(book: Path) -> None:
    """Another text of the same length, with the old time put back."""
    file = book / PAGE
    before = file.stat()
    file.write_text(file.read_text(encoding="utf-8").replace("17", "18"), encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size


CHANGES: dict[str, Callable[[Path], object]] = {
    "page": lambda book: alter(book, PAGE, "[17]", "[18]"),
    "page of the same size and time": rewritten,
    "check": lambda book: alter(book, SCRIPT, "17", "18"),
    "settings": lambda book: alter(book, "chapters/book.yaml", "counted", "told"),
    "data": lambda book: (book / "checks" / "data.csv").write_text("1", encoding="utf-8"),
    "data elsewhere": lambda book: (book / "numbers.csv").write_text("1", encoding="utf-8"),
    "template": lambda book: (
        (book / "templates").mkdir(),
        (book / "templates" / "page.html").write_text("x", encoding="utf-8"),
    ),
    "new page": lambda book: (book / PAGE).with_name("b02-other.md").write_text("x", encoding="utf-8"),
    "page gone": lambda book: (book / PAGE).unlink(),
    "page renamed": lambda book: (book / PAGE).rename((book / PAGE).with_name("b09.md")),
    "page replaced by a link": lambda book: (
        (book / PAGE).rename(book / "chapters" / "kept.md"),
        (book / PAGE).symlink_to(book / "chapters" / "kept.md"),
    ),
    "site altered": lambda book: (book / SITE / "index.html").write_text("<p>2</p>", encoding="utf-8"),
    "file of the site gone": lambda book: (book / SITE / "index.html").unlink(),
    "file added to the site": lambda book: (book / SITE / "new.html").write_text("x", encoding="utf-8"),
    "site gone": lambda book: (book / "build").rename(book / "dist"),
    "receipt cut": lambda book: os.truncate(book / ".tallybook/receipt", 300),
    "receipt garbage": lambda book: (book / ".tallybook/receipt").write_bytes(b"\xff\0" * 99),
    "receipt empty": lambda book: (book / ".tallybook/receipt").write_bytes(b""),
}


@pytest.mark.parametrize("change", CHANGES)
def test_change_is_seen(book: Path, change: str) -> None:
    CHANGES[change](book)
    assert receipt.unchanged(str(book), ASKED) == ""


LARGE = """
import sys
from tallybook import receipt
receipt._LARGE = 0
real, forks = receipt.os.fork, []
receipt.os.fork = lambda: forks.append(1) or real()
print([receipt.unchanged(sys.argv[1], sys.argv[2])], len(forks))
"""


def large(book: Path) -> str:
    """What a process of its own finds that compares sources and site side by side, and how often it forks."""
    command = [sys.executable, "-c", LARGE, str(book), ASKED]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("change", ["page", "site altered", "file added to the site", "receipt cut"])
def test_large_book_is_compared_side_by_side(book: Path, change: str) -> None:
    assert large(book) == "['2 pages'] 1"
    CHANGES[change](book)
    assert large(book) == "[''] 1"


def test_other_options_are_another_build(book: Path) -> None:
    assert receipt.unchanged(str(book), "sandbox off") == ""


def test_another_version_is_seen(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receipt, "__version__", "9.9.9")
    assert receipt.unchanged(str(book), ASKED) == ""


def test_another_interpreter_is_seen(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/usr/bin/env")
    assert receipt.unchanged(str(book), ASKED) == ""


def test_package_that_is_installed_is_seen(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = tmp_path / "site-packages"
    packages.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(packages)])
    leave(book)
    assert receipt.unchanged(str(book), ASKED) == "2 pages"
    (packages / "new-1.0.dist-info").mkdir()
    assert receipt.unchanged(str(book), ASKED) == ""


def test_change_while_building_leaves_no_receipt(tmp_path: Path) -> None:
    root = write(tmp_path)
    time.sleep(0.03)
    before = receipt.Sources(str(root))
    alter(root, SCRIPT, "17", "18")
    receipt.write(str(root), ASKED, "2 pages", before)
    assert not (root / ".tallybook").exists()


def test_change_just_before_building_leaves_no_receipt(tmp_path: Path) -> None:
    """It could be followed by another one of the same time."""
    root = write(tmp_path)
    later = time.time_ns() + 3_600_000_000_001
    os.utime(root / SCRIPT, ns=(later, later))
    receipt.write(str(root), ASKED, "2 pages", receipt.Sources(str(root)))
    assert not (root / ".tallybook").exists()


def test_file_of_another_book_is_seen(book: Path, tmp_path: Path) -> None:
    other = tmp_path / "objects.json"
    other.write_text("{}", encoding="utf-8")
    time.sleep(0.03)
    receipt.write(str(book), ASKED, "2 pages", receipt.Sources(str(book)), (str(other),))
    assert receipt.unchanged(str(book), ASKED) == "2 pages"
    other.write_text("[]", encoding="utf-8")
    assert receipt.unchanged(str(book), ASKED) == ""
    before = receipt.Sources(str(book))
    other.write_text("{ }", encoding="utf-8")
    receipt.write(str(book), ASKED, "2 pages", before, (str(other),))
    assert receipt.unchanged(str(book), ASKED) == ""  # it has changed since it was read
    other.unlink()
    assert receipt.unchanged(str(book), ASKED) == ""


def test_hidden_and_generated_files_do_not_count(book: Path) -> None:
    (book / ".git").mkdir()
    (book / ".git" / "HEAD").write_text("x", encoding="utf-8")
    (book / "build" / "wheel.whl").write_text("x", encoding="utf-8")
    assert receipt.unchanged(str(book), ASKED) == "2 pages"


def test_links_in_a_circle_end(book: Path) -> None:
    (book / "checks" / "loop").symlink_to(book)
    (book / "checks" / "lost").symlink_to(book / "nowhere")
    leave(book)
    assert receipt.unchanged(str(book), ASKED) == "2 pages"


def test_place_that_cannot_be_written_is_let_go(book: Path) -> None:
    (book / ".tallybook" / "receipt").unlink()
    (book / ".tallybook").rmdir()
    (book / ".tallybook").write_text("a file", encoding="utf-8")
    leave(book)
    assert receipt.unchanged(str(book), ASKED) == ""


def test_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    root = write(tmp_path)
    monkeypatch.chdir(root)
    time.sleep(0.03)
    assert main(["build"]) == 0
    first = capsys.readouterr().out.splitlines()
    built = snapshot(root / SITE)
    assert main(["build"]) == 0
    assert capsys.readouterr().out.splitlines() == [first[0], "up to date: build/site/index.html"]
    assert main(["build", "--jobs", "1"]) == 0
    assert "up to date" in capsys.readouterr().out
    for words in (["--cold"], ["--no-cache"], ["--format", "json"], ["--sandbox", "required"]):
        main(["build", *words])
        assert "up to date" not in capsys.readouterr().out
    assert snapshot(root / SITE).keys() == built.keys()
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    assert main(["build"]) == 1
    assert "2143 is not what" in capsys.readouterr().err
    alter(root, PAGE, "[2143]{=", "[2142]{=")
    assert main(["build"]) == 0
    assert "published build/site/index.html" in capsys.readouterr().out


def test_warnings_are_told_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(tmp_path)
    (root / "chapters" / "stray.txt").write_text("x", encoding="utf-8")
    monkeypatch.chdir(root)
    for _ in range(2):
        assert main(["build"]) == 0
        assert "warning[F106]" in capsys.readouterr().err


def test_nothing_is_imported_to_do_nothing(book: Path) -> None:
    usual = "sandbox best, cold False, recheck True, solutions inline"
    time.sleep(0.03)
    program = (
        "import sys\nbefore = set(sys.modules)\n"
        "from tallybook import receipt\nfrom tallybook.cli import main\n"
        f"receipt.write({str(book)!r}, {usual!r}, '2 pages', receipt.Sources({str(book)!r}))\n"
        f"assert main(['build', '-C', {str(book)!r}]) == 0\n"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "2 pages",
        f"up to date: {book}/build/site/index.html",
        "['__future__', 'tallybook', 'tallybook.cli', 'tallybook.cli.nothing', 'tallybook.receipt']",
    ]


def test_the_pipeline_is_not_imported_to_do_nothing_with_options(book: Path) -> None:
    decided = "sandbox best, cold False, recheck False, solutions inline"
    time.sleep(0.03)
    program = (
        "import sys\nfrom tallybook import receipt\nfrom tallybook.cli import main\n"
        f"receipt.write({str(book)!r}, {decided!r}, '2 pages', receipt.Sources({str(book)!r}))\n"
        f"assert main(['build', '--no-recheck', '-C', {str(book)!r}]) == 0\n"
        "print({'tallybook.build', 'tallybook.report', 'tallybook.ledger'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["2 pages", f"up to date: {book}/build/site/index.html", "set()"]
