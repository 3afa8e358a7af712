"""A page of the book with all that its view needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tallybook import model, urls
from tallybook.render import ledger, prose, views
from tallybook.render.parts import Parts, split
from tallybook.render.setting import Setting
from tallybook.render.solutions import Solutions, left_out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from tallybook.render.citations import Citations
    from tallybook.render.mathematics import Mathematics

_TOLD = ("statement", "question")
"""The section of a page that says what it is about; without one the first section does."""


@dataclass(frozen=True)
class Material:
    """A page of the book with all that its view needs."""

    page: model.Page
    chapter: model.Chapter
    citations: Citations
    mathematics: Mathematics
    variants: Mapping[str, views.Variant]
    print: model.Print | None
    ledger: model.Ledger | None
    script: str = ""
    data: bool = False
    """Whether its ledger is published for tools."""
    drawn: tuple[model.Print | None, ...] = ()
    """What the scripts of its figures printed, in their order."""
    solutions: Solutions = Solutions.INLINE
    """Where its solution stands, if it is an exercise."""
    rerun: views.Rerun | None = None
    """What readers run its check with, if they can."""

    @cached_property
    def url(self) -> str:
        """Its own page, relative to the root."""
        return urls.page_url(self.chapter, self.page)

    @cached_property
    def home(self) -> str:
        """The page that shows all of it, its ledger too: that of its solution, where that stands apart."""
        apart = self.page.kind is model.Kind.EXERCISE and self.solutions is Solutions.APART
        return urls.solution_url(self.chapter, self.page) if apart else self.url

    @cached_property
    def withheld(self) -> bool:
        """Whether all that gives its answer away is left out of the site."""
        return self.page.kind is model.Kind.EXERCISE and self.solutions is Solutions.NONE

    @cached_property
    def told(self) -> model.Section | None:
        """The section that says what it is about."""
        sections = self.page.sections
        return next((one for one in sections if one.key in _TOLD), sections[0] if sections else None)

    def hidden(self, url: str, *, brief: bool = False) -> tuple[model.Section, ...]:
        """The sections that are not shown on the page ``url`` of the site; ``brief`` where it lists many."""
        if brief:
            return tuple(section for section in self.page.sections if section is not self.told)
        apart = self.solutions is Solutions.APART and url == self.home
        return () if apart else left_out(self.page, self.solutions)

    def scripts(self) -> tuple[str, ...]:
        """The scripts of the figures that the site shows."""
        hidden = left_out(self.page, self.solutions) if self.withheld else ()
        titles = {part.title for section in hidden for part in (section, *section.steps)}
        return tuple(figure.script for figure in self.page.front.figures if figure.under not in titles)

    @cached_property
    def check_url(self) -> str:
        """The page of its check, "" if it has none."""
        return urls.check_url(self.chapter, self.page.front.check) if self.page.front.check else ""

    @cached_property
    def parts(self) -> Parts:
        """Its text by section."""
        return split(self.page, prose.tokens(self.page))

    @cached_property
    def title(self) -> Markup:
        """Its title, as other pages show it."""
        return prose.line(self.page.title, Setting(self.page, self.citations, self.mathematics))

    def about(self, url: str, *drawn_on: str, brief: bool = False) -> tuple[str, ...]:
        """The ids that it has links to where it stands on ``url``; ``drawn_on`` are ids whose users it
        lists."""
        page, chapter = self.page, self.chapter
        own = [one.heading for one in chapter.statements if one.source is page.source]  # where ids are given
        own += [section.body for section in self.hidden(url, brief=brief)]
        references = (one for one in page.references if not any(span.overlaps(one.span) for span in own))
        users = (user for id_ in drawn_on for user in self.citations.citing.get(id_, ()))
        return (*(one.id for one in references), *(() if brief else page.front.draws_on), *users)

    def setting(self, own: bool, prefix: str = "", deeper: int = 0) -> Setting:
        """How its text is shown: with its ledger or without, with ``prefix`` before every anchor."""
        numbers = () if self.withheld else ledger.numbers(self.ledger, self.home, own)
        references = self.page.references
        return Setting(self.page, self.citations, self.mathematics, numbers, references, prefix, deeper)
