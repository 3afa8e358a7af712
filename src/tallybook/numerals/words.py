"""Reading numbers in words: ``six``, ``a thousand and twenty-three``, ``two-thirds``, ``seven parameters in
ten``."""

from __future__ import annotations

import re
from fractions import Fraction

from tallybook.numerals import idioms, lexicon
from tallybook.numerals.cardinals import GAP, Count, cardinal, denominator
from tallybook.numerals.characters import THIN, ascii_digits
from tallybook.numerals.company import KINDS
from tallybook.numerals.draft import make_numeral
from tallybook.numerals.notation import ZERO
from tallybook.numerals.numeral import Form, NotNumeral, Numeral
from tallybook.numerals.units import is_unit, unit_at
from tallybook.span import Span

_WORD = re.compile(r"[a-z]+")
_ARTICLE = re.compile(rf"\ban?{GAP}\Z")
_HALF_A = re.compile(rf"\bhalf(?:{GAP}an?)?{GAP}\Z")
_HALF_SCALE = re.compile(rf"{GAP}(?:an?{GAP})?(dozen|hundred|thousand|million|billion|trillion)\b")
_DIGITS_BEFORE = re.compile(rf"[\d%½¼¾][ {THIN}]?\Z")
_PERCENT = re.compile(rf"{GAP}per ?cent\b")
_POINTS = re.compile(rf"{GAP}percentage points?\b")
_MAGNITUDE = re.compile(rf"{GAP}orders? of magnitude\b")
_RATIO = re.compile(
    rf"({GAP}[a-z-]+)?{GAP}(?:in|out of){GAP}(?:every{GAP})?"
    rf"(?:(\d{{1,3}}(?:[,{THIN} ]\d{{3}})+(?!\d)"
    rf"|\d+(?![\d.,/]\d))|(an?{GAP})?([a-z]+))"
)
_DIGITS_RATIO = re.compile(
    rf"(?<![\d.,/])(\d{{1,4}})(?:{GAP}[a-z-]+)?{GAP}(?:in|out of){GAP}(?:every{GAP}|an?{GAP})?\Z"
)
_RATIO_SIZES = frozenset({5, 10, 20, 50, 100, 1000, 10**4, 10**5, 10**6, 10**9})
_NOUNS_BEHIND = re.compile(
    rf"{GAP}(?!(?:is|was|has|does|this|as|us|its|was|plus|across|always)\b)(?:[a-z]+{GAP})?[a-z]+s\b"
)
_VERB_BEHIND = re.compile(
    rf"{GAP}(?:is|are|was|were|has|have|had|do|does|did|can|will|would|may|sit|sits|lie|lies|live|lives"
    rf"|belong|belongs|fall|falls"
    rf"|come|comes|go|goes|stand|stands|fail|fails|survive|survives|end|ends|and|or|of|at|by|for|with|on"
    rf"|than|that|the|to)\b"
)
_FOLD = re.compile(r"[-‐‑]fold\b")
_HYPHENATED = re.compile(r"(?:[-‐‑][a-z0-9]+)+")
_UNIT = re.compile(rf"{GAP}([A-Za-zµΩ°]+)")
_ORDINAL_BEHIND = re.compile(r"[-‐‑ ]([a-z]+)")


def read_words(text: str, start: int, end: int) -> tuple[Numeral | NotNumeral, ...]:
    """All number words of ``text[start:end]``, a run of plain prose, in order, with spans into ``text``.

    Spans hold the words of the number and nothing else, *a* of *a quarter* included. A ratio with digits
    (``one in
    4000``, ``7 in ten``) spans both: it outranks what ``read_prose`` says of those digits. A scale word
    right behind
    digits (``2.6 million``) is read by ``read_prose`` alone. *Once*, *both*, *single*, *pair*, *double* and
    *triple* are
    not read: they are adjectives and verbs far more often than counts.
    """
    low = text[start:end].lower()
    if len(low) != end - start:  # İ is the one letter that grows in lower case
        low = text[start:end].replace("İ", "I").lower()
    heads = lexicon.HEADS.intersection(_WORD.findall(low))
    if not heads:
        return ()
    places: list[tuple[int, str]] = []
    for head in heads:
        at = low.find(head)
        while at >= 0:
            after = at + len(head)
            if (
                not (at and (low[at - 1].isalnum() or low[at - 1] == "_"))
                and not low[after : after + 1].isalnum()
            ):
                places.append((at, head))
            at = low.find(head, after)
    places.sort()
    reader = _Words(text, low, start)
    for at, head in places:
        if at >= reader.floor:
            reader.read(at, head)
    return tuple(reader.items)


