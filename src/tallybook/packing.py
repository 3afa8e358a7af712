"""Data of the pipeline as bytes, to be sent to another process or kept between runs.

Texts of the book are named, not packed: whoever unpacks has them, and they are held once. Unpacking makes
nothing but objects of the classes it is for, whatever the bytes say.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from typing import Any

from tallybook.span import Source

_PROTOCOL = 5
_Values = Mapping[type, Callable[[Any], tuple[Any, ...]]]


class Packing:
    """Packs and unpacks objects of some ``classes``: dataclasses, enumerations and ``Fraction``, in tuples
    and mappings."""

    def __init__(self, *classes: type) -> None:
        self._classes = {(one.__module__, one.__qualname__): one for one in classes}
        self._values: _Values = {one: found for one in classes if (found := _values(one)) is not None}

    def pack(self, what: object, sources: Mapping[str, Source]) -> bytes:
        """Something as bytes; of the ``sources``, which go by path, only their paths."""
        stream = io.BytesIO()
        _Pickler(stream, self._values, sources).dump(what)
        return stream.getvalue()

    def unpack(self, data: bytes, sources: Mapping[str, Source]) -> Any:
        """What was packed with the like of these ``sources``. Raises ``ValueError`` where the bytes hold
        anything else."""
        try:
            return _Unpickler(io.BytesIO(data), self._classes, sources).load()
        except Exception as error:  # bytes of any origin fail in any way
            raise ValueError(str(error)) from error


def _values(of: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """What gives the arguments that make the like of an object. What ``dataclass`` itself would have pickled
    asks for its fields anew with each object, and ``Fraction`` for a text that is parsed."""
    if issubclass(of, Enum):  # some versions of Python would name ``getattr`` instead
        names = ["value"]
    elif of is Fraction:
        names = ["numerator", "denominator"]
    elif is_dataclass(of):
        names = [field.name for field in fields(of)]
    else:
        return None
    found: Callable[[Any], Any] = attrgetter(*names)
    return found if len(names) > 1 else lambda one: (found(one),)


def _named(path: str) -> Source:
    """Stands in the bytes for the text at a path; who unpacks them has it."""
    raise KeyError(path)


_NAMED = (_named.__module__, _named.__qualname__)


class _Pickler(pickle.Pickler):
    def __init__(self, stream: io.BytesIO, values: _Values, sources: Mapping[str, Source]) -> None:
        super().__init__(stream, _PROTOCOL)
        self._values = values
        self._sources = sources

    def reducer_override(self, obj: Any) -> Any:
        """What makes the like of an object: its class and its values, or the name of a text."""
        if isinstance(obj, Source) and self._sources.get(obj.path) == obj:
            return _named, (obj.path,)
        values = self._values.get(type(obj))
        return (type(obj), values(obj)) if values else NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(
        self, stream: io.BytesIO, classes: Mapping[tuple[str, str], type], sources: Mapping[str, Source]
    ) -> None:
        super().__init__(stream)
        self._classes = classes
        self._sources = sources

    def find_class(self, module: str, name: str) -> Any:
        """A class that may be made, or what gives a text by its name; nothing else."""
        if (module, name) == _NAMED:
            return self._sources.__getitem__
        return self._classes[module, name]
