"""For all tests."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from chromium import chromium
from whole_book import Whole, whole_book

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser

# Started in the background by a shell, the tests and every program they start would ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin each process's share with long tests, so that short ones are left to even out at the end.

    The tests are handed out in as many stretches as there are processes.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    is_long = [item.get_closest_marker("slow") is not None for item in items]
    long = [item for item, yes in zip(items, is_long, strict=True) if yes]
    short = [item for item, yes in zip(items, is_long, strict=True) if not yes]
    items[:] = [
        item
        for process in range(processes)
        for item in (*long[process::processes], *_stretch(short, process, processes))
    ]


def _stretch(items: Sequence[pytest.Item], which: int, count: int) -> Sequence[pytest.Item]:
    return items[len(items) * which // count : len(items) * (which + 1) // count]


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """This book, verified and published."""
    return whole_book(tmp_path_factory)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window: the one of a process, for two cannot be driven at a time."""
    with chromium() as started:
        yield started
