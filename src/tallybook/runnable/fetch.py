"""Fetching Pyodide, and packing what the checks of a book import."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tallybook.execute.needs import lineage
from tallybook.runnable.kit import KIT, PARTS, VERSION, Kit, checks_of, folder_of, kit_of, modules

if TYPE_CHECKING:
    from importlib.metadata import Distribution

    from tallybook.model import Book

_PATIENCE = 600
"""Seconds for the download."""
_LEFT_OUT = frozenset({"tests", "__pycache__"})


class FetchError(Exception):
    """Something could not be fetched; the message says what, and what the client said last."""


def fetch(book: Book, root: Path) -> Kit:
    """Fetch what the checks of a book need, into its own folder; what was there before is replaced when all
    of it has come. Raises ``FetchError``.

    Modules that are not of Python alone are left without a package.
    """
    home = folder_of(root)
    try:
        wanted = sorted(frozenset().union(*(modules(check, root) for check in checks_of(book).values())))
        home.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=home.parent) as made:
            folder = Path(made) / "kit"
            folder.mkdir()
            _pyodide(folder)
            python = json.loads((folder / "pyodide-lock.json").read_bytes())["info"]["python"]
            packages = {module: packed(module, folder) for module in wanted}
            told = json.dumps({"python": python, "packages": packages}, indent=2)
            (folder / KIT).write_text(f"{told}\n", encoding="utf-8")
            shutil.rmtree(home, ignore_errors=True)
            folder.rename(home)
    except OSError as error:
        raise FetchError(f"a file cannot be read or kept: {error}") from error
    return kit_of(root)


def _pyodide(folder: Path) -> None:
    """The files of Pyodide; npm compares them with the sums of its registry."""
    npm = shutil.which("npm")
    if npm is None:
        raise FetchError("npm is not installed, which fetches Pyodide")
    name = f"pyodide@{VERSION}"
    with TemporaryDirectory() as packed:
        _run([npm, "pack", "--silent", name], Path(packed), f"{name} cannot be fetched")
        (archive,) = Path(packed).glob("*.tgz")
        with tarfile.open(archive) as held:
            for part in PARTS:
                try:
                    file = held.extractfile(f"package/{part}")
                except KeyError:
                    file = None
                if file is None:
                    raise FetchError(f"{name} holds no {part}")
                (folder / part).write_bytes(file.read())


def packed(module: str, folder: Path) -> list[str]:
    """The archives of the packages that a module needs, as installed here, where the checks ran; none
    if one of them is not of Python alone."""
    found = []
    for requirement in lineage(module):
        name = f"{requirement.replace('==', '-')}.zip"
        files = _pure(distribution(requirement.partition("==")[0]))
        if not files:
            return []
        if not (folder / name).exists():
            with ZipFile(folder / name, "w", ZIP_DEFLATED) as archive:
                for path, file in files:
                    archive.writestr(ZipInfo(path), file.read_bytes(), ZIP_DEFLATED)
        found.append(name)
    return found


def _pure(package: Distribution) -> list[tuple[str, Path]]:
    """The files of a package by their path in a library, without its tests; none if it is not of Python
    alone, or is not installed in the usual way."""
    files = [(file.as_posix(), Path(str(file.locate()))) for file in package.files or ()]
    inner = [
        (path, file)
        for path, file in files
        if not path.startswith("..") and not _LEFT_OUT.intersection(path.split("/")[:-1])
    ]
    modules = [path for path, _ in inner if path.endswith(".py")]
    native = [path for path, _ in inner if path.endswith((".so", ".pyd", ".dylib", ".pth"))]
    return [] if native or not modules else inner


def _run(words: list[str], folder: Path, fault: str) -> None:
    done = _tried(words, folder)
    if done.returncode:
        lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise FetchError("; ".join((fault, *lines[-2:])))


def _tried(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            words, cwd=folder, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FetchError(f"{Path(words[0]).name} failed: {error}") from error
