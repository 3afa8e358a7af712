"""``tallybook fix``: the printed digits into the text."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from tallybook.cli import complete
from tallybook.cli.options import run_options, settings

if TYPE_CHECKING:
    from tallybook.build import Loaded, Verified
    from tallybook.fix import Repair
    from tallybook.model import Page


@click.command(
    "fix",
    short_help="Put the printed digits into the text.",
    epilog="Examples: `tallybook fix I.5.B04`, `tallybook fix I.5.B04 --write`.",
)
@click.argument("id_", metavar="ID", shell_complete=complete.ids)
@click.option("--write", "writes", is_flag=True, help="Apply the changes, and verify again from disk.")
@run_options
def command(id_: str, writes: bool, **options: Any) -> int:
    """Show, as a diff, the printed digits where the text of a page disagrees with its print.

    A number is left alone where it could mean two printed values; checks are never touched. The exit status
    is 1 if the page does not hold: as it is, or with --write as it is then.
    """
    from tallybook.build import load, verify
    from tallybook.cli.group import UsageFaultError
    from tallybook.cli.output import emit
    from tallybook.cli.progress import progress
    from tallybook.cli.select import opened, selected
    from tallybook.disk import ChangedError, write
    from tallybook.fix import diff, repaired

    chosen = settings(options)
    loaded = opened(load, chosen)
    pages = selected(loaded, [id_]) or ()
    with progress(os.environ) as bar:
        verified = verify(loaded, pages, bar)
    wrote = False
    for page in pages:
        made = _repairs(loaded, verified, page)
        new = repaired(page.source, made)
        sys.stdout.write(diff(page.source, new))
        if writes and made:
            try:
                write(chosen.root, page.source, new)
            except (ChangedError, OSError) as error:
                raise UsageFaultError(f"nothing was written: {error}; run it again") from error
            wrote = True
    if not wrote:
        return emit(verified.report, chosen.root, "full", ())
    again = opened(load, chosen)
    return emit(verify(again, selected(again, [id_])).report, chosen.root, "full", ())


def _repairs(loaded: Loaded, verified: Verified, page: Page) -> tuple[Repair, ...]:
    """The repairs of a page; none where its check did not run to its end."""
    from tallybook import stages
    from tallybook.fix import repairs
    from tallybook.ledger.account import given_of

    book = loaded.book
    usable = {name: one for name, one in verified.prints.items() if one.ok}
    if page.front.check not in usable:
        return ()
    checks = {other.id: other.front.check for chapter in book.chapters for other in chapter.pages}
    chapter = next(one for one in book.chapters if page in one.pages)
    references = stages.links([page])[page.id]
    against = given_of(page, chapter.config, book.config, usable, references, checks)
    return repairs(page.source, page.body, against, book.config.conventions)
