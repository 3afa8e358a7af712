"""``tallybook build``: verify everything, then publish."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tallybook.cli.options import FOR_PEOPLE, report_options, run_options, settings

if TYPE_CHECKING:
    from pathlib import Path


@click.command(
    "build",
    short_help="Verify everything, then publish build/site.",
    epilog="Example: `tallybook build && open build/site/index.html`.",
)
@click.option(
    "--chapter",
    "chapters",
    multiple=True,
    metavar="CHAPTER",
    help="Only this chapter, by folder or id; the rest of the site stays.  May be given several times.",
)
@click.option(
    "--solutions",
    type=click.Choice(["inline", "apart", "none"]),
    default="inline",
    show_default=True,
    help="Where solutions of exercises stand; none: hints, checks and ledgers that tell them stay out too.",
)
@click.option(
    "--runnable", is_flag=True, help="Let readers run the checks themselves; `tallybook pyodide` comes first."
)
@run_options
@report_options
def command(
    chapters: tuple[str, ...],
    solutions: str,
    runnable: bool,
    format_: str,
    reports: tuple[tuple[str, Path], ...],
    **options: Any,
) -> int:
    """Verify the whole book, then replace build/site; if anything fails the last good site stays."""
    from tallybook import receipt
    from tallybook.cli.nothing import asked, up_to_date

    root, sandbox = str(options["root"]), options["sandbox"]
    decided = asked(sandbox, options["cold"], not options["no_recheck"], solutions, runnable)
    plain = not options["no_cache"] and sandbox != "required" and format_ in FOR_PEOPLE and not reports
    plain = plain and not chapters
    if plain and (nothing := up_to_date(root, decided)):
        print(nothing)  # before all that takes long to import
        return 0

    from tallybook.build import SITE, build, load
    from tallybook.cli.group import UsageFaultError
    from tallybook.cli.output import emit
    from tallybook.cli.progress import progress
    from tallybook.cli.select import chapters_named, opened
    from tallybook.publish import PublishError
    from tallybook.render import Solutions
    from tallybook.report import summary
    from tallybook.runnable import NotFetchedError, kit_of
    from tallybook.search import SearchError

    chosen = replace(settings(options), solutions=Solutions(solutions), runnable=runnable)
    try:
        if runnable:
            kit_of(chosen.root)
    except NotFetchedError as error:
        raise UsageFaultError(str(error)) from error
    before = receipt.Sources(root)
    loaded = opened(load, chosen)
    named = chapters_named(loaded, chapters)
    try:
        with progress(os.environ) as bar:
            verified = build(loaded, bar, named)
    except PublishError as error:
        raise UsageFaultError(f"{error}; make room for it and build again") from error
    except SearchError as error:
        raise UsageFaultError(str(error)) from error
    status = emit(verified.report, chosen.root, format_, reports)
    if not status and format_ in FOR_PEOPLE:
        print(f"published {(chosen.root / SITE / 'index.html').as_posix()}")
    if plain and not verified.report.findings:
        also = tuple(str(chosen.root / one.path) for one in loaded.book.config.neighbours)
        receipt.write(root, decided, summary(verified.report), before, also)
    return status
