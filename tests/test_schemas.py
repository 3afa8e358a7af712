"""The JSON Schemas that the package ships, and the command that prints them."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
import yaml
from jsonschema import Draft202012Validator

from tallybook.cli import main
from tallybook.model import Kind
from tallybook.parse.schema import LAYOUTS, schemas

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]
FOLDER = files("tallybook") / "schemas"


def test_the_files_are_what_the_definition_makes() -> None:
    """Renew them with `tallybook schema --write src/tallybook/schemas`."""
    shipped = {entry.name: json.loads(entry.read_text(encoding="utf-8")) for entry in FOLDER.iterdir()}
    assert shipped == {f"{name}.json": schema for name, schema in schemas().items()}


def test_the_schema_of_a_page_is_for_its_front_matter_and_holds_its_headings() -> None:
    schema = schemas()["problem"]
    front = yaml.safe_load("{id: I.5.B04, title: x, variant: numeric, difficulty: 2}")
    assert Draft202012Validator(schema).is_valid(front)
    assert not Draft202012Validator(schema).is_valid({**front, "dificulty": 2})
    assert not Draft202012Validator(schema).is_valid({**front, "id": "I.5.X04"})
    headings = Draft202012Validator(schema["$defs"]["headings"])
    every = [heading.title for heading in LAYOUTS[Kind.PROBLEM]]
    assert headings.is_valid(every)
    assert not headings.is_valid(every[:-1])


def test_a_schema_is_printed_by_name(capsys: Capture) -> None:
    assert main(["schema", "book"]) == 0
    assert json.loads(capsys.readouterr().out) == schemas()["book"]


def test_without_a_name_the_names_are_listed(capsys: Capture) -> None:
    assert main(["schema"]) == 0
    assert capsys.readouterr().out.split() == list(schemas())


def test_all_are_written_over_older_ones(tmp_path: Path) -> None:
    (tmp_path / "book.json").write_text("{}", encoding="utf-8")
    assert main(["schema", "--write", str(tmp_path)]) == 0
    written = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()}
    assert written == schemas()


def test_an_unknown_name_is_bad_usage(capsys: Capture) -> None:
    assert main(["schema", "problme"]) == 2
    assert capsys.readouterr().err == "tallybook: there is no schema 'problme': did you mean problem?\n"


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["schema", "--write", str(tmp_path / "file" / "in")]) == 2
    assert "--write" in capsys.readouterr().err
