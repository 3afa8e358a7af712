"""What a reference leads to, in brief: shown beside the reference when a reader points at it."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook.render import prose, views
from tallybook.render.citations import name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallybook.model import Statement
    from tallybook.references import Target
    from tallybook.render.articles import Material
    from tallybook.render.parts import Part

_ID = re.compile(r' (?:id|data-tex)="[^"]*"')
_TOLD = ("statement", "question")
"""The section of a page that says what it is about; without one the first section does."""


@dataclass(slots=True)
class Previews:
    """The previews of a book. ``materials`` are all its pages by id, the statements by the chapter's."""

    materials: Mapping[str, Material]
    _done: dict[tuple[str, str], Markup] = field(default_factory=dict)

    def on(self, url: str, ids: Iterable[str]) -> tuple[views.Preview, ...]:
        """The previews of what the page ``url`` refers to, each once, in order."""
        found = []
        for id_ in dict.fromkeys(ids):
            citations = next(iter(self.materials.values())).citations
            target = citations.targets.get(id_)
            href = citations.url(id_, url) if target else ""
            html = self._html(target, posixpath.dirname(url)) if target and href else Markup("")
            if target and html:
                found.append(views.Preview(href, name(target), html))
        return tuple(found)

    def _html(self, target: Target, folder: str) -> Markup:
        """What stands at a target, with its links as seen from a page in ``folder``."""
        key = (target.id, folder)
        if key not in self._done:
            self._done[key] = self._made(target, f"{folder}/" if folder else "")
        return self._done[key]

    def _made(self, target: Target, base: str) -> Markup:
        if target.kind == "work":
            return Markup("<p>{}</p>").format(target.title)
        material, part = self._found(target.id)
        if material is None or part is None:
            return Markup("")
        setting = prose.Setting(
            material.page,
            base,
            material.citations,
            material.mathematics,
            references=material.citations.of(material.page, material.chapter),
        )
        title = prose.line(target.title, setting)
        html = _ID.sub("", prose.render(part.tokens, setting))  # a page has each id once
        return Markup('<p class="preview-title">{}</p>\n{}').format(title, Markup(html))

    def _found(self, id_: str) -> tuple[Material | None, Part | None]:
        material = self.materials.get(id_)
        if material and id_ != material.chapter.config.id:
            sections = material.parts.sections
            told = (part for part in sections if part.section.key in _TOLD)
            return material, next(told, sections[0] if sections else None)
        for own in self.materials.values():
            statement = _statement(own, id_)
            if statement:
                parts = (part for part in own.parts.sections if part.section.heading == statement.heading)
                return own, next(parts, None)
        return None, None


def _statement(material: Material, id_: str) -> Statement | None:
    if material.page.id != material.chapter.config.id:
        return None
    return next((one for one in material.chapter.statements if one.id == id_), None)
