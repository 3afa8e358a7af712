"""The author's live site: a server on this machine that shows the book as it stands on the disk."""

from tallybook.serve.run import serve

__all__ = ["serve"]
