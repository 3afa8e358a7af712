"""The book as it stands: everything is accounted for, and a wrong digit on either side is noticed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tallybook import stages
from tallybook.build import Settings, build, load, verify
from tallybook.diagnostics import Severity
from tallybook.ledger.account import account, given_of
from tallybook.model import Print, Strength
from tallybook.mutate import Kind, Verdict, score, subject_of
from tallybook.references import names
from tallybook.span import Source

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.build import Loaded, Verified
    from tallybook.model import Ledger, Page
    from whole_book import Whole

PAGES = ("I.5.B01", "I.5.B04", "I.5.B05", "I.5.B07")


UNNOTICED: dict[str, set[tuple[str, str]]] = {
    "I.5.B01": set(),
    "I.5.B04": set(),
    "I.5.B05": set(),
    "I.5.B07": {("75.1", "75.11")},
}
"""What survives: a correct rounding to a place more, of a quotient that the check does not print."""


@pytest.fixture(scope="module")
def loaded(whole: Whole) -> Loaded:
    return whole.loaded


@pytest.fixture(scope="module")
def verified(whole: Whole) -> Verified:
    return whole.verified


def page_of(verified: Verified, id_: str) -> Page:
    return next(page for chapter in verified.book.chapters for page in chapter.pages if page.id == id_)


def fails(ledger: Ledger) -> bool:
    """Whether the contract of the chapter, which promises no weak claim, or a finding stops the page."""
    return any(one.severity is Severity.ERROR for one in ledger.findings) or any(
        claim.strength is not Strength.STRONG for claim in ledger.claims
    )


def test_nothing_is_unaccounted_or_weak(loaded: Loaded, verified: Verified) -> None:
    assert len(verified.ledgers) == len(loaded.pages) >= 18
    assert {id_ for id_, ledger in verified.ledgers.items() if fails(ledger)} == set()
    assert sum(len(ledger.claims) for ledger in verified.ledgers.values()) > 1900


def test_markup_is_hardly_needed(verified: Verified) -> None:
    claims = [claim for ledger in verified.ledgers.values() for claim in ledger.claims]
    words = [claim for claim in claims if claim.is_word]
    bound = [
        claim for claim in claims if claim.explicit or any(one.kind == "declared" for one in claim.evidence)
    ]
    marked_words = sum(claim.is_word for claim in bound)
    assert len(bound) - marked_words <= 5 * (len(claims) - len(words)) / 100
    assert marked_words <= 30 * len(words) / 100


def test_every_digit_of_the_sources_was_seen(verified: Verified) -> None:
    for id_, ledger in verified.ledgers.items():
        page = page_of(verified, id_)
        seen = bytearray(len(page.source.text))
        for span in (*(c.span for c in ledger.claims), *(c.span for c in ledger.not_claims)):
            seen[span.start : span.end] = b"\x01" * len(span)
        digits = [m.start() for m in re.finditer(r"\d", page.source.text) if m.start() >= page.body.start]
        labels = {i for span, _ in stages.links([page])[id_] for i in range(span.start, span.end)}
        assert [i for i in digits if not seen[i] and i not in labels] == [], id_


@pytest.mark.slow
@pytest.mark.parametrize("id_", PAGES)
def test_every_altered_digit_is_noticed(id_: str, verified: Verified) -> None:
    """All digit mutants of all claims of the page, not a sample: what is not noticed is another correct
    rounding."""
    page = page_of(verified, id_)
    chapter = next(chapter for chapter in verified.book.chapters if page in chapter.pages)
    checks = {one.id: one.front.check for one in chapter.pages}
    cited = stages.links([page])[id_]
    subject = subject_of(
        page,
        chapter.config,
        verified.book.config,
        verified.prints,
        cited,
        checks,
        names(verified.book, chapter),
    )
    (found,) = score([subject])
    digits = found.rate(Kind.DIGIT)
    assert digits.total > 1000
    unnoticed = {
        (claim.text, outcome.text)
        for claim in found.claims
        for outcome in claim.outcomes
        if outcome.kind is Kind.DIGIT and outcome.verdict is Verdict.SURVIVED
    }
    assert unnoticed <= UNNOTICED[id_]
    assert digits.killed / digits.total >= 0.998


@pytest.mark.slow
@pytest.mark.parametrize("id_", PAGES)
def test_an_altered_literal_of_a_check_is_noticed(id_: str, verified: Verified) -> None:
    """Every number of the script that is data moves by one: the check stops, or its page does."""
    page = page_of(verified, id_)
    chapter = next(chapter for chapter in verified.book.chapters if page in chapter.pages)
    checks = {one.id: one.front.check for one in chapter.pages}
    cited = stages.links([page])[id_]
    name = page.front.check
    source = verified.prints[name].check
    unnoticed = []
    for node in ast.walk(ast.parse(source.text)):
        if not isinstance(node, ast.Assign) or not isinstance(
            node.value, ast.Constant | ast.Tuple | ast.List
        ):
            continue
        indices = {
            id(one) for part in ast.walk(node) if isinstance(part, ast.Subscript) for one in ast.walk(part)
        }
        for literal in ast.walk(node.value):
            if id(literal) in indices:
                continue
            if not isinstance(literal, ast.Constant) or type(literal.value) not in (int, float):
                continue
            script = altered(source.text, literal)
            ran = subprocess.run(
                [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
            )
            if ran.returncode:
                continue
            prints = {**verified.prints, name: Print(Source(source.path, script), ran.stdout)}
            against = given_of(page, chapter.config, verified.book.config, prints, cited, checks)
            ledger = account(page.source, page.body, against, verified.book.config.conventions)
            if not fails(ledger):
                unnoticed.append((literal.lineno, literal.value))
    assert unnoticed == []


def altered(script: str, literal: ast.Constant) -> str:
    lines = script.split("\n")
    line = lines[literal.lineno - 1].encode()
    new = repr(literal.value + 1).encode()  # type: ignore[operator]  # a number, as the caller made sure
    lines[literal.lineno - 1] = (line[: literal.col_offset] + new + line[literal.end_col_offset :]).decode()
    return "\n".join(lines)


def test_the_contracts_are_shown_and_kept(verified: Verified) -> None:
    kept = {id_: (report.key, report.met) for id_, report in verified.contracts.items()}
    assert kept == {"0.LA": ("M1", True), "0.MC": ("M1", True), "G.1": ("M0", True), "I.5": ("M3", True)}


@pytest.mark.parametrize(
    ("removed", "code"),
    [
        ("problems/b04-gradients-of-a-layer.md", "C101"),
        ("exercises/x01-two-layers.md", "C104"),
    ],
)
def test_an_introductory_chapter_fails_by_its_own_quotas(
    whole: Whole, tmp_path: Path, removed: str, code: str
) -> None:
    """What an introductory chapter promises is less than what a load-bearing one does, and is enforced."""
    whole.copy(tmp_path)
    (tmp_path / "chapters/0-mc" / removed).unlink()
    loaded = load(Settings(root=tmp_path, recheck=False))
    pages = [page for page in loaded.pages if page.id.startswith("0.MC")]
    found = verify(loaded, pages).report.findings
    missed = {one.code for one in found if one.source.path == "chapters/0-mc/chapter.yaml"}
    assert code in missed
    assert not verify(loaded, pages).contracts["0.MC"].met


def test_the_reading_counts_what_is_known(verified: Verified) -> None:
    """The counts of the literature, and what follows for the essay's figures."""
    printed = verified.prints["i-5-r01-parameter-sharing.py"].stdout
    rows = dict(re.findall(r"^row ([^:\n]*): (\d{8,9}),", printed, re.MULTILINE))
    assert rows == {
        "shallow MLP": "63983592",
        "deep MLP": "114358248",
        "smaller ResNet": "25557032",
        "deeper ResNet": "60192808",
        "ViT-B/16": "86567656",
        "Mixer-B/16": "59880472",
        "gMLP-B/16": "73075392",
    }
    uses = dict(re.findall(r"^(.*) MLP performs\.multiply-adds = (\d+)$", printed, re.MULTILINE))
    assert int(uses["shallow"]) < 100_000_000 < int(uses["deep"])


def test_what_the_chapter_cites_of_the_primer_is_there(loaded: Loaded) -> None:
    assert loaded.findings == ()
    assert not [place.id for place in loaded.book.config.places if place.id.startswith("0.")]
    entries = {
        one.id for chapter in loaded.book.chapters for one in chapter.statements if one.kind == "entry"
    }
    assert entries == {"0.LA.01", "0.LA.04", "0.MC.04"}


def test_a_page_that_fails_leaves_the_site(whole: Whole, tmp_path: Path) -> None:
    whole.copy(tmp_path)
    settings = Settings(root=tmp_path, recheck=False)
    build(load(settings))
    before = {p: p.read_bytes() for p in (tmp_path / "build/site").rglob("*") if p.is_file()}
    page = tmp_path / "chapters/i-5/problems/b05-sawtooth.md"
    page.write_text(page.read_text("utf-8").replace("= 3070$", "= 3071$"), encoding="utf-8")
    done = build(load(settings))
    assert any(one.severity is Severity.ERROR for one in done.report.findings)
    assert {p: p.read_bytes() for p in (tmp_path / "build/site").rglob("*") if p.is_file()} == before
