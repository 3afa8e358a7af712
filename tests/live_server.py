"""``tallybook serve`` as a process, for tests and benchmarks."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 60.0
"""Seconds after which something that should have happened has not."""


@dataclass
class Server:
    """A server at ``address``; ``process`` may be looked at."""

    address: str
    process: subprocess.Popen[str]

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and text of an address."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path.lstrip("/"), headers=named)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def until(self, path: str, holds: Callable[[int, str], bool]) -> str:
        """Ask for an address until it is as it should be."""
        end = time.monotonic() + PATIENCE
        while True:
            status, text = self.get(path)
            if holds(status, text):
                return text
            assert time.monotonic() < end, f"{path} stays as it is: {status} {text[-3000:]}"
            time.sleep(0.05)

    def status(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until what a page is told about the book is as it should be."""
        request = urllib.request.Request(f"{self.address}-tallybook/events?url=/&tag=")
        with urllib.request.urlopen(request, timeout=PATIENCE) as stream:
            for line in stream:
                text = line.decode().rstrip("\n")
                if text.startswith("data: {"):
                    status: dict[str, Any] = json.loads(text.removeprefix("data: "))
                    if holds(status):
                        return status
        raise AssertionError("the stream ended")

    def verified(self) -> None:
        """Wait until the whole book is verified."""
        self.status(lambda status: status["left"] == 0)


@contextmanager
def serving(root: Path, *options: str) -> Iterator[Server]:
    """A server of the book at ``root`` while the block runs; it must end by itself on an interrupt."""
    command = [str(Path(sys.executable).with_name("tallybook")), "serve", "--root", str(root), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        assert line.startswith("serving http://"), line + (process.stderr.read() if process.stderr else "")
        yield Server(line.split()[1], process)
        assert process.poll() is None, "the server died"
    finally:
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
    assert process.returncode == 0, errors
    assert errors == ""
