"""Sources to a book. Bad input is data here: everything that is wrong is a finding, and nothing raises."""

from tallybook.parse.anchors import duplicate_anchors
from tallybook.parse.book import Known, ParsedPage, parse_book

__all__ = ["Known", "ParsedPage", "duplicate_anchors", "parse_book"]
