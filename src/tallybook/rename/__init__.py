"""Another id for a page, a statement or a chapter, in every file of the book that speaks of it."""

from tallybook.rename.apply import applied
from tallybook.rename.plan import Plan, RenameError, plan

__all__ = ["Plan", "RenameError", "applied", "plan"]
