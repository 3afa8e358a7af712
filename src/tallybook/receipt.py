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

TYPE_CHECKING = False  # ``typing`` would take longer than all this
if TYPE_CHECKING:
    from collections.abc import Callable

SITE = "build/site"
"""Where the site of a book is published, from the book's root."""
_FILE = ".tallybook/receipt"
_GENERATED = ("build", "dist", "__pycache__")
_PASSED_ON = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_FORMAT = "tallybook receipt 2"
_RELATIVE = os.stat in os.supports_dir_fd and os.listdir in os.supports_fd
_LARGE = 200_000
"""Bytes of a receipt from which on it is compared by two processes: three thousand files."""
_KIND, _FOLDER = 0o170000, 0o040000  # of a mode; ``stat`` would have to be imported
_PLAIN = 2  # the version of ``marshal`` that writes equal data as equal bytes
_FINE, _COARSE = 20_000_000, 2_000_000_000
"""Nanoseconds within which a file system may give two changes the same time: one that counts nanoseconds,
one that counts milliseconds at best."""


class Sources:
    """What a build depends on, beside the site, and when that was looked at.

    ``also`` are files outside of the book that it reads.
    """

    __slots__ = ("_look", "at", "state")

    def __init__(self, root: str, also: tuple[str, ...] = ()) -> None:
        self.at = time.time_ns()
        package = os.path.dirname(os.path.abspath(__file__))
        theme = os.path.join(package, "..", "..", "templates")
        self._look = _Look()
        for folder in (os.path.abspath(root), package, theme):
            self._look.below(folder)
        self.state = _surroundings() + self._look.state() + _signatures(also)

    @property
    def settled(self) -> bool:
        """Whether none of the files could have changed unnoticed since."""
        return self._look.newest < self.at


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
    if not length.isdigit():
        return ""
    also = tuple(filter(None, os.fsdecode(others).split("\0")))
    sources, site = state[: int(length)], state[int(length) :]

    def published() -> bool:
        return _site(root).state() == site

    if not _may_fork(len(state)):
        same = Sources(root, also).state == sources and published()
    else:
        aside = _aside(published)
        same = Sources(root, also).state == sources
        same = os.waitpid(aside, 0)[1] == 0 and same
    return summary.decode("utf-8", "replace") if same else ""


def _may_fork(size: int) -> bool:
    """Whether two processes are done sooner with what has this many bytes, and a fork is safe."""
    threads = sys.modules.get("threading")
    alone = threads is None or threads.active_count() == 1
    able = hasattr(os, "fork") and sys.platform != "darwin" and os.cpu_count() != 1
    return size > _LARGE and alone and able


def _aside(holds: Callable[[], bool]) -> int:
    """A process that ends with the status 0 if something holds."""
    child = os.fork()
    if child:
        return child
    try:
        os._exit(0 if holds() else 1)
    except BaseException:  # a copy of the caller must not go on
        os._exit(1)


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
        self._take(folder, frozenset())

    def _take(self, folder: str, above: frozenset[tuple[int, int]]) -> None:
        self.names.append(f"\n{folder}")
        try:
            handle = os.open(folder, os.O_RDONLY) if _RELATIVE else None
        except OSError:
            return
        try:
            folders = self._files(folder, handle)
        except OSError:
            return
        finally:
            if handle is not None:
                os.close(handle)
        for name, which in folders:
            if which not in above:  # a link may lead to where it stands
                self._take(f"{folder}{os.sep}{name}", above | {which})

    def _files(self, folder: str, handle: int | None) -> list[tuple[str, tuple[int, int]]]:
        """Take in the files of a folder; returns its folders, each with what tells it from all others.

        By way of the ``handle`` of the folder the system has one name to look up a file, not a path: of the
        time that ten thousand pages take to be looked at this is a third.
        """
        seen, add, folders = self.names.append, self.numbers.append, []
        for name in sorted(os.listdir(folder if handle is None else handle)):
            if name[0] == "." or name in _GENERATED:
                continue
            path = name if handle is not None else f"{folder}{os.sep}{name}"
            try:
                s = os.stat(path, dir_fd=handle)
            except OSError:  # a link that leads nowhere
                s = os.stat(path, dir_fd=handle, follow_symlinks=False)
            if s.st_mode & _KIND == _FOLDER:
                folders.append((name, (s.st_dev, s.st_ino)))
            else:
                seen(name)
                add((s.st_mtime_ns, s.st_ctime_ns, s.st_size, s.st_ino))
        return folders

    def state(self) -> bytes:
        """All of it as bytes."""
        return os.fsencode("\0".join(self.names) + "\n") + marshal.dumps(self.numbers, _PLAIN)


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
