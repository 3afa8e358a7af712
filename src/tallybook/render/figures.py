"""Drawings that scripts printed, made fit to stand in a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from markupsafe import Markup

from tallybook.drawing import drawing
from tallybook.render import views

if TYPE_CHECKING:
    from tallybook.model import Figure, Print

_DROPPED = ("metadata", "style", "script", "title", "desc", "foreignObject")
"""Records, styles that would reach the whole page, and what would speak beside the alternative text."""
_PAINT = ("style", "fill", "stroke", "color")
_BLACK = re.compile(r"(?<![\w#])(?:#000000|#000|black)\b")
_WHITE = re.compile(r"(?<![\w#])(?:#ffffff|#fff|white)\b")
_LINK = re.compile(r"url\(#([^)]+)\)")


def figure(
    drawn: Figure, caption: Markup, printed: Print | None, name: str, script_url: str
) -> views.Figure | None:
    """A figure with its SVG inline, None if its script printed none. ``name`` goes before every id in it.

    Black becomes the colour of the text and white that of the paper, so that it reads in dark colours too.
    """
    if printed is None or not printed.ok:
        return None
    try:
        root = drawing(printed.stdout)
    except ValueError:
        return None  # a finding of the ledger
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.rpartition("}")[2] in _DROPPED:
                parent.remove(child)
    for item in root.iter():
        item.tag = item.tag.rpartition("}")[2]
        kept = {key.rpartition("}")[2]: _own(key, value, name) for key, value in item.attrib.items()}
        item.attrib.clear()
        item.attrib.update({key: value for key, value in kept.items() if not key.startswith("on")})
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.attrib.update({"role": "img", "aria-label": drawn.alt})
    html = ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)
    return views.Figure(Markup(html), caption, drawn.script, script_url)


def _own(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key.rpartition("}")[2] == "href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    value = _LINK.sub(lambda match: f"url(#{name}-{match[1]})", value)
    return _WHITE.sub("var(--paper)", _BLACK.sub("currentcolor", value)) if key in _PAINT else value
