"""YAML with the place of every key and value, and without the traps of YAML 1.1.

Text that YAML 1.1 would turn into something else (``yes``, ``12:30``, ``2024-01-01``, ``1_000``) stays
text. A number with a leading zero, a tab in the indentation, a key given twice, tags and unbounded aliases
are findings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import yaml

from tallybook.diagnostics import Diagnostic, Label, Noted
from tallybook.span import Source, Span

Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C loader is eight times as fast

DEPTH = 32
"""How deep collections may nest."""
SIZE = 50_000
"""How many values a document may have once its aliases are expanded."""

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9][0-9_]*(?:\.[0-9_]*)?")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass(slots=True, eq=False)
class Scalar:
    """A single value: text, a number, a truth value or nothing. ``refused``: a finding speaks of it
    already."""

    span: Span
    value: str | int | float | bool | None
    refused: bool = False
    size: int = 1


@dataclass(slots=True, eq=False)
class Sequence:
    """A list."""

    span: Span
    items: list[Node] = field(default_factory=list)
    refused: bool = False
    size: int = 1


@dataclass(slots=True, eq=False)
class Mapping:
    """Keys and values in order, each key once."""

    span: Span
    keys: dict[str, Span] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)
    refused: bool = False
    size: int = 1


Node = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class Tree:
    """A document. ``broken`` tells that its end could not be read, so that no key counts as missing."""

    root: Mapping
    broken: bool = False


def read_yaml(source: Source, region: Span) -> Noted[Tree]:
    """The mapping written in a region of a source; an empty region is an empty mapping. Never raises."""
    builder = _Builder(source, region)
    builder.read()
    root = builder.root
    if root is None:
        root = Mapping(region)
    elif not isinstance(root, Mapping):
        builder.report(
            "F132", "keys and values are wanted here", root.span, "write `key: value`, a line each"
        )
        root, builder.broken = Mapping(root.span), True
    return Noted(Tree(root, builder.broken), tuple(builder.findings))


def plain(node: Node) -> object:
    """The node as Python data, for validation."""
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.values.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value


class _StopError(Exception):
    """Nothing more can be read."""


class _Builder:
    """Builds the tree from the parser's events; what was complete before an error is kept."""

    def __init__(self, source: Source, region: Span) -> None:
        self.source = source
        self.region = region
        self.findings: list[Diagnostic] = []
        self.broken = False
        self.root: Node | None = None
        self.open: list[Mapping | Sequence] = []
        self.key: list[tuple[str, Span] | None] = []
        self.anchors: dict[str | None, Node] = {}

    def read(self) -> None:
        text = self.source[self.region]
        bad = _UNPRINTABLE.search(text)
        if bad:
            span = Span(bad.start(), bad.end()).shift(self.region.start)
            self.report("F110", f"the character U+{ord(bad[0]):04X} may not stand in YAML", span, "delete it")
            text = text[
                : self.source.line_span(self.source.line_column(span.start)[0]).start - self.region.start
            ]
            self.broken = True
        try:
            for event in yaml.parse(text, Loader=Loader):
                self.take(event)
        except yaml.MarkedYAMLError as error:
            self.broken = True
            self.explain(error, text)
        except _StopError:
            self.broken = True
        while self.open:
            self.open[-1].refused = len(self.open) > 1  # it was cut off
            self.close(len(text))

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            if self.root is not None:
                self.stop("F114", "a second document begins here", event, "delete the line `---`")
        elif isinstance(event, yaml.AliasEvent):
            self.alias(event)
        elif isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent)):
            if event.tag is not None and event.tag != "!":
                self.report(
                    "F114",
                    f"the tag {event.tag} is not supported",
                    self.span(event),
                    "write the value plainly",
                )
            self.node(event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self.close(_index(event.end_mark))

    def node(self, event: yaml.NodeEvent) -> None:
        span = self.span(event)
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            is_key = bool(self.open) and isinstance(self.open[-1], Mapping) and self.key[-1] is None
            if is_key:
                self.begin(event.value, span)
                return
            node = self.scalar(event, span)
        else:
            node = Mapping(span) if isinstance(event, yaml.MappingStartEvent) else Sequence(span)
            if len(self.open) >= DEPTH:
                self.stop("F114", f"collections are nested deeper than {DEPTH}", event, "write it flatter")
        if event.anchor:
            self.anchors[event.anchor] = node
        self.add(node, event)
        if not isinstance(node, Scalar):
            self.open.append(node)
            self.key.append(None)

    def scalar(self, event: yaml.ScalarEvent, span: Span) -> Scalar:
        text = event.value
        if event.style:
            return Scalar(span, text)
        if text in _CONSTANTS:
            return Scalar(span, _CONSTANTS[text])
        if _LEADING_ZERO.fullmatch(text):
            help_ = f'write {_without_zeros(text)} for the number, "{text}" for the text'
            self.report("F113", f"{text} is a number with a leading zero", span, help_)
            return Scalar(span, text, refused=True)
        if _INTEGER.fullmatch(text) and len(text) < 100:
            return Scalar(span, int(text))
        if _FLOAT.fullmatch(text):
            return Scalar(span, float(text))
        return Scalar(span, text)

    def alias(self, event: yaml.AliasEvent) -> None:
        node = self.anchors.get(event.anchor)
        if node is None:
            self.stop(
                "F114", f"no anchor &{event.anchor} stands above this alias", event, "write the value itself"
            )
        elif any(node is collection for collection in self.open):
            self.stop(
                "F114",
                f"the alias *{event.anchor} stands inside what it refers to",
                event,
                "write the value itself",
            )
        else:
            self.add(node, event)

    def add(self, node: Node, event: yaml.NodeEvent) -> None:
        """Puts a node where it belongs and counts it in everything around it."""
        if not self.open:
            self.root = node
            return
        top = self.open[-1]
        if isinstance(top, Sequence):
            top.items.append(node)
        elif self.key[-1] is None:
            self.stop("F114", "a key must be plain text", event, "write the key as a word")
        else:
            key, span = self.key[-1]
            self.key[-1] = None
            if key in top.keys:
                self.twice(key, span, top.keys[key])
                return
            top.keys[key], top.values[key] = span, node
        for collection in self.open:
            collection.size += node.size
        if self.open[0].size > SIZE:
            self.stop("F114", f"more than {SIZE} values, aliases expanded", event, "write it without aliases")

    def begin(self, key: str, span: Span) -> None:
        self.key[-1] = (key, span)

    def twice(self, key: str, span: Span, first: Span) -> None:
        lines = tuple(self.source.line_column(place.start)[0] for place in (first, span))
        message = f"the key {key} is given twice, on lines {lines[0]} and {lines[1]}"
        label = Label(self.source, first, "first given here, and used")
        self.findings.append(
            Diagnostic("F111", message, self.source, span, help=("delete one of the two",), related=(label,))
        )

    def close(self, index: int) -> None:
        node = self.open.pop()
        self.key.pop()
        end = max(node.span.start, self.region.start + index)
        node.span = Span(node.span.start, end)

    def span(self, event: yaml.Event) -> Span:
        start, end = _index(event.start_mark), _index(event.end_mark)
        return Span(start, max(start, end)).shift(self.region.start)

    def report(self, code: str, message: str, span: Span, help_: str) -> None:
        self.findings.append(Diagnostic(code, message, self.source, span, help=(help_,)))

    def stop(self, code: str, message: str, event: yaml.Event, help_: str) -> None:
        self.report(code, message, self.span(event), help_)
        raise _StopError

    def explain(self, error: yaml.MarkedYAMLError, text: str) -> None:
        """A syntax error in words of this project."""
        mark = error.problem_mark or error.context_mark
        index = min(_index(mark), len(text))
        offset = self.region.start + index
        line = self.source.line_column(offset)[0]
        indent = re.match(r"[ \t]*", self.source.line(line))
        problem = str(error.problem or error.context)
        if indent and "\t" in indent[0]:
            tab = self.source.offset(line) + indent[0].index("\t")
            self.report("F112", "a tab in the indentation", Span(tab, tab + 1), "indent with spaces")
            return
        help_ = (
            "put the text in quotes"
            if "mapping values" in problem or "cannot start" in problem
            else "correct the line"
        )
        if "mapping values" in problem:
            problem = "a second `: ` on the line"
        elif "cannot start any token" in problem:
            problem = f"a value may not begin with {text[index : index + 1]}"
        elif "unexpected end of stream" in problem and error.context_mark:
            offset = self.region.start + _index(error.context_mark)
            problem = "the quotes opened here are never closed"
        where = Span(offset, min(offset + 1, len(self.source.text)))
        self.report("F110", problem, where, help_)


def _index(mark: object) -> int:
    """The offset of a mark; the C loader and the Python loader have a class of marks each."""
    return int(getattr(mark, "index", 0))


def _without_zeros(text: str) -> str:
    sign = text[:1] if text[:1] in "+-" else ""
    return sign + (text.lstrip("+-").lstrip("0") or "0")
