"""LaTeX mathematics -> MathML, each distinct formula once."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup
from math_core import LatexError, LatexToMathML

if TYPE_CHECKING:
    from collections.abc import Sequence

BUILT_IN = {
    "num": "#1",
    "unit": r"\mathrm{#1}",
    "qty": r"#1\,\mathrm{#2}",
}
"""Commands every book may use; its own macros of the same name take precedence."""

_WITH_ARGUMENT = re.compile(r"\\(tag\*?|val)\s*\{")
_WORDS = re.compile(r"\\(?:text(?:rm|bf|it|sf|tt|normal)?|mbox|operatorname\*?|begin|end|mathrm|color)\s*\{")
_SPOKEN = re.compile(r"(?<![_^])\\(?:text(?:rm|bf|it|sf|tt|normal)?|mbox)\s*\{([^{}\\$%]*)\}(?!\s*[_^])")
"""Words that can be taken apart: no command, formula or comment in them, and no script behind."""
_CODE = 90_001  # widths in em that no formula asks for: they carry marks through the converter
_MARKED = re.compile(r'<mrow><mspace width="(9\d{4})em"/>')
_SENTINEL = re.compile(r'<mspace width="9\d{4}em"/>')
_THIN = r'<mspace width="0\.16666667em"/>'
_GROUPED = re.compile(rf"<mn>(\d{{1,3}})</mn>((?:{_THIN}<mn>\d{{3}}</mn>)*{_THIN}<mn>\d{{3}}(?:\.\d+)?</mn>)")
_COMMA_GROUP = re.compile(r'(?<=\d)</mn><mo rspace="0">,</mo><mn>(?=\d)')
_TAG = re.compile(r"<(/?)(\w+)([^<>]*)>")
_STYLED = re.compile(r' (?:displaystyle|scriptlevel)="[^"]*"')
_OVER = re.compile(r"<mfrac>(<mn>.*?</mn>)(<mn>.*?)</mfrac>")
_UP = re.compile(r"<msup>(<mn>.*?</mn>)(<m.*?)</msup>")
_BOUND = re.compile(r"\\val\s*(\{[^{}\\]*\})\s*\{[^{}\\]*\}")
"""A binding with nothing but digits and a name in it, as most are."""
_NAME = re.compile(r"\s*\{")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_MOST = 20_000
"""Formulas that are remembered of a chapter."""
_ROW_END = re.compile(r"\\\\(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class Mark:
    """The characters ``start`` to ``end`` of a formula are the claim ``name``."""

    start: int
    end: int
    name: str
    words: tuple[int, int, int] | None = None
    """Where it stands in words, ``\\text{…}``: where their command begins, their content begins and ends."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A converted formula: its ``<math>`` element and what ``\\tag`` calls it. ``marked`` are the marks it
    carries."""

    html: Markup
    tag: str = ""
    marked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a formula cannot be converted, and the offset in it where that shows."""

    offset: int
    message: str


@lru_cache(maxsize=64)
def mathematics(macros: tuple[tuple[str, str], ...]) -> Mathematics:
    """The converter with some macros; shared, for what it has converted."""
    return Mathematics(macros)


