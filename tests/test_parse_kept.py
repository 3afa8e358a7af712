"""Pages and scripts that are kept between runs: which are read anew, and that nothing comes out otherwise."""

from __future__ import annotations

import ast
import sqlite3
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import stair_book
from stair_book import OTHER, PAGE, SCRIPT, alter
from tallybook.build import Settings, load
from tallybook.live import Workshop
from tallybook.model import Kind
from tallybook.packing import Packing
from tallybook.parse import kept, known

if TYPE_CHECKING:
    from collections.abc import Callable

STORE = ".tallybook/parsed.sqlite"
FUNCTION = "def height():\n    return 1\n\n\nrise = 17\n"
SECOND = {
    "chapters/1-2/chapter.yaml": "id: '1.2'\ntitle: More\n",
    "chapters/1-2/articles/n01-more.md": "---\nid: 1.2.N01\ntitle: More\n---\n\n## More\n\nWords.\n",
}
"""A chapter whose ids are numbers: where it exists, ``(1.2.3)`` is a reference."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return stair_book.write(tmp_path / "book")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the pages and scripts that are read, as they are."""
    paths: list[str] = []
    for name in ("read_page", "read_script"):
        monkeypatch.setattr(known, name, _noting(paths, getattr(known, name)))
    return paths


def _noting(paths: list[str], function: Callable[..., Any]) -> Callable[..., Any]:
    def noting(source: Any, *others: Any) -> Any:
        paths.append(source.path)
        return function(source, *others)

    return noting


def loaded(root: Path, read: list[str]) -> list[str]:
    """Load a book with what is kept of it, and compare with the book that is read anew; returns what was
    read."""
    read.clear()
    found = load(Settings(root))
    again = sorted(read)
    fresh = load(Settings(root, cache=False))
    assert found.book == fresh.book
    assert found.findings == fresh.findings
    return again


def test_only_what_changed_is_read(root: Path, read: list[str]) -> None:
    assert loaded(root, read) == sorted((PAGE, OTHER, SCRIPT, "checks/i-2-x01-ladder.py"))
    assert loaded(root, read) == []
    alter(root, PAGE, "Take another tower.", "Take the tower of I.2.X01.")
    assert loaded(root, read) == [PAGE]
    assert loaded(root, read) == []
    alter(root, SCRIPT, "rise = 17", "rise = 18")
    assert loaded(root, read) == [SCRIPT]


def test_a_function_that_goes_is_missed_by_the_page_that_shows_it(root: Path, read: list[str]) -> None:
    alter(root, SCRIPT, "rise = 17\n", FUNCTION)
    alter(root, PAGE, "check: i-2-b01-tower.py", "check: i-2-b01-tower.py\nexcerpt: [height]")
    loaded(root, read)
    assert loaded(root, read) == []
    alter(root, SCRIPT, "def height", "def depth")
    assert loaded(root, read) == [PAGE, SCRIPT]
    assert [one.code for one in load(Settings(root)).findings] == ["F151"]


def test_what_is_wrong_is_found_again(root: Path, read: list[str]) -> None:
    alter(root, PAGE, "difficulty: 2", "difficulty: 7")
    loaded(root, read)
    assert loaded(root, read) == [PAGE]
    (root / SCRIPT).unlink()
    assert loaded(root, read) == [PAGE]
    assert {one.code for one in load(Settings(root)).findings} == {"F133", "F150"}


def test_what_can_be_cited_changes_what_a_page_cites(root: Path, read: list[str]) -> None:
    alter(root, PAGE, "Take another tower.", "Take (1.2.3) of them.")
    loaded(root, read)
    for path, text in SECOND.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    assert PAGE in loaded(root, read)
    assert "R101" in {one.code for one in load(Settings(root)).findings}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("chapters/i-2/chapter.yaml", "title: Stairs", "title: Steps"),
        ("chapters/book.yaml", "title: Stairs, counted", "title: Stairs, told"),
    ],
)
def test_settings_concern_every_page(root: Path, read: list[str], path: str, old: str, new: str) -> None:
    loaded(root, read)
    alter(root, path, old, new)
    assert loaded(root, read) == sorted((PAGE, OTHER))


