"""The report of ``mutate`` for people and for tools."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tallybook.mutate.mutants import Kind
from tallybook.mutate.score import PageScore, Rate, Verdict, book_markup, book_rate
from tallybook.report.style import FAINT, STRONG, WARNING, paint
from tallybook.report.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.report.summary import Look

_ROW = "{:<10} {:>6}  {:>22}  {:>22}  {:>11}  {:>6}"
_HEADS = _ROW.format("page", "claims", "digits killed", "swaps killed", "bound / 100", "words")


def render(pages: Sequence[PageScore], look: Look) -> str:
    """A line a page, the survivors with what let them pass, and the book."""
    return "".join(f"{line}\n" for line in _lines(pages, look))


def _lines(pages: Sequence[PageScore], look: Look) -> Iterator[str]:
    for page in pages:
        yield from _survivors(page, look)
    yield paint(_HEADS, STRONG, look.color)
    for page in pages:
        yield _row(page.page, [page])
    if len(pages) != 1:
        yield paint(_row("all", pages), STRONG, look.color)
    unread, same = (
        sum(page.count(verdict) for page in pages) for verdict in (Verdict.UNREAD, Verdict.EQUIVALENT)
    )
    yield ""
    yield f"not counted: {same} equivalent, {unread} texts that are not read as one number in their place"


def _row(name: str, pages: Sequence[PageScore]) -> str:
    claims = sum(len(page.claims) for page in pages)
    digits, swaps = (_rate(book_rate(pages, kind)) for kind in Kind)
    numerals, words = (_per_hundred(book_markup(pages, words=words)) for words in (False, True))
    return _ROW.format(visible(name), claims, digits, swaps, numerals, words)


def _rate(rate: Rate) -> str:
    if not rate.total:
        return "none"
    shown = int(rate.percent * 100) / 100  # cut off: 100 % means all of them
    return f"{rate.killed}/{rate.total} {shown:6.2f} %"


def _per_hundred(rate: Rate) -> str:
    return f"{100 * rate.killed / rate.total:.1f}" if rate.total else "-"


def _survivors(page: PageScore, look: Look) -> Iterator[str]:
    for claim in page.claims:
        survived = claim.having(Verdict.SURVIVED)
        for outcome in survived:
            place = f"{visible(page.path)}:{claim.line}:{claim.column}"
            written = paint(visible(outcome.text), WARNING, look.color)
            yield f"{place}: {visible(claim.text)} -> {written} ({outcome.kind})"
            yield from (
                paint(f"    {visible(' '.join(why.split()))}", FAINT, look.color) for why in outcome.why
            )
        if survived:
            yield ""


def as_json(pages: Sequence[PageScore]) -> str:
    """Every page, claim, survivor and equivalent mutant as JSON, with a line end."""
    book = {
        "pages": [_page(page) for page in pages],
        **{kind.value: _numbers(book_rate(pages, kind)) for kind in Kind},
        "markup": _markup(book_markup(pages, words=False), book_markup(pages, words=True)),
    }
    return json.dumps(book, ensure_ascii=False, indent=2) + "\n"


def _page(page: PageScore) -> dict[str, object]:
    return {
        "page": page.page,
        "path": page.path,
        **{kind.value: _numbers(page.rate(kind)) for kind in Kind},
        "unread": page.count(Verdict.UNREAD),
        "markup": _markup(page.markup(words=False), page.markup(words=True)),
        "claims": [
            {
                "line": claim.line,
                "column": claim.column,
                "text": claim.text,
                "word": claim.word,
                "explicit": claim.explicit,
                "declared": claim.declared,
                **{kind.value: _numbers(claim.rate(kind)) for kind in Kind},
                "unread": len(claim.having(Verdict.UNREAD)),
                "survivors": [
                    {"kind": one.kind.value, "text": one.text, "evidence": list(one.why)}
                    for one in claim.having(Verdict.SURVIVED)
                ],
                "equivalent": [
                    {"text": one.text, "reason": one.why[0]} for one in claim.having(Verdict.EQUIVALENT)
                ],
            }
            for claim in page.claims
        ],
    }


def _numbers(rate: Rate) -> dict[str, object]:
    return {"killed": rate.killed, "total": rate.total}


def _markup(numerals: Rate, words: Rate) -> dict[str, object]:
    return {
        "numerals": {"bound": numerals.killed, "total": numerals.total},
        "words": {"bound": words.killed, "total": words.total},
    }
