"""``tallybook cache``: how much is remembered of earlier runs, and forgetting it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tallybook.cli.options import root_option

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.accounts import Kept
    from tallybook.execute import Cache


@click.group("cache", no_args_is_help=False, epilog="Example: `tallybook cache stats`.")
def command() -> None:
    """Show or clear what is remembered of the checks and pages of a book."""


@command.command("stats")
@root_option
def stats(root: Path) -> int:
    """Show how many prints are remembered, for how many checks, how many ledgers, and their size."""
    cache, ledgers = _remembered(root)
    known, kept = cache.stats(), ledgers.count()
    cache.close()
    ledgers.let_go()
    print(f"{cache.file.as_posix()}: prints {known.prints}, checks {known.checks}, bytes {known.bytes}")
    print(f"{ledgers.file.as_posix()}: ledgers {kept}, bytes {ledgers.bytes}")
    return 0


@command.command("clear")
@root_option
def clear(root: Path) -> int:
    """Forget all prints and ledgers; the next run executes every check, and accounts for every page."""
    from tallybook.build import SITE
    from tallybook.parse import KeptFiles
    from tallybook.render import Remembered

    cache, ledgers = _remembered(root)
    known, kept, size = cache.stats(), ledgers.count(), ledgers.bytes
    for store in (cache, ledgers, KeptFiles.of_book(root), Remembered.of_site(root, root / SITE, {})):
        store.clear()
    print(f"{cache.file.as_posix()}: forgot prints {known.prints}, bytes {known.bytes}")
    print(f"{ledgers.file.as_posix()}: forgot ledgers {kept}, bytes {size}")
    return 0


def _remembered(root: Path) -> tuple[Cache, Kept]:
    from tallybook.accounts import Kept
    from tallybook.cli.group import UsageFaultError
    from tallybook.execute import Cache
    from tallybook.read import CONFIG

    if not (root / CONFIG).exists():
        raise UsageFaultError(f"{root} holds no book: {CONFIG} is missing; name its folder with -C")
    return Cache.of_book(root), Kept.of_book(root)
