"""The published site of chapter I.5 in a browser: one build and one browser for all tests of a session."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from chromium import chromium
from tallybook.build import Settings, Verified, load, verify
from tallybook.config import Limits
from tallybook.publish import publish
from tallybook.search import index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]


class _Quiet(SimpleHTTPRequestHandler):
    """A server that writes no log."""

    def log_message(self, *args: object) -> None:
        return


@pytest.fixture(scope="session")
def chapter() -> Verified:
    """Chapter I.5 with its site; its checks may take as long as a busy machine needs."""
    loaded = load(Settings(root=ROOT, recheck=False))
    config = replace(loaded.book.config, limits=Limits(seconds=300))
    verified = verify(replace(loaded, book=replace(loaded.book, config=config)))
    assert verified.ok, [finding.message for finding in verified.report.findings]
    return verified


@pytest.fixture(scope="session")
def site(chapter: Verified, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site on disk, with its index for searching."""
    target = tmp_path_factory.mktemp("published") / "site"
    publish({**chapter.site, **index(chapter.site)}, target)
    return target


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of a server of the site, with a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with chromium() as started:
        yield started


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """A page of its own, with storage of its own; whatever fails in it fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []
