"""What the site weighs, and whether its HTML, MathML, CSS and SVG are as the standards have them."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from installing import checker

ADDRESSES = Path(__file__).parents[1] / "data" / "addresses.txt"


def faults(*paths: Path) -> list[str]:
    """What the Nu HTML checker has against pages and stylesheets, warnings left out."""
    options = ("--format", "json", "--errors-only", "--also-check-css", "--also-check-svg")
    command = [*checker(), *options, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    messages = json.loads(done.stderr)["messages"]
    return [f"{one.get('url')}:{one.get('lastLine')}: {one['message']}" for one in messages]


@pytest.mark.slow
def test_every_page_and_stylesheet_is_valid(site: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.html"
    wrong.write_text("<!DOCTYPE html><html lang=en><title>x</title><p id=a><p id=a>", encoding="utf-8")
    bad = tmp_path / "bad.css"
    bad.write_text("p { color: 7px; }", encoding="utf-8")
    kinds = (".html", ".css", ".svg")
    found = faults(*(path for path in sorted(site.rglob("*")) if path.suffix in kinds), wrong, bad)
    assert [one for one in found if str(site) in one] == []
    assert any("wrong.html" in one for one in found)
    assert any("bad.css" in one for one in found)


def test_pages_and_fonts_are_light(site: Path) -> None:
    pages = {
        path.relative_to(site).as_posix(): len(gzip.compress(path.read_bytes(), 9))
        for path in site.rglob("*.html")
    }
    assert {name: size for name, size in pages.items() if size > 60_000} == {}
    assert sum(path.stat().st_size for path in site.rglob("*.woff2")) <= 350_000


def test_addresses_and_anchors_stay(site: Path) -> None:
    """What others link to: whoever renames one of these breaks links, and says so by altering the list."""
    for line in ADDRESSES.read_text(encoding="utf-8").splitlines():
        name, *anchors = line.split()
        html = (site / name).read_text(encoding="utf-8")
        assert [one for one in anchors if f'id="{one}"' not in html] == [], name
