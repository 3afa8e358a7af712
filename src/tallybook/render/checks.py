"""The page of a check: its script, what it printed, and the ledgers that rest on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import articles, code, navigation, views
from tallybook.render.addresses import link

if TYPE_CHECKING:
    from tallybook.render.desk import Desk
    from tallybook.render.site import Site


def check(site: Site, desk: Desk, name: str) -> None:
    """The page of the check ``name``, with the files it is about."""
    chapter = desk.chapter
    materials = (desk.material(page) for page in chapter.pages if page.front.check == name)
    users = [material for material in materials if not material.withheld]
    url = urls.check_url(chapter, name)
    folder = url.rpartition("/")[0]
    script, printed = site.book.checks.get(name), site.prints.get(name)
    if script:
        site.files[f"{folder}/{name}"] = script.text.encode()
    if printed:
        site.files[f"{folder}/{name.removesuffix('.py')}.txt"] = printed.stdout.encode()
    links = tuple(views.Link(link(one.url), one.page.id, one.title) for one in users)
    tables = []
    for material in users:
        table = site.article(material, material.home).ledger
        if table:
            owner = views.Link(link(material.home), material.page.id, material.title)
            tables.append(replace(table, owner=owner))
    here = views.Here(
        url,
        name,
        f"The check {name} and what it printed.",
        navigation.crumbs(site.book, chapter),
        desk.contents,
    )
    site.write(
        here,
        "check.html",
        check=articles.check(users[0]),
        script=views.Listing(code.lines(script.text), 1, "script") if script else None,
        output=views.Listing(code.plain(printed.stdout), 1, "print") if printed else None,
        users=links,
        ledgers=tuple(tables),
    )
