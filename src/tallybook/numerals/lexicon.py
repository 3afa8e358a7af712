"""The English number words, and numbers spelt out."""

from __future__ import annotations

from tallybook.numerals.wordlist import words

_ONES = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = words("twenty thirty forty fifty sixty seventy eighty ninety")
_ONES_TH = words(
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)

ONES = {word: value for value, word in enumerate(_ONES)}
TENS = {word: 10 * value for value, word in enumerate(_TENS, 2)}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
GROUPS = {"hundred": 100, "dozen": 12, **SCALES}
CARDINALS = {**ONES, **TENS, **GROUPS}
"""Words a cardinal is made of."""

ORDINALS = {
    **{word: value for value, word in enumerate(_ONES_TH)},
    **{word[:-1] + "ieth": value for word, value in TENS.items()},
    "hundredth": 100, "thousandth": 1000, "millionth": 10**6, "billionth": 10**9,
}  # fmt: skip
"""Ordinals of one word."""

_PARTS = {word: value for word, value in ORDINALS.items() if value > 2}
SINGULAR_PARTS = {"half": 2, "quarter": 4, **_PARTS}
"""Denominators after *one* and *a*."""
PLURAL_PARTS = {"halves": 2, "quarters": 4, **{f"{word}s": value for word, value in _PARTS.items()}}
"""Denominators after other numerators."""

MULTIPLES = {
    "twice": 2,
    "thrice": 3,
    **{f"{word}fold": value for word, value in CARDINALS.items() if value > 1},
}
"""Words that multiply."""

INDEFINITE = frozenset(words("dozens hundreds thousands millions billions trillions"))
"""Plurals that count nothing."""

HEADS = frozenset(CARDINALS) | frozenset(ORDINALS) | {"half", "quarter"} | frozenset(MULTIPLES) | INDEFINITE
"""Words a number in words can begin with."""


def spell(value: int) -> str:
    """A number from 0 to a trillion in words: ``twenty-five``, ``one hundred and twenty``."""
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    for name, size in (*reversed(SCALES.items()), ("hundred", 100)):
        if value >= size:
            count, rest = divmod(value, size)
            joint = " and " if 0 < rest < 100 else " "
            return f"{spell(count)} {name}" + (joint + spell(rest) if rest else "")
    raise AssertionError("every value from 100 on has a hundred")


def spell_ordinal(value: int) -> str:
    """An ordinal in words: ``twenty-first``."""
    words = spell(value)
    head, joint, last = words, "", ""
    for separator in (" ", "-"):
        if separator in words:
            before, _, after = words.rpartition(separator)
            if len(after) < len(last or words):
                head, joint, last = before, separator, after
    if not joint:
        head, last = "", words
    if last in ONES:
        return head + joint + _ONES_TH[ONES[last]]
    return head + joint + (last[:-1] + "ieth" if last.endswith("y") else last + "th")


def spell_part(value: int, many: bool) -> str:
    """A denominator in words: ``third``, ``quarters``."""
    word = {2: "halve" if many else "half", 4: "quarter"}.get(value) or spell_ordinal(value)
    return word + ("s" if many else "")


def ordinal_digits(value: int) -> str:
    """An ordinal in digits: ``21st``."""
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"
