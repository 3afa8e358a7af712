"""What a hostile check may not do, cold and warm. Bounded in time and count by the tests; loopback only."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from executing import Shelf
from tallybook.config import Limits
from tallybook.execute import Cache, Prints, run_checks
from tallybook.execute.kernel import Kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallybook.model import Print

MANY = 6  # as many of a kind as make a warm interpreter pay
SHORT = Limits(seconds=10.0, memory=1 << 29, output=20_000)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "book")


def level(shelf: Shelf) -> str:
    record = run_checks([shelf.request("probe.py", "print(1)\n")], recheck=False)["probe.py"].record
    assert record is not None
    return record.containment


@pytest.fixture
def full(shelf: Shelf) -> Shelf:
    if level(shelf) != "full":
        pytest.skip("this kernel has no Landlock or no seccomp")
    return shelf


def run(
    shelf: Shelf, hostile: Mapping[str, str], warm: bool, sandbox: str = "best", limits: Limits = SHORT
) -> Prints:
    """Run hostile checks among good ones, which must come to no harm, cold or warm."""
    requests = [shelf.request(f"good{n}.py", f"print('good = {n}')\n", limits) for n in range(MANY)]
    requests[1:1] = [shelf.request(f"{name}.py", text + "\n", limits) for name, text in hostile.items()]
    prints = run_checks(requests, cold=not warm, sandbox=sandbox, recheck=False, jobs=2)
    for n in range(MANY):
        assert prints[f"good{n}.py"].stdout == f"good = {n}\n"
    assert (prints.stats.warm > 0) == warm
    return prints


def run_one(
    shelf: Shelf, text: str, warm: bool, sandbox: str = "best", limits: Limits = SHORT
) -> tuple[Print, list[str]]:
    """Run one hostile check among good ones; its print and the codes of its findings."""
    made = run(shelf, {"hostile": text}, warm, sandbox, limits)["hostile.py"]
    return made, [found.code for found in made.findings]


ATTEMPTS = {
    "tcp": "import socket\nsocket.create_connection(('127.0.0.1', PORT), 1)",
    "udp": "from socket import *\nsocket(AF_INET, SOCK_DGRAM).sendto(b'x', ('127.0.0.1', PORT))",
    "unix": "import socket\nsocket.socket(socket.AF_UNIX).connect('OUTSIDE/socket')",
    "socket by ctypes": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "if libc.socket(2, 1, 0) < 0: raise OSError(ctypes.get_errno(), 'socket')"
    ),
    "write": "open('OUTSIDE/victim', 'w').write('x')",
    "append": "open('OUTSIDE/victim', 'a').write('x')",
    "write in the book": "open(__file__, 'a').write('x')",
    "create": "open('OUTSIDE/new', 'x')",
    "delete": "import os\nos.unlink('OUTSIDE/victim')",
    "rename": "import os\nos.rename('OUTSIDE/victim', 'OUTSIDE/other')",
    "make a folder": "import os\nos.mkdir('OUTSIDE/folder')",
    "link": "import os\nos.link('OUTSIDE/victim', 'OUTSIDE/linked')",
    "truncate": "import os\nos.truncate('OUTSIDE/victim', 0)",
    "chmod": "import os\nos.chmod('OUTSIDE/victim', 0o777)",
    "utime": "import os\nos.utime('OUTSIDE/victim', (1, 1))",
    "xattr": "import os\nos.setxattr('OUTSIDE/victim', 'user.x', b'1')",
    "read a secret": "print(open('OUTSIDE/victim').read())",
    "read a hidden file of the book": "print(open('../.env').read())",
    "list a folder": "import os\nprint(os.listdir('OUTSIDE'))",
    "environment of the runner": "import os\nprint(open(f'/proc/{RUNNER}/environ', 'rb').read())",
    "environment of the parent": "import os\nprint(open(f'/proc/{os.getppid()}/environ', 'rb').read())",
    "signal the runner": "import os\nos.kill(RUNNER, 0)",
    "signal the parent": "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)",
    "signal everybody": "import os, signal\nos.kill(-1, signal.SIGCONT)",
    "signal by F_SETOWN": "import fcntl, os\nr, w = os.pipe()\nfcntl.fcntl(r, fcntl.F_SETOWN, os.getppid())",
    "limits of the parent": "import os, resource\nresource.prlimit(os.getppid(), 0, (1, 1))",
    "raise a limit": "import resource\nresource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))",
    "trace the parent": (
        "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "if libc.ptrace(16, os.getppid(), 0, 0) < 0: raise OSError(ctypes.get_errno(), 'ptrace')"
    ),
    "fork": "import os\nif os.fork() == 0: os._exit(0)",
    "spawn": "import subprocess\nsubprocess.run(['/bin/true'])",
    "exec": "import os\nos.execv('/bin/sh', ['sh', '-c', 'echo a = 1'])",
    "exec itself": "import os, sys\nos.execv(sys.executable, ['python', '-c', 'print(1)'])",
    "daemon": "import os\nif os.fork() == 0:\n    os.setsid()\n    import time\n    time.sleep(30)",
    "memfd": "import os\nos.memfd_create('x')",
    "mount": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "if libc.mount(b'none', b'/tmp', b'tmpfs', 0, None) < 0: raise OSError(ctypes.get_errno(), 'mount')"
    ),
    "become root": "import os\nos.setuid(0)\nos.setresuid(12, 12, 12)",
    "fill the disk": "import tempfile\ntempfile.TemporaryFile().write(b'x' * 1000)",
    "leave the session": "import os\nos.setsid()",
}


@dataclass
class Scene:
    """What lies outside of the book, and what the attempts made of it."""

    outside: Path
    victim: Path
    before: os.stat_result
    prints: Prints
    visited: bool


@pytest.fixture(scope="module", params=[False, True], ids=["cold", "warm"])
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """All attempts in one run."""
    folder = tmp_path_factory.mktemp("scene")
    shelf = Shelf(folder / "book")
    if level(shelf) != "full":
        pytest.skip("this kernel has no Landlock or no seccomp")
    shelf.file(".env", "TOKEN=secret")
    outside = folder / "outside"
    outside.mkdir()
    victim = outside / "victim"
    victim.write_text("secret")
    before = victim.stat()
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(outside / "socket"))
        unix.listen()
        known = {"OUTSIDE": str(outside), "RUNNER": str(os.getpid()), "PORT": str(tcp.getsockname()[1])}
        hostile = {}
        for name, text in ATTEMPTS.items():
            for word, value in known.items():
                text = text.replace(word, value)
            hostile[name] = f"print('a = 1', flush=True)\n{text}\nprint('succeeded = 1')\n"
        prints = run(shelf, hostile, request.param)
        tcp.setblocking(False)
        visited = True
        try:
            tcp.accept()
        except BlockingIOError:
            visited = False
    return Scene(outside, victim, before, prints, visited)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_attempt_is_refused(scene: Scene, attempt: str) -> None:
    made = scene.prints[f"{attempt}.py"]
    assert [found.code for found in made.findings] == ["X101"], made
    assert made.stdout == "a = 1\n"
    message = made.findings[0].message
    assert any(
        word in message for word in ("PermissionError", "No usable temporary", "not allowed to raise")
    ), message


def test_attempts_leave_no_trace(scene: Scene) -> None:
    after, before = scene.victim.stat(), scene.before
    assert sorted(path.name for path in scene.outside.iterdir()) == ["socket", "victim"]
    assert (after.st_mtime_ns, after.st_mode, after.st_size) == (
        before.st_mtime_ns,
        before.st_mode,
        before.st_size,
    )
    assert scene.victim.read_text() == "secret"
    assert not scene.visited


ALLOWED = {
    "read data": "print('a =', len(open('data/x.csv').read()))",
    "read another check": "print('a =', len(open('good1.py').read()))",
    "read the book": "print('a =', len(open('../chapters/text.md').read()))",
    "import a package": "import mpmath\nprint('a =', mpmath.binomial(5, 2))",
    "threads": "import threading\nt = threading.Thread(target=print, args=('a = 1',))\nt.start()\nt.join()",
    "pool of threads": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(3) as pool: print('a =', sum(pool.map(abs, [-1, 2])))"
    ),
    "event loop": "import asyncio\nasync def f(): return 1\nprint('a =', asyncio.run(f()))",
    "null device": "import os, sys\nopen(os.devnull, 'w').write('x')\nprint('a = 1')",
    "clock": "import time\ntime.sleep(0.01)\nprint('a =', time.monotonic() > 0)",
    "own signals": (
        "import os, signal\nsignal.signal(10, lambda *_: print('a = 1'))\nos.kill(os.getpid(), 10)"
    ),
    "alarm": (
        "import signal, time\nsignal.signal(14, lambda *_: print('a = 1'))\n"
        "signal.setitimer(0, 0.01)\ntime.sleep(0.2)"
    ),
    "zones": "import zoneinfo\nprint('a =', zoneinfo.ZoneInfo('UTC').key)",
    "entropy": "import os\nprint('a =', len(os.urandom(8)))",
    "own limits": "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (2, 2))\nprint('a = 1')",
}


@pytest.mark.parametrize("sandbox", ["best", "off"])
@pytest.mark.parametrize("warm", [False, True], ids=["cold", "warm"])
def test_honest_use_is_allowed(shelf: Shelf, warm: bool, sandbox: str) -> None:
    shelf.file("checks/data/x.csv", "1,2\n")
    shelf.file("chapters/text.md", "text\n")
    prints = run(shelf, ALLOWED, warm, sandbox)
    for name in ALLOWED:
        assert prints[f"{name}.py"].findings == ()
        assert prints[f"{name}.py"].stdout.startswith("a = ")


def test_link_out_of_the_book_leads_nowhere(full: Shelf, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("print('a = 1')\n")
    request = full.request("link.py", "print('a = 1')\n")
    request.script.unlink()
    request.script.symlink_to(tmp_path / "script.py")
    found = run_checks([request])["link.py"].findings
    assert [each.code for each in found] == ["X106"]


THREADS = """
import threading, time
threading.stack_size(1 << 16)
for _ in range(300): threading.Thread(target=time.sleep, args=(9,)).start()
print("a = 1")
"""


@pytest.mark.parametrize("sandbox", ["best", "off"])
@pytest.mark.parametrize(
    "text",
    [
        THREADS,
        "def f(n): return f(n + 1)\nimport sys\nsys.setrecursionlimit(10**8)\nf(0)",
    ],
    ids=["threads", "recursion"],
)
def test_bombs_are_contained(shelf: Shelf, text: str, sandbox: str) -> None:
    limits = Limits(seconds=1.5, memory=1 << 28, output=1000)
    _, codes = run_one(shelf, text, warm=False, sandbox=sandbox, limits=limits)
    assert codes in (["X101"], ["X102"], ["X105"])


def survivors(mark: str) -> list[int]:
    """The processes that still run with ``mark`` in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if mark.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


