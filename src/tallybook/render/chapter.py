"""The page of a chapter, with its statements, and the chapter as others list it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import navigation, views
from tallybook.render.addresses import link
from tallybook.render.map import chart

if TYPE_CHECKING:
    from tallybook.model import Chapter
    from tallybook.render.desk import Desk
    from tallybook.render.site import Site


def statements(site: Site, desk: Desk) -> None:
    """The page of the chapter of a desk."""
    chapter = desk.chapter
    material = desk.material(chapter.statements_page) if chapter.statements_page else None
    url = urls.chapter_url(chapter)
    article = site.article(material, url) if material else None
    here = views.Here(
        url,
        chapter.config.title,
        chapter.config.tagline,
        (navigation.home_link(site.book),),
        desk.contents,
        toc=tuple(
            views.Link(f"#{section.anchor}", section.label or section.title, section.title)
            for section in (article.sections if article else ())
        ),
        previous=navigation.beside(site.book, chapter, -1),
        next=navigation.first(chapter),
    )
    if material and chapter.config.id in site.data:
        site.files[urls.ledger_url(chapter, material.page)] = site.data[chapter.config.id]
    ids = (statement.id for statement in chapter.statements)
    about = material.about(url, *ids) if material else ()
    site.write(here, "chapter.html", about, chapter=card(site, chapter), article=article)


def card(site: Site, chapter: Chapter, *, mapped: bool = False) -> views.ChapterCard:
    """A chapter as other pages tell of it; ``mapped`` for the one that shows its map."""
    report = site.contracts.get(chapter.config.id)
    own = [site.ledgers[page.id] for page in chapter.pages if page.id in site.ledgers]
    return views.ChapterCard(
        id=chapter.config.id,
        title=chapter.config.title,
        tagline=chapter.config.tagline,
        url=link(urls.chapter_url(chapter)),
        problems_url=link(urls.problems_url(chapter)) if chapter.has_problems else "",
        contract=report if report and report.terms else None,
        claims=sum(len(item.claims) for item in own),
        verified=sum(item.ok for item in own),
        pages=len(chapter.pages),
        chart=chart(chapter, site.citations) if mapped else None,
    )
