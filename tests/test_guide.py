"""The author's guide: a chapter of this book that holds, shows what it says, and says what there is."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from tallybook.cli import main
from tallybook.cli.group import commands
from tallybook.diagnostics import catalogue, handbook
from tallybook.model import EvidenceKind

if TYPE_CHECKING:
    from whole_book import Whole

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "chapters" / "guide"
ARTICLES = sorted(GUIDE.glob("articles/*.md"))
TEXTS = {file.stem: file.read_text(encoding="utf-8") for file in ARTICLES}
EVIDENCE = TEXTS["n03-evidence"]
Capture = pytest.CaptureFixture[str]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def sections(text: str) -> dict[str, str]:
    _, *parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def quoted(text: str) -> list[str]:
    """The quotations of a text, without their marks."""
    found = re.findall(r"(?:^>.*\n)+", text, re.MULTILINE)
    return [re.sub(r"^> ?", "", quotation, flags=re.MULTILINE) for quotation in found]


def test_the_guide_holds_with_nothing_weak(
    whole: Whole, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(whole.root)
    assert main(["check", "G.1"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{len(ARTICLES)} pages, ")
    assert " claims, 0 errors, 0 weak" in out
    assert err == ""


def test_every_kind_of_evidence_has_a_section_with_an_example() -> None:
    titles = {title.lower() for title in sections(EVIDENCE)}
    assert {str(kind) for kind in EvidenceKind} - titles == set()


def test_examples_are_accounted_for_as_their_sections_say(
    whole: Whole, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(whole.root)
    assert main(["explain", "G.1.N03", "--format", "json"]) == 0
    (page,) = json.loads(capsys.readouterr().out)["pages"]
    for kind in EvidenceKind:
        title = f"## {str(kind).capitalize()}\n"
        start = EVIDENCE.index(title)
        end = EVIDENCE.find("\n## ", start)
        claims = [claim for claim in page["claims"] if start < claim["start"] < end]
        kinds = {evidence["kind"] for claim in claims for evidence in claim["evidence"]}
        assert claims, kind
        # what another page printed is printed, and its detail says where
        assert str(kind if kind is not EvidenceKind.CITED else EvidenceKind.PRINTED) in kinds
        assert all(claim["strength"] == "strong" for claim in claims)
    cited = next(claim for claim in page["claims"] if claim["text"] == "567\\,434")
    assert "I.5.B03" in json.dumps(cited["evidence"])


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_shown_as_written_is_what_is_shown(name: str) -> None:
    for text in sections(TEXTS[name]).values():
        written, shown = blocks(text, "markdown"), quoted(text)
        if written:
            assert written == shown[: len(written)]


@pytest.mark.parametrize("name", TEXTS)
def test_programs_that_are_shown_are_those_that_ran(name: str) -> None:
    check = re.search(r"^check: (.*)$", TEXTS[name], re.MULTILINE)
    for program in blocks(TEXTS[name], "python"):
        assert check
        assert program.strip() in (ROOT / "checks" / check[1]).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEXTS)
def test_commands_that_are_shown_are_understood(name: str) -> None:
    for line in (line for block in blocks(TEXTS[name], "sh") for line in block.splitlines()):
        program, *words = shlex.split(line)
        assert program in ("tallybook", "pip", "cd", "pytest"), line
        if program == "tallybook":
            command = commands.get_command(click.Context(commands), words[0])
            assert command is not None, line
            command.make_context(words[0], words[1:])


def test_the_error_of_the_first_page_is_the_one_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Carry out the first page on a fresh book, up to its wrong digit."""
    text = TEXTS["n01-first-page"]
    monkeypatch.chdir(tmp_path)
    assert main(["init", "my-book"]) == 0
    monkeypatch.chdir(tmp_path / "my-book")
    assert main(["new", "problem", "I.1.B02", "--title", "A bicycle"]) == 0
    page = Path("chapters/i-1/problems/b02-a-bicycle.md")
    (program,), (sentence,) = blocks(text, "python"), blocks(text, "markdown")
    Path("checks/i-1-b02-a-bicycle.py").write_text(program, encoding="utf-8")
    draft = page.read_text(encoding="utf-8")
    page.write_text(draft.replace("The answer is $42$.\n", sentence), encoding="utf-8")
    capsys.readouterr()
    assert main(["check"]) == 0
    assert "0 errors, 0 weak" in capsys.readouterr().out
    page.write_text(page.read_text(encoding="utf-8").replace("$300$", "$301$"), encoding="utf-8")
    assert main(["check"]) == 1
    err = capsys.readouterr().err
    told = next(block for block in blocks(text, "text") if "error[" in block)
    for line in told.splitlines():
        assert line in err


def test_the_page_of_codes_is_made_from_the_catalogue() -> None:
    """Renew it with the command that its remark names."""
    head, mark, body = TEXTS["n08-codes"].partition(" -->\n\n")
    assert mark
    assert "`tallybook explain --all`" in head
    assert body == handbook()


def test_every_code_is_in_the_handbook_whole() -> None:
    text = handbook()
    for code, page in catalogue().items():
        assert f"{{#{code.lower()}}}" in text
        for line in (line.strip() for line in page.splitlines() if line and not line.startswith("#")):
            assert line in text, code


def test_the_handbook_is_a_command(capsys: Capture) -> None:
    assert main(["explain", "--all"]) == 0
    assert capsys.readouterr().out == handbook()
    assert main(["explain"]) == 2
    assert capsys.readouterr().err == "tallybook: explain what? name a page or a code, or say --all\n"


def test_the_templates_that_are_named_are_those_there_are() -> None:
    named = set(re.findall(r"`([\w-]+\.html)`", TEXTS["n04-templates"]))
    there = {file.name for file in (ROOT / "templates").glob("*.html")} - {"parts.html"}
    assert there - named == set()
