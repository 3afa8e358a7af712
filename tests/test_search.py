"""The index for searching a site."""

from __future__ import annotations

import sys

import pytest

from tallybook import search

PAGE = """<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><nav>outside</nav>
<main data-pagefind-body><h1>A stair</h1><p>It has <math><mn>126</mn></math> steps.</p>
<section class="ledger">of the ledger</section></main></body></html>"""


def test_a_site_gets_its_index_and_only_what_searching_needs() -> None:
    files = search.index({"i-2/a.html": PAGE.encode(), "assets/site.css": b"p { color: red }"})
    assert "pagefind/pagefind.js" in files
    assert any(name.endswith(".pf_fragment") for name in files)
    assert all(name.startswith("pagefind/") for name in files)
    assert not any("ui" in name for name in files)


def test_without_pagefind_there_is_no_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pagefind", None)
    monkeypatch.setattr(search, "find_spec", lambda name: None)
    assert not search.available()
    assert search.index({"a.html": PAGE.encode()}) == {}


def test_a_program_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagefind.service.get_executable", lambda: "/bin/false")
    with pytest.raises(search.SearchError, match="cannot be made"):
        search.index({"a.html": PAGE.encode()})


def test_a_missing_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagefind.service.get_executable", lambda: None)
    with pytest.raises(search.SearchError, match=r"tallybook\[search\]"):
        search.index({"a.html": PAGE.encode()})
