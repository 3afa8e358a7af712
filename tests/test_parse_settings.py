from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from small_book import BOOK, CHAPTER, FILES, altered, brief, faults, parsed
from tallybook.config import Declaration, Limits, Neighbour, Place, Quota, Variant, Work
from tallybook.model import Kind
from tallybook.numerals.numeral import Conventions
from tallybook.parse.schema import FRONT, LAYOUTS, VARIANTS, headings_schema, schemas
from tallybook.parse.settings import book_config, chapter_config
from tallybook.span import Source

FULL = """\
title: Money
authors: [A. Smith]
language: en-GB
url: https://example.org/money
conventions: {decimal_mark: ",", rounding: half-up, log_base: 10}
variants:
  cash: {title: Cash flow, meaning: Who pays}
  risk: {title: Risk}
contracts:
  full: {title: Full, problems: 2, variants: 2, max_share: 0.5, exercises: 3,
         at_least_one_of: [[cash], [risk, cash]], hardest: 1, weak: 4}
places:
  - {id: II.1, title: Bonds, status: elsewhere, url: https://example.org/bonds}
works:
  - {key: Black and Scholes 1973, text: The pricing of options, url: https://doi.org/10.1086/260062}
declare:
  - {text: "365", reason: days of a year, near: year}
limits: {seconds: 3, memory: 268435456, output: 1000, processes: 9, files: 99}
"""


def test_all_of_a_book_file() -> None:
    noted = book_config(Source("chapters/book.yaml", FULL))
    config = noted.value
    assert noted.diagnostics == ()
    assert (config.title, config.authors, config.language, config.url) == (
        "Money",
        ("A. Smith",),
        "en-GB",
        "https://example.org/money",
    )
    assert config.conventions == Conventions(",", "half-up", "10")
    assert config.variants == (Variant("cash", "Cash flow", "Who pays"), Variant("risk", "Risk"))
    assert config.quotas == (Quota("full", "Full", 2, 2, 0.5, 3, (("cash",), ("risk", "cash")), 1, 4),)
    assert config.places == (Place("II.1", "Bonds", "elsewhere", "https://example.org/bonds"),)
    assert config.works == (
        Work("Black and Scholes 1973", "The pricing of options", "https://doi.org/10.1086/260062"),
    )
    assert config.declared == (Declaration("365", "days of a year", "year", line=17),)
    assert config.limits == Limits(3.0, 268435456, 1000, 9, 99)


def test_a_book_needs_a_title_and_no_more() -> None:
    noted = book_config(Source("chapters/book.yaml", "title: Money\n"))
    assert noted.diagnostics == ()
    assert tuple(variant.key for variant in noted.value.variants) == VARIANTS
    assert noted.value.conventions == Conventions(".", "half-even", "")
    assert noted.value.quotas == ()


def test_all_of_a_chapter_file() -> None:
    book = book_config(Source("chapters/book.yaml", FULL)).value
    text = (
        "id: I.2\ntitle: Debt\ncontract: full\ntagline: Owed.\n"
        "macros: {R: '\\mathbb{R}', vec: '\\mathbf{#1}'}\n"
    )
    noted = chapter_config(Source("chapters/i-2/chapter.yaml", text), book)
    assert noted.diagnostics == ()
    assert (noted.value.id, noted.value.title, noted.value.contract) == ("I.2", "Debt", "full")
    assert noted.value.macros == (("R", "\\mathbb{R}"), ("vec", "\\mathbf{#1}"))


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("title: Motion, measured\n", "", ("F131", 1, 1, "")),
        ("title: Motion, measured", "titel: Motion", ("F130", 1, 1, "titel")),
        ("contracts:", "language: english language\ncontracts:", ("F133", 2, 11, "english language")),
        ("contracts:", "conventions: {rounding: up}\ncontracts:", ("F133", 2, 25, "up")),
        ("contracts:", "variants: [numeric]\ncontracts:", ("F132", 2, 11, "[numeric]")),
        ("contracts:", "authors:\ncontracts:", ("F132", 2, 1, "authors")),
        ("title: Plain", "titel: Plain", ("F130", 4, 5, "titel")),
        ("title: Plain", "title: Plain\n    problems: many", ("F132", 5, 15, "many")),
        ("title: Plain", "title: Plain\n    problems: -1", ("F133", 5, 15, "-1")),
        ("title: Plain", "title: Plain\n    max_share: 1.5", ("F133", 5, 16, "1.5")),
        ("title: Plain", "title: Plain\n    at_least_one_of: [[numeric, limt]]", ("F133", 5, 33, "limt")),
        ("title: Plain", "title: Plain\n    at_least_one_of: [numeric]", ("F132", 5, 23, "numeric")),
        ("title: Plain", "title: Plain\n    at_least_one_of: [[]]", ("F133", 5, 23, "[]")),
        ("{id: II.1, title: Waves}", "{id: II.1}", ("F131", 6, 6, "id")),
        ("{id: II.1, title: Waves}", "{id: 2.1, title: Waves}", ("F132", 6, 10, "2.1")),
        ("{id: II.1, title: Waves}", "{id: Book II, title: Waves}", ("F141", 7, 10, "Book II")),
        ("key: Kepler and Newton", "key: Noether 1918", ("F141", 10, 11, "Noether 1918")),
        ("works:", "works:\n  -", ("F132", 9, 4, "")),
    ],
)
def test_a_fault_of_the_book_stands_at_its_place(
    old: str, new: str, found: tuple[str, int, int, str]
) -> None:
    assert faults("chapters/book.yaml", old, new) == [found]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("contract: A", "contract: B", ("F133", 3, 11, "B")),
        ("id: I.2", "id: I-2", ("F140", 1, 5, "I-2")),
        ("id: I.2", "id: 1.2", ("F132", 1, 5, "1.2")),
        ("contract: A", "contract: A\nmacros: {a1: x}", ("F133", 4, 10, "a1")),
        ("contract: A", "contract: A\nmacros: {a: 1}", ("F132", 4, 13, "1")),
        ("title: Falling bodies\n", "", ("F131", 1, 1, "")),
    ],
)
def test_a_fault_of_a_chapter_stands_at_its_place(
    old: str, new: str, found: tuple[str, int, int, str]
) -> None:
    assert CHAPTER.count(old) == 1
    own = brief(parsed(altered("chapters/i-2/chapter.yaml", old, new)).diagnostics)
    assert [(code, *rest) for code, path, *rest in own if path.endswith("chapter.yaml")] == [found]


