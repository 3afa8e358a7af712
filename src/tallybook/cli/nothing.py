"""A build with nothing to do. Shared by the quick answer and the command, and quick to import."""

from __future__ import annotations

from tallybook import receipt


def asked(
    sandbox: str = "best",
    cold: bool = False,
    recheck: bool = True,
    solutions: str = "inline",
    runnable: bool = False,
) -> str:
    """The options that decide what is verified and shown, in words for a receipt."""
    said = f"sandbox {sandbox}, cold {cold}, recheck {recheck}, solutions {solutions}"
    return f"{said}, runnable" if runnable else said


USUAL = asked()
"""The same of a build without options."""


def up_to_date(root: str, options: str = USUAL) -> str:
    """What to print if the site of a book is what a build would publish; "" if there may be work to do."""
    summary = receipt.unchanged(root, options)
    return f"{summary}\nup to date: {index(root)}" if summary else ""


def index(root: str) -> str:
    """Where a reader of a book's site begins."""
    above = "" if root == "." else f"{root.rstrip('/')}/"
    return f"{above}{receipt.SITE}/index.html"
