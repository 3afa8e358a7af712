"""The index for searching a site, made by Pagefind where the extra ``search`` is installed."""

from __future__ import annotations

import subprocess
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = "pagefind"
"""Where the index lies in the site."""
_UNUSED = ("pagefind-ui.", "pagefind-modular-ui.", "pagefind-component-ui.", "pagefind-highlight.")
"""What Pagefind adds for sites that have no search of their own."""
_CHROME = ".hook,.crumbs,.around,.ledger,.downloads,.verdict,.facts,.about,.chart"
"""What stands within the text and is not of it."""


class SearchError(Exception):
    """The index could not be made; the message says why."""


def available() -> bool:
    """Whether the program that makes the index is installed."""
    return find_spec("pagefind") is not None


def index(site: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files to be published beside a site so that it can be searched, by path; none without Pagefind.

    Only what stands in ``data-pagefind-body`` is indexed. Raises ``SearchError`` if the program fails.
    """
    if not available():
        return {}
    from pagefind.service import get_executable

    program = get_executable()
    if program is None:
        raise SearchError("pagefind is installed without its program; install tallybook[search]")
    with TemporaryDirectory(prefix="tallybook-") as folder:
        pages, output = Path(folder, "site"), Path(folder, FOLDER)
        for name, content in site.items():
            if name.endswith(".html"):
                path = pages / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        command = [str(program), "--site", str(pages), "--output-path", str(output)]
        command += ["--keep-index-url", "--silent", "--exclude-selectors", _CHROME]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        if done.returncode:
            why = (done.stderr or done.stdout).strip()
            raise SearchError(f"the index for searching cannot be made: {why}")
        return {
            f"{FOLDER}/{path.relative_to(output).as_posix()}": path.read_bytes()
            for path in sorted(output.rglob("*"))
            if path.is_file() and not path.name.startswith(_UNUSED)
        }
