"""Number words that count nothing: articles and pronouns, idioms, names, order.

A number word that is kept is work for an author, one that is left out is a claim nobody checks. So the
rules name what
is no number, and everything else is one. The exceptions are *one*, *zero* and *second*, which far more
often are an
article, an adjective and an adverb: for these the rules name what makes them a number. *First* is never one.
"""

from __future__ import annotations

import re

_ONE_PHRASES = re.compile(
    r"(?:exactly|precisely|equals|equal to|sums? to|adds? up to|summing to|plus|minus|times|rank|than"
    r"|by a factor of) \Z"
)
_ENDS = re.compile(r"[ \n]*(?:[.,;:!?)]|\Z)")
_IS = re.compile(r"\b(?:is|are|was|were|be|being|equals|remains?|becomes?|stays?|gives?|number) \Z")
_PAIRED = re.compile(r"\b(?:zero|two|three|four|five|six|seven|eight|nine|ten) (?:and|to|or) \Z")
_PAIRS = re.compile(r" (?:and|to) (?:zero|two|three|four|five|six|seven|eight|nine|ten)\b(?! of)")
_ONE_AMONG = re.compile(
    r" [a-z-]+(?: [a-z-]+)?,?(?: and| plus|,) (?:two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve)\b"
)
_LIMITS = re.compile(
    r"\b(?:tends?|goes?|converges?|close|set|near|initiali[sz]ed|initiali[sz]es?|shrinks?|decays?) to \Z"
)
_ZERO_BEFORE = re.compile(
    r"\b(?:is|are|was|were|be|equals?|exactly|remains?|becomes?|below|above|than|at|by|to|and|or|between"
    r"|from|gives?) \Z"
)
_ZERO_COUNT = re.compile(r" [a-z]+s\b")
_SMALL_ALTERNATIVE = re.compile(r"\b(?:one|two|three|four|five|six|seven|eight|nine|a [a-z]+) or \Z")
_ALTERNATIVE_BEHIND = re.compile(r" or (?:two|three|four|five|six|seven|eight|nine|ten)\b")
_INDEFINITE = re.compile(r"\b(?:several|few|many|some) \Z")
_BASE = re.compile(r"\b(?:base|radix|powers? of|number|square|day|plan|page|grade|phase|mark) \Z")
_IN_PIECES = re.compile(
    r"\b(?:cut|split|splits|cuts|divide[sd]?|break|breaks|broken|torn|fold|folds"
    r"|folded) [a-z ]{0,20}in(?:to)? \Z"
)
_ANAPHORA = re.compile(r"\b(?:these|those|other|latter|former|same|between the|of the|either of the) \Z")
_ONE_HAND = re.compile(r" (?:hand|thing|side|way|day|moment|group)\b")

_ORDER_NOUNS = re.compile(
    r" (?:hidden |inner |outer |decimal |significant |binary )?(?:row|column|entry|entries|component"
    r"|coordinate|digit|element"
    r"|position|place|bit|byte|letter|character|layer|term|value|power|moment|quarter|week|month|year"
    r"|century)\b"
)
_DETERMINER = re.compile(r"\b(?:the|its|their|every|each|this|that|our|his|her) \Z")
_TIME_UNIT = re.compile(r"\b(?:per|a|each|every|one|half a|split|this) \Z")
_PARTY = re.compile(r"-[a-z]|[ -](?:party|parties|world|person|wheel|hand)\b")
_FRACTION_BEHIND = re.compile(
    r"[ \n]*(?:[.,;:!?)]|\Z)|[ \n](?:of|more|less|larger|smaller|as|the|faster|slower|bigger|fewer|higher"
    r"|lower|longer|shorter"
    r"|and|or|in|to|is|are|was|were|that|than|on|at|for|with|by|when|if|again|each|remains?|goes|went"
    r"|falls?|sits?)\b"
)
_HALF_BEHIND = re.compile(
    r"[ \n](?:of|the|a|an|as|its|their|this|that|these|those|our|his|her|all|times|full|empty)\b"
)
_HALF_BEFORE = re.compile(
    r"\b(?:a|one|by|than|about|exactly|is|are|nearly|almost|roughly|to|over|under|only|just) \Z"
)
_IN_HALF = re.compile(r"\bin \Z")


def no_cardinal(before: str, after: str, value: int, one_word: bool) -> str:
    """Why a cardinal counts nothing, "" for a count. ``before`` and ``after`` are the lower-case text
    around it."""
    if _INDEFINITE.search(before):
        return "an indefinite number"
    if value == 1 and one_word:
        return _no_one(before, after)
    if value == 0 and one_word:
        return _no_zero(before, after)
    if not one_word or value > 12:
        return ""
    if _BASE.search(before):
        return "part of a name"
    if _IN_PIECES.search(before) and _ENDS.match(after):
        return "an idiom"
    if _SMALL_ALTERNATIVE.search(before) or _ALTERNATIVE_BEHIND.match(after):
        return "an indefinite number"
    if value == 2 and _ANAPHORA.search(before):
        return "a pronoun"
    return ""


def _no_one(before: str, after: str) -> str:
    if before.endswith(
        ("the ", "on the ", "no ", "any ", "each ", "this ", "that ", "every ", "some ", "which ")
    ):
        return "a pronoun"
    if _ONE_HAND.match(after) or after.startswith(("'", "’")):
        return "an idiom"
    if after.startswith(
        (" of ", " by one", " another", " at a time", " or more", " after another", " can ", " could ")
    ):
        return "a pronoun"
    if _ONE_PHRASES.search(before) and not before.endswith("more than "):
        return ""
    if _IS.search(before) and _ENDS.match(after):
        return ""
    if _PAIRED.search(before) or _PAIRS.match(after) or _ONE_AMONG.match(after):
        return ""
    return "an article or a pronoun"


def _no_zero(before: str, after: str) -> str:
    if after.startswith(" in on"):
        return "an idiom"
    if _LIMITS.search(before):
        return "a limit or a setting"
    if before.endswith("non"):
        return "part of a word"
    return "" if _ZERO_BEFORE.search(before) or _ZERO_COUNT.match(after) else "part of a name"


def no_ordinal(before: str, after: str, value: int, one_word: bool) -> str:
    """Why an ordinal names no place in an order that could be checked, "" where it does."""
    if one_word and value == 2 and not _ORDER_NOUNS.match(after):
        return "a unit of time" if _TIME_UNIT.search(before) else "an order of mention"
    if one_word and value == 1:
        return "an order of mention"
    if one_word and _PARTY.match(after):
        return "part of a name"
    if one_word and value < 13 and re.match(r"[ \n]*,", after) and not _DETERMINER.search(before):
        return "an order of mention"
    return ""


def is_part(after: str) -> bool:
    """Whether *a third* before this text is a fraction, not one more thing."""
    return _FRACTION_BEHIND.match(after) is not None


def no_half(before: str, after: str) -> str:
    """Why a lone *half* is no fraction, "" where it is one."""
    if _IN_HALF.search(before):
        return "an idiom"
    if _HALF_BEHIND.match(after) or (_HALF_BEFORE.search(before) and is_part(after)):
        return ""
    return "part of a name"
