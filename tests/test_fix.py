"""The printed digits into the text: what is proposed, in which notation, and what is left alone."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from stair_book import PAGE, SCRIPT, alter, snapshot, write
from tallybook.cli import main
from tallybook.disk import ChangedError
from tallybook.disk import write as write_fixed
from tallybook.fix import Repair, diff, repaired, repairs
from tallybook.ledger.account import Given
from tallybook.numerals.numeral import Conventions
from tallybook.span import Source, Span


def fixed(text: str, printed: str, script: str = "") -> str:
    """A text with everything repaired that can be."""
    source = Source("p.md", text)
    against = Given(printed=printed, script=script, page="P")
    return repaired(source, repairs(source, Span(0, len(text)), against, Conventions())).text


@pytest.mark.parametrize(
    ("text", "printed", "expected"),
    [
        ("[109.7]{=ratio} of them.", "ratio = 109.8\n", "[109.8]{=ratio} of them."),
        ("[109.7]{=ratio} of them.", "ratio = 109.8213\n", "[109.8]{=ratio} of them."),
        ("[150\\,529]{=n} of them.", "n = 150528\n", "[150\\,528]{=n} of them."),
        ("[150,529]{=n} of them.", "n = 150528\n", "[150,528]{=n} of them."),
        ("$\\val{150{,}529}{n}$ of them.", "n = 1150528\n", "$\\val{1{,}150{,}528}{n}$ of them."),
        ("$\\val{99.1\\%}{share}$ of them.", "share = 99.3 %\n", "$\\val{99.3\\%}{share}$ of them."),
        ("$\\val{99.1\\%}{share}$ of them.", "share = 0.99316\n", "$\\val{99.3\\%}{share}$ of them."),
        ("$\\val{+3.0001}{d}$ of them.", "d = +3.0000\n", "$\\val{+3.0000}{d}$ of them."),
        ("$\\val{1.25}{d}$ of them.", "d = -1.25\n", "$\\val{-1.25}{d}$ of them."),
    ],
)
def test_a_bound_number_takes_the_printed_digits_in_its_own_notation(
    text: str, printed: str, expected: str
) -> None:
    assert fixed(text, printed) == expected


def test_a_number_that_its_place_names_is_fixed_without_a_binding() -> None:
    text = "The wide network has $N_{\\text{wide}} = 620\\,663\\,785$ parameters, and $7$ layers."
    printed = "N_wide = 620663784\nlayers = 7\n"
    assert fixed(text, printed) == text.replace("785", "784")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[7]{=n} of them.", "n = 8\nagain: 9\nn = 9\n"),  # printed twice with different values
        ("[7]{=gone} of them.", "n = 8\n"),  # printed by no such name
        ("[7]{=n} of them.", "n = 7.5\n"),  # an integer is not rounded
        ("[a quarter]{~share} of them.", "share = 0.7\n"),  # an approximate phrase
        ("[10]{!=n} of them.", "n = 10\n"),  # deliberately wrong
        ("There were 73 or 74 of them.", "first = 4\nlast = 5\n"),  # two could be meant
        ("Nobody knows the 73 of them.", "first = 4\n"),
        ("[8]{=n} of them.", "n = 8\n"),  # nothing to fix
    ],
)
def test_what_could_mean_two_things_or_nothing_is_left_alone(text: str, printed: str) -> None:
    assert fixed(text, printed) == text


def test_a_chain_that_becomes_wrong_is_told_apart_from_the_number_that_is_fixed() -> None:
    text = "The height is $126 \\cdot 17 = 2142$ cm, [2143]{=height} in all."
    printed = "steps = 126\nrise = 17\nheight = 2142\n"
    assert fixed(text, printed) == text.replace("2143", "2142")


def test_several_repairs_of_one_line() -> None:
    source = Source("p.md", "a [12]{=a} b [5]{=b} c\n")
    made = (Repair(Span(3, 5), "12", "1200", "a = 1200"), Repair(Span(14, 15), "5", "7", "b = 7"))
    assert repaired(source, made).text == "a [1200]{=a} b [7]{=b} c\n"
    found = repairs(source, Span(0, 23), Given(printed="a = 1200\nb = 7\n"), Conventions())
    assert found == made


def test_the_diff() -> None:
    source = Source("chapters/p.md", "one\n[5]{=b}")
    assert diff(source, source) == ""
    assert diff(source, Source("chapters/p.md", "one\n[7]{=b}")) == (
        "--- a/chapters/p.md\n+++ b/chapters/p.md\n@@ -1,2 +1,2 @@\n one\n"
        "-[5]{=b}\n\\ No newline at end of file\n"
        "+[7]{=b}\n\\ No newline at end of file\n"
    )


def test_writing_keeps_line_ends_and_permissions(tmp_path: Path) -> None:
    file = tmp_path / "p.md"
    file.write_bytes(b"a\r\n5 \xc3\xa9\r\n")
    file.chmod(0o640)
    source = Source("p.md", "a\r\n5 é\r\n")
    write_fixed(tmp_path, source, Source("p.md", "a\r\n7 é\r\n"))
    assert file.read_bytes() == b"a\r\n7 \xc3\xa9\r\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["p.md"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.md").write_text("5\n", encoding="utf-8")
    (tmp_path / "p.md").symlink_to("real.md")
    write_fixed(tmp_path, Source("p.md", "5\n"), Source("p.md", "7\n"))
    assert (tmp_path / "p.md").is_symlink()
    assert (tmp_path / "real.md").read_text(encoding="utf-8") == "7\n"


def test_a_file_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "p.md").write_text("6\n", encoding="utf-8")
    with pytest.raises(ChangedError, match=r"p\.md has changed since it was read"):
        write_fixed(tmp_path, Source("p.md", "5\n"), Source("p.md", "7\n"))
    assert (tmp_path / "p.md").read_text(encoding="utf-8") == "6\n"


def test_writing_that_fails_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p.md").write_text("5\n", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_fixed(tmp_path, Source("p.md", "5\n"), Source("p.md", "7\n"))
    assert (tmp_path / "p.md").read_text(encoding="utf-8") == "5\n"
    assert [one.name for one in tmp_path.iterdir()] == ["p.md"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with one wrong digit, which is also the current folder."""
    book = write(tmp_path / "book")
    alter(book, PAGE, "[2142]{=", "[2143]{=")
    monkeypatch.chdir(book)
    return book


