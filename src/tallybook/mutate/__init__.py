"""Mutants of a page: every claim altered, one at a time, and what verification does not notice.

What *killed* means stands in ``verdict``; ``bench`` comes to the same verdicts quickly.
"""

from tallybook.mutate.bench import Bench
from tallybook.mutate.mutants import Kind, Mutant
from tallybook.mutate.run import score
from tallybook.mutate.score import ClaimScore, Outcome, PageScore, Rate, Verdict, book_markup, book_rate
from tallybook.mutate.subject import Subject, subject_of
from tallybook.mutate.verdict import killed_slow

__all__ = [
    "Bench", "ClaimScore", "Kind", "Mutant", "Outcome", "PageScore", "Rate", "Subject", "Verdict",
    "book_markup", "book_rate", "killed_slow", "score", "subject_of",
]  # fmt: skip
