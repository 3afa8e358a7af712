"""What a reference leads to, in brief: shown beside the reference when a reader points at it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook.render import prose, views
from tallybook.render.citations import name
from tallybook.render.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallybook.model import Page, Section, Statement
    from tallybook.references import Target
    from tallybook.render.citations import Citations
    from tallybook.render.desk import Desk
    from tallybook.render.material import Material

_NOTE = re.compile(r'<sup class="footnote-ref">.*?</sup>')
_ID = re.compile(r' (?:id|data-tex)="[^"]*"')


@dataclass
class Previews:
    """The previews of a book. ``desks`` are those of its chapters."""

    citations: Citations
    desks: Iterable[Desk]
    _done: dict[str, Markup] = field(default_factory=dict)

    @cached_property
    def _pages(self) -> Mapping[str, tuple[Desk, Page, Statement | None]]:
        """Every page, and every statement with the page that it stands on, by its id."""
        found: dict[str, tuple[Desk, Page, Statement | None]] = {}
        for desk in self.desks:
            own = desk.chapter.statements_page
            if own:
                for one in desk.chapter.statements:
                    found.setdefault(one.id, (desk, own, one))
        for desk in self.desks:
            found |= {
                page.id: (desk, page, None)
                for page in desk.chapter.pages
                if page is not desk.chapter.statements_page
            }
        return found

    def of(self, ids: Iterable[str]) -> tuple[views.Preview, ...]:
        """The previews of what a page refers to, each once, in order."""
        found = []
        for id_ in dict.fromkeys(ids):
            target = self.citations.targets.get(id_)
            href = self.citations.url(id_) if target else ""
            html = self._html(target) if target and href else Markup("")
            if target and html:
                found.append(views.Preview(href, name(target), html))
        return tuple(found)

    def _html(self, target: Target) -> Markup:
        """What stands at a target."""
        if target.id not in self._done:
            self._done[target.id] = self._made(target)
        return self._done[target.id]

    def _made(self, target: Target) -> Markup:
        if target.kind == "work":
            return Markup("<p>{}</p>").format(target.title)
        material, section = self.source(target.id)
        parts = material.parts.sections if material else ()
        part = next((one for one in parts if one.section is section), None)
        if material is None or part is None:
            return Markup("")
        setting = Setting(
            material.page,
            material.citations,
            material.mathematics,
            references=material.page.references,
        )
        title = prose.line(target.title, setting)
        # a page has each id once, and footnotes of its own
        html = _ID.sub("", _NOTE.sub("", prose.render(part.tokens, setting)))
        return Markup('<p class="preview-title">{}</p>\n{}').format(title, Markup(html))

    def source(self, id_: str) -> tuple[Material | None, Section | None]:
        """The page and the section of it that are shown for an id, None where there is nothing to show."""
        desk, page, statement = self._pages.get(id_, (None, None, None))
        if desk is None or page is None:
            return None, None
        if statement is None:
            return desk.material(page), desk.material(page).told
        sections = (one for one in page.sections if one.heading == statement.heading)
        return desk.material(page), next(sections, None)
