"""What the pages of a chapter share while they are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import navigation, views
from tallybook.render.addresses import link
from tallybook.render.material import Material
from tallybook.render.mathematics import Mathematics, mathematics
from tallybook.render.solutions import Solutions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.model import Book, Chapter, Ledger, Page, Print
    from tallybook.render.citations import Citations


@dataclass
class Desk:
    """A chapter of a book, with its mathematics, its variants, and its pages as material for their views."""

    book: Book
    chapter: Chapter
    prints: Mapping[str, Print]
    ledgers: Mapping[str, Ledger]
    citations: Citations
    data: frozenset[str] = frozenset()
    """The ids of pages whose ledger is published for tools."""
    solutions: Solutions = Solutions.INLINE
    reruns: Mapping[str, views.Rerun] = field(default_factory=dict)
    """What readers run the checks with that they can, by the name of the check."""
    _materials: dict[str, Material] = field(default_factory=dict)

    @cached_property
    def mathematics(self) -> Mathematics:
        """Mathematics with the macros of the chapter."""
        return mathematics(tuple(self.chapter.config.macros))

    @cached_property
    def contents(self) -> views.Contents:
        """The pages of the chapter."""
        return navigation.contents(self.chapter)

    @cached_property
    def variants(self) -> Mapping[str, views.Variant]:
        """The variants of the book, each with its count in the chapter."""
        count = {variant.key: 0 for variant in self.book.config.variants}
        for page in (*self.chapter.problems, *self.chapter.exercises):
            if page.front.variant in count:
                count[page.front.variant] += 1
        url = urls.problems_url(self.chapter)
        return {
            item.key: views.Variant(
                item.key, item.title, item.meaning, link(f"{url}#variant-{item.key}"), count[item.key]
            )
            for item in self.book.config.variants
        }

    def material(self, page: Page) -> Material:
        """A page with all that its view needs."""
        if page.id not in self._materials:
            check = page.front.check
            script = self.book.checks.get(check)
            self._materials[page.id] = Material(
                page,
                self.chapter,
                self.citations,
                self.mathematics,
                self.variants,
                self.prints.get(check),
                self.ledgers.get(page.id),
                script.text if script else "",
                page.id in self.data,
                tuple(self.prints.get(figure.script) for figure in page.front.figures),
                self.solutions,
                self.reruns.get(check),
            )
        return self._materials[page.id]