ESCAPES = {
    "child": "subprocess.Popen(SLEEP)",
    "grandchild": "subprocess.Popen(['/bin/sh', '-c', ' '.join(SLEEP) + ' & wait'])",
    "daemon": "subprocess.Popen(SLEEP, start_new_session=True)",
    "orphaned daemon": (
        "os.fork() and os._exit(0) if os.fork() == 0 and not os.setsid() else None\n"
        "if os.getpid() != me: os.execv(SLEEP[0], SLEEP)"
    ),
    "holder of the pipe": "subprocess.Popen(SLEEP, start_new_session=True, close_fds=False)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux only")
@pytest.mark.parametrize("warm", [False, True], ids=["cold", "warm"])
@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_outlives_a_check_even_without_sandbox(shelf: Shelf, escape: str, warm: bool) -> None:
    mark = f"47{os.getpid()}"
    head = f"import os, subprocess, time\nme = os.getpid()\nSLEEP = ['/bin/sleep', '{mark}']\n"
    text = f"{head}{ESCAPES[escape]}\ntime.sleep(0.1)\nprint('a = 1')\n"
    _, codes = run_one(shelf, text, warm, sandbox="off")
    assert codes == []
    assert survivors(mark) == []


@pytest.mark.parametrize("warm", [False, True], ids=["cold", "warm"])
@pytest.mark.parametrize(
    "blow",
    [
        "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(9)",
        "os.kill(os.getppid(), signal.SIGTERM)\ntime.sleep(9)",
        "resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (100, 100))\nprint('a = 1')",
    ],
    ids=["kill", "terminate", "limits"],
)
def test_parent_that_is_hit_is_replaced(shelf: Shelf, blow: str, warm: bool) -> None:
    made, codes = run_one(shelf, f"import os, resource, signal, time\n{blow}\n", warm, sandbox="off")
    if "SIG" in blow:
        assert codes == ["X105"]
        assert "brought down" in made.findings[0].message
    else:
        assert codes == []


