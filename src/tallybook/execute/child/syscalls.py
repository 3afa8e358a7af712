"""The system calls a check may make, with their numbers on the machines that the filter knows.

An allow-list: what a Python program needs to start, compute, read files and write to a pipe. The numbers are
those of the kernel's ``asm/unistd_64.h`` (x86-64) and ``asm-generic/unistd.h`` (64-bit ARM); "-" where a
machine lacks the call.
"""

from __future__ import annotations

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""Machine name: its column below and its ``AUDIT_ARCH`` constant."""

_TABLE = """
read 0 63; write 1 64; readv 19 65; writev 20 66; pread64 17 67; pwrite64 18 68; preadv 295 69
pwritev 296 70; preadv2 327 286; pwritev2 328 287; lseek 8 62; close 3 57; close_range 436 436
fsync 74 82; fdatasync 75 83; stat 4 -; fstat 5 80; lstat 6 -; newfstatat 262 79; statx 332 291
statfs 137 43; fstatfs 138 44; access 21 -; faccessat 269 48; faccessat2 439 439; readlink 89 -
readlinkat 267 78; getcwd 79 17; chdir 80 49; fchdir 81 50; getdents 78 -; getdents64 217 61; dup 32 23
dup2 33 -; dup3 292 24; pipe 22 -; pipe2 293 59; poll 7 -; ppoll 271 73; select 23 -; pselect6 270 72
epoll_create 213 -; epoll_create1 291 20; epoll_ctl 233 21; epoll_wait 232 -; epoll_pwait 281 22
epoll_pwait2 441 441; eventfd 284 -; eventfd2 290 19; timerfd_create 283 85; timerfd_settime 286 86
timerfd_gettime 287 87; fadvise64 221 223; flock 73 32; mmap 9 222; mprotect 10 226; munmap 11 215
brk 12 214; mremap 25 216; madvise 28 233; msync 26 227; mincore 27 232; membarrier 324 283
get_mempolicy 239 236; futex 202 98; futex_waitv 449 449; set_robust_list 273 99
get_robust_list 274 100; rseq 334 293; set_tid_address 218 96; arch_prctl 158 -; restart_syscall 219 128
rt_sigaction 13 134; rt_sigprocmask 14 135; rt_sigreturn 15 139; rt_sigpending 127 136
rt_sigtimedwait 128 137; rt_sigsuspend 130 133; sigaltstack 131 132; pause 34 -; alarm 37 -
setitimer 38 103; getitimer 36 102; timer_create 222 107; timer_gettime 224 108
timer_getoverrun 225 109; timer_settime 223 110; timer_delete 226 111; nanosleep 35 101
clock_nanosleep 230 115; clock_gettime 228 113; clock_getres 229 114; gettimeofday 96 169; time 201 -
times 100 153; getrandom 318 278; getpid 39 172; getppid 110 173; gettid 186 178; getuid 102 174
geteuid 107 175; getgid 104 176; getegid 108 177; getresuid 118 148; getresgid 120 150
getgroups 115 158; getpgrp 111 -; getpgid 121 155; getsid 124 156; capget 125 90; uname 63 160
sysinfo 99 179; getrusage 98 165; getrlimit 97 163; setrlimit 160 164; getpriority 140 141; umask 95 166
getcpu 309 168; sched_yield 24 124; sched_getaffinity 204 123; sched_getparam 143 121
sched_getscheduler 145 120; sched_get_priority_max 146 125; sched_get_priority_min 147 126; exit 60 93
exit_group 231 94; wait4 61 260; waitid 247 95; recvfrom 45 207; recvmsg 47 212; shutdown 48 210
getsockname 51 204; getpeername 52 205; getsockopt 55 209
"""

_CONDITIONAL = """
open 2 -; openat 257 56; fcntl 72 25; ioctl 16 29; clone 56 220; clone3 435 435; kill 62 129; tgkill 234 131
prlimit64 302 261; prctl 157 167; socketpair 53 199; sendto 44 206; execve 59 221
"""


def _numbers(table: str, column: int) -> dict[str, int]:
    rows = (row.split() for row in table.replace("\n", ";").split(";") if row.strip())
    return {row[0]: int(row[1 + column]) for row in rows if row[1 + column] != "-"}


def allowed(column: int) -> list[int]:
    """The numbers of the calls that are allowed whatever their arguments, in order."""
    return sorted(_numbers(_TABLE, column).values())


def conditional(column: int) -> dict[str, int]:
    """The numbers of the calls that are allowed for some arguments."""
    return _numbers(_CONDITIONAL, column)
