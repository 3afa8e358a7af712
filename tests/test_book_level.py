"""A book of several chapters: order, what is to come, macros, contracts, one chapter at a time, two books."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from stair_book import BOOK, CHAPTER, FILES, PAGE, alter, snapshot, write
from tallybook.build import SITE, Settings, build, load, verify
from tallybook.cli import main
from tallybook.diagnostics import Severity

if TYPE_CHECKING:
    from pathlib import Path

PARTS = """\
parts:
  - {id: II, title: Downstairs}
  - {id: I, title: Upstairs}
places:
  - {id: I.1, title: Ramps}
  - {id: I.11, title: Lifts, status: to come}
  - {id: I.7, title: Escalators, url: "https://a.b/escalators"}
  - {id: III.1, title: Shafts}
"""
STEPS = r"""---
chapter: I.10
---

## Theorem I.10.T1: A flight $\st{n}$ of steps

Built on I.2.B01, $\st{n}$. Before I.11 comes Chapter I.7.
"""
TENTH = "id: I.10\ntitle: Steps\ncontract: B\nmacros:\n  st: '\\mathbf{#1}'\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The stair book with a second chapter, whose folder sorts before the first."""
    book = write(tmp_path / "book")
    (book / "chapters/i-10").mkdir()
    (book / "chapters/i-10/chapter.yaml").write_text(TENTH)
    (book / "chapters/i-10/statements.md").write_text(STEPS)
    (book / "chapters/book.yaml").write_text(BOOK.replace("works:", "  B:\n    title: Short\nworks:") + PARTS)
    return book


def site(root: Path) -> dict[str, str]:
    done = build(load(Settings(root)))
    assert [finding.message for finding in done.report.findings] == []
    return {
        name: data.decode()
        for name, data in snapshot(root / SITE).items()
        if name.endswith((".html", ".json"))
    }


def texts(html: str) -> list[str]:
    """The runs of text of a page that are not blank."""
    return [" ".join(text.split()) for text in re.split(r"<[^>]*>", html) if text.strip()]


def test_parts_and_chapters_stand_in_order(root: Path) -> None:
    words = texts(site(root)["index.html"])
    wanted = ["I", "Upstairs", "Chapter I.1", "I.2", "Chapter I.7", "I.10", "Chapter I.11", "Part III"]
    places = [words.index(word) for word in wanted]
    assert places == sorted(places)
    assert "Downstairs" not in words  # nothing is in it


def test_a_part_that_is_not_named_has_its_number_and_follows(root: Path) -> None:
    words = texts(site(root)["index.html"])
    assert words.index("Part III") < words.index("Chapter III.1")


def test_what_is_to_come_is_linked_from_nowhere(root: Path) -> None:
    for name, html in site(root).items():
        links = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', html, re.DOTALL)
        coming = [link for link, words in links if re.search(r"I\.1\b|I\.11|III\.1|Ramps|Lifts", words)]
        assert coming == [], name
    there = site(root)["i-10/index.html"]
    assert '<span class="ref to-come" title="Lifts (to come)">I.11</span>' in there
    assert 'href="https://a.b/escalators"' in there
    assert "Escalators (to come)" not in there


def test_chapters_lead_to_one_another(root: Path) -> None:
    pages = site(root)
    assert re.search(r'rel="next" href="\.\./i-10/index\.html"', pages["i-2/problems.html"])
    assert re.search(r'rel="prev" href="\.\./i-2/index\.html"', pages["i-10/index.html"])
    assert 'rel="prev"' not in pages["i-2/index.html"]
    assert 'rel="next"' not in pages["i-10/problems.html"]


def test_macros_stay_in_their_chapter(root: Path) -> None:
    """A title is shown with the macros of its own chapter, and a chapter does not get another's."""
    alter(root, PAGE, "compare I.2.X01.", "compare I.10.T1.")
    alter(root, PAGE, "check: i-2-b01-tower.py", "check: i-2-b01-tower.py\ndraws_on: [I.10.T1]")
    (root / "chapters/i-2/chapter.yaml").write_text(CHAPTER + "macros:\n  st: '\\mathit{#1}'\n")
    pages = site(root)
    bold, italic = "𝐧", "𝑛"
    assert bold in pages["i-10/index.html"]
    drawn = pages["i-2/b01-tower.html"]
    assert bold in drawn[drawn.index('class="draws-on"') :]
    assert italic not in pages["i-10/index.html"]


