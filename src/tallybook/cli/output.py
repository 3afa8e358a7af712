"""Where reports go: findings for people to standard error, results to standard output, copies to files."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from tallybook.cli.group import UsageFaultError
from tallybook.cli.options import FOR_PEOPLE
from tallybook.report import FORMATS, Look, summary
from tallybook.report.style import wants_color

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybook.report import Report
    from tallybook.scaffold import Draft


def emit(report: Report, root: Path, format_: str, copies: Sequence[tuple[str, Path]]) -> int:
    """Report in a format, and to files. Returns the exit status: 1 if the book is at fault."""
    for name, file in copies:
        write_file(file, FORMATS[name](report, Look(prefix=_prefix(root))))
    if format_ in FOR_PEOPLE:
        sys.stdout.flush()
        sys.stderr.write(FORMATS[format_](report, look(sys.stderr, root)))
        if report.findings and format_ == "full":
            sys.stderr.write("\n")
        sys.stderr.flush()
        print(summary(report))
    else:
        sys.stdout.write(FORMATS[format_](report, Look(prefix=_prefix(root))))
    return 1 if report.errors else 0


UNCUT = 1 << 20  # columns


def look(stream: TextIO, root: Path, elsewhere: int = 80) -> Look:
    """How a report may look on a stream: as wide as its terminal, ``elsewhere`` columns without one."""
    width = shutil.get_terminal_size((80, 24)).columns if stream.isatty() else elsewhere
    return Look(width, wants_color(stream, os.environ), _prefix(root))


def written(root: Path, drafts: Sequence[Draft]) -> None:
    """Write new files below a folder and list them."""
    from tallybook.scaffold import TakenError, write

    try:
        paths = write(root, drafts)
    except TakenError as error:
        raise UsageFaultError(f"{error} is there already, and nothing was written; move it first") from error
    except OSError as error:
        where = error.filename or root
        raise UsageFaultError(f"{where} cannot be written: {error.strerror}; nothing was") from error
    for path in paths:
        print(f"wrote {(root / path).as_posix()}")


def write_file(file: Path, text: str, option: str = "--report") -> None:
    """Write a file that an ``option`` names; its folder is made."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageFaultError(
            f"{file} cannot be written: {error.strerror}; name another file with {option}"
        ) from error


def _prefix(root: Path) -> str:
    """The way from here to a book below; annotations take paths relative to the repository."""
    here, there = Path.cwd(), root.resolve()
    if there == here or not there.is_relative_to(here):
        return ""
    return f"{there.relative_to(here).as_posix()}/"
