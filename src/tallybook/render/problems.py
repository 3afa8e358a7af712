"""The page with all problems and exercises of a chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import navigation, views
from tallybook.render.chapter import card

if TYPE_CHECKING:
    from tallybook.render.desk import Desk
    from tallybook.render.site import Site


def problems(site: Site, desk: Desk) -> None:
    """All problems and exercises of the chapter of a desk on one page."""
    chapter = desk.chapter
    url = urls.problems_url(chapter)
    exercises = sorted(chapter.exercises, key=lambda page: (page.front.difficulty, page.id))
    shown = {
        page.id: site.article(desk.material(page), url, f"{urls.anchor(page.id)}-", deeper=1)
        for page in (*chapter.problems, *exercises)
    }
    here = views.Here(
        url,
        urls.relative(urls.HOME, url).removesuffix(urls.HOME),
        f"Problems of chapter {chapter.config.id}",
        chapter.config.tagline,
        navigation.crumbs(site.book, chapter, url),
        navigation.contents(chapter, url),
        previous=views.Link(urls.relative(urls.chapter_url(chapter), url), f"Chapter {chapter.config.id}"),
        next=navigation.beside(site.book, chapter, 1, url),
    )
    site.write(
        here,
        "problems.html",
        tuple(
            id_
            for page in (*chapter.problems, *exercises)
            for id_ in desk.material(page).about(url)
            if id_ not in shown
        ),
        chapter=card(site, chapter, url),
        variants=tuple(variant for variant in desk.variants.values() if variant.count),
        problems=tuple(shown[page.id] for page in chapter.problems),
        exercises=tuple(shown[page.id] for page in exercises),
    )
