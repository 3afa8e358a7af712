"""The page of a check: its script, what it printed, and the ledgers that rest on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import articles, code, ledger, navigation, views

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
    tables = []
    for material in users:
        if material.ledger:
            page_url = urls.relative(material.home, url)
            owner = views.Link(page_url, material.page.id, material.title(url))
            marked = frozenset(str(index) for index in range(1, len(material.ledger.claims) + 1))
            tables.append(
                ledger.view(
                    material.ledger,
                    material.mathematics,
                    marked,
                    page_url=page_url,
                    check_url="",
                    owner=owner,
                )
            )
    here = views.Here(
        url,
        urls.relative(urls.HOME, url).removesuffix(urls.HOME),
        name,
        f"The check {name} and what it printed.",
        navigation.crumbs(site.book, chapter, url),
        navigation.contents(chapter, url),
    )
    site.write(
        here,
        "check.html",
        check=articles.check(users[0], url),
        script=views.Listing(code.lines(script.text), 1, "script") if script else None,
        output=views.Listing(code.plain(printed.stdout), 1, "print") if printed else None,
        users=tuple(
            views.Link(urls.relative(item.url, url), item.page.id, item.title(url)) for item in users
        ),
        ledgers=tuple(tables),
    )
