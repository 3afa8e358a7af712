"""Checks to prints: run, contained, judged, remembered."""

from tallybook.execute.cache import Cache
from tallybook.execute.kept import Kept
from tallybook.execute.request import CheckRequest, Prints, RunStats, levels
from tallybook.execute.run import run_checks

__all__ = ["Cache", "CheckRequest", "Kept", "Prints", "RunStats", "levels", "run_checks"]
