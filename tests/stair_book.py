"""A small book on disk whose numbers hold, for tests that alter one thing and look at the whole tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

BOOK = """\
title: Stairs, counted
variants:
  numeric:
    title: Numerical instantiation
contracts:
  A:
    title: Plain
    problems: 1
    exercises: 1
    weak: 0
works:
  - {key: Euler 1748, text: "Leonhard Euler, Introductio in analysin infinitorum, 1748."}
"""
CHAPTER = """\
id: I.2
title: Stairs
contract: A
"""
PROBLEM = """\
---
id: I.2.B01
title: A stair in a tower
variant: numeric
difficulty: 2
check: i-2-b01-tower.py
---

## Statement

How high is a stair?

## Given

The stair has [126]{=stair.steps} steps, and each rises by [17]{=stair.rise} cm.

## Find

Its height.

## Strategy

Multiply.

## Solution

The height is $126 \\cdot 17 = 2142$ in centimetres.

## Answer

The stair is [2142]{=stair.height} cm high; compare I.2.X01.

## Check: sanity

It is more than a ladder.

## Where this breaks

Where steps differ.

## Variation

Take another tower.
"""
EXERCISE = """\
---
id: I.2.X01
title: A ladder
variant: numeric
difficulty: 1
check: i-2-x01-ladder.py
---

## Question

How long is a ladder of [31]{=ladder.rungs} rungs?

## Hint

Count the gaps.

## Solution

It is [930]{=ladder.length} cm long.
"""
TOWER = '''\
"""The height of a stair."""

rise = 17
steps = 126
print("stair.rise =", rise)
print("stair.steps =", steps)
print("stair.height =", rise * steps)
'''
LADDER = '''\
"""The length of a ladder."""

rungs = 31
print("ladder.rungs =", rungs)
print("ladder.length =", sum(30 for gap in range(rungs)))
'''
PAGE = "chapters/i-2/problems/b01-tower.md"
OTHER = "chapters/i-2/exercises/x01-ladder.md"
SCRIPT = "checks/i-2-b01-tower.py"
FILES = {
    "chapters/book.yaml": BOOK,
    "chapters/i-2/chapter.yaml": CHAPTER,
    PAGE: PROBLEM,
    OTHER: EXERCISE,
    SCRIPT: TOWER,
    "checks/i-2-x01-ladder.py": LADDER,
}


def write(root: Path) -> Path:
    """Write the book to a folder, which is returned."""
    for path, text in FILES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def alter(root: Path, path: str, old: str, new: str) -> None:
    """Replace a text in a file, in which it must stand exactly once."""
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content, but for what the tool keeps for speed in a book's."""
    kept = folder / ".tallybook"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and kept not in path.parents
    }
