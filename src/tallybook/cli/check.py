"""``tallybook check``: verify, and publish nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from tallybook.cli import complete
from tallybook.cli.options import report_options, run_options, settings

if TYPE_CHECKING:
    from pathlib import Path


@click.command(
    "check", epilog="Examples: `tallybook check`, `tallybook check I.5.B04`, `tallybook check I.5`."
)
@click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete.ids)
@run_options
@report_options
def command(ids: tuple[str, ...], format_: str, reports: tuple[tuple[str, Path], ...], **options: Any) -> int:
    """Verify the book, or the pages and chapters with the given ids."""
    from tallybook.build import load, verify
    from tallybook.cli.output import emit
    from tallybook.cli.progress import progress
    from tallybook.cli.select import opened, selected

    chosen = settings(options)
    loaded = opened(load, chosen)
    pages = selected(loaded, ids)
    with progress(os.environ) as bar:
        verified = verify(loaded, pages, bar)
    return emit(verified.report, chosen.root, format_, reports)
