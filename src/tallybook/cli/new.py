"""``tallybook new``: a skeleton of a page or a chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tallybook.cli.options import root_option

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ("problem", "exercise", "reading", "article", "chapter")


@click.command(
    "new",
    short_help="Start a page or a chapter.",
    epilog="Examples: `tallybook new problem I.1.B02 --title 'A longer loan'`, `tallybook new chapter I.2`.",
)
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("id_", metavar="ID")
@click.option("--title", default="", metavar="TEXT", help="Its title, which names its files as well.")
@root_option
def command(kind: str, id_: str, title: str, root: Path) -> int:
    """Write a skeleton with every section it needs, and a check beside it.

    It verifies as it is, and no file is written over.
    """
    from tallybook.build import Settings, load
    from tallybook.cli.group import UsageFaultError
    from tallybook.cli.output import written
    from tallybook.cli.select import opened
    from tallybook.scaffold import SkeletonError, skeleton

    book = opened(load, Settings(root)).book
    try:
        drafts = skeleton(book, kind, id_, title)
    except SkeletonError as error:
        raise UsageFaultError(str(error)) from error
    written(root, drafts)
    return 0
