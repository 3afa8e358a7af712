"""Templates and assets: the package's own, and over them a book's."""

from __future__ import annotations

import contextlib
import re
import traceback
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
)
from markupsafe import Markup

from tallybook.diagnostics import Diagnostic
from tallybook.render.addresses import settled
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable

_BARE = re.compile(r"[^<>&\s]*(?: [^<>&\s]+)*")
DEFAULT = "tallybook"
"""Prefix of the package's own templates: a book's ``page.html`` may begin ``{% extends
"tallybook/page.html" %}``."""


def default_folder() -> Path:
    """Where the theme lies: in the installed package, or beside ``pyproject.toml`` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    shipped = package / "_templates"
    return shipped if shipped.is_dir() else package.parents[1] / "templates"


@lru_cache(maxsize=8)
def _environment(folders: tuple[Path, ...], compiled: Path | None) -> Environment:
    """The templates of some folders, the package's own first; compiled once for all sites of a process, and
    kept compiled in a folder."""
    loaders = [FileSystemLoader(folder) for folder in reversed(folders)]
    made = Environment(
        loader=ChoiceLoader([*loaders, PrefixLoader({DEFAULT: FileSystemLoader(folders[0])})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_kept(compiled) if compiled else None,
    )
    made.globals["once"] = Once()
    made.filters["striptags"] = _bare
    return made


def _bare(value: str) -> str:
    """The library's filter, which takes its time for titles that have no tags as well."""
    return value if _BARE.fullmatch(value) else Markup(value).striptags()


def _kept(compiled: Path) -> FileSystemBytecodeCache | None:
    try:
        compiled.mkdir(parents=True, exist_ok=True)
    except OSError:  # nothing is lost but time
        return None
    return FileSystemBytecodeCache(str(compiled))


class Once:
    """For templates: what a macro makes of an object, made once where it is shown again soon after."""

    def __init__(self) -> None:
        self._last: tuple[object, Markup] | None = None

    def __call__(self, macro: Callable[[object], Markup], item: object) -> Markup:
        """What ``macro`` makes of ``item``, which must be all that it looks at."""
        if self._last is None or self._last[0] is not item:
            self._last = (item, macro(item))
        return self._last[1]


def _raised_in(error: Exception, template: str) -> tuple[str, int]:
    """The template that raised an error and the line in it, 0 if that is not known."""
    if isinstance(error, TemplateSyntaxError):
        return error.name or template, error.lineno
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.endswith(".html")]
    if not frames:
        return template, 0
    return Path(frames[-1].filename).name, frames[-1].lineno or 0


class Theme:
    """The templates and assets a site is made with.

    ``overrides`` is a book's ``templates/`` folder: a file in it replaces the one of the same name; a
    template may
    extend the one it replaces (``{% extends "tallybook/…" %}``) and so change a block only. ``compiled`` is
    the folder in which compiled templates are kept for the next time.
    """

    def __init__(self, overrides: Path | None = None, compiled: Path | None = None) -> None:
        own = default_folder()
        self._folders = [own]
        if overrides is not None and overrides.is_dir() and overrides.resolve() != own.resolve():
            self._folders.append(overrides)
        self._environment = _environment(tuple(self._folders), compiled)

    @staticmethod
    def forget() -> None:
        """Look for every template anew; one that a book has come to override is not noticed otherwise."""
        _environment.cache_clear()

    def source(self, template: str) -> Source | None:
        """The text of a template of a book, as its path within the book names it."""
        own = self._folders[-1] / template
        if len(self._folders) == 1 or not own.is_file():
            return None
        return Source(f"templates/{template}", own.read_text(encoding="utf-8", errors="replace"))

    def fault(self, error: Exception, template: str) -> Diagnostic:
        """What a broken template raised, as a finding at its line if the template is the book's own."""
        name, line = _raised_in(error, template)
        source = self.source(name) or Source(f"templates/{name}", "")
        span = Span(source.offset(line), source.offset(line) + len(source.line(line))) if line else Span(0, 0)
        message = error.message if isinstance(error, TemplateError) and error.message else str(error)
        kind = "" if isinstance(error, TemplateError) else f"{type(error).__name__}: "
        help_ = ("mend it in the book's templates folder",)
        return Diagnostic("P101", f"the template {name} fails: {kind}{message}", source, span, help=help_)

    def page(self, template: str, url: str, **context: object) -> bytes:
        """The page ``url`` made from a template. Raises what Jinja raises on a broken template."""
        html = self._environment.get_template(template).render(**context)
        return (settled(html.strip(), url) + "\n").encode()

    def signature(self) -> bytes:
        """The digest of all templates."""
        found = blake2b(digest_size=16)
        for folder in self._folders:
            for path in sorted(path for path in folder.iterdir() if path.is_file()):
                try:
                    found.update(repr((path.name, path.read_bytes())).encode())
                except OSError:
                    found.update(repr((path.name, "unreadable")).encode())
        return found.digest()

    def prepare(self) -> None:
        """Compile all templates, so that workers that start from here need not; what fails is found later."""
        for name in self._environment.list_templates(("html",)):
            if not name.startswith(f"{DEFAULT}/"):
                with contextlib.suppress(TemplateError, OSError, UnicodeError):
                    self._environment.get_template(name)

    def piece(self, macro: str, *args: object) -> str:
        """What a macro of ``parts.html`` makes of some data."""
        return str(getattr(self._environment.get_template("parts.html").module, macro)(*args))

    def assets(self) -> dict[str, bytes]:
        """All files below ``assets/``, by their path in the site."""
        found: dict[str, bytes] = {}
        for folder in self._folders:
            for path in sorted((folder / "assets").rglob("*")):
                if path.is_file():
                    found[path.relative_to(folder).as_posix()] = path.read_bytes()
        return found
