"""``rename``: every reference follows, files go along, the old address leads on, and all of it or nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import yaml

from stair_book import OTHER, PAGE, SCRIPT, alter, snapshot, write
from tallybook.cli import main
from tallybook.rename.redirects import with_redirects

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]
STATEMENTS = """\
---
chapter: I.2
---

See I.2.B01 and [the stair](I.2.B01), (I.2.1), Theorem I.2.T1 and `I.2.B01`, but no I.2.B012 and no XI.2.B01x.

## Equation (I.2.1): Height

$$h = n r \\tag{I.2.1}$$

## Theorem I.2.T1: Higher

By (I.2.1), and [above](#i.2.1).
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book that holds, with statements that cite, which is also the current folder."""
    book = write(tmp_path / "book")
    text = STATEMENTS.replace(", but no I.2.B012 and no XI.2.B01x", "")
    (book / "chapters/i-2/statements.md").write_text(text, encoding="utf-8")
    alter(book, OTHER, "check: i-2-x01-ladder.py", "check: i-2-x01-ladder.py\ndraws_on: [I.2.B01, I.2.T1]")
    alter(book, SCRIPT, "The height of a stair.", "The height of a stair (I.2.B01).")
    monkeypatch.chdir(book)
    return book


def text_of(root: Path, path: str) -> str:
    return (root / path).read_text(encoding="utf-8")


def everything(root: Path) -> str:
    return "\n".join(data.decode() for data in snapshot(root).values())


def holds(capsys: Capture, pages: int = 2) -> bool:
    capsys.readouterr()
    status = main(["build"])
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out.startswith(f"{pages} pages") and "0 errors, 0 weak" in out


def test_a_page_is_followed_everywhere(root: Path, capsys: Capture) -> None:
    assert main(["rename", "I.2.B01", "I.2.B07"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "moved chapters/i-2/problems/b01-tower.md to chapters/i-2/problems/b07-tower.md",
        "moved checks/i-2-b01-tower.py to checks/i-2-b07-tower.py",
        "changed chapters/i-2/statements.md",
        "changed chapters/i-2/problems/b07-tower.md",
        "changed chapters/i-2/exercises/x01-ladder.md",
        "changed checks/i-2-b07-tower.py",
        "changed chapters/book.yaml",
        "redirects i-2/b01-tower.html to I.2.B07",
    ]
    assert "I.2.B01" not in everything(root)
    page = text_of(root, "chapters/i-2/problems/b07-tower.md")
    assert "\nid: I.2.B07\n" in page
    assert "\ncheck: i-2-b07-tower.py\n" in page
    assert "draws_on: [I.2.B07, I.2.T1]" in text_of(root, OTHER)
    assert "[the stair](I.2.B07)" in text_of(root, "chapters/i-2/statements.md")
    assert "`I.2.B07`" in text_of(root, "chapters/i-2/statements.md")
    assert "(I.2.B07)." in text_of(root, "checks/i-2-b07-tower.py")
    assert holds(capsys)


def test_the_old_address_leads_on(root: Path, capsys: Capture) -> None:
    assert main(["rename", "I.2.B01", "I.2.B07"]) == 0
    assert holds(capsys)
    old = text_of(root, "build/site/i-2/b01-tower.html")
    assert '<meta http-equiv="refresh" content="0; url=b07-tower.html">' in old
    assert '<a href="b07-tower.html">Problem I.2.B07 A stair in a tower</a>' in old
    assert (root / "build/site/i-2/b07-tower.html").is_file()


def test_a_second_renaming_leads_the_first_address_on(root: Path, capsys: Capture) -> None:
    for old, new in (("I.2.B01", "I.2.B07"), ("I.2.B07", "I.2.B08")):
        assert main(["rename", old, new]) == 0
    moved = yaml.safe_load(text_of(root, "chapters/book.yaml"))["redirects"]
    assert moved == {"i-2/b01-tower.html": "I.2.B08", "i-2/b07-tower.html": "I.2.B08"}
    assert holds(capsys)


def test_there_and_back_leaves_no_redirect_from_a_page(root: Path, capsys: Capture) -> None:
    assert main(["rename", "I.2.B01", "I.2.B07"]) == 0
    assert main(["rename", "I.2.B07", "I.2.B01"]) == 0
    moved = yaml.safe_load(text_of(root, "chapters/book.yaml"))["redirects"]
    assert moved == {"i-2/b07-tower.html": "I.2.B01"}
    assert holds(capsys)


def test_a_statement_is_followed_to_its_tag_and_its_anchor(root: Path, capsys: Capture) -> None:
    assert main(["rename", "I.2.1", "I.2.12"]) == 0
    text = text_of(root, "chapters/i-2/statements.md")
    assert "## Equation (I.2.12): Height" in text
    assert "\\tag{I.2.12}" in text
    assert "By (I.2.12), and [above](#i.2.12)." in text
    assert "redirects" not in text_of(root, "chapters/book.yaml")
    assert main(["rename", "I.2.T1", "I.2.L4"]) == 0
    assert "draws_on: [I.2.B01, I.2.L4]" in text_of(root, OTHER)
    assert holds(capsys)


def test_a_chapter_takes_its_members_along(root: Path, capsys: Capture) -> None:
    assert main(["rename", "I.2", "II.11"]) == 0
    assert not re.search(r"(?<!I)I\.2", everything(root / "chapters"))
    assert sorted(path.name for path in (root / "checks").iterdir()) == [
        "ii-11-b01-tower.py",
        "ii-11-x01-ladder.py",
    ]
    assert not (root / "chapters/i-2").exists()
    assert holds(capsys)
    for name in ("index", "b01-tower", "x01-ladder"):
        assert f"url=../ii-11/{name}.html" in text_of(root, f"build/site/i-2/{name}.html")
    assert "url=../ii-11/index.html" in text_of(root, "build/site/i-2/problems.html")


def test_a_page_may_move_to_another_chapter(root: Path, capsys: Capture) -> None:
    assert main(["new", "chapter", "I.3"]) == 0
    alter(root, "chapters/book.yaml", "    problems: 1\n    exercises: 1\n", "")
    assert main(["rename", "I.2.B01", "I.3.B02"]) == 0
    assert (root / "chapters/i-3/problems/b02-tower.md").is_file()
    assert (root / "checks/i-3-b02-tower.py").is_file()
    assert holds(capsys)
    assert "url=../i-3/b02-tower.html" in text_of(root, "build/site/i-2/b01-tower.html")


def test_a_check_that_others_use_keeps_its_name(root: Path, capsys: Capture) -> None:
    alter(root, OTHER, "check: i-2-x01-ladder.py", "check: i-2-b01-tower.py")
    assert main(["rename", "I.2.B01", "I.2.B07"]) == 0
    assert (root / SCRIPT).is_file()
    assert "check: i-2-b01-tower.py" in text_of(root, "chapters/i-2/problems/b07-tower.md")


def test_longer_ids_are_other_ids(root: Path) -> None:
    path = root / "chapters/i-2/statements.md"
    path.write_text(STATEMENTS, encoding="utf-8")
    assert main(["rename", "I.2.B01", "I.2.B07"]) == 0
    assert "but no I.2.B012 and no XI.2.B01x." in path.read_text(encoding="utf-8")


def test_ids_that_read_like_numbers_leave_numbers_alone(root: Path, capsys: Capture) -> None:
    assert main(["rename", "I.2", "1.2"]) == 0
    path = root / "chapters/1-2/statements.md"
    path.write_text(path.read_text(encoding="utf-8").replace("See ", "Chapter 1.2, see "), encoding="utf-8")
    heights = "title: Stairs of 1.2 m\ndeclare:\n  - {text: '1.2', reason: what children climb}\n"
    alter(root, "chapters/1-2/chapter.yaml", "title: Stairs\n", heights)
    assert main(["rename", "1.2", "1.7"]) == 0
    text = text_of(root, "chapters/1-7/statements.md")
    assert text.startswith('---\nchapter: "1.7"\n---\n')
    assert "Chapter 1.7, see 1.7.B01 and [the stair](1.7.B01), (1.7.1), Theorem 1.7.T1 and `1.7.B01`." in text
    assert "\\tag{1.7.1}" in text
    assert text_of(root, "chapters/1-7/chapter.yaml") == f'id: "1.7"\n{heights}contract: A\n'
    assert holds(capsys)
    assert main(["rename", "1.7.1", "1.7.3"]) == 0
    text = text_of(root, "chapters/1-7/statements.md")
    assert "## Equation (1.7.3): Height\n\n$$h = n r \\tag{1.7.3}$$" in text
    assert "By (1.7.3), and [above](#1.7.3)." in text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("I.2.B02", "I.2.B03", "there is no I.2.B02 in this book: did you mean I.2.B01"),
        ("I.2.B01", "I.2.X01", "the id I.2.X01 is taken"),
        ("I.2.B01", "I.2.X05", "write it as in I.5.B01"),
        ("I.2.B01", "I.9.B01", "there is no chapter I.9; `tallybook new chapter I.9`"),
        ("I.2.T1", "I.3.T1", "begin it with I.2"),
        ("I.2.T1", "I.2.B09", "no id for this theorem"),
        ("I.2", "two", "no id of a chapter"),
        ("Euler 1748", "I.2.B09", "there is no Euler 1748"),
    ],
)
def test_what_cannot_be_renamed_changes_nothing(
    root: Path, capsys: Capture, old: str, new: str, message: str
) -> None:
    before = snapshot(root)
    assert main(["rename", old, new]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
    assert snapshot(root) == before


def test_a_file_in_the_way_changes_nothing(root: Path, capsys: Capture) -> None:
    (root / "checks/i-2-b07-tower.py").write_text("mine\n", encoding="utf-8")
    before = snapshot(root)
    assert main(["rename", "I.2.B01", "I.2.B07"]) == 2
    assert "checks/i-2-b07-tower.py is there already" in capsys.readouterr().err
    assert snapshot(root) == before


def test_what_fails_half_way_is_taken_back(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    before = snapshot(root)
    done = []

    def fail(*arguments: object) -> None:
        from tallybook.disk import write as real

        done.append(arguments)
        if len(done) == 3:
            raise OSError("no space left")
        real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("tallybook.rename.apply.write", fail)
    assert main(["rename", "I.2", "I.4"]) == 2
    assert "nothing was renamed: no space left" in capsys.readouterr().err
    assert snapshot(root) == before


def test_a_renaming_that_would_make_a_fault_is_taken_back(root: Path, capsys: Capture) -> None:
    """The new file would be published over a page that is there."""
    alter(root, OTHER, "id: I.2.X01", "id: I.2.X02")
    alter(root, PAGE, "I.2.X01", "I.2.X02")
    (root / OTHER).rename(root / "chapters/i-2/exercises/b07-tower.md")
    before = snapshot(root)
    assert main(["rename", "I.2.B01", "I.2.B07"]) == 2
    assert "nothing was renamed, for " in capsys.readouterr().err
    assert snapshot(root) == before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title: x\n", {"a/b.html": "I.1.B01"}),
        ("title: x", {"a/b.html": "I.1.B01"}),
        ("redirects:  # old\n    c.html: I.2\ntitle: x\n", {"a/b.html": "I.1.B01", "c.html": "I.2"}),
        ("redirects: {c.html: I.2}\ntitle: x\n", {"a/b.html": "I.1.B01", "c.html": "I.2"}),
        ("redirects: {}\ntitle: x\n", {"a/b.html": "I.1.B01"}),
        (
            "title: x\nredirects:\n  a/b.html: I.1.B09\n  c.html: I.2\n",
            {"a/b.html": "I.1.B01", "c.html": "I.2"},
        ),
    ],
)
def test_redirects_are_entered_in_the_author_s_notation(text: str, expected: dict[str, str]) -> None:
    after = yaml.safe_load(with_redirects(text, {"a/b.html": "I.1.B01"}))
    assert after == {"title": "x", "redirects": expected}


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("i-2/old.html: I.2.B09", "R101"),
        ("i-2/x01-ladder.html: I.2.B01", "R110"),
        ("i-2/problems.html: I.2.B01", "R110"),
        ("../out.html: I.2.B01", "F133"),
        ("/etc/out.html: I.2.B01", "F133"),
        ("i-2/old: I.2.B01", "F133"),
    ],
)
def test_a_redirect_at_fault(root: Path, capsys: Capture, entry: str, code: str) -> None:
    with (root / "chapters/book.yaml").open("a", encoding="utf-8") as stream:
        stream.write(f"redirects:\n  {entry}\n")
    assert main(["build"]) == 1
    assert f"error[{code}]" in capsys.readouterr().err
    assert not (root / "build/site").exists()
