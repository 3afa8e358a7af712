"""The pages of the book as a whole: its index, its bibliography, its notation, what is left at old addresses,
and what tells others of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import lists, navigation, outline, views
from tallybook.render.chapter import card
from tallybook.render.citations import BIBLIOGRAPHY
from tallybook.render.lists import NOTATION
from tallybook.render.redirects import redirects as left_behind

if TYPE_CHECKING:
    from tallybook.render.site import Site

BADGE, SITEMAP = "badge.svg", "sitemap.xml"


def home(site: Site) -> None:
    """The index of the book."""
    targets = site.citations.targets.values()
    parts = outline.parts(site.book, targets, partial(card, site, mapped=True))
    coming = tuple(
        outline.to_come(target) for target in targets if target.kind == "place" and " " in target.id
    )
    here = views.Here(urls.HOME, site.book.config.title, "", ())
    site.write(here, "home.html", outline=parts, coming=coming)


def bibliography(site: Site) -> None:
    """The works that the book cites."""
    if site.citations.works:
        here = navigation.top(site.book, BIBLIOGRAPHY, "Bibliography")
        site.write(here, "bibliography.html", works=lists.works(site.citations))


def notation(site: Site) -> None:
    """The symbols that the chapters list."""
    listed = lists.notation(site.desks.values())
    site.findings += listed.diagnostics
    if listed.value:
        here = navigation.top(site.book, NOTATION, "Notation")
        site.write(here, "notation.html", chapters=listed.value)


def redirects(site: Site) -> None:
    """What is left at addresses that pages had."""
    for here, target in left_behind(site.book, site.citations):
        site.write(here, "redirect.html", target=target)


def summary(site: Site) -> None:
    """What tells others of the book: a badge with its figures, and the addresses of its pages."""
    claims = sum(len(item.claims) for item in site.ledgers.values())
    site.make(BADGE, "badge.svg", claims=claims, ok=all(item.ok for item in site.ledgers.values()))
    if site.book.config.url:
        pages = sorted(name for name in site.files if name.endswith(".html"))
        site.make(SITEMAP, "sitemap.xml", addresses=[site.address(page) for page in pages])
