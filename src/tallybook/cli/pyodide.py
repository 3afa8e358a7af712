"""``tallybook pyodide``: fetch what readers need to run checks themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tallybook.cli.options import root_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command("pyodide", epilog="Example: `tallybook pyodide && tallybook build --runnable`.")
@root_option
def command(root: Path) -> int:
    """Fetch Pyodide, once, for `build --runnable`: readers then run checks in their browser.

    It comes from its package, by npm; the packages that checks import are taken from here, where they ran.
    """
    from tallybook.build import Settings, load
    from tallybook.cli.group import UsageFaultError
    from tallybook.cli.select import opened
    from tallybook.runnable import reruns
    from tallybook.runnable.fetch import FetchError, fetch
    from tallybook.runnable.kit import VERSION, checks_of

    book = opened(load, Settings(root)).book
    try:
        kit = fetch(book, root)
    except FetchError as error:
        raise UsageFaultError(str(error)) from error
    print(f"{kit.folder.as_posix()}: Pyodide {VERSION}, which is Python {kit.python}")
    for archive in sorted({name for held in kit.packages.values() for name in held}):
        print(f"  {archive}")
    lacking = [module for module, held in kit.packages.items() if not held]
    why = f"; no browser has {', '.join(lacking)}" if lacking else ""
    print(f"readers can run {len(reruns(kit, book, root))} of {len(checks_of(book))} checks{why}")
    return 0
