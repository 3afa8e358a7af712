"""A real browser for tests: the system's Chromium, driven by Playwright."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

import installing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]  # in containers there is neither


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=installing.chromium(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
