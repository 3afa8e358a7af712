"""After an edit only the pages that show something of it are made, and no other file is touched."""

from __future__ import annotations

import ast
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stair_book import BOOK, CHAPTER, EXERCISE, FILES, LADDER, PAGE, PROBLEM, SCRIPT, alter, write
from tallybook.build import SITE, Settings, build, load, verify
from tallybook.render import site as rendering
from tallybook.render.signatures import _LIBRARIES
from tallybook.render.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable

STATEMENTS = """\
---
chapter: I.2
---

## Theorem I.2.T1: Stairs rise

Each step is above the last, as I.2.B01 shows.

## Theorem I.2.T2: Stairs end

There is a last step.
"""
LONE = PROBLEM.replace("I.2.B01", "I.2.B02").replace("A stair in a tower", "A stair alone")
LONE = LONE.replace("; compare I.2.X01", "").replace("i-2-b01-tower.py", "i-2-b02-alone.py")
STATED = "chapters/i-2/statements.md"
THIRD = "chapters/i-3/problems/b01-ramp.md"
RAMP = (
    LONE.replace("I.2.B02", "I.3.B01")
    .replace("A stair alone", "A ramp")
    .replace("i-2-b02-alone", "i-3-b01-ramp")
)
RAMP = RAMP.replace("How high is a stair?", "How high is a ramp beside that of I.2.T1?")
OVERRIDE = '{% extends "tallybook/page.html" %}\n{% block corrections %}<p>Printed.</p>{% endblock %}\n'

