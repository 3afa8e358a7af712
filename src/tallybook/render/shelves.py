"""The contents of each chapter as the pages beside them show them: made once for all pages of a folder."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook.render import views
from tallybook.render.addresses import settled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.render.theme import Theme


@dataclass(frozen=True, slots=True)
class _Shelf:
    contents: views.Contents
    html: str
    """With no entry marked as the page's own."""
    entries: Mapping[str, views.Link]


@dataclass(slots=True)
class Shelves:
    """The contents that were made so far."""

    theme: Theme
    _made: dict[tuple[int, str], _Shelf] = field(default_factory=dict)

    def beside(self, here: views.Here) -> Markup | None:
        """The contents beside a page; None where there are none, or a book shows them in its own way."""
        if here.contents is None or self.theme.source("parts.html") is not None:
            return None
        nowhere = views.Here("", "", "", (), here.contents)
        base = f"{posixpath.dirname(here.url)}/"
        key = (id(here.contents), base)
        if key not in self._made:
            html = settled(self.theme.piece("contents", nowhere), base)
            entries = {link.url: link for _, links in here.contents.groups for link in links}
            self._made[key] = _Shelf(here.contents, html, entries)
        shelf = self._made[key]
        own = shelf.entries.get(here.entry)
        if own is None:
            return Markup(shelf.html)
        unmarked, marked = (settled(self.theme.piece("entry", own, one), base) for one in (nowhere, here))
        return Markup(shelf.html.replace(unmarked, marked, 1))
