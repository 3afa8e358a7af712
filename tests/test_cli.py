"""The command line: what goes where, and the exit status of everything."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from stair_book import OTHER, PAGE, alter, snapshot, write
from tallybook import __version__
from tallybook.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SITE = "build/site"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book that holds, which is also the current folder."""
    book = write(tmp_path / "book")
    monkeypatch.chdir(book)
    return book


Capture = pytest.CaptureFixture[str]


def test_check_of_a_book_that_holds(root: Path, capsys: Capture) -> None:
    assert main(["check"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("2 pages, ")
    assert re.search(r" claims, 0 errors, 0 weak; checks contained: \w+\n$", out)
    assert err == ""
    assert not (root / SITE).exists()


def test_check_of_a_book_at_fault(root: Path, capsys: Capture) -> None:
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    assert main(["check"]) == 1
    out, err = capsys.readouterr()
    assert " claims, 1 error, 0 weak; checks contained: " in out
    line = (root / PAGE).read_text(encoding="utf-8").splitlines().index(
        "The stair is [2143]{=stair.height} cm high; compare I.2.X01."
    ) + 1
    assert err.startswith(f"{PAGE}:{line}:15: error[T101]: 2143 ")
    assert f"\n{line} | The stair is [2143]{{=stair.height}} cm high; compare I.2.X01.\n" in err
    assert f"\n   |{' ' * 15}^^^^ printed 2142\n" in err
    assert "  = print: stair.height = 2142   (checks/i-2-b01-tower.py:7)\n" in err


def test_build_publishes_and_says_where(root: Path, capsys: Capture) -> None:
    assert main(["build"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "published build/site/index.html"
    assert (root / SITE / "index.html").is_file()


def test_build_of_a_book_at_fault_leaves_the_site(root: Path, capsys: Capture) -> None:
    assert main(["build"]) == 0
    before = snapshot(root / SITE)
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    assert main(["build"]) == 1
    assert "published" not in capsys.readouterr().out.splitlines()[-1]
    assert snapshot(root / SITE) == before


def test_a_book_elsewhere(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    for option in ("-C", "--root"):
        assert main(["check", option, "book", "--format", "concise"]) == 1
        assert capsys.readouterr().err.startswith(f"{PAGE}:")
    assert main(["check", "-C", "book", "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith(f"::error file=book/{PAGE},line=")


@pytest.mark.parametrize("ids", [["I.2.X01"], ["I.2.X01", "I.2.X01"]])
def test_pages_by_id(root: Path, capsys: Capture, ids: list[str]) -> None:
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    assert main(["check", *ids]) == 0
    assert capsys.readouterr().out.startswith("1 page, ")


def test_a_chapter_by_id(root: Path, capsys: Capture) -> None:
    alter(root, "chapters/book.yaml", "exercises: 1", "exercises: 5")
    assert main(["check", "I.2"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("2 pages, ")
    assert "error[C104]" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "I.2.X02"], "did you mean I.2.X01"),
        (["check", "i.2.b01"], "did you mean I.2.B01"),
        (["check", "zzz"], "the ids are those in the front matter"),
        (["explain", "I.2.B02"], "did you mean I.2.B01"),
        (["explain", "T999"], "T101"),
        (["chekc"], "did you mean check"),
        (["check", "--fromat", "json"], "--format"),
        (["check", "--format", "xml"], "'sarif'"),
        (["check", "--jobs", "none"], "tallybook check --help"),
        (["check", "--report", "sarif"], "FORMAT=FILE"),
        (["check", "--report", "nothing=x"], "FORMAT=FILE"),
        (["check", "-C", "nowhere"], "--root"),
        (["build", "extra"], "tallybook build --help"),
    ],
)
def test_bad_usage_is_one_line_that_says_what_to_do(
    root: Path, capsys: Capture, words: list[str], message: str
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("tallybook: ")
    assert message in err


def test_no_book_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["check"], ["build"], ["explain", "I.2.B01"]):
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert "chapters/book.yaml is missing" in err
        assert "--root" in err


def test_a_report_that_cannot_be_written(root: Path, capsys: Capture) -> None:
    assert main(["check", "--report", f"json={PAGE}/x.json"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_machine_formats_are_the_whole_of_standard_output(root: Path, capsys: Capture) -> None:
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    assert main(["check", "--format", "json"]) == 1
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert err == ""
    assert data["summary"]["errors"] == 1
    (finding,) = data["findings"]
    assert (finding["code"], finding["path"], finding["text"]) == ("T101", PAGE, "2143")


def test_several_reports_at_once(root: Path, capsys: Capture) -> None:
    assert main(["check", "--report", "sarif=out/a.sarif", "--report", "junit=out/b.xml"]) == 0
    assert json.loads((root / "out/a.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"
    assert (root / "out/b.xml").read_text(encoding="utf-8").startswith("<?xml")
    assert capsys.readouterr().out.startswith("2 pages")


def test_explain_shows_each_claim_with_its_evidence(root: Path, capsys: Capture) -> None:
    assert main(["explain", "I.2.B01"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("I.2.B01  A stair in a tower\n")
    (height,) = (line for line in out.splitlines() if " 2142 " in line and ":15 " in line)
    assert "strong" in height
    assert "printed (line 7): stair.height = 2142" in height
    assert "I.2.X01" in out, "a reference is listed as no claim"


def test_explain_for_tools(root: Path, capsys: Capture) -> None:
    assert main(["explain", "I.2.B01", "--format", "json"]) == 0
    (page,) = json.loads(capsys.readouterr().out)["pages"]
    text = (root / PAGE).read_text(encoding="utf-8")
    assert (page["id"], page["path"], page["verdict"]) == ("I.2.B01", PAGE, "verified")
    assert all(text[claim["start"] : claim["end"]] == claim["text"] for claim in page["claims"])
    assert {claim["value"] for claim in page["claims"]} == {"126", "17", "2142"}
    assert all(claim["evidence"] for claim in page["claims"])


def test_explain_shows_what_is_printed_and_not_used(root: Path, capsys: Capture) -> None:
    alter(root, "checks/i-2-x01-ladder.py", 'print("ladder.rungs', 'print("spare = 77")\nprint("ladder.rungs')
    assert main(["explain", "I.2.X01"]) == 0
    assert "spare = 77" in capsys.readouterr().out.partition("printed, and used by no claim")[2]


def test_explain_of_a_page_at_fault(root: Path, capsys: Capture) -> None:
    alter(root, PAGE, "[2142]{=", "[2143]{=")
    assert main(["explain", "I.2.B01"]) == 1
    assert "contradicted" in capsys.readouterr().out


@pytest.mark.parametrize("code", ["T103", "t103"])
def test_explain_shows_what_a_code_means(capsys: Capture, code: str) -> None:
    assert main(["explain", code]) == 0
    assert capsys.readouterr().out.startswith("# T103: ")


def test_version(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tallybook {__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["build", "-h"], ["explain", "--help"]])
def test_help_fits_80_columns(capsys: Capture, words: list[str]) -> None:
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out.startswith("Usage: tallybook")
    assert max(map(len, out.splitlines())) <= 80


def test_a_fault_of_the_tool_is_one_line(
    root: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("tallybook.build.load", fail)
    assert main(["check"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("tallybook: internal error: KeyError: 'lost'")
    assert "--debug" in err
    assert main(["--debug", "check"]) == 2
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_an_interruption_is_told_as_a_shell_tells_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tallybook.build.load", interrupt)
    assert main(["check"]) == 130


def test_cache_is_counted_and_cleared(root: Path, capsys: Capture) -> None:
    assert main(["cache", "stats"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        ".tallybook/cache.sqlite: prints 0, checks 0, bytes 0",
        ".tallybook/ledgers.sqlite: ledgers 0, bytes 0",
    ]
    assert main(["check"]) == 0
    capsys.readouterr()
    assert main(["cache", "stats"]) == 0
    size = sum(file.stat().st_size for file in root.glob(".tallybook/cache.sqlite*"))
    prints, ledgers = capsys.readouterr().out.splitlines()
    assert prints.startswith(".tallybook/cache.sqlite: prints 2, checks 2, bytes ")
    assert int(prints.rsplit(" ", 1)[1]) >= size > 0
    assert ledgers.startswith(".tallybook/ledgers.sqlite: ledgers 2, bytes ")
    assert main(["cache", "clear"]) == 0
    prints, ledgers = capsys.readouterr().out.splitlines()
    assert prints.startswith(".tallybook/cache.sqlite: forgot prints 2, bytes ")
    assert ledgers.startswith(".tallybook/ledgers.sqlite: forgot ledgers 2, bytes ")
    assert list(root.glob(".tallybook/*.sqlite*")) == []
    assert main(["cache", "stats"]) == 0
    assert "prints 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cache"], "missing command; see `tallybook cache --help`"),
        (["cache", "empty"], "no such command 'empty'; see `tallybook cache --help`"),
        (["cache", "stats", "-C", "elsewhere"], "elsewhere holds no book: chapters/book.yaml is missing"),
    ],
)
def test_cache_says_what_to_do(root: Path, capsys: Capture, words: list[str], message: str) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


HEAVY = ("sympy", "jinja2", "markdown_it", "yaml", "pygments", "jsonschema", "mpmath")


def test_starting_imports_nothing_heavy() -> None:
    program = (
        "import sys\nfrom tallybook.cli import main\nassert main(['--version']) == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"tallybook {__version__}\n[]\n"


def test_a_reader_that_goes_away_is_no_error(root: Path) -> None:
    program = "import sys\nfrom tallybook.cli import main\nsys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "explain", "I.2.B01"]
    read, write_ = os.pipe()
    os.close(read)
    done = subprocess.run(command, cwd=root, stdout=write_, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write_)
    assert (done.returncode, done.stderr) == (141, "")


def terminal(root: Path, *words: str, **environment: str) -> str:
    """What a command shows on a terminal of its own."""
    master, slave = pty.openpty()
    program = "import sys\nfrom tallybook.cli import main\nsys.exit(main(sys.argv[1:]))"
    base = {key: value for key, value in os.environ.items() if key not in ("CI", "NO_COLOR", "COLUMNS")}
    child = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        cwd=root,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**base, "TERM": "xterm", **environment},
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # how Linux says that the other side has closed
            break
        if not part:
            break
        shown += part
    child.wait()
    os.close(master)
    return shown.decode()


@pytest.fixture
def slow(root: Path) -> Path:
    """A book with a wrong number, whose check takes long enough to be waited for."""
    alter(root, OTHER, "[930]{=", "[931]{=")
    alter(root, "checks/i-2-x01-ladder.py", "rungs = 31", "import time\ntime.sleep(0.5)\nrungs = 31")
    return root


def test_on_a_terminal_there_are_colours_and_a_bar(slow: Path) -> None:
    shown = terminal(slow, "check")
    assert "\x1b[1;31merror[T101]\x1b[0m" in shown
    assert "checks " in shown
    assert "█" in shown
    assert "█" not in shown.rpartition("\x1b[2K")[2], "the bar is gone when it is done"


@pytest.mark.parametrize(("name", "bar"), [("NO_COLOR", True), ("CI", False)])
def test_a_terminal_may_say_what_it_does_not_want(slow: Path, name: str, bar: bool) -> None:
    shown = terminal(slow, "check", **{name: "1"})
    assert ("error[T101]: " in shown) == (name == "NO_COLOR")
    assert ("█" in shown) == bar


def test_in_a_pipe_there_is_neither(slow: Path, capsys: Capture) -> None:
    assert main(["check"]) == 1
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err
    assert "█" not in err
