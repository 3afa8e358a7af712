"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from tallybook.build import Settings

F = TypeVar("F", bound="Callable[..., Any]")

FORMAT_NAMES = ("full", "concise", "json", "github", "sarif", "junit", "markdown")
FOR_PEOPLE = frozenset({"full", "concise"})
"""Formats whose findings go to standard error, with a summary on standard output."""

root_option = click.option(
    "-C",
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help="The folder of the book, with chapters/ and checks/.  [default: here]",
)


def run_options(function: F) -> F:
    """How checks are executed."""
    for option in reversed(
        (
            root_option,
            click.option(
                "-j",
                "--jobs",
                type=click.IntRange(min=1),
                metavar="N",
                help="Checks, and pages, at once.  [default: cores]",
            ),
            click.option("--cold", is_flag=True, help="A fresh interpreter for each check."),
            click.option("--no-recheck", is_flag=True, help="Do not run new checks twice."),
            click.option(
                "--sandbox",
                type=click.Choice(["required", "best", "off"]),
                default="best",
                show_default=True,
                help="How checks are contained; required: not at all rather than less than fully.",
            ),
            click.option(
                "--farm", default="", metavar="ADDRESS", help="Run checks on the Dask cluster at ADDRESS."
            ),
            click.option(
                "--install", is_flag=True, help="Provide packages that checks declare and that are missing."
            ),
            click.option("--no-cache", is_flag=True, help="Do everything anew, and remember nothing."),
        )
    ):
        function = option(function)
    return function


def report_options(function: F) -> F:
    """How findings are reported."""
    for option in reversed(
        (
            click.option(
                "--format",
                "format_",
                type=click.Choice(FORMAT_NAMES),
                default="full",
                show_default=True,
                help="How to report; full and concise report on standard error.",
            ),
            click.option(
                "--report",
                "reports",
                multiple=True,
                metavar="FORMAT=FILE",
                callback=_pairs,
                help="Write a report to a file as well; may be given several times.",
            ),
        )
    ):
        function = option(function)
    return function


def settings(options: dict[str, Any]) -> Settings:
    """What ``run_options`` collected, taken out of ``options``."""
    from tallybook.build import Settings

    return Settings(
        root=options.pop("root"),
        jobs=options.pop("jobs"),
        cold=options.pop("cold"),
        recheck=not options.pop("no_recheck"),
        sandbox=options.pop("sandbox"),
        cache=not options.pop("no_cache"),
        farm=options.pop("farm"),
        install=options.pop("install"),
    )


def _pairs(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, Path], ...]:
    pairs = []
    for value in values:
        name, equals, file = value.partition("=")
        if name not in FORMAT_NAMES or not equals or not file:
            message = f"{value!r} is not FORMAT=FILE with a format of {', '.join(FORMAT_NAMES)}"
            raise click.BadParameter(message, context, parameter)
        pairs.append((name, Path(file)))
    return tuple(pairs)