Capture = pytest.CaptureFixture[str]


def test_the_command_shows_a_diff_and_writes_nothing(root: Path, capsys: Capture) -> None:
    before = snapshot(root / "chapters")
    assert main(["fix", "I.2.B01"]) == 1
    out, err = capsys.readouterr()
    assert f"--- a/{PAGE}\n+++ b/{PAGE}\n" in out
    assert "\n-The stair is [2143]{=stair.height} cm high; compare I.2.X01.\n+The stair is [2142]{=" in out
    assert "error[T101]" in err
    assert snapshot(root / "chapters") == before


def test_the_command_writes_and_verifies_again(root: Path, capsys: Capture) -> None:
    script = (root / SCRIPT).read_bytes()
    assert main(["fix", "I.2.B01", "--write"]) == 0
    out, err = capsys.readouterr()
    assert "+The stair is [2142]{=" in out
    assert " claims, 0 errors, 0 weak; checks contained: " in out.splitlines()[-1]
    assert err == ""
    assert "[2142]{=stair.height}" in (root / PAGE).read_text(encoding="utf-8")
    assert (root / SCRIPT).read_bytes() == script
    assert main(["fix", "I.2.B01"]) == 0
    assert "---" not in capsys.readouterr().out


def test_the_command_leaves_a_fault_of_another_kind(root: Path, capsys: Capture) -> None:
    alter(root, PAGE, "$126 \\cdot 17 = 2142$", "$126 \\cdot 17 = 2152$")
    assert main(["fix", "I.2.B01", "--write"]) == 1
    assert "error[T109]" in capsys.readouterr().err
    text = (root / PAGE).read_text(encoding="utf-8")
    assert "[2142]{=stair.height}" in text
    assert "$126 \\cdot 17 = 2152$" in text


def test_an_unknown_page(root: Path, capsys: Capture) -> None:
    assert main(["fix", "I.2.B09"]) == 2
    assert capsys.readouterr().err.startswith("tallybook: there is no page or chapter 'I.2.B09'")
    assert root.exists()
