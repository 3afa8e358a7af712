"""The page of a problem, an exercise, a reading or an article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import navigation, prose, views
from tallybook.render.addresses import link

if TYPE_CHECKING:
    from tallybook.model import Page
    from tallybook.render.desk import Desk
    from tallybook.render.site import Site


def alone(site: Site, desk: Desk, page: Page, before: Page | None, after: Page | None, url: str) -> None:
    """A page by itself, at ``url``, between what comes before it and after it."""
    material, chapter = desk.material(page), desk.chapter
    article = site.article(material, url)
    title = f"{page.id} {prose.plain(page.title)}"
    here = views.Here(
        url,
        title if url == material.url else f"Solution of {title}",
        f"{article.kind_name} {page.id} of the chapter {chapter.config.title}",
        (*navigation.crumbs(site.book, chapter), *navigation.shelf(page, chapter)),
        desk.contents,
        toc=tuple(
            views.Link(f"#{section.anchor}", str(section.title.striptags()), section.title)
            for section in article.sections
        ),
        previous=_beside(desk, before),
        next=_beside(desk, after),
    )
    if article.data:
        site.files[urls.ledger_url(chapter, page)] = site.data[page.id]
    for script in material.scripts():
        if script in site.book.checks:
            site.files[urls.script_url(chapter, script)] = site.book.checks[script].text.encode()
    site.write(here, "page.html", material.about(url, page.id), article=article)


def _beside(desk: Desk, page: Page | None) -> views.Link | None:
    if page is None:
        return None
    return views.Link(link(urls.page_url(desk.chapter, page)), page.id, desk.material(page).title)
