"""The Markdown of a book: CommonMark with tables, footnotes, mathematics and explicit bindings."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from tallybook.markup.dollars import formula_at, formulas

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

BINDING = re.compile(r"\[((?:[^\[\]\n]|\n(?!\n))+)\]\{(!=|=|~)\s*([^{}\n]+?)\s*\}")
ANCHOR = re.compile(r"\s*\{#([^{}\s]+)\}\s*$")
_PIPE = "\ue000"  # a bar inside mathematics while tables are split: one character, so offsets stay
_InlineRule = Callable[["StateInline", bool], bool]


@cache
def markdown() -> MarkdownIt:
    """The parser. It is shared: callers must not change its rules.

    Tokens beyond CommonMark: ``math_inline`` (``meta["display"]`` tells ``$$``), ``math_block``,
    ``amsmath``, and
    ``binding_open``/``binding_close`` with ``meta["name"]`` and ``meta["relation"]``.
    """
    md = MarkdownIt("commonmark").enable("table").use(footnote_plugin)
    md.use(dollarmath_plugin, allow_labels=False, double_inline=False).use(amsmath_plugin)
    md.inline.ruler.at("math_inline", _math_inline)
    md.inline.ruler.before("escape", "math_brackets", _math_inline)
    md.inline.ruler.before("link", "binding", _binding)
    md.core.ruler.before("block", "protect_bars", _protect_bars)
    md.core.ruler.after("block", "restore_bars", _restore_bars)
    for rule in list(md.inline.ruler.__rules__):
        if rule.name != "text":
            md.inline.ruler.at(rule.name, _recorded(rule.name, rule.fn), {"alt": rule.alt})
    return md


def _math_inline(state: StateInline, silent: bool) -> bool:
    formula = formula_at(state.src, state.pos, state.posMax)
    if formula is None:
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content = state.src[formula.inner_start : formula.inner_end]
        token.markup = state.src[formula.start : formula.inner_start]
        token.meta = {"display": formula.display}
    state.pos = formula.end
    return True


def _binding(state: StateInline, silent: bool) -> bool:
    match = BINDING.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        end = state.posMax
        opening = state.push("binding_open", "span", 1)
        opening.meta = {"relation": match[2], "name": match[3]}
        state.pos, state.posMax = match.start(1), match.end(1)
        state.md.inline.tokenize(state)
        state.posMax = end
        state.push("binding_close", "span", -1)
    state.pos = match.end()
    return True


def _recorded(name: str, rule: _InlineRule) -> _InlineRule:
    """The rule, noting in ``env["events"]`` what it consumed: (name, start, end, where the label ends)."""

    def recorded(state: StateInline, silent: bool) -> bool:
        events = state.env.get("events")
        if events is None or silent:
            return rule(state, silent)
        start = state.pos
        label = -1
        base = state.env["base"]
        if name in ("link", "image") and state.src.startswith(("[", "!["), start):
            label = state.md.helpers.parseLinkLabel(state, start + (name == "image"), False)
        if name == "image":
            state.env["base"] = base + start + 2  # the label is parsed as a text of its own
        consumed = rule(state, silent)
        state.env["base"] = base
        if consumed:
            events.append((name, base + start, base + state.pos, base + label if label >= 0 else -1))
        return consumed

    return recorded


def _protect_bars(state: StateCore) -> None:
    if "|" not in state.src or not ("$" in state.src or "\\(" in state.src):
        return
    lines = state.src.split("\n")
    for number, line in enumerate(lines):
        if "|" not in line or not ("$" in line or "\\(" in line):
            continue
        for formula in formulas(line, 0, len(line)):
            inside = line[formula.start : formula.end].replace("|", _PIPE)
            line = line[: formula.start] + inside + line[formula.end :]
        lines[number] = line
    state.src = "\n".join(lines)


def _restore_bars(state: StateCore) -> None:
    if _PIPE not in state.src:
        return
    for token in state.tokens:
        if token.content:
            token.content = token.content.replace(_PIPE, "|")
    state.src = state.src.replace(_PIPE, "|")
