"""The commands by name. A command's module is imported when it is called, so that starting stays quick."""

from __future__ import annotations

from importlib import import_module
from keyword import iskeyword

import click

from tallybook import __version__
from tallybook.suggest import did_you_mean

NAMES = (
    *("init", "new", "import"),
    *("build", "check", "explain", "mutate", "serve", "lsp"),
    *("fix", "rename", "schema", "cache", "pyodide"),
)
"""Each is a module of this package with a click command ``command``; one named by a keyword ends in ``_``."""


class UsageFaultError(Exception):
    """The tool cannot run as it was called. The message is one line that says what to do."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx  # the same commands everywhere
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx  # as above
        if cmd_name not in NAMES:
            return None
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command = import_module(f"tallybook.cli.{module}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in NAMES and not args[0].startswith("-"):
            hint = "".join(did_you_mean(args[0], NAMES)) or "see `tallybook --help`"
            raise UsageFaultError(f"there is no command {args[0]!r}: {hint}")
        return super().resolve_command(ctx, args)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", message="tallybook %(version)s")
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an internal error.")
def commands() -> None:
    """Textbook chapters whose digits cannot be wrong.

    Every number on a page is held against what the page's own program printed.

    Exit status: 0 the book holds, 1 the book is at fault, 2 the tool could not run.
    """
