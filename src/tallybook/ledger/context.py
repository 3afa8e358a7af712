"""What stands around a number: its clause, its sentence, the words beside it, as names to compare with the
print."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tallybook.ledger.words import stems
from tallybook.markup.segment import PieceKind

if TYPE_CHECKING:
    from tallybook.markup.segment import Block
    from tallybook.span import Span

_SENTENCE = re.compile(r"[.!?][\"'”’)\]*_]*\s+(?=[A-Z“\"'(*\[$`À-Þ])")
# both begin with a set of characters, which is what a search runs to fast
_CLAUSE = re.compile(
    r"[;:()—–.,\s](?:(?<=[;:()—–])|(?<=\.)\s|(?<=,)(?=\s|\\)"
    r"|(?<=\s)(?:and|but|while|against|whereas|or|so|then|which)\s)"
)
_ARTICLE = re.compile(r"[aIA](?<!\w[aIA])(?<![a-z] A)(?!\w)(?!\s*=)")  # no variable, save in *group A*
_COPULA = re.compile(r"\s*(?:is|are|was|were)\s")
_WORDS = re.compile(r"(?:(?<![\w.,^-])(?:\d|1[0-2]) ?[-‐‑])?[^\W\d_]+\d*")  # also 2-norm
_IN_NAME = re.compile(r"\d? ?[-‐‑][^\W\d_]{2}")


@dataclass(slots=True)
class BlockText:
    """The text of a block with everything but words blanked out, of the same length as the source.

    Offsets passed in and out are offsets into the source.
    """

    start: int
    plain: str
    sentences: list[int]
    clauses: list[int]
    _stems: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, block: Block) -> BlockText:
        """Read a block. In mathematics commands lose their backslash, so that ``\\text{wide}`` keeps its
        word."""
        start = block.span.start
        raw = text[start : block.span.end]
        parts: list[str] = []
        position = start
        for piece in block.pieces:
            if position < piece.span.start:
                parts.append(text[position : piece.span.start])
            content = text[piece.span.start : piece.span.end]
            if piece.kind in (PieceKind.MATH, PieceKind.DISPLAY):
                content = _COMMAND.sub(_words_of, content.translate(_MATH))
            elif piece.kind is not PieceKind.TEXT:
                content = " " * len(content)
            parts.append(content)
            position = piece.span.end
        plain = "".join(parts)
        plain += raw[len(plain) :]
        sentences = [0, *(match.end() for match in _SENTENCE.finditer(plain))]
        plain = _ARTICLE.sub(" ", plain)
        clauses = sorted({*sentences, *(match.end() for match in _CLAUSE.finditer(plain))})
        return cls(start, plain, sentences, clauses)

    def _bounds(self, cuts: list[int], offset: int) -> tuple[int, int]:
        index = bisect_right(cuts, offset - self.start)
        first = cuts[index - 1] if index else 0
        return first, cuts[index] if index < len(cuts) else len(self.plain)

    def sentence(self, offset: int) -> tuple[int, int]:
        """Bounds of the sentence at an offset, relative to the block."""
        return self._bounds(self.sentences, offset)

    def clause(self, offset: int) -> tuple[int, int]:
        """Bounds of the clause at an offset, relative to the block."""
        return self._bounds(self.clauses, offset)

    def names(self, bounds: tuple[int, int]) -> frozenset[str]:
        """Stems of the words between two bounds relative to the block."""
        known = self._stems.get(bounds)
        if known is None:
            known = frozenset(stems(self.plain[bounds[0] : bounds[1]]))
            self._stems[bounds] = known
        return known

    def after(self, span: Span, formula: Span | None = None, words: int = 3) -> tuple[str, ...]:
        """The words directly behind a number, within its clause and before the next number. Single letters
        of the number's
        own formula are its factors, not its names."""
        first = span.end - self.start
        _, last = self._bounds(self.clauses, max(span.end - 1, span.start))
        if _COPULA.match(self.plain, last):
            _, last = self._bounds(self.clauses, self.start + last)  # *half of them, 18, are brown*
        inside = max(formula.end - self.start - first, 0) if formula else 0
        return self._near(self.plain[first : max(last, first)], words, inside)

    def before(self, span: Span, formula: Span | None = None, words: int = 3) -> tuple[str, ...]:
        """The words directly before a number, within its clause and behind the number before it, the nearest
        last."""
        first, _ = self.clause(span.start)
        stretch = self.plain[first : span.start - self.start]
        cut = len(stretch)
        while cut and not (stretch[cut - 1].isdecimal() and not _IN_NAME.match(stretch, cut)):
            cut -= 1
        inside = formula.start - self.start - first if formula else len(stretch)
        found = [
            match[0]
            for match in _WORDS.finditer(stretch, cut)
            if match.start() < inside or len(match[0].rstrip("0123456789")) > 1
        ]
        return tuple(found[-words:])

    @staticmethod
    def _near(stretch: str, words: int, inside: int) -> tuple[str, ...]:
        stretch = re.split(r"[\d=<>]", stretch, maxsplit=1)[0]
        found: list[str] = []
        for match in _WORDS.finditer(stretch):
            if match.start() < inside and len(match[0]) == 1:
                continue
            found.append(match[0])
            if len(found) == words:
                break
        return tuple(found)


_MATH = str.maketrans(
    {".": " ", "?": " ", "!": " ", ";": " ", ":": " ", "$": " ", "(": " ", ")": " ", "{": " ", "}": " "}
)
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)|,(?=\d)|.)", re.DOTALL)
_BREAKS = frozenset(
    ["quad", "qquad", "Rightarrow", "Longrightarrow", "implies", "iff", "Leftrightarrow", "to"]
)
_GREEK = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "varepsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "pi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "varphi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Phi",
        "Psi",
        "Omega",
    ]
)


def _words_of(match: re.Match[str]) -> str:
    """A command of mathematics as text of its length: Greek letters are names, wide spaces and arrows end a
    clause."""
    name = match[1]
    if name in _GREEK:
        return " " + name
    if name in _BREAKS or match[0] == "\\\\":
        return ";" + " " * (len(match[0]) - 1)
    return " " * len(match[0])
