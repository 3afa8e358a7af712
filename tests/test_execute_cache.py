"""The cache: what has not changed is not run again, what has is, and garbage is empty."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from executing import QUICK, Shelf
from stair_book import snapshot, write
from tallybook.build import SITE, Settings, load
from tallybook.build import build as build_book
from tallybook.config import Limits
from tallybook.execute import Cache, CheckRequest, Prints, run_checks
from tallybook.execute import key as key_module
from tallybook.execute.needs import files, packages

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def build(shelf: Shelf, *requests: CheckRequest, recheck: bool = False, cold: bool = True) -> Prints:
    """Run checks with the book's cache, opened and closed as a build does."""
    cache = Cache.of_book(shelf.root)
    try:
        return run_checks(requests, cache=cache, recheck=recheck, cold=cold)
    finally:
        cache.close()


def executed(shelf: Shelf, *requests: CheckRequest) -> int:
    return build(shelf, *requests).stats.executed


def test_nothing_changed_nothing_run(shelf: Shelf) -> None:
    requests = [shelf.request(f"{n}.py", f"print('n = {n}')\n") for n in range(3)]
    first = build(shelf, *requests)
    again = build(shelf, *requests)
    assert first.stats.executed == 3
    assert again.stats.executed == 0
    assert again.stats.cached == 3
    for name, made in first.items():
        assert again[name].stdout == made.stdout
        assert again[name].record == made.record
        assert again[name].cached
        assert not made.cached


def test_changed_script_runs_again(shelf: Shelf) -> None:
    one, two = shelf.request("one.py", "print('a = 1')\n"), shelf.request("two.py", "print('a = 2')\n")
    build(shelf, one, two)
    one = shelf.request("one.py", "print('a = 3')\n")
    again = build(shelf, one, two)
    assert again.stats.executed == 1
    assert again["one.py"].stdout == "a = 3\n"


def test_same_size_and_time_of_another_text_is_noticed(shelf: Shelf) -> None:
    one = shelf.request("one.py", "print('a = 1')\n")
    build(shelf, one)
    before = one.script.stat()
    one = shelf.request("one.py", "print('a = 2')\n")
    os.utime(one.script, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert build(shelf, one)["one.py"].stdout == "a = 2\n"


def test_text_that_comes_back_is_remembered(shelf: Shelf) -> None:
    one = shelf.request("one.py", "print('a = 1')\n")
    build(shelf, one)
    build(shelf, shelf.request("one.py", "print('a = 2')\n"))
    assert executed(shelf, shelf.request("one.py", "print('a = 1')\n")) == 0


def test_touched_file_is_not_run_again(shelf: Shelf) -> None:
    one = shelf.request("one.py", "print('a = 1')\n")
    build(shelf, one)
    one.script.touch()
    assert executed(shelf, one) == 0


def test_settled_files_are_not_read_again(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_module, "_TICK", 0.0)
    one = shelf.request("one.py", "print('a = 1')\n")
    time.sleep(0.05)
    build(shelf, one)
    monkeypatch.setattr("tallybook.execute.cache.key_of", lambda request: pytest.fail("a file was read"))
    assert executed(shelf, one) == 0


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("print('a =', open('data.txt').read())\n", "checks/data.txt"),
        ("print('a =', open('../data/x.txt').read())\n", "data/x.txt"),
        ("from pathlib import *\nprint((Path('data') / 'y').read_text())\n", "checks/data/y"),
        ("import sys\nsys.path.insert(0, '.')\nimport helper\nprint('a =', helper.A)\n", "checks/helper.py"),
        ("import sys\nsys.path.insert(0, 'lib')\nimport deep\nprint('a =', deep.A)\n", "checks/lib/deep.py"),
    ],
    ids=["beside", "above", "in pieces", "module", "library"],
)  # fmt: skip
def test_what_a_script_reads_counts(shelf: Shelf, text: str, path: str) -> None:
    content = "A = {}\n" if path.endswith(".py") else "{}\n"
    shelf.file(path, content.format(1))
    request = shelf.request("one.py", text)
    assert build(shelf, request)["one.py"].ok
    assert executed(shelf, request) == 0
    shelf.file(path, content.format(2))
    again = build(shelf, request)
    assert again.stats.executed == 1
    assert "2" in again["one.py"].stdout


def test_what_a_module_of_the_book_reads_counts(shelf: Shelf) -> None:
    shelf.file("checks/helper.py", "A = open('helper.txt').read()\n")
    shelf.file("checks/helper.txt", "1")
    request = shelf.request(
        "one.py", "import sys\nsys.path.insert(0, '.')\nimport helper\nprint('a =', helper.A)\n"
    )
    build(shelf, request)
    shelf.file("checks/helper.txt", "2")
    assert build(shelf, request)["one.py"].stdout == "a = 2\n"


