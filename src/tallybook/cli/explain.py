"""``tallybook explain``: the ledger of a page, or what a code means."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import click

from tallybook.cli import complete
from tallybook.cli.options import run_options, settings


@click.command(
    "explain",
    short_help="Show the ledger of a page, or what a code means.",
    epilog="Examples: `tallybook explain I.5.B04`, `tallybook explain T103`, `tallybook explain --all`.",
)
@click.argument("what", metavar="ID|CODE", default="", shell_complete=complete.ids_and_codes)
@click.option("--all", "all_codes", is_flag=True, help="Show the pages of all codes, as Markdown.")
@click.option("--format", "format_", type=click.Choice(["full", "json"]), default="full", show_default=True)
@run_options
def command(what: str, all_codes: bool, format_: str, **options: Any) -> int:
    """Show every number of a page with its evidence and strength, or the page of a code.

    The exit status is 1 if the page does not hold.
    """
    from tallybook.cli.group import UsageFaultError
    from tallybook.diagnostics import handbook

    if all_codes:
        sys.stdout.write(handbook())
        return 0
    if not what:
        raise UsageFaultError("explain what? name a page or a code, or say --all")
    if re.fullmatch(r"[A-Za-z]\d+", what):
        sys.stdout.write(_code(what.upper()))
        return 0
    return _page(what, format_, settings(options))


def _code(code: str) -> str:
    from tallybook.cli.group import UsageFaultError
    from tallybook.diagnostics import catalogue

    pages = catalogue()
    if code not in pages:
        alike = [known for known in pages if known[0] == code[0]]
        hint = f"the codes of its kind are {', '.join(alike)}" if alike else "codes are as in error[T101]"
        raise UsageFaultError(f"there is no code {code}: {hint}")
    return pages[code]


def _page(id_: str, format_: str, chosen: Any) -> int:
    from tallybook.build import load, verify
    from tallybook.cli.output import UNCUT, look
    from tallybook.cli.progress import progress
    from tallybook.cli.select import opened, selected
    from tallybook.report import FORMATS, Report, ledger_json, ledger_table

    loaded = opened(load, chosen)
    pages = selected(loaded, [id_])
    with progress(os.environ) as bar:
        verified = verify(loaded, pages, bar)
    shown = [(page, verified.ledgers[page.id]) for page in pages or () if page.id in verified.ledgers]
    told = {finding for _, ledger in shown for finding in ledger.findings}
    others = tuple(finding for finding in verified.report.findings if finding not in told)
    sys.stderr.write(FORMATS["full"](Report(others), look(sys.stderr, chosen.root)))
    if format_ == "json":
        sys.stdout.write(ledger_json.render(shown))
    else:
        sys.stdout.write(ledger_table.render(shown, look(sys.stdout, chosen.root, UNCUT)))
    return 1 if verified.report.errors else 0
