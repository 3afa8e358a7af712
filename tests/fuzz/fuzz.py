"""Coverage-guided fuzzing, apart from the tests.

Front matter, Markdown, LaTeX and prints must be read without a crash or a lost number, within a second.

    pip install atheris
    python tests/fuzz/fuzz.py page -max_total_time=60     # or: front, formula, print

Whatever is found is written to ``crash-*`` in the current folder, as libFuzzer does.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris
import sympy  # noqa: F401  # its import is no fault of an input

with atheris.instrument_imports(include=["tallybook"]):
    from tallybook import verify
    from tallybook.config import BookConfig
    from tallybook.model import Kind
    from tallybook.parse.front import read_head
    from tallybook.span import Source

SEEDS = sorted((Path(__file__).parents[2] / "chapters").glob("*/*s"))  # folders of pages
LONGEST = 4000  # characters: a page's worth, so that one second is a fair bound
BOUND = 1.0  # seconds, beside the cost of counting coverage: about half of them


def page(text: str) -> None:
    """A page of Markdown: every digit is a claim, no claim with its reason, or named in a finding."""
    ledger = verify(text, printed="1 2 3", script="print(1, 2, 3)")
    seen = [claim.span for claim in ledger.claims] + [one.span for one in ledger.not_claims]
    seen += [found.span for found in ledger.findings]
    lost = [
        at
        for at, character in enumerate(text)
        if character in "0123456789" and not any(span.start <= at < span.end for span in seen)
    ]
    if lost:
        raise AssertionError(f"digits at {lost} are in no claim, no remark and no finding")


def formula(text: str) -> None:
    """Display mathematics."""
    page(f"$$\n{text.replace('$', '')}\n$$\n")


def front(text: str) -> None:
    """Front matter."""
    read_head(Source("page.md", f"---\n{text}\n---\n\n## Statement\n"), Kind.PROBLEM, BookConfig("Fuzz"))


def printed(text: str) -> None:
    """A print."""
    verify("The value is 17.", printed=text, script=text)


TARGETS = {"page": page, "formula": formula, "front": front, "print": printed}


def main() -> None:
    """Fuzz the target named on the command line; all further arguments are libFuzzer's."""
    target = TARGETS[sys.argv.pop(1)]

    def once(data: bytes) -> None:
        text = data.decode("utf-8", "replace")[:LONGEST]
        start = time.process_time()
        target(text)
        spent = time.process_time() - start
        if spent > BOUND:
            raise TimeoutError(f"{spent:.1f} s for {len(text)} characters")

    with TemporaryDirectory() as corpus:  # what is tried goes there, and not among the pages
        atheris.Setup([*sys.argv, corpus, *map(str, SEEDS)], once)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
