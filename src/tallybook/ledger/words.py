"""Words as names: what a line of print calls its numbers and what a text says beside its own, made
comparable."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+\d*")
_CAMEL = re.compile(r"(?<=[a-zà-ÿ]{3})(?=[A-Z][a-zà-ÿ]{2})")  # hiddenUnits, but not ReLU
NUMBERED = re.compile(r"(?<![\w.,^-])(\d|1[0-2]) ?[-‐‑]([^\W\d_]{2,})")
"""A small number that is part of a name: ``2-norm``, ``10-year``."""
_STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "by",
        "and",
        "or",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "with",
        "as",
        "from",
        "than",
        "then",
        "so",
        "we",
        "our",
        "their",
        "his",
        "her",
        "has",
        "have",
        "had",
        "not",
        "no",
        "only",
        "per",
        "one",
        "each",
        "all",
        "both",
        "which",
        "who",
        "what",
        "if",
        "but",
    ]
)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A word without its commonest English endings, in lower case: ``parameters`` and ``parameter`` are one
    name.

    A single letter is a symbol and keeps its case: ``R`` is not ``r``.
    """
    if len(word) == 1:
        return word
    word = word.lower()
    if len(word) > 4:
        for ending, instead in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")):
            if word.endswith(ending):
                return word[: -len(ending)] + instead
        if word.endswith("ices"):
            return word[:-4] + "ix"  # matrices, indices
        for ending in ("ings", "ing", "ed", "ions", "ion"):
            if word.endswith(ending) and len(word) - len(ending) >= (5 if "ion" in ending else 4):
                word = word[: -len(ending)]
                break
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "as", "os")):
        word = word[:-1]
    if len(word) > 4 and word.endswith("e"):
        word = word[:-1]
    return word


@lru_cache(maxsize=16384)
def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of a text, in order; words that name nothing (*the*, *of*) are left out.

    A letter with a number behind it (``W1``) gives both ``w1`` and ``w``, a word with a small number before
    it (``2-norm``) both ``2-norm`` and ``norm``.
    """
    found: list[str] = []
    if "-" in text and NUMBERED.search(text):
        found.extend(f"{match[1]}-{stem(match[2])}" for match in NUMBERED.finditer(text))
    for match in _WORD.finditer(text):
        for part in _CAMEL.split(match[0]):
            bare = part.rstrip("0123456789")
            if bare.lower() in _STOP and len(bare) > 1:
                continue
            if bare != part:
                found.append(part if len(bare) == 1 else part.lower())
            found.append(stem(bare))
    return tuple(found)
