"""What front matter says about checks, held against the scripts there are."""

from __future__ import annotations

import ast
import difflib
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Severity
from tallybook.span import Source, Span
from tallybook.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tallybook.parse.front import Head


@dataclass(frozen=True, slots=True)
class Script:
    """A check as far as its text tells: what it defines at the top level, and the modules that it imports."""

    source: Source
    names: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    fault: Diagnostic | None = None


def read_script(source: Source) -> Script:
    """A script's definitions and imports, or the place where it stops being Python. Nothing is run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in a string is the author's business
            tree = ast.parse(source.text)
    except SyntaxError as error:
        start = source.offset(error.lineno or 1, error.offset or 1)
        span = Span(start, min(start + 1, len(source.text)))
        return Script(
            source,
            fault=Diagnostic("F152", f"not Python: {error.msg}", source, span, help=("correct the line",)),
        )
    except (ValueError, RecursionError, MemoryError) as error:
        return Script(
            source,
            fault=Diagnostic(
                "F152", f"not Python: {error}", source, Span(0, 0), help=("correct the script",)
            ),
        )
    names = [
        node.name
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    ]
    imports = []
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            imports += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports += [node.module] if node.module else [alias.name for alias in node.names]
    return Script(source, tuple(names), tuple(imports))


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements, those in the bodies of others too; no import stands in an expression."""
    left: list[ast.AST] = list(tree.body)
    while left:
        node = left.pop()
        yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, name, ())
            if isinstance(inner, list):
                left += inner


def against_scripts(head: Head, scripts: Mapping[str, Script]) -> Iterator[Diagnostic]:
    """What a page's front matter asks of its check that the check does not have."""
    fields, front = head.fields, head.front
    if front.excerpt and not fields.has("check") and not head.broken:
        message = "excerpt stands without a check to take it from"
        yield Diagnostic(
            "F154", message, fields.source, fields.mapping.keys["excerpt"], help=("add `check`",)
        )
    for entry in fields.lists("figures"):
        name = entry.text("script")
        if name and name not in scripts:
            help_ = did_you_mean(name, scripts) or (f"write checks/{name}",)
            yield Diagnostic(
                "F150", f"there is no script {name}", fields.source, entry.span("script"), help=help_
            )
    if not front.check:
        return
    script = scripts.get(front.check)
    if script is None:
        help_ = did_you_mean(front.check, scripts) or (f"write checks/{front.check}",)
        message = f"there is no check {front.check}"
        yield Diagnostic("F150", message, fields.source, fields.span("check"), help=help_)
        return
    if script.fault:
        return
    for name, span in fields.placed("excerpt"):
        if name not in script.names:
            known = ", ".join(script.names) or "none"
            help_ = (*did_you_mean(name, script.names), f"{front.check} defines {known}")
            message = f"{name} is no function or class of {front.check}"
            yield Diagnostic("F151", message, fields.source, span, help=help_)


def unused(scripts: Mapping[str, Script], used: Iterable[str]) -> Iterator[Diagnostic]:
    """Scripts that no page names, nearly names, or that none of the others imports."""
    named = set(used)
    for name in named - set(scripts):
        named.update(difflib.get_close_matches(name, scripts))
    imported = {module.split(".")[0] for script in scripts.values() for module in script.imports}
    for name in sorted(set(scripts) - named):
        if name.removesuffix(".py") not in imported:
            message = f"no page uses the check {name}"
            help_ = ("name it in the front matter of a page, or delete it",)
            yield Diagnostic(
                "F153", message, scripts[name].source, Span(0, 0), help=help_, severity=Severity.WARNING
            )
