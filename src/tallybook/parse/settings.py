"""``book.yaml`` and ``chapter.yaml`` to frozen configuration, and the parts of it that pages have as well."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from tallybook.config import (
    BookConfig,
    ChapterConfig,
    Declaration,
    Limits,
    Neighbour,
    Part,
    Place,
    Quota,
    Redirect,
    Symbol,
    Variant,
    Work,
)
from tallybook.diagnostics import Diagnostic, Label, Noted
from tallybook.model import Correction, Figure
from tallybook.numerals.numeral import Conventions
from tallybook.parse.fields import Fields
from tallybook.parse.schema import VARIANTS
from tallybook.parse.validate import validate
from tallybook.parse.yaml_tree import read_yaml
from tallybook.span import Source, Span
from tallybook.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator


def book_config(source: Source) -> Noted[BookConfig]:
    """The configuration in ``book.yaml``; what is at fault there takes its default."""
    noted, findings = _read(source, "book")
    variants = tuple(
        Variant(key, entry.text("title"), entry.text("meaning")) for key, entry in noted.tables("variants")
    ) or tuple(Variant(key, key.capitalize()) for key in VARIANTS)
    known = [variant.key for variant in variants]
    quotas = []
    for key, entry in noted.tables("contracts"):
        quotas.append(_quota(key, entry))
        findings.extend(_unknown_variants(entry, known))
    findings.extend(_doubles(noted, "places", "id", "place"))
    findings.extend(_doubles(noted, "works", "key", "work"))
    findings.extend(_doubles(noted, "parts", "id", "part"))
    conventions = noted.table("conventions")
    moved = noted.table("redirects")
    config = BookConfig(
        title=noted.text("title"),
        authors=noted.texts("authors"),
        language=noted.text("language", "en"),
        url=noted.text("url"),
        repository=noted.text("repository"),
        conventions=Conventions(
            conventions.text("decimal_mark", "."),
            conventions.text("rounding", "half-even"),
            conventions.text("log_base") or str(conventions.whole("log_base") or ""),
        ),
        variants=variants,
        quotas=tuple(quotas),
        parts=tuple(
            Part(entry.text("id"), entry.text("title")) for entry in noted.lists("parts") if entry.text("id")
        ),
        neighbours=tuple(
            Neighbour(name, entry.text("path"), entry.text("url"))
            for name, entry in noted.tables("inventories")
            if entry.text("path")
        ),
        places=tuple(
            Place(
                entry.text("id"), entry.text("title"), entry.text("status", _status(entry)), entry.text("url")
            )
            for entry in noted.lists("places")
            if entry.text("id")
        ),
        works=works(noted),
        declared=declarations(noted),
        limits=limits(noted) or Limits(),
        words=tuple(
            chain.from_iterable(
                (
                    noted.words("title"),
                    *(entry.words("title") for entry in noted.lists("parts")),
                    *(
                        entry.words(key)
                        for table in ("variants", "contracts")
                        for _, entry in noted.tables(table)
                        for key in ("title", "meaning")
                    ),
                )
            )
        ),
        redirects=tuple(
            Redirect(url, moved.text(url), moved.line(url)) for url in moved.mapping.keys if moved.text(url)
        ),
    )
    return Noted(config, tuple(findings))


def chapter_config(source: Source, book: BookConfig) -> Noted[ChapterConfig]:
    """The configuration in ``chapter.yaml``; its class of contract must be one of the book's."""
    noted, findings = _read(source, "chapter")
    contract = noted.text("contract")
    keys = [quota.key for quota in book.quotas]
    if contract and contract not in keys:
        help_ = did_you_mean(contract, keys) or (
            f"the contracts of book.yaml are {', '.join(keys) or 'none'}",
        )
        message = f"contract is {contract}, which book.yaml does not define"
        findings.append(Diagnostic("F133", message, source, noted.span("contract"), help=help_))
    macros = noted.table("macros")
    findings.extend(_doubles(noted, "works", "key", "work"))
    config = ChapterConfig(
        id=noted.text("id"),
        title=noted.text("title"),
        contract=contract,
        tagline=noted.text("tagline"),
        macros=tuple((name, macros.text(name)) for name in macros.mapping.keys),
        works=works(noted),
        declared=declarations(noted),
        notation=tuple(
            Symbol(
                entry.text("symbol"),
                entry.text("meaning"),
                entry.text("where"),
                entry.span("symbol"),
                entry.span("where"),
            )
            for entry in noted.lists("notation")
            if all(entry.text(key) for key in ("symbol", "meaning", "where"))
        ),
        words=tuple(
            chain.from_iterable(
                (
                    noted.words("title"),
                    noted.words("tagline"),
                    *(entry.words("meaning") for entry in noted.lists("notation")),
                )
            )
        ),
    )
    return Noted(config, tuple(findings))


