"""``tallybook init``: a small working book."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(
    "init",
    short_help="Start a small working book.",
    epilog="Example: `tallybook init my-book && tallybook build -C my-book`.",
)
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def command(folder: Path) -> int:
    """Write a small book to DIR: a chapter on loans with a problem, an exercise, their checks, the schemas.

    It builds and verifies as it is. Nothing is written if one of its files is there already.
    """
    from tallybook.cli.group import UsageFaultError
    from tallybook.cli.output import written
    from tallybook.scaffold import starter

    if (folder / "chapters").exists():
        raise UsageFaultError(f"{folder.as_posix()} holds a book already; name another folder")
    written(folder, starter())
    print(f"now build it: tallybook build -C {folder.as_posix()}")
    return 0
