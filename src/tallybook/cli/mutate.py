"""``tallybook mutate``: alter every claim, one at a time, and report what verification does not notice."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from tallybook.cli import complete
from tallybook.cli.options import run_options, settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tallybook.build import Loaded, Verified
    from tallybook.model import Page
    from tallybook.mutate import Subject


@click.command(
    "mutate",
    short_help="Alter each claim and report what survives.",
    epilog="Examples: `tallybook mutate`, `tallybook mutate I.5.B04`, `tallybook mutate --sample 500`.",
)
@click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete.ids)
@click.option("--format", "format_", type=click.Choice(["full", "json"]), default="full", show_default=True)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="N",
    help="Judge N mutants drawn at random instead of all.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="What the sample is drawn by.")
@run_options
def command(ids: tuple[str, ...], format_: str, sample: int | None, seed: int, **options: Any) -> int:
    """Alter each digit of each claim, and put each other number of its page in its place.

    Reports how many of these mutants verification notices, and each one that it does not notice with the
    evidence that let it pass. The exit status is 1 if the book does not hold as it is.
    """
    from tallybook.build import load, verify
    from tallybook.cli.output import look
    from tallybook.cli.progress import progress
    from tallybook.cli.select import opened, selected
    from tallybook.mutate import score
    from tallybook.mutate.table import as_json, render
    from tallybook.report import FORMATS, Report

    chosen = settings(options)
    loaded = opened(load, chosen)
    pages = selected(loaded, ids)
    with progress(os.environ) as bar:
        verified = verify(loaded, pages, bar)
    errors = tuple(one for one in verified.report.findings if one.severity == "error")
    sys.stderr.write(FORMATS["full"](Report(errors), look(sys.stderr, chosen.root)))
    with progress(os.environ, "mutants") as bar:
        subjects = list(_subjects(loaded, verified, loaded.pages if pages is None else pages))
        scores = score(subjects, sample=sample, seed=seed, jobs=chosen.jobs, progress=bar)
    sys.stdout.write(as_json(scores) if format_ == "json" else render(scores, look(sys.stdout, chosen.root)))
    return 1 if errors else 0


def _subjects(loaded: Loaded, verified: Verified, pages: Sequence[Page]) -> Iterator[Subject]:
    """The pages whose print is known, with what each is held against."""
    from tallybook import stages
    from tallybook.mutate import subject_of
    from tallybook.references import names

    book = loaded.book
    usable = {name: one for name, one in verified.prints.items() if one.ok}
    checks = {page.id: page.front.check for chapter in book.chapters for page in chapter.pages}
    cited = stages.links(pages)
    wanted = {page.source.path for page in pages}
    for chapter in book.chapters:
        for page in chapter.pages:
            if page.source.path in wanted and (not page.front.check or page.front.check in usable):
                yield subject_of(
                    page, chapter.config, book.config, usable, cited[page.id], checks, names(book, chapter)
                )
