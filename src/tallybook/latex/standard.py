"""Which commands LaTeX and its common packages have: what the converter to MathML accepts, and the rest by
name."""

from __future__ import annotations

from functools import lru_cache

from tallybook.numerals.wordlist import words

_REST = frozenset(
    words(
        "dotsi varlimsup varliminf intertext shortintertext thickapprox thicksim overunderset utilde"
        " varinjlim varprojlim DeclareMathOperator tablenum arcsec arccsc arccot diag enskip celsius"
        " textpercent percent textmu ohm micro multicolumn begin end centerdot csch sech arsinh arcosh"
        " artanh esssup adots mathds mathbbm symup mathup mathbfit normalfont em ce dv pdv textdegree"
        " newcommand renewcommand def limits nolimits footnotesize scriptsize"
    )
)
_UNKNOWN = "Unknown command"


@lru_cache(maxsize=1024)
def is_standard(name: str) -> bool:
    """Whether a command (without its backslash) is one that LaTeX, AMS-LaTeX, mathtools or siunitx
    defines."""
    if name in _REST or not name.isalpha():
        return True
    from math_core import LatexError, LatexToMathML  # late: only pages with commands that nobody knows ask

    try:
        LatexToMathML(fancy_error=False).convert_with_local_state(rf"\{name}{{x}}{{y}}", displaystyle=False)
    except LatexError as error:
        return _UNKNOWN not in str(error)
    return True
