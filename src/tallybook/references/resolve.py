"""Each reference of a book against what there is to refer to."""

from __future__ import annotations

import difflib
import re
import unicodedata
from typing import TYPE_CHECKING

from tallybook.cited import Reference, ReferenceKind
from tallybook.diagnostics import Diagnostic, Severity, in_order
from tallybook.ids import is_chapter
from tallybook.markup.outline import outline
from tallybook.references.index import Target, index
from tallybook.span import Source, Span
from tallybook.suggest import did_you_mean
from tallybook.urls import anchor, problems_url, slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallybook.model import Book, Chapter, Page


def resolve(book: Book) -> tuple[Diagnostic, ...]:
    """A finding for each reference that leads nowhere, in texts and ``draws_on``, and for places out of
    date."""
    targets = index(book)
    findings = list(outdated(book, targets))
    for chapter in book.chapters:
        for page in chapter.pages:
            findings.extend(resolve_page(book, chapter, page, targets))
    return in_order(findings)


def resolve_page(
    book: Book, chapter: Chapter, page: Page, targets: Mapping[str, Target]
) -> Iterator[Diagnostic]:
    """The references of one page that lead nowhere; ``targets`` are ``index(book)``."""
    texts: dict[str, str] = {}
    if any(reference.kind is ReferenceKind.WORK for reference in page.references):
        texts = {work.key: work.text for work in (*book.config.works, *chapter.config.works)}
    readable = {inventory.name for inventory in book.inventories}
    for reference in page.references:
        if reference.kind is ReferenceKind.FOREIGN and reference.id.partition(":")[0] not in readable:
            continue  # that its inventory cannot be read is said once
        finding = _RULES[reference.kind](reference, page, targets, texts)
        if finding:
            code, message, help_ = finding
            yield Diagnostic(code, message, page.source, reference.span, help=help_, subject=page.id)
    for id_, span in _draws_on(page):
        if id_ not in targets:
            rule = _foreign if ":" in id_ else _id
            drawn = Reference(id_, ReferenceKind.ID, span)
            code, message, help_ = rule(drawn, page, targets, texts) or ("R101", "", ())
            yield Diagnostic(code, message, page.source, span, help=help_, subject=page.id)
    yield from _sources(page, targets)


def _sources(page: Page, targets: Mapping[str, Target]) -> Iterator[Diagnostic]:
    """The works that the front matter names: each in the bibliography, what is read with an address."""
    front = page.front
    named = {front.source: front.lines.get("source", 0)} if front.source else {}
    for declaration in front.declared:
        named.setdefault(declaration.source, declaration.line)
    if not named:
        return
    works = {id_: target for id_, target in targets.items() if target.kind == "work"}
    for key, line in named.items():
        span = _on_line(page.source, line, key)
        if key and key not in works:
            help_ = did_you_mean(key, works) or ("add it to `works` or to a .bib file beside book.yaml",)
            message = f"{key} is not in the bibliography"
            yield Diagnostic("R102", message, page.source, span, help=help_, subject=page.id)
        elif key and key == front.source and not works[key].url:
            message = f"the bibliography has no address of {key}, which this page reads"
            help_ = ("give its url",)
            yield Diagnostic("R106", message, page.source, span, help=help_, subject=page.id)


def _on_line(source: Source, line: int, text: str) -> Span:
    """A text at or below a line of the front matter, the line itself where it is written in another way."""
    start = source.text.find(text, source.offset(line)) if line else -1
    return Span(start, start + len(text)) if start >= 0 else source.line_span(max(line, 1))


_Finding = tuple[str, str, tuple[str, ...]] | None
"""Code, message and help."""


def _id(
    reference: Reference, page: Page, targets: Mapping[str, Target], texts: Mapping[str, str]
) -> _Finding:
    if reference.id in targets:
        return None
    return "R101", f"{reference.id} is nothing in this book", _suggest(reference.id, targets)


def _foreign(
    reference: Reference, page: Page, targets: Mapping[str, Target], texts: Mapping[str, str]
) -> _Finding:
    if reference.id in targets:
        return None
    name, _, id_ = reference.id.partition(":")
    known = [other.removeprefix(f"{name}:") for other in targets if other.startswith(f"{name}:")]
    message = f"{reference.id} is nothing in the inventory {name}"
    return "R107", message, did_you_mean(id_, known) or ("see its objects.json for what it holds",)


def _place(
    reference: Reference, page: Page, targets: Mapping[str, Target], texts: Mapping[str, str]
) -> _Finding:
    """A book of a series: an error only where the author speaks of such books as this one's."""
    part = reference.id.removeprefix("Book ")
    known = [id_ for id_ in targets if id_.startswith("Book ")]
    if reference.id in targets or not known or any(id_.startswith(f"{part}.") for id_ in targets):
        return None
    return "R101", f"{reference.id} is nothing in this book", _suggest(reference.id, targets)


def _work(
    reference: Reference, page: Page, targets: Mapping[str, Target], texts: Mapping[str, str]
) -> _Finding:
    if reference.id in texts:
        if reference.year and reference.year not in texts[reference.id]:
            message = f"the bibliography does not date {reference.id} to {reference.year}"
            return "R102", message, (f"its entry reads: {texts[reference.id]}",)
        return None
    close = [key for key in texts if _same_author(reference.id, key)]
    close = close or difflib.get_close_matches(reference.id, texts, n=3, cutoff=0.8)
    if not close and not reference.sure:
        return None
    help_ = f"did you mean {' or '.join(close)}?" if close else "add it to `works`"
    return "R102", f"{reference.id} is not in the bibliography", (help_,)


