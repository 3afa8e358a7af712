"""Parsing cardinals and fractions in words, from their first word on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from tallybook.numerals import lexicon
from tallybook.numerals.characters import THIN

GAP = rf"(?:[ {THIN}]| ?\n ?)"
"""What stands between two words of one number."""

_WORD = re.compile(r"[a-z]+")
_NEXT = re.compile(rf"({GAP}|[-‐‑])([a-z]+)")
_AND = re.compile(rf"{GAP}and{GAP}([a-z]+)")
_AND_PART = re.compile(rf"{GAP}and{GAP}(a|one){GAP}(half|quarter|third)\b")
_POINT = re.compile(rf"{GAP}point((?:{GAP}(?:zero|one|two|three|four|five|six|seven|eight|nine)\b)+)")


@dataclass(slots=True)
class Count:
    """A cardinal or a fraction in words: its value and the end of its words; ``words`` is how many they
    are."""

    value: Fraction
    end: int
    words: int = 1


def cardinal(low: str, at: int) -> Count:
    """The cardinal that begins at a word of ``lexicon.CARDINALS`` in a lower-case text."""
    total, current, count, ceiling, end = 0, 0, 0, 10**15, at
    match = _WORD.match(low, at)
    expects = "any"
    while match is not None:
        word = match[match.lastindex or 0]
        value = lexicon.CARDINALS.get(word)
        if value is None:
            break
        if word in lexicon.TENS:
            if expects not in ("any", "rest"):
                break
            current, expects = current + value, "ones"
        elif word in lexicon.ONES:
            if (expects == "ones" and not 0 < value < 10) or expects == "none":
                break
            current, expects = current + value, "none"
        elif word == "dozen":
            end, count = match.end(), count + 1
            return Count(Fraction((total + max(current, 1)) * 12), end, count)
        elif word == "hundred":
            if not (0 < current < 100 or (not current and not count)):
                break
            current, expects = max(current, 1) * 100, "rest"
        else:
            if value >= ceiling or (count and not current):
                break
            total, current, ceiling, expects = total + max(current, 1) * value, 0, value, "any"
        end, count = match.end(), count + 1
        joined = _AND.match(low, end) if word in lexicon.GROUPS else None
        if joined is not None and joined[1] in lexicon.CARDINALS and joined[1] not in lexicon.GROUPS:
            match = joined
        else:
            match = _NEXT.match(low, end)
            if match is not None and match[1] in "-‐‑" and match[2] not in lexicon.CARDINALS:
                match = None
    value = total + current
    if part := _AND_PART.match(low, end):
        whole = value + Fraction(1, lexicon.SINGULAR_PARTS[part[2]])
        scale = _NEXT.match(low, part.end())
        if scale is not None and scale[2] in lexicon.SCALES:
            return Count(whole * lexicon.SCALES[scale[2]], scale.end(), count + 3)
        return Count(whole, part.end(), count + 3)
    if point := _POINT.match(low, end):
        digits = "".join(str(lexicon.ONES[word]) for word in point[1].split())
        return Count(value + Fraction(int(digits), 10 ** len(digits)), point.end(), count + 1 + len(digits))
    return Count(Fraction(value), end, count)


def denominator(low: str, count: Count) -> Count | None:
    """The fraction of a cardinal with a denominator behind it: ``two-thirds``, ``one half``."""
    match = _NEXT.match(low, count.end)
    if match is None or count.value.denominator != 1 or not count.value:
        return None
    part = lexicon.PLURAL_PARTS.get(match[2])
    if part is None and (count.value == 1 or match[1] in "-‐‑"):
        part = lexicon.SINGULAR_PARTS.get(match[2])
        if part is not None and count.value >= 20 and count.value % 10 == 0 and part < 10:
            return None  # twenty-third is an ordinal
    return Count(count.value / part, match.end()) if part else None
