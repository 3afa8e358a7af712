"""Reading the site as readers do: with and without scripts, from disk, by keyboard alone."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tallybook.urls import page_url

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from whole_book import Whole

PROBLEM = "i-5/b04-dense-cost.html"
EXERCISE = "i-5/x09-ten-thousand-parameters.html"
MEANT = """() => {
  const text = document.querySelector("article").cloneNode(true);
  const chrome = ".article-head, .hook, figure, .verdict, .downloads, .step .number, .draws-on, .drawn-on-by";
  for (const part of text.querySelectorAll(`${chrome}, .ledger, .about, .copy, .copy-tex`)) part.remove();
  return text.textContent;
}"""
SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  document.fonts.ready.then(() => setTimeout(() => done(sum), 300));
})"""
BINDING = re.compile(r"\\val(\{[^{}]*\})\{[^{}]*\}|\]\{[!=~][^{}]*\}|\s\{#[^}]*\}$", re.MULTILINE)


def digits(text: str) -> Counter[int]:
    """How often each digit stands in a text, those of other alphabets (a bold 1) among them."""
    return Counter(map(int, re.findall(r"\d", text)))


def test_digits_and_formulas_of_every_page_are_those_of_its_source(
    whole: Whole, site: Path, tab: Page
) -> None:
    wrong = {}
    pages = [
        (page_url(one, page), page)
        for one in whole.verified.book.chapters
        for page in (*one.problems, *one.exercises)
    ]
    assert len(pages) > 17
    for name, page in pages:
        tab.goto((site / name).as_uri())
        body = BINDING.sub(r"\1", page.source[page.body])
        shown, meant = digits(tab.evaluate(MEANT)), digits(body)
        if shown != meant:
            wrong[name] = (shown - meant, meant - shown)
        assert tab.evaluate("document.querySelectorAll('merror').length") == 0
        tab.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        flat = "[...document.querySelectorAll('article math')].filter((one) => !one.getClientRects().length)"
        assert tab.evaluate(f"{flat}.length") == 0
    assert wrong == {}


def test_all_is_there_without_scripts_and_from_disk(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    page.get_by_role("link", name="Multilayer perceptrons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Multilayer perceptrons")
    page.goto((site / EXERCISE).as_uri())
    solution = page.locator("details.solution")
    expect(solution.locator("p").first).not_to_be_visible()
    box = solution.locator("summary").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)  # the far end of the bar
    expect(solution.locator("p").first).to_be_visible()
    expect(page.locator("button:visible")).to_have_count(0)
    page.goto((site / PROBLEM).as_uri())
    number = page.locator("a.n").first
    row = number.get_attribute("href") or ""
    number.click()
    assert page.url.endswith(row)
    expect(page.locator(f"[id='{row[1:]}']")).to_be_in_viewport()
    context.close()


def test_scripts_run_from_disk_without_search(site: Path, tab: Page) -> None:
    tab.goto((site / PROBLEM).as_uri())
    tab.locator("a.n").first.hover()
    expect(tab.locator(".card-evidence")).to_be_visible()
    expect(tab.locator(".to-search")).to_be_hidden()


def test_nothing_moves_while_a_page_loads(site: Path, served: str, browser: Browser) -> None:
    moved = {}
    for name in ("index.html", "i-5/index.html", "i-5/problems.html", PROBLEM, EXERCISE):
        context = browser.new_context(viewport={"width": 360, "height": 740})  # a cache of its own
        page = context.new_page()
        page.goto(served + name)
        shift = page.evaluate(SHIFT)
        if shift:
            moved[name] = shift
        context.close()
    assert moved == {}


def test_a_phone_shows_all_without_the_fonts_of_the_theme(served: str, tab: Page) -> None:
    """While they are on their way, or where they never come: other fonts are wider."""
    tab.route("**/*.woff2", lambda route: route.abort())
    tab.set_viewport_size({"width": 360, "height": 740})
    for name in ("index.html", "i-5/index.html", PROBLEM, "i-5/problems.html"):
        tab.goto(served + name)
        expect(tab.locator(".to-search")).to_be_visible()
        assert tab.evaluate("document.documentElement.scrollWidth") == 360, name


