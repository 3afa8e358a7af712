"""A page of the book as the view its template shows."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook import model, urls
from tallybook.render import code, figures, ledger, prose, views
from tallybook.render.addresses import link
from tallybook.render.citations import Citations, name
from tallybook.render.mathematics import mathematics
from tallybook.render.solutions import notes_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markdown_it.token import Token

    from tallybook.diagnostics import Diagnostic
    from tallybook.render.material import Material
    from tallybook.render.parts import Part
    from tallybook.render.setting import Setting
    from tallybook.span import Span


# in English like the templates around them, whatever the machine's locale
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def view(
    material: Material, url: str, prefix: str = "", deeper: int = 0, *, brief: bool = False
) -> tuple[views.Article, tuple[Diagnostic, ...]]:
    """The page as shown on ``url``, and what was found wrong on the way; ``brief``: the question alone."""
    page = material.page
    front = page.front
    hidden = material.hidden(url, brief=brief)
    setting = material.setting(not prefix and not hidden, prefix, deeper)
    statements = {one.heading: one for one in material.chapter.statements if one.source is page.source}
    # what is hidden is made as well, for what may be found wrong with it
    parts = [part for part in material.parts.sections if not (brief and part.section in hidden)]
    made = [(part, _section(part, setting, statements, material)) for part in parts]
    sections = tuple(section for part, section in made if part.section not in hidden)
    lead = prose.render(material.parts.lead, setting)
    notes = prose.render(_notes(material, hidden), setting)
    shown = frozenset(re.findall(r'id="n-([^"]+)"', "".join([lead, notes, *_texts(sections)])))
    whole = not hidden and not material.withheld
    own_table = material.ledger and not prefix and whole
    data = link(urls.ledger_url(material.chapter, page)) if own_table and material.data else ""
    elsewhere = material.url if brief and not material.withheld else material.home
    article = views.Article(
        id=page.id,
        kind=page.kind.value,
        kind_name="Chapter" if page.kind is model.Kind.STATEMENTS else page.kind.value.capitalize(),
        title=prose.line(page.title, setting),
        url=link(material.url),
        anchor=urls.anchor(page.id),
        prefix=prefix,
        variant=material.variants.get(front.variant),
        difficulty=front.difficulty,
        precision=prose.line(front.precision, setting) if front.precision else Markup(""),
        source=_source(front.source, material.citations),
        lead=lead,
        sections=sections,
        notes=notes,
        check=check(material) if whole else None,
        draws_on=links(front.draws_on, setting),
        back=links(material.citations.citing.get(page.id, ()), setting),
        ledger=_ledger(material, shown) if own_table else None,
        data=data,
        corrections=_corrections(front.corrections, setting) if whole else (),
        solutions=material.solutions.value,
        solution_url=link(elsewhere) if hidden and elsewhere != url else "",
    )
    return article, tuple(setting.findings)


def check(material: Material) -> views.Check | None:
    """The check of a page: its excerpt, and what its run's record says."""
    name = material.page.front.check
    if not name:
        return None
    folder = material.check_url.rpartition("/")[0]
    printed = material.print
    excerpts = tuple(
        views.Excerpt(title, views.Listing(shown, first), link(f"{material.check_url}#script-{first}"))
        for title, first, shown in code.excerpt(material.script, material.page.front.excerpt)
    )
    record = printed.record if printed else None
    return views.Check(
        name=name,
        url=link(material.check_url),
        script_url=link(f"{folder}/{name}") if material.script else "",
        print_url=link(f"{folder}/{name.removesuffix('.py')}.txt") if printed else "",
        excerpts=excerpts,
        run=run(record) if record else None,
        lines=len(printed.stdout.splitlines()) if printed else 0,
        rerun=material.rerun if printed else None,
    )


def run(record: model.RunRecord) -> views.Run:
    """A run's record in words."""
    named = [f"{name[:1].upper()}{name[1:]} {version}" for name, version in record.versions]
    versions = f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else "".join(named)
    return views.Run(record.when, _when(record.when), versions, f"{record.seconds:.2g}")


def links(ids: Sequence[str], setting: Setting) -> tuple[views.Link, ...]:
    """Ids as links with their titles, each title with the macros of the chapter it is from."""
    found = []
    own = setting.citations.macros.get(setting.page.id, ())
    for id_ in ids:
        target = setting.citations.targets.get(id_)
        if target:
            url = setting.citations.url(id_)
            macros = setting.citations.macros.get(id_, own)
            there = setting if macros == own else replace(setting, mathematics=mathematics(macros))
            found.append(views.Link(url, name(target), prose.line(target.title, there), note=target.status))
    return tuple(found)


def _source(key: str, citations: Citations) -> views.Link | None:
    target = citations.targets.get(key)
    return views.Link(link(target.url), key, target.title) if target else None


def _section(
    part: Part, setting: Setting, statements: Mapping[Span, model.Statement], material: Material
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


def _figures(material: Material, setting: Setting, *under: str | None) -> tuple[views.Figure, ...]:
    """The figures that stand under a title."""
    found = []
    for number, (one, printed) in enumerate(zip(material.page.front.figures, material.drawn, strict=True), 1):
        if one.under in under:
            name = f"{setting.prefix}figure-{number}"
            script = link(urls.script_url(material.chapter, one.script))
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


def _corrections(corrections: Sequence[model.Correction], setting: Setting) -> tuple[views.Correction, ...]:
    return tuple(views.Correction(one.date, prose.line(one.text, setting), one.by) for one in corrections)


def _texts(sections: Sequence[views.Section]) -> list[Markup]:
    found = []
    for section in sections:
        found += [section.title, section.html]
        for step in section.steps:
            found += [step.title, step.html]
    return found


def _ledger(material: Material, shown: frozenset[str]) -> views.Ledger | None:
    if material.ledger is None:
        return None
    return ledger.view(material.ledger, material.mathematics, shown, material.home, material.check_url)


def _when(iso: str) -> str:
    try:
        moment = datetime.fromisoformat(iso)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment
    except ValueError:
        return iso
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M} UTC"
