"""Books of any size to measure with, the same for the same seed.

As a program: ``python tests/benchmarks/book.py FOLDER PROBLEMS [--mix light|mixed] [--seed N]``. As a module:
``write(folder, count, mix, seed)``, or ``problems(count, mix, seed)`` for the data alone, from which books
for other tools can be made.

A page has about 6 kB and 48 formulas in 12 steps, and a check of its own that prints 48 numbers. In a
``mixed`` book 60 % of the checks need nothing but Python, 10 % mpmath, 10 % numpy and 20 % sympy; in a
``light`` one all are of the first kind.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = 12
A_CHAPTER = 100
"""Problems a chapter."""
MIXES = {"light": (("plain", 10),), "mixed": (("plain", 6), ("mpmath", 1), ("numpy", 1), ("sympy", 2))}
"""Kinds of checks, each with its share in tenths."""
SETTINGS = """\
title: Houses
variants:
  numeric: {title: Numbers}
contracts:
  A: {title: Plain}
"""
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_COMPUTE = {
    "plain": ("from fractions import Fraction", "int(Fraction(width) * height)"),
    "mpmath": ("import mpmath", "int(mpmath.nint(mpmath.mpf(width) * height))"),
    "numpy": ("import numpy as np", "int(np.array([width]) @ np.array([height]))"),
    "sympy": (
        "import sympy",
        "int(sympy.expand((sympy.Symbol('x') + width) * (sympy.Symbol('x') + height)).subs('x', 0))",
    ),
}
_WORDS = (
    "The floor of this room is laid with square tiles, and whoever orders them wants to know how many there"
    " are before the cart is loaded, because a tile that is missing costs a day and one too many costs"
    " nothing but room."
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem: ``kind`` is what its check needs, ``rooms`` are width and height of each step."""

    chapter: str
    number: int
    kind: str
    rooms: tuple[tuple[int, int], ...]

    @property
    def id(self) -> str:
        """Its id in the book."""
        return f"{self.chapter}.B{self.number:02d}"

    @property
    def stem(self) -> str:
        """The name of its files."""
        return self.id.lower().replace(".", "-")


def problems(count: int, mix: str = "mixed", seed: int = 1) -> Iterator[Problem]:
    """The problems of a book, in order."""
    chance = random.Random(f"{seed} {mix}")
    kinds = [kind for kind, share in MIXES[mix] for _ in range(share)]
    for number in range(count):
        chapter = number // A_CHAPTER
        rooms = tuple((chance.randrange(101, 999), chance.randrange(101, 999)) for _ in range(STEPS))
        name = f"{_ROMAN[chapter // 10]}.{chapter % 10 + 1}"
        yield Problem(name, number % A_CHAPTER + 1, chance.choice(kinds), rooms)


def page(problem: Problem) -> str:
    """The page of a problem, whose every number is bound to the line of the check that prints it."""
    steps = "\n".join(_step(number, *room) for number, room in enumerate(problem.rooms, 1))
    total = sum(width * height for width, height in problem.rooms)
    return f"""\
---
id: {problem.id}
title: Tiles for a house
variant: numeric
difficulty: 1
check: {problem.stem}.py
excerpt: [area]
---

## Statement

{_WORDS}

## Given

The width and the height of each room, in tiles.

## Find

All tiles.

## Strategy

Room by room.

## Solution

{steps}
## Answer

The house takes $\\val{{{total}}}{{house.tiles}}$ tiles.

## Check: sanity

More than the largest room.

## Where this breaks

Where tiles break.

## Variation

Another house.
"""


def _step(number: int, width: int, height: int) -> str:
    values = {"width": width, "height": height, "tiles": width * height, "border": width + height}
    w, h, tiles, border = (f"\\val{{{value}}}{{room{number}.{name}}}" for name, value in values.items())
    return (
        f"### Room of the {'north' if number % 2 else 'south'}\n\n{_WORDS}\n"
        f"It is $w = {w}$ wide and $h = {h}$ high, so it takes\n\n$$w \\cdot h = {tiles}$$\n\n"
        f"and its half-border $w + h = {border}$.\n"
    )


def check(problem: Problem) -> str:
    """The check of a problem."""
    imports, area = _COMPUTE[problem.kind]
    rooms = "\n".join(f"    ({width}, {height})," for width, height in problem.rooms)
    return f'''\
"""Tiles for a house."""

{imports}

rooms = [
{rooms}
]


def area(width, height):
    """Tiles of a room."""
    return {area}


for number, (width, height) in enumerate(rooms, 1):
    print(f"room{{number}}.width = {{width}}")
    print(f"room{{number}}.height = {{height}}")
    print(f"room{{number}}.tiles = {{area(width, height)}}")
    print(f"room{{number}}.border = {{width + height}}")
print("house.tiles =", sum(area(width, height) for width, height in rooms))
'''


def write(folder: Path, count: int, mix: str = "mixed", seed: int = 1) -> tuple[Problem, ...]:
    """Write a book of ``count`` problems (at most 10 000) into a folder and return them."""
    made = tuple(problems(count, mix, seed))
    files = {"chapters/book.yaml": SETTINGS}
    for problem in made:
        chapter = f"chapters/{problem.chapter.lower().replace('.', '-')}"
        files[f"{chapter}/chapter.yaml"] = f"id: {problem.chapter}\ntitle: Houses\ncontract: A\n"
        files[f"{chapter}/problems/{problem.stem}.md"] = page(problem)
        files[f"checks/{problem.stem}.py"] = check(problem)
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return made


def main() -> None:
    """Write a book as the command line says."""
    parser = argparse.ArgumentParser(description="Write a book to measure with.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("problems", type=int)
    parser.add_argument("--mix", choices=sorted(MIXES), default="mixed")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    write(chosen.folder, chosen.problems, chosen.mix, chosen.seed)


if __name__ == "__main__":
    main()
