"""The tokens of a page by section and step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.render.renderer import heading_anchor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from tallybook.model import Page, Section


@dataclass(slots=True)
class Part:
    """A section or a step: its heading's line of text and the tokens below it, up to its first step."""

    section: Section
    heading: Sequence[Token]
    anchor: str
    tokens: list[Token] = field(default_factory=list)
    steps: list[Part] = field(default_factory=list)


@dataclass(slots=True)
class Parts:
    """A page: what stands before its first section, its sections, and its footnotes."""

    lead: list[Token] = field(default_factory=list)
    sections: list[Part] = field(default_factory=list)
    notes: list[Token] = field(default_factory=list)


def split(page: Page, tokens: Sequence[Token]) -> Parts:
    """The tokens of a page's body under the sections of the page."""
    source = page.source
    first = source.line_column(page.body.start)[0]
    tops = {source.line_column(section.heading.start)[0]: section for section in page.sections}
    steps = {
        source.line_column(step.heading.start)[0]: step for section in page.sections for step in section.steps
    }
    result = Parts()
    current = result.lead
    index = 0
    while index < len(tokens):
        token = tokens[index]
        line = first + token.map[0] if token.map else 0
        if token.type == "footnote_block_open":
            result.notes = list(tokens[index:])
            break
        if token.type == "heading_open" and token.level == 0 and line in tops:
            part = Part(
                tops[line], tokens[index + 1].children or (), heading_anchor(tokens[index + 1].content)
            )
            result.sections.append(part)
        elif token.type == "heading_open" and token.level == 0 and line in steps and result.sections:
            part = Part(
                steps[line], tokens[index + 1].children or (), heading_anchor(tokens[index + 1].content)
            )
            result.sections[-1].steps.append(part)
        else:
            current.append(token)
            index += 1
            continue
        current = part.tokens
        index += 3
    return result
