"""A YAML tree against its JSON Schema: every fault at the key or value it concerns, in plain words."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tallybook.diagnostics import Diagnostic
from tallybook.parse.schema import part
from tallybook.parse.yaml_tree import Mapping, Node, Scalar, Sequence, Tree, plain
from tallybook.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jsonschema import Draft202012Validator

    from tallybook.span import Source, Span

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "keys and values",
}
_LIMITS = {
    "minimum": ("less than", "at least"),
    "maximum": ("more than", "at most"),
    "exclusiveMinimum": ("not more than", "more than"),
}


@dataclass(frozen=True, slots=True)
class _Case:
    """One complaint of the validator: its ``node``, the place of the ``key``, and the ``name`` for people."""

    rule: str
    wanted: Any
    value: Any
    schema: Any
    node: Node
    key: Span
    name: str
    shown: str


@dataclass(frozen=True, slots=True)
class _Fault:
    code: str
    message: str
    span: Span
    label: str = ""
    help: tuple[str, ...] = ()


def validate(source: Source, tree: Tree, name: str, home: Span, subject: str = "") -> Iterator[Diagnostic]:
    """Every fault of a tree against the part of the schema called ``name``.

    ``home`` is where keys that are missing at the top are reported; a broken tree lacks nothing.
    """
    told = set()
    for error in _validator(name).iter_errors(plain(tree.root)):
        path = tuple(error.absolute_path)
        if error.validator == "required":  # the validator complains of each missing key apart
            if tree.broken or path in told:
                continue
            told.add(path)
        node, key = _locate(tree.root, path, home)
        if node.refused:
            continue
        shown = error.instance if isinstance(error.instance, str) else source[node.span]
        rule = "name" if "propertyNames" in error.absolute_schema_path else str(error.validator)
        case = _Case(rule, error.validator_value, error.instance, error.schema, node, key, _name(path), shown)
        for fault in _RULES[rule](case):
            yield Diagnostic(
                fault.code, fault.message, source, fault.span, fault.label, help=fault.help, subject=subject
            )


@cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # a tenth of a second that a build with nothing to do saves

    return Draft202012Validator(part(name))


def _locate(root: Mapping, path: tuple[str | int, ...], home: Span) -> tuple[Node, Span]:
    """The node at a path, and the place of its key (of a list's item: the item's first line)."""
    node: Node = root
    key = home
    for step in path:
        if isinstance(node, Mapping):
            key, node = node.keys[str(step)], node.values[str(step)]
        elif isinstance(node, Sequence):
            node = node.items[int(step)]
            key = next(iter(node.keys.values()), node.span) if isinstance(node, Mapping) else node.span
    return node, key


def _name(path: tuple[str | int, ...]) -> str:
    """What a value is called: its key, with the number of the item of the list it stands in."""
    if not path:
        return "the file"
    *before, last = path
    if isinstance(last, int):
        return f"item {last + 1} of {_name(tuple(before))}"
    return last


def _missing(case: _Case) -> Iterator[_Fault]:
    if not isinstance(case.node, Mapping):
        return
    known = case.schema["properties"]
    strangers = [key for key in case.node.keys if key not in known]
    for key in (key for key in case.wanted if key not in case.node.keys):
        if not any(key in difflib.get_close_matches(stranger, known) for stranger in strangers):
            description = known[key].get("description", "a value")
            yield _Fault(
                "F131", f"the key {key} is missing", case.key, help=(f"add `{key}: `, {description}",)
            )


def _unknown(case: _Case) -> Iterator[_Fault]:
    if not isinstance(case.node, Mapping):
        return
    known = case.schema["properties"]
    for key, span in case.node.keys.items():
        if key not in known:
            help_ = did_you_mean(key, known) or (f"the keys are {', '.join(known)}",)
            yield _Fault("F130", f"unknown key {key}", span, help=help_)


def _bad_name(case: _Case) -> Iterator[_Fault]:
    span = case.node.keys[str(case.value)] if isinstance(case.node, Mapping) else case.node.span
    yield _Fault(
        "F133", f"{case.value} is no name for an entry of {case.name}", span, help=("use letters and digits",)
    )


def _type(case: _Case) -> Iterator[_Fault]:
    wanted = _TYPES[case.wanted]
    if case.value is None:
        yield _Fault(
            "F132",
            f"{case.name} has no value",
            case.key,
            f"{wanted} is wanted",
            ("write one, or delete the key",),
        )
        return
    help_ = (f"write {wanted}",)
    if case.wanted == "string" and isinstance(case.node, Scalar):
        help_ = (f'write it in quotes, "{case.shown}"',)
    elif case.wanted == "array" and isinstance(case.node, Scalar):
        help_ = (f"write it in brackets, [{case.shown}]",)
    yield _Fault(
        "F132",
        f"{case.name} is {_kind(case.value)}, not {wanted}",
        case.node.span,
        f"{wanted} is wanted",
        help_,
    )


def _kind(value: object) -> str:
    """What a value of YAML is called."""
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "keys and values"


def _enum(case: _Case) -> Iterator[_Fault]:
    values = [value for value in dict.fromkeys(str(item) for item in case.wanted) if value]
    help_ = did_you_mean(str(case.value), values, 1) or (f"choose one of {', '.join(values)}",)
    yield _Fault(
        "F133", f"{case.name} is {case.shown}, not one of {', '.join(values)}", case.node.span, help=help_
    )


def _pattern(case: _Case) -> Iterator[_Fault]:
    description = case.schema.get("description", "another value")
    if not case.value.strip():
        yield _Fault("F133", f"{case.name} is empty", case.key, help=(f"write {description}",))
        return
    code = "F140" if case.schema.get("x-id") else "F133"
    yield _Fault(
        code,
        f"{case.name} is {case.shown}, which has the wrong shape",
        case.node.span,
        help=(f"write {description}",),
    )


def _limit(case: _Case) -> Iterator[_Fault]:
    beyond, within = _LIMITS[case.rule]
    message = f"{case.name} is {case.shown}, which is {beyond} {case.wanted}"
    yield _Fault(
        "F133",
        message,
        case.node.span,
        f"{within} {case.wanted} is wanted",
        (f"{case.name}: {case.schema['description']}",),
    )


def _empty_list(case: _Case) -> Iterator[_Fault]:
    yield _Fault("F133", f"{case.name} is empty", case.node.span, help=("name at least one, or delete it",))


_RULES: dict[str, Callable[[_Case], Iterator[_Fault]]] = {
    "required": _missing,
    "additionalProperties": _unknown,
    "name": _bad_name,
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "minimum": _limit,
    "maximum": _limit,
    "exclusiveMinimum": _limit,
    "minItems": _empty_list,
}
