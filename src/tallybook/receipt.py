"""The receipt of a build: what everything it depends on looked like, so that the next one can see at a glance
that nothing has changed.

A receipt holds the signatures of all files of the book that a build reads (pages, scripts, data, templates,
settings), of the program itself, of interpreter and packages, and of the site that was published. Where one
of them differs, or is so young that a change could hide, there is no receipt, and the build does its work:
it may be slow, never wrong. This module starts in a few milliseconds and so imports next to nothing.
"""

from __future__ import annotations

import marshal
import os
import sys
import time

from tallybook import __version__

SITE = "build/site"
"""Where the site of a book is published, from the book's root."""
_FILE = ".tallybook/receipt"
_GENERATED = ("build", "dist", "__pycache__")
_PASSED_ON = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_FORMAT = "tallybook receipt 1"
_PLAIN = 2  # the version of ``marshal`` that writes equal data as equal bytes
_FINE, _COARSE = 20_000_000, 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time: one that counts nanoseconds,
one that counts milliseconds at best."""


class Sources:
    """What a build depends on, beside the site, and when that was looked at.

    ``also`` are files outside of the book that it reads.
    """

    __slots__ = ("at", "newest", "state")

    def __init__(self, root: str, also: tuple[str, ...] = ()) -> None:
        self.at = time.time_ns()
        package = os.path.dirname(os.path.abspath(__file__))
        theme = os.path.join(package, "..", "..", "templates")
        look = _Look()
        for folder in (os.path.abspath(root), package, theme):
            look.below(folder)
        self.newest = look.newest
        self.state = _surroundings() + look.state() + _signatures(also)

    @property
    def settled(self) -> bool:
        """Whether none of the files could have changed unnoticed since."""
        return self.newest < self.at


def write(root: str, asked: str, summary: str, before: Sources, also: tuple[str, ...] = ()) -> None:
    """Leave a receipt of a build that has just published its site and had nothing to say.

    ``asked`` names the options that decide what was verified, ``summary`` is the line it ended with,
    ``before`` was looked at before the book was read; ``also`` are files outside of the book that were read.
    What cannot be written is let go.
    """
    if not before.settled or not _older(also, before.at) or "\n" in asked + summary + "".join(also):
        return
    site = _site(root)
    time.sleep(max(0.0, min(site.newest - time.time_ns(), _FINE) / 1e9))
    if site.newest >= time.time_ns() or Sources(root).state != before.state:
        return
    state = before.state + _signatures(also)
    head = "\n".join((_FORMAT, asked, summary, "\0".join(also), str(len(state)), ""))
    file = os.path.join(root, _FILE)
    fresh = f"{file}.{os.getpid()}.new"
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(fresh, "wb") as stream:
            stream.write(os.fsencode(head) + state + site.state())
        os.replace(fresh, file)
    except OSError:
        return


def unchanged(root: str, asked: str) -> str:
    """The summary of the last build if a build with the same options would do nothing; else ""."""
    try:
        with open(os.path.join(root, _FILE), "rb") as stream:
            data = stream.read()
    except OSError:
        return ""
    lines = data.split(b"\n", 5)
    if len(lines) < 6 or lines[0] != _FORMAT.encode() or lines[1] != asked.encode():
        return ""
    *_, summary, others, length, state = lines
    now = Sources(root, tuple(filter(None, os.fsdecode(others).split("\0")))).state
    if length != str(len(now)).encode() or state[: len(now)] != now:
        return ""
    if state[len(now) :] != _site(root).state():
        return ""
    return summary.decode("utf-8", "replace")


class _Look:
    """The signatures of files, folder by folder."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.numbers: list[tuple[int, int, int, int]] = []

    @property
    def newest(self) -> int:
        """Until when a change may have been made, in nanoseconds of the epoch."""
        return max((max(_end(one), _end(other)) for one, other, _, _ in self.numbers), default=0)

    def below(self, folder: str) -> None:
        """Take in every file below a folder but what is hidden or generated."""
        self._take(folder, set())

    def _take(self, folder: str, above: set[tuple[int, int]]) -> None:
        try:
            entries = sorted(os.scandir(folder), key=_name)
        except OSError:
            entries = []
        names, numbers = self.names, self.numbers
        names.append(f"\n{folder}")
        for entry in entries:
            name = entry.name
            if name[0] == "." or name in _GENERATED:
                continue
            try:
                s = entry.stat()
            except OSError:  # a link that leads nowhere
                s = entry.stat(follow_symlinks=False)
            if not entry.is_dir():
                names.append(name)
                numbers.append((s.st_mtime_ns, s.st_ctime_ns, s.st_size, s.st_ino))
            elif (s.st_dev, s.st_ino) not in above:  # a link may lead to where it stands
                self._take(entry.path, above | {(s.st_dev, s.st_ino)})

    def state(self) -> bytes:
        """All of it as bytes."""
        return os.fsencode("\0".join(self.names) + "\n") + marshal.dumps(self.numbers, _PLAIN)


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _site(root: str) -> _Look:
    look = _Look()
    look.below(os.path.join(os.path.abspath(root), SITE))
    return look


def _end(moment: int) -> int:
    """The end of the time in which a change with this time may have been made."""
    return moment + (_FINE if moment % 1_000_000 else _COARSE)


def _surroundings() -> bytes:
    """Program, interpreter and packages, as far as a glance shows."""
    folders = {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    parts = [__version__, sys.version, sys.executable, *(os.environ.get(name, "") for name in _PASSED_ON)]
    return os.fsencode("\0".join(parts) + "\n") + _signatures((sys.executable, *sorted(folders)))


def _signatures(paths: tuple[str, ...]) -> bytes:
    """The signatures of some files or folders; one that is not there counts as such."""
    found = []
    for path in paths:
        try:
            s = os.stat(path)
        except OSError:
            continue
        found.append(f"{path} {s.st_mtime_ns} {s.st_ctime_ns} {s.st_size} {s.st_ino}\n")
    return os.fsencode("".join(found))


def _older(paths: tuple[str, ...], moment: int) -> bool:
    """Whether some files have not changed since a moment."""
    for path in paths:
        try:
            s = os.stat(path)
        except OSError:
            return False
        if max(_end(s.st_mtime_ns), _end(s.st_ctime_ns)) >= moment:
            return False
    return True
