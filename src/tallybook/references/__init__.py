"""What the pages of a book refer to, and whether it is there."""

from tallybook.cited import Reference, ReferenceKind
from tallybook.references.collect import Names, collect
from tallybook.references.index import Target, index, names, names_of
from tallybook.references.resolve import outdated, resolve, resolve_page

__all__ = [
    "Names",
    "Reference",
    "ReferenceKind",
    "Target",
    "collect",
    "index",
    "names",
    "names_of",
    "outdated",
    "resolve",
    "resolve_page",
]
