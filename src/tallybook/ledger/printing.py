"""The print of a check as facts: every number with the name its line gives it, arrays, rows and columns in
order."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tallybook.latex.parser import parse_formula
from tallybook.latex.tree import Num
from tallybook.ledger.facts import Fact, Origin, Series
from tallybook.ledger.spoken import named_percentage
from tallybook.ledger.words import NUMBERED, stems
from tallybook.numerals.numeral import Conventions, Numeral
from tallybook.numerals.printed import read_print_line
from tallybook.numerals.prose import read_prose
from tallybook.numerals.words import read_words
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tallybook.ledger.script import Script

_LABEL = re.compile(r"\s*([^=:\[\]{}]*?[^\W\d][^=:\[\]{}]*?(?:(?<=\w)\[\w+\])?)\s*(?:=|:(?!\d))\s*")
_SHAPE = re.compile(r"\d\s*[x×X]\s*\d")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_MOST_LINES = 200  # an array printed over more lines is a listing
LARGE = 200_000  # characters of a print that is read in full
_LONG = 20_000  # longer prints are read without rows and columns: listings, whose lines nobody names
_WORDS_BEHIND = re.compile(r"[^\d,;\[\]()=]*")


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    label: str
    numerals: tuple[Numeral, ...]
    in_label: int
    """How many of the numerals stand in the label."""


def read_print(
    printed: str,
    script: Script,
    cited: str = "",
    wanted: Collection[str] = (),
    percentages: Collection[Numeral] = (),
) -> tuple[list[Fact], list[Series]]:
    """Facts and series of a standard output. Lines that start with ``#`` are remarks and are not read.
    ``percentages`` are those of the text: a number whose name says per cent may be one of them."""
    facts: list[Fact] = []
    series: list[Series] = []
    lines: list[tuple[_Line, tuple[Fact, ...]]] = []
    rows = printed.splitlines()
    if len(printed) > LARGE and wanted:
        rows = list(_only(rows, wanted))
    for number, text in _logical(rows):
        if text.lstrip().startswith("#"):
            continue
        line = _read_line(number, text, percentages, wanted)
        if not line.numerals:
            continue
        made = tuple(_facts(line, script, len(facts), cited))
        facts.extend(made)
        if len(rows) <= _LONG:
            lines.append((line, made))
            series.extend(_arrays(line, made))
    if lines:
        series.extend(_columns(lines))
        series.append(Series(tuple(facts), "print", "", frozenset()))
    return facts, series


def _only(rows: Sequence[str], wanted: Collection[str]) -> Iterator[str]:
    """A large print cut down to what a text can quote: lines that hold some digits of it, of very long ones
    the places
    that do. The other lines stay, empty, so that the count is right."""
    pattern = re.compile(
        rf"(?<!\d)(?:{'|'.join(sorted(map(re.escape, wanted), key=len, reverse=True))})(?!\d)"
    )
    for text in rows:
        if len(text) <= LARGE // 10:
            yield text if pattern.search(text) else ""
        else:
            yield " ; ".join(match[0] for match in pattern.finditer(text))


def _logical(rows: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines, an array printed over several of them as one: brackets stay open at the end of a line."""
    held, start = "", 0
    for number, text in enumerate(rows, 1):
        if not held:
            start = number
        whole = f"{held} {text}" if held else text
        if whole.count("[") > whole.count("]") and number - start < _MOST_LINES and "#" not in text[:1]:
            held = whole
            continue
        held = ""
        yield start, whole
    if held:
        yield start, held


def _read_line(
    number: int, text: str, percentages: Collection[Numeral] = (), wanted: Collection[str] = ()
) -> _Line:
    match = _LABEL.match(text)
    label = match[1] if match else ""
    read = tuple(one for one in read_print_line(text) if not NUMBERED.match(text, one.span.start))
    numerals = tuple(_margins(read, text, wanted))
    if percentages:
        ends = [0, *(one.span.end for one in numerals)]
        numerals = tuple(
            named_percentage(label or text[end : one.span.start], one, percentages)
            for end, one in zip(ends, numerals, strict=False)
        )
    behind = match.end() if match else 0
    return _Line(
        number, text, " ".join(label.split()), numerals, sum(1 for one in numerals if one.span.end <= behind)
    )


