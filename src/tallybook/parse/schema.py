"""The one definition of what may stand in front matter, in YAML files and in the headings of a page.

From it come the JSON Schemas (``schemas()``), the checks at build time and the wording of their findings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tallybook.config import HARDEST
from tallybook.ids import CHAPTER, PAGE_LETTER, PART
from tallybook.model import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Heading:
    """A section that a kind of page has, in order."""

    key: str
    title: str
    required: bool = True


LAYOUTS: Mapping[Kind, tuple[Heading, ...]] = {
    Kind.PROBLEM: (
        Heading("statement", "Statement"),
        Heading("given", "Given"),
        Heading("find", "Find"),
        Heading("strategy", "Strategy"),
        Heading("solution", "Solution"),
        Heading("answer", "Answer"),
        Heading("check-numeric", "Check: numeric", required=False),
        Heading("check-sanity", "Check: sanity"),
        Heading("where-this-breaks", "Where this breaks"),
        Heading("variation", "Variation"),
    ),
    Kind.EXERCISE: (
        Heading("question", "Question"),
        Heading("hint", "Hint"),
        Heading("solution", "Solution"),
    ),
    Kind.READING: (
        Heading("why-read-it", "Why read it", required=False),
        Heading("claimed", "What the source claims"),
        Heading("computed", "What the book computes"),
        Heading("check-numeric", "Check: numeric", required=False),
        Heading("stands", "What stands"),
        Heading("where-this-breaks", "Where this breaks", required=False),
    ),
}
"""Kinds that are not here (statements, articles) choose their own headings."""

VARIANTS = ("numeric", "symbolic", "shape", "complexity", "counterexample", "proof", "limit", "gradient")
"""The variants of a book that declares none of its own."""
MAX_DECIMALS = 12
MAX_SECONDS = 3600
MAX_PROCESSES = 4096
MIN_FILES, MAX_FILES = 16, 20_000
"""An interpreter needs some open files to start at all."""


def _text(description: str, pattern: str = "", *, empty: bool = False) -> Schema:
    schema: Schema = {"type": "string", "description": description}
    if pattern:
        schema["pattern"] = rf"^(?:{pattern})$"
    elif not empty:
        schema["pattern"] = r"\S"
    return schema


def _whole(description: str, low: int, high: int | None = None) -> Schema:
    schema: Schema = {"type": "integer", "description": description, "minimum": low}
    return schema if high is None else {**schema, "maximum": high}


def _one_of(description: str, *values: str | int) -> Schema:
    return {"description": description, "enum": list(values)}


def _list(description: str, items: Schema) -> Schema:
    return {"type": "array", "description": description, "items": items}


def _table(properties: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _named(description: str, keys: str, values: Schema) -> Schema:
    """A mapping whose keys the author chooses."""
    return {
        "type": "object",
        "description": description,
        "propertyNames": {"pattern": rf"^(?:{keys})$"},
        "additionalProperties": values,
    }


_IS_ID: Schema = {"x-id": True}
"""Marks the ids of this book's own parts, whose faults have a code of their own."""
_NAME = r"[A-Za-z_]\w*"
_KEY = r"[A-Za-z][\w-]*"
_ADDRESS = r"(?!\.)[\w.-]+(?:/(?!\.)[\w.-]+)*\.html"
"""An address within the site, such as i-5/b04-dense-cost.html."""
_DAY = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_URL = r"(?:https?://|mailto:)\S+"

