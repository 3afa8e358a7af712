"""What the reader of Markdown leaves out to be fast changes nothing: every shortcut against the long way."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.ruler import Ruler

from tallybook.markup import markdown, scan
from tallybook.markup.outline import outline
from tallybook.span import Source, Span

SIGNS = (
    "$", "$$", "`", "``", "```", "~~~", "[", "]", "](u)", "{=n}", "\\", "\\(", "\\)", "\\[", "\\]", "<b>",
    "<", "<!--", "-->", "<div>", "|", "\n", "\n\n", "\r\n", "- ", "+ ", "1. ", "12) ", "> ", "# ", "## ",
    "![", "[^1]", "[^1]: ", "[x]: /u\n", "&amp;", "*", "**", "_", "a", "b 5", "7", "é", " ", "    ", "\t",
    "---", "===", "|--|--|", "x|y", "\\begin{align}", "\\end{align}", "{#anchor}",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=30).map("".join)
NAMES = {"math_inline": "formula", "math_brackets": "formula", "backticks": "code"}


def long_way() -> Any:
    """The parser with all its rules shown to every line."""
    md = markdown._parser()
    rules: Any = Ruler()
    rules.__rules__ = md.block.ruler.__rules__
    md.block.ruler = rules
    return md


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_rules_that_a_line_cannot_begin_are_left_out(text: str) -> None:
    told = [token.as_dict() for token in markdown.markdown().parse(text, {})]
    assert told == [token.as_dict() for token in long_way().parse(text, {})]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_a_line_is_looked_into_as_the_parser_does(line: str) -> None:
    found: list[scan.Event] = []
    md = markdown.recorder()
    md.inline.parse(line, md, {"events": found, "base": 0}, [])
    told = scan._plainly(line)
    if told is not None:  # what a bracket may begin takes the parser itself
        wanted = [
            (NAMES[name], *place) for name, *place in sorted(found, key=lambda one: one[1]) if name in NAMES
        ]
        literal = [
            (kind, start, end, at)
            for kind, start, end, at in wanted
            if not _only_ticks(line, kind, start, end)
        ]
        assert [(NAMES[name], *place) for name, *place in told] == literal


def _only_ticks(line: str, kind: str, start: int, end: int) -> bool:
    """Whether a run of ticks was consumed that nothing closes: it is text."""
    return kind == "code" and not line[start:end].strip("`")


def test_a_bar_inside_a_formula_of_a_table_divides_no_cell_of_the_outline() -> None:
    text = "a | $|x|$\n--|--\n1 | 2\n\n## Next\n"
    assert [heading.title for heading in outline(Source("x.md", text), Span(0, len(text))).headings] == [
        "Next"
    ]