def _facts(line: _Line, script: Script, order: int, cited: str) -> Iterator[Fact]:
    script_line = script.printing_line(line.text)
    own = frozenset(stems(line.label))
    values = [numeral.value for numeral in line.numerals]
    text = line.text.strip()
    local = _local_labels(line) or _label_parts(line)
    ahead = [] if local else _names_ahead(line)
    paired = len(ahead) - line.in_label > 1 and all(ahead[line.in_label :])
    if line.label:
        ahead = ahead if paired and not line.in_label else []
    several = len(values) - line.in_label > 1 and not (local and line.label == local[0])
    head = own if several and not _label_parts(line) else frozenset()
    before: frozenset[str] = frozenset()
    for number, numeral in enumerate(line.numerals):
        names = frozenset() if ahead and not line.label else own
        if local:
            label = local[number]
            if label:
                names = frozenset(stems(label)) | (
                    own if head or len(local) != len(line.numerals) else frozenset()
                )
                yield Fact(
                    numeral,
                    Origin.PRINT,
                    label,
                    frozenset(stems(label)),
                    names,
                    frozenset(),
                    line.number,
                    order + number,
                    text,
                    cited,
                    script_line,
                    head=head,
                )
                continue
        position = numeral.span.end
        behind = _WORDS_BEHIND.match(line.text, position)
        if behind and behind[0].strip() and not paired:
            names = names | frozenset(stems(behind[0]))
        if ahead:
            before = ahead[number] if ahead[number] or paired else before
            names = names | before
            own = own if line.label else ahead[number]
        company = (
            frozenset(values[:number] + values[number + 1 :]) - {numeral.value}
            if len(values) <= 40
            else frozenset()
        )
        yield Fact(
            numeral,
            Origin.PRINT,
            line.label,
            own,
            names,
            company,
            line.number,
            order + number,
            text,
            cited,
            script_line,
            shared=len(values) - line.in_label > 1,
            head=head,
            in_label=number < line.in_label,
        )


_MARGIN = re.compile(r"(?:±|\+/-|\+-) ?(\d*\.?\d+)\Z")


def _margins(numerals: tuple[Numeral, ...], text: str, wanted: Collection[str]) -> Iterator[Numeral]:
    """The numerals of a line, and behind ``0.62 ± 0.03`` its margin once more where the text has it alone."""
    for numeral in numerals:
        yield numeral
        match = _MARGIN.search(numeral.text) if numeral.uncertainty is not None else None
        if match is not None and match[1].replace(".", "").lstrip("0") in wanted:
            start = numeral.span.start + match.start(1)
            (margin,) = read_print_line(match[1])
            yield replace(margin, span=Span(start, numeral.span.end), unit=numeral.unit)


def _names_ahead(line: _Line) -> list[frozenset[str]]:
    """The words that name each number of a line without a label: those before it, behind the number before
    and its unit, and behind
    a comma if there is one; or those behind it, where every number has some and none opens the line."""
    gaps: list[str] = []
    end = line.text.find(line.label) + len(line.label) if line.label else 0
    for numeral in line.numerals:
        gaps.append(line.text[min(end, numeral.span.start) : numeral.span.start])
        end = _behind(line, numeral)
    behind = [frozenset(stems(re.split("[,;]", gap)[0])) for gap in (*gaps[1:], line.text[end:])]
    if not stems(gaps[0]) and len(gaps) > 1 and all(behind):
        return behind  # 12 layers, 40 heads
    last = [frozenset(stems(re.split("[,;]", gap)[-1])) for gap in gaps]
    return [found or frozenset(stems(gap)) for found, gap in zip(last, gaps, strict=True)]


_CROSS = re.compile(r"\s+[x×]\s+|\s*[,/&]\s*|\s+and\s+")


def _label_parts(line: _Line) -> list[str]:
    """The parts of a label that names each number of its line: ``width x height: 12 x 40 cm``."""
    parts = _CROSS.split(line.label)
    if len(parts) != len(line.numerals) or len(parts) < 2 or not all(map(stems, parts)):
        return []
    return parts


def _behind(line: _Line, numeral: Numeral) -> int:
    """The place behind a number and its unit."""
    end = numeral.span.end
    return end + line.text[end:].find(numeral.unit) + len(numeral.unit) if numeral.unit else end


_LOCAL = re.compile(r"""([^\W\d]\w*(?:[ .]\w+)*(?:\([^()]*\)|\[[^\[\]]*\])?)['"]?\s*[=:]\s*[$€£]?\Z""")


def _local_labels(line: _Line) -> list[str]:
    """The name directly before each number, for lines that name several: ``n=40, m=12``, ``{'heads': 12,
    'tails': 40}``.
    Empty for lines that do not."""
    found: list[str] = []
    end = 0
    for numeral in line.numerals:
        match = _LOCAL.search(line.text[end : numeral.span.start])
        found.append(match[1] if match else "")
        end = _behind(line, numeral)
    return found if sum(map(bool, found)) > 1 else []


