"""The word before a number and what it makes of it: a reference, a year, a version, an estimate."""

from __future__ import annotations

import re

from tallybook.numerals.wordlist import words

_REFERENCES = (
    "section sect. sec. chapter chap. ch. figure fig. table tab. tbl. equation eq. eqn. theorem thm."
    " lemma lem. proposition prop. corollary cor. definition def. example ex. exercise problem prob."
    " remark rem. algorithm alg. listing appendix app. page p. vol. footnote conjecture postulate"
    " subsection § ¶"
)
_PLURALS = (
    "sections sects. secs. chapters chaps. chs. figures figs. tables equations eqs. eqns. theorems lemmas"
    " lemmata propositions corollaries definitions examples exercises problems remarks algorithms listings"
    " appendices pages pp. vols. footnotes subsections §§"
)
_CAPITALISED = (
    "Volume Part Step Case Line Rule Item Axiom Claim Question Phase Stage Lesson Module Task Panel"
    " Scheme Plate Box Slide Article Clause Paragraph Option Assumption Condition Property Observation"
    " Hypothesis Procedure Experiment Type Room Route Book"
)
_SMALL = "part step case line rule item option type phase stage lesson task question"
_SOFTWARE = (
    "Python PyTorch TensorFlow NumPy numpy SciPy SymPy CUDA Ubuntu Debian Fedora Windows macOS iOS"
    " Android Java JavaScript Rust Ruby PHP Perl Julia Scala Kotlin Swift Unicode HTML CSS HTTP TLS USB"
    " PCIe Bluetooth GCC gcc LLVM Clang clang Django Flask Pandas pandas Keras JAX Matlab MATLAB"
    " Mathematica Stata SPSS SAS LaTeX TeX Fortran Cobol version Version release Release versions Linux"
    " ISO RFC IEEE ANSI PEP ECMAScript Git Docker Kubernetes v. ver."
)
_ABOUT = "about roughly approximately approx. around ca. circa c. nearly almost ≈ ~ ∼ ≃ ≅ some"
_ERA = "AD A.D. BC CE"
_TIME = "since until till during circa early mid late spring summer autumn winter fall"

MONTHS = frozenset(
    words(
        "January February March April May June July August September October November December Jan. Feb."
        " Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec. Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov"
        " Dec"
    )
)

KINDS: dict[str, str] = {
    **dict.fromkeys(words(_ABOUT), "about"),
    **{word.capitalize(): "about" for word in words(_ABOUT)},
    **dict.fromkeys(words(_SMALL), "small"),
    **dict.fromkeys((word for name in words(_REFERENCES) for word in (name, name.capitalize())), "reference"),
    **dict.fromkeys((word for name in words(_PLURALS) for word in (name, name.capitalize())), "references"),
    **dict.fromkeys(words(_CAPITALISED), "reference"),
    **dict.fromkeys((f"{name}s" for name in words(_CAPITALISED)), "references"),
    **dict.fromkeys(words("No. no. Nr. nr. Nos. nos. № #"), "reference"),
    **dict.fromkeys(words(_SOFTWARE), "version"),
    **dict.fromkeys((word for name in words(_TIME) for word in (name, name.capitalize())), "time"),
    **dict.fromkeys(words("year years Year Years yr."), "year"),
    **dict.fromkeys(words(_ERA), "year"),
    **dict.fromkeys(("in", "In"), "in"),
    **dict.fromkeys(MONTHS, "month"),
    "al.": "cite", "ibid.": "cite",
}  # fmt: skip
"""What a word makes of the number after it."""

LABEL = re.compile(r"\w+(?:[.\-–−‐‑]\d\w*|\.[A-Z]{1,3}\d*(?!\w))*")
"""A reference label, after its word."""

MORE_LABELS = re.compile(r"\)?(?:,? (?:and|or|to|through) |, |–|-| ?& ?)\(?(?=\d)")
"""What stands between two labels of one list."""

DATE_BEFORE = re.compile(
    r"\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?"
    r"|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?(?:,? \d{4}(?![\d,.]\d))?"
)
"""A date that begins with its day: ``3 May 2021``."""

DATE_AFTER = re.compile(
    r"(?:\d{1,2}(?:st|nd|rd|th)?(?:[–-]\d{1,2})?(?:,? \d{4})?|\d{4})(?![\d%]|[.,:]\d| ?%)"
)
"""The rest of a date whose month came first: ``May 3, 2021``, ``May 2021``."""

