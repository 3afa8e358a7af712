"""Each check with the packages that it declares: found here, provided, or missed and said so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallybook.diagnostics import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tallybook.execute.declared import Declared
    from tallybook.execute.own import Own
    from tallybook.execute.request import CheckRequest

_MARK = "# /// script"
Provided = dict[tuple[str, ...], "Own | str"]


def furnish(
    wanted: Mapping[str, CheckRequest], install: bool
) -> tuple[dict[str, CheckRequest], dict[str, Diagnostic]]:
    """The checks, each with its own environment if it needs one and there is one, and what is wrong with the
    declarations of the others, by name.

    ``install`` is whether packages that are missing may be installed, into an environment of the book's own.
    """
    furnished, findings, provided = dict(wanted), {}, Provided()
    for name, request in wanted.items():
        if _MARK not in request.source.text:  # most checks, and then nothing has to be imported
            continue
        found = _one(request, install, provided)
        if isinstance(found, Diagnostic):
            findings[name] = found
        else:
            furnished[name] = found
    return furnished, findings


def _one(request: CheckRequest, install: bool, provided: Provided) -> CheckRequest | Diagnostic:
    from tallybook.execute.declared import declared, missing, other_python

    block = declared(request.source)
    if block is None:
        return request
    if block.fault:
        message = f"the packages that the check declares cannot be read: {block.fault}"
        help_ = ('write `# dependencies = ["numpy>=2"]` between `# /// script` and `# ///`',)
        return Diagnostic("X111", message, request.source, block.span, help=help_)
    lacking, python = missing(block), other_python(block)
    if not lacking and not python:
        return request
    own = None if python else _own(request.root, block, install, provided)
    if isinstance(own, str):
        message = "the packages that the check declares cannot be installed"
        notes = tuple(f"installer: {line}" for line in own.splitlines())
        help_ = ("see that they exist, have wheels for this platform, and that the index can be reached",)
        return Diagnostic("X112", message, request.source, block.span, notes=notes, help=help_)
    if own is None:
        parts = ", ".join((*lacking, python) if python else lacking)
        message = f"the check declares what is missing here: {parts}"
        help_ = (
            "run Tallybook with that Python"
            if python
            else "install it, or let `--install` provide it in an environment of the book's own",
        )
        return Diagnostic("X110", message, request.source, block.span, help=help_)
    return replace(request, own=own)


def _own(root: Path, block: Declared, install: bool, provided: Provided) -> Own | str | None:
    """The environment for a block, or why it could not be made; None if there is none yet."""
    from tallybook.execute.own import InstallError, existing
    from tallybook.execute.own import install as make

    if block.packages not in provided:
        own = existing(root, block.packages)
        if own is None and not install:
            return None
        try:
            provided[block.packages] = own or make(root, block.packages)
        except InstallError as error:
            provided[block.packages] = str(error)
    return provided[block.packages]
