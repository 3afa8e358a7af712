"""Packages that a check declares in its own text (PEP 723), held against what is installed."""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tallybook.span import Span

if TYPE_CHECKING:
    from tallybook.span import Source

_BLOCK = re.compile(r"^# /// (?P<type>[a-zA-Z0-9-]+)[ \t]*$\s(?P<content>(^#(| .*)$\s)+)^# ///[ \t]*$", re.M)
"""The expression of the standard, *inline script metadata*."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The block of a check; ``fault`` says why it cannot be read, "" if it can. ``span`` is its place."""

    span: Span
    packages: tuple[str, ...] = ()
    """Its requirements in the spelling of ``packaging``, sorted, without those for other platforms."""
    python: str = ""
    """The versions of Python it asks for."""
    fault: str = ""


def declared(source: Source) -> Declared | None:
    """The block of a check; None if it has none."""
    blocks = [match for match in _BLOCK.finditer(source.text) if match["type"] == "script"]
    if not blocks:
        return None
    span = Span(blocks[0].start(), blocks[0].end())
    if len(blocks) > 1:
        return Declared(Span(blocks[1].start(), blocks[1].end()), fault="there are two of them")
    lines = blocks[0]["content"].splitlines()
    try:
        table = tomllib.loads("\n".join(line.removeprefix("#").removeprefix(" ") for line in lines))
        wanted, python = table.get("dependencies", []), table.get("requires-python", "")
        if not isinstance(wanted, list) or not all(isinstance(each, str) for each in wanted):
            return Declared(span, fault="dependencies is no list of texts")
        requirements = [Requirement(each) for each in wanted]
        SpecifierSet(python)
    except (ValueError, AttributeError, TypeError) as error:  # all that tomllib and packaging raise
        return Declared(span, fault=" ".join(str(error).split()))
    here = [each for each in requirements if each.marker is None or each.marker.evaluate()]
    return Declared(span, tuple(sorted({str(each) for each in here})), python)


def missing(block: Declared) -> tuple[str, ...]:
    """The packages of a block that this environment lacks, each with what there is instead."""
    return tuple(filter(None, map(_missing, block.packages)))


def other_python(block: Declared) -> str:
    """The version of Python that a block asks for, and this one, if this one will not do; else ""."""
    running = ".".join(map(str, sys.version_info[:3]))
    if SpecifierSet(block.python).contains(running, prereleases=True):
        return ""
    return f"Python {block.python} (this is {running})"


@cache
def _missing(text: str) -> str:
    requirement = Requirement(text)
    try:
        installed = version(requirement.name)
    except PackageNotFoundError:
        return f"{text} (not installed)"
    if requirement.specifier.contains(installed, prereleases=True):
        return ""
    return f"{text} ({installed} is installed)"
