"""The page with all problems and exercises of a chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import navigation, views
from tallybook.render.addresses import link
from tallybook.render.chapter import card

if TYPE_CHECKING:
    from tallybook.render.desk import Desk
    from tallybook.render.site import Site

WHOLE = 30
"""Problems and exercises that a chapter may have for all of each to be shown; of more the question alone."""


def problems(site: Site, desk: Desk) -> None:
    """All problems and exercises of the chapter of a desk on one page."""
    chapter = desk.chapter
    url = urls.problems_url(chapter)
    exercises = sorted(chapter.exercises, key=lambda page: (page.front.difficulty, page.id))
    listed = [desk.material(page) for page in (*chapter.problems, *exercises)]
    brief = len(listed) > WHOLE
    shown = {
        one.page.id: site.article(one, url, f"{urls.anchor(one.page.id)}-", deeper=1, brief=brief)
        for one in listed
    }
    here = views.Here(
        url,
        f"Problems of chapter {chapter.config.id}",
        chapter.config.tagline,
        navigation.crumbs(site.book, chapter),
        desk.contents,
        previous=views.Link(link(urls.chapter_url(chapter)), f"Chapter {chapter.config.id}"),
        next=navigation.beside(site.book, chapter, 1),
    )
    site.write(
        here,
        "problems.html",
        tuple(id_ for one in listed for id_ in one.about(url, brief=brief) if id_ not in shown),
        chapter=card(site, chapter),
        variants=tuple(variant for variant in desk.variants.values() if variant.count),
        problems=tuple(shown[page.id] for page in chapter.problems),
        exercises=tuple(shown[page.id] for page in exercises),
        brief=brief,
    )