class _Words:
    """One walk over one run; offsets are into the lower-case run until an item is kept."""

    __slots__ = ("floor", "items", "low", "offset", "text")

    def __init__(self, text: str, low: str, offset: int) -> None:
        self.text = text
        self.low = low
        self.offset = offset
        self.floor = 0
        self.items: list[Numeral | NotNumeral] = []

    def read(self, at: int, head: str) -> None:
        """Read the number that begins with a word of the lexicon."""
        low = self.low
        before = low[max(0, at - 40) : at]
        if head in lexicon.INDEFINITE:
            if not _DIGITS_BEFORE.search(before):
                self._refuse(at, at + len(head), "an indefinite number")
        elif before[-1:] in ("-", "‐", "‑") and before[-2:-1].isalpha():
            self._refuse(at, at + len(head), "part of a hyphenated word")
        elif head in lexicon.MULTIPLES:
            self._multiple(at, head, before)
        elif head in ("half", "quarter"):
            self._part(at, head, before)
        elif head in lexicon.ORDINALS:
            self._ordinal(at, head, before)
        else:
            self._cardinal(at, before)

    # -- cardinals --------------------

    def _cardinal(self, at: int, before: str) -> None:
        low = self.low
        if ratio := _DIGITS_RATIO.search(before):
            self._mixed_ratio(at, ratio, before)
            return
        if _DIGITS_BEFORE.search(before) and not low.startswith(tuple(lexicon.ONES), at):
            return  # 2.6 million is a numeral of read_prose
        count = cardinal(low, at)
        start = at
        if low[at : at + 3] in ("hun", "tho", "mil", "bil", "tri", "doz"):
            if article := _ARTICLE.search(before):
                start = at - len(before) + article.start()
            if half := _HALF_A.search(before):
                start = at - len(before) + half.start()
                count.value /= 2
            count.words += start < at
        part = denominator(low, count)
        if part is not None:
            self._keep(start, part.end, part.value)
            return
        after = low[count.end : count.end + 40]
        before = before[: len(before) - (at - start)]
        if ordinal := self._compound_ordinal(count):
            self._keep(start, ordinal.end, ordinal.value, Form.ORDINAL)
            return
        if self._ratio(start, count) or self._by_tail(start, count):
            return
        word = before.rstrip(" \n(*_").rsplit(None, 1)[-1:]
        if word and self._is_label(start, count, word[0]):
            self._refuse(start, count.end, "a reference label")
            return
        hyphenated = _HYPHENATED.match(low, count.end)
        if hyphenated and (count.value < 13 or "by" in hyphenated[0] or "to" in hyphenated[0]):
            self._refuse(start, hyphenated.end(), "a number inside a hyphenated word")
            return
        reason = (
            idioms.no_cardinal(before, after, int(count.value), count.words == 1)
            if count.value.denominator == 1
            else ""
        )
        if reason:
            self._refuse(start, count.end, reason)
        else:
            self._keep(start, count.end, count.value)

    def _is_label(self, at: int, count: Count, word: str) -> bool:
        shown = self.text[self.offset + at - len(word) - 1 : self.offset + at - 1]
        kind = KINDS.get(shown if shown.lower() == word else word, "")
        return count.value < 100 and kind in ("reference", "small", "version")

    def _compound_ordinal(self, count: Count) -> Count | None:
        """``twenty-first``, ``one hundred and third``."""
        match = _ORDINAL_BEHIND.match(self.low, count.end)
        if match is None or match[1] not in lexicon.ORDINALS:
            return None
        value = lexicon.ORDINALS[match[1]]
        if value < 10 and count.value >= 20 and count.value % 10 == 0:
            return Count(count.value + value, match.end())
        return None

    def _ratio(self, start: int, count: Count) -> bool:
        """``seven in ten``, ``nine out of ten``, ``one in 4000``, ``seven parameters in ten``."""
        match = _RATIO.match(self.low, count.end)
        if match is None:
            return False
        if match[2]:
            if len(match[2]) > 100:
                return False
            below, end = Count(Fraction(int(ascii_digits(match[2]))), match.end()), match.end()
        elif match[4] in lexicon.CARDINALS:
            below = cardinal(self.low, match.start(4))
            end = below.end
        else:
            return False
        if match[1] or match[2]:
            if match[1] and match[1].strip() in ("layers", "or", "and", "of", "to"):
                return False
            if below.value not in _RATIO_SIZES and (match[1] or count.value != 1):
                return False
        if match[1] and not _VERB_BEHIND.match(self.low, end) and _NOUNS_BEHIND.match(self.low, end):
            return False
        if not 0 < count.value < below.value or _HYPHENATED.match(self.low, end):
            return False
        self._keep(start, end, count.value / below.value)
        return True

    def _mixed_ratio(self, at: int, ratio: re.Match[str], before: str) -> None:
        below = cardinal(self.low, at)
        above = int(ascii_digits(ratio[1]))
        if 0 < above < below.value and below.value in _RATIO_SIZES:
            self._keep(at - len(before) + ratio.start(), below.end, above / below.value)
        else:
            self._keep(at, below.end, below.value)

    def _by_tail(self, start: int, count: Count) -> bool:
        low, end = self.low, count.end
        if percent := _PERCENT.match(low, end):
            self._keep(start, percent.end(), count.value / 100, percent=True)
        elif points := _POINTS.match(low, end):
            del points
            self._keep(start, end, count.value, unit="percentage points")
        elif (magnitude := _MAGNITUDE.match(low, end)) and count.value.denominator == 1 and count.value < 400:
            self._keep(start, magnitude.end(), Fraction(10) ** int(count.value), unit="orders of magnitude")
        elif fold := _FOLD.match(low, end):
            self._keep(start, fold.end(), count.value)
        else:
            return False
        return True

    # -- fractions, multiples, ordinals --------------------

    def _part(self, at: int, head: str, before: str) -> None:
        """A lone *half* or *quarter*, *a* included."""
        low, end = self.low, at + len(head)
        after = low[end : end + 40]
        if head == "half" and (scale := _HALF_SCALE.match(low, end)):
            self._cardinal(scale.start(1), low[max(self.floor, scale.start(1) - 40) : scale.start(1)])
            return
        article = _ARTICLE.search(before)
        if _HYPHENATED.match(low, end):
            self._refuse(at, end, "part of a hyphenated word")
        elif head == "half" and (reason := idioms.no_half(before, after)):
            self._refuse(at, end, reason)
        elif head == "quarter" and not ((article and idioms.is_part(after)) or after.startswith(" of ")):
            self._refuse(at, end, "part of a name")
        else:
            start = at - len(before) + article.start() if article else at
            self._keep(start, end, Fraction(1, lexicon.SINGULAR_PARTS[head]))

    def _ordinal(self, at: int, head: str, before: str) -> None:
        value, end = lexicon.ORDINALS[head], at + len(head)
        after = self.low[end : end + 40]
        article = _ARTICLE.search(before)
        if article and value > 2 and idioms.is_part(after):
            self._keep(at - len(before) + article.start(), end, Fraction(1, value))
        elif reason := idioms.no_ordinal(before, after, value, True):
            self._refuse(at, end, reason)
        else:
            self._keep(at, end, Fraction(value), Form.ORDINAL)

    def _multiple(self, at: int, head: str, before: str) -> None:
        end = at + len(head)
        if head == "twofold" and re.search(r"\b(?:is|are|was|were) \Z", before):
            self._refuse(at, end, "an idiom")
        else:
            self._keep(at, end, Fraction(lexicon.MULTIPLES[head]))

    # -- items --------------------

    def _keep(
        self,
        start: int,
        end: int,
        value: Fraction,
        form: Form = Form.WORD,
        percent: bool = False,
        unit: str = "",
    ) -> None:
        if not unit and not percent and form is Form.WORD:
            behind = _UNIT.match(self.text, self.offset + end, self.offset + len(self.low))
            if behind and len(behind[1]) > 1 and is_unit(behind[1]):
                unit = unit_at(self.text, behind.start(1), self.offset + len(self.low)) or behind[1]
        word = self.low[max(self.floor, start - 24) : start].rstrip(" \n(*_").rsplit(None, 1)[-1:]
        about = bool(word) and KINDS.get(word[0].lstrip("(*_")) == "about"
        span = Span(self.offset + start, self.offset + end)
        self.items.append(
            make_numeral(
                span,
                self.text[span.start : span.end],
                value,
                ZERO,
                form,
                percent=percent,
                unit=unit,
                approximate=about,
            )
        )
        self.floor = end

    def _refuse(self, start: int, end: int, reason: str) -> None:
        span = Span(self.offset + start, self.offset + end)
        self.items.append(NotNumeral(span, self.text[span.start : span.end], reason))
        self.floor = end
