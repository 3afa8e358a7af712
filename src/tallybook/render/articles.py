"""A page of the book as the view its template shows."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook import model, urls
from tallybook.render import code, figures, ledger, prose, views
from tallybook.render.citations import Citations, name
from tallybook.render.mathematics import Mathematics
from tallybook.render.parts import Part, Parts, split
from tallybook.render.solutions import Solutions, left_out, notes_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markdown_it.token import Token

    from tallybook.diagnostics import Diagnostic
    from tallybook.span import Span


# in English like the templates around them, whatever the machine's locale
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


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

    def hidden(self, url: str) -> tuple[model.Section, ...]:
        """The sections that are not shown on the page ``url`` of the site."""
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

    def title(self, url: str) -> Markup:
        """Its title as shown on the page ``url``."""
        return prose.line(self.page.title, prose.Setting(self.page, url, self.citations, self.mathematics))

    def about(self, url: str, *drawn_on: str) -> tuple[str, ...]:
        """The ids that it has links to where it stands on ``url``; ``drawn_on`` are ids whose users it
        lists."""
        page, chapter = self.page, self.chapter
        own = [one.heading for one in chapter.statements if one.source is page.source]  # where ids are given
        own += [section.body for section in self.hidden(url)]
        references = (
            one
            for one in self.citations.of(page, chapter)
            if not any(span.overlaps(one.span) for span in own)
        )
        users = (user for id_ in drawn_on for user in self.citations.citing.get(id_, ()))
        return (*(one.id for one in references), *page.front.draws_on, *users)

    def setting(self, url: str, prefix: str = "", deeper: int = 0) -> prose.Setting:
        """Where its text is shown: on the page ``url``, with ``prefix`` before every anchor."""
        own = not prefix and not self.hidden(url)
        numbers = () if self.withheld else ledger.numbers(self.ledger, self.home, own)
        references = self.citations.of(self.page, self.chapter)
        return prose.Setting(
            self.page, url, self.citations, self.mathematics, numbers, references, prefix, deeper
        )


def view(
    material: Material, url: str, prefix: str = "", deeper: int = 0
) -> tuple[views.Article, tuple[Diagnostic, ...]]:
    """The page as shown on ``url``, and what was found wrong on the way."""
    page = material.page
    front = page.front
    setting = material.setting(url, prefix, deeper)
    statements = {statement.heading: statement for statement in material.chapter.statements}
    hidden = material.hidden(url)
    # what is hidden is made as well, for what may be found wrong with it
    made = [(part, _section(part, setting, statements, material)) for part in material.parts.sections]
    sections = tuple(section for part, section in made if part.section not in hidden)
    lead = prose.render(material.parts.lead, setting)
    notes = prose.render(_notes(material, hidden), setting)
    shown = frozenset(re.findall(r'id="n-([^"]+)"', "".join([lead, notes, *_texts(sections)])))
    whole = not hidden and not material.withheld
    own_table = material.ledger and not prefix and whole
    data = urls.relative(urls.ledger_url(material.chapter, page), url) if own_table and material.data else ""
    article = views.Article(
        id=page.id,
        kind=page.kind.value,
        kind_name="Chapter" if page.kind is model.Kind.STATEMENTS else page.kind.value.capitalize(),
        title=prose.line(page.title, setting),
        url=urls.relative(material.url, url),
        anchor=urls.anchor(page.id),
        prefix=prefix,
        variant=material.variants.get(front.variant),
        difficulty=front.difficulty,
        precision=prose.line(front.precision, setting) if front.precision else Markup(""),
        source=_source(front.source, material.citations),
        lead=lead,
        sections=sections,
        notes=notes,
        check=check(material, url) if whole else None,
        draws_on=links(front.draws_on, setting),
        back=links(material.citations.citing.get(page.id, ()), setting),
        ledger=_ledger(material, url, shown) if own_table else None,
        data=data,
        corrections=_corrections(front.corrections, setting) if whole else (),
        solutions=material.solutions.value,
        solution_url=urls.relative(material.home, url) if hidden and material.home != material.url else "",
    )
    return article, tuple(setting.findings)


def check(material: Material, url: str) -> views.Check | None:
    """The check of a page: its excerpt, and what its run's record says."""
    name = material.page.front.check
    if not name:
        return None
    here = urls.relative(material.check_url, url)
    folder = here.rpartition("/")[0]
    base = f"{folder}/" if folder else ""
    printed = material.print
    excerpts = tuple(
        views.Excerpt(title, views.Listing(code.lines(text), first), f"{here}#script-{first}")
        for title, first, text in code.excerpt(material.script, material.page.front.excerpt)
    )
    record = printed.record if printed else None
    return views.Check(
        name=name,
        url=here,
        script_url=f"{base}{name}" if material.script else "",
        print_url=f"{base}{name.removesuffix('.py')}.txt" if printed else "",
        excerpts=excerpts,
        run=run(record) if record else None,
        lines=len(printed.stdout.splitlines()) if printed else 0,
    )