def _status(place: Fields) -> str:
    """The status of a place that gives none: what has an address is there."""
    return "" if place.has("url") else "to come"


def declarations(fields: Fields, source: str = "") -> tuple[Declaration, ...]:
    """The entries of ``declare``; those that name no ``source`` are from the one given."""
    return tuple(
        Declaration(
            entry.text("text"),
            entry.text("reason"),
            entry.text("near"),
            entry.text("source", source),
            entry.line("text"),
        )
        for entry in fields.lists("declare")
        if entry.text("text")
    )


def figures(fields: Fields) -> tuple[Figure, ...]:
    """The entries of ``figures``."""
    return tuple(
        Figure(
            entry.text("script"),
            entry.text("alt"),
            entry.text("caption"),
            entry.text("under"),
            tuple(chain.from_iterable(map(entry.words, ("alt", "caption")))),
        )
        for entry in fields.lists("figures")
        if entry.text("script")
    )


def corrections(fields: Fields) -> tuple[Correction, ...]:
    """The entries of ``corrections``, the latest first."""
    found = (
        Correction(
            entry.text("date"),
            entry.text("text"),
            entry.text("by"),
            tuple(chain.from_iterable(map(entry.words, ("date", "text", "by")))),
        )
        for entry in fields.lists("corrections")
        if entry.text("date") and entry.text("text")
    )
    return tuple(sorted(found, key=lambda one: one.date, reverse=True))


def limits(fields: Fields) -> Limits | None:
    """The entry ``limits``, None if there is none."""
    if not fields.has("limits"):
        return None
    entry = fields.table("limits")
    usual = Limits()
    return Limits(
        float(entry.number("seconds", usual.seconds)),
        entry.whole("memory", usual.memory),
        entry.whole("output", usual.output),
        entry.whole("processes", usual.processes),
        entry.whole("files", usual.files),
    )


def works(fields: Fields) -> tuple[Work, ...]:
    """The entries of ``works``."""
    return tuple(
        Work(entry.text("key"), entry.text("text"), entry.text("url"))
        for entry in fields.lists("works")
        if entry.text("key")
    )


def _read(source: Source, name: str) -> tuple[Fields, list[Diagnostic]]:
    noted = read_yaml(source, Span(0, len(source.text)))
    home = Span(0, 0)
    findings = [*noted.diagnostics, *validate(source, noted.value, name, home)]
    return Fields(source, noted.value.root), findings


def _quota(key: str, entry: Fields) -> Quota:
    return Quota(
        key=key,
        title=entry.text("title"),
        problems=entry.whole("problems"),
        variants=entry.whole("variants"),
        max_share=float(entry.number("max_share", 1.0)),
        exercises=entry.whole("exercises"),
        at_least_one_of=tuple(tuple(name for name, _ in row) for row in entry.rows("at_least_one_of")),
        hardest=entry.whole("hardest"),
        weak=entry.whole("weak"),
    )


def _unknown_variants(entry: Fields, known: list[str]) -> Iterator[Diagnostic]:
    for name, span in chain.from_iterable(entry.rows("at_least_one_of")):
        if name not in known:
            help_ = did_you_mean(name, known) or (f"the variants are {', '.join(known)}",)
            yield Diagnostic("F133", f"{name} is no variant of the book", entry.source, span, help=help_)


def _doubles(fields: Fields, key: str, name: str, what: str) -> Iterator[Diagnostic]:
    """Entries of a list that go by the same name."""
    first: dict[str, Span] = {}
    for entry in fields.lists(key):
        value = entry.text(name)
        if not value:
            continue
        span = entry.span(name)
        if value in first:
            label = Label(fields.source, first[value], "first given here")
            message = f"the {what} {value} is given twice"
            help_ = ("delete one of the two",)
            yield Diagnostic("F141", message, fields.source, span, help=help_, related=(label,))
        first.setdefault(value, span)
