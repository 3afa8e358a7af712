"""Where a page stands: its crumbs and the contents of its chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook import urls
from tallybook.model import Kind
from tallybook.render import prose, views
from tallybook.render.addresses import link

if TYPE_CHECKING:
    from tallybook.model import Book, Chapter, Page


def home_link(book: Book) -> views.Link:
    """The index of the book."""
    return views.Link(link(urls.HOME), book.config.title)


def top(book: Book, url: str, title: str) -> views.Here:
    """A page that is the whole book's, beside the index."""
    return views.Here(url, title, "", (home_link(book),))


def crumbs(book: Book, chapter: Chapter) -> tuple[views.Link, ...]:
    """The way from the index to a page of a chapter."""
    title = Markup.escape(chapter.config.title)
    return (home_link(book), views.Link(link(urls.chapter_url(chapter)), _called(chapter), title))


def contents(chapter: Chapter) -> views.Contents:
    """The pages of a chapter, as shown beside each of them."""
    groups = (
        ("Problems", chapter.problems),
        ("Exercises", chapter.exercises),
        ("Readings", chapter.readings),
        ("Articles", chapter.articles),
    )
    told = "What the chapter proves" if chapter.has_problems else "What the chapter is about"
    tops = [views.Link(link(urls.chapter_url(chapter)), "", told)]
    if chapter.has_problems:
        tops.append(views.Link(link(urls.problems_url(chapter)), "", "Problems and exercises"))
    head = views.Link(link(urls.chapter_url(chapter)), _called(chapter), Markup.escape(chapter.config.title))
    lists = tuple((title, tuple(entry(chapter, page) for page in pages)) for title, pages in groups if pages)
    return views.Contents(head, (("", tuple(tops)), *lists))


def entry(chapter: Chapter, page: Page) -> views.Link:
    """A page as it is listed."""
    title = Markup.escape(prose.plain(page.title))
    return views.Link(link(urls.page_url(chapter, page)), page.id, title)


def first(chapter: Chapter) -> views.Link:
    """Where one reads on after the chapter's own page."""
    if chapter.has_problems:
        return views.Link(link(urls.problems_url(chapter)), "Problems")
    return entry(chapter, (*chapter.articles, *chapter.readings)[0])


def beside(book: Book, chapter: Chapter, step: int) -> views.Link | None:
    """The chapter so many places behind another one in the book, if there is one."""
    ids = [one.config.id for one in book.chapters]
    place = ids.index(chapter.config.id) + step
    if not 0 <= place < len(ids):
        return None
    other = book.chapters[place]
    return views.Link(link(urls.chapter_url(other)), _called(other), Markup.escape(other.config.title))


def shelf(page: Page, chapter: Chapter) -> tuple[views.Link, ...]:
    """The page on which a problem or an exercise stands among the others."""
    if page.kind not in (Kind.PROBLEM, Kind.EXERCISE):
        return ()
    return (views.Link(link(urls.problems_url(chapter)), "Problems"),)


def _called(chapter: Chapter) -> str:
    return f"Chapter {chapter.config.id}"
