"""The language server over the real protocol, with a client as editors have one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from lsprotocol import types

from apart import run_apart
from editor_client import Editor, editing
from stair_book import OTHER, PAGE, SCRIPT, write

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

T = TypeVar("T")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "book")


def edit(root: Path, session: Callable[[Editor], Awaitable[T]]) -> T:
    """Run a session in an editor that has the problem open and knows that it holds."""

    async def run() -> T:
        async with editing(root) as editor:
            editor.open(PAGE)
            await editor.until(PAGE, lambda told: told == [])
            return await session(editor)

    return run_apart(run())


def codes(told: list[types.Diagnostic]) -> list[object]:
    return [one.code for one in told]


def test_a_wrong_digit_is_told_as_it_is_typed_and_goes(root: Path) -> None:
    async def session(editor: Editor) -> list[types.Diagnostic]:
        editor.replace(PAGE, "[2142]{=", "[2143]{=")
        told = await editor.until(PAGE, bool)
        editor.replace(PAGE, "[2143]{=", "[2142]{=")
        await editor.until(PAGE, lambda told: told == [])
        return told

    (one,) = edit(root, session)
    lines = (root / PAGE).read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines) if text.startswith("The stair is ["))
    assert (one.code, one.severity, one.source) == ("T101", types.DiagnosticSeverity.Error, "tallybook")
    assert one.range == types.Range(types.Position(line, 14), types.Position(line, 18))
    assert one.message.startswith("2143 is not what the check printed (printed 2142)\n")
    assert "print: stair.height = 2142" in one.message


def test_columns_are_utf_16_units(root: Path) -> None:
    async def session(editor: Editor) -> list[types.Diagnostic]:
        editor.replace(PAGE, "The stair is [2142]{=", "🗼🪜 é: the stair is [2143]{=")
        return await editor.until(PAGE, bool)

    (one,) = edit(root, session)
    assert (one.range.start.character, one.range.end.character) == (22, 26)


def test_findings_are_those_of_the_whole_text_and_of_references(root: Path) -> None:
    async def session(editor: Editor) -> list[types.Diagnostic]:
        editor.replace(PAGE, "compare I.2.X01", "compare I.2.X09")
        await editor.until(PAGE, bool)
        editor.replace(PAGE, "## Find\n\nIts height.\n\n", "")
        return await editor.until(PAGE, lambda told: len(told) == 2)

    assert sorted(map(str, codes(edit(root, session)))) == ["R101", "S101"]


def test_no_check_runs_on_a_keystroke_and_the_save_runs_it(root: Path) -> None:
    async def session(editor: Editor) -> tuple[list[types.Diagnostic], list[types.Diagnostic]]:
        editor.open(SCRIPT)
        editor.replace(SCRIPT, "rise = 17", "rise = 18")
        (root / SCRIPT).write_text(editor.texts[SCRIPT], encoding="utf-8")  # and the editor does not know
        editor.told.clear()
        editor.replace(PAGE, "Multiply.", "Multiply both.")
        before = await editor.until(PAGE, lambda told: True)
        editor.save(SCRIPT)
        return before, await editor.until(PAGE, bool)

    before, after = edit(root, session)
    assert before == []
    told = {one.message.splitlines()[0]: one.message.splitlines()[1:] for one in after}
    lines = told["17 is not what the check printed (printed 18)"]
    assert "before: stair.rise = 17" in lines
    assert "now: stair.rise = 18" in lines


def test_bad_tex_is_told_once_saved(root: Path) -> None:
    async def session(editor: Editor) -> list[types.Diagnostic]:
        editor.replace(PAGE, "Multiply.", "Multiply $\\frac{a$.")
        editor.save(PAGE)
        return await editor.until(PAGE, bool)

    assert codes(edit(root, session)) == ["M101"]


def test_hover_shows_the_evidence(root: Path) -> None:
    async def session(editor: Editor) -> types.Hover | None:
        return await editor.text_document_hover_async(types.HoverParams(*editor.at(PAGE, "[2142]", 2)))

    shown = edit(root, session)
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    assert "**`2142`** is strong" in shown.contents.value
    assert f"- printed: `stair.height = 2142` (line 3 of the print, {SCRIPT}:7)" in shown.contents.value


def test_hover_where_no_number_is(root: Path) -> None:
    async def session(editor: Editor) -> types.Hover | None:
        return await editor.text_document_hover_async(types.HoverParams(*editor.at(PAGE, "Multiply.", 2)))

    assert edit(root, session) is None


def test_from_a_number_to_the_line_that_prints_it(root: Path) -> None:
    async def session(editor: Editor) -> object:
        return await editor.text_document_definition_async(
            types.DefinitionParams(*editor.at(PAGE, "[2142]", 2))
        )

    place = edit(root, session)
    assert isinstance(place, types.Location)
    assert place.uri == (root / SCRIPT).as_uri()
    lines = (root / SCRIPT).read_text(encoding="utf-8").splitlines()
    assert lines[place.range.start.line] == 'print("stair.height =", rise * steps)'


def test_from_a_reference_to_what_it_cites(root: Path) -> None:
    async def session(editor: Editor) -> object:
        return await editor.text_document_definition_async(
            types.DefinitionParams(*editor.at(PAGE, "I.2.X01", 3))
        )

    place = edit(root, session)
    assert isinstance(place, types.Location)
    assert place.uri == (root / OTHER).as_uri()
    assert place.range.start.line == 2  # title: A ladder


@pytest.mark.parametrize(
    ("old", "typed", "wanted", "stays"),
    [
        ("Multiply.", "So [2142]{=sta", "stair.height", "ladder.length"),
        ("Multiply.", "So $\\val{2142}{", "stair.steps", "ladder.length"),
        ("Multiply.", "See I.2.", "I.2.X01", "stair.height"),
        ("check: i-2-b01-tower.py", "check: i-2", "i-2-x01-ladder.py", "I.2.X01"),
        ("difficulty: 2", "draws_on: [I.2", "I.2.X01", "stair.height"),
    ],
)
def test_completion(root: Path, old: str, typed: str, wanted: str, stays: str) -> None:
    async def session(editor: Editor) -> object:
        editor.replace(PAGE, old, typed)
        where = editor.at(PAGE, typed, len(typed))
        return await editor.text_document_completion_async(types.CompletionParams(*where))

    found = edit(root, session)
    assert isinstance(found, list)
    labels = {item.label: item for item in found}
    assert wanted in labels
    assert stays not in labels
    written = labels[wanted].text_edit
    assert isinstance(written, types.TextEdit)
    begun = typed[len(typed) - (written.range.end.character - written.range.start.character) :]
    assert wanted.startswith(begun)


def fixed(root: Path, change: tuple[str, str], at: str) -> str:
    """The problem after the one quick fix that is offered at a text, once the editor holds a change."""

    async def session(editor: Editor) -> str:
        editor.replace(PAGE, *change)
        told = await editor.until(PAGE, bool)
        document, where = editor.at(PAGE, at)
        actions = await editor.text_document_code_action_async(
            types.CodeActionParams(document, types.Range(where, where), types.CodeActionContext(told))
        )
        assert actions is not None
        (action,) = actions
        assert isinstance(action, types.CodeAction)
        assert action.edit is not None
        assert action.edit.changes is not None
        (one,) = action.edit.changes[editor.uri(PAGE)]
        assert isinstance(one, types.TextEdit)
        return applied(editor.texts[PAGE], one)

    return edit(root, session)


def applied(text: str, one: types.TextEdit) -> str:
    """A text with an edit, by lines of UTF-16."""
    lines = text.split("\n")

    def offset(where: types.Position) -> int:
        column = len(lines[where.line].encode("utf-16-le")[: 2 * where.character].decode("utf-16-le"))
        return sum(len(line) + 1 for line in lines[: where.line]) + column

    return text[: offset(one.range.start)] + one.new_text + text[offset(one.range.end) :]


def test_the_printed_digits_are_offered(root: Path) -> None:
    text = (root / PAGE).read_text(encoding="utf-8")
    assert fixed(root, ("[2142]{=", "[2143]{="), "2143]") == text


def test_the_binding_that_settles_a_weak_number_is_offered(root: Path) -> None:
    text = (root / PAGE).read_text(encoding="utf-8")
    change = ("The stair is [2142]{=stair.height} cm", "The stair is 126 cm")
    told = fixed(root, change, "126 cm")
    assert told == text.replace(change[0], "The stair is [126]{=stair.steps} cm")


def test_the_missing_section_is_offered(root: Path) -> None:
    text = (root / PAGE).read_text(encoding="utf-8")
    told = fixed(root, ("## Find\n\nIts height.\n\n", ""), "## Strategy")
    assert told == text.replace("Its height.\n\n", "")


def test_a_file_of_no_book_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("It has 42 units.\n", encoding="utf-8")

    async def session() -> None:
        async with editing(tmp_path) as editor:
            editor.open("notes.md")
            where = editor.at("notes.md", "42")
            assert await editor.text_document_hover_async(types.HoverParams(*where)) is None
            assert editor.told == {}

    run_apart(session())
