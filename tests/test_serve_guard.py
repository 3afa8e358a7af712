"""Whom the live server refuses."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from tallybook.serve.guard import refusal

EVENTS = "/-tallybook/events"
PAGE = "/i-2/b01-tower.html"
OURS = "127.0.0.1:8000"
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


def refused(path: str, host: str = "127.0.0.1", **headers: str) -> bool:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return bool(refusal(Headers({"host": OURS, **named}), path, host))


@pytest.mark.parametrize("name", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "LOCALHOST"])
def test_this_machine_by_its_names(name: str) -> None:
    assert not refusal(Headers({"host": name}), PAGE, "127.0.0.1")


@pytest.mark.parametrize(
    "name",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.0.7", "", "[::1", "a b"],
)
def test_a_name_that_was_made_to_point_here(name: str) -> None:
    assert refusal(Headers({"host": name}), PAGE, "127.0.0.1")
    assert refusal(Headers({"host": name}), EVENTS, "127.0.0.1")


def test_a_host_that_was_asked_for() -> None:
    assert not refusal(Headers({"host": "192.168.0.7:8000"}), PAGE, "192.168.0.7")
    assert not refusal(Headers({"host": "192.168.0.7:8000"}), PAGE, "0.0.0.0")
    assert refusal(Headers({"host": "evil.example"}), PAGE, "0.0.0.0")


def test_the_stream_of_events_for_its_own_pages_alone() -> None:
    assert not refused(EVENTS)
    assert not refused(EVENTS, sec_fetch_site="same-origin", sec_fetch_mode="cors", sec_fetch_dest="empty")
    assert not refused(EVENTS, origin=f"http://{OURS}", sec_fetch_site="same-origin")
    assert refused(EVENTS, origin="http://evil.example")
    assert refused(EVENTS, origin="null")
    assert refused(EVENTS, origin="http://127.0.0.1:9000", sec_fetch_site="same-site")
    assert refused(EVENTS, sec_fetch_site="same-site")
    assert refused(EVENTS, sec_fetch_site="cross-site")
    assert refused(EVENTS, **{name.replace("-", "_"): value for name, value in LINK.items()})
    assert refused(EVENTS, sec_fetch_site="none")


def test_a_link_from_elsewhere_may_be_followed_and_no_more() -> None:
    assert not refused(PAGE, **{name.replace("-", "_"): value for name, value in LINK.items()})
    assert refused(PAGE, sec_fetch_site="cross-site", sec_fetch_mode="no-cors", sec_fetch_dest="script")
    assert refused(PAGE, sec_fetch_site="cross-site", sec_fetch_mode="navigate", sec_fetch_dest="iframe")
    assert not refused(PAGE, sec_fetch_site="none", sec_fetch_mode="navigate", sec_fetch_dest="document")
