"""Whether all can read the site: WCAG 2.2 AA in both colours, on phone and desk, with folds open and shut.

Every page in all eight states. What a state cannot change is not asked again in it: colours change nothing
but colours (a test holds the stylesheet to that), and what does not hang on place or colour is asked once of
each element, in the first state that shows it. A look (of a text with all that is behind it, of a link with
the text around it) that passed is not tried again where it recurs, on whatever page.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from installing import axe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
STATES = tuple(product((360, 1280), (True, False)))
"""Widths, and whether folds are open; each in light and in dark colours."""
SHARES = 6
"""Parts of the site that are looked at by themselves, so that processes share them."""
PROBES = (Path(__file__).parent / "probes.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def checked(browser: Browser) -> Iterator[Page]:
    """A page in which axe-core can be loaded; the same for all."""
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(240_000)
    yield page
    context.close()


@pytest.fixture(scope="module")
def known() -> list[str]:
    """The looks that were tried, and passed or were told."""
    return []


def violations(page: Page, known: list[str]) -> set[str]:
    """What is wrong with a page that is open, in all its states."""
    page.evaluate(axe() + PROBES)
    page.evaluate("document.fonts.ready.then(() => null)")
    wrong: set[str] = set()
    for width, is_open in STATES:
        show(page, width, is_open)
        wrong.update(page.evaluate("probes.content", RULES))
        wrong.update(page.evaluate("probes.overflow()"))
        for dark in (False, True):
            page.emulate_media(color_scheme="dark" if dark else "light")
            tried = page.evaluate("probes.colours", known)
            wrong.update(tried["wrong"])
            known += tried["looks"]
    show(page, *STATES[0])
    page.evaluate("probes.empty()")
    for width, is_open in STATES:
        show(page, width, is_open)
        wrong.update(page.evaluate("probes.layout()"))
    return wrong


def show(page: Page, width: int, is_open: bool) -> None:
    """Give a page a width, and open or shut its folds."""
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("probes.folds", is_open)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_no_page_violates_wcag(site: Path, served: str, checked: Page, known: list[str], share: int) -> None:
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert len(names) > 10 * SHARES
    found = {}
    for name in names[share::SHARES]:
        checked.goto(served + name)
        if wrong := violations(checked, known):
            found[name] = sorted(wrong)
    assert found == {}


FAULTY = """<!DOCTYPE html><html lang="en"><title>Faults</title>
<meta name="viewport" content="width=device-width">
<style>
  body { color: #000; background: #fff }
  a { color: #003; text-decoration: none }
  @media (prefers-color-scheme: dark) {
    body { color: #fff; background: #000 } .dim { color: #333 } a { color: #ffc }
  }
  @media (max-width: 600px) { .tight button { width: 9px; height: 9px; padding: 0; margin: 0; border: 0 } }
  @media (min-width: 600px) { .wide { width: 2000px } }
  details:not([open]) + .shut { color: #eee }
  .desk { display: none } @media (min-width: 600px) { .desk { display: block } }
</style><main><h1>Faults</h1>MAIN</main>"""
FAULTS = {
    "nothing": ("<p>text</p>", []),
    "no alternative": ("<img src='x'>", ["image-alt"]),
    "pale": ("<p style='color:#bbb'>pale</p>", ["color-contrast"]),
    "pale when dark": ("<p class='dim'>dim</p>", ["color-contrast"]),
    "pale when shut": (
        "<details><summary>x</summary>y</details><p class='shut'>shut</p>",
        ["color-contrast"],
    ),
    "small on the phone": ("<p class='tight'><button>a</button><button>b</button></p>", ["target-size"]),
    "wide on the desk": ("<p class='wide'>wide</p>", ["728 px too wide"]),
    "on the desk alone": ("<p class='desk'><img src='x'></p>", ["image-alt"]),
    "in a fold": (
        "<details><summary>x</summary><p style='color:#bbb'>folded</p></details>",
        ["color-contrast"],
    ),
    "a link like its text": ("<p>Some words <a href='#x'>lead on</a> and more.</p>", ["link-in-text-block"]),
}


@pytest.mark.parametrize(("body", "told"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_in_one_state_is_noticed(checked: Page, body: str, told: list[str]) -> None:
    checked.set_content(FAULTY.replace("MAIN", body))
    assert sorted({item.partition(":")[0] for item in violations(checked, [])}) == told


def test_colours_change_nothing_but_colours(site: Path) -> None:
    style = (site / "assets/site.css").read_text(encoding="utf-8")
    (dark,) = re.findall(
        r"^@media \(prefers-color-scheme: dark\) \{\n(.*?)^\}", style, re.DOTALL | re.MULTILINE
    )
    declarations = re.findall(r"^ {4}(\S.*)$", dark, re.MULTILINE)
    assert len(declarations) > 15
    others = [one for one in declarations if not re.fullmatch(r"--[\w-]+: #[0-9a-f]{6};", one)]
    assert others == ["color-scheme: dark;"]
