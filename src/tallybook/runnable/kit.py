"""What was fetched for checks that readers run, and what of it a site needs."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tallybook.execute.needs import files, parsed
from tallybook.render.views import Rerun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallybook.model import Book
    from tallybook.span import Source

VERSION = "314.0.7"
"""Of the package ``pyodide``."""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the package that a browser fetches."""
KIT = "kit.json"
FOLDER = "assets/pyodide"
"""Where it stands in a site."""
_HOME = Path(".tallybook") / "pyodide"


class NotFetchedError(Exception):
    """Nothing has been fetched yet; the message says what does."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What was fetched: the Python of Pyodide, and by module the archives of the packages it needs.

    A module without any is one that no browser can have, for it is not of Python alone.
    """

    folder: Path
    python: str
    packages: Mapping[str, tuple[str, ...]]


def folder_of(root: Path) -> Path:
    """Where the kit of a book is kept."""
    return root / _HOME / VERSION


def kit_of(root: Path) -> Kit:
    """What was fetched for a book. Raises ``NotFetchedError``."""
    folder = folder_of(root)
    try:
        told = json.loads((folder / KIT).read_text(encoding="utf-8"))
        packages = {str(name): tuple(map(str, held)) for name, held in told["packages"].items()}
        kit = Kit(folder, str(told["python"]), packages)
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        raise NotFetchedError(
            "what readers need to run checks has not been fetched: `tallybook pyodide` does it, once"
        ) from None
    wanted = [*PARTS, *(name for held in packages.values() for name in held)]
    if missing := [name for name in wanted if not (folder / name).is_file()]:
        raise NotFetchedError(f"{folder / missing[0]} is missing: `tallybook pyodide` fetches it again")
    return kit


def checks_of(book: Book) -> dict[str, Source]:
    """The checks of the pages of a book, by file name."""
    named = (page.front.check for chapter in book.chapters for page in chapter.pages)
    return {name: book.checks[name] for name in dict.fromkeys(named) if name in book.checks}


def modules(check: Source, root: Path) -> frozenset[str]:
    """The modules outside the standard library and the book that a check needs, top-level names.

    Raises ``OSError`` if a file of the book cannot be read.
    """
    local = _files(check, root)
    names = {path.stem for path in local} | {parent.name for path in local for parent in path.parents}
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in local if path.suffix == ".py"]
    return frozenset().union(*map(_packages, texts)) - names


def reruns(kit: Kit, book: Book, root: Path) -> dict[str, Rerun]:
    """What each check of a book is run with by readers, by its file name; those that cannot be are left out:
    they need a module that could not be had, or files that cannot be read."""
    found = {}
    for name, check in checks_of(book).items():
        try:
            wanted, local = modules(check, root), _files(check, root)
        except OSError:
            continue
        if all(kit.packages.get(module) for module in wanted):
            packages = dict.fromkeys(archive for module in sorted(wanted) for archive in kit.packages[module])
            others = tuple(path.relative_to(root.resolve()).as_posix() for path in local[1:])
            found[name] = Rerun(check.path, kit.python, tuple(packages), others)
    return found


def published(kit: Kit, runs: Iterable[Rerun], root: Path) -> dict[str, bytes]:
    """The files that such runs need in a site, by path. Raises ``OSError``."""
    runs = tuple(runs)
    packages = {archive for run in runs for archive in run.packages}
    own = {path for run in runs for path in run.files}
    fetched = {f"{FOLDER}/{name}": (kit.folder / name).read_bytes() for name in sorted({*PARTS, *packages})}
    return fetched | {f"{FOLDER}/book/{path}": (root / path).read_bytes() for path in sorted(own)}


def _files(check: Source, root: Path) -> tuple[Path, ...]:
    """The files of the book that a check needs, itself first."""
    root = root.resolve()
    return tuple(path for path in files(root / check.path, root) if path.is_relative_to(root))


def _packages(text: str) -> frozenset[str]:
    return frozenset(parsed(text)[0] - sys.stdlib_module_names)