class Mathematics:
    """A converter with the macros of a chapter."""

    def __init__(self, macros: Sequence[tuple[str, str]] = ()) -> None:
        self._converter = LatexToMathML(macros={**BUILT_IN, **dict(macros)}, fancy_error=False)
        self._done: dict[tuple[str, bool], str | Fault] = {}

    def convert(self, tex: str, *, display: bool, marks: Sequence[Mark] = ()) -> Formula | Fault:
        """The formula as MathML.

        ``\\val{digits}{name}`` shows its digits, ``\\tag{name}`` is taken out and returned. Each mark becomes
        ``<mrow class="n" id="n-NAME" data-claim="NAME">`` around its digits; one that cannot be
        carried is left out.
        """
        plain, tag = _settled(tex)
        carried = _carried(plain, marks)
        unspoken = [mark for mark in carried if mark.words is None]
        for kept in (carried, unspoken) if len(unspoken) < len(carried) else (carried,):
            if not kept:
                break
            marked = self._once(_with_marks(plain, kept), display)
            if isinstance(marked, str) and len(_MARKED.findall(marked)) == len(kept):
                return Formula(Markup(_named(marked, kept)), tag, tuple(mark.name for mark in kept))
        result = self._once(plain, display)
        if isinstance(result, Fault):
            return result
        return Formula(Markup(result), tag)

    def _once(self, tex: str, display: bool) -> str | Fault:
        key = (tex, display)
        known = self._done.get(key)
        if known is None:
            if len(self._done) >= _MOST:
                self._done.clear()
            known = self._done[key] = self._convert(tex, display)
        return known

    def _convert(self, tex: str, display: bool) -> str | Fault:
        opening = _rows(tex) if display else ""
        text = rf"\begin{{{opening}}}{tex}\end{{{opening}}}" if opening else tex
        try:
            html = self._converter.convert_with_local_state(text, displaystyle=display)
        except LatexError as error:
            place, _, message = str(error).partition(": ")
            shift = len(rf"\begin{{{opening}}}") if opening else 0
            offset = int(place) - shift if place.isdigit() else 0
            return Fault(min(max(offset, 0), len(tex)), _lower(message or str(error)))
        return _tidy(html)


def _settled(tex: str) -> tuple[str, str]:
    """The formula without tags and bindings, every other character at its old offset; and the tag."""
    tag = ""
    if "\\val" in tex:
        tex = _BOUND.sub(_without_name, tex)
    if "\\val" not in tex and "\\tag" not in tex:
        return tex, tag
    position = 0
    while match := _WITH_ARGUMENT.search(tex, position):
        position = match.end()
        close = closing_brace(tex, position - 1)
        if close < 0:
            continue
        if match[1] == "val":
            name = _NAME.match(tex, close + 1)
            end = closing_brace(tex, name.end() - 1) if name else -1
            if end < 0:
                continue
            inner = tex[position - 1 : close + 1]
            tex = (
                tex[: match.start()]
                + " " * (position - 1 - match.start())
                + inner
                + " " * (end - close)
                + tex[end + 1 :]
            )
        else:
            tag = tex[position:close].strip()
            tex = tex[: match.start()] + " " * (close + 1 - match.start()) + tex[close + 1 :]
    return tex, tag


def _without_name(match: re.Match[str]) -> str:
    before, behind = match.start(1) - match.start(), match.end() - match.end(1)
    return f"{' ' * before}{match[1]}{' ' * behind}"


def spoken(html: str) -> str:
    """A formula as a line of plain text, for where mathematics cannot be read out: ``1/2``, ``10^8``."""
    html = _OVER.sub(lambda match: f"{match[1]}/{match[2]}", html)
    return Markup(_UP.sub(lambda match: f"{match[1]}^{match[2]}", html)).striptags()


def label(html: str) -> Markup:
    """The attribute that names a link around a formula, "" for text that is none.

    A name that differs from the text as it stands (``1/2`` is seen as its digits) cannot be a label.
    """
    if "<math" not in html:
        return Markup("")
    said = spoken(html)
    return Markup(' {}="{}"').format(Markup("title" if re.search(r"[/^]", said) else "aria-label"), said)


def closing_brace(tex: str, opening: int) -> int:
    """Where the brace opened at ``opening`` closes, -1 if nowhere."""
    depth = 0
    for match in _BRACE.finditer(tex, opening):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def _carried(tex: str, marks: Sequence[Mark]) -> list[Mark]:
    """The marks that can be put into the formula: whole groups of mathematics that do not overlap."""
    if not marks:
        return []
    words = (
        [(match.end(), closing_brace(tex, match.end() - 1)) for match in _WORDS.finditer(tex)]
        if "\\" in tex
        else []
    )
    kept: list[Mark] = []
    end = 0
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        inside = tex[mark.start : mark.end]
        whole = inside.isdigit() or (
            inside.strip() and closing_brace("{" + inside + "}", 0) == len(inside) + 1
        )
        if mark.start < end or not whole or "&" in inside or _ROW_END.search(inside):
            continue
        if words and any(start <= mark.start < stop for start, stop in words):
            around = next(
                (one for one in _SPOKEN.finditer(tex) if one.start(1) <= mark.start < one.end(1)), None
            )
            if around is None or mark.end > around.end(1):
                continue
            mark = replace(mark, words=(around.start(), *around.span(1)))
        kept.append(mark)
        end = mark.end
    return kept