def _arrays(line: _Line, facts: tuple[Fact, ...]) -> Iterator[Series]:
    """The arrays of a line (whole), and the line itself as a row of which a stretch may be quoted."""
    names = frozenset(stems(line.label or line.text))
    if _SHAPE.search(line.text) and len(facts) - line.in_label > 1 and _is_shape(line):
        yield Series(facts[line.in_label :], "shape", line.label, names, whole=True)
        return
    arrays = [
        inside
        for start, end in _brackets(line.text)
        if len(inside := tuple(fact for fact in facts if start <= fact.numeral.span.start < end)) > 1
        and "..." not in line.text[start:end]
    ]
    for inside in arrays:
        yield Series(inside, "array", line.label, names, whole=True)
    body = facts[line.in_label :]
    if len(body) > 1 and not any(len(inside) == len(body) for inside in arrays):
        yield Series(body, "row", line.label, names)
    if line.in_label and body:
        yield Series(facts, "row", line.label, names)


def _is_shape(line: _Line) -> bool:
    """Whether nothing but crosses stands between the numbers behind the label: ``224 x 224 x 3``."""
    body = line.numerals[line.in_label :]
    gaps = (line.text[a.span.end : b.span.start] for a, b in pairwise(body))
    return all(gap.strip() in ("x", "×", "X") for gap in gaps)


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    stack: list[int] = []
    for position, character in enumerate(text):
        if character in "[(":
            stack.append(position)
        elif character in "])" and stack:
            yield stack.pop(), position


def _columns(lines: Sequence[tuple[_Line, tuple[Fact, ...]]]) -> Iterator[Series]:
    """Lines of like names read downwards: ``a.y``, ``b.y``, ``c.y`` are the column *y*; ``square 512``,
    ``square 1024`` the column *square*."""
    groups: dict[tuple[str, str, int, int], list[Fact]] = {}
    for line, facts in lines:
        body = facts[line.in_label :]
        head, _, last = line.label.rpartition(".")
        pattern = _DIGITS.sub("#", line.label)
        for position, fact in enumerate(facts):
            column = position - line.in_label
            if column >= 0 and head:
                groups.setdefault(("last", last, len(body), column), []).append(fact)
            if pattern != line.label:
                groups.setdefault(("pattern", pattern, len(facts), position), []).append(fact)
            first = re.match(r"\w+", line.label)
            if first and column >= 0 and not head and pattern == line.label:
                groups.setdefault(("first", first[0], len(body), column), []).append(fact)
        if head and len(body) == 1:
            groups.setdefault(("group", head, 0, 0), []).append(body[0])
        if not line.label and len(facts) < 100:
            for position, fact in enumerate(facts):
                groups.setdefault(("bare", "", len(facts), position), []).append(fact)
    for (kind, name, _, _), members in groups.items():
        if len(members) > 1:
            label = name.replace("#", "").strip()
            yield Series(tuple(members), f"column by {kind}", label, frozenset(stems(label)))


_FORMULA = re.compile(r"[\\^_{]")


def read_given(given: Sequence[str], conventions: Conventions) -> tuple[list[Fact], list[Series]]:
    """Facts for numerals that a caller gives, in any notation of prose or mathematics."""
    facts: list[Fact] = []
    series: list[Series] = []
    for number, text in enumerate(given, 1):
        numerals = _given_numerals(text, conventions)
        made = tuple(
            Fact(
                numeral,
                Origin.GIVEN,
                "",
                frozenset(),
                frozenset(),
                frozenset(),
                number,
                len(facts) + index,
                text,
            )
            for index, numeral in enumerate(numerals)
        )
        facts.extend(made)
        if len(made) > 1:
            series.append(Series(made, "given", "", frozenset(), whole=True))
    return facts, series


def _given_numerals(text: str, conventions: Conventions) -> list[Numeral]:
    found: list[Numeral] = []
    if not _FORMULA.search(text):
        found = [one for one in read_prose(text, 0, len(text), conventions) if isinstance(one, Numeral)]
        words = [one for one in read_words(text, 0, len(text)) if isinstance(one, Numeral)]
        found.extend(word for word in words if not any(word.span.overlaps(one.span) for one in found))
    if not found:
        for part in parse_formula(text, 0, len(text), conventions=conventions).parts:
            found.extend(node.numeral for node in part.walk() if isinstance(node, Num))
    return [replace(one, span=Span(0, 0)) for one in found]
