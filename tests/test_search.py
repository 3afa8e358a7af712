"""The index for searching a site."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tallybook import search

if TYPE_CHECKING:
    from pathlib import Path

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


SITE = {"i-2/a.html": PAGE.encode(), "i-2/b.html": PAGE.replace("126", "127").encode(), "c.html": b"<p>126"}


def earlier(root: Path) -> search.Earlier:
    return search.Earlier.of_site(root, root)


def laid(site: dict[str, bytes], folder: Path) -> Path:
    for name, data in site.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def test_a_site_that_reads_the_same_keeps_its_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = search.index(SITE, earlier(tmp_path))
    laid({**SITE, **whole}, tmp_path)
    monkeypatch.setattr("subprocess.Popen", None)
    around = {name: data.replace(b"outside", b"beside") for name, data in SITE.items()}
    assert around != SITE
    assert search.index(around, earlier(tmp_path)) == whole


ALTERED = {
    "text": {**SITE, "i-2/a.html": SITE["i-2/a.html"].replace(b"steps", b"stones")},
    "title": {**SITE, "i-2/a.html": SITE["i-2/a.html"].replace(b"<title>x", b"<title>y")},
    "language": {**SITE, "i-2/a.html": SITE["i-2/a.html"].replace(b'lang="en"', b'lang="de"')},
    "new page": {**SITE, "i-2/d.html": SITE["i-2/a.html"]},
    "page gone": {"i-2/a.html": SITE["i-2/a.html"]},
    "page elsewhere": {"i-3/a.html": SITE["i-2/a.html"], "i-2/b.html": SITE["i-2/b.html"]},
}


@pytest.mark.parametrize("what", ALTERED)
def test_a_site_that_reads_otherwise_has_the_index_of_a_fresh_build(tmp_path: Path, what: str) -> None:
    laid({**SITE, **search.index(SITE, earlier(tmp_path))}, tmp_path)
    assert ALTERED[what] != SITE
    fresh = search.index(ALTERED[what])
    assert search.index(ALTERED[what], earlier(tmp_path)) == fresh
    assert (fresh != search.index(SITE)) == (what != "title")  # a hit is called by the heading there is


@pytest.mark.parametrize(
    "harm", ["pagefind/pagefind-entry.json", "pagefind/added.js", ".tallybook/search.sqlite"]
)
def test_an_index_that_was_tampered_with_is_made_anew(tmp_path: Path, harm: str) -> None:
    whole = search.index(SITE, earlier(tmp_path))
    laid({**SITE, **whole, harm: b"[1]"}, tmp_path)
    assert search.index(SITE, earlier(tmp_path)) == whole


def test_an_index_that_is_gone_is_made_anew(tmp_path: Path) -> None:
    whole = search.index(SITE, earlier(tmp_path))
    assert search.index(SITE, earlier(tmp_path)) == whole  # nothing was published