def _with_marks(tex: str, marks: Sequence[Mark]) -> str:
    edits: list[tuple[int, int, str]] = []
    taken_apart: dict[tuple[int, int, int], list[tuple[int, int, str]]] = {}
    for number, mark in enumerate(marks):
        sentinel = f"\\hspace{{{_CODE + number}em}}"
        if mark.words is None:
            edits.append((mark.start, mark.end, f"{{{sentinel}{tex[mark.start : mark.end]}}}"))
        else:
            taken_apart.setdefault(mark.words, []).append((mark.start, mark.end, sentinel))
    for (first, start, end), numbers in taken_apart.items():
        command = tex[first:start]
        edits.append((first, end + 1, _taken_apart(tex, command, (start, end), numbers)))
    parts = []
    position = 0
    for first, last, text in sorted(edits):
        parts.append(tex[position:first] + text)
        position = last
    return "".join(parts) + tex[position:]


def _taken_apart(
    tex: str, command: str, content: tuple[int, int], numbers: Sequence[tuple[int, int, str]]
) -> str:
    """Words with numbers in them as one group: the words between the numbers, and each number as words of its
    own behind its sentinel."""
    position, end = content
    parts = []
    for first, last, sentinel in (*numbers, (end, end, "")):
        if first > position:
            parts.append(f"{command}{tex[position:first]}}}")
        if sentinel:
            parts.append(f"{{{sentinel}{command}{tex[first:last]}}}}}")
        position = last
    return f"{{{''.join(parts)}}}"


def _named(html: str, marks: Sequence[Mark]) -> str:
    def opening(match: re.Match[str]) -> str:
        name = marks[int(match[1]) - _CODE].name
        return f'<mrow class="n" id="n-{name}" data-claim="{name}">'

    return _SENTINEL.sub("", _MARKED.sub(opening, html))


def _tidy(html: str) -> str:
    """Groups of digits as the one number they are."""
    html = _styled(html)
    if '<mo rspace="0">' in html:
        html = _COMMA_GROUP.sub(",", html)
    if "<mspace" not in html:
        return html

    def joined(match: re.Match[str]) -> str:
        rest = re.sub(rf"{_THIN}<mn>([\d.]+)</mn>", "\u202f\\1", match[2])
        return f"<mn>{match[1]}{rest}</mn>"

    return _GROUPED.sub(joined, html)


def _styled(html: str) -> str:
    """Styles of display, moved to an ``<mstyle>`` from elements where older schemas do not know them."""
    if " displaystyle=" not in html and " scriptlevel=" not in html:
        return html
    parts: list[str] = []
    opened: list[bool] = []
    position = 0
    for tag in _TAG.finditer(html):
        parts.append(html[position : tag.start()])
        position = tag.end()
        if tag[1]:
            parts.append(f"</{tag[2]}>" + ("</mstyle>" if opened.pop() else ""))
            continue
        style = "".join(_STYLED.findall(tag[3])) if tag[2] not in ("math", "mstyle") else ""
        parts.append(f"<mstyle{style}><{tag[2]}{_STYLED.sub('', tag[3])}>" if style else tag[0])
        if not tag[3].endswith("/"):
            opened.append(bool(style))
    return "".join(parts) + html[position:]


def _rows(tex: str) -> str:
    """The environment for a formula of several lines that names none."""
    depth = 0
    for match in re.finditer(r"\\begin\b|\\end\b|\\substack\b|\\\\(?![A-Za-z])|&|\{|\}|\\.", tex):
        token = match[0]
        if token in ("\\begin", "{"):
            depth += 1
        elif token in ("\\end", "}"):
            depth -= 1
        elif depth == 0 and token == "\\\\":
            return "aligned" if re.search(r"(?<!\\)&", tex) else "gathered"
    return ""


def _lower(message: str) -> str:
    text = message.strip().rstrip(".")
    return text[:1].lower() + text[1:]
