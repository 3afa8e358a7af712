"""What every LaTeX command and character of mathematics means to the parser: one table from source text to
role.

A role is a pair: the kind (one letter, the parser's alphabet, see ``KINDS``) and a payload that says which
one.
"""

from __future__ import annotations

from string import ascii_letters
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Role = tuple[str, str]

KINDS = {
    "n": "numeral",
    "a": "symbol, payload its name",
    "A": "styled symbol of a macro, payload 'name|key'",
    "W": "word in a style, payload 'command|word'",
    "w": "text, payload the command",
    "f": "function, payload its canonical name",
    "B": "big operator, payload its name",
    "o": "opening bracket, payload its kind",
    "x": "closing bracket, payload its kind",
    "{": "begin of an invisible group",
    "}": "end of an invisible group",
    "^": "superscript",
    "_": "subscript",
    "p": "superscript digits written in Unicode, payload the digits",
    "'": "prime",
    "&": "cell separator",
    "N": "new line",
    "s": "separator of parts, payload its sign",
    ",": "comma",
    ":": "colon",
    ".": "full stop",
    "=": "relation, payload its sign",
    "+": "plus",
    "-": "minus",
    "±": "plus-minus, payload its sign",
    "*": "product, payload its sign",
    "/": "division",
    "b": "another binary operator, payload its name",
    "|": "bar, payload 'abs' or 'norm'",
    "!": "factorial",
    "%": "percent sign",
    "$": "currency, payload its sign",
    "d": "ellipsis, payload its command",
    "F": "fraction",
    "R": "root",
    "C": "binomial",
    "D": "decoration of one argument, payload the command",
    "T": "command that shows its argument, payload how many raw arguments stand before it",
    "I": "command whose arguments are not shown, payload 'count|reason'",
    "E": "begin of an environment with cells, payload its name",
    "Z": "end of an environment with cells",
    "M": "macro of the book with a general definition, payload its name",
    "#": "parameter in a macro's definition, payload its number",
    "V": "explicit binding",
    "m": "modulus, payload 'pmod', 'bmod' or 'pod'",
    "S": "siunitx quantity, payload the command",
    "U": "annotated by a script (underbrace, overbrace)",
    "O": "annotated by an argument (overset, underset, stackrel, cancelto), payload the command",
    "X": "arrow with a label",
    "?": "unknown command",
}


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


STYLES = _set(
    """
    mathbf mathbb mathcal mathfrak mathscr mathsf mathit mathtt mathrm mathnormal boldsymbol bm bold pmb
    vb va
    """
)
"""Commands that only change the letters of their argument."""

ACCENTS = _set(
    """
    vec hat widehat tilde widetilde bar overline dot ddot acute grave check breve mathring overrightarrow
    """
)
"""Commands that put a mark over or under their argument."""

WORDS = _set(
    """
    mathrm operatorname mathsf mathtt mathit mathbf mathbb mathcal mathfrak mathscr boldsymbol bm
    """
)
"""Styles whose argument may be a word."""

TEXTS = _set(
    """
    text textrm textbf textit textnormal textsf texttt mbox hbox textup emph
    """
)
"""Commands whose argument is prose."""

MATRICES = _set(
    """
    matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix bsmallmatrix array subarray
    cases dcases rcases matrix* pmatrix* bmatrix* tabular
    """
)
"""Environments whose rows and cells are kept; the others (``aligned`` and its kin) only lay out lines."""

