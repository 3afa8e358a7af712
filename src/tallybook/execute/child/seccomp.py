"""A system call filter for checks: no sockets, no new processes, no signals to others, no changes to any
file.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

from tallybook.execute.child.reap import libc, linux
from tallybook.execute.child.syscalls import MACHINES, allowed, conditional

Line = tuple[int, int, int, int]
"""An instruction: what, jump if true, jump if false, operand."""

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_PASS = (_RETURN, 0, 0, _ALLOW)
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_SET_NO_NEW_PRIVS, _SET_SECCOMP, _MODE_FILTER = 38, 22, 2
_CLONE_THREAD = 0x10000
_X32 = 0x40000000
_NEWEST = 450  # calls with higher numbers are younger than the list: say "unknown" and let libc fall back

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_FCNTL = (0, 1, 2, 3, 4, 5, 6, 7, 1030, 1032, 36, 37, 38)  # duplicate, flags, locks, pipe size; not F_SETOWN
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # is it a terminal, its size, bytes to read, flags
_PRCTL = (15, 16, 3)  # name of the thread, set and get; whether it may be dumped
_AF_UNIX = 1
_SELF = 0x7E57_AB1E  # stands for the child's own number until there is a child


class Filter:
    """The program, built once in the template; a child fills in its own number and applies it.

    ``exec_path`` is the address of the one string that a cold check may give to ``execve``. ``guard_files``
    makes opening a file for writing fail here, for kernels on which nothing else does.
    """

    def __init__(self, exec_path: int, guard_files: bool) -> None:
        self.column, self.arch = MACHINES[os.uname().machine]
        self.guard_files = guard_files
        self.warm = self._program([_deny(errno.EPERM)])
        self.cold = self._program(_pointer(0, exec_path))

    def apply(self, cold: bool) -> bool:
        """Filter this process from here on; False if the kernel refuses."""
        program = (self.cold if cold else self.warm).replace(
            _SELF.to_bytes(4, sys.byteorder), struct.pack("I", os.getpid())
        )
        buffer = ctypes.create_string_buffer(program, len(program))
        head = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
        if libc.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            return False
        return bool(libc.prctl(_SET_SECCOMP, _MODE_FILTER, ctypes.c_char_p(head), 0, 0) == 0)

    def _program(self, execve: list[Line]) -> bytes:
        number = conditional(self.column)
        code: list[Line] = [(_LOAD, 0, 0, _ARCH), (_EQUAL, 1, 0, self.arch), (_RETURN, 0, 0, _KILL)]
        code += [(_LOAD, 0, 0, _NUMBER)]
        code += _when(_AT_LEAST, _X32, [_deny(errno.EPERM)])
        for call in allowed(self.column):
            code += _when(_EQUAL, call, [_PASS])
        rules = {
            "fcntl": _one_of(1, _FCNTL),
            "ioctl": _one_of(1, _IOCTL, errno.ENOTTY),
            "prctl": _one_of(0, _PRCTL),
            "kill": _one_of(0, (_SELF,)),
            "tgkill": _one_of(0, (_SELF,)),
            "prlimit64": _one_of(0, (0, _SELF)),
            "socketpair": _one_of(0, (_AF_UNIX,)),
            "sendto": _pointer(4, 0),
            "clone": [_argument(0), *_when(_ANY_BIT, _CLONE_THREAD, [_PASS]), _deny(errno.EPERM)],
            "clone3": [_deny(errno.ENOSYS)],  # its flags are out of reach; libc falls back to clone
            "execve": execve,
            "open": self._open(1),
            "openat": self._open(2),
        }
        for name, rule in rules.items():
            if name in number:
                code += _when(_EQUAL, number[name], rule)
        code += _when(_AT_LEAST, _NEWEST + 1, [_deny(errno.ENOSYS)])
        code += [_deny(errno.EPERM)]
        return b"".join(struct.pack("HBBI", *line) for line in code)

    def _open(self, flags: int) -> list[Line]:
        allow = [_PASS]
        if not self.guard_files:
            return allow
        return [_argument(flags), *_when(_ANY_BIT, _WRITING, [_deny(errno.EACCES)]), *allow]


def available() -> bool:
    """Whether this machine is one whose call numbers are known and whose kernel filters."""
    known = linux and os.uname().machine in MACHINES and struct.calcsize("P") == 8
    return known and libc.prctl(21, 0, 0, 0, 0) >= 0  # PR_GET_SECCOMP fails where the kernel has none


def _when(test: int, value: int, then: list[Line]) -> list[Line]:
    """``then`` if the loaded word passes the test, else on."""
    return [(test, 0, len(then), value), *then]


def _argument(index: int, high: bool = False) -> Line:
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * index + 4 * high)


def _deny(number: int) -> Line:
    return (_RETURN, 0, 0, _ERRNO | number)


def _one_of(index: int, values: tuple[int, ...], otherwise: int = errno.EPERM) -> list[Line]:
    tests = [line for value in values for line in _when(_EQUAL, value, [_PASS])]
    return [_argument(index), *tests, _deny(otherwise)]


def _pointer(index: int, address: int) -> list[Line]:
    low, high = address & 0xFFFFFFFF, address >> 32
    whole = [_argument(index, high=True), *_when(_EQUAL, high, [_PASS])]
    return [_argument(index), *_when(_EQUAL, low, whole), _deny(errno.EPERM)]
