"""Sources to a book. Bad input is data here: everything that is wrong is a finding, and nothing raises."""

from tallybook.parse.anchors import duplicate_anchors
from tallybook.parse.book import parse_book
from tallybook.parse.kept import KeptFiles
from tallybook.parse.known import Known
from tallybook.parse.page import ParsedPage

__all__ = ["KeptFiles", "Known", "ParsedPage", "duplicate_anchors", "parse_book"]
