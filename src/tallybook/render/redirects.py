"""Pages at addresses that others had: they lead on to where these stand now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.render import views
from tallybook.render.addresses import link
from tallybook.render.citations import bare, name
from tallybook.render.navigation import home_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.model import Book
    from tallybook.render.citations import Citations


def redirects(book: Book, citations: Citations) -> Iterator[tuple[views.Here, views.Link]]:
    """Each redirect of the book: its page, and the link it leads to."""
    for redirect in book.config.redirects:
        target = citations.targets.get(redirect.id)
        if target is None or not target.url:
            continue
        title = f"{name(target)} {bare(target.title)}"
        here = views.Here(redirect.url, title, "", (home_link(book),))
        yield here, views.Link(link(target.url), title)
