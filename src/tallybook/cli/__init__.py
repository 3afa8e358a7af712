"""The command line: one file a command.

What can be answered without loading anything is answered here: the version, and a build with nothing to do.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # ``typing`` would take longer than the answer
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (by default that of the process) and return its exit status.

    Nothing is raised but the ``SystemExit`` that ends a shell's completion.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    answer = _at_once(words)
    if answer:
        try:
            print(answer, flush=True)
            return 0
        except OSError:  # a closed pipe: told as it is always told
            pass
    from tallybook.cli.run import run

    return run(words)


def _at_once(words: list[str]) -> str:
    """The answer to a command line for which nothing has to be done; "" for all others."""
    if words == ["--version"]:
        from tallybook import __version__

        return f"tallybook {__version__}"
    if words == ["build"] or (len(words) == 3 and words[0] == "build" and words[1] in ("-C", "--root")):
        from tallybook.cli.nothing import up_to_date

        return up_to_date(words[2] if len(words) == 3 else ".")
    return ""
