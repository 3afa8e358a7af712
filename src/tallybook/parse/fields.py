"""Reading values out of a YAML tree that may be at fault: what has the wrong type reads as if it were absent.

The faults themselves are the work of ``validate``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.parse.yaml_tree import Mapping, Node, Scalar, Sequence
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallybook.span import Source

_OPENING = re.compile(r"\s*(?:[|>][-+\d]*(?:[ \t]+#.*)?\n|[\"'])?\s*")
"""What stands before the words of a value: the indicator of a block, the quotes."""
_PARAGRAPH = re.compile(r"\S(?:.|\n(?![ \t]*\n))*")


class Fields:
    """The keys and values of one mapping."""

    def __init__(self, source: Source, mapping: Mapping) -> None:
        self.source = source
        self.mapping = mapping

    def text(self, key: str, default: str = "") -> str:
        """The text of a key."""
        value = self._scalar(key)
        return value if isinstance(value, str) else default

    def whole(self, key: str, default: int = 0) -> int:
        """The whole number of a key."""
        return int(self.number(key, default))

    def number(self, key: str, default: float = 0.0) -> float:
        """The number of a key."""
        value = self._scalar(key)
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else default

    def texts(self, key: str) -> tuple[str, ...]:
        """The texts of a list."""
        return tuple(text for text, _ in self.placed(key))

    def placed(self, key: str) -> tuple[tuple[str, Span], ...]:
        """The texts of a list, each with its place."""
        return _placed(self.mapping.values.get(key))

    def rows(self, key: str) -> tuple[tuple[tuple[str, Span], ...], ...]:
        """The texts of a list of lists, each with its place."""
        node = self.mapping.values.get(key)
        return tuple(_placed(item) for item in (node.items if isinstance(node, Sequence) else []))

    def lists(self, key: str) -> Iterator[Fields]:
        """The mappings of a list."""
        node = self.mapping.values.get(key)
        for item in node.items if isinstance(node, Sequence) else []:
            if isinstance(item, Mapping):
                yield Fields(self.source, item)

    def table(self, key: str) -> Fields:
        """The mapping of a key, an empty one if there is none."""
        node = self.mapping.values.get(key)
        return Fields(self.source, node if isinstance(node, Mapping) else Mapping(self.mapping.span))

    def tables(self, key: str) -> Iterator[tuple[str, Fields]]:
        """The entries of a mapping of mappings, in order."""
        inner = self.table(key)
        for name in inner.mapping.keys:
            yield name, inner.table(name)

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.mapping.keys

    def span(self, key: str) -> Span:
        """The place of a key's value, of the key where the value is no single one."""
        node = self.mapping.values[key]
        return node.span if isinstance(node, Scalar) and len(node.span) else self.mapping.keys[key]

    def words(self, key: str) -> tuple[Span, ...]:
        """Where the words of a text stand, a span a paragraph, without quotes and indentation before them."""
        if not self.text(key):
            return ()
        span = self.span(key)
        written = self.source[span]
        opening = _OPENING.match(written)
        start = opening.end() if opening else 0
        end = len(written) - (opening is not None and opening[0].rstrip()[-1:] in ("'", '"'))
        return tuple(
            Span(found.start(), found.end()).shift(span.start)
            for found in _PARAGRAPH.finditer(written, start, end)
        )

    def line(self, key: str) -> int:
        """The line of a key, counted from 1."""
        return self.source.line_column(self.mapping.keys[key].start)[0]

    def _scalar(self, key: str) -> object:
        node = self.mapping.values.get(key)
        return node.value if isinstance(node, Scalar) else None


def _placed(node: Node | None) -> tuple[tuple[str, Span], ...]:
    items = node.items if isinstance(node, Sequence) else []
    return tuple(
        (item.value, item.span) for item in items if isinstance(item, Scalar) and isinstance(item.value, str)
    )
