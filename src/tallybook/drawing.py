"""What the script of a figure prints: one SVG element."""

from __future__ import annotations

import re
from xml.etree import ElementTree

_PROLOG = re.compile(
    r"\A\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE\s+svg\b[^>\[]*>\s*)?", re.DOTALL
)
NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawing(text: str) -> ElementTree.Element:
    """The ``<svg>`` element of a print. Raises ``ValueError`` where it is none; entities are not read."""
    try:
        root = ElementTree.fromstring(_PROLOG.sub("", text, count=1))
    except ElementTree.ParseError as error:
        raise ValueError(str(error)) from error
    if root.tag != f"{NAMESPACE}svg":
        raise ValueError("its root is no svg element of http://www.w3.org/2000/svg")
    return root