_NAMED = {
    "a": """
        alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi
        omicron pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta
        Lambda Xi Pi Sigma Upsilon Phi Psi Omega infty ell hbar partial nabla emptyset varnothing aleph Re
        Im wp imath jmath star dagger ddagger top bot perp blacksquare square Box qed triangle bullet
        forall exists nexists clubsuit prime
    """,
    "f": """
        log ln lg exp sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh gcd lcm det dim ker deg
        arg tr rank hom Pr erf sgn floor ceil abs norm
    """,
    "B": """
        sum prod coprod int iint iiint oint lim limsup liminf max min sup inf argmax argmin bigcup bigcap
        bigoplus
    """,
    "o": """
        {
    """,
    "x": """
        }
    """,
    "s": """
        quad colon
    """,
    "b": """
        oplus otimes odot wedge vee cup cap setminus ominus sqcup uplus
    """,
    "d": """
        ldots cdots vdots ddots
    """,
    "$": """
        $
    """,
    "F": """
        frac tfrac dfrac cfrac sfrac nicefrac xfrac flatfrac
    """,
    "C": """
        binom dbinom tbinom choose
    """,
    "U": """
        underbrace overbrace underbracket overbracket
    """,
    "O": """
        overset underset stackrel cancelto
    """,
    "X": """
        xrightarrow xleftarrow xRightarrow xLeftrightarrow xmapsto
    """,
    "m": """
        pmod bmod pod
    """,
    "S": """
        num qty SI si unit ang numrange numlist qtyrange qtylist SIrange complexnum
    """,
    "R": """
        sqrt
    """,
    "V": """
        val
    """,
    "%": """
        %
    """,
}  # fmt: skip
"""Commands that stand for themselves, by kind."""

_PAIRED = {
    "b": r"""
        \circ compose ∘ compose ∪ cup ∩ cap ⊕ oplus ⊗ otimes \backslash setminus
    """,
    "a": r"""
        ∞ infty π pi α alpha β beta γ gamma δ delta ε epsilon θ theta λ lambda μ mu σ sigma φ phi ω omega
        Δ Delta Ω Omega \lnot not \neg not ∂ partial ∇ nabla ℓ ell ∅ emptyset
    """,
    "f": r"""
        \lb log2 \ld log2 \sign sgn \Tr tr
    """,
    "B": r"""
        ∑ sum ∏ prod ∫ int
    """,
    "o": r"""
        ( ( [ [ \lbrace { \lbrack [ \lfloor floor \lceil ceil \langle < \lvert abs \lVert norm ⌊ floor
        ⌈ ceil ⟨ <
    """,
    "x": r"""
        ) ) ] ] \rbrace } \rbrack ] \rfloor floor \rceil ceil \rangle > \rvert abs \rVert norm ⌋ floor
        ⌉ ceil ⟩ >
    """,
    "|": r"""
        | abs \vert abs \| norm \Vert norm ‖ norm
    """,
    "=": r"""
        = = \approx ≈ ≈ ≈ \simeq ≈ \doteq ≈ \approxeq ≈ \cong ≅ < < \lt < > > \gt > \le ≤ \leq ≤
        \leqslant ≤ ≤ ≤ <= ≤ \ge ≥ \geq ≥ \geqslant ≥ ≥ ≥ >= ≥ \ne ≠ \neq ≠ ≠ ≠ \equiv ≡ ≡ ≡ := :=
        \coloneqq := \coloneq := \triangleq := \eqdef := \in ∈ ∈ ∈ \notin ∉ ∉ ∉ \ni ∋ \sim ~ \propto ∝ ∝ ∝
        \subset ⊂ \subseteq ⊂ ⊂ ⊂ ⊆ ⊂ \supset ⊃ \supseteq ⊃ \ll ≪ \gg ≫ \mid ∣ \nmid ∤ \parallel ∥
        \lesssim ≲ \gtrsim ≳ \prec ≺ \preceq ≼ \succ ≻ \succeq ≽ \models ⊨ \vdash ⊢ \asymp ≍
        \stackrel{!}{=} stacked ≔ := ∼ ~ ≃ ≈ ≅ ≅
    """,
    "s": r"""
        \qquad quad \Rightarrow ⇒ \implies ⇒ \Longrightarrow ⇒ ⇒ ⇒ => ⇒ \iff ⇔ \Leftrightarrow ⇔ ⇔ ⇔ \to →
        -> → \Longleftrightarrow ⇔ \rightarrow → → → \longrightarrow → \mapsto ↦ ↦ ↦ \longmapsto ↦
        \leftarrow ← \gets ← \impliedby ⇐ \Leftarrow ⇐ \leftrightarrow ↔ <-> ↔ \uparrow ↑ \downarrow ↓
        \nearrow ↗ \searrow ↘ \rightharpoonup ⇀ ; ; \semi ; \therefore ⇒ \because ⇐ \land ∧ \lor ∨
        \enspace quad \hookrightarrow → \leadsto → \rightsquigarrow → \par quad
    """,
    "*": r"""
        \cdot · · · ⋅ · \times × × × * · \ast · ∗ · ∙ ·
    """,
    "/": r"""
        / / \div / ÷ / ∕ / ⁄ / \slash /
    """,
    "±": r"""
        \pm ± ± ± \mp ∓ ∓ ∓
    """,
    "d": r"""
        \dots ldots \dotsc ldots \dotsb cdots \dotsm cdots … ldots ... ldots .. ldots ⋯ cdots \hdots ldots
        \textellipsis ldots
    """,
    "$": r"""
        \pounds £ £ £ € € \euro € ¥ ¥ \yen ¥ \textdollar $ \texteuro € \cent ¢ ¢ ¢ ₹ ₹
    """,
    "T": r"""
        \underline 0 \mathop 0 \boxed 0 \fbox 0 \cancel 0 \bcancel 0 \xcancel 0 \color 1 \textcolor 1
        \colorbox 1 \mathstrut 0 \smash 0 \href 1 \class 1 \cssId 1 \htmlClass 1 \htmlId 1 \style 1
        \mathrel 0 \mathbin 0 \mathord 0 \mathopen 0 \ensuremath 0 \mathclose 0 \mathpunct 0 \mathinner 0
        \substack 0 \sout 0 \enclose 1 \raisebox 1 \fcolorbox 2 \mathclap 0
    """,
    "m": r"""
        \mod pmod
    """,
    "R": r"""
        √ sqrt
    """,
    "%": r"""
        ‰ ‰ \textperthousand ‰ \permil ‰
    """,
    "+": r"""
        + +
    """,
    "-": r"""
        - - − - – -
    """,
    "!": r"""
        ! !
    """,
    "^": r"""
        ^ ^ ° ° \degree °
    """,
    "_": r"""
        _ _
    """,
    "'": r"""
        ' ' ′ ' ’ '
    """,
    "{": r"""
        { {
    """,
    "}": r"""
        } }
    """,
    "&": r"""
        & &
    """,
    ",": r"""
        , ,
    """,
    ":": r"""
        : :
    """,
    ".": r"""
        . . \ldotp .
    """,
}  # fmt: skip
"""Other sources, each with the payload of its role behind it, by kind."""