def test_what_goes_on_beyond_the_edge_fades_until_its_end(site: Path, tab: Page) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.goto((site / PROBLEM).as_uri())
    long = tab.locator("main .eq .scroll, main .eq.scroll").first
    expect(long).not_to_have_css("mask-image", "none")
    long.evaluate("(box) => { box.scrollLeft = box.scrollWidth; }")
    expect(long).to_have_css("mask-image", "none")


def test_nothing_to_press_is_on_paper(site: Path, tab: Page) -> None:
    tab.emulate_media(media="print")
    for name in (EXERCISE, PROBLEM, "i-5/problems.html"):
        tab.goto((site / name).as_uri())
        expect(tab.locator("button:visible, select:visible")).to_have_count(0)


def test_a_ledger_card_opens_by_keyboard_and_closes(served: str, tab: Page) -> None:
    tab.goto(served + PROBLEM)
    number = tab.locator("a.n").first
    number.focus()
    card = tab.get_by_role("tooltip")
    expect(card).to_be_visible()
    assert number.get_attribute("aria-describedby") == card.get_attribute("id")
    row = tab.locator(f"[id='{(number.get_attribute('href') or '')[1:]}']")
    assert (row.locator(".kind").first.text_content() or "?") in (card.text_content() or "")
    tab.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_a_reference_shows_what_it_leads_to(site: Path, tab: Page) -> None:
    tab.goto((site / PROBLEM).as_uri())
    link = tab.locator("main p a.ref").filter(has_text=re.compile(r"I\.5\.\w+")).first
    link.focus()
    card = tab.get_by_role("tooltip")
    expect(card.locator(".preview-title")).to_be_visible()
    href = link.get_attribute("href") or ""
    tab.keyboard.press("Enter")
    expect(tab).to_have_url(re.compile(f"{re.escape(href.lstrip('./'))}$"))


def test_a_preview_holds_the_statement_with_its_mathematics(site: Path, tab: Page) -> None:
    tab.goto((site / PROBLEM).as_uri())
    link = tab.locator("main a[href='index.html#i.5.2']").first
    link.hover()
    card = tab.get_by_role("tooltip")
    expect(card).to_contain_text("Equation (I.5.2)")
    expect(card.locator("math").first).to_be_visible()
    original = tab.context.new_page()
    original.goto((site / "i-5/index.html").as_uri())
    told = original.locator("[id='i.5.2'] math").all_text_contents()
    assert card.locator("math").all_text_contents() == told


def test_search_by_keyboard_names_the_problem_and_opens_its_fold(served: str, tab: Page) -> None:
    tab.goto(served + "index.html")
    tab.keyboard.press("/")
    tab.keyboard.type("sawtooth")
    hit = tab.locator(".hits li").first
    expect(hit.locator(".eyebrow")).to_have_text("Problem I.5.B05", timeout=30_000)
    tab.keyboard.press("Escape")
    expect(tab.locator("dialog.search")).to_be_hidden()


def test_a_deep_link_opens_its_fold(served: str, tab: Page) -> None:
    tab.goto(f"{served}{EXERCISE}#solution")
    expect(tab.locator("details.solution")).to_have_attribute("open", "")
    expect(tab.locator("details.hint")).not_to_have_attribute("open", "")


def test_exercises_are_sorted_filtered_opened_and_marked(served: str, tab: Page) -> None:
    tab.goto(served + "i-5/problems.html")
    exercises = tab.locator(".article.exercise")
    levels = [item.get_attribute("data-difficulty") for item in exercises.all()]
    assert levels == sorted(levels, key=str)
    tab.get_by_label("Difficulty of exercise").select_option("1")
    assert tab.locator(".article.exercise:visible").count() == levels.count("1")
    tab.get_by_label("Difficulty of exercise").select_option("")
    folds = tab.locator(".fold.solution")
    tab.get_by_role("button", name="Open all solutions").click()
    assert tab.locator(".fold.solution[open]").count() == folds.count() == len(levels)
    first = exercises.first.get_by_role("button", name="Mark as done")
    first.click()
    tab.reload()
    expect(exercises.first.get_by_role("button", name="✓ Done")).to_be_visible()
    assert tab.evaluate("Object.keys(localStorage).length") == 1
    assert tab.context.cookies() == []
