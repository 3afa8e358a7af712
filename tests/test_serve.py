"""The live server as a process: whatever happens to the files, it answers, and at last with what is there."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING

import pytest

from live_server import Server, serving
from stair_book import BOOK, CHAPTER, EXERCISE, OTHER, PAGE, PROBLEM, alter, snapshot, write
from tallybook.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

URL = "/i-2/b01-tower.html"
CONFIG = "chapters/i-2/chapter.yaml"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server and its book, which each test leaves as it found it."""
    root = write(tmp_path_factory.mktemp("serve") / "book")
    with serving(root, "--port", "8300") as running:
        running.verified()
        yield running, root


BROKEN = ("{{ here.titel }}", "{% block %}", '{% extends "none.html" %}', "{{ 1 / 0 }}")
OUTSIDE = (
    "/nothing.html",
    "/chapters/book.yaml",
    "/../book/chapters/book.yaml",
    "/%2e%2e/pyproject.toml",
    "//etc/passwd",
)


def says(text: str) -> Callable[[int, str], bool]:
    """Whether a page is there and says something."""
    return lambda status, page: status == 200 and text in page


def test_the_site_is_served_and_nothing_is_published(server: tuple[Server, Path]) -> None:
    running, root = server
    assert running.get("/")[0] == 200
    assert running.get("/i-2/")[1] == running.get("/i-2/index.html")[1]
    assert "2142" in running.get(URL)[1]
    assert running.get("/i-2/checks/i-2-b01-tower.txt")[1].endswith("stair.height = 2142\n")
    assert running.get("/assets/site.css")[0] == 200
    assert not (root / "build").exists()


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_site_is_served(server: tuple[Server, Path], path: str) -> None:
    running, _ = server
    assert running.get(path)[0] == 404


def test_a_port_that_is_taken_is_passed_over(server: tuple[Server, Path], tmp_path: Path) -> None:
    first, _ = server
    taken = int(first.address.rstrip("/").rpartition(":")[2])
    with serving(write(tmp_path / "book"), "--port", str(taken)) as second:
        assert second.address != first.address
        assert second.get("/")[0] == 200


def test_it_listens_on_loopback_alone(server: tuple[Server, Path]) -> None:
    running, _ = server
    port = int(running.address.rstrip("/").rpartition(":")[2])
    assert running.address.startswith("http://127.0.0.1:")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as other, pytest.raises(OSError, match="refused"):
        other.connect(("127.0.0.2", port))


def test_a_wrong_digit_is_shown_and_goes_when_mended(server: tuple[Server, Path]) -> None:
    running, root = server
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    page = running.until(URL, says("error[T101]: 2143 is not what the check printed"))
    assert "printed 2142" in page
    assert '"n-' in page
    alter(root, PAGE, "[2143]{=", "[2142]{=")
    page = running.until(URL, lambda status, text: "T101" not in text)
    assert "2143" not in page


def test_a_file_is_deleted_and_comes_back(server: tuple[Server, Path]) -> None:
    running, root = server
    (root / OTHER).unlink()
    running.until("/i-2/x01-ladder.html", lambda status, text: status == 404)
    running.until(URL, says("error[R101]: I.2.X01"))
    (root / OTHER).write_text(EXERCISE, encoding="utf-8")
    running.until("/i-2/x01-ladder.html", says("930"))
    running.until(URL, lambda status, text: "R101" not in text)


def test_a_folder_is_renamed_and_back(server: tuple[Server, Path]) -> None:
    running, root = server
    (root / "chapters/i-2").rename(root / "chapters/stairs")
    running.until("/stairs/b01-tower.html", says("2142"))
    assert running.get(URL)[0] == 404
    (root / "chapters/stairs").rename(root / "chapters/i-2")
    running.until(URL, says("2142"))


def test_what_editors_leave_behind_is_nothing(server: tuple[Server, Path]) -> None:
    running, root = server
    before = running.get(URL)
    folder = (root / PAGE).parent
    names = (".b01-tower.md.swp", "b01-tower.md~", ".#b01-tower.md", "#b01-tower.md#")
    left = [folder / name for name in names]
    for path in left:
        path.write_bytes(b"\xff swap")
    (folder / "4913").write_text("")
    (folder / "4913").unlink()
    time.sleep(0.5)
    assert running.get(URL) == before
    for path in left:
        path.unlink()


