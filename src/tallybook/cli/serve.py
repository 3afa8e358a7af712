"""``tallybook serve``: the book in a browser, as it stands on the disk."""

from __future__ import annotations

from typing import Any

import click

from tallybook.cli.options import run_options, settings


@click.command(
    "serve",
    short_help="Show the book in a browser while you write it.",
    epilog="Example: `tallybook serve`, then open the address that it prints.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="The first port to try.",
)
@run_options
def command(host: str, port: int, **options: Any) -> int:
    """Serve the book, verify and show again what changes, and put findings at their numbers. Ctrl-C ends it.

    Nothing is published: build/site stays as it is.
    """
    from tallybook.cli.extras import needs

    with needs("serve"):
        from tallybook.serve.run import PortError, serve
    from tallybook.cli.group import UsageFaultError
    from tallybook.read import CONFIG

    chosen = settings(options)
    if not (chosen.root / CONFIG).exists():
        message = f"{chosen.root} holds no book: {CONFIG} is missing"
        raise UsageFaultError(f"{message}; go to the folder of a book or name it with --root")
    try:
        serve(chosen, host, port, lambda address: print(f"serving {address}", flush=True))
    except PortError as error:
        raise UsageFaultError(f"{error}; name another with --host or --port") from error
    return 0
