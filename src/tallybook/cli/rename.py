"""``tallybook rename``: another id, in every file that speaks of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from tallybook.cli import complete
from tallybook.cli.options import root_option

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.build import Loaded


@click.command(
    "rename",
    short_help="Give a page, a statement or a chapter another id.",
    epilog="Examples: `tallybook rename I.5.B04 I.5.B08`, `tallybook rename I.5 I.6`.",
)
@click.argument("old", metavar="ID", shell_complete=complete.ids)
@click.argument("new", metavar="ID")
@root_option
def command(old: str, new: str, root: Path) -> int:
    """Rename a page, a statement or a chapter with all its members.

    Follows every reference in texts, front matter, configuration and checks, renames the files that go by
    the id, and leaves a redirect at the old address. If the book would have new faults, nothing changes.
    """
    from tallybook.build import Settings, load
    from tallybook.cli.group import UsageFaultError
    from tallybook.cli.select import opened
    from tallybook.disk import ChangedError
    from tallybook.rename import RenameError, applied, plan

    loaded = opened(load, Settings(root))
    try:
        planned = plan(loaded.book, old, new)
        with applied(root, planned):
            _no_worse(loaded, opened(load, Settings(root)))
    except (RenameError, ChangedError) as error:
        raise UsageFaultError(str(error)) from error
    except OSError as error:
        raise UsageFaultError(f"nothing was renamed: {error}") from error
    for here, there in planned.moves:
        print(f"moved {here} to {there}")
    for path, _, _ in planned.changes:
        print(f"changed {path}")
    for url, id_ in planned.redirects:
        print(f"redirects {url} to {id_}")
    return 0


def _no_worse(before: Loaded, after: Loaded) -> None:
    """Raise ``RenameError`` if a renamed book has findings that it had not."""
    from tallybook.rename import RenameError

    counts = [Counter(finding.code for finding in loaded.findings) for loaded in (before, after)]
    more = counts[1] - counts[0]
    worse = next((finding for finding in after.findings if finding.code in more), None)
    if worse:
        line = worse.source.line_column(worse.span.start)[0]
        raise RenameError(
            f"nothing was renamed, for {worse.source.path}:{line} would be at fault: {worse.message}; "
            "settle that first"
        )
