"""Ending processes: the group of a check, and the grandchildren that left it."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

_SET_CHILD_SUBREAPER = 36
_SET_PDEATHSIG = 1
LIMITS = (
    resource.RLIMIT_CORE,
    resource.RLIMIT_CPU,
    resource.RLIMIT_AS,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_NOFILE,
    resource.RLIMIT_NPROC,
)
"""The limits a check is put under."""
LONGEST = 6
"""Times its limit after which a check is ended even if it has mostly waited for a processor."""

libc = ctypes.CDLL(None, use_errno=True)
linux = sys.platform == "linux"


def adopt_orphans(parent: int) -> None:
    """Let orphaned grandchildren come to this process, and have it asked to end when ``parent`` has ended.

    ``parent`` is 0 if it is out of sight and something else sees to that.
    """
    if linux:
        libc.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if parent:
        end_with(parent, signal.SIGTERM)


def end_with(parent: int, how: signal.Signals) -> None:
    """Have the kernel send ``how`` to this process when its parent ends; ends at once if ``parent`` is gone
    already.
    """
    if linux:
        libc.prctl(_SET_PDEATHSIG, how, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)


def own_limits() -> list[tuple[int, int]]:
    """The resource limits of this process; a change means that a check reached its parent."""
    return [resource.getrlimit(limit) for limit in LIMITS]


def waited(pid: int) -> float:
    """Seconds for which a process was ready to run but no processor was free; 0 where nobody counts them."""
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as stream:
            return int(stream.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def kill(pid: int) -> None:
    """SIGKILL to a process that has not been waited for (so that its number is still its own)."""
    os.kill(pid, signal.SIGKILL)


def kill_group(pid: int) -> None:
    """SIGKILL to the process group of a check; nothing if it has none (yet)."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return  # PermissionError: only zombies are left (BSD)


def has_ended(pid: int) -> bool:
    """Whether a child has ended; it is not waited for, so its number stays taken."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def kill_orphans(running: set[int]) -> None:
    """Kill and wait for all children of this process but the checks in ``running``, and what these leave
    behind.
    """
    for _ in range(
        1000
    ):  # each round takes one generation; a fork bomb loses its parents faster than it breeds
        orphans = [pid for pid in _children() if pid not in running]
        if not orphans:
            return
        for pid in orphans:
            os.kill(pid, signal.SIGSTOP)
        for pid in orphans:
            kill_group(pid)
            os.kill(pid, signal.SIGKILL)
        for pid in orphans:
            os.waitpid(pid, 0)


def _children() -> list[int]:
    """The children of this process, by the parent's number in ``/proc``."""
    me = os.getpid()
    found: list[int] = []
    if not linux:
        return found
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == me:
                found.append(int(entry))
    return found
