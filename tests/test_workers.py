"""Work in forked processes: what comes out, and what is left when something ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tallybook import workers

FULL = workers.ENOUGH
HEAD = """\
import os, signal, sys, time
from tallybook import workers

def spread(work, count, jobs=2, weight=workers.ENOUGH):
    return workers.spread(work, range(count), [weight] * count, jobs)

"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    """A program of its own: nothing is forked beside the threads of the tests."""
    return subprocess.run([sys.executable, "-c", HEAD + code], capture_output=True, text=True, timeout=60)


def started(code: str, told: int) -> tuple[subprocess.Popen[str], list[int]]:
    """A program that goes on, and the numbers of its first lines."""
    process = subprocess.Popen(
        [sys.executable, "-c", HEAD + code], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    return process, [int(process.stdout.readline()) for _ in range(told)]


def gone(pids: list[int]) -> bool:
    """Whether processes have ended within ten seconds; one that nobody has waited for yet has ended."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if not any(_runs(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_work_is_done_by_workers() -> None:
    done = run("""
found = dict(spread(lambda n: (n * n, os.getpid()), 20))
print([found[n][0] for n in range(20)] == [n * n for n in range(20)])
print(os.getpid() in {pid for _, pid in found.values()})
""")
    assert (done.stdout, done.stderr) == ("True\nFalse\n", "")


def test_heaviest_come_first() -> None:
    done = run("""
import tempfile
log = tempfile.NamedTemporaryFile('w+')
def work(n):
    with open(log.name, 'a') as file:
        print(n, file=file)
    while len(open(log.name).read().split()) < 2:  # until both workers have begun
        time.sleep(0.01)
list(workers.spread(work, range(3), [1, 9 * workers.ENOUGH, 5], 2))
print(log.read().split()[2])
""")
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.parametrize(
    "asked",
    [
        "spread(who, 1)",
        "spread(who, 9, jobs=1)",
        "spread(who, 9, weight=1)",
    ],
    ids=["one item", "one job", "little to do"],
)
def test_no_workers_without_need(asked: str) -> None:
    done = run(f"who = lambda n: os.getpid()\nprint(set(dict({asked}).values()) == {{os.getpid()}})\n")
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_where_there_is_no_fork_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    found = dict(workers.spread(lambda n: (n, os.getpid()), range(5), [FULL] * 5, 2))
    assert found == {n: (n, os.getpid()) for n in range(5)}


def test_beside_threads_the_work_is_done_here() -> None:
    done = run("""
import threading
threading.Thread(target=time.sleep, args=(2,), daemon=True).start()
print(set(dict(spread(lambda n: os.getpid(), 5)).values()) == {os.getpid()})
""")
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_exception_comes_out_with_its_place() -> None:
    done = run("""
def work(n):
    if n == 3:
        raise KeyError('the third')
    return n
try:
    list(spread(work, 6))
except KeyError as error:
    print(error, type(error.__cause__).__name__, 'in work' in str(error.__cause__))
""")
    assert (done.stdout, done.stderr) == ("'the third' WorkerError True\n", "")


def test_exception_that_cannot_be_sent_is_told() -> None:
    done = run("""
def work(n):
    class Strange(Exception): pass
    raise Strange('so')
try:
    list(spread(work, 6))
except workers.WorkerError as error:
    print(error)
""")
    assert (done.stdout, done.stderr) == ("Strange: so\n", "")


def test_worker_that_is_killed_is_not_lost() -> None:
    done = run("""
try:
    list(spread(lambda n: os.kill(os.getpid(), signal.SIGKILL) if n == 2 else n, 6))
except workers.WorkerError as error:
    print(error)
""")
    assert (done.stdout, done.stderr) == ("a worker ended by signal 9 in the middle of its work\n", "")


ENDLESS = """
def work(n):
    os.write(1, f'{os.getpid()}\\n'.encode())
    time.sleep(SECONDS)
try:
    list(spread(work, 40))
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize("everyone", [False, True], ids=["the program", "all in the terminal"])
def test_interrupt_ends_all(everyone: bool) -> None:
    process, pids = started(ENDLESS.replace("SECONDS", "600"), 2)
    kill: Any = os.killpg if everyone else os.kill
    kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert gone(pids)


def test_workers_do_not_outlive_a_program_that_is_killed() -> None:
    process, pids = started(ENDLESS.replace("SECONDS", "0.5"), 2)
    process.kill()
    process.communicate(timeout=20)
    assert gone(pids)


def test_closing_ends_all() -> None:
    done = run("""
results = spread(lambda n: os.getpid() if n < 2 else time.sleep(600), 6)
pids = [pid for _, pid in (next(results), next(results))]
results.close()
for pid in pids:
    try:
        os.kill(pid, 0)
        print('still there')
    except ProcessLookupError:
        print('gone')
""")
    assert (done.stdout, done.stderr) == ("gone\ngone\n", "")