def test_another_program_reads_everything(
    root: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(root, read)
    monkeypatch.setattr(kept, "_basis", lambda: b"another")
    assert len(loaded(root, read)) == 4


@pytest.mark.parametrize(
    "data", [b"", b"junk", b"\x80\x05cposix\nsystem\n", b"\x80\x05]\x94.", b"\x80\x05N."]
)
def test_what_is_no_page_counts_as_absent(root: Path, read: list[str], data: bytes) -> None:
    loaded(root, read)
    with sqlite3.connect(root / STORE) as store:
        for path, under in store.execute("SELECT path, digest FROM files").fetchall():
            row = (data, kept._checksum(under, data), path)
            store.execute("UPDATE files SET data = ?, checksum = ? WHERE path = ?", row)
    assert len(loaded(root, read)) == 4


def test_a_store_that_is_none_is_made_anew(root: Path, read: list[str]) -> None:
    loaded(root, read)
    (root / STORE).write_bytes(b"no store" * 1000)
    assert len(loaded(root, read)) == 4
    loaded(root, read)
    assert loaded(root, read) == []


def test_nothing_is_kept_of_files_that_are_gone(root: Path, read: list[str]) -> None:
    loaded(root, read)
    (root / OTHER).unlink()
    alter(root, PAGE, "Take another tower.", "Take a third tower.")
    loaded(root, read)
    with sqlite3.connect(root / STORE) as store:
        paths = {path for (path,) in store.execute("SELECT path FROM files")}
    assert paths == {PAGE, SCRIPT, "checks/i-2-x01-ladder.py"}


def test_without_a_cache_nothing_is_kept(root: Path) -> None:
    load(Settings(root, cache=False))
    assert not (root / STORE).exists()


def test_the_libraries_of_parsing_are_known() -> None:
    """Every package but the standard library that a page is parsed with, late imports too."""
    package = Path(kept.__file__).parents[1]
    files = [*(package / "parse").glob("*.py"), *(package / "markup").glob("*.py")]
    files += [*(package / "references").glob("*.py"), *(package / "numerals").glob("*.py")]
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {one.name.partition(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add((node.module or "").partition(".")[0])
    names = {"jsonschema": "jsonschema", "markdown_it": "markdown-it-py", "yaml": "PyYAML"}
    names |= {"mdit_py_plugins": "mdit-py-plugins", "pybtex": ""}  # a bibliography is read each time
    assert {names[one] for one in found - sys.stdlib_module_names - {"tallybook"}} - {""} == set(
        kept._LIBRARIES
    )


def test_a_book_under_work_begins_with_what_is_kept(root: Path, read: list[str]) -> None:
    load(Settings(root))
    read.clear()
    shop = Workshop(Settings(root, recheck=False))
    try:
        assert read == []
        alter(root, PAGE, "Take another tower.", "Take a third tower.")
        shop.refresh([root / PAGE])
        assert read == [PAGE]
    finally:
        shop.close()
    assert loaded(root, read) == [PAGE]  # what stands in memory alone is not kept


@pytest.mark.parametrize(
    "how", [lambda self, _: (getattr, (type(self), self.name)), lambda self, _: (type(self), (self.value,))]
)
def test_enumerations_are_packed_alike_by_every_python(monkeypatch: pytest.MonkeyPatch, how: Any) -> None:
    """Some versions pickle a member by its name, which is asked for with ``getattr``."""
    monkeypatch.setattr(Enum, "__reduce_ex__", how)
    packing = Packing(Kind)
    assert packing.unpack(packing.pack((Kind.PROBLEM, Kind.READING), {}), {}) == (Kind.PROBLEM, Kind.READING)
