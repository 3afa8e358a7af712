"""What the pages of a book refer to, and whether it is there."""

from tallybook.references.collect import Names, Reference, ReferenceKind, collect
from tallybook.references.index import Target, index, names
from tallybook.references.resolve import outdated, resolve, resolve_page

__all__ = [
    "Names",
    "Reference",
    "ReferenceKind",
    "Target",
    "collect",
    "index",
    "names",
    "outdated",
    "resolve",
    "resolve_page",
]
