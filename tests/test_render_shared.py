"""What several pages of a site show is made once, and stands on each of them with addresses that lead on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from small_book import FILES, WELL, altered, parsed
from tallybook.render import Theme, render_site
from tallybook.render.addresses import link, settled
from test_render_site import WELL_PAGE, accounts, assert_sound, site

if TYPE_CHECKING:
    from pathlib import Path

PROBLEMS = "i-2/problems.html"


def many(count: int) -> dict[str, str]:
    """The small book with so many problems more."""
    found = dict(FILES)
    for number in range(10, 10 + count):
        text = FILES[WELL].replace("I.2.B01", f"I.2.B{number}").replace("b01-well", f"b{number}-well")
        found[f"chapters/i-2/problems/b{number}-well.md"] = text
    return found


def test_addresses_are_relative_to_where_a_piece_stands() -> None:
    piece = f'<a href="{link("i-2/a.html#x")}">a</a><a href="{link("https://example.org/")}">b</a>'
    assert settled(piece, "i-2/a.html").startswith('<a href="#x">')
    assert settled(piece, "i-2/b.html").startswith('<a href="a.html#x">')
    assert settled(piece, "i-2/checks/c.html").startswith('<a href="../a.html#x">')
    assert settled(piece, "index.html").startswith('<a href="i-2/a.html#x">')
    assert settled(piece, "index.html").endswith('<a href="https://example.org/">b</a>')
    assert settled(link(""), "index.html") == ""


def test_a_chapter_of_few_shows_all_of_each_and_one_of_many_the_questions() -> None:
    few, lots = site(many(2))[PROBLEMS], site(many(40))[PROBLEMS]
    assert few.count('class="section statement"') == 3
    assert few.count('class="section answer"') == 3
    assert lots.count('class="section statement"') == 41
    assert 'class="section answer"' not in lots
    assert lots.count('class="article problem"') == 41
    assert '<p class="to-solution"><a href="b10-well.html">Solution of I.2.B10</a></p>' in lots
    assert 'data-key="variant"' in lots


def test_a_book_with_a_long_chapter_is_sound() -> None:
    book = parsed(many(40)).value
    made = render_site(book, *accounts(book, ()))
    assert made.diagnostics == ()
    assert_sound(made.value)


def test_the_contents_mark_the_page_they_stand_beside_and_no_other() -> None:
    pages = site(FILES)
    for name in (WELL_PAGE, PROBLEMS, "i-2/index.html"):
        (own,) = re.findall(r'<li class="here"><a href="([^"]*)" aria-current="page">', pages[name])
        assert own == name.rpartition("/")[2]
    check = next(name for name in pages if "/checks/" in name)
    assert 'aria-current="page"' not in pages[check]
    assert 'href="../b01-well.html"' in pages[check]
    assert '<ul class="toc">' in pages[WELL_PAGE]


def test_the_page_of_a_check_leads_to_its_own_lines_and_to_the_marks_of_its_pages() -> None:
    pages = site(altered(WELL, "A time.", "From 44.14 m."), ("44.14",))
    check = pages["i-2/checks/stone.html"]
    row = check[check.index('<tr id="c-1-1">') :]
    assert '<a href="../b01-well.html#n-1">44.14</a>' in row
    assert '<a href="#print-1">print 1</a>' in row
    assert '<a href="#script-8">script 8</a>' in row


def test_footnotes_stand_at_the_end_and_lead_back() -> None:
    noted = FILES[WELL].replace(
        "## Given", "A remark[^a] and another[^b].\n\n[^a]: First.\n[^b]: Second.\n\n## Given"
    )
    assert noted != FILES[WELL]
    pages = site({**FILES, WELL: noted})
    own = pages[WELL_PAGE]
    assert '<a href="#fn1" id="fnref1">[1]</a>' in own
    assert re.search(r'<li id="fn2" value="2"><p>Second\. <a class="footnote-back" href="#fnref2"', own)
    assert "<>" not in own
    assert "< />" not in own
    assert 'href="#i.2.b01-fn1" id="i.2.b01-fnref1"' in pages[PROBLEMS]


def test_what_stands_in_a_ledger_is_escaped_once() -> None:
    source = altered(WELL, "A time.", "From 44.14 m.")
    book = parsed(source).value
    prints, ledgers, contracts = accounts(book, ("44.14",))
    (id_,) = ledgers
    claim = ledgers[id_].claims[0]
    proof = replace(claim.evidence[0], detail='a <b> & "c"')
    ledgers[id_] = replace(ledgers[id_], claims=(replace(claim, where="Given, <x>", evidence=(proof,)),))
    page = render_site(book, prints, ledgers, contracts).value[WELL_PAGE].decode()
    assert '<span class="where">Given, &lt;x&gt;</span>' in page
    assert '<span class="detail"><code>a &lt;b&gt; &amp; &#34;c&#34;</code></span>' in page


def test_templates_are_kept_compiled_and_follow_their_text(tmp_path: Path) -> None:
    book, kept, templates = parsed(FILES).value, tmp_path / "kept", tmp_path / "templates"
    templates.mkdir()
    own = templates / "base.html"
    seen = []
    for word in ("first", "second", "second"):
        own.write_text(
            f'{{% extends "tallybook/base.html" %}}{{% block foot %}}<p>{word}</p>{{% endblock %}}',
            encoding="utf-8",
        )
        Theme.forget()
        made = render_site(book, *accounts(book, ()), templates=templates, kept=kept)
        assert made.diagnostics == ()
        seen.append(made.value[WELL_PAGE])
    assert [b"<p>first</p>" in page for page in seen] == [True, False, False]
    assert [b"<p>second</p>" in page for page in seen] == [False, True, True]
    assert list((kept / "templates").iterdir())


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(tmp_path: Path) -> None:
    book, kept = parsed(FILES).value, tmp_path / "kept"
    kept.write_text("a file", encoding="utf-8")
    assert (
        render_site(book, *accounts(book, ()), kept=kept).value
        == render_site(book, *accounts(book, ())).value
    )