OWN = "i-2/b01-tower.html"
BESIDE = {"i-2/index.html", "i-2/problems.html", OWN, "i-2/b02-alone.html", "i-2/x01-ladder.html"}
CHECK = "i-2/checks/i-2-b01-tower"
CHECKS = {f"i-2/checks/i-2-{name}.html" for name in ("b01-tower", "b02-alone", "x01-ladder")}
THERE = {"i-3/index.html", "i-3/problems.html", "i-3/b01-ramp.html", "i-3/checks/i-3-b01-ramp.html"}
BOOKS = {"index.html", "bibliography.html"}
EVERY = BESIDE | CHECKS | THERE | BOOKS
LISTED = {"objects.inv", "objects.json"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The stair book with statements, a second problem that cites nothing, and a second chapter."""
    book = write(tmp_path / "book")
    more = {
        STATED: STATEMENTS,
        "chapters/i-2/problems/b02-alone.md": LONE,
        "checks/i-2-b02-alone.py": FILES[SCRIPT],
        "chapters/i-3/chapter.yaml": CHAPTER.replace("I.2", "I.3").replace("contract: A\n", ""),
        THIRD: RAMP,
        "checks/i-3-b01-ramp.py": FILES[SCRIPT],
    }
    for path, text in more.items():
        (book / path).parent.mkdir(parents=True, exist_ok=True)
        (book / path).write_text(text, encoding="utf-8")
    published(book)
    return book


def published(root: Path) -> None:
    """Build the book, which must hold."""
    Theme.forget()
    done = build(load(Settings(root)))
    assert [one.message for one in done.report.findings] == []


def looks(root: Path) -> dict[str, tuple[int, int]]:
    """What each file of the site is on the disk."""
    site = root / SITE
    files = [path for path in site.rglob("*") if path.is_file() and "pagefind" not in path.parts]
    return {
        path.relative_to(site).as_posix(): (path.stat().st_ino, path.stat().st_mtime_ns) for path in files
    }


def edit(path: str, old: str, new: str) -> Callable[[Path], None]:
    return lambda root: alter(root, path, old, new)


def template(root: Path) -> None:
    (root / "templates").mkdir()
    (root / "templates/page.html").write_text(OVERRIDE, encoding="utf-8")


def comment(root: Path) -> None:
    (root / SCRIPT).write_text("# Seventeen and more.\n" + FILES[SCRIPT], encoding="utf-8")


def new_page(root: Path) -> None:
    text = EXERCISE.replace("I.2.X01", "I.2.X02").replace("A ladder", "A rope ladder").replace("x01", "x02")
    (root / "chapters/i-2/exercises/x02-rope.md").write_text(text, encoding="utf-8")
    (root / "checks/i-2-x02-ladder.py").write_text(LADDER, encoding="utf-8")


def removed_page(root: Path) -> None:
    (root / "chapters/i-2/problems/b02-alone.md").unlink()
    (root / "checks/i-2-b02-alone.py").unlink()


BADGE = "badge.svg"
DATA = "i-2/b01-tower.ledger.json"
FILES_OF = {
    "rope": {"i-2/x02-rope.html", "i-2/x02-rope.ledger.json"}
    | {f"i-2/checks/i-2-x02-ladder.{end}" for end in ("html", "py", "txt")},
    "alone": {"i-2/b02-alone.html", "i-2/b02-alone.ledger.json"}
    | {f"i-2/checks/i-2-b02-alone.{end}" for end in ("html", "py", "txt")},
}
EDITS = {
    # the page, and the list of problems that shows all of it
    "prose": (edit(PAGE, "Multiply.", "Multiply both."), {OWN, "i-2/problems.html", DATA}),
    # its question is what is shown where it is cited, and where it cites
    "question": (
        edit(PAGE, "How high is a stair?", "How high is the stair?"),
        {OWN, "i-2/problems.html", "i-2/index.html", "i-2/x01-ladder.html", DATA},
    ),
    # the contents beside every page of the chapter, the map, and where the theorem that cites it is shown
    "title": (
        edit(PAGE, "title: A stair in a tower", "title: A stair in a keep"),
        BESIDE | CHECKS | LISTED | {"index.html", DATA, "i-3/b01-ramp.html", "i-3/problems.html"},
    ),
    "statement": (
        edit(STATED, "Each step is above the last", "Each step stands above the last"),
        {"i-2/index.html", "i-2/index.ledger.json", "i-3/b01-ramp.html", "i-3/problems.html"},
    ),
    "template": (template, {OWN, "i-2/b02-alone.html", "i-2/x01-ladder.html", "i-3/b01-ramp.html"}),
    # lines of the script are told in the ledger
    "comment": (comment, {OWN, DATA, f"{CHECK}.html", f"{CHECK}.py"}),
    "print": (
        edit(SCRIPT, 'print("stair.steps =", steps)', 'print("stair.steps =", steps)\nprint("done")'),
        {OWN, DATA, f"{CHECK}.html", f"{CHECK}.py", f"{CHECK}.txt"},
    ),
    "book": (edit("chapters/book.yaml", BOOK.split("\n")[0], "title: Stairs and ramps"), EVERY | LISTED),
    # beside the files of the page: the contents, the counts of the chapter and of the book
    "new page": (new_page, BESIDE | CHECKS | LISTED | {"index.html", BADGE} | FILES_OF["rope"]),
    "removed page": (
        removed_page,
        BESIDE | CHECKS | LISTED | {"index.html", BADGE} | FILES_OF["alone"],
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_rewrites_what_shows_it(root: Path, name: str) -> None:
    change, expected = EDITS[name]
    before = looks(root)
    change(root)
    published(root)
    after = looks(root)
    assert {path for path in after.keys() | before.keys() if after.get(path) != before.get(path)} == expected
    assert_as_from_nothing(root)


def assert_as_from_nothing(root: Path) -> None:
    """The site is what it would be if nothing of it were remembered."""
    site = root / SITE
    there = {name: (site / name).read_bytes() for name in looks(root)}
    (root / ".tallybook/pages.sqlite").unlink()
    assert dict(verify(load(Settings(root))).site) == there


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that are made from a template, in their order."""
    found: list[str] = []
    real = rendering.Site.make

    def noted(site: rendering.Site, url: str, template: str, **context: object) -> None:
        found.append(url)
        real(site, url, template, **context)

    monkeypatch.setattr(rendering.Site, "make", noted)
    return found


ALWAYS = ["index.html", "bibliography.html", BADGE]
"""Made with every build: they tell of the whole book, and cost little."""


def test_nothing_is_made_again_that_shows_the_same(root: Path, made: list[str]) -> None:
    published(root)
    assert sorted(made) == sorted(ALWAYS)
    made.clear()
    alter(root, PAGE, "Multiply.", "Multiply both.")
    published(root)
    assert sorted(made) == sorted([*ALWAYS, OWN, "i-2/problems.html", f"{CHECK}.html"])
    made.clear()
    template(root)
    published(root)
    assert set(made) == EVERY | {BADGE}


def test_a_long_list_is_made_when_a_question_in_it_is_another(root: Path, made: list[str]) -> None:
    for number in range(10, 42):
        text = LONE.replace("I.2.B02", f"I.2.B{number}").replace(
            "check: i-2-b02-alone.py\n", "check: i-2-b01-tower.py\n"
        )
        (root / f"chapters/i-2/problems/b{number}.md").write_text(text, encoding="utf-8")
    published(root)
    made.clear()
    alter(root, "chapters/i-2/problems/b20.md", "Multiply.", "Multiply both.")
    published(root)
    assert sorted(made) == sorted([*ALWAYS, "i-2/b20.html", f"{CHECK}.html"])
    made.clear()
    alter(root, "chapters/i-2/problems/b20.md", "How high is a stair?", "How high is the stair?")
    published(root)
    assert sorted(made) == sorted([*ALWAYS, "i-2/b20.html", f"{CHECK}.html", "i-2/problems.html"])
    assert_as_from_nothing(root)


@pytest.mark.parametrize("harm", ["gone", "altered", "store"])
def test_what_is_not_as_it_was_made_is_made_again(root: Path, made: list[str], harm: str) -> None:
    file = root / SITE / OWN
    whole = file.read_bytes()
    if harm == "gone":
        file.unlink()
    elif harm == "altered":
        file.write_bytes(whole.replace(b"2142", b"2143"))
    else:
        (root / ".tallybook/pages.sqlite").write_bytes(b"no database")
    published(root)
    assert file.read_bytes() == whole
    assert OWN in made


def test_a_page_with_a_finding_tells_it_each_time(root: Path) -> None:
    alter(root, PAGE, "Multiply.", r"Multiply $\nothing{x}$.")
    for _ in range(2):
        found = [one.code for one in verify(load(Settings(root))).report.findings]
        assert "M101" in found


def test_a_look_at_one_page_leaves_what_is_remembered(root: Path, made: list[str]) -> None:
    loaded = load(Settings(root))
    assert verify(loaded, [page for page in loaded.pages if page.id == "I.2.B01"]).ok
    assert build(load(Settings(root)), None, loaded.book.chapters[:1]).ok
    made.clear()
    published(root)
    assert sorted(made) == sorted(ALWAYS)


def test_without_cache_nothing_is_remembered(root: Path, made: list[str]) -> None:
    build(load(Settings(root, cache=False)))
    assert set(made) == EVERY | {BADGE}


def test_all_that_pages_are_made_with_is_in_their_digest() -> None:
    folder = Path(rendering.__file__).parent
    names = {
        (node.module or "").partition(".")[0]
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and not node.level
    }
    providers = packages_distributions()
    used = {distribution for name in names for distribution in providers.get(name, ()) if name != "tallybook"}
    assert used | {"mdit-py-plugins"} == set(_LIBRARIES)  # the tokens come from the shared parser