def run(record: model.RunRecord) -> views.Run:
    """A run's record in words."""
    named = [f"{name[:1].upper()}{name[1:]} {version}" for name, version in record.versions]
    versions = f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else "".join(named)
    return views.Run(record.when, _when(record.when), versions, f"{record.seconds:.2g}")


def links(ids: Sequence[str], setting: prose.Setting) -> tuple[views.Link, ...]:
    """Ids as links with their titles, each title with the macros of the chapter it is from."""
    found = []
    own = setting.citations.macros.get(setting.page.id, ())
    for id_ in ids:
        target = setting.citations.targets.get(id_)
        if target:
            url = setting.citations.url(id_, setting.url)
            macros = setting.citations.macros.get(id_, own)
            there = setting if macros == own else replace(setting, mathematics=Mathematics(macros))
            found.append(views.Link(url, name(target), prose.line(target.title, there), note=target.status))
    return tuple(found)


def _source(key: str, citations: Citations) -> views.Link | None:
    target = citations.targets.get(key)
    return views.Link(target.url, key, target.title) if target else None


def _section(
    part: Part, setting: prose.Setting, statements: Mapping[Span, model.Statement], material: Material
) -> views.Section:
    statement = statements.get(part.section.heading)
    first = part is material.parts.sections[0]
    anchor = setting.anchor(urls.anchor(statement.id) if statement else part.anchor)
    html = prose.render(part.tokens, setting)
    steps = []
    number = 0
    for step in part.steps:
        numbered = step.section.key == "step" and material.page.kind is model.Kind.PROBLEM
        number += numbered
        title = prose.inline(step.heading, setting)
        below = setting.anchor(step.anchor)
        body = prose.render(step.tokens, setting)
        drawn = _figures(material, setting, step.section.title)
        steps.append(views.Step(number if numbered else 0, title, below, body, drawn))
    drawn = _figures(material, setting, part.section.title, "" if first else None)
    if statement:
        label = name(setting.citations.targets[statement.id])
        citing = setting.citations.citing.get(statement.id, ())
        back = links([id_ for id_ in citing if id_ != material.page.id], setting)
        title = prose.line(statement.title, setting)
        return views.Section(statement.kind, title, anchor, html, tuple(steps), back, drawn, label)
    title = prose.inline(part.heading, setting)
    return views.Section(part.section.key, title, anchor, html, tuple(steps), figures=drawn)


def _figures(material: Material, setting: prose.Setting, *under: str | None) -> tuple[views.Figure, ...]:
    """The figures that stand under a title."""
    found = []
    for number, (one, printed) in enumerate(zip(material.page.front.figures, material.drawn, strict=True), 1):
        if one.under in under:
            name = f"{setting.prefix}figure-{number}"
            script = urls.relative(urls.script_url(material.chapter, one.script), setting.url)
            caption = prose.line(one.caption, setting)
            made = figures.figure(one, caption, printed, name, script)
            found += [made] if made else []
    return tuple(found)


def _notes(material: Material, hidden: Sequence[model.Section]) -> Sequence[Token]:
    """The footnotes of what is shown."""
    parts = material.parts
    if not hidden or not parts.notes:
        return parts.notes
    shown = [one for part in parts.sections if part.section not in hidden for one in (part, *part.steps)]
    return notes_of([*parts.lead, *(token for one in shown for token in one.tokens)], parts.notes)


def _corrections(
    corrections: Sequence[model.Correction], setting: prose.Setting
) -> tuple[views.Correction, ...]:
    return tuple(views.Correction(one.date, prose.line(one.text, setting), one.by) for one in corrections)


def _texts(sections: Sequence[views.Section]) -> list[Markup]:
    found = []
    for section in sections:
        found += [section.title, section.html]
        for step in section.steps:
            found += [step.title, step.html]
    return found


def _ledger(material: Material, url: str, shown: frozenset[str]) -> views.Ledger | None:
    if material.ledger is None:
        return None
    check_url = urls.relative(material.check_url, url) if material.check_url else ""
    return ledger.view(material.ledger, material.mathematics, shown, check_url=check_url)


def _when(iso: str) -> str:
    try:
        moment = datetime.fromisoformat(iso)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment
    except ValueError:
        return iso
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M} UTC"
