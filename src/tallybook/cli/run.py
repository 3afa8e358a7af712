"""From a command line to an exit status. Here, and only here, exceptions become one.

0: the book holds; 1: the book is at fault; 2: the tool could not run, and one line says why.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

from tallybook.cli.group import UsageFaultError, commands

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMPLETION = "_TALLYBOOK_COMPLETE"
"""Variable by which a shell asks for completions."""
INTERRUPTED, PIPE_CLOSED = 130, 141  # as a shell reports the signals
_YOUNG = 100_000
"""Objects more than before upon which the collector looks for cycles. A book is a million objects that stay,
and few of what is made besides are cycles: at Python's 700 a fifth of a build went into looking, at this many
the garbage of a build or of a server that runs for days is bounded by some ten megabytes."""


def run(words: Sequence[str]) -> int:
    """Run a command line and return its exit status.

    Nothing is raised but the ``SystemExit`` that ends a shell's completion.
    """
    _speak_utf8(sys.stdout, sys.stderr)
    try:
        if COMPLETION in os.environ:
            commands.main(
                list(words), prog_name="tallybook", complete_var=COMPLETION
            )  # answers the shell and exits
        with _collecting_seldom(), commands.make_context("tallybook", list(words)) as context:
            status = commands.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:  # --help and --version
        return end.exit_code
    except UsageFaultError as error:
        return _say(str(error))
    except click.UsageError as error:
        return _say(_usage(error))
    except click.ClickException as error:
        return _say(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # nothing more is written, also not by the interpreter when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except ConnectionError as error:  # no cluster where one was named
        return _say(str(error))
    except Exception as error:  # the boundary of the program
        return _say(_bug(error, debug="--debug" in words))
    return status if isinstance(status, int) else 0


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Let the collector of cycles run when there is something to collect; workers inherit it."""
    before = gc.get_threshold()
    gc.set_threshold(_YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _speak_utf8(*streams: TextIO) -> None:
    """Let any text be written: a page may hold what the code page of a machine does not."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8")


def _say(message: str) -> int:
    print(f"tallybook: {message}", file=sys.stderr)
    return 2


def _usage(error: click.UsageError) -> str:
    """Click's message as one line that ends in what to do."""
    message = " ".join(error.format_message().split()).rstrip(".")
    path = error.ctx.command_path if error.ctx else "tallybook"
    return f"{message[:1].lower()}{message[1:]}; see `{path} --help`"


def _bug(error: Exception, debug: bool) -> str:
    """What failed and where, for a report."""
    import traceback
    from pathlib import Path

    if debug:
        traceback.print_exception(error)
    kind = type(error).__name__
    text = " ".join(str(error).split())[:200]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "tallybook" in frame.filename]
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"internal error: {kind}: {text}{where}; please report it with the output of --debug"
