"""The pool of a page: the facts of its print, of its script, of what was given and of the pages it cites.

An editor, ``serve`` and ``mutate`` look at the same page again and again while its check stays as it is, so
pools are remembered, and with them what rules have tabulated of their facts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tallybook.ledger.facts import Pool
from tallybook.ledger.places import promise
from tallybook.ledger.printing import read_given, read_print
from tallybook.ledger.script import Script, read_script
from tallybook.ledger.spoken import given_percentages

if TYPE_CHECKING:
    from collections.abc import Collection

    from tallybook.numerals.numeral import Conventions, Numeral

Cited = tuple[str, str, str]
"""Id, print and script of a page that is cited."""

_MARGINS = ("±", "+/-", "+-")
_MOST_KEPT = 64
_LONGEST_KEPT = 30_000  # characters of prints and scripts whose pool is kept


def pool_of(
    printed: str,
    script: str,
    given: tuple[str, ...],
    decimals: int | None,
    cited: tuple[Cited, ...],
    conventions: Conventions,
    wanted: Collection[str],
    percentages: tuple[Numeral, ...] = (),
) -> tuple[Pool, Script]:
    """The pool of a page and its script. ``decimals`` is what the front matter promises of the print;
    ``wanted`` are the digits of the text, for prints too large to be read in full and for margins (``±``);
    ``percentages`` are those of the text. The pool is not to be added to."""
    margins = frozenset(wanted) if any(sign in printed for sign in _MARGINS) else frozenset()
    size = len(printed) + len(script) + sum(len(text) for page in cited for text in page)
    if size <= _LONGEST_KEPT:
        return _kept(printed, script, given, decimals, cited, conventions, margins, percentages)
    return _made(printed, script, given, decimals, cited, conventions, wanted, percentages)


def _made(
    printed: str,
    script: str,
    given: tuple[str, ...],
    decimals: int | None,
    cited: tuple[Cited, ...],
    conventions: Conventions,
    wanted: Collection[str],
    percentages: tuple[Numeral, ...],
) -> tuple[Pool, Script]:
    pool, own = Pool(), read_script(script)
    pool.add(*read_print(printed, own, wanted=wanted, percentages=percentages))
    pool.add(given_percentages(own.facts, script, percentages), own.series)
    pool.add(*read_given(given, conventions))
    if decimals is not None:
        pool.add([promise(decimals)], [])
    for page, print_, source in cited:
        pool.add(*read_print(print_, read_script(source), cited=page))
    return pool, own


_kept = lru_cache(maxsize=_MOST_KEPT)(_made)
