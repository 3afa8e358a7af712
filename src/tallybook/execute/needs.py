"""What the print of a script depends on, as far as its text shows: local modules, data files, versions of
packages.
"""

from __future__ import annotations

import ast
import os
import platform
import re
import stat
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_NAME = 200
_MOST_FILES = 2000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@cache
def parsed(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The top-level names of the modules a script imports, and its string literals; both empty if it is no
    Python.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset(), frozenset()
    names: set[str] = set()
    strings: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
    return frozenset(names), frozenset(strings)


def packages(text: str) -> frozenset[str]:
    """The top-level modules outside the standard library that a script imports."""
    return frozenset(parsed(text)[0] - sys.stdlib_module_names)


def files(script: Path, root: Path) -> tuple[Path, ...]:
    """The files of the book that a script needs, sorted, the script first.

    These are itself, local modules it imports and data files it names, and what these modules need in turn. A
    folder that is named counts with all that stands in it.
    """
    waiting, found = [script], dict.fromkeys([script])
    while waiting:
        each = waiting.pop()
        for needed in _named_in(each, script.parent, root):
            if needed not in found and len(found) < _MOST_FILES:
                found[needed] = None
                if needed.suffix == ".py":
                    waiting.append(needed)
    return (script, *sorted(path for path in found if path != script))


def _named_in(path: Path, folder: Path, root: Path) -> Iterator[Path]:
    names, strings = parsed(path.read_text(encoding="utf-8", errors="replace"))
    places = dict.fromkeys((str(folder), str(path.parent), str(root)))
    wanted = {f"{name}{suffix}" for name in names for suffix in ("", ".py")}
    wanted |= {text for text in strings if _may_be_path(text)}
    for name in sorted(wanted):
        for place in places:
            there = os.path.normpath(os.path.join(place, name))  # noqa: PTH118  # mostly nothing is there
            try:
                mode = os.stat(there).st_mode  # noqa: PTH116  # and a path object costs more than the look
                candidate = Path(there)
                if stat.S_ISREG(mode):
                    yield candidate
                elif stat.S_ISDIR(mode) and root in candidate.parents:
                    within = (path for path in candidate.rglob("*") if "__pycache__" not in path.parts)
                    yield from sorted(path for path in within if path.is_file())
            except (OSError, ValueError):
                continue


def _may_be_path(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_NAME and text.isprintable() and text.strip("./ ") != ""


def versions(text: str, own: tuple[str, ...] = ()) -> tuple[tuple[str, str], ...]:
    """Python's version first, then those of the installed packages the script imports, by name.

    ``own`` are the packages of the environment it runs in, as ``name==version``, if that is not this one.
    """
    there = dict(each.split("==", 1) for each in own)
    found = (
        (name, there.get(name.lower().replace("_", "-"), "") if own else version_of(name))
        for name in sorted(packages(text))
    )
    return (("python", platform.python_version()), *((name, number) for name, number in found if number))


@cache
def version_of(module: str) -> str:
    """The version of the installed distribution that provides a module; "" if there is none."""
    from importlib.metadata import version

    name = _distribution_of(module)
    return version(name) if name else ""


@cache
def lineage(module: str) -> tuple[str, ...]:
    """``name==version`` of the distribution that provides a module and of all that it requires, sorted."""
    from importlib.metadata import PackageNotFoundError, distribution

    waiting, found = [_distribution_of(module)], {}
    while waiting:
        name = waiting.pop()
        if name and name not in found:
            try:
                here = distribution(name)
            except PackageNotFoundError:
                continue
            found[name] = here.version
            requirements = (_NAME.match(text) for text in here.requires or () if "extra ==" not in text)
            waiting += [match[0].lower().replace("_", "-") for match in requirements if match]
    return tuple(sorted(f"{name}=={number}" for name, number in found.items()))


@cache
def _distribution_of(module: str) -> str:
    from importlib.metadata import PackageNotFoundError, distribution, packages_distributions

    try:
        distribution(module)
    except PackageNotFoundError:
        return next(iter(packages_distributions().get(module, ())), "")
    return module.lower().replace("_", "-")
