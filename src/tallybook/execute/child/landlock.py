"""Landlock: a check reads the interpreter, the packages and the book, and writes nowhere.

Constants of ``linux/landlock.h``. The rule set is built once in the template; a child only enters it.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct

from tallybook.execute.child.reap import libc, linux

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every machine
_ASK_VERSION = 1
_PATH_BENEATH = 1
EXECUTE, WRITE, READ, READ_DIR, TRUNCATE, IOCTL_DEVICE = 1, 2, 4, 8, 1 << 14, 1 << 15
_ALL = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}  # from version 5 on 1 << 16
_NET_ALL = 3  # bind and connect, TCP, from version 4 on
_SCOPE_ALL = 3  # abstract UNIX sockets and signals, from version 6 on


def version() -> int:
    """The version of Landlock that the kernel offers, 0 for none."""
    return max(0, libc.syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)) if linux else 0


class Rules:
    """A rule set. Everything is forbidden but what ``allow`` names."""

    def __init__(self) -> None:
        number = version()
        self.handled = _ALL.get(number, (1 << 16) - 1)
        net, scope = (_NET_ALL if number >= 4 else 0), (_SCOPE_ALL if number >= 6 else 0)
        attributes = struct.pack("QQQ", self.handled, net, scope)
        size = 24 if number >= 6 else 16 if number >= 4 else 8
        self.fd = libc.syscall(_CREATE_RULESET, ctypes.c_char_p(attributes), size, 0)
        if self.fd < 0:
            raise OSError(ctypes.get_errno(), "landlock_create_ruleset")

    def allow(self, path: str, access: int) -> None:
        """Allow ``access`` to a file or to everything beneath a folder; one that does not exist is passed
        over.
        """
        try:
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return
        try:
            if not stat.S_ISDIR(os.fstat(fd).st_mode):
                access &= EXECUTE | WRITE | READ | TRUNCATE | IOCTL_DEVICE
            rule = struct.pack("=Qi", access & self.handled, fd)
            if libc.syscall(_ADD_RULE, self.fd, _PATH_BENEATH, ctypes.c_char_p(rule), 0) != 0:
                raise OSError(ctypes.get_errno(), "landlock_add_rule", path)
        finally:
            os.close(fd)

    def enter(self) -> bool:
        """Put this process under the rules for good; False if the kernel refuses."""
        libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS, without which it may not
        return bool(libc.syscall(_RESTRICT_SELF, self.fd, 0) == 0)
