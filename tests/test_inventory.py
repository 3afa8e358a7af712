"""Books that cite books: the inventory of a site, other books' inventories, and Sphinx's."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from stair_book import BOOK, PAGE, alter, write
from tallybook.build import SITE, Settings, build, load

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.diagnostics import Diagnostic

MECHANICS = "inventories:\n  mechanics: {path: ../mechanics/build/site/objects.json}\n"
STATEMENTS = "---\nchapter: I.2\n---\n\n## Law I.2.T1: Stairs go up\n\nThey do.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A book that may cite another one beside it, which is built."""
    other = write(tmp_path / "mechanics")
    (other / "chapters/i-2/statements.md").write_text(STATEMENTS)
    (other / "chapters/book.yaml").write_text(BOOK + "url: https://mechanics.example/book\n")
    assert build(load(Settings(other))).ok
    book = write(tmp_path / "book")
    (book / "chapters/book.yaml").write_text(BOOK + MECHANICS)
    return book


def findings(root: Path) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [brief(one) for one in load(Settings(root)).findings]


def brief(found: Diagnostic) -> tuple[str, str, str, tuple[str, ...]]:
    return found.code, found.source.path, found.source[found.span], found.help


def test_a_site_tells_what_it_holds(root: Path) -> None:
    document = json.loads((root.parent / "mechanics" / SITE / "objects.json").read_text())
    assert document == {
        "version": 1,
        "title": "Stairs, counted",
        "url": "https://mechanics.example/book",
        "objects": [
            {"id": "I.2", "kind": "chapter", "title": "Stairs", "url": "i-2/index.html"},
            {"id": "I.2.T1", "kind": "law", "title": "Stairs go up", "url": "i-2/index.html#i.2.t1"},
            {"id": "I.2.B01", "kind": "problem", "title": "A stair in a tower", "url": "i-2/b01-tower.html"},
            {"id": "I.2.X01", "kind": "exercise", "title": "A ladder", "url": "i-2/x01-ladder.html"},
        ],
    }


def test_another_book_is_cited_by_name(root: Path) -> None:
    alter(root, PAGE, "compare I.2.X01.", "compare mechanics:I.2.T1, mechanics:I.2 and I.2.X01.")
    alter(root, PAGE, "check: i-2-b01-tower.py", "check: i-2-b01-tower.py\ndraws_on: [mechanics:I.2.B01]")
    done = build(load(Settings(root)))
    assert [one.message for one in done.report.findings] == []
    html = (root / SITE / "i-2/b01-tower.html").read_text()
    assert 'href="https://mechanics.example/book/i-2/index.html#i.2.t1" title="Stairs go up"' in html
    assert 'href="https://mechanics.example/book/i-2/index.html" title="Stairs"' in html
    assert "Problem mechanics:I.2.B01" in html
    assert "in Stairs, counted" in html
    assert "mechanics" not in (root / SITE / "objects.json").read_text()


def test_an_id_of_this_book_is_never_taken_from_another(root: Path) -> None:
    alter(root, PAGE, "compare I.2.X01.", "compare I.2.T1.")
    assert [code for code, *_ in findings(root)] == ["R101"]


@pytest.mark.parametrize(
    ("written", "help_"),
    [
        ("mechanics:I.2.B02", "did you mean I.2.B01 or I.2.X01 or I.2.T1?"),
        ("mechanics:IX.9.Z99", "see its objects.json for what it holds"),
    ],
)
def test_an_unknown_id_offers_the_nearest(root: Path, written: str, help_: str) -> None:
    alter(root, PAGE, "compare I.2.X01.", f"compare {written}.")
    assert findings(root) == [("R107", PAGE, written, (help_,))]


def test_an_inventory_that_has_no_such_name_is_no_reference(root: Path) -> None:
    alter(root, PAGE, "compare I.2.X01.", "compare optics:I.2.X01.")
    assert findings(root) == []  # the id itself is of this book


def test_without_an_address_the_words_stand_alone(root: Path) -> None:
    other = root.parent / "mechanics"
    (other / "chapters/book.yaml").write_text(BOOK)
    assert build(load(Settings(other))).ok
    alter(root, PAGE, "compare I.2.X01.", "compare mechanics:I.2.T1.")
    assert build(load(Settings(root))).ok
    html = (root / SITE / "i-2/b01-tower.html").read_text()
    assert 'title="Stairs go up (in Stairs, counted)">mechanics:I.2.T1</span>' in html


def test_an_address_in_book_yaml_goes_before(root: Path) -> None:
    alter(root, "chapters/book.yaml", "objects.json}", "objects.json, url: https://mirror.example/m/}")
    alter(root, PAGE, "compare I.2.X01.", "compare mechanics:I.2.B01.")
    assert build(load(Settings(root))).ok
    html = (root / SITE / "i-2/b01-tower.html").read_text()
    assert 'href="https://mirror.example/m/i-2/b01-tower.html"' in html


@pytest.mark.parametrize(
    "content",
    [
        None,
        "no JSON",
        "[]",
        '{"version": 2, "title": "", "url": "", "objects": []}',
        '{"version": 1, "title": "", "url": "", "objects": [{"id": "I.2"}]}',
        '{"version": 1, "title": "", "url": "", "objects": [{"id": 1, "kind": "", "title": "", "url": ""}]}',
        '{"version": 1, "title": "", "url": 3, "objects": [{"id": "", "kind": "", "title": "", "url": ""}]}',
        "[" * 100_000,
    ],
)
def test_an_inventory_that_cannot_be_used(root: Path, content: str | None) -> None:
    file = root.parent / "mechanics" / SITE / "objects.json"
    file.unlink()
    if content is not None:
        file.write_text(content)
    alter(root, PAGE, "compare I.2.X01.", "compare mechanics:I.2.T9 and I.2.X01.")  # not told again
    path = "../mechanics/build/site/objects.json"
    ((code, source, marked, _),) = findings(root)
    assert (code, source, marked) == ("F162", "chapters/book.yaml", path)


def test_sphinx_resolves_an_id(root: Path) -> None:
    inventory = root.parent / "mechanics" / SITE / "objects.inv"
    manual = root.parent / "manual"
    manual.mkdir()
    mapping = {"stairs": ("https://mechanics.example/book/", str(inventory))}
    (manual / "conf.py").write_text(
        f"extensions = ['sphinx.ext.intersphinx']\nintersphinx_mapping = {mapping!r}\n"
    )
    (manual / "index.rst").write_text(
        "Manual\n======\n\n:ref:`the tower <I.2.B01>` and :external+stairs:ref:`I.2.T1`.\n"
    )
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", ".", "out"]
    done = subprocess.run(command, cwd=manual, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    html = (manual / "out/index.html").read_text()
    assert 'href="https://mechanics.example/book/i-2/b01-tower.html"' in html
    assert 'href="https://mechanics.example/book/i-2/index.html#i.2.t1"' in html
    assert ">Stairs go up</span>" in html


def test_what_a_page_draws_on_is_held_against_the_inventory(root: Path) -> None:
    alter(root, PAGE, "check: i-2-b01-tower.py", "check: i-2-b01-tower.py\ndraws_on: [mechanics:I.2.B07]")
    assert findings(root) == [
        ("R107", PAGE, "mechanics:I.2.B07", ("did you mean I.2.B01 or I.2.X01 or I.2.T1?",))
    ]
