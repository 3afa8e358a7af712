"""Checks on a Dask cluster: the same prints as here, and nothing is lost with a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from executing import Shelf
from stair_book import SCRIPT, alter, snapshot, write
from tallybook.cli import main
from tallybook.config import Limits
from tallybook.execute import Cache, CheckRequest, run_checks
from tallybook.execute.farm import BATCH

if TYPE_CHECKING:
    from collections.abc import Iterator

DASK = str(Path(sys.executable).parent / "dask")
QUIET = ["--no-dashboard"]


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ended in the end."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def worker(address: str, folder: Path) -> list[str]:
    local = ["--local-directory", str(folder), "--memory-limit", "0"]
    return [DASK, "worker", address, "--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", *QUIET, *local]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler."""
    file = tmp_path_factory.mktemp("scheduler") / "address"
    words = ["--host", "127.0.0.1", "--port", "0", *QUIET, "--scheduler-file", str(file)]
    with running(DASK, "scheduler", *words):
        end = time.monotonic() + 60
        while not file.exists() or '"address"' not in (text := file.read_text(encoding="utf-8")):
            assert time.monotonic() < end
            time.sleep(0.1)
        yield text.partition('"address": "')[2].partition('"')[0]


def requests(shelf: Shelf, count: int, text: str = "") -> list[CheckRequest]:
    return [
        shelf.request(f"{n}.py", f"n = {n}\n{text}print('n =', n, n * n)\n", Limits()) for n in range(count)
    ]


def test_prints_are_those_of_this_machine(scheduler: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "book")
    shelf.file("checks/own.csv", "7\n")
    wanted = [
        *requests(shelf, 12),
        shelf.request("raises.py", "print('a = 1')\nraise ValueError('no')\n"),
        shelf.request("random.py", "import random\nprint('r =', random.random())\n"),
        shelf.request("data.py", "print('own =', open('own.csv').read())\n"),
        shelf.request("array.py", "import numpy as np\nprint('a =', np.arange(3).sum())\n"),
    ]
    cache = Cache.of_book(shelf.root)
    with running(*worker(scheduler, tmp_path)):
        there = run_checks(wanted, cache=cache, farm=scheduler)
    here = run_checks(wanted)
    assert {name: made.stdout for name, made in there.items() if name != "random.py"} == {
        name: made.stdout for name, made in here.items() if name != "random.py"
    }
    for name, made in there.items():
        assert [found.code for found in made.findings] == [found.code for found in here[name].findings]
    assert there.stats.warm >= 12
    assert run_checks(wanted, cache=cache).stats.cached == len(wanted) - 2
    cache.close()


def test_ledger_and_site_are_the_same(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(tmp_path / "book")
    monkeypatch.chdir(root)
    with running(*worker(scheduler, tmp_path)):
        assert main(["build", "--farm", scheduler]) == 0
        site = snapshot(root / "build/site")
        assert main(["build", "--jobs", "2"]) == 0
        assert snapshot(root / "build/site") == site
        alter(root, SCRIPT, "rise = 17", "rise = 18")
        assert main(["cache", "clear"]) == 0  # so that no run knows what was printed before
        capsys.readouterr()
        assert main(["build", "--farm", scheduler]) == 1
        there = capsys.readouterr().err
        assert main(["cache", "clear"]) == 0
        capsys.readouterr()
        assert main(["build"]) == 1
        assert capsys.readouterr().err == there


def test_worker_with_other_files_does_not_run_them(scheduler: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "book")
    (request,) = requests(shelf, 1)
    from tallybook.execute.farm import Place, run_batch
    from tallybook.execute.request import Job

    job = Job(request.name, str(request.script), str(request.script.parent), request.limits)
    (outcome,) = run_batch([(job, request, "another digest")], Place((), "best", ""))
    assert outcome.why == "start"
    assert b"others on the worker" in outcome.stderr


def test_no_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tallybook.execute.farm._PATIENCE", 0.5)
    monkeypatch.chdir(write(tmp_path))
    assert main(["check", "--farm", "tcp://127.0.0.1:9"]) == 2
    err = capsys.readouterr().err
    assert err.splitlines()[-1] == (
        "tallybook: no Dask scheduler answers at tcp://127.0.0.1:9: start one with `dask scheduler`"
    )


def test_without_dask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.chdir(write(tmp_path))
    assert main(["check", "--farm", "tcp://127.0.0.1:9"]) == 2
    assert "install tallybook[farm]" in capsys.readouterr().err


@pytest.mark.slow
def test_a_killed_worker_costs_at_most_its_batch(scheduler: str, tmp_path: Path) -> None:
    """2 000 checks on two workers, one of which is killed midway."""
    shelf = Shelf(tmp_path / "book")
    log = tmp_path / "log"
    log.write_text("", encoding="utf-8")
    log.chmod(0o666)
    # in two parts, so that it does not count as a file that the check reads
    write_log = f"with open({str(tmp_path)!r} + '/log', 'a') as log: log.write(f'{{n}}\\n')\n"
    wanted = requests(shelf, 2000, write_log)
    cache = Cache.of_book(shelf.root)
    with running(*worker(scheduler, tmp_path)) as one, running(*worker(scheduler, tmp_path)):

        def progress(finished: int, count: int) -> None:
            if finished >= count // 2 and one.poll() is None:
                os.kill(one.pid, signal.SIGKILL)
                one.wait()

        prints = run_checks(
            wanted, cache=cache, farm=scheduler, sandbox="off", recheck=False, progress=progress
        )
    assert {name: made.stdout for name, made in prints.items()} == {
        f"{n}.py": f"n = {n} {n * n}\n" for n in range(2000)
    }
    ran = [int(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert set(ran) == set(range(2000))
    assert len(ran) - 2000 <= BATCH
    assert prints.stats.warm == 2000  # on the cluster, all of them
    assert run_checks(wanted, cache=cache, recheck=False).stats.cached == 2000
    cache.close()
