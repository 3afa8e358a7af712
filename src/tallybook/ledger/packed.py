"""A ledger as bytes, to be sent or kept, and the digest of all it depends on.

Texts of the book are named, not packed: whoever unpacks has them, and they are held once. Unpacking makes
nothing but the data of a ledger, whatever the bytes say.
"""

from __future__ import annotations

import io
import pickle
import zlib
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from hashlib import blake2b
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tallybook.diagnostics import Diagnostic, Label, Severity
from tallybook.model import Claim, Evidence, EvidenceKind, Ledger, NotClaim, Strength
from tallybook.numerals.numeral import Form, Numeral
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.ledger.account import Given
    from tallybook.model import Page
    from tallybook.numerals.numeral import Conventions

_CLASSES = {
    (one.__module__, one.__qualname__): one
    for one in (
        *(Ledger, Claim, Evidence, EvidenceKind, NotClaim, Strength, Numeral, Form, Fraction),
        *(Diagnostic, Label, Severity, Source, Span),
    )
}
_VALUES = {
    one: attrgetter(*(field.name for field in fields(one))) for one in _CLASSES.values() if is_dataclass(one)
} | {Fraction: attrgetter("numerator", "denominator")}
"""What an object is made of: the arguments that make its like. What ``dataclass`` itself would have pickled
asks for its fields anew with each object, and ``Fraction`` for a text that is parsed."""
_PROTOCOL = 5


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
        stream = io.BytesIO()
        _Pickler(stream, self._sources).dump(ledger)
        return zlib.compress(stream.getvalue(), 1)

    def unpack(self, data: bytes) -> Ledger:
        """The ledger of some bytes. Raises ``ValueError`` where they hold none."""
        try:
            found = _Unpickler(io.BytesIO(zlib.decompress(data)), self._sources).load()
        except Exception as error:  # bytes of any origin fail in any way
            raise ValueError(f"no ledger: {error}") from error
        if not isinstance(found, Ledger):
            raise ValueError(f"no ledger: {type(found).__name__}")
        return found


def _named(path: str) -> Source:
    """Stands in the bytes of a ledger for the text at a path; who unpacks them has it."""
    raise KeyError(path)


class _Pickler(pickle.Pickler):
    def __init__(self, stream: io.BytesIO, sources: Mapping[str, Source]) -> None:
        super().__init__(stream, _PROTOCOL)
        self._sources = sources

    def reducer_override(self, obj: Any) -> Any:
        """What makes the like of an object: its class and its values, or the name of a text that is not
        packed."""
        if isinstance(obj, Source) and self._sources.get(obj.path) == obj:
            return _named, (obj.path,)
        if isinstance(obj, Enum):
            return type(obj), (obj.value,)  # some versions of Python name ``getattr`` instead
        values = _VALUES.get(type(obj))
        return (type(obj), values(obj)) if values else NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, sources: Mapping[str, Source]) -> None:
        super().__init__(stream)
        self._sources = sources

    def find_class(self, module: str, name: str) -> Any:
        """A class of the data of a ledger, or what gives a text by its name; nothing else."""
        if (module, name) == _NAMED:
            return self._sources.__getitem__
        return _CLASSES[module, name]


_NAMED = (_named.__module__, _named.__qualname__)
