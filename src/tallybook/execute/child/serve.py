"""The server in a template process: fork a check for each request, watch over it, report how it ended.

Single-threaded. It sleeps in ``poll`` until a request comes, a check writes, a check ends or a time limit is
up.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import time
from dataclasses import dataclass, field
from typing import Any

from tallybook.execute.child import reap, wire
from tallybook.execute.child.contain import Containment
from tallybook.execute.child.preload import preload
from tallybook.execute.child.start import Job, start
from tallybook.execute.child.stash import Recorder, Stash

_CHUNK = 1 << 16


@dataclass(slots=True)
class _Run:
    """A check that is running."""

    number: int
    pid: int
    out: int
    err: int
    cap: int
    began: float
    seconds: float
    """How long it may run, waiting for a processor not counted."""
    deadline: float
    why: str = ""
    """Why it was killed: ``time`` or ``output``."""
    written: dict[int, bytearray] = field(default_factory=dict)


def serve(fd: int, recorder: Recorder, scope: dict[str, Any]) -> Job:
    """Serve requests from the socket ``fd`` until it closes; never returns in the template itself.

    Returns in a forked child that is to run its script warm. ``recorder`` has noted every import so far;
    ``scope`` are the globals that the interpreter gave to its own script.
    """
    channel = socket.socket(fileno=fd)
    first = wire.receive(channel)
    if first is None:
        os._exit(0)
    config = first[0]
    os.environ.pop("PWD", None)  # bwrap sets it; a cold check has none
    reap.adopt_orphans(config["driver"])
    if config["warm"]:
        preload(config["preload"], recorder)
    recorder.stop()
    containment = Containment(config)
    server = _Server(channel, containment, config["jobs"])
    wire.send(channel, {"ready": True, "level": containment.level})
    if config["warm"]:
        Stash(recorder)
    gc.collect()
    gc.freeze()
    job = start(server.run(), containment, scope, server.slot)
    job.behind = server
    return job


class _Server:
    def __init__(self, channel: socket.socket, containment: Containment, jobs: int) -> None:
        self.channel = channel
        self.containment = containment
        self.free = list(range(jobs))
        self.slots: dict[int, int] = {}
        self.runs: dict[int, _Run] = {}
        self.pipes: dict[int, _Run] = {}
        self.slot = 0
        self.limits = reap.own_limits()
        wake, self.wake_write = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(self.wake_write, False)
        self.wake = wake
        self.leaving = False
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._asked_to_leave)
        signal.set_wakeup_fd(self.wake_write, warn_on_full_buffer=False)
        self.poll = select.poll()
        self.poll.register(channel.fileno(), select.POLLIN)
        self.poll.register(wake, select.POLLIN)

    def run(self) -> dict[str, Any]:
        """Serve; returns only in a child, with the request it is to run."""
        while True:
            for fd, _ in self.poll.poll(self._patience()):
                if fd == self.channel.fileno():
                    message = wire.receive(self.channel)
                    if message is None:
                        self._leave()
                    elif self._fork(message[0]) == 0:
                        return message[0]
                elif fd == self.wake:
                    self._drain_wake()
                elif fd in self.pipes:
                    self._read(self.pipes[fd], fd)
            if self.leaving:
                self._leave()
            now = time.monotonic()
            for run in list(self.runs.values()):
                if now >= run.deadline and not self._prolong(run, now):
                    self._kill(run, "time")
                if reap.has_ended(run.pid):
                    self._finish(run)

    def _asked_to_leave(self, *_: object) -> None:
        self.leaving = True

    def _patience(self) -> float | None:
        """Milliseconds until the nearest time limit; None if nothing runs under one."""
        waiting = [run.deadline for run in self.runs.values() if not run.why]
        return max(0.0, (min(waiting) - time.monotonic()) * 1000 + 1) if waiting else None

    def _fork(self, request: dict[str, Any]) -> int:
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        self.slot = self.free.pop()
        began = time.monotonic()
        pid = os.fork()
        if pid == 0:
            os.dup2(out_write, 1)
            os.dup2(err_write, 2)
            return 0
        os.close(out_write)
        os.close(err_write)
        seconds = request["seconds"]
        run = _Run(request["id"], pid, out_read, err_read, request["output"], began, seconds, began + seconds)
        self.runs[pid] = run
        self.slots[pid] = self.slot
        for fd in (out_read, err_read):
            os.set_blocking(fd, False)
            run.written[fd] = bytearray()
            self.pipes[fd] = run
            self.poll.register(fd, select.POLLIN)
        return pid

    def _read(self, run: _Run, fd: int) -> bool:
        """Take what a check has written; True if there may be more. Past the cap the check is killed."""
        try:
            piece = os.read(fd, _CHUNK)
        except BlockingIOError:
            return False
        if not piece:
            self._close(fd)
            return False
        kept = run.written[fd]
        kept += piece[: run.cap + 1 - len(kept)]
        if len(kept) > run.cap:
            self._kill(run, "output")
            return False
        return True

    def _prolong(self, run: _Run, now: float) -> bool:
        """Grant a check what it had to wait for a processor, so that a busy machine has the same verdict."""
        due = min(run.began + run.seconds + reap.waited(run.pid), run.began + run.seconds * reap.LONGEST)
        if run.why or due <= now:
            return False
        run.deadline = due
        return True

    def _kill(self, run: _Run, why: str) -> None:
        if not run.why:
            run.why = why
            if run.pid in self.runs:  # not waited for yet, so the number is still its own
                reap.kill_group(run.pid)
                reap.kill(run.pid)

    def _close(self, fd: int) -> None:
        del self.pipes[fd]
        self.poll.unregister(fd)
        os.close(fd)

    def _drain_wake(self) -> None:
        try:
            while os.read(self.wake, 512):
                pass
        except BlockingIOError:
            pass

    def _finish(self, run: _Run) -> None:
        """A check has ended: end what it left behind, take the rest of its output, report."""
        reap.kill_group(run.pid)
        _, status = os.waitpid(run.pid, 0)
        del self.runs[run.pid]
        self.free.append(self.slots.pop(run.pid))
        if not self.containment.no_fork:
            reap.kill_orphans(set(self.runs))
        seconds = time.monotonic() - run.began
        for fd in (run.out, run.err):
            while self.pipes.get(fd) is run and self._read(run, fd):
                pass
            if self.pipes.get(fd) is run:  # else it is closed, and the number may be another's by now
                self._close(fd)
        code = os.waitstatus_to_exitcode(status)
        poisoned = reap.own_limits() != self.limits  # a check has reached its parent
        head = {"id": run.number, "exit": code, "why": run.why, "seconds": seconds, "poisoned": poisoned}
        try:
            wire.send(self.channel, head, bytes(run.written[run.out]), bytes(run.written[run.err]))
        except OSError:
            self._leave()

    def _leave(self) -> None:
        """Kill every check and end. Nothing outlives the template."""
        for pid in self.runs:
            reap.kill_group(pid)
            reap.kill(pid)
        for pid in list(self.runs):
            os.waitpid(pid, 0)
        if not self.containment.no_fork:
            reap.kill_orphans(set())
        os._exit(0)
