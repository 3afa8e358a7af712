"""A build with nothing to do. Shared by the quick answer and the command, and quick to import."""

from __future__ import annotations

from tallybook import receipt

USUAL = "sandbox best, cold False, recheck True, solutions inline"
"""The options that decide what is verified and shown, as a build without options has them."""


def up_to_date(root: str, asked: str = USUAL) -> str:
    """What to print if the site of a book is what a build would publish; "" if there may be work to do."""
    summary = receipt.unchanged(root, asked)
    return f"{summary}\nup to date: {index(root)}" if summary else ""


def index(root: str) -> str:
    """Where a reader of a book's site begins."""
    above = "" if root == "." else f"{root.rstrip('/')}/"
    return f"{above}{receipt.SITE}/index.html"
