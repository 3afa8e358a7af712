"""A page as the index for searching needs it: its words, their headings, and the anchors of its sections.

Of the markup of a page nine tenths tell the index nothing: mathematics to the last letter, ledgers, links.
Without them Pagefind finds the same words in the same places, in a third of the time.
"""

from __future__ import annotations

import re

CHROME = ("hook", "crumbs", "around", "ledger", "downloads", "verdict", "facts", "about", "chart", "rerun")
"""The classes of what stands within the text and is not of it."""

_MAIN = re.compile(rb"<main\b[^<>]*\bdata-pagefind-body\b")
_END = b"</main>"
_HEAD = re.compile(rb"<html\b[^<>]*>|<title>.*?</title>", re.DOTALL)
_OWN = b"data-pagefind"
_GONE = re.compile(rb"<!--.*?-->|<(script|style|svg)\b.*?</\1>", re.DOTALL)
_REST = rb"""[^<>"']*+(?:"[^"]*+"[^<>"']*+|'[^']*+'[^<>"']*+)*+>"""
"""A tag from its name on."""
_OUTSIDE = re.compile(
    rb'<(\w+)\s[^<>]*?\bclass="(?:[^"]*\s)?(?:' + "|".join(CHROME).encode() + rb')(?:\s[^"]*)?"' + _REST
)
_TOLD = (
    rb"(?:h[1-6]|p|td|div|ul|li|dl|dt|dd|article|section|br|"  # where sentences end, what weighs more
    rb"main|details|figure|img|"  # where a hit is, what it shows
    rb"label|form|noscript|template|iframe|footer|nav)"  # what Pagefind leaves out
    rb"[\s/>]"
)
_NAMED = re.compile(rb"<(?!/?" + _TOLD + rb")" + _REST)
_BARE = re.compile(rb"</?+(?!" + _TOLD + rb")(?![^<>]*\sid=)" + _REST)
_OWN_ELSEWHERE = re.compile(rb"<(?!" + _TOLD + rb")[^<>]*\bdata-pagefind")


def words(page: bytes) -> bytes:
    """A page with nothing but what the index is made of; one with marks for Pagefind where they are not
    expected is as it was."""
    begin, end = _MAIN.search(page), page.rfind(_END)
    if begin is None or end < begin.end():
        return page
    main = page[begin.start() : end]
    if page.count(_OWN) != main.count(_OWN) or main.count(b"data-pagefind-body") > 1:
        return page
    main = _without(_GONE.sub(b"", main))
    if _OWN_ELSEWHERE.search(main):
        return page
    main = _NAMED.sub(b" ", _BARE.sub(b"", main))  # an element with a name stands apart, as Pagefind has it
    html, *title = _HEAD.findall(page[: begin.start()]) or [b"<html>"]
    return b"%b<head>%b</head><body>%b%b</body></html>" % (html, b"".join(title), main, _END)


def _without(main: bytes) -> bytes:
    """The text without what stands within it and is not of it; the anchors of that stay."""
    parts, at = [], 0
    while found := _OUTSIDE.search(main, at):
        name = found[1]
        parts.append(main[at : found.start()])
        at, inside = found.end(), 1
        for tag in re.compile(rb"<(/?)" + name + rb"\b").finditer(main, at):
            inside += -1 if tag[1] else 1
            if not inside:
                at = main.index(b">", tag.end()) + 1
                break
        if inside or b" id=" in found[0]:
            parts.append(found[0])  # the end of it stands far away, or there is none
        if not inside and b" id=" in found[0]:
            parts.append(b"</" + name + b">")
    parts.append(main[at:])
    return b"".join(parts)
