"""What of a page goes into the index for searching."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
from pagefind.service import get_executable

from tallybook.search.service import SearchError, made
from tallybook.search.words import words

if TYPE_CHECKING:
    from pathlib import Path

HEAD = '<!DOCTYPE html><html lang="en"><head><title>Stairs</title></head><body><header>Book</header>'
FOOT = "<footer>foot</footer></body></html>"


def page(main: str, head: str = HEAD) -> bytes:
    return f'{head}<main id="main" data-pagefind-body>{main}</main>{FOOT}'.encode()


def fragment(text: bytes) -> dict[str, object]:
    """What Pagefind says of a page."""
    files = made(str(get_executable()), {"a.html": text})
    (data,) = (files[name] for name in files if name.endswith(".pf_fragment"))
    found: dict[str, object] = json.loads(gzip.decompress(data).removeprefix(b"pagefind_dcd"))
    return found


MAINS = {
    "mathematics": "<p>wide "
    '<math><mi>w</mi><mo>=</mo><mrow class="n" id="n-1"><mn>447</mn></mrow></math>m</p>',
    "headings": '<p class="eyebrow" data-pagefind-meta="label">Problem <span class="id">B1</span></p>'
    '<h1>A <em>stair</em></h1><section class="step" id="s"><h2>Up<a class="hook" href="#s">#</a></h2>'
    "<p>126 steps</p></section>",
    "ledger": '<p>steps</p><section class="ledger" id="ledger">'
    "<section><p>of</p></section> it</section><p>on</p>",
    "fold": '<details id="d"><summary>Hint</summary>Count <code>a &lt; b</code><br>them</details><p>end</p>',
    "icons": '<h1>x<svg viewBox="0 0 1 1"><text>no</text></svg></h1><!-- <p>none</p> --><p>yes</p>'
    "<script>if (a<b && c>d) e()</script><style>p{}</style><p>also</p>",
    "attributes": """<p><a title="a > b" href='x'>this</a> <span data-tex="\\val{3}">that</span></p>""",
    "table": "<table><tr><th>n</th><td>1</td><td><b>2</b></td></tr></table><dl><dt>k</dt><dd>v</dd></dl>",
    "pictures": '<h1>x</h1><figure id="f"><img src="a.png" alt="stairs"><figcaption>F</figcaption></figure>',
    "weighed": '<article data-pagefind-weight="0.2"><h1>x</h1><p>one</p></article><p>two</p>',
    "marks elsewhere": '<p>one <b data-pagefind-ignore>two</b> <i data-pagefind-filter="kind">three</i></p>',
}


@pytest.mark.parametrize("what", MAINS)
def test_pagefind_finds_the_same_in_words_as_in_the_page(what: str) -> None:
    whole, lean = fragment(page(MAINS[what])), fragment(words(page(MAINS[what])))
    at = ("main", "section", "details")
    for one in (whole, lean):  # where a hit may lead to; names within sentences are none
        anchors = one["anchors"]
        assert isinstance(anchors, list)
        one["anchors"] = [
            (anchor["element"], anchor["id"], anchor["location"])
            for anchor in anchors
            if anchor["element"] in at
        ]
    assert lean == whole
    assert lean["content"]


def test_words_are_without_what_tells_the_index_nothing() -> None:
    text = words(page(MAINS["mathematics"] + MAINS["ledger"])).decode()
    assert "w= 447m" in text
    assert not any(gone in text for gone in ("<math", "<mn", "n-1", "of", "Book", "foot"))
    assert '<section class="ledger" id="ledger"></section><p>on</p>' in text


@pytest.mark.parametrize(
    "text",
    [
        b"<html><body data-pagefind-body><main><p>a</p></main></body></html>",
        page(
            "<p>a</p>", HEAD.replace("<title>", '<meta data-pagefind-filter="a[content]" content="b"><title>')
        ),
        page("<p>a <b data-pagefind-weight='2'>b</b></p>"),
        b"<main data-pagefind-body><p>the end is missing",
    ],
)
def test_a_page_with_marks_that_are_not_expected_stays_as_it_is(text: bytes) -> None:
    assert words(text) == text


def test_what_pagefind_cannot_read_is_told(tmp_path: Path) -> None:
    program = tmp_path / "pagefind"
    program.write_text("#!/bin/sh\necho no room >&2\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(SearchError, match="cannot be made: no room"):
        made(str(program), {"a.html": page("<p>a</p>")})
