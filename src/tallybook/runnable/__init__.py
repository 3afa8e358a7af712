"""Checks that readers run in their browser, with Pyodide: what is fetched, and what a site needs."""

from tallybook.runnable.kit import FOLDER, Kit, NotFetchedError, kit_of, published, reruns

__all__ = ["FOLDER", "Kit", "NotFetchedError", "kit_of", "published", "reruns"]