def test_needs_of_a_script(shelf: Shelf) -> None:
    text = (
        "import numpy, helper\nfrom sympy.abc import x\nimport math\nprint(open('t.csv').read(), 'no file')\n"
    )
    for path in ("checks/helper.py", "checks/t.csv", "checks/other.csv"):
        shelf.file(path, "")
    request = shelf.request("one.py", text)
    assert [path.name for path in files(request.script, shelf.root)] == ["one.py", "helper.py", "t.csv"]
    assert packages(text) == {"numpy", "sympy", "helper"}
    assert packages("import (") == frozenset()


def test_limits_count(shelf: Shelf) -> None:
    request = shelf.request("one.py", "print('a = 1')\n")
    build(shelf, request)
    assert executed(shelf, replace(request, limits=Limits(6.0))) == 1


@pytest.mark.parametrize("part", ["lineage", "_constant"])
def test_versions_and_surroundings_count(shelf: Shelf, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    request = shelf.request("one.py", "import mpmath\nprint('a = 1')\n")
    build(shelf, request)
    if part == "lineage":
        monkeypatch.setattr("tallybook.execute.needs.lineage", lambda name: ("mpmath==99",))
        monkeypatch.setattr("tallybook.execute.cache.surroundings", lambda: "a package was installed")
    else:
        monkeypatch.setattr(key_module, "_constant", lambda: "another tool")
    assert executed(shelf, request) == 1


def test_failures_are_not_remembered(shelf: Shelf) -> None:
    request = shelf.request("one.py", "print('a = 1')\nraise SystemExit(3)\n")
    build(shelf, request)
    again = build(shelf, request)
    assert again.stats.executed == 1
    assert [found.code for found in again["one.py"].findings] == ["X101"]


def test_print_made_without_recheck_is_rechecked_when_asked(shelf: Shelf) -> None:
    request = shelf.request("one.py", "import random\nprint('r =', random.random())\n")
    assert build(shelf, request)["one.py"].ok
    again = build(shelf, request, recheck=True)
    assert [found.code for found in again["one.py"].findings] == ["X108"]
    steady = shelf.request("two.py", "print('a = 1')\n")
    build(shelf, steady, recheck=True)
    assert build(shelf, steady, recheck=True).stats.executed == 0
    assert build(shelf, steady, recheck=False).stats.executed == 0


def test_print_made_warm_does_not_answer_for_cold(shelf: Shelf) -> None:
    requests = [shelf.request(f"{n}.py", f"print('n = {n}')\n") for n in range(8)]
    assert build(shelf, *requests, cold=False).stats.warm == 8
    again = build(shelf, *requests, cold=True)
    assert (again.stats.executed, again.stats.warm) == (8, 0)
    assert build(shelf, *requests, cold=True).stats.executed == 0


def test_print_made_under_less_containment_is_made_again_when_more_is_required(shelf: Shelf) -> None:
    request = shelf.request("one.py", "print('a = 1')\n")
    cache = Cache.of_book(shelf.root)
    run_checks([request], cache=cache, recheck=False, sandbox="off")
    again = run_checks([request], cache=cache, recheck=False, sandbox="required")
    cache.close()
    assert again.stats.cached == 0


def test_script_that_changes_while_it_runs_is_not_remembered(shelf: Shelf) -> None:
    request = shelf.request("one.py", "import time\ntime.sleep(0.6)\nprint('a = 1')\n")
    timer = threading.Timer(0.3, lambda: shelf.file("checks/one.py", "print('a = 2')\n"))
    timer.start()
    build(shelf, request)
    timer.join()
    assert build(shelf, shelf.request("one.py", "print('a = 2')\n"))["one.py"].stdout == "a = 2\n"


@pytest.mark.parametrize(
    "content",
    [b"", b"garbage", b"SQLite format 3\0" + b"\xff" * 4000, b"\0" * 10_000],
    ids=["empty", "text", "header", "zeros"],
)
def test_garbage_is_empty(shelf: Shelf, content: bytes) -> None:
    request = shelf.request("one.py", "print('a = 1')\n")
    shelf.file(".tallybook/cache.sqlite", content)
    assert build(shelf, request)["one.py"].stdout == "a = 1\n"
    assert executed(shelf, request) == 0


@pytest.mark.parametrize("where", [100, 1000, 4096, 5000, 9000, 12_000, 13_000])
def test_damage_is_never_believed(shelf: Shelf, where: int) -> None:
    requests = [shelf.request(f"{n}.py", f"print('n =', {n} * 1111111)\n") for n in range(3)]
    build(shelf, *requests)
    file = shelf.root / ".tallybook" / "cache.sqlite"
    data = bytearray(file.read_bytes())
    data[where : where + 200] = bytes(255 - byte for byte in data[where : where + 200])
    file.write_bytes(data)
    again = build(shelf, *requests)
    assert [made.stdout for made in again.values()] == ["n = 0\n", "n = 1111111\n", "n = 2222222\n"]


def test_altered_print_is_not_believed(shelf: Shelf) -> None:
    request = shelf.request("one.py", "print('a = 1')\n")
    build(shelf, request)
    with sqlite3.connect(shelf.root / ".tallybook" / "cache.sqlite") as db:
        db.execute("UPDATE prints SET stdout = 'a = 7' || char(10)")
    db.close()
    assert build(shelf, request)["one.py"].stdout == "a = 1\n"


def test_tables_of_another_version_are_replaced(shelf: Shelf) -> None:
    request = shelf.request("one.py", "print('a = 1')\n")
    shelf.file(".tallybook/x", "")
    with sqlite3.connect(shelf.root / ".tallybook" / "cache.sqlite") as db:
        db.execute("CREATE TABLE prints (other TEXT)")
        db.execute("PRAGMA user_version = 999")
    db.close()
    build(shelf, request)
    assert executed(shelf, request) == 0


def test_tables_that_are_missing_are_made(shelf: Shelf) -> None:
    request = shelf.request("one.py", "print('a = 1')\n")
    build(shelf, request)
    with sqlite3.connect(shelf.root / ".tallybook" / "cache.sqlite") as db:
        db.execute("DROP TABLE seen")
    db.close()
    assert build(shelf, request)["one.py"].ok
    assert build(shelf, request)["one.py"].ok
    assert executed(shelf, request) == 0


def test_place_that_cannot_be_written_is_let_go(shelf: Shelf) -> None:
    request = shelf.request("one.py", "print('a = 1')\n")
    shelf.file(".tallybook", "a file where the folder should be")
    assert build(shelf, request)["one.py"].ok
    assert executed(shelf, request) == 1


def test_full_disk_is_let_go(shelf: Shelf) -> None:
    one = shelf.request("one.py", "print('a = 1')\n")
    build(shelf, one)
    cache = Cache.of_book(shelf.root)
    assert cache.stats().prints == 1
    assert cache._db is not None
    pages = cache._db.execute("PRAGMA page_count").fetchone()[0]
    cache._db.execute(f"PRAGMA max_page_count = {pages}")
    long = shelf.request("long.py", "print('x' * 50_000)\n")
    prints = run_checks([one, long], cache=cache, recheck=False)
    cache.close()
    assert prints["long.py"].ok
    assert prints["one.py"].cached
    assert executed(shelf, one) == 0
    assert executed(shelf, long) == 1


def test_locked_cache_is_let_go(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallybook.store._PATIENCE", 0.05)
    request = shelf.request("one.py", "print('a = 1')\n")
    build(shelf, shelf.request("two.py", "print('a = 2')\n"))
    other = sqlite3.connect(shelf.root / ".tallybook" / "cache.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert build(shelf, request)["one.py"].ok
    other.execute("ROLLBACK")
    other.close()
    assert executed(shelf, request) == 1


TWO_BUILDS = """
import sys
from pathlib import Path
from tallybook.execute import Cache, CheckRequest, run_checks
from tallybook.span import Source
root = Path(sys.argv[1])
paths = sorted(root.glob("checks/*.py"))
requests = [CheckRequest(Source(f"checks/{path.name}", path.read_text()), root) for path in paths]
cache = Cache.of_book(root)
prints = run_checks(requests, cache=cache, recheck=False, sandbox="off", jobs=1)
cache.close()
print(all(made.stdout == f"n = {int(name[:-3])}\\n" for name, made in prints.items()), len(prints))
"""


def test_two_builds_at_once(shelf: Shelf) -> None:
    requests = [shelf.request(f"{n}.py", f"print('n = {n}')\n", Limits()) for n in range(20)]
    command = [sys.executable, "-c", TWO_BUILDS, str(shelf.root)]
    builds = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [each.communicate(timeout=60)[0] for each in builds] == ["True 20\n"] * 2
    assert build(shelf, *requests, cold=False).stats.executed == 0


def test_build_killed_at_any_moment(shelf: Shelf) -> None:
    requests = [shelf.request(f"{n}.py", f"print('n = {n}')\n", Limits()) for n in range(30)]
    command = [sys.executable, "-c", TWO_BUILDS, str(shelf.root)]
    for after in (0.15, 0.25, 0.35, 0.45):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            time.sleep(after)
            process.kill()
        with sqlite3.connect(shelf.file(".tallybook/probe", "").parent / "cache.sqlite") as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.close()
    prints = build(shelf, *requests)
    assert [made.stdout for made in prints.values()] == [f"n = {n}\n" for n in range(30)]


KILLED = """
import os, random, sys, time
from pathlib import Path
from tallybook.build import Settings, build, load
root, kills = Path(sys.argv[1]), int(sys.argv[2])
check = root / "checks" / "i-2-x01-ladder.py"
text = check.read_text()
randomly = random.Random(7)

def start():
    child = os.fork()
    if child == 0:
        try:
            verified = build(load(Settings(root, recheck=False)))
        finally:
            os._exit(0 if verified.ok else 1)
    return child

began = time.monotonic()
os.waitpid(start(), 0)
whole = time.monotonic() - began
unfinished = 0
for number in range(kills):
    check.write_text(f"{text}\\n# version {number % 5}\\n")
    child = start()
    time.sleep(whole * randomly.uniform(0, 1.1))
    os.kill(child, 9)
    unfinished += os.WIFSIGNALED(os.waitpid(child, 0)[1])
check.write_text(text)
print(unfinished)
"""


@pytest.mark.slow
def test_build_killed_at_a_hundred_moments_is_picked_up(tmp_path: Path) -> None:
    root, other = write(tmp_path / "killed"), write(tmp_path / "other")
    assert build_book(load(Settings(other))).ok
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(root), "100"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 30  # the others were done already
    with sqlite3.connect(root / ".tallybook" / "cache.sqlite") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    assert build_book(load(Settings(root))).ok
    assert without_times(root / SITE) == without_times(other / SITE)
    assert sorted(path.name for path in (root / "build").iterdir()) == ["site"]


def without_times(site: Path) -> dict[str, bytes]:
    """A site, without when and how long its checks ran."""
    moment = rb"<time.*?</time>|\b[\d.e-]+ s\b"
    return {name: re.sub(moment, b"", data) for name, data in snapshot(site).items()}


def test_stats_and_clear(shelf: Shelf) -> None:
    cache = Cache.of_book(shelf.root)
    assert (cache.stats().prints, cache.stats().bytes) == (0, 0)
    assert not cache.file.exists()
    run_checks([shelf.request(f"{n}.py", f"print({n})\n") for n in range(3)], cache=cache, recheck=False)
    stats = cache.stats()
    assert (stats.prints, stats.checks) == (3, 3)
    assert stats.bytes > 0
    cache.clear()
    assert (cache.stats().prints, cache.stats().bytes) == (0, 0)


def test_prints_of_texts_long_gone_are_dropped(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    build(shelf, shelf.request("one.py", "print('a = 1')\n"))
    build(shelf, shelf.request("one.py", "print('a = 2')\n"))
    assert Cache.of_book(shelf.root).stats().prints == 2
    monkeypatch.setattr("tallybook.execute.cache._KEEP", -1.0)
    build(shelf, shelf.request("one.py", "print('a = 2')\n"))
    assert Cache.of_book(shelf.root).stats().prints == 1


def test_many_checks_that_have_not_changed(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_module, "_TICK", -1e9)
    count = 2000
    requests = [shelf.request(f"{n}.py", f"print('n = {n}')\n", QUICK) for n in range(count)]
    cache = Cache.of_book(shelf.root)
    fill(cache, requests)
    asked: list[str] = []
    rows = Cache.rows

    def noting(self: Cache, query: str, *values: object) -> list[tuple[Any, ...]]:
        asked.append(query)
        return rows(self, query, *values)

    monkeypatch.setattr(Cache, "rows", noting)
    prints = run_checks(requests, cache=cache, recheck=False)
    cache.close()
    assert (prints.stats.cached, prints.stats.executed) == (count, 0)
    assert len(asked) <= count + 2  # one look a check, and one for what all were seen to need


def fill(cache: Cache, requests: list[CheckRequest]) -> None:
    """Store a print for each check without running it."""
    from tallybook.execute.key import key_of
    from tallybook.model import Print, RunRecord

    record = RunRecord("2026-01-01T00:00:00+00:00", 0.01, (("python", "3.11.7"),), "full")
    for request in requests:
        key = key_of(request)
        assert key is not None
        cache.store(request, key, Print(request.source, "n = 1\n", record), confirmed=True, rechecked=True)
