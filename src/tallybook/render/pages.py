"""The page of a problem, an exercise, a reading or an article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import navigation, prose, views

if TYPE_CHECKING:
    from tallybook.model import Page
    from tallybook.render.desk import Desk
    from tallybook.render.site import Site


def alone(site: Site, desk: Desk, page: Page, before: Page | None, after: Page | None, url: str) -> None:
    """A page by itself, at ``url``, between what comes before it and after it."""
    material, chapter = desk.material(page), desk.chapter
    article = site.article(material, url)
    toc = tuple(
        views.Link(f"#{section.anchor}", str(section.title.striptags()), section.title)
        for section in article.sections
    )
    around = [
        views.Link(
            urls.relative(urls.page_url(chapter, other), url), other.id, desk.material(other).title(url)
        )
        if other
        else None
        for other in (before, after)
    ]
    title = f"{page.id} {prose.plain(page.title)}"
    title = title if url == material.url else f"Solution of {title}"
    here = views.Here(
        url,
        urls.relative(urls.HOME, url).removesuffix(urls.HOME),
        title,
        f"{article.kind_name} {page.id} of the chapter {chapter.config.title}",
        (
            *navigation.crumbs(site.book, chapter, url),
            *navigation.shelf(page, chapter, url),
        ),
        navigation.contents(chapter, url),
        toc,
        previous=around[0],
        next=around[1],
    )
    if article.data:
        site.files[urls.ledger_url(chapter, page)] = site.data[page.id]
    for script in material.scripts():
        if script in site.book.checks:
            site.files[urls.script_url(chapter, script)] = site.book.checks[script].text.encode()
    site.write(here, "page.html", material.about(url, page.id), article=article)
