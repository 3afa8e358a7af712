"""The Markdown of a page -> HTML, with its references linked, its numbers marked and its formulas as
MathML."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from markdown_it.renderer import RendererHTML
from markupsafe import Markup, escape

from tallybook import urls
from tallybook.diagnostics import Diagnostic
from tallybook.markup.markdown import ANCHOR, markdown
from tallybook.render import code
from tallybook.render.citations import Citations, extent
from tallybook.render.mathematics import Fault, Mark, Mathematics, label
from tallybook.render.places import Place, merged, place
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping, Sequence

    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict

    from tallybook.model import Page
    from tallybook.references import Reference

_LONG = 30  # characters of LaTeX from which a formula in a line may be wider than a phone
_NUMERIC = re.compile(
    r"[$\s]*[-+−]?[\d.,%{}\\\s\u202f\u2009]*\d[\d.,%{}\\\s\u202f\u2009]*[$\s]*(?:[^\W\d]{1,3})?[\s$]*"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A claim to be marked: its span in the source, its name in anchors ("" where the page does not hold its
    ledger), and the address of its row in the ledger."""

    span: Span
    name: str
    url: str


@dataclass(slots=True)
class Setting:
    """Where a text is being shown, and what is found wrong with it on the way."""

    page: Page
    url: str
    """The page of the site it is shown on, relative to the root."""
    citations: Citations
    mathematics: Mathematics
    numbers: Sequence[Number] = ()
    """In the order of the text, and so are the references."""
    references: Sequence[Reference] = ()
    prefix: str = ""
    """Before every anchor, where several pages are shown on one."""
    deeper: int = 0
    """How many levels its headings go down."""
    findings: list[Diagnostic] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def claims(self, where: Place) -> list[tuple[Number, Span]]:
        """The numbers in a stretch of the source, each with its place in the content of the token there."""
        first = bisect_left(self.numbers, where.span.start, key=lambda number: number.span.start)
        last = bisect_right(self.numbers, where.span.end, key=lambda number: number.span.start)
        found = ((number, where.content(number.span)) for number in self.numbers[first:last])
        return [(number, span) for number, span in found if span]

    def cited(self, where: Place) -> list[tuple[Reference, Span]]:
        """The references in a stretch of the source, those in formulas left out, each with its place in
        the content."""
        first = bisect_left(self.references, where.span.start, key=lambda reference: reference.span.start)
        last = bisect_right(self.references, where.span.end, key=lambda reference: reference.span.start)
        found = ((item, where.content(item.span)) for item in self.references[first:last] if not item.math)
        return [(item, span) for item, span in found if span]

    def anchor(self, name: str) -> str:
        """The name as an anchor that the page does not have yet."""
        full = self.prefix + name
        number = 2
        while full in self.anchors:
            full = f"{self.prefix}{name}-{number}"
            number += 1
        self.anchors.add(full)
        return full


def tokens(page: Page) -> list[Token]:
    """The tokens of a page's body, each text and formula with its place in the source."""
    result = markdown().parse(page.source[page.body], {})
    for before, token in zip([None, *result], result, strict=False):
        if token.children:
            token.children = list(merged(token.children))
            if before and before.type == "heading_open":
                token.children = _unanchored(token.children)
    place(result, page.source, page.body)
    _align(result)
    return result


def render(part: Sequence[Token], setting: Setting) -> Markup:
    """A run of block tokens as HTML."""
    env = {"setting": setting, "links": 0}
    return Markup(_RENDERER.render(part, markdown().options, env))


def inline(children: Sequence[Token], setting: Setting) -> Markup:
    """The tokens of one line as HTML."""
    env = {"setting": setting, "links": 0}
    return Markup(_RENDERER.renderInline(children, markdown().options, env))


def line(text: str, setting: Setting) -> Markup:
    """One line of Markdown from outside a page's body (a title) as HTML."""
    return inline(list(merged(markdown().parseInline(text, {})[0].children or ())), setting)


