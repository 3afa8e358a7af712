"""What is wrong, where, and how to settle it, as data. A diagnostic knows no output format.

Wording: lower case, no full stop, the smallest span; the message says what is wrong, only ``help`` says what
to do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from textwrap import dedent
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallybook.span import Source, Span

T = TypeVar("T")


class Severity(StrEnum):
    """How much a finding costs. Errors fail the page; the contract says what warnings cost."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that a finding speaks of."""

    source: Source
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    ``code`` is one of the catalogue (``T101``), ``source`` and ``span`` say where; a finding about a file as
    a whole
    has a span of length 0. ``label`` stands at the caret. ``notes`` are lines of evidence (``print:
    wide.size = 4``,
    lines of a traceback), ``help`` lines say what to do, ``related`` names further places.
    """

    code: str
    message: str
    source: Source
    span: Span
    label: str = ""
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    related: tuple[Label, ...] = ()
    severity: Severity = Severity.ERROR
    subject: str = ""
    """The id of the page the finding belongs to, where there is one."""

    def __post_init__(self) -> None:
        if self.code not in catalogue():
            raise ValueError(f"code {self.code} has no page in the catalogue")


@dataclass(frozen=True, slots=True)
class Noted(Generic[T]):
    """A result with the findings made on the way to it."""

    value: T
    diagnostics: tuple[Diagnostic, ...] = ()


@cache
def catalogue() -> dict[str, str]:
    """All codes, each with the Markdown text of its page, in order of the code."""
    folder = files("tallybook") / "codes"
    pages = (
        (entry.name.removesuffix(".md"), entry) for entry in folder.iterdir() if entry.name.endswith(".md")
    )
    return {
        code: entry.read_text(encoding="utf-8") for code, entry in sorted(pages, key=lambda pair: pair[0])
    }


def handbook() -> str:
    """All pages of the catalogue as one text in Markdown: a section a code, with an anchor of its name.

    Examples stand as code, so that their numbers are nobody's claims.
    """
    return "\n".join(map(_section, catalogue().values()))


def _section(page: str) -> str:
    """A page of the catalogue as a section, its own sections as paragraphs that begin with their names."""
    _, title, _, *parts = re.split(r"^#+ (.*)\n", page, flags=re.MULTILINE)
    code = title.partition(":")[0]
    blocks = [f"## {title} {{#{code.lower()}}}"]
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        body = text.strip("\n")
        if name == "Example":
            body = f"\n\n```text\n{dedent(body)}\n```"
        blocks.append(f"**{name}.** {body}".replace(" \n\n", "\n\n"))
    return "\n\n".join(blocks) + "\n"


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by place, so that every run reports in the same order; exact doubles are dropped."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda d: (d.source.path, d.span.start, d.span.end, d.code, d.message)))
