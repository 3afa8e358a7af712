"""What the pages show that list something of the whole book: its bibliography, its index of notation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from tallybook import urls
from tallybook.diagnostics import Diagnostic, Noted
from tallybook.render import prose, views
from tallybook.render.addresses import link
from tallybook.render.citations import Citations, name
from tallybook.render.mathematics import Fault
from tallybook.render.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallybook.config import Symbol
    from tallybook.render.desk import Desk

NOTATION = "notation.html"


def works(citations: Citations) -> tuple[views.WorkEntry, ...]:
    """The works that the book cites, by name, each with the pages that cite it."""
    return tuple(
        views.WorkEntry(work.id, urls.slug(work.id), work.title, work.url, _citing(work.id, citations))
        for work in sorted(citations.works, key=lambda work: work.id.casefold())
    )


def notation(desks: Iterable[Desk]) -> Noted[tuple[views.Notation, ...]]:
    """The symbols of each chapter that lists any, in its order; M101 for one that cannot be shown."""
    findings: list[Diagnostic] = []
    found = []
    for desk in desks:
        config = desk.chapter.config
        if config.notation:
            chapter = views.Link(link(urls.chapter_url(desk.chapter)), config.id, Markup.escape(config.title))
            found.append(
                views.Notation(chapter, tuple(_symbol(one, desk, findings) for one in config.notation))
            )
    return Noted(tuple(found), tuple(findings))


def _symbol(symbol: Symbol, desk: Desk, findings: list[Diagnostic]) -> views.Symbol:
    formula = desk.mathematics.convert(symbol.latex, display=False)
    if isinstance(formula, Fault):
        message = f"mathematics that cannot be shown: {formula.message}"
        help_ = ("write it with commands that MathML has, or define a macro for it under `macros`",)
        findings.append(Diagnostic("M101", message, desk.chapter.source, symbol.span, help=help_))
        shown = Markup("<code>{}</code>").format(symbol.latex)
    else:
        shown = formula.html
    target = desk.citations.targets.get(symbol.where)
    where = views.Link(desk.citations.url(symbol.where), name(target) if target else symbol.where)
    return views.Symbol(shown, _meaning(symbol, desk, findings), where)


def _meaning(symbol: Symbol, desk: Desk, findings: list[Diagnostic]) -> Markup:
    if not desk.chapter.pages:
        return escape(prose.plain(symbol.meaning))
    setting = Setting(desk.chapter.pages[0], desk.citations, desk.mathematics)
    shown = prose.line(symbol.meaning, setting)
    source = desk.chapter.source
    findings += (replace(one, source=source, span=symbol.span, subject="") for one in setting.findings)
    return shown


def _citing(id_: str, citations: Citations) -> tuple[views.Link, ...]:
    found = (citations.targets[page] for page in citations.citing.get(id_, ()))
    return tuple(
        views.Link(link(target.url), name(target), Markup.escape(prose.plain(target.title)))
        for target in found
    )
