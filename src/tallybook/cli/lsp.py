"""``tallybook lsp``: the language server, for editors."""

from __future__ import annotations

import os
import sys

import click


@click.command(
    "lsp",
    short_help="Answer an editor over standard input and output.",
    epilog="Example: `tallybook lsp`, as an editor starts it; the README tells how three editors do.",
)
def command() -> int:
    """Serve the language server protocol: findings as you type, evidence, completion and quick fixes.

    No check runs on a keystroke; what a save touches does.
    """
    from tallybook.cli.extras import needs

    with needs("editor"):
        from tallybook.editor.server import server

    # the server closes what it writes to; standard output itself is left to whoever comes after
    server().start_io(stdout=os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
    return 0
