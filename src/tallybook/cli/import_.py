"""``tallybook import``: a first draft of a page out of a notebook or a document."""

from __future__ import annotations

from pathlib import Path

import click

from tallybook.cli.options import root_option


@click.command(
    "import",
    short_help="Draft a page from a notebook or a document.",
    epilog="Examples: `tallybook import loan.ipynb I.1.B02`, `tallybook import loan.qmd I.1.X02`.",
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.argument("id_", metavar="ID")
@click.option("--title", default="", metavar="TEXT", help="Its title, if not that of the document.")
@root_option
def command(file: Path, id_: str, title: str, root: Path) -> int:
    """Write a page and its check from a notebook (.ipynb) or from Markdown whose programs are run (MyST,
    Quarto, R Markdown, Jupytext).

    Texts go to the sections that their headings name, programs into the check, and what found no place is
    listed. No program is run; `tallybook check ID` then says which numbers are still open.
    """
    from tallybook.build import Settings, load
    from tallybook.cli.group import UsageFaultError
    from tallybook.cli.output import written
    from tallybook.cli.select import opened
    from tallybook.scaffold import SkeletonError, UnreadableError, imported, read_document

    try:
        document = read_document(file.name, file.read_text(encoding="utf-8-sig"))
    except (UnreadableError, UnicodeDecodeError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageFaultError(f"{file} cannot be imported: {reason}") from error
    book = opened(load, Settings(root)).book
    try:
        made = imported(book, document, id_, title)
    except SkeletonError as error:
        raise UsageFaultError(str(error)) from error
    written(root, made.drafts)
    for line in made.left:
        print(f"left: {line}")
    print(f"now verify it: tallybook check {id_}")
    return 0