_DECLARE = _list(
    "values restated with their source or reason",
    _table(
        {
            "text": _text("the number, word or formula as the page writes it"),
            "reason": _text("the source, or the reason why it may stand there"),
            "near": _text("a word of the sentence it stands in"),
            "source": _text("the work it is taken from, as it is cited"),
        },
        ("text", "reason"),
    ),
)
_LIMITS = _table(
    {
        "seconds": {
            "type": "number",
            "description": "seconds of time",
            "exclusiveMinimum": 0,
            "maximum": MAX_SECONDS,
        },
        "memory": _whole("bytes of memory", 1 << 20),
        "output": _whole("bytes of output", 1),
        "processes": _whole("threads and processes at once", 1, MAX_PROCESSES),
        "files": _whole("open files at once", MIN_FILES, MAX_FILES),
    }
)
_WORKS = _list(
    "the bibliography",
    _table(
        {
            "key": _text("how the work is cited, such as Zaslavsky 1975"),
            "text": _text("its entry in the bibliography"),
            "url": _text("its address", _URL),
        },
        ("key", "text"),
    ),
)
_CORRECTIONS = _list(
    "what was wrong on the page once it was published",
    _table(
        {
            "date": _text("the day it was corrected, such as 2026-03-14", _DAY),
            "text": _text("what was wrong, and what it is now"),
            "by": _text("who found it"),
        },
        ("date", "text"),
    ),
)
_CHECK: dict[str, Schema] = {
    "precision": _text("a sentence on the precision of the numbers"),
    "decimals": _whole("places to which the check prints derived values", 0, MAX_DECIMALS),
    "check": _text("the script in checks/, such as i-5-b04-dense-cost.py"),
    "excerpt": _list("functions of the check that the page shows", _text("a function or class", _NAME)),
    "draws_on": _list("ids of what the page rests on", _text("an id such as I.5.P01")),
    "figures": _list(
        "drawings, each printed as SVG by a script of its own",
        _table(
            {
                "script": _text("the script in checks/, such as i-5-b05-sawtooth-figure.py"),
                "alt": _text("what the drawing shows, in words, for those who do not see it"),
                "caption": _text("the line below it"),
                "under": _text("the title of the section or step that it closes"),
            },
            ("script", "alt"),
        ),
    ),
    "corrections": _CORRECTIONS,
    "declare": _DECLARE,
    "limits": _LIMITS,
}


def _id(kind: Kind) -> Schema:
    letter = PAGE_LETTER[kind]
    return {**_text(f"an id such as I.5.{letter}01", rf"{CHAPTER}\.{letter}\d{{1,3}}"), **_IS_ID}


_GRADED: dict[str, Schema] = {
    "title": _text("the title"),
    "variant": _text("what kind of work it asks for: one of the book's variants", _KEY),
    "difficulty": _whole(f"1 to {HARDEST}", 1, HARDEST),
    **_CHECK,
}
_CHAPTER_ID = {**_text("the id of the chapter, such as I.5", CHAPTER), **_IS_ID}

FRONT: Mapping[Kind, Schema] = {
    Kind.PROBLEM: _table({"id": _id(Kind.PROBLEM), **_GRADED}, ("id", "title", "variant", "difficulty")),
    Kind.EXERCISE: _table({"id": _id(Kind.EXERCISE), **_GRADED}, ("id", "title", "variant", "difficulty")),
    Kind.READING: _table(
        {
            "id": _id(Kind.READING),
            "title": _text("the title"),
            "source": _text("the work that is read, as it is cited, such as Zaslavsky 1975"),
            **_CHECK,
        },
        ("id", "title", "source"),
    ),
    Kind.ARTICLE: _table({"id": _id(Kind.ARTICLE), "title": _text("the title"), **_CHECK}, ("id", "title")),
    Kind.STATEMENTS: _table(
        {
            "chapter": _CHAPTER_ID,
            "id": _CHAPTER_ID,
            "title": _text("the title, if not the chapter's"),
            **_CHECK,
        }
    ),
}

CHAPTER_FILE: Schema = _table(
    {
        "id": _CHAPTER_ID,
        "title": _text("the title"),
        "contract": _text("the class of contract, one of book.yaml's contracts", _KEY),
        "tagline": _text("a sentence below the title"),
        "macros": _named(
            "LaTeX macros, without backslash", r"[A-Za-z]+", _text("the definition", empty=True)
        ),
        "notation": _list(
            "the symbols of the chapter, for the book's index of notation",
            _table(
                {
                    "symbol": _text("the symbol as LaTeX, without dollars"),
                    "meaning": _text("what it stands for"),
                    "where": _text("the id of what defines it, such as I.5.2"),
                },
                ("symbol", "meaning", "where"),
            ),
        ),
        "works": _WORKS,
        "declare": _DECLARE,
    },
    ("id", "title"),
)

