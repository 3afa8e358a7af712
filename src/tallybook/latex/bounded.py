"""A bound for work whose length nobody can tell beforehand: so many calls, and not one more.

Calls are counted rather than seconds, so that a formula is decided on every machine or on none; there are no
threads, signals or processes to interfere with a caller's.
"""

from __future__ import annotations

import sys
from inspect import CO_GENERATOR
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

T = TypeVar("T")
_CALLS = frozenset({"call", "c_call"})


class _SpentError(BaseException):
    """The calls are spent. No ``Exception``: a library's own handlers must not catch it."""


def within(calls: int, work: Callable[[], T]) -> T | None:
    """What ``work`` returns; None if it needs more than so many calls of functions, Python's or built in."""
    left = calls

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal left
        if event in _CALLS:
            left -= 1
            # an exception out of a generator that is being closed would be ignored, and the count with it
            if left < 0 and not frame.f_code.co_flags & CO_GENERATOR:
                raise _SpentError

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return work()
    except _SpentError:
        return None
    finally:
        sys.setprofile(before)