def test_a_macro_of_another_chapter_is_unknown(root: Path) -> None:
    alter(root, PAGE, "Multiply.", "Multiply $\\st{n}$.")
    found = verify(load(Settings(root))).report.findings
    assert [(one.code, one.source.path) for one in found] == [("M101", PAGE)]


def test_each_chapter_keeps_the_contract_of_its_class(root: Path) -> None:
    loaded = load(Settings(root))
    contracts = verify(loaded).contracts
    assert {id_: (one.key, one.met) for id_, one in contracts.items()} == {
        "I.2": ("A", True),
        "I.10": ("B", True),
    }
    (root / "chapters/i-10/chapter.yaml").write_text(TENTH.replace("contract: B", "contract: A"))
    found = verify(load(Settings(root)))
    missed = [(one.code, one.subject) for one in found.report.findings if one.severity is Severity.ERROR]
    assert missed == [("C101", "I.10"), ("C104", "I.10")]
    assert found.contracts["I.2"].met


@pytest.mark.parametrize("word", ["i-2", "I.2"])
def test_one_chapter_alone(root: Path, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    site(root)
    before = snapshot(root / SITE)
    alter(root, PAGE, "How high is a stair?", "How tall is a stair?")
    alter(root, "chapters/i-10/statements.md", "Built on", "Resting on 77 and")  # its pages are not looked at
    monkeypatch.chdir(root)
    assert main(["build", "--chapter", word]) == 0
    after = snapshot(root / SITE)
    before, after = (
        {name: data for name, data in one.items() if not name.startswith("pagefind/")}  # of all pages
        for one in (before, after)
    )
    assert set(after) == set(before)
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"i-2/b01-tower.html", "i-2/problems.html", "i-2/x01-ladder.html"}  # it previews B01
    assert b"How tall" in after["i-2/b01-tower.html"]
    assert main(["build"]) == 1


def test_one_chapter_that_fails_leaves_the_site(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site(root)
    before = snapshot(root / SITE)
    alter(root, PAGE, "= 2142$", "= 2143$")
    monkeypatch.chdir(root)
    assert main(["build", "--chapter", "i-2"]) == 1
    assert snapshot(root / SITE) == before


def test_one_chapter_where_there_is_no_site(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    assert main(["build", "--chapter", "i-10"]) == 0
    files = snapshot(root / SITE)
    assert "i-10/index.html" in files
    assert not any(name.startswith("i-2/") for name in files)
    assert b"i-2/" not in files["i-10/index.html"] + files["index.html"] + files["objects.json"]


def test_a_chapter_that_joins_a_site_is_listed_there(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    assert main(["build", "--chapter", "i-10"]) == 0
    before = snapshot(root / SITE)
    assert main(["build", "--chapter", "i-2"]) == 0
    after = snapshot(root / SITE)
    assert after["i-10/index.html"] == before["i-10/index.html"]
    assert b'href="i-2/index.html"' in after["index.html"]
    assert b'href="i-10/index.html"' in after["index.html"]
    assert b"I.2.B01" in after["objects.json"]


def test_a_chapter_that_is_none(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root)
    assert main(["build", "--chapter", "i-20"]) == 2
    assert "there is no chapter 'i-20' in this book: did you mean i-2 or i-10?" in capsys.readouterr().err
    assert not (root / SITE).exists()


def test_two_books_side_by_side_share_nothing(root: Path) -> None:
    """The same ids, checks of the same name and pages of the same path, with other numbers in them."""
    second = root.parent / "second"
    shutil.copytree(root, second)
    for path in (PAGE, "checks/i-2-b01-tower.py"):
        alter(
            second,
            path,
            "rise = 17" if path.endswith(".py") else "[17]",
            "rise = 18" if path.endswith(".py") else "[18]",
        )
    alter(second, PAGE, "$126 \\cdot 17 = 2142$", "$126 \\cdot 18 = 2268$")
    alter(second, PAGE, "[2142]", "[2268]")
    for path in ("works:", "parts:"):
        assert (second / "chapters/book.yaml").read_text().count(path) == 1
    for _ in range(2):  # the second time from what each remembers
        one, two = site(root), site(second)
        assert "2142" in one["i-2/b01-tower.html"]
        assert "2268" not in "".join(one.values())
        assert "2268" in two["i-2/b01-tower.html"]
        assert "2142" not in "".join(two.values())
    kept = set(FILES) | {"chapters/i-10/chapter.yaml", "chapters/i-10/statements.md"}
    assert {name for name in snapshot(root) if name.startswith(("chapters/", "checks/"))} == kept