BOOK_FILE: Schema = _table(
    {
        "title": _text("the title"),
        "authors": _list("the authors", _text("a name")),
        "language": _text("a language tag such as en or en-GB", r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*"),
        "url": _text("where the site is published", _URL),
        "repository": _text("the book's repository, where errors are reported", _URL),
        "conventions": _table(
            {
                "decimal_mark": _one_of("the decimal mark", ".", ","),
                "rounding": _one_of("how exact ties are rounded", "half-even", "half-up"),
                "log_base": _one_of(r"what \log without a base means", "e", "10", "2", "", 10, 2),
            }
        ),
        "variants": _named(
            "kinds of problem",
            _KEY,
            _table({"title": _text("its title"), "meaning": _text("what it asks for")}, ("title",)),
        ),
        "contracts": _named(
            "classes of contract",
            _KEY,
            _table(
                {
                    "title": _text("its title"),
                    "problems": _whole("at least this many problems", 0),
                    "variants": _whole("of at least this many variants", 0),
                    "max_share": {
                        "type": "number",
                        "description": "no variant makes up a larger share of the problems",
                        "exclusiveMinimum": 0,
                        "maximum": 1,
                    },
                    "exercises": _whole("at least this many exercises with a published solution", 0),
                    "at_least_one_of": _list(
                        "groups of variants, each of which needs a problem",
                        {**_list("variants", _text("a variant", _KEY)), "minItems": 1},
                    ),
                    "hardest": _whole("at least this many problems of the greatest difficulty", 0),
                    "weak": _whole("at most this many weak claims", 0),
                },
                ("title",),
            ),
        ),
        "parts": _list(
            "the parts of the book",
            _table(
                {
                    "id": _text("what the ids of its chapters begin with, such as I", PART),
                    "title": _text("its title"),
                },
                ("id", "title"),
            ),
        ),
        "inventories": _named(
            "other books that may be cited, as name:id",
            r"[a-z][\w-]*",
            _table(
                {
                    "path": _text("its objects.json, from this book's folder"),
                    "url": _text("where it is published, if not where it says", _URL),
                },
                ("path",),
            ),
        ),
        "places": _list(
            "what may be cited and does not stand in the book's files",
            _table(
                {
                    "id": _text("how it is cited, such as I.11 or Book III"),
                    "title": _text("its title"),
                    "status": _text("why it is not here, such as to come"),
                    "url": _text("its address", _URL),
                },
                ("id", "title"),
            ),
        ),
        "works": _WORKS,
        "declare": _DECLARE,
        "limits": _LIMITS,
        "redirects": _named(
            "addresses that pages had, and the ids of what they lead to",
            _ADDRESS,
            _text("an id such as I.5.B04"),
        ),
    },
    ("title",),
)


def part(name: str) -> Schema:
    """What a region of YAML must look like: ``book``, ``chapter``, or the front matter of a kind of page."""
    if name == "book":
        return BOOK_FILE
    return CHAPTER_FILE if name == "chapter" else FRONT[Kind(name)]


def headings_schema(kind: Kind) -> Schema:
    """The lists of section headings that a kind of page may have."""
    layout = LAYOUTS.get(kind)
    if layout is None:
        return {"type": "array", "items": {"type": "string"}}
    every = [heading.title for heading in layout]
    least = [heading.title for heading in layout if heading.required]
    return {"description": "the sections, in order", "enum": [every] if every == least else [every, least]}


def schemas() -> dict[str, Schema]:
    """All published schemas by name: ``book``, ``chapter`` and each kind of page.

    That of a page is for its front matter; its ``#/$defs/headings`` is for the list of its section headings.
    """
    dialect = "https://json-schema.org/draft/2020-12/schema"
    found: dict[str, Schema] = {
        "book": {"$schema": dialect, "title": "book.yaml", **BOOK_FILE},
        "chapter": {"$schema": dialect, "title": "chapter.yaml", **CHAPTER_FILE},
    }
    for kind, front in FRONT.items():
        title = f"front matter of a page of kind {kind.value}"
        found[kind.value] = {
            "$schema": dialect,
            "title": title,
            **front,
            "$defs": {"headings": headings_schema(kind)},
        }
    return found
