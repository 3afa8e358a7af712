"""``init`` and ``new``: what they write verifies, and nothing is written over."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
import yaml

from stair_book import snapshot
from tallybook.cli import main
from tallybook.parse.schema import schemas
from tallybook.scaffold import Draft, TakenError, write

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """The starter, which is also the current folder."""
    root = tmp_path / "my-book"
    assert main(["init", str(root)]) == 0
    capsys.readouterr()
    monkeypatch.chdir(root)
    return root


def test_the_starter_builds_with_nothing_weak(book: Path, capsys: Capture) -> None:
    assert main(["build"]) == 0
    out, err = capsys.readouterr()
    assert re.match(r"2 pages, \d\d claims, 0 errors, 0 weak", out)
    assert err == ""
    assert (book / "build/site/i-1/b01-instalment.html").is_file()


def test_the_amounts_of_the_starter_are_right() -> None:
    """Worked out apart: by the closed form instead of the sum, and in integers of cents."""
    page = files("tallybook") / "starter/chapters/i-1/problems/b01-instalment.md"
    text = page.read_text(encoding="utf-8")
    q = Fraction(1005, 1000)
    worth = (1 - q**-24) / (q - 1)
    instalment = round(12000 / worth * 100)
    assert f"{float(worth):.6f}" in text
    assert f"${instalment / 100:.2f}$" in text
    assert f"${24 * instalment / 100 - 12000:.2f}$" in text


def test_init_writes_over_nothing(book: Path, capsys: Capture) -> None:
    before = snapshot(book)
    assert main(["init", "."]) == 2
    assert capsys.readouterr().err == "tallybook: . holds a book already; name another folder\n"
    assert snapshot(book) == before


def test_init_into_a_folder_that_holds_a_check_of_that_name(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "checks").mkdir()
    (tmp_path / "checks/i-1-b01-instalment.py").write_text("mine\n", encoding="utf-8")
    before = snapshot(tmp_path)
    assert main(["init", str(tmp_path)]) == 2
    assert "checks/i-1-b01-instalment.py is there already, and nothing was written" in capsys.readouterr().err
    assert snapshot(tmp_path) == before
    assert not (tmp_path / "chapters").exists()


def test_init_leaves_a_gitignore_alone(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("mine\n", encoding="utf-8")
    assert main(["init", str(tmp_path)]) == 0
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize(
    ("words", "page", "check"),
    [
        (["problem", "I.1.B02"], "chapters/i-1/problems/b02.md", "checks/i-1-b02.py"),
        (
            ["problem", "I.1.B03", "--title", 'Noether\'s loan: rough / "fine"'],
            "chapters/i-1/problems/b03-noether-s-loan-rough-fine.md",
            "checks/i-1-b03-noether-s-loan-rough-fine.py",
        ),
        (
            ["exercise", "I.1.X02", "--title", "yes"],
            "chapters/i-1/exercises/x02-yes.md",
            "checks/i-1-x02-yes.py",
        ),
        (["article", "I.1.N01"], "chapters/i-1/articles/n01.md", "checks/i-1-n01.py"),
    ],
)
def test_a_new_page_verifies_as_it_is(
    book: Path, capsys: Capture, words: list[str], page: str, check: str
) -> None:
    assert main(["new", *words]) == 0
    assert capsys.readouterr().out == f"wrote {page}\nwrote {check}\n"
    assert main(["check"]) == 0
    assert "0 errors, 0 weak" in capsys.readouterr().out
    front = yaml.safe_load((book / page).read_text(encoding="utf-8").split("---\n")[1])
    assert front["id"] == words[1]
    assert front["title"] == (words[3] if len(words) > 2 else "Untitled")


def test_a_new_chapter_takes_pages(book: Path, capsys: Capture) -> None:
    assert main(["new", "chapter", "I.2", "--title", "Bonds"]) == 0
    for words in (["problem", "I.2.B01"], ["exercise", "I.2.X01"]):
        assert main(["new", *words]) == 0
    assert main(["check"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("4 pages, ")


def test_every_file_of_an_author_names_its_schema(book: Path) -> None:
    assert main(["new", "chapter", "I.2"]) == 0
    assert main(["new", "problem", "I.2.B01"]) == 0
    named = {}
    for file in [*book.rglob("chapters/**/*.md"), *book.rglob("chapters/**/*.yaml")]:
        match = re.search(r"^# yaml-language-server: \$schema=(\S+)$", file.read_text(encoding="utf-8"), re.M)
        assert match, file
        schema = (file.parent / match[1]).resolve()
        assert json.loads(schema.read_text(encoding="utf-8")) == schemas()[schema.stem]
        named[file.name] = schema.stem
    assert named["b01.md"] == "problem"
    assert named["x01-doubling.md"] == "exercise"
    assert named["statements.md"] == "statements"
    assert named["book.yaml"] == "book"


def test_a_new_reading_reads_a_work_of_the_bibliography(book: Path, capsys: Capture) -> None:
    assert main(["new", "reading", "I.1.R01"]) == 2
    assert "add the work that is read to `works`" in capsys.readouterr().err
    with (book / "chapters/book.yaml").open("a", encoding="utf-8") as stream:
        stream.write("works:\n  - {key: Nobody 1900, text: No address.}\n")
        stream.write('  - {key: "Fisher: 1930", text: On interest., url: "https://example.org/fisher"}\n')
    assert main(["new", "reading", "I.1.R01"]) == 0
    page = (book / "chapters/i-1/readings/r01.md").read_text(encoding="utf-8")
    front = yaml.safe_load(page.split("---\n")[1])
    assert front["source"] == "Fisher: 1930"
    capsys.readouterr()
    assert main(["check"]) == 0
    assert "0 errors, 0 weak" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["problem", "I.1.B01"], "the id I.1.B01 is taken"),
        (["chapter", "I.1"], "the id I.1 is taken"),
        (["problem", "I.1.X02"], "no id of a problem"),
        (["exercise", "I.1.B02"], "no id of an exercise"),
        (["problem", "one"], "I.5.B01"),
        (["chapter", "I.1.B02"], "no id of a chapter"),
        (["problem", "I.9.B01"], "`tallybook new chapter I.9` starts it"),
        (["theorem", "I.1.T1"], "problem"),
        (["problem"], "tallybook new --help"),
    ],
)
def test_what_cannot_be_made_is_one_line(book: Path, capsys: Capture, words: list[str], message: str) -> None:
    before = snapshot(book)
    assert main(["new", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err
    assert snapshot(book) == before


def test_new_writes_over_no_check(book: Path, capsys: Capture) -> None:
    (book / "checks/i-1-b02.py").write_text("mine\n", encoding="utf-8")
    before = snapshot(book)
    assert main(["new", "problem", "I.1.B02"]) == 2
    assert "checks/i-1-b02.py is there already" in capsys.readouterr().err
    assert snapshot(book) == before


def test_what_fails_half_way_is_taken_back(tmp_path: Path) -> None:
    drafts = (Draft("a/b/c.md", "text"), Draft("a/b/c.md/d.md", "in a file"))
    with pytest.raises(OSError, match=r"c\.md"):
        write(tmp_path, drafts)
    assert list(tmp_path.iterdir()) == []


def test_the_same_file_twice_is_taken_back(tmp_path: Path) -> None:
    with pytest.raises(TakenError):
        write(tmp_path, (Draft("a.md", "1"), Draft("a.md", "2")))
    assert list(tmp_path.iterdir()) == []
