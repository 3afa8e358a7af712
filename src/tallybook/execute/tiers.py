"""Which checks run warm, and in which interpreter."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tallybook.execute.needs import packages

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallybook.execute.request import CheckRequest

_PAYS_FROM = {"mpmath": 3, "numpy": 3, "sympy": 4}
"""The packages that are preloaded, and the number of checks from which loading them once is cheaper than in
each.
"""
_BARE_PAYS_FROM = 6
_BROUGHT = {"sympy": "mpmath"}
"""What a package loads anyway."""


def plan(requests: Iterable[CheckRequest]) -> Mapping[str, tuple[str, ...]]:
    """The tier of each check that is to run warm, by name: the packages its interpreter has loaded. The
    others run cold.
    """
    tiers = {request.name: _tier(packages(request.source.text)) for request in requests}
    counts = Counter(tiers.values())
    return {name: tier for name, tier in tiers.items() if counts[tier] >= _threshold(tier)}


def _tier(imported: frozenset[str]) -> tuple[str, ...]:
    known = imported & _PAYS_FROM.keys()
    return tuple(sorted(known - {_BROUGHT[name] for name in known if name in _BROUGHT}))


def _threshold(tier: tuple[str, ...]) -> int:
    return max((_PAYS_FROM[name] for name in tier), default=_BARE_PAYS_FROM)