_HIDDEN = {
    "1|label": "label",
    "1|tag": "tag",
    "1|reference": "ref eqref cref Cref",
    "1|citation": "cite",
    "1|not shown": "phantom hphantom vphantom",
    "1|length": "hspace vspace mspace",
    "2|length": "rule",
    "1|ruled line": "cline cmidrule",
    "1|address": "url",
}
"""Commands whose arguments are not shown, by the payload of their role."""


def _roles() -> Iterator[tuple[str, Role]]:
    for letter in ascii_letters:
        yield letter, ("a", letter)
    for kind, words in (("D", STYLES | ACCENTS), ("w", TEXTS | {"operatorname"})):
        for word in words:
            yield "\\" + word, (kind, word)
    for kind, block in _NAMED.items():
        for word in block.split():
            yield "\\" + word, (kind, word)
    for kind, block in _PAIRED.items():
        items = block.split()
        for source, payload in zip(items[::2], items[1::2], strict=True):
            yield source, (kind, payload)
    for payload, names in _HIDDEN.items():
        for name in names.split():
            yield "\\" + name, ("I", payload)


TABLE: dict[str, Role] = dict(_roles())
"""The role of every command and character of LaTeX mathematics that is known."""

SILENT = frozenset(
    "\\" + word
    for word in _set(
        """
    Big Bigg Biggl Biggr Bigl Bigr Large allowbreak bf bfseries big bigg biggl biggr bigl bigr bottomrule
    cal centering displaystyle hfil hfill hline it itshape large left left. limits mathstrut medspace
    middle midrule mskip negthinspace nobreak nolimits nonumber normalsize notag null protect relax right
    right. rm scriptscriptstyle scriptstyle sf small strut textstyle thickspace thinspace toprule tt
        """
    )
)
"""Commands that show nothing of their own."""
