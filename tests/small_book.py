"""A small book in memory, of which tests alter one thing at a time."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tallybook.model import Book, RawBook, RawChapter
from tallybook.parse import parse_book
from tallybook.span import Source

if TYPE_CHECKING:
    from tallybook.diagnostics import Diagnostic, Noted

BOOK = """\
title: Motion, measured
contracts:
  A:
    title: Plain
places:
  - {id: II.1, title: Waves}
  - {id: Book II, title: Waves}
works:
  - {key: Noether 1918, text: "Emmy Noether, Invariante Variationsprobleme, 1918."}
  - {key: Kepler and Newton, text: "On orbits, 1687."}
  - {key: Möbius et al. 1827, text: "Der barycentrische Calcul, 1827."}
"""
CHAPTER = """\
id: I.2
title: Falling bodies
contract: A
"""
STATEMENTS = """\
---
chapter: I.2
---

An introduction.

## Equation (I.2.1): Free fall

$$s = g t^2 / 2 \\tag{I.2.1}$$

## Theorem I.2.T1: All bodies fall alike

Galilei.

## Theorem I.2.T4: They land

They do.
"""
PROBLEM = """\
---
id: I.2.B01
title: A stone in a well
variant: numeric
difficulty: 2
check: stone.py
excerpt: [fall]
draws_on: [I.2.T1]
---

## Statement

How deep?

## Given

A time.

## Find

A depth.

## Strategy

By (I.2.1).

## Solution

### Substitute

Then.

### Read off

So.

## Answer

Deep.

## Check: sanity

Fine.

## Where this breaks

Air.

## Variation

Another.
"""
EXERCISE = """\
---
id: I.2.X01
title: A feather
variant: limit
difficulty: 1
---

## Question

Why?

## Hint

Air.

## Solution

Because of I.2.T1.
"""
SCRIPT = '''\
"""The depth of a well."""


def fall(t):
    return 9.81 * t * t / 2


print("depth =", round(fall(3), 2))
'''
FILES = {
    "chapters/book.yaml": BOOK,
    "chapters/i-2/chapter.yaml": CHAPTER,
    "chapters/i-2/statements.md": STATEMENTS,
    "chapters/i-2/problems/b01-well.md": PROBLEM,
    "chapters/i-2/exercises/x01-feather.md": EXERCISE,
    "checks/stone.py": SCRIPT,
}
WELL = "chapters/i-2/problems/b01-well.md"
FEATHER = "chapters/i-2/exercises/x01-feather.md"


def raw_book(files: dict[str, str]) -> RawBook:
    """The files of a book as if they had been read."""
    sources = {path: Source(path, text) for path, text in files.items()}

    def below(folder: str) -> tuple[Source, ...]:
        return tuple(source for path, source in sources.items() if posixpath.dirname(path) == folder)

    folders = sorted({"/".join(path.split("/")[:2]) for path in files if path.count("/") > 1})
    chapters = tuple(
        RawChapter(
            folder,
            sources.get(f"{folder}/chapter.yaml"),
            sources.get(f"{folder}/statements.md"),
            below(f"{folder}/problems"),
            below(f"{folder}/exercises"),
            below(f"{folder}/readings"),
        )
        for folder in folders
    )
    checks = {posixpath.basename(source.path): source for source in below("checks")}
    return RawBook(sources["chapters/book.yaml"], chapters, checks)


def altered(path: str, old: str, new: str) -> dict[str, str]:
    """The files of the book with one text replaced, which must be there exactly once."""
    text = FILES[path]
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    return {**FILES, path: text.replace(old, new)}


def parsed(files: dict[str, str]) -> Noted[Book]:
    """The book that a set of files makes."""
    return parse_book(raw_book(files))


def brief(findings: tuple[Diagnostic, ...]) -> list[tuple[str, str, int, int, str]]:
    """Findings as code, file, line, column and the text they mark."""
    return [
        (
            finding.code,
            finding.source.path,
            *finding.source.line_column(finding.span.start),
            finding.source[finding.span],
        )
        for finding in findings
    ]


def faults(path: str, old: str, new: str) -> list[tuple[str, int, int, str]]:
    """The findings in a file once a text in it is replaced: code, line, column and the text they mark."""
    findings = parsed(altered(path, old, new)).diagnostics
    assert {finding.source.path for finding in findings} <= {path}, brief(findings)
    return [(code, line, column, marked) for code, _, line, column, marked in brief(findings)]
