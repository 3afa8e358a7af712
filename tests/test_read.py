from __future__ import annotations

import os
from pathlib import Path

import pytest

from small_book import FILES
from tallybook.read import NoBookError, read_book


@pytest.fixture
def root(tmp_path: Path) -> Path:
    book = tmp_path / "book"
    for path, text in FILES.items():
        file = book / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return book


def codes(root: Path) -> list[tuple[str, str, str]]:
    return [(finding.code, finding.source.path, finding.severity) for finding in read_book(root).diagnostics]


def test_finds_every_file_by_its_place(root: Path) -> None:
    noted = read_book(root)
    book = noted.value
    (chapter,) = book.chapters
    assert noted.diagnostics == ()
    assert book.config.path == "chapters/book.yaml"
    assert chapter.folder == "chapters/i-2"
    assert chapter.config is not None
    assert chapter.statements is not None
    assert [source.path for source in chapter.problems] == ["chapters/i-2/problems/b01-well.md"]
    assert [source.path for source in chapter.exercises] == ["chapters/i-2/exercises/x01-feather.md"]
    assert chapter.readings == ()
    assert list(book.checks) == ["stone.py"]
    assert book.checks["stone.py"].path == "checks/stone.py"


def test_line_ends_are_kept_and_a_byte_order_mark_is_not(root: Path) -> None:
    file = root / "chapters/i-2/problems/b01-well.md"
    file.write_bytes(b"\xef\xbb\xbf---\r\nid: x\r\n---\rlone\r")
    assert read_book(root).value.chapters[0].problems[0].text == "---\r\nid: x\r\n---\rlone\r"


@pytest.mark.parametrize("missing", ["chapters/book.yaml", "chapters"])
def test_no_book_is_no_finding(root: Path, missing: str) -> None:
    (root / missing).rename(root / "elsewhere")
    with pytest.raises(NoBookError, match=r"holds no book: chapters/book\.yaml is missing"):
        read_book(root)


def test_a_folder_that_is_none_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(NoBookError, match="is no folder"):
        read_book(tmp_path / "nothing")


def test_bytes_that_are_no_text_are_named_and_the_rest_is_read(root: Path) -> None:
    file = root / "chapters/i-2/problems/b01-well.md"
    file.write_bytes("---\nid: é ".encode() + "Zürich".encode("latin-1") + b"\n")
    noted = read_book(root)
    (finding,) = noted.diagnostics
    assert finding.code == "F101"
    assert finding.message == "byte 0xfc is no UTF-8"
    assert finding.source.line_column(finding.span.start) == (2, 8)
    assert noted.value.chapters[0].problems[0].text == "---\nid: é Z\ufffdrich\n"


def test_utf_16_is_named_and_read(root: Path) -> None:
    file = root / "chapters/i-2/problems/b01-well.md"
    file.write_bytes("---\n".encode("utf-16"))
    noted = read_book(root)
    assert [finding.message for finding in noted.diagnostics] == ["the file is UTF-16, not UTF-8"]
    assert noted.value.chapters[0].problems[0].text == "---\n"


def test_links_that_lead_nowhere_or_round_in_circles_are_reported_and_each_file_is_read_once(
    root: Path,
) -> None:
    problems = root / "chapters/i-2/problems"
    (problems / "loop").symlink_to(".")
    (problems / "self.md").symlink_to("self.md")
    (problems / "copy.md").symlink_to("b01-well.md")
    (problems / "dead.md").symlink_to("/nowhere/dead.md")
    noted = read_book(root)
    assert [source.path for source in noted.value.chapters[0].problems] == [
        "chapters/i-2/problems/b01-well.md"
    ]
    assert codes(root) == [
        ("F108", "chapters/i-2/problems/copy.md", "warning"),
        ("F103", "chapters/i-2/problems/dead.md", "warning"),
        ("F104", "chapters/i-2/problems/loop", "warning"),
        ("F104", "chapters/i-2/problems/self.md", "warning"),
    ]


