"""A ledger as bytes, to be sent or kept, and the digest of all it depends on."""

from __future__ import annotations

import zlib
from fractions import Fraction
from hashlib import blake2b
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic, Label, Severity
from tallybook.model import Claim, Evidence, EvidenceKind, Ledger, NotClaim, Strength
from tallybook.numerals.numeral import Form, Numeral
from tallybook.packing import Packing
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.ledger.account import Given
    from tallybook.model import Page
    from tallybook.numerals.numeral import Conventions

_PACKING = Packing(
    *(Ledger, Claim, Evidence, EvidenceKind, NotClaim, Strength, Numeral, Form, Fraction),
    *(Diagnostic, Label, Severity, Source, Span),
)


def digest(page: Page, against: Given, conventions: Conventions) -> bytes:
    """What the ledger of a page depends on, beside the program: all that ``account`` is given."""
    parts = (page.source.path, page.source.text, page.body, against, conventions)
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=20).digest()


class Packer:
    """Packs and unpacks ledgers whose findings stand in some ``sources``, by path."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources

    def pack(self, ledger: Ledger) -> bytes:
        """A ledger as bytes."""
        return zlib.compress(_PACKING.pack(ledger, self._sources), 1)

    def unpack(self, data: bytes) -> Ledger:
        """The ledger of some bytes. Raises ``ValueError`` where they hold none."""
        try:
            found = _PACKING.unpack(zlib.decompress(data), self._sources)
        except (ValueError, zlib.error) as error:
            raise ValueError(f"no ledger: {error}") from error
        if not isinstance(found, Ledger):
            raise ValueError(f"no ledger: {type(found).__name__}")
        return found
