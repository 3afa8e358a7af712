"""Ledgers that are kept, and ledgers made side by side: which pages are accounted for anew, and that nothing
comes out otherwise."""

from __future__ import annotations

import ast
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import stair_book
from stair_book import OTHER, PAGE, SCRIPT, alter, snapshot
from tallybook import accounts
from tallybook.build import SITE, Settings, Verified, build, load, verify
from tallybook.ledger.account import account as made_alone
from tallybook.ledger.packed import Packer

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "benchmarks"))
import book

LADDER = "checks/i-2-x01-ladder.py"
ALL = ["I.2.B01", "I.2.X01"]
COUNTING = """\
import sys
from tallybook import workers
from tallybook.cli import main

made = workers._Crew

def crew(work, items, count):
    print("crew of", count, file=sys.stderr)
    return made(work, items, count)

workers._Crew = crew
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return stair_book.write(tmp_path / "book")


class Looking:
    """Verifies a book and tells which of its pages were accounted for."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.anew: list[str] = []

        def account(source: Any, body: Any, against: Any, conventions: Any) -> Any:
            self.anew.append(against.page)
            return made_alone(source, body, against, conventions)

        monkeypatch.setattr("tallybook.accounts.account", account)

    def verify(self, **how: Any) -> Verified:
        return verify(load(Settings(self.root, recheck=False, **how)))

    def pages(self, **how: Any) -> list[str]:
        """The pages that a run accounts for anew."""
        self.anew.clear()
        self.verify(**how)
        return sorted(self.anew)


@pytest.fixture
def looking(root: Path, monkeypatch: pytest.MonkeyPatch) -> Looking:
    return Looking(root, monkeypatch)


EDITS: dict[str, tuple[Callable[[Path], None], list[str]]] = {
    "none": (lambda root: None, []),
    "the text of a page": (
        lambda root: alter(root, OTHER, "Count the gaps.", "Count all gaps."),
        ["I.2.X01"],
    ),
    "the head of a page": (lambda root: alter(root, PAGE, "difficulty: 2", "difficulty: 1"), ["I.2.B01"]),
    "a check and what it prints": (
        lambda root: alter(root, SCRIPT, "rise = 17", "rise = 18"),
        ["I.2.B01"],
    ),
    "a check, not what it prints": (
        lambda root: alter(root, SCRIPT, '"""The height of a stair."""', '"""How high a stair is."""'),
        ["I.2.B01"],
    ),
    "the check of a page that another cites": (
        lambda root: alter(root, LADDER, "rungs = 31", "rungs = 32"),
        ALL,
    ),
    "a check that fails": (lambda root: alter(root, SCRIPT, "rise = 17", "rise = 1 / 0"), ["I.2.B01"]),
    "the conventions of the book": (
        lambda root: alter(
            root,
            "chapters/book.yaml",
            "title: Stairs, counted",
            "title: Stairs\nconventions: {rounding: half-up}",
        ),
        ALL,
    ),
    "the title of the book": (
        lambda root: alter(root, "chapters/book.yaml", "title: Stairs, counted", "title: Stairs"),
        [],
    ),
    "macros of the chapter": (
        lambda root: alter(root, "chapters/i-2/chapter.yaml", "contract: A", "contract: A\nmacros: {R: x}"),
        ALL,
    ),
    "the title of the chapter": (
        lambda root: alter(root, "chapters/i-2/chapter.yaml", "title: Stairs", "title: Steps"),
        [],
    ),
}


@pytest.mark.parametrize(("edit", "anew"), EDITS.values(), ids=EDITS.keys())
def test_what_is_accounted_anew(looking: Looking, edit: Callable[[Path], None], anew: list[str]) -> None:
    assert looking.pages() == ALL
    edit(looking.root)
    assert looking.pages() == anew
    kept = looking.verify()
    fresh = looking.verify(cache=False)
    assert kept.report.findings == fresh.report.findings
    assert kept.ledgers == fresh.ledgers


def test_a_wrong_digit_is_found_after_an_edit(looking: Looking) -> None:
    assert looking.verify().ok
    alter(looking.root, SCRIPT, "steps = 126", "steps = 127")
    found = looking.verify()
    assert {(one.code, one.source[one.span]) for one in found.report.findings if one.severity == "error"} >= {
        ("T101", "126")
    }
    alter(looking.root, SCRIPT, "steps = 127", "steps = 126")
    assert looking.verify().ok


def test_going_back_and_forth_is_remembered(looking: Looking) -> None:
    looking.pages()
    alter(looking.root, OTHER, "Count the gaps.", "Count all gaps.")
    assert looking.pages() == ["I.2.X01"]
    alter(looking.root, OTHER, "Count all gaps.", "Count the gaps.")
    assert looking.pages() == []


def test_few_ledgers_of_a_page_are_kept(looking: Looking) -> None:
    last = "Count the gaps."
    for number in range(6):
        new = f"Count {'all ' * number}gaps."
        alter(looking.root, OTHER, last, new)
        last = new
        looking.pages()
    kept = accounts.Kept.of_book(looking.root)
    assert kept.count() == 1 + 4
    kept.let_go()


