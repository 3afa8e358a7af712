"""Tallybook builds textbook chapters whose digits cannot be wrong."""

from __future__ import annotations

TYPE_CHECKING = False  # importing ``typing`` would take as long as starting the interpreter
if TYPE_CHECKING:
    from tallybook.verification import verify as verify

__version__ = "0.1.0"
__all__ = ["__version__", "verify"]


def __getattr__(name: str) -> object:
    """Import the ledger only when somebody asks for it: ``tallybook --version`` needs none of it."""
    if name == "verify":
        from tallybook.verification import verify

        return verify
    raise AttributeError(name)
