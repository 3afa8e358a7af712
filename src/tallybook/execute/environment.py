"""The environment of a check: the same on every machine, nothing of the runner's own but where its libraries
are.
"""

from __future__ import annotations

import os
import time

_FIXED = {
    "HOME": "/nonexistent",
    "PATH": "/usr/bin:/bin",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    # the address space of a check is limited, and each thread would reserve 64 MiB of it
    "MALLOC_ARENA_MAX": "1",
    # one thread each: a fork of a threaded template deadlocks, and sums over threads differ by machine
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_PASSED_ON = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
_FIRST = {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0", "TZ": "UTC"}
_SECOND = {"LC_ALL": "C", "PYTHONHASHSEED": "1"}


def environment() -> dict[str, str]:
    """The environment of a check and of the templates."""
    return {**_FIXED, **_FIRST, **{name: os.environ[name] for name in _PASSED_ON if name in os.environ}}


def second_environment() -> dict[str, str]:
    """Another hash seed, locale and, by the time zone, another day of the calendar: the digits must not
    notice.
    """
    zone = "EARLIER+12" if time.gmtime().tm_hour < 12 else "LATER-14"
    return {**environment(), **_SECOND, "TZ": zone}


def fixed_part() -> str:
    """What a cached print depends on of all this, as text."""
    return repr(sorted({**_FIXED, **_FIRST}.items()))