def test_a_number_as_the_base_of_logarithms_is_its_text() -> None:
    for written, base in (("10", "10"), ("'10'", "10"), ("2", "2"), ("e", "e"), ("''", "")):
        text = f"title: x\nconventions: {{log_base: {written}}}\n"
        noted = book_config(Source("x", text))
        assert (noted.diagnostics, noted.value.conventions.log_base) == ((), base)


def test_the_variants_are_those_of_the_book() -> None:
    files = {**FILES, "chapters/book.yaml": BOOK + "variants: {orbit: {title: Orbits}}\n"}
    assert [code for code, *_ in brief(parsed(files).diagnostics)] == ["F133", "F133"]


def test_the_schemas_are_schemas() -> None:
    for name, schema in schemas().items():
        Draft202012Validator.check_schema(schema)
        assert json.loads(json.dumps(schema)) == schema, name
    assert set(schemas()) == {"book", "chapter", *(kind.value for kind in Kind)}


def test_the_published_schema_of_headings_is_the_layout() -> None:
    validator = Draft202012Validator(headings_schema(Kind.PROBLEM))
    every = [heading.title for heading in LAYOUTS[Kind.PROBLEM]]
    assert validator.is_valid(every)
    assert validator.is_valid([title for title in every if title != "Check: numeric"])
    assert not validator.is_valid(every[1:])
    assert not validator.is_valid([every[1], every[0], *every[2:]])
    assert not validator.is_valid([*every, "Answer"])


def test_every_key_of_front_matter_says_what_it_is() -> None:
    for kind, schema in FRONT.items():
        for key, value in schema["properties"].items():
            assert value.get("description") or value["type"] == "object", f"{kind}: {key}"


def test_the_parts_of_a_book() -> None:
    text = 'title: X\nparts:\n  - {id: "0", title: Primer}\n  - {id: IV, title: Waves}\n'
    noted = book_config(Source("chapters/book.yaml", text))
    assert noted.diagnostics == ()
    assert [(part.id, part.title) for part in noted.value.parts] == [("0", "Primer"), ("IV", "Waves")]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("{id: 0, title: Primer}", "F132"),  # a number; an id is text
        ("{id: first, title: Primer}", "F133"),
        ("{id: I}", "F131"),
        ("{id: I, title: A}\n  - {id: I, title: B}", "F141"),
    ],
)
def test_a_part_at_fault(entry: str, code: str) -> None:
    noted = book_config(Source("chapters/book.yaml", f"title: X\nparts:\n  - {entry}\n"))
    assert [finding.code for finding in noted.diagnostics] == [code]


def test_other_books_are_named_by_path() -> None:
    entries = "  mechanics: {path: ../m/objects.json, url: https://a.b/}\n  optics: {path: o.json}\n"
    text = f"title: X\ninventories:\n{entries}"
    noted = book_config(Source("chapters/book.yaml", text))
    assert noted.diagnostics == ()
    assert noted.value.neighbours == (
        Neighbour("mechanics", "../m/objects.json", "https://a.b/"),
        Neighbour("optics", "o.json"),
    )


@pytest.mark.parametrize(
    ("url", "status"), [("", "to come"), (', url: "https://a.b/"', ""), (", status: lost", "lost")]
)
def test_a_place_without_an_address_is_to_come(url: str, status: str) -> None:
    text = f"title: X\nplaces:\n  - {{id: I.9, title: Waves{url}}}\n"
    (place,) = book_config(Source("chapters/book.yaml", text)).value.places
    assert place.status == status
