"""The published site in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from site_server import serving_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from whole_book import Whole


@pytest.fixture(scope="session")
def site(whole: Whole) -> Path:
    """The site on disk, with its index for searching."""
    assert whole.verified.ok, [finding.message for finding in whole.verified.report.findings]
    return whole.site


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of a server of the site, with a slash at its end."""
    with serving_folder(site) as address:
        yield address


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
