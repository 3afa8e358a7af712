"""The files of a book in memory. A file that holds what it held stays the same object."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from tallybook.diagnostics import Noted
from tallybook.read import ignored, read_book, read_file
from tallybook.span import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from tallybook.diagnostics import Diagnostic
    from tallybook.model import RawBook

OF_BOOK = ("chapters", "checks")


class Change(Enum):
    """How much of a book is other than it was."""

    NOTHING = 0
    TEXTS = 1
    """Some files hold another text."""
    WHOLE = 2
    """Files have come or gone."""


@dataclass(slots=True)
class Shelf:
    """What stands below ``root``. Raises ``NoBookError`` where there is no book, also later on."""

    root: Path
    raw: RawBook
    findings: tuple[Diagnostic, ...]
    sources: dict[str, Source]
    """Every file by its path."""
    drafts: dict[str, str] = field(default_factory=dict)
    """Texts that an editor holds and has not saved, by path; they go before what is on the disk."""

    @classmethod
    def of(cls, root: Path) -> Shelf:
        """Read all of it."""
        noted = read_book(root)
        return cls(root, noted.value, noted.diagnostics, {one.path: one for one in _sources(noted.value)})

    def refresh(self, paths: Iterable[Path]) -> tuple[Change, frozenset[str]]:
        """Read what has changed at some paths; returns how much, and the paths of the texts that did."""
        altered: dict[str, Source] = {}
        for path in paths:
            parts = path.relative_to(self.root).parts if path.is_relative_to(self.root) else ()
            if not parts or parts[0] not in OF_BOOK or any(map(ignored, parts)):
                continue
            name = "/".join(parts)
            known = self.sources.get(name)
            if known is None and parts[0] == "checks" and path.suffix not in (".py", ".md", ""):
                continue  # data of a check is read by the check alone
            if known is None or path.is_symlink() or not path.is_file():
                return Change.WHOLE, self._read_all()
            draft = self.drafts.get(name)
            noted = read_file(self.root, path) if draft is None else Noted(Source(name, draft))
            self.findings = (
                *(one for one in self.findings if one.source.path != name),
                *noted.diagnostics,
            )
            if noted.value is None:
                return Change.WHOLE, self._read_all()
            if noted.value.text != known.text:
                altered[name] = noted.value
        if not altered:
            return Change.NOTHING, frozenset()
        self.sources |= altered
        self.raw = _mapped(self.raw, self.sources)
        return Change.TEXTS, frozenset(altered)

    def _read_all(self) -> frozenset[str]:
        fresh = Shelf.of(self.root)
        found = {
            name: Source(name, self.drafts[name]) if name in self.drafts else one
            for name, one in fresh.sources.items()
        }
        same = {name: one for name, one in self.sources.items() if found.get(name) == one}
        altered = frozenset(found.keys() - same.keys())
        self.sources = {**found, **same}
        self.raw = _mapped(fresh.raw, self.sources)
        self.findings = fresh.findings
        return altered


def _sources(value: object) -> Iterator[Source]:
    """Every source in a value of the stage that reads."""
    if isinstance(value, Source):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from _sources(getattr(value, one.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _sources(item)
    elif isinstance(value, dict):
        yield from _sources(tuple(value.values()))


def _mapped(value: Any, sources: Mapping[str, Source]) -> Any:
    """The same with other sources in the place of those of the same path."""
    if isinstance(value, Source):
        return sources[value.path]
    if isinstance(value, tuple):
        return tuple(_mapped(item, sources) for item in value)
    if isinstance(value, dict):
        return {key: _mapped(item, sources) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        changed = {one.name: _mapped(getattr(value, one.name), sources) for one in fields(value)}
        return replace(value, **changed)
    return value