def test_a_link_to_a_page_that_is_read_later_is_not_followed(root: Path) -> None:
    (root / "chapters/i-1/problems").mkdir(parents=True)
    (root / "chapters/i-1/chapter.yaml").write_text("id: I.1\n")
    (root / "chapters/i-1/problems/b01-well.md").symlink_to("../../i-2/problems/b01-well.md")
    first, second = read_book(root).value.chapters
    assert (len(first.problems), len(second.problems)) == (0, 1)


def test_a_linked_chapter_is_the_same_chapter(root: Path) -> None:
    (root / "chapters/again").symlink_to("i-2")
    assert codes(root) == [("F108", "chapters/again", "warning")]
    assert len(read_book(root).value.chapters) == 1


def test_a_link_within_the_book_to_what_is_not_read_otherwise_is_followed(root: Path) -> None:
    (root / "shared").mkdir()
    (root / "shared/b02.md").write_text("two")
    (root / "chapters/i-2/problems/b02.md").symlink_to("../../../shared/b02.md")
    noted = read_book(root)
    assert noted.diagnostics == ()
    assert noted.value.chapters[0].problems[1].text == "two"


def test_a_link_out_of_the_book_is_an_error(root: Path) -> None:
    (root.parent / "secret.py").write_text("print(1)")
    (root / "checks/out.py").symlink_to(root.parent / "secret.py")
    assert codes(root) == [("F105", "checks/out.py", "error")]
    assert list(read_book(root).value.checks) == ["stone.py"]


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("chapters/notes.md", "pages stand in chapters/CHAPTER/problems and its neighbours"),
        (
            "chapters/i-2/b02-new.md",
            "a chapter holds chapter.yaml, statements.md, problems, exercises, readings, articles",
        ),
        ("chapters/i-2/problems/b02.py", "scripts belong in checks/"),
        ("chapters/i-2/problems/b02.txt", "pages are .md files"),
        ("checks/b02.md", "pages stand under chapters/"),
        ("chapters/figures/plan.txt", "a chapter has a chapter.yaml"),
    ],
)
def test_a_stray_file_is_a_warning(root: Path, path: str, hint: str) -> None:
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text("stray")
    (finding,) = read_book(root).diagnostics
    assert (finding.code, finding.severity, finding.help) == ("F106", "warning", (hint,))
    assert path.startswith(finding.source.path)


@pytest.mark.parametrize(
    "path", ["chapters/.keep", "chapters/i-2/problems/b01-well.md~", "checks/__pycache__/x.md"]
)
def test_what_tools_leave_behind_is_passed_over(root: Path, path: str) -> None:
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text("left")
    assert codes(root) == []


def test_data_beside_the_scripts_is_their_own_business(root: Path) -> None:
    (root / "checks/times.csv").write_text("1,2")
    assert codes(root) == []


def test_a_chapter_without_its_file_is_an_error_and_is_read(root: Path) -> None:
    (root / "chapters/i-2/chapter.yaml").unlink()
    assert codes(root) == [("F107", "chapters/i-2/chapter.yaml", "error")]
    (chapter,) = read_book(root).value.chapters
    assert chapter.config is None
    assert len(chapter.problems) == 1


def test_what_is_no_file_is_not_read(root: Path) -> None:
    os.mkfifo(root / "chapters/i-2/problems/b02.md")
    assert codes(root) == [("F102", "chapters/i-2/problems/b02.md", "error")]


def test_a_file_where_a_folder_belongs(root: Path) -> None:
    (root / "chapters/i-2/readings").write_text("x")
    assert codes(root) == [("F102", "chapters/i-2/readings", "error")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(root: Path) -> None:
    (root / "checks/stone.py").chmod(0)
    assert codes(root) == [("F102", "checks/stone.py", "error")]


def test_order_does_not_depend_on_the_file_system(root: Path) -> None:
    for name in ("b10.md", "b02.md", "b03.md"):
        (root / "chapters/i-2/problems" / name).write_text("x")
    names = [Path(source.path).name for source in read_book(root).value.chapters[0].problems]
    assert names == ["b01-well.md", "b02.md", "b03.md", "b10.md"]
