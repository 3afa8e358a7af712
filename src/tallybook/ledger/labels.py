"""The words in a drawing, and the ledger of their numbers.

A figure is what its script prints, an SVG. A number in it must be printed by the check of the page, or be a
literal of the script that draws it; what is typed into a label as text is neither.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic
from tallybook.drawing import NAMESPACE, drawing
from tallybook.ledger.account import Given, account
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree import ElementTree

    from tallybook.model import Print
    from tallybook.numerals.numeral import Conventions


def labels(root: ElementTree.Element) -> tuple[str, ...]:
    """The texts of a drawing, in order."""
    texts = ("".join(item.itertext()) for item in root.iter(f"{NAMESPACE}text"))
    return tuple(" ".join(text.split()) for text in texts if text.strip())


def figure_findings(
    page: str, drawn: Print, check: Print | None, conventions: Conventions | None = None
) -> Iterator[Diagnostic]:
    """What is wrong with a figure: that it is no drawing, or numbers of its labels that nothing accounts for.

    What is merely weak is not held against a drawing, whose axes are full of small numbers.
    """
    try:
        root = drawing(drawn.stdout)
    except ValueError as error:
        message, help_ = f"the print is no drawing: {error}", ("print one svg element and nothing else",)
        yield Diagnostic("P102", message, drawn.check, Span(0, 0), help=help_, subject=page)
        return
    found = labels(root)
    source = Source(drawn.check.path, "".join(f"{label}\n\n" for label in found))
    against = Given(
        printed=check.stdout if check else "", script=drawn.check.text, check=drawn.check.path, page=page
    )
    for finding in account(source, Span(0, len(source.text)), against, conventions).findings:
        if finding.code != "T103":
            label = source.line(source.line_column(finding.span.start)[0])
            start = drawn.check.text.find(label)
            span = Span(start, start + len(label)) if start >= 0 else Span(0, 0)
            message = f"{finding.message}, in the label {label}"
            help_ = ("let the check of the page print it, or draw it from a number of the script",)
            yield replace(finding, message=message, source=drawn.check, span=span, help=help_)