def test_a_save_by_another_file_in_its_place(server: tuple[Server, Path]) -> None:
    running, root = server
    draft = (root / PAGE).with_name(".b01-tower.md.draft")
    draft.write_text(PROBLEM.replace("Multiply.", "Multiply, as ever."), encoding="utf-8")
    draft.replace(root / PAGE)
    running.until(URL, says("Multiply, as ever."))
    (root / PAGE).write_text(PROBLEM, encoding="utf-8")
    running.until(URL, says("Multiply."))


def test_a_save_in_two_writes(server: tuple[Server, Path]) -> None:
    running, root = server
    with (root / PAGE).open("w", encoding="utf-8") as stream:  # the file is empty now
        time.sleep(0.3)
        stream.write(PROBLEM.replace("Multiply.", "Multiply twice."))
    page = running.until(URL, says("Multiply twice."))
    assert "error[" not in page
    (root / PAGE).write_text(PROBLEM, encoding="utf-8")
    running.until(URL, says("Multiply."))


def test_a_hundred_saves_in_a_second(server: tuple[Server, Path]) -> None:
    running, root = server
    for number in range(100):
        text = PROBLEM.replace("Multiply.", f"Multiply {'so ' * number}well.")
        (root / PAGE).write_text(text, encoding="utf-8")
        time.sleep(0.01)
    running.until(URL, says(f"Multiply {'so ' * 99}well."))
    (root / PAGE).write_text(PROBLEM, encoding="utf-8")
    running.until(URL, says("Multiply."))


@pytest.mark.parametrize("broken", BROKEN)
def test_a_template_is_broken_and_mended(server: tuple[Server, Path], broken: str) -> None:
    running, root = server
    template = root / "templates/page.html"
    template.parent.mkdir(exist_ok=True)
    template.write_text(broken)
    page = running.until(URL, lambda status, text: status == 500)
    assert "error[P101]: the template" in page
    assert "-tallybook/live.js" in page
    assert running.get("/i-2/")[0] == 200
    template.unlink()
    running.until(URL, says("2142"))


def test_a_chapter_file_is_broken_and_mended(server: tuple[Server, Path]) -> None:
    running, root = server
    (root / CONFIG).write_text("id: I.2\ntitle: [Stairs\n")
    status = running.status(lambda status: status["errors"] != 0)
    assert any("chapter.yaml" in one["text"] for one in status["findings"])
    assert running.get("/")[0] == running.get(URL)[0] == 200
    (root / CONFIG).write_text(CHAPTER)
    running.status(lambda status: status["errors"] == 0)


def test_the_book_goes_and_comes_back(server: tuple[Server, Path]) -> None:
    running, root = server
    (root / "chapters/book.yaml").unlink()
    page = running.until(URL, lambda status, text: status == 503)
    assert "chapters/book.yaml is missing" in page
    (root / "chapters/book.yaml").write_text(BOOK)
    running.until(URL, says("2142"))


def test_a_published_site_stays_as_it_was(tmp_path: Path) -> None:
    root = write(tmp_path / "book")
    assert main(["build", "-C", str(root)]) == 0
    before = snapshot(root / "build/site")
    with serving(root, "--port", "8500") as running:
        alter(root, PAGE, "[2142]{=", "[2143]{=")
        running.until(URL, says("error[T101]"))
        alter(root, PAGE, "[2143]{=", "[2142]{=")
        alter(root, PAGE, "Multiply.", "Multiply both.")
        running.until(URL, says("Multiply both."))
    assert snapshot(root / "build/site") == before


def test_where_there_is_no_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "-C", str(tmp_path)]) == 2
    assert "chapters/book.yaml is missing" in capsys.readouterr().err


def test_a_host_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "-C", str(write(tmp_path / "book")), "--host", "no.such.host.invalid"]) == 2
    assert "no.such.host.invalid" in capsys.readouterr().err
