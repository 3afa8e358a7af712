"""SARIF logs against the JSON Schema of SARIF 2.1.0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft4Validator

from stair_book import PAGE, SCRIPT, alter, write
from tallybook.cli import main
from tallybook.diagnostics import Diagnostic, Label, Severity
from tallybook.report import FORMATS, Look, Report
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA = json.loads((Path(__file__).parent / "data/sarif/sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
VALIDATOR = Draft4Validator(SCHEMA)


def faults(log: Any) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}" for error in VALIDATOR.iter_errors(log)]


def spoil_nothing(root: Path) -> None:
    """The book holds."""


def spoil_digits(root: Path) -> None:
    alter(root, PAGE, "[2142]{=", "[2143]{=")


def spoil_check(root: Path) -> None:
    alter(root, SCRIPT, "rise = 17", "rise = nothing")


def spoil_settings(root: Path) -> None:
    alter(root, "chapters/book.yaml", "works:", "wroks:")
    alter(root, PAGE, "id: I.2.B01", "id: [I.2.B01")


@pytest.mark.parametrize("spoil", [spoil_nothing, spoil_digits, spoil_check, spoil_settings])
def test_the_log_of_a_run_fits_the_schema(
    spoil: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path / "a book")
    spoil(root)
    monkeypatch.chdir(tmp_path)
    status = main(["check", "-C", "a book", "--report", "sarif=out.sarif"])
    log = json.loads((tmp_path / "out.sarif").read_text(encoding="utf-8"))
    assert faults(log) == []
    assert bool(log["runs"][0]["results"]) == bool(status)


def test_places_of_every_kind_fit_the_schema() -> None:
    text = Source("chapters/ä b/p.md", "x = 1\r\ny = 2\n")
    empty = Source("chapters/q.md", "")
    findings = (
        Diagnostic("T101", "a\x1bb", text, Span(0, 12), "label", ("note",), ("help",)),
        Diagnostic("F101", "whole file", empty, Span(0, 0), severity=Severity.WARNING),
        Diagnostic("T102", "end", text, Span(14, 14), related=(Label(empty, Span(0, 0), "there"),)),
    )
    assert faults(json.loads(FORMATS["sarif"](Report(findings), Look(prefix="b/")))) == []


def test_the_schema_refuses_what_is_no_log() -> None:
    """Or the tests above could not fail."""
    log = json.loads(FORMATS["sarif"](Report(()), Look()))
    assert faults({**log, "version": "2.0.0"})
    assert faults({**log, "runs": [{"results": []}]})
