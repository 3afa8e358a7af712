"""First drafts for authors: a small working book, skeletons of pages and chapters, the schemas they name."""

from tallybook.scaffold.cells import UnreadableError
from tallybook.scaffold.files import Draft, TakenError, write
from tallybook.scaffold.imported import READERS, imported, read_document
from tallybook.scaffold.skeletons import SkeletonError, skeleton
from tallybook.scaffold.starter import starter

__all__ = [
    "READERS",
    "Draft",
    "SkeletonError",
    "TakenError",
    "UnreadableError",
    "imported",
    "read_document",
    "skeleton",
    "starter",
    "write",
]
