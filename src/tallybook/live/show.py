"""The site of a book under work, page by page, and where on a page each finding is shown."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from tallybook import inventory, urls
from tallybook.diagnostics import Diagnostic, Severity, in_order
from tallybook.render import Site, Theme
from tallybook.report import full, ledger_json
from tallybook.report.summary import Look

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tallybook.live.text import Address
    from tallybook.live.workshop import Workshop
    from tallybook.model import Page

TEMPLATES = "templates"
WIDTH = 96
"""Columns of a finding on a page."""


@dataclass(frozen=True, slots=True)
class Note:
    """A finding on a page: the anchors it may stand at, the best first, and its text as `check` shows it."""

    anchors: tuple[str, ...]
    severity: str
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A file of the site as it is shown now. ``whole`` is False where a page could not be made."""

    data: bytes
    notes: tuple[Note, ...] = ()
    whole: bool = True

    @property
    def tag(self) -> str:
        """What changes when it looks different."""
        digest = blake2b(self.data, digest_size=12)
        digest.update(repr(self.notes).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


class Shows:
    """The files of the site of a workshop, made when they are asked for."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self._made: dict[str, tuple[int, dict[str, Shown]]] = {}
        self._faults: dict[str, tuple[Diagnostic, ...]] = {}

    def refresh(self, paths: Iterable[Path]) -> None:
        """Take in what has changed at some paths. Raises ``NoBookError`` where there is no book any more."""
        paths = tuple(paths)
        if any(path.is_relative_to(self.workshop.settings.root / TEMPLATES) for path in paths):
            Theme.forget()
        self.workshop.refresh(paths)

    def shown_alone(self, paths: Iterable[Path]) -> frozenset[str]:
        """The addresses of the pages whose texts stand at some paths."""
        text, root = self.workshop.text, self.workshop.settings.root
        names = (path.relative_to(root).as_posix() for path in paths if path.is_relative_to(root))
        ids = (text.id_of(name) for name in names)
        return frozenset(urls.page_url(*text.pages[id_]) for id_ in ids if id_ in text.pages)

    def findings(self) -> tuple[Diagnostic, ...]:
        """All findings so far, those of the pages that were rendered among them."""
        known = self.workshop.text.addresses
        faults = (one for url, found in self._faults.items() if url in known for one in found)
        return in_order((*self.workshop.findings(), *faults))

    def forget(self, url: str) -> None:
        """Let go of what was found when a page was rendered, whose text has changed since."""
        self._faults.pop(url, None)

    def page(self, url: str) -> Shown | None:
        """A file of the site, None if there is no such file."""
        address = self.workshop.text.addresses.get(url)
        if address is None:
            return self._file(url)
        self.workshop.ensure(address.ids)
        known = self._made.get(address.url)
        version = self.workshop.version
        if known is None or known[0] != version or not address.ids:
            known = self._made[address.url] = (version, self._render(address))
        return known[1].get(url)

    def _render(self, address: Address) -> dict[str, Shown]:
        site = self._site(address)
        site.render(address.url)
        self._faults[address.url] = tuple(site.findings)
        notes = tuple(self._notes(address))
        made = {name: Shown(data, notes if name == address.url else ()) for name, data in site.files.items()}
        if address.url not in made and site.findings:
            made[address.url] = Shown(b"", notes, whole=False)
        return made

    def _file(self, url: str) -> Shown | None:
        """A file that is no page: an asset of the theme, an inventory of the book."""
        if url.startswith("assets/"):
            data = self._theme().assets().get(url)
        else:
            data = inventory.published(self.workshop.text.book).get(url)
        return Shown(data) if data is not None else None

    def _site(self, address: Address) -> Site:
        shop = self.workshop
        text = shop.text
        held = [(text.pages[id_][1], shop.ledgers[id_]) for id_ in address.ids if id_ in shop.ledgers]
        data = {page.id: ledger_json.render([(page, ledger)]).encode() for page, ledger in held}
        theme, citations = self._theme(), text.citations()
        return Site(text.book, shop.prints, shop.ledgers, shop.contracts(), theme, citations, data=data)

    def _theme(self) -> Theme:
        return Theme(self.workshop.settings.root / TEMPLATES)

    def _notes(self, address: Address) -> list[Note]:
        """The findings about what an address shows, each at its number."""
        shop = self.workshop
        pages = [shop.text.pages[id_] for id_ in address.ids if id_ in shop.text.pages]
        own = {page.id: (f"{urls.anchor(page.id)}-", page) for chapter, page in pages}
        alone = {page.id for chapter, page in pages if urls.page_url(chapter, page) == address.url}
        found = []
        for finding in self.findings():
            for id_, (prefix, page) in own.items():
                if _about(finding, page):
                    anchors = self._anchors(finding, page, "" if id_ in alone else prefix)
                    found.append(note(finding, (*anchors, urls.anchor(id_))))
                    break
            else:
                if finding in self._faults.get(address.url, ()):
                    found.append(note(finding, ()))
        return found

    def _anchors(self, finding: Diagnostic, page: Page, prefix: str) -> list[str]:
        """Where on a page a finding stands: at its number, its section, or nowhere."""
        if finding.source.path != page.source.path:
            return []
        ledger = self.workshop.ledgers.get(page.id)
        claims = sorted(ledger.claims, key=lambda claim: claim.span) if ledger else []
        numbers = [
            f"{prefix}{index}"
            for index, claim in enumerate(claims, 1)
            if claim.span == finding.span or claim.span.overlaps(finding.span)
        ]
        sections = [
            urls.slug(section.title)
            for section in page.sections
            if section.heading.start <= finding.span.start < section.body.end
        ]
        return [*(f"n-{name}" for name in numbers), *(f"{prefix}{name}" for name in sections)]


def note(finding: Diagnostic, anchors: tuple[str, ...]) -> Note:
    """A finding as it is put on a page."""
    severity = "error" if finding.severity is Severity.ERROR else "warning"
    return Note(anchors, severity, finding.code, full.block(finding, Look(WIDTH)))


def _about(finding: Diagnostic, page: Page) -> bool:
    if finding.subject:
        return finding.subject == page.id
    paths = (page.source.path, f"checks/{page.front.check}" if page.front.check else "")
    return finding.source.path in paths