def test_another_program_accounts_for_everything(looking: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
    looking.pages()
    monkeypatch.setattr(accounts, "_program", lambda: b"another")
    assert looking.pages() == ALL


def test_the_libraries_of_the_ledger_are_known() -> None:
    """Every package but the standard library that the modules below the ledger import, late ones too."""
    package = Path(accounts.__file__).parent
    rooms = ("ledger", "latex", "markup", "numerals")
    files = [file for room in rooms for file in (package / room).rglob("*.py")]
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {one.name.partition(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add((node.module or "").partition(".")[0])
    assert len(files) > 80
    assert found - sys.stdlib_module_names - {"tallybook"} == set(accounts._LIBRARIES)


def test_without_a_cache_nothing_is_kept(looking: Looking) -> None:
    assert looking.pages(cache=False) == ALL
    assert looking.pages(cache=False) == ALL
    assert not (looking.root / ".tallybook").exists()


SPOILT: dict[str, Callable[[Path], object]] = {
    "garbage": lambda file: file.write_bytes(b"no database at all" * 100),
    "empty": lambda file: file.write_bytes(b""),
    "cut": lambda file: file.write_bytes(file.read_bytes()[:5000]),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_unreadable_is_empty(looking: Looking, spoil: Callable[[Path], object]) -> None:
    looking.pages()
    spoil(looking.root / ".tallybook/ledgers.sqlite")
    assert looking.pages() == ALL
    assert looking.pages() == []


@pytest.mark.parametrize(
    "change", ["data = x'00'", "data = 'text'", "data = NULL", "checksum = x'00'", "checksum = NULL"]
)
def test_a_row_that_is_not_whole_is_absent(looking: Looking, change: str) -> None:
    looking.pages()
    with sqlite3.connect(looking.root / ".tallybook/ledgers.sqlite") as db:
        db.execute(f"UPDATE ledgers SET {change} WHERE page = 'I.2.X01'")
    db.close()
    assert looking.pages() == ["I.2.X01"]
    assert looking.pages() == []


def test_a_ledger_of_another_page_is_not_taken(looking: Looking) -> None:
    looking.pages()
    with sqlite3.connect(looking.root / ".tallybook/ledgers.sqlite") as db:
        db.execute("UPDATE ledgers SET data = (SELECT data FROM ledgers WHERE page = 'I.2.B01')")
    db.close()
    assert looking.pages() == ["I.2.X01"]


def test_a_packed_ledger_is_the_same(root: Path) -> None:
    alter(root, PAGE, "= 2142$", "= 2143$")
    loaded = load(Settings(root, cache=False, recheck=False))
    found = verify(loaded)
    packer = Packer({page.source.path: page.source for page in loaded.pages})
    for ledger in found.ledgers.values():
        again = packer.unpack(packer.pack(ledger))
        assert again == ledger
        assert all(one.source is two.source for one, two in zip(again.findings, ledger.findings, strict=True))
    assert found.ledgers["I.2.B01"].findings


def test_only_the_data_of_a_ledger_is_unpacked(tmp_path: Path) -> None:
    import pickle
    import zlib

    class Harm:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "harm",))

    for harmful in (Harm(), [1], "text"):
        with pytest.raises(ValueError, match="no ledger"):
            Packer({}).unpack(zlib.compress(pickle.dumps(harmful)))
    with pytest.raises(ValueError, match="no ledger"):
        Packer({}).unpack(b"")
    assert not (tmp_path / "harm").exists()


def tool(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own, which tells of its workers on standard error."""
    command = [sys.executable, "-c", COUNTING, *words, "-C", str(root), "--format", "json"]
    return subprocess.run(command, capture_output=True, timeout=240)


def forget(root: Path) -> None:
    """Nothing is remembered of a book but what its checks printed."""
    for kind in ("ledgers", "pages"):
        for file in (root / ".tallybook").glob(f"{kind}.sqlite*"):
            file.unlink()


def test_workers_make_the_same_site_and_report(tmp_path: Path) -> None:
    """The prints are remembered: a page tells when its check was executed."""
    root = tmp_path / "book"
    book.write(root, 8, "light")
    alone = tool(root, "build", "--jobs", "1", "--no-recheck")
    site = snapshot(root / SITE)
    forget(root)
    together = tool(root, "build", "--jobs", "2", "--no-recheck")
    assert (alone.returncode, alone.stderr.count(b"crew of")) == (0, 0)
    assert (together.returncode, together.stderr.count(b"crew of 2")) == (0, 2)
    assert together.stdout == alone.stdout
    assert snapshot(root / SITE) == site
    assert len(site) > 16
    page = root / "chapters/i-1/problems/i-1-b03.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("\\val{", "\\val{7", 3).replace("$w$", "$\\nonsense{$"), encoding="utf-8")
    forget(root)
    alone = tool(root, "check", "--jobs", "1", "--no-recheck")
    forget(root)
    together = tool(root, "check", "--jobs", "2", "--no-recheck")
    assert (alone.returncode, together.returncode) == (1, 1)
    assert together.stdout == alone.stdout
    assert together.stderr.count(b"crew of 2") == 2


def test_a_crash_in_a_worker_is_an_internal_error(tmp_path: Path) -> None:
    root = tmp_path / "book"
    book.write(root, 8, "light")
    crash = "from tallybook import accounts\ndef account(*words): raise RuntimeError('a bug')\n"
    code = COUNTING.replace("made =", f"{crash}accounts.account = account\nmade =", 1)
    command = [sys.executable, "-c", code, "check", "-C", str(root), "--jobs", "2", "--no-recheck"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 2
    assert "crew of 2" in done.stderr
    assert "internal error: RuntimeError: a bug" in done.stderr
    assert not build(load(Settings(root, recheck=False))).report.errors
