"""The tokens of a text -> HTML, with its references linked, its numbers marked and its formulas as MathML."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markdown_it.renderer import RendererHTML
from markupsafe import Markup, escape

from tallybook import urls
from tallybook.diagnostics import Diagnostic
from tallybook.markup.markdown import ANCHOR
from tallybook.render import code
from tallybook.render.citations import extent
from tallybook.render.mathematics import Fault, Mark, label
from tallybook.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping, Sequence

    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict

    from tallybook.render.places import Place
    from tallybook.render.setting import Number, Setting

_LONG = 30  # characters of LaTeX from which a formula in a line may be wider than a phone


def heading_anchor(content: str) -> str:
    """The anchor of a heading: the one it gives itself, or else its title as part of an address."""
    given = ANCHOR.search(content)
    return given[1] if given else urls.slug(content)


class Renderer(RendererHTML):
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
                pieces.append((inside.start, inside.end, _marked(number, words, linked=not env["links"])))
            if not env["links"]:
                pieces.extend(_cited(where, content, setting))
        if not pieces:
            return str(escape(content))
        parts: list[str] = []
        position = 0
        for start, end, html in sorted(pieces, key=lambda piece: piece[0]):
            if start >= position:
                parts += (escape(content[position:start]), html)
                position = end
        parts.append(escape(content[position:]))
        return "".join(parts)

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
        url = f"#{own}" if own else setting.citations.url(href)
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

    def footnote_ref(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        setting: Setting = env["setting"]
        note, own = _note(tokens[idx], setting)
        number = tokens[idx].meta["id"] + 1
        return f'<sup class="footnote-ref"><a href="#{note}" id="{own}">[{number}]</a></sup>'

    def footnote_block_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return '<section class="footnotes" aria-label="Footnotes">\n<ol>\n'

    def footnote_block_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return "</ol>\n</section>\n"

    def footnote_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        note, _ = _note(tokens[idx], env["setting"])
        # the number is said, for where some of a page's footnotes are left out
        return f'<li id="{note}" value="{tokens[idx].meta["id"] + 1}">'

    def footnote_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        return "</li>\n"

    def footnote_anchor(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        _, back = _note(tokens[idx], env["setting"])
        return f' <a class="footnote-back" href="#{back}" aria-label="Back to the text">↩</a>'

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


def _note(token: Token, setting: Setting) -> tuple[str, str]:
    """The anchors of a footnote and of one of its references."""
    number, again = token.meta["id"] + 1, token.meta.get("subId", 0)
    back = f"{setting.prefix}fnref{number}"
    return f"{setting.prefix}fn{number}", f"{back}-{again + 1}" if again else back


def _formula(token: Token, env: MutableMapping[str, Any], *, display: bool) -> tuple[Markup, str]:
    setting: Setting = env["setting"]
    where: Place | None = token.meta.get("place")
    numbers = setting.claims(where) if where else []
    if not display and len(numbers) == 1 and not env["links"] and _alone(token.content, numbers[0][1]):
        formula = setting.mathematics.convert(token.content, display=False)
        if not isinstance(formula, Fault):
            return _marked(numbers[0][0], formula.html, linked=True), formula.tag
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
    number = name = ""
    if tag:
        name = f' id="{escape(setting.anchor(f"eq-{urls.anchor(tag)}"))}"'
        number = f'<span class="eqno">({escape(tag)})</span>'
    if not setting.prefix:
        name += f' data-tex="{escape(tex.strip())}"'
    return Markup(
        f'<{element} class="eq"{name}><{element} class="scroll">{html}</{element}>{number}</{element}>'
    )


def _marked(number: Number, words: Markup, *, linked: bool) -> Markup:
    name = f' id="n-{number.name}" data-claim="{number.name}"' if number.name else ""
    if not linked:
        return Markup(f'<span class="n"{name}>{words}</span>')
    return Markup(f'<a class="n"{name} href="{escape(number.url)}"{label(words)}>{words}</a>')


def _cited(where: Place, content: str, setting: Setting) -> Iterator[tuple[int, int, Markup]]:
    for reference, inside in setting.cited(where):
        span = extent(replace(reference, span=inside), content, Span(0, len(content)))
        words = escape(content[span.start : span.end])
        yield span.start, span.end, setting.citations.link(reference.id, words)
