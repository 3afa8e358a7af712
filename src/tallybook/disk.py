"""Files of a book replaced on the disk: whole or not at all, and only what has not changed meanwhile."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallybook.span import Source


class ChangedError(Exception):
    """The file is not any more what was verified; the message says which."""


def write(root: Path, source: Source, new: Source) -> None:
    """Replace a file of a book, whole or not at all. Raises ``ChangedError`` if it has changed since it
    was read."""
    file = (root / source.path).resolve()
    known = source.text.encode()
    if file.read_bytes().removeprefix(b"\xef\xbb\xbf") != known.removeprefix(b"\xef\xbb\xbf"):
        raise ChangedError(f"{source.path} has changed since it was read")
    mark = (
        b"\xef\xbb\xbf"
        if file.read_bytes().startswith(b"\xef\xbb\xbf") and not new.text.startswith("\ufeff")
        else b""
    )
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    draft = file.with_name(Path(name).name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(mark + new.text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        draft.chmod(file.stat().st_mode & 0o7777)
        draft.replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