DATE_DIGITS = re.compile(
    r"(?:\d{4}-\d{2}-\d{2}|\d{1,4}/\d{1,2}/\d{2,4}|\d{1,2}\.\d{1,2}\.\d{4})(?![\d/]|-\d)"
)
"""A date in digits alone."""

IDIOMS = re.compile(r"(?:24/7|50/50|9/11|50-50)(?![\w/.-])")

COUNTED = frozenset(
    words(
        "The This These Those That There Then Thus Here When While With Without What Which Where Why Who"
        " How About Above Below Over Under After Before Since Until During From For And But Nor Yet Our"
        " Their Its His Her Your All Any Each Every Both Some Only Just Even Not Total Sum Count Mean"
        " Average Median Size Number Value Values Result Results Answer Score Scores Sample Samples"
        " Population Model Models Layer Layers Width Depth Height Length Area Volume Price Cost Costs Rate"
        " Ratio Share Rank Row Rows Column Columns Loss Error Errors Accuracy Step Steps Epoch Epochs"
        " Batch Day Days Week Weeks Month Months Hour Hours Minute Minutes Second Seconds Year Years"
        " Parameters Weights Units Bytes Bits Output Input Inputs Outputs Range Minimum Maximum Min Max"
        " Limit Bound Budget Income Revenue Profit Balance Exactly Roughly Nearly Almost Level Points"
        " Group Groups Class Classes Votes Seats People Students Patients Cases Deaths Births Let Set Take"
        " Add"
    )
)
"""Words with a capital that are no author's name."""

YEARLIKE = re.compile(r"(?:1[4-9]\d\d|20[0-3]\d)[a-z]?\Z")
"""A year as citations and sentences have them."""

AFTER_YEAR = re.compile(
    r"\s*(?:[.,;:!?)\]\"'”’–—|]|\Z|(?:the|a|an|it|they|we|he|she|i|and|or|when|where|was|were|is|had|has"
    r"|to|but|with|by|at|on"
    r"|for|as|that|there|this|these|only|which|who|after|before|because|until|his|her|its|their|our|no"
    r"|not|did|about|from"
    r"|when|while|than|alone|shows?|showed|found|used|came|began|ended)\b)",
    re.IGNORECASE,
)
"""What follows *in 1986* and not *in 1024 cells*."""

NO_TIME_BEFORE_IN = re.compile(
    r"(?:result|end|fit|store|stor|culminat|encod|pack|hold|differ|giv|yield|count|express|measur|written"
    r"|number|represent)"
    r"\w*\Z"
)
"""Verbs whose *in* is no word of time: *resulting in 1536*."""

MORE_YEARS = re.compile(r"(?:,? (?:and|or|to) |, |–|-)\Z")
"""What stands between two years of one list."""

NAME_STEMS = frozenset(words("utf base iso sha latin top x amd arm win md crc rc aes rsa des rfc mp ps"))
"""Lower-case words that make a name with the number after their hyphen: ``utf-16``, ``base-64``."""

NOT_CITED = frozenset(
    words(
        "shape shapes vector vectors list lists array arrays tuple tuples row rows column interval range"
        " values entries weights tensor input output set sequence equals is are at to = : → ->"
    )
)
"""Words before a bracketed number that make it a value, not a citation."""

_REGIONS = (
    ("://", re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s<>]*[^\s<>.,;:!?)\]'\"]"), "a web address"),
    ("www.", re.compile(r"\bwww\.[^\s<>]*[^\s<>.,;:!?)\]'\"]"), "a web address"),
    ("@", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "an e-mail address"),
    ("10.", re.compile(r"(?:\b[dD][oO][iI]:?\s*)?\b10\.\d{4,9}/[^\s<>]*[^\s<>.,;:!?)\]'\"]"), "a DOI"),
    (
        "rXiv",
        re.compile(r"\barXiv:?\s*(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?"),
        "an arXiv number",
    ),
    ("IS", re.compile(r"\bIS[BS]N(?:-1[03])?:?\s*(?:\d[\d\-– ]{6,16}[\dXx])"), "a book number"),
)


def regions(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """The addresses and catalogue numbers of a run, in order, none overlapping: start, end, what it is."""
    found = [
        (match.start(), match.end(), reason)
        for hint, pattern, reason in _REGIONS
        if text.find(hint, start, end) >= 0
        for match in pattern.finditer(text, start, end)
    ]
    found.sort()
    kept: list[tuple[int, int, str]] = []
    for region in found:
        if not kept or region[0] >= kept[-1][1]:
            kept.append(region)
    return kept
