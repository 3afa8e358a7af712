"""A system call filter for checks: no sockets, no new processes, no signals to others, no changes to any
file.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from tallybook.execute.child.reap import libc, linux
from tallybook.execute.child.syscalls import MACHINES, allowed, conditional

Line = tuple[int, int, int, int]
"""An instruction: what, jump if true, jump if false, operand."""

_LINE, _OPERAND = struct.Struct("HBBI"), struct.Struct("I")
_LOAD, _JUMP, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
_FARTHEST = 255  # lines that a test can jump over
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
    """The program, ready in memory before a check is forked; the child fills in its own number and applies
    it.

    ``exec_path`` is the address of the one string that a cold check may give to ``execve``. ``guard_files``
    makes opening a file for writing fail here, for kernels on which nothing else does.
    """

    def __init__(self, exec_path: int, guard_files: bool) -> None:
        self.column, self.arch = MACHINES[os.uname().machine]
        self.guard_files = guard_files
        self.warm = _Ready(self._program([_deny(errno.EPERM)]))
        self.cold = _Ready(self._program(_pointer(0, exec_path)))

    def apply(self, cold: bool) -> bool:
        """Filter this process from here on; False if the kernel refuses."""
        if libc.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            return False
        program = (self.cold if cold else self.warm).of(os.getpid())
        return bool(libc.prctl(_SET_SECCOMP, _MODE_FILTER, program, 0, 0) == 0)

    def _program(self, execve: list[Line]) -> bytes:
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
        number = conditional(self.column)
        by_number = {call: [_PASS] for call in allowed(self.column)}
        by_number |= {number[name]: rule for name, rule in rules.items() if name in number}
        code: list[Line] = [(_LOAD, 0, 0, _ARCH), (_EQUAL, 1, 0, self.arch), (_RETURN, 0, 0, _KILL)]
        code += [(_LOAD, 0, 0, _NUMBER), *_search(_ranges(by_number))]
        return b"".join(_LINE.pack(*line) for line in code)

    def _open(self, flags: int) -> list[Line]:
        allow = [_PASS]
        if not self.guard_files:
            return allow
        return [_argument(flags), *_when(_ANY_BIT, _WRITING, [_deny(errno.EACCES)]), *allow]


class _Ready:
    """A program as the kernel takes it (``struct sock_fprog``), and where in it the child's number stands."""

    def __init__(self, program: bytes) -> None:
        self.buffer = ctypes.create_string_buffer(program, len(program))
        self.head = ctypes.create_string_buffer(
            struct.pack("HxxxxxxQ", len(program) // _LINE.size, ctypes.addressof(self.buffer))
        )
        operands = (line[3] for line in _LINE.iter_unpack(program))
        self.own = [n * _LINE.size + 4 for n, operand in enumerate(operands) if operand == _SELF]

    def of(self, pid: int) -> ctypes.Array[ctypes.c_char]:
        """The program for the process ``pid``."""
        for offset in self.own:
            _OPERAND.pack_into(self.buffer, offset, pid)
        return self.head


def available() -> bool:
    """Whether this machine is one whose call numbers are known and whose kernel filters."""
    known = linux and os.uname().machine in MACHINES and struct.calcsize("P") == 8
    return known and libc.prctl(21, 0, 0, 0, 0) >= 0  # PR_GET_SECCOMP fails where the kernel has none


def _ranges(by_number: dict[int, list[Line]]) -> list[tuple[int, list[Line]]]:
    """The rule from each number on up to the next one named: all calls, also those not in ``by_number``."""
    refused = [_deny(errno.EPERM)]
    rules = {number + 1: refused for number in by_number} | by_number
    rules |= {0: by_number.get(0, refused), _NEWEST + 1: [_deny(errno.ENOSYS)], _X32: refused}
    ranges: list[tuple[int, list[Line]]] = []
    for number, rule in sorted(rules.items()):
        if not ranges or ranges[-1][1] != rule:
            ranges.append((number, rule))
    return ranges


def _search(ranges: list[tuple[int, list[Line]]]) -> list[Line]:
    """The rule of the range that the loaded number is in, found by halving.

    The kernel runs through the filter once a call number whenever it is installed, and a check installs it
    anew; one test after the other would cost a check most of a millisecond.
    """
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    low, high = _search(ranges[:middle]), _search(ranges[middle:])
    if len(low) <= _FARTHEST:
        return [(_AT_LEAST, len(low), 0, ranges[middle][0]), *low, *high]
    return [(_AT_LEAST, 0, 1, ranges[middle][0]), (_JUMP, 0, 0, len(low)), *low, *high]


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
