"""The small book that ``tallybook init`` writes: loans and interest, which builds and verifies as it is."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from tallybook.parse.schema import schemas
from tallybook.scaffold.files import Draft
from tallybook.scaffold.skeletons import schema_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

IGNORED = "/build/\n/.tallybook/\n__pycache__/\n"


def starter() -> tuple[Draft, ...]:
    """Its files, the schemas of all parts among them."""
    folder = files("tallybook") / "starter"
    book = [Draft(path, entry.read_text(encoding="utf-8")) for path, entry in _below(folder, "")]
    return (*book, *map(schema_file, schemas()), Draft(".gitignore", IGNORED, shared=True))


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The files of the book by their path; what an interpreter or a run left behind is none."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith((".", "_")):
            continue
        inner = f"{path}/{entry.name}" if path else entry.name
        if entry.is_dir():
            yield from _below(entry, inner)
        else:
            yield inner, entry
