"""First drafts for authors: a small working book, skeletons of pages and chapters, the schemas they name."""

from tallybook.scaffold.files import Draft, TakenError, write
from tallybook.scaffold.skeletons import SkeletonError, skeleton
from tallybook.scaffold.starter import starter

__all__ = ["Draft", "SkeletonError", "TakenError", "skeleton", "starter", "write"]
