"""The Markdown of a book: CommonMark with tables, footnotes, mathematics and explicit bindings."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.ruler import Ruler
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from tallybook.markup.dollars import formula_at, formulas

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

BINDING = re.compile(r"\[((?:[^\[\]\n]|\n(?!\n))+)\]\{(!=|=|~)\s*([^{}\n]+?)\s*\}")
ANCHOR = re.compile(r"\s*\{#([^{}\s]+)\}\s*$")
_PIPE = "\ue000"  # a bar inside mathematics while tables are split: one character, so offsets stay
_BlockRule = Callable[["StateBlock", int, int, bool], bool]
_InlineRule = Callable[["StateInline", bool], bool]


@cache
def markdown() -> MarkdownIt:
    """The parser. It is shared: callers must not change its rules.

    Tokens beyond CommonMark: ``math_inline`` (``meta["display"]`` tells ``$$``), ``math_block``,
    ``amsmath``, and
    ``binding_open``/``binding_close`` with ``meta["name"]`` and ``meta["relation"]``.
    """
    return _parser()


@cache
def recorder() -> MarkdownIt:
    """The same parser, which notes in ``env["events"]`` what its rules consume of a line: (name, start, end,
    where the label ends). ``env["base"]`` is 0."""
    md = _parser()
    for rule in list(md.inline.ruler.__rules__):
        if rule.name != "text":
            md.inline.ruler.at(rule.name, _recorded(rule.name, rule.fn), {"alt": rule.alt})
    return md


def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark").enable("table").use(footnote_plugin)
    md.use(dollarmath_plugin, allow_labels=False, double_inline=False).use(amsmath_plugin)
    md.inline.ruler.at("math_inline", _math_inline)
    md.inline.ruler.before("escape", "math_brackets", _math_inline)
    md.inline.ruler.before("link", "binding", _binding)
    md.core.ruler.before("block", "protect_bars", _protect_bars)
    md.core.ruler.after("block", "restore_bars", _restore_bars)
    md.block.ruler = _ByFirst(md.block.ruler)
    return md


_FIRST = {
    "fence": "`~",
    "math_block": "$",
    "amsmath": "\\",
    "blockquote": ">",
    "hr": "*-_",
    "list": "*-+0123456789",
    "footnote_def": "[",
    "reference": "[",
    "html_block": "<",
    "heading": "#",
}
"""The characters that a block must begin with for a rule to take it, by its name; the others take any."""


class _ByFirst(Ruler[_BlockRule]):
    """The rules of blocks, of which each line is shown only those that its first character leaves open: most
    lines are prose, and a dozen rules that look at it in vain take most of the time."""

    def __init__(self, rules: Ruler[_BlockRule]) -> None:
        super().__init__()
        self.__rules__ = rules.__rules__
        self._chains: dict[str, list[_BlockRule]] = {}

    def getRules(self, chainName: str = "") -> list[_BlockRule]:  # noqa: N802, N803  # the name it overrides
        """One rule that stands for all of a chain."""
        known = self._chains.get(chainName)
        if known is None:
            rules = super().getRules(chainName)
            names = {rule.fn: rule.name for rule in self.__rules__}
            known = self._chains[chainName] = [_chosen([(_FIRST.get(names[one]), one) for one in rules])]
        return known


def _chosen(rules: list[tuple[str | None, _BlockRule]]) -> _BlockRule:
    """The first of some rules that takes a block, each with the characters it may begin with."""
    others = [rule for first, rule in rules if first is None]
    by_first = {
        sign: [rule for first, rule in rules if first is None or sign in first]
        for sign in "".join(first or "" for first, _ in rules)
    }

    def chosen(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        place = state.bMarks[line] + state.tShift[line]
        for rule in by_first.get(state.src[place : place + 1], others):
            if rule(state, line, end, silent):
                return True
        return False

    return chosen


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
    """The rule, noting in ``env["events"]`` what it consumed."""

    def recorded(state: StateInline, silent: bool) -> bool:
        if silent:
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
            end_of_label = base + label if label >= 0 else -1
            state.env["events"].append((name, base + start, base + state.pos, end_of_label))
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
