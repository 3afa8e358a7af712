"""Containment: what stands between a check and everything else, and which level of it this machine reaches.

Levels: ``full`` is Landlock, the system call filter and the limits; ``bwrap`` is a file system and a network
of its own by bubblewrap, with one of the two if there is one, and the limits; ``landlock`` and ``seccomp``
are one of the two with the limits; ``limits`` is the limits of the operating system alone.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from typing import Any

from tallybook.execute.child import landlock, seccomp
from tallybook.execute.child.reap import LIMITS, end_with, libc, linux

_FIRST_UID = 64000  # a user of its own for each check that runs at the same time
_SET_SECUREBITS = 28
_NO_ROOT = 0b11  # root is a user like any other, for good
_CAPABILITIES_3 = (ctypes.c_uint32 * 2)(0x20080522, 0)
_NO_CAPABILITIES = (ctypes.c_uint32 * 6)()
_READ = landlock.READ | landlock.READ_DIR
SYSTEM = (
    *(
        "/lib",
        "/lib64",
        "/usr/lib",
        "/usr/lib64",
        "/usr/local/lib",
        "/usr/share/zoneinfo",
        "/usr/share/locale",
    ),
    *("/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/random", "/dev/zero"),
    *("/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"),
)
"""What every program may read of the system."""


class Containment:
    """Prepared once in the template, entered by each check before its script starts.

    ``config`` says what to use of what the kernel offers (``landlock``, ``seccomp``), whether this process is
    in a ``bwrap`` already, what files and folders a check may ``read`` beside those of interpreter and
    packages, and which ``python`` makes cold runs.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        read, python = config["read"], config["python"]
        self.wrapped = config["bwrap"]
        self.parent = os.getpid()
        self.most = {limit: resource.getrlimit(limit)[1] for limit in LIMITS}
        self.rules: landlock.Rules | None = None
        self.filter: seccomp.Filter | None = None
        self.python = ctypes.create_string_buffer(os.fsencode(python))
        libraries = _mapped_files()
        packages = [path for path in sys.path if path]
        reading = [*SYSTEM, *packages, *read, *sorted({os.path.dirname(file) for file in libraries})]
        root = linux and os.geteuid() == 0
        self.uid_drop = root and all(_open_to_all(path) for path in (python, *packages, *read))
        self.others = 0 if self.uid_drop else _tasks_of_user()
        if config["landlock"]:
            self.rules = _rules(reading, python, libraries)
        if config["seccomp"]:
            self.filter = seccomp.Filter(ctypes.addressof(self.python), guard_files=self.rules is None)

    @property
    def level(self) -> str:
        """The level reached."""
        if self.rules and self.filter:
            return "full"
        if self.wrapped:
            return "bwrap"
        return "landlock" if self.rules else "seccomp" if self.filter else "limits"

    @property
    def no_fork(self) -> bool:
        """Whether a check can start no process, so that nothing can outlive it."""
        return self.filter is not None

    def enter(self, request: dict[str, Any], slot: int, cold: bool) -> None:
        """Contain this process, for good. Raises ``OSError`` if the kernel refuses what it offered before."""
        os.setsid()
        values = (
            *(0, int(request["seconds"]) + 2, request["memory"], request["output"], request["files"]),
            request["processes"] + self.others,
        )
        for limit, value in zip(LIMITS, values, strict=True):
            self._limit(limit, value)
        if linux and os.geteuid() == 0 and (self.rules or self.filter):
            self._drop_root(slot)
        end_with(self.parent, signal.SIGKILL)  # after the change of user, which would clear it
        if self.rules and not self.rules.enter():
            raise OSError(ctypes.get_errno(), "landlock refused")
        os.closerange(3, 1 << 12)
        if self.filter and not self.filter.apply(cold):
            raise OSError(ctypes.get_errno(), "seccomp refused")

    def _limit(self, which: int, value: int) -> None:
        """Lower a limit; an inherited one that is lower already stays."""
        most = self.most[which]
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        try:
            resource.setrlimit(which, (value, value))
        except (ValueError, OSError):
            return  # not every system knows every limit

    def _drop_root(self, slot: int) -> None:
        libc.prctl(_SET_SECUREBITS, _NO_ROOT, 0, 0, 0)
        if self.uid_drop:
            os.setgroups([])
            os.setresgid(_FIRST_UID + slot, _FIRST_UID + slot, _FIRST_UID + slot)
            os.setresuid(_FIRST_UID + slot, _FIRST_UID + slot, _FIRST_UID + slot)
        if libc.capset(_CAPABILITIES_3, _NO_CAPABILITIES) != 0:
            raise OSError(ctypes.get_errno(), "capset refused")


def _rules(reading: list[str], python: str, libraries: list[str]) -> landlock.Rules:
    rules = landlock.Rules()
    for path in reading:
        rules.allow(path, _READ)
    rules.allow(os.path.join(sys.prefix, "pyvenv.cfg"), landlock.READ)
    rules.allow(os.path.realpath(python), landlock.READ | landlock.EXECUTE)
    for path in libraries:
        if os.path.basename(path).startswith("ld"):  # the dynamic loader, which starts the interpreter
            rules.allow(path, landlock.READ | landlock.EXECUTE)
    rules.allow("/dev/null", landlock.READ | landlock.WRITE | landlock.TRUNCATE)
    return rules


def _mapped_files() -> list[str]:
    """The shared libraries that this process has loaded."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as file:
            names = {line.split(maxsplit=5)[5].rstrip("\n") for line in file if line.count(" /")}
    except OSError:
        return []
    return sorted(name for name in names if ".so" in os.path.basename(name))


def _tasks_of_user() -> int:
    """How many threads this user has now; the limit on processes counts them all."""
    me, count = os.getuid(), 0
    if not linux:
        return 1000
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and os.stat(f"/proc/{entry}").st_uid == me:
                count += len(os.listdir(f"/proc/{entry}/task"))
        except OSError:
            continue
    return count


def _open_to_all(path: str) -> bool:
    """Whether every user may reach and read a path, if it is there at all."""
    path = os.path.realpath(path)
    if not os.path.exists(path):
        return True
    try:
        if not os.stat(path).st_mode & 0o004:
            return False
        while path != "/":
            path = os.path.dirname(path)
            if not os.stat(path).st_mode & 0o001:
                return False
    except OSError:
        return False
    return True
