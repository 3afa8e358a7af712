"""Where a page stands: its crumbs and the contents of its chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from tallybook import urls
from tallybook.model import Kind
from tallybook.render import prose, views

if TYPE_CHECKING:
    from tallybook.model import Book, Chapter, Page


def home_link(book: Book, url: str) -> views.Link:
    """The index of the book."""
    return views.Link(urls.relative(urls.HOME, url), book.config.title)


def top(book: Book, url: str, title: str) -> views.Here:
    """A page that is the whole book's, beside the index."""
    return views.Here(url, "", title, "", (home_link(book, url),))


def crumbs(book: Book, chapter: Chapter, url: str) -> tuple[views.Link, ...]:
    """The way from the index to a page of a chapter."""
    label = f"Chapter {chapter.config.id}"
    own = urls.relative(urls.chapter_url(chapter), url)
    return (home_link(book, url), views.Link(own, label, Markup.escape(chapter.config.title)))


def contents(chapter: Chapter, url: str) -> views.Contents:
    """The pages of a chapter, as shown beside the page ``url``."""

    def entry(page: Page) -> views.Link:
        target = urls.page_url(chapter, page)
        title = Markup.escape(prose.plain(page.title))
        return views.Link(urls.relative(target, url), page.id, title, here=target == url)

    def top(target: str, title: str) -> views.Link:
        return views.Link(urls.relative(target, url), "", Markup.escape(title), here=target == url)

    groups = (
        ("Problems", chapter.problems),
        ("Exercises", chapter.exercises),
        ("Readings", chapter.readings),
        ("Articles", chapter.articles),
    )
    told = "What the chapter proves" if chapter.has_problems else "What the chapter is about"
    tops = [top(urls.chapter_url(chapter), told)]
    if chapter.has_problems:
        tops.append(top(urls.problems_url(chapter), "Problems and exercises"))
    own = urls.relative(urls.chapter_url(chapter), url)
    head = views.Link(own, f"Chapter {chapter.config.id}", Markup.escape(chapter.config.title))
    lists = tuple((title, tuple(entry(page) for page in pages)) for title, pages in groups if pages)
    return views.Contents(head, (("", tuple(tops)), *lists))


def first(chapter: Chapter, url: str) -> views.Link:
    """Where one reads on after the chapter's own page ``url``."""
    if chapter.has_problems:
        return views.Link(urls.relative(urls.problems_url(chapter), url), "Problems")
    page = (*chapter.articles, *chapter.readings)[0]
    title = Markup.escape(prose.plain(page.title))
    return views.Link(urls.relative(urls.page_url(chapter, page), url), page.id, title)


def beside(book: Book, chapter: Chapter, step: int, url: str) -> views.Link | None:
    """The chapter so many places behind another one in the book, if there is one."""
    place = book.chapters.index(chapter) + step
    if not 0 <= place < len(book.chapters):
        return None
    other = book.chapters[place]
    link = urls.relative(urls.chapter_url(other), url)
    return views.Link(link, f"Chapter {other.config.id}", Markup.escape(other.config.title))


def shelf(page: Page, chapter: Chapter, url: str) -> tuple[views.Link, ...]:
    """The page on which a problem or an exercise stands among the others."""
    if page.kind not in (Kind.PROBLEM, Kind.EXERCISE):
        return ()
    return (views.Link(urls.relative(urls.problems_url(chapter), url), "Problems"),)
