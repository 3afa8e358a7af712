"""Checks that readers run in their browser, with Pyodide: what is fetched, and what a site needs."""

from tallybook.runnable.kit import FOLDER, NotFetchedError, kit_of, published, reruns

__all__ = ["FOLDER", "NotFetchedError", "kit_of", "published", "reruns"]
