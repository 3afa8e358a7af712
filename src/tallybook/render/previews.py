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

    from tallybook.model import Section, Statement
    from tallybook.references import Target
    from tallybook.render.material import Material

_NOTE = re.compile(r'<sup class="footnote-ref">.*?</sup>')
_ID = re.compile(r' (?:id|data-tex)="[^"]*"')


@dataclass
class Previews:
    """The previews of a book. ``materials`` are all its pages by id, the statements by the chapter's."""

    materials: Mapping[str, Material]
    _done: dict[str, Markup] = field(default_factory=dict)

    @cached_property
    def statements(self) -> Mapping[str, tuple[Material, Statement]]:
        """Every statement with the page that it stands on, by its id."""
        found: dict[str, tuple[Material, Statement]] = {}
        for material in self.materials.values():
            if material.page.id == material.chapter.config.id:
                for one in material.chapter.statements:
                    found.setdefault(one.id, (material, one))
        return found

    def of(self, ids: Iterable[str]) -> tuple[views.Preview, ...]:
        """The previews of what a page refers to, each once, in order."""
        found = []
        for id_ in dict.fromkeys(ids):
            citations = next(iter(self.materials.values())).citations
            target = citations.targets.get(id_)
            href = citations.url(id_) if target else ""
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
        material = self.materials.get(id_)
        if material and id_ != material.chapter.config.id:
            return material, material.told
        own, statement = self.statements.get(id_, (None, None))
        if own is None or statement is None:
            return None, None
        sections = (one for one in own.page.sections if one.heading == statement.heading)
        return own, next(sections, None)
