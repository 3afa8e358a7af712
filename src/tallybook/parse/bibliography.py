"""BibTeX files to works. Each is cited by its authors and year: ``Zaslavsky 1975``, ``Montúfar et al. 2014``.

Of works that would share a name each has a letter behind its year, in the order of the files.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from string import ascii_lowercase
from typing import TYPE_CHECKING

from tallybook.config import Work
from tallybook.diagnostics import Diagnostic, Noted
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pybtex.database import Entry, Person
    from pybtex.style.formatting.unsrt import Style

OTHERS = "others"
"""The last of the names where more are meant, as BibTeX writes it."""


def read_works(sources: Sequence[Source], known: Iterable[Work]) -> Noted[tuple[Work, ...]]:
    """The works in some BibTeX files; ``known`` are those the book names elsewhere.

    A file that cannot be parsed and an entry without author, title or year are findings, and are left out.
    """
    findings: list[Diagnostic] = []
    entries = [(source, entry) for source in sources for entry in _entries(source, findings)]
    names = [_name(entry) for _, entry in entries]
    shared = {name for name, count in Counter(names).items() if count > 1}
    letters = {name: iter(ascii_lowercase) for name in shared}
    taken = {work.key for work in known}
    works = []
    for (source, entry), name in zip(entries, names, strict=True):
        key = name + next(letters[name], "") if name in shared else name
        if key in taken:
            message = f"the work {key} is given in book.yaml as well"
            place = _place(source, entry.key)
            findings.append(_finding("F141", message, source, place, "delete one of the two"))
            continue
        try:
            works.append(Work(key, _formatted(entry), _address(entry)))
        except (LookupError, ValueError) as error:
            message = f"the entry {entry.key} cannot be formatted: {error}"
            place = _place(source, entry.key)
            findings.append(_finding("F161", message, source, place, "complete the entry"))
    return Noted(tuple(works), tuple(findings))


def _entries(source: Source, findings: list[Diagnostic]) -> Iterator[Entry]:
    """The entries of a file that have what every citation needs."""
    # a fifth of a second that few books need; asked by name, pybtex would look for its plugins each time
    from pybtex.database import BibliographyDataError
    from pybtex.database.input.bibtex import Parser
    from pybtex.exceptions import PybtexError

    try:
        data = Parser().parse_string(source.text)
    except BibliographyDataError as error:
        findings.append(_finding("F160", str(error), source, Span(0, 0), "delete one of the two entries"))
        return
    except PybtexError as error:
        line = min(getattr(error, "lineno", None) or 1, source.text.count("\n") + 1)
        message = re.sub(r"^syntax error in line \d+: ", "", str(error))
        findings.append(_finding("F160", message, source, source.line_span(line), "correct the entry"))
        return
    for entry in data.entries.values():
        lacking = [key for key in ("title", "year") if not entry.fields.get(key, "").strip()]
        lacking = lacking if _people(entry) else ["author", *lacking]
        if lacking:
            message = f"the entry {entry.key} has no {' and no '.join(lacking)}"
            place = _place(source, entry.key)
            findings.append(_finding("F161", message, source, place, "add what is missing"))
        else:
            yield entry


def _people(entry: Entry) -> Sequence[Person]:
    return entry.persons.get("author") or entry.persons.get("editor") or ()


def _name(entry: Entry) -> str:
    """How a work is cited."""
    people = [_surname(person) for person in _people(entry)]
    more = len(people) > 2 or people[-1] == OTHERS
    who = f"{people[0]} et al." if more else " and ".join(people)
    return f"{who} {entry.fields['year'].strip()}"


def _surname(person: Person) -> str:
    from pybtex.backends.plaintext import Backend

    parts = (*person.rich_prelast_names, *person.rich_last_names)
    return " ".join(part.render(Backend()) for part in parts)


def _formatted(entry: Entry) -> str:
    """The entry as the bibliography shows it, without its address, to which that links. Raises where its
    type is unknown or a field is missing."""
    from pybtex.backends.plaintext import Backend
    from pybtex.database import Entry
    from pybtex.exceptions import PybtexError

    style = _style()
    if not hasattr(style, f"get_{entry.type}_template"):
        raise LookupError(f"{entry.type} is no type of entry")
    fields = [(key, value) for key, value in entry.fields.items() if key.lower() != "url"]
    shown = Entry(entry.type, fields, entry.persons)
    try:
        text = style.format_entry("", shown).text.render(Backend())
    except PybtexError as error:
        raise ValueError(re.sub(r" in \S+$", "", str(error))) from error
    return re.sub(r"\s+", " ", text).strip()


@cache
def _style() -> Style:
    from pybtex.style.formatting.unsrt import Style

    return Style()


def _address(entry: Entry) -> str:
    """Where the work can be read, "" if the entry does not say."""
    fields = entry.fields
    if "url" in fields:
        return str(fields["url"]).strip()
    if "doi" in fields:
        return f"https://doi.org/{fields['doi'].strip()}"
    return f"https://arxiv.org/abs/{fields['eprint'].strip()}" if "eprint" in fields else ""


def _place(source: Source, key: str) -> Span:
    """The key of an entry in its file."""
    match = re.search(rf"@\s*\w+\s*[{{(]\s*({re.escape(key)})\s*[,\s]", source.text)
    return Span(match.start(1), match.end(1)) if match else Span(0, 0)


def _finding(code: str, message: str, source: Source, span: Span, help_: str) -> Diagnostic:
    return Diagnostic(code, message, source, span, help=(help_,))