def _file(
    reference: Reference, page: Page, targets: Mapping[str, Target], texts: Mapping[str, str]
) -> _Finding:
    return "R103", f"{reference.id} is a source file, which is not published", ("link to the id of the page",)


def _anchor(
    reference: Reference, page: Page, targets: Mapping[str, Target], texts: Mapping[str, str]
) -> _Finding:
    name = reference.id.removeprefix("#")
    headings = outline(page.source, page.body).headings
    known = {heading.anchor or slug(heading.title) for heading in headings}
    known |= {slug(heading.title) for heading in headings} | {anchor(id_) for id_ in targets}
    if name in known:
        return None
    return "R104", f"no heading of the page has the anchor {name}", did_you_mean(name, known, 1)


_RULES = {
    ReferenceKind.ID: _id,
    ReferenceKind.CHAPTER: _id,
    ReferenceKind.FOREIGN: _foreign,
    ReferenceKind.PLACE: _place,
    ReferenceKind.WORK: _work,
    ReferenceKind.FILE: _file,
    ReferenceKind.ANCHOR: _anchor,
}


def _suggest(id_: str, targets: Mapping[str, Target]) -> tuple[str, ...]:
    """Ids that may have been meant: those of the same chapter and letter first, then any that look alike."""
    stem = re.sub(r"\d+$", "", id_.upper())
    likely = [known for known, target in targets.items() if target.kind != "work"]
    if is_chapter(id_):
        siblings = [known for known in likely if is_chapter(known)]
    else:
        siblings = [known for known in likely if re.sub(r"\d+$", "", known) == stem]
    for candidates in (siblings, likely):
        help_ = did_you_mean(id_, candidates)
        if help_:
            return help_
    return ("declare it under `places` in book.yaml, or write it as code if it is no reference",)


def _same_author(citation: str, key: str) -> bool:
    """Whether a citation begins with the author of a dated key, accents apart."""
    if not re.search(r"\d{4}\w?$", key):
        return False
    first, other = (unicodedata.normalize("NFKD", text.split()[0]).casefold() for text in (citation, key))
    return [c for c in first if c.isalnum()] == [c for c in other if c.isalnum()]


def _draws_on(page: Page) -> Iterator[tuple[str, Span]]:
    """The ids of ``draws_on`` with their places."""
    position = page.source.offset(page.front.lines["draws_on"]) if page.front.draws_on else 0
    for id_ in page.front.draws_on:
        match = re.compile(rf"(?<![\w.]){re.escape(id_)}(?![\w.])").search(
            page.source.text, position, page.body.start
        )
        if match:
            position = match.end()
        yield id_, Span(match.start(), match.end()) if match else Span(position, position)


def outdated(book: Book, targets: Mapping[str, Target]) -> Iterator[Diagnostic]:
    """What is declared and does not fit the book: places that stand in it; redirects and symbols that lead
    nowhere."""
    yield from _places(book, targets)
    yield from _redirects(book, targets)
    yield from _notation(book, targets)


def _places(book: Book, targets: Mapping[str, Target]) -> Iterator[Diagnostic]:
    """Places that are declared and stand in the book itself."""
    for place in book.config.places:
        target = targets[place.id]
        if target.kind != "place":
            span = _declared(book.source, place.id)
            message = f"the place {place.id} is a {target.kind} of this book"
            help_ = ("delete it from `places`",)
            yield Diagnostic("R105", message, book.source, span, help=help_, severity=Severity.WARNING)


def _redirects(book: Book, targets: Mapping[str, Target]) -> Iterator[Diagnostic]:
    """Redirects that lead nowhere, and those whose address has a page of its own."""
    published = {problems_url(one): one.config.id for one in book.chapters if one.has_problems}
    for target in targets.values():
        published.setdefault(target.url.partition("#")[0], target.id)
    for redirect in book.config.redirects:
        line = book.source.line_span(redirect.line)
        start = line.start + book.source[line].rindex(redirect.id)
        span = Span(start, start + len(redirect.id))
        if redirect.id not in targets or not targets[redirect.id].url:
            message = f"{redirect.id} has no page to lead to"
            yield Diagnostic("R101", message, book.source, span, help=_suggest(redirect.id, targets))
        elif redirect.url in published:
            message = f"{redirect.url} is redirected, and is the address of {published[redirect.url]}"
            help_ = ("delete the redirect",)
            yield Diagnostic("R110", message, book.source, span, help=help_)


def _notation(book: Book, targets: Mapping[str, Target]) -> Iterator[Diagnostic]:
    """Symbols that are said to be defined where there is nothing."""
    for chapter in book.chapters:
        for symbol in chapter.config.notation:
            if symbol.where not in targets or not targets[symbol.where].url:
                message = f"{symbol.where} has no page to lead to"
                help_ = _suggest(symbol.where, targets)
                yield Diagnostic("R101", message, chapter.source, symbol.target, help=help_)


def _declared(source: Source, id_: str) -> Span:
    match = re.search(rf"\bid:\s*[\"']?({re.escape(id_)})(?![\w.])", source.text)
    return Span(match.start(1), match.end(1)) if match else Span(0, 0)