def test_parent_that_is_stopped_is_replaced(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallybook.execute.pool._GRACE", 0.3)
    text = "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)\n"
    assert run_one(shelf, text, warm=False, sandbox="off", limits=Limits(seconds=0.5))[1] == ["X105"]


def test_level_is_reported(shelf: Shelf) -> None:
    request = shelf.request("a.py", "print('a = 1')\n")
    off = run_checks([request], sandbox="off")["a.py"].record
    assert off is not None
    assert off.containment == "limits"
    assert level(shelf) in {"full", "landlock", "seccomp", "limits"}


KERNELS = {"landlock": Kernel(True, False), "seccomp": Kernel(False, True), "limits": Kernel(False, False)}


@pytest.mark.parametrize("offered", KERNELS)
@pytest.mark.parametrize("bwrap", [True, False], ids=["bwrap", "no bwrap"])
def test_kernel_that_offers_less_gets_the_next_level(
    full: Shelf, monkeypatch: pytest.MonkeyPatch, offered: str, bwrap: bool
) -> None:
    monkeypatch.setattr("tallybook.execute.pool.probe", lambda: KERNELS[offered])
    if not bwrap:
        monkeypatch.setattr("tallybook.execute.bubblewrap.shutil.which", lambda name: None)
    wrapped = bwrap and shutil.which("bwrap") is not None
    made = run_checks([full.request("a.py", "print('a = 1')\n")], recheck=False)["a.py"]
    assert made.stdout == "a = 1\n"
    assert made.record is not None
    assert made.record.containment == ("bwrap" if wrapped else offered)
    refused = run_checks([full.request("b.py", "print('a = 1')\n")], sandbox="required")["b.py"]
    assert [found.code for found in refused.findings] == ["X109"]


IN_BWRAP = ("tcp", "unix", "write", "delete", "chmod", "utime", "read a secret", "list a folder")


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is a program of the system")
@pytest.mark.parametrize("warm", [False, True], ids=["cold", "warm"])
def test_attempts_fail_in_bwrap(
    full: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm: bool
) -> None:
    monkeypatch.setattr("tallybook.execute.pool.probe", lambda: KERNELS["limits"])
    victim = tmp_path / "outside" / "victim"
    victim.parent.mkdir()
    victim.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
        udp.bind(tcp.getsockname())
        udp.setblocking(False)
        known = {"OUTSIDE": str(victim.parent), "PORT": str(tcp.getsockname()[1])}
        hostile = {name: ATTEMPTS[name] for name in IN_BWRAP} | {
            "environment of the runner": f"print(open('/proc/{os.getpid()}/environ', 'rb').read())",
            "signal the runner": f"import os\nos.kill({os.getpid()}, 0)",
            "write in the book": ATTEMPTS["write in the book"],
        }
        hostile["udp"] = f"{ATTEMPTS['udp']}\nraise OSError('sent to nobody')"
        for word, value in known.items():
            hostile = {name: text.replace(word, value) for name, text in hostile.items()}
        prints = run(full, {name: f"{text}\nprint('a = 1')" for name, text in hostile.items()}, warm)
        with pytest.raises(BlockingIOError):
            udp.recv(1)
    for name in hostile:
        made = prints[f"{name}.py"]
        assert [found.code for found in made.findings] == ["X101"], name
        assert made.record is not None
        assert made.record.containment == "bwrap"
    assert victim.read_text() == "secret"
    assert list(victim.parent.iterdir()) == [victim]


def test_processes_and_files_are_limited_by_the_book(shelf: Shelf) -> None:
    threads = (
        "import threading, time\n"
        "for _ in range(40): threading.Thread(target=time.sleep, args=(0.5,)).start()\nprint('a = 1')\n"
    )
    files = "kept = [open(__file__) for _ in range(100)]\nprint('a = 1')\n"
    few, many = Limits(processes=8, files=32), Limits(processes=64, files=256)
    prints = run_checks(
        [
            shelf.request("few threads.py", threads, few),
            shelf.request("threads.py", threads, many),
            shelf.request("few files.py", files, few),
            shelf.request("files.py", files, many),
        ],
        recheck=False,
        jobs=1,
    )
    assert [found.code for found in prints["few files.py"].findings] == ["X101"]
    assert "Too many open files" in prints["few files.py"].findings[0].message
    assert prints["files.py"].ok
    assert prints["threads.py"].ok
    if os.geteuid() != 0 or prints["threads.py"].findings:  # the kernel counts no processes of root
        assert [found.code for found in prints["few threads.py"].findings] == ["X101"]


def test_required_level_that_is_not_reached_is_a_finding(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallybook.execute.pool.Pool.level", lambda self: "landlock")
    prints = run_checks([shelf.request("a.py", "print('a = 1')\n")], sandbox="required")
    assert [each.code for each in prints["a.py"].findings] == ["X109"]
    assert "`landlock`" in prints["a.py"].findings[0].message
    assert prints.stats.executed == 0


def test_required_level_that_is_reached_is_none(full: Shelf) -> None:
    assert run_checks([full.request("a.py", "print('a = 1')\n")], sandbox="required")["a.py"].ok


def wait_for(count: int, cache: Cache) -> None:
    """Wait until a build has stored so many prints."""
    end = time.monotonic() + 30
    while cache.stats().prints < count:
        assert time.monotonic() < end
        time.sleep(0.05)
    cache.close()


INTERRUPTED = """
import sys
from pathlib import Path
from tallybook.execute import Cache, CheckRequest, run_checks
from tallybook.span import Source
root = Path(sys.argv[1])
paths = sorted(root.glob("checks/*.py"))
requests = [CheckRequest(Source(f"checks/{path.name}", path.read_text()), root) for path in paths]
print("ready", flush=True)
run_checks(requests, cache=Cache.of_book(root), jobs=2, recheck=False, sandbox=sys.argv[2])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("sandbox", ["best", "off"])
def test_interrupt_leaves_nothing_and_the_next_run_picks_up(
    shelf: Shelf, how: signal.Signals, sandbox: str
) -> None:
    slow = f"import time\ntime.sleep(8)\nprint('a = {os.getpid()}')\n"
    requests = [shelf.request(f"a{n}.py", f"print('a = {n}')\n", Limits()) for n in range(4)]
    requests += [shelf.request(f"slow{n}.py", slow) for n in range(4)]
    command = [sys.executable, "-c", INTERRUPTED, str(shelf.root), sandbox]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.readline()
        wait_for(4, Cache.of_book(shelf.root))
        began = time.monotonic()
        process.send_signal(how)
        process.wait(3)
        assert time.monotonic() - began < 1
    time.sleep(0.3)  # after SIGKILL the templates end by themselves
    assert survivors(str(shelf.root)) == []
    again = run_checks(requests[:4], cache=Cache.of_book(shelf.root), recheck=False)
    assert again.stats.cached == 4
