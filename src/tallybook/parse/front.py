"""The head of a page: finding it, reading it, validating it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Noted
from tallybook.model import FrontMatter, Kind
from tallybook.parse.fields import Fields
from tallybook.parse.settings import corrections, declarations, figures, limits
from tallybook.parse.validate import validate
from tallybook.parse.yaml_tree import Mapping, Tree, read_yaml
from tallybook.span import Source, Span
from tallybook.suggest import did_you_mean

if TYPE_CHECKING:
    from tallybook.config import BookConfig

_FENCE = re.compile(r"---[ \t]*")
_OPENING = re.compile(r"---[ \t]*(?:\r\n|\r|\n|\Z)")
_HEADING = re.compile(r" {0,3}##[ \t]")


@dataclass(frozen=True, slots=True)
class Head:
    """A page's front matter: what it says, its ``fields`` with their places, and where the text begins.

    ``broken`` tells that there may have been more of it than could be read.
    """

    front: FrontMatter
    fields: Fields
    body: Span
    broken: bool


def split(source: Source) -> Noted[tuple[Span | None, Span]]:
    """The regions of the front matter (None if there is none) and of the text behind it."""
    text = source.text
    opening = _OPENING.match(text)
    if opening is None:
        first = re.search(r"\S", text)
        late = first is not None and _OPENING.match(text, first.start()) is not None
        help_ = "move the front matter to the first line" if late else "begin with `---`, the keys, and `---`"
        found = Diagnostic(
            "F120", "the page does not begin with front matter", source, Span(0, 0), help=(help_,)
        )
        return Noted((None, Span(0, len(text))), (found,))
    number = 2
    while source.offset(number) < len(text):
        line = source.line(number)
        start = source.offset(number)
        if _FENCE.fullmatch(line):
            return Noted((Span(opening.end(), start), Span(source.offset(number + 1), len(text))))
        if _HEADING.match(line):
            break
        number += 1
    end = source.offset(number)
    found = Diagnostic(
        "F121",
        "the front matter is not closed",
        source,
        Span(0, 3),
        help=("put a line `---` behind its last key",),
    )
    return Noted((Span(opening.end(), end), Span(end, len(text))), (found,))


def read_head(source: Source, kind: Kind, book: BookConfig) -> Noted[Head]:
    """The front matter of a page; fields at fault have their empty values."""
    regions = split(source)
    region, body = regions.value
    findings = list(regions.diagnostics)
    tree = Tree(Mapping(Span(0, 0)), broken=True)
    if region is not None:
        noted = read_yaml(source, region)
        tree = Tree(noted.value.root, noted.value.broken or bool(findings))
        findings += noted.diagnostics
        findings += validate(source, tree, kind.value, home=Span(0, 3))
    elif kind is Kind.STATEMENTS:
        findings.clear()  # a page of statements needs no keys
    fields = Fields(source, tree.root)
    variant = fields.text("variant")
    known = [known.key for known in book.variants]
    if variant and variant not in known and fields.has("variant"):
        help_ = did_you_mean(variant, known) or (f"the variants are {', '.join(known)}",)
        message = f"variant is {variant}, which is none of the book's"
        findings.append(Diagnostic("F133", message, source, fields.span("variant"), help=help_))
    front = FrontMatter(
        id=fields.text("id") or fields.text("chapter"),
        title=fields.text("title"),
        variant=variant,
        difficulty=fields.whole("difficulty"),
        precision=fields.text("precision"),
        decimals=fields.whole("decimals") if fields.has("decimals") else None,
        source=fields.text("source"),
        check=fields.text("check"),
        excerpt=fields.texts("excerpt"),
        draws_on=fields.texts("draws_on"),
        figures=figures(fields),
        corrections=corrections(fields),
        declared=declarations(fields, fields.text("source")),
        limits=limits(fields),
        words=(*fields.words("title"), *fields.words("precision")),
        lines={key: fields.line(key) for key in fields.mapping.keys},
    )
    return Noted(Head(front, fields, body, tree.broken), tuple(findings))
