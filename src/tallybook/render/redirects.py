"""Pages at addresses that others had: they lead on to where these stand now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.render import views
from tallybook.render.citations import bare, name

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
        root = urls.relative(urls.HOME, redirect.url).removesuffix(urls.HOME)
        title = f"{name(target)} {bare(target.title)}"
        crumb = views.Link(urls.relative(urls.HOME, redirect.url), book.config.title)
        here = views.Here(redirect.url, root, title, "", (crumb,))
        yield here, views.Link(urls.relative(target.url, redirect.url), title)
