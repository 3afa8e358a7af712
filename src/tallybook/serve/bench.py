"""The book that is served, for the one thread that works at it; whatever happens, something can be shown."""

from __future__ import annotations

import gc
import json
import sys
from typing import TYPE_CHECKING

from tallybook import urls
from tallybook.diagnostics import Severity
from tallybook.live import Shows, Workshop
from tallybook.read import NoBookError
from tallybook.report import concise
from tallybook.report.summary import Look, Report
from tallybook.serve.page import Reply, failure, reply

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.build import Settings
    from tallybook.diagnostics import Diagnostic
    from tallybook.serve.studio import Listener

LISTED = 20
"""Findings that are told to every page."""


class Bench:
    """A book, or the reason why there is none."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._shows: Shows | None = None
        self._trouble = ""
        self._settled = False

    @property
    def only_rechecks(self) -> bool:
        """Whether all that is left is to run checks a second time."""
        return self._shows is not None and self._shows.workshop.only_rechecks

    def open(self) -> None:
        """Read the book."""
        try:
            self._shows = Shows(Workshop(self._settings, recheck_later=True))
            self._trouble = ""
            _keep_what_is_known()
        except NoBookError as error:
            self._trouble = str(error)
        except Exception as error:  # a server outlives its own faults, and says so
            self._trouble = _fault(error)

    def refresh(self, paths: tuple[Path, ...]) -> None:
        """Take in what has changed at some paths."""
        if self._shows is None:
            self.open()
            return
        try:
            self._shows.refresh(paths)
        except Exception as error:  # as above; what is in memory is not to be trusted any more
            self.close()
            self._trouble = str(error) if isinstance(error, NoBookError) else _fault(error)

    def in_turn(self, listeners: tuple[Listener, ...], paths: tuple[Path, ...]) -> list[Listener]:
        """Listeners, those first that look at a text at one of some paths."""
        if self._shows is None:
            return list(listeners)
        shown = self._shows.shown_alone(paths)
        return sorted(listeners, key=lambda one: one.url not in shown)

    def page(self, url: str) -> Reply:
        """What is sent for an address, relative to the root of the site."""
        if self._shows is None:
            return failure(503, "There is no book to show", self._trouble, ())
        try:
            return reply(url, self._shows.page(url))
        except Exception as error:  # as above
            return failure(500, "This page cannot be made", _fault(error), ())

    def step(self) -> str:
        """Verify a page more; returns its id, "" if none is left."""
        id_ = ""
        try:
            id_ = self._shows.workshop.step() if self._shows is not None else ""
        except Exception as error:  # as above
            _fault(error)
        if not id_ and not self._settled:
            self._settled = True
            _keep_what_is_known()
        return id_

    def make(self, id_: str) -> None:
        """Have the page with an id made, which may find it at fault."""
        if self._shows is not None and id_ in self._shows.workshop.text.pages:
            self.page(urls.page_url(*self._shows.workshop.text.pages[id_]))

    def status(self) -> str:
        """What every page is told of the book, as JSON."""
        if self._shows is None:
            return json.dumps({"left": 0, "errors": 1, "findings": [{"text": self._trouble, "url": ""}]})
        found = self._shows.findings()
        errors = [one for one in found if one.severity is Severity.ERROR]
        listed = [{"text": _line(one), "url": self._where(one)} for one in errors[:LISTED]]
        state = {"left": self._shows.workshop.left, "errors": len(errors), "findings": listed}
        return json.dumps(state)

    def close(self) -> None:
        """End the interpreters."""
        if self._shows is not None:
            self._shows.workshop.close()
            self._shows = None

    def _where(self, finding: Diagnostic) -> str:
        """The address of the page a finding is about, "" if there is none."""
        assert self._shows is not None
        found = self._shows.workshop.text.pages.get(finding.subject)
        return f"/{urls.page_url(*found)}" if found else ""


def _keep_what_is_known() -> None:
    """Spare the collector of cycles a book that stays: going through it takes longer than an edit."""
    gc.collect()
    gc.freeze()


def _line(finding: Diagnostic) -> str:
    return concise.render(Report((finding,)), Look()).strip()


def _fault(error: Exception) -> str:
    message = f"internal error: {type(error).__name__}: {error}"
    print(f"tallybook: {message}", file=sys.stderr)
    return message