def plain(text: str) -> str:
    """One line of Markdown as bare text, formulas as they are written."""
    children = markdown().parseInline(text, {})[0].children or ()
    return "".join(token.content for token in children if token.type != "html_inline")


def heading_anchor(content: str) -> str:
    """The anchor of a heading: the one it gives itself, or else its title as part of an address."""
    given = ANCHOR.search(content)
    return given[1] if given else urls.slug(content)


def _unanchored(children: Sequence[Token]) -> list[Token]:
    result = list(children)
    if result and result[-1].type == "text":
        result[-1] = result[-1].copy(content=ANCHOR.sub("", result[-1].content))
    return result


class _Renderer(RendererHTML):
    """One method for each kind of token that differs from plain CommonMark."""

    def text(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        token = tokens[idx]
        setting: Setting = env["setting"]
        content = token.content
        pieces: list[tuple[int, int, Markup]] = []
        where: Place | None = token.meta.get("place")
        if where:
            for number, inside in setting.claims(where):
                words = escape(content[inside.start : inside.end])
                pieces.append(
                    (inside.start, inside.end, _marked(number, words, setting, linked=not env["links"]))
                )
            if not env["links"]:
                pieces.extend(_cited(where, content, setting))
        result = Markup("")
        position = 0
        for start, end, html in sorted(pieces, key=lambda piece: piece[0]):
            if start >= position:
                result += escape(content[position:start]) + html
                position = end
        return str(result + escape(content[position:]))

    def math_inline(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        token = tokens[idx]
        html, tag = _formula(token, env, display=token.meta["display"])
        if token.meta["display"]:
            return str(_display(html, tag, env["setting"], "span", token.content))
        wide = len(token.content) > _LONG
        return f'<span class="scroll wide">{html}</span>' if wide else html

    def math_block(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        html, tag = _formula(tokens[idx], env, display=True)
        return f"{_display(html, tag, env['setting'], 'div', tokens[idx].content)}\n"

    amsmath = math_block

    def binding_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return ""

    binding_close = binding_open

    def link_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        setting: Setting = env["setting"]
        env["links"] += 1
        token = tokens[idx]
        href = str(token.attrs.get("href", ""))
        own = setting.prefix + href[1:] if href.startswith("#") else ""
        url = f"#{own}" if own else setting.citations.url(href, setting.url)
        if url:
            token = token.copy(attrs={**token.attrs, "href": url})
        return self.renderToken([token], 0, options, env)

    def link_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        env["links"] -= 1
        return "</a>"

    def heading_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        setting: Setting = env["setting"]
        level = min(int(tokens[idx].tag[1:]) + setting.deeper, 6)
        return f'<h{level} id="{escape(setting.anchor(heading_anchor(tokens[idx + 1].content)))}">'

    def heading_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return f"</h{min(int(tokens[idx].tag[1:]) + env['setting'].deeper, 6)}>\n"

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return '<div class="scroll"><table>\n'

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return "</table></div>\n"

    def fence(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        token = tokens[idx]
        language = token.info.split()[0] if token.info.split() else ""
        rows = code.lines(token.content, language) if language else code.plain(token.content)
        return f'<pre class="code scroll"><code>{chr(10).join(rows)}</code></pre>\n'


def _formula(token: Token, env: MutableMapping[str, Any], *, display: bool) -> tuple[Markup, str]:
    setting: Setting = env["setting"]
    where: Place | None = token.meta.get("place")
    numbers = setting.claims(where) if where else []
    if not display and len(numbers) == 1 and not env["links"] and _alone(token.content, numbers[0][1]):
        formula = setting.mathematics.convert(token.content, display=False)
        if not isinstance(formula, Fault):
            return _marked(numbers[0][0], formula.html, setting, linked=True), formula.tag
    marks = [Mark(span.start, span.end, number.name) for number, span in numbers if number.name]
    formula = setting.mathematics.convert(token.content, display=display, marks=marks)
    if isinstance(formula, Fault):
        setting.findings.append(_fault(formula, token, where, setting))
        return Markup("<code>{}</code>").format(token.content), ""
    return formula.html, formula.tag


def _alone(tex: str, span: Span) -> bool:
    """Whether a formula is its one number, perhaps with a binding around it."""
    rest = tex[: span.start] + tex[span.end :]
    return re.fullmatch(r"\s*(?:\\val\s*\{\s*\}\s*\{[^{}]*\})?\s*(?:\\?%)?\s*", rest) is not None


def _fault(fault: Fault, token: Token, where: Place | None, setting: Setting) -> Diagnostic:
    source, body = setting.page.source, setting.page.body
    if where:
        start = where.source(fault.offset)
        command = re.compile(r"\\(?:[A-Za-z]+|.)?|[^\n]?", re.DOTALL).match(source.text, start)
        span = Span(start, max(start, min(command.end() if command else start, where.span.end)))
        if len(span) == 0:
            span = where.span
    else:
        first = source.line_column(body.start)[0] + (token.map[0] if token.map else 0)
        span = source.line_span(first)
    return Diagnostic(
        "M101",
        f"mathematics that cannot be shown: {fault.message}",
        source,
        span,
        help=("write it with commands that MathML has, or define a macro for it in chapter.yaml",),
        subject=setting.page.id,
    )


def _display(html: Markup, tag: str, setting: Setting, element: str, tex: str) -> Markup:
    """A formula of its own lines; on the page it belongs to, with its source to be copied."""
    number = Markup("")
    name = Markup("")
    if tag:
        name = Markup(' id="{}"').format(setting.anchor(f"eq-{urls.anchor(tag)}"))
        number = Markup('<span class="eqno">({})</span>').format(tag)
    if not setting.prefix:
        name += Markup(' data-tex="{}"').format(tex.strip())
    return Markup('<{0} class="eq"{1}><{0} class="scroll">{2}</{0}>{3}</{0}>').format(
        Markup(element), name, html, number
    )


def _marked(number: Number, words: Markup, setting: Setting, *, linked: bool) -> Markup:
    name = Markup(' id="n-{0}" data-claim="{0}"').format(number.name) if number.name else Markup("")
    if not linked:
        return Markup('<span class="n"{}>{}</span>').format(name, words)
    href = urls.relative(number.url, setting.url)
    return Markup('<a class="n"{} href="{}"{}>{}</a>').format(name, href, label(words), words)


def _cited(where: Place, content: str, setting: Setting) -> Iterator[tuple[int, int, Markup]]:
    for reference, inside in setting.cited(where):
        span = extent(replace(reference, span=inside), content, Span(0, len(content)))
        words = escape(content[span.start : span.end])
        yield span.start, span.end, setting.citations.link(reference.id, words, setting.url)


def _align(tokens: list[Token]) -> None:
    """Columns of numbers get their class, and each cell the room that aligns its point with the others'."""
    column = -1
    cells: dict[int, list[tuple[Token, str]]] = {}
    head: dict[int, Token] = {}
    for token, following in zip_longest(tokens, tokens[1:]):
        if token.type == "tr_open":
            column = -1
        elif token.type in ("td_open", "th_open"):
            column += 1
            if token.type == "th_open":
                head[column] = token
            else:
                cells.setdefault(column, []).append((token, following.content if following else ""))
        elif token.type == "table_close":
            for number, column_cells in cells.items():
                if all(_NUMERIC.fullmatch(content) for _, content in column_cells):
                    _align_column(column_cells)
                    if number in head:
                        head[number].attrJoin("class", "num")
            cells, head = {}, {}


def _align_column(cells: list[tuple[Token, str]]) -> None:
    decimals = [len(match[1]) if (match := re.search(r"\.(\d+)", content)) else 0 for _, content in cells]
    for (cell, _), places in zip(cells, decimals, strict=True):
        cell.attrJoin("class", "num")
        room = max(decimals) - places
        if room:
            cell.attrSet("style", f"--room:{room + (0 if places else 0.5):g}")


_RENDERER = _Renderer(markdown())
