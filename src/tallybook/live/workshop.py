"""A book in memory, verified page by page: on demand first, and the rest in single steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook import stages
from tallybook.contract import audit
from tallybook.diagnostics import Diagnostic, in_order
from tallybook.execute import CheckRequest
from tallybook.ledger.account import given_of
from tallybook.ledger.memory import Memory
from tallybook.live.prints import Prints
from tallybook.live.text import Text
from tallybook.parse import KeptFiles, Known

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tallybook.build import Settings
    from tallybook.ledger.account import Given
    from tallybook.model import Chapter, ContractReport, Ledger, Page
    from tallybook.span import Span

    Cited = tuple[tuple[Span, str], ...]

AGAIN = 4
"""Checks that are run a second time in one step: few enough for a save not to wait for long."""
AHEAD = 24
"""Checks that are executed at once when nobody waits for one: enough for a warm interpreter to pay."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a page, and all that it was made of."""

    made_of: tuple[object, ...]
    ledger: Ledger
    unknown: bool
    """Whether its print is not known."""
    weak: int
    findings: tuple[Diagnostic, ...]
    """Those of its ledger and its references."""


class Workshop:
    """A book under work. Use it from one thread, and close it. With ``recheck_later`` a check runs
    once, and the second time in a step when all pages are verified.

    Raises ``NoBookError`` from its making and from ``refresh`` where there is no book (any more).
    """

    def __init__(self, settings: Settings, *, recheck_later: bool = False) -> None:
        self.settings = settings
        self._recheck_later = recheck_later
        self.text = Text(settings.root, Known(KeptFiles.of_book(settings.root) if settings.cache else None))
        self.prints = Prints(settings)
        self.ledgers: dict[str, Ledger] = {}
        self.version = 0
        """Grows with every change of the files."""
        self._memory = Memory()
        self._entries: dict[str, Entry] = {}
        self._waiting = list(reversed(self.text.pages))
        self._contracts: dict[str, tuple[tuple[object, ...], ContractReport, Ledger]] = {}

    def refresh(self, paths: Iterable[Path]) -> None:
        """Take in what has changed at some paths. Nothing is verified yet."""
        paths = tuple(paths)
        self.version += 1
        concerned = self.text.refresh(paths) | self._resting_on(self.prints.doubt(paths, self.text.modules()))
        for name in self.prints.keys() - self.text.book.checks.keys():
            del self.prints[name]
        for id_ in self.ledgers.keys() - self.text.pages.keys():
            del self.ledgers[id_], self._entries[id_]
        self._waiting += (id_ for id_ in self.text.pages if id_ in concerned)

    def draft(self, path: Path, text: str | None) -> None:
        """Take in what an editor holds of a page and has not saved; None: what is on the disk counts."""
        drafts, name = self.text.shelf.drafts, path.relative_to(self.settings.root).as_posix()
        if text is None:
            drafts.pop(name, None)
        else:
            drafts[name] = text
        self.refresh([path])

    def ensure(self, ids: Iterable[str], execute: bool = True) -> None:
        """Have some pages verified as they stand now; ids of no page are passed over.

        Without ``execute`` they are held against the last prints, and no check runs.
        """
        pages = [self.text.pages[id_][1] for id_ in ids if id_ in self.text.pages]
        if execute:
            self._execute(pages)
        for page in pages:
            self._account(page)

    def given(self, page: Page) -> Given:
        """What a page is held against."""
        book = self.text.book
        chapter, _ = self.text.pages[page.id]
        usable = {name: made for name, made in self.prints.items() if made.ok}
        checks = {id_: other.front.check for id_, (_, other) in self.text.pages.items()}
        return given_of(page, chapter.config, book.config, usable, self._links(page), checks)

    def step(self) -> str:
        """Verify one page more, or run a check a second time; returns the id of the page, "" if nothing is
        left to do."""
        while self._waiting:
            id_ = self._waiting.pop()
            if id_ not in self.text.pages:
                continue
            page = self.text.pages[id_][1]
            if not self.prints.stand(self._requests([page])):
                ahead = (self.text.pages.get(other) for other in self._waiting[-AHEAD:])
                self._execute([page, *(found[1] for found in ahead if found)])
            if self._account(page):
                return id_
        return self._recheck()

    @property
    def left(self) -> int:
        """How many pages are still to be looked at, and checks to be run a second time."""
        return len(self._waiting) + len(self.prints.once)

    @property
    def only_rechecks(self) -> bool:
        """Whether all that is left is to run checks a second time."""
        return not self._waiting and bool(self.prints.once)

    def contracts(self) -> dict[str, ContractReport]:
        """The contracts of the chapters whose pages are all verified."""
        return {
            chapter.config.id: report
            for chapter in self.text.book.chapters
            if (report := self._contract(chapter)) is not None
        }

    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that is known to be wrong, but for what shows when a page is rendered."""
        entries = {id_: self._entries[id_] for id_ in self.text.pages if id_ in self._entries}
        pages = [self.text.pages[id_][1] for id_ in entries]
        at_fault = [page for page in pages if page.front.check and not self._holds(page.front.check)]
        unknown = frozenset(id_ for id_, entry in entries.items() if entry.unknown)
        parsed = stages.without_print(self.text.findings, unknown, self.prints, pages, self.ledgers)
        contracts = self.contracts()
        heads = [self._contracts[id_][2] for id_ in contracts]
        return in_order(
            (
                *parsed,
                *stages.of_checks(at_fault, self.prints, self.ledgers),
                *(finding for entry in entries.values() for finding in entry.findings),
                *(finding for contract in contracts.values() for finding in contract.diagnostics),
                *(finding for head in heads for finding in head.findings),
            )
        )

    def close(self) -> None:
        """End the interpreters."""
        self.prints.close()

    def _links(self, page: Page) -> Cited:
        return tuple((one.span, one.id) for one in page.references)

    def _execute(self, pages: Iterable[Page]) -> None:
        """Have the prints that some pages are held against."""
        self.prints.ensure(self._requests(pages), self._breaks, self._recheck_later)

    def _recheck(self) -> str:
        """Run some checks a second time that ran once; returns the id of a page of one."""
        while self.prints.once:
            names = sorted(self.prints.once)[:AGAIN]
            users = [id_ for name in names for id_ in self.text.users.get(name, ()) if id_ in self.text.pages]
            wanted = self._requests(self.text.pages[id_][1] for id_ in users)
            self.prints.ensure([one for one in wanted if one.name in names], self._breaks)
            self.prints.once.difference_update(names)  # of some there is no page any more
            self._waiting += self._resting_on(names)
            if users:
                return users[0]
        return ""

    def _requests(self, pages: Iterable[Page]) -> list[CheckRequest]:
        """The checks of some pages and of the pages they cite."""
        text, book = self.text, self.text.book
        found: dict[str, CheckRequest] = {}
        for page in pages:
            cited = (text.pages[id_][1] for _, id_ in self._links(page) if id_ in text.pages)
            for other in (page, *cited):
                source = book.checks.get(other.front.check)
                if source is not None:
                    limits = other.front.limits or book.config.limits
                    found.setdefault(other.id, CheckRequest(source, self.settings.root, limits))
        return list(found.values())

    def _resting_on(self, checks: Iterable[str]) -> frozenset[str]:
        """The ids of the pages that are held against the print of a check, cited ones among them."""
        users = {id_ for check in checks for id_ in self.text.users.get(check, ())}
        if not users:
            return frozenset()
        citing = self.text.citations().citing
        return frozenset(users.union(*(citing.get(id_, ()) for id_ in users)))

    def _account(self, page: Page) -> bool:
        """Make the ledger of a page if it is not known; returns whether it had to be made."""
        text, book = self.text, self.text.book
        chapter, _ = text.pages[page.id]
        cited = self._links(page)
        unknown = stages.unprinted([page], self.prints, text.findings)
        checks = {id_: text.pages[id_][1].front.check for _, id_ in cited if id_ in text.pages}
        rests_on = [self.prints.get(name) for name in (page.front.check, *checks.values())]
        made_of = (page, cited, chapter.config, book.config, text.targets, bool(unknown), *rests_on)
        known = self._entries.get(page.id)
        if known is not None and _same(known.made_of, made_of):
            return False
        ledgers = stages.ledgers(book, [page], self.prints, {page.id: cited}, unknown, self._memory)
        self.ledgers |= ledgers
        ledger = ledgers[page.id]
        findings = (
            *text.unresolved(page),
            *stages.beside_prints([page], self.prints, ledgers),
        )
        weak = stages.weak(ledger, unknown)
        self._entries[page.id] = Entry(made_of, ledger, bool(unknown), weak, findings)
        return True

    def _contract(self, chapter: Chapter) -> ContractReport | None:
        entries = [self._entries.get(page.id) for page in chapter.pages]
        if not all(entries):
            return None
        weak = sum(entry.weak for entry in entries if entry)
        config, id_ = self.text.book.config, chapter.config.id
        made_of = (chapter, config, weak, *(self.prints.get(page.front.check) for page in chapter.pages))
        known = self._contracts.get(id_)
        if known is None or not _same(known[0], made_of):
            head = stages.head(self.text.book, chapter, self.prints)
            report = audit(chapter, config, weak + stages.weak(head, ()))
            known = self._contracts[id_] = (made_of, report, head)
        return known[1]

    def _holds(self, check: str) -> bool:
        made = self.prints.get(check)
        return made is None or made.ok

    def _breaks(self, check: str) -> bool:
        """Whether a page fails that rests on a check."""
        return any(
            self._entries[id_].ledger.verdict == "rejected"
            for id_ in self.text.users.get(check, ())
            if id_ in self._entries
        )


def _same(known: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Whether two tuples hold the same objects, or such as are equal."""
    return len(known) == len(now) and all(a is b or a == b for a, b in zip(known, now, strict=True))
