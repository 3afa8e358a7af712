"""Each way in which a check can go wrong is one finding on its script; the next check is not affected."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from executing import QUICK, Shelf
from tallybook.config import Limits
from tallybook.execute import CheckRequest, run_checks
from tallybook.span import Source

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.diagnostics import Diagnostic
    from tallybook.model import Print


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def one(shelf: Shelf, text: str, limits: Limits = QUICK, *, recheck: bool = False) -> Print:
    """Run one check beside a good one, which must come to no harm."""
    good = shelf.request("good.py", "print('good = 1')\n")
    prints = run_checks([shelf.request("bad.py", text, limits), good], recheck=recheck, jobs=1)
    assert prints["good.py"].stdout == "good = 1\n"
    assert prints["good.py"].ok
    return prints["bad.py"]


def finding(made: Print) -> Diagnostic:
    assert not made.ok
    assert len(made.findings) == 1
    assert made.findings[0].source is made.check
    return made.findings[0]


def marked(made: Print) -> str:
    """The text under the caret."""
    return made.check[finding(made).span]


def test_good_check_has_print_and_record(shelf: Shelf) -> None:
    made = one(shelf, "import numpy\nprint('n = 1.50')\n", recheck=True)
    assert made.ok
    assert made.stdout == "n = 1.50\n"
    assert not made.cached
    assert made.record is not None
    assert [name for name, _ in made.record.versions] == ["python", "numpy"]
    assert made.record.when.endswith("+00:00")
    assert 0 < made.record.seconds < 5


def test_exception_is_shown_where_it_was_raised(shelf: Shelf) -> None:
    text = "def ratio(a, b):\n    return a / b\n\n\nprint('a = 1')\nratio(1, 0)\n"
    made = one(shelf, text)
    found = finding(made)
    assert found.code == "X101"
    assert found.message == "the check exits with status 1: ZeroDivisionError: division by zero"
    assert marked(made) == "return a / b"
    assert found.notes[0] == "checks/bad.py:6, in <module>"
    assert "checks/bad.py:2, in ratio" in found.notes
    assert not any("tallybook" in note or str(shelf.root) in note for note in found.notes)


def test_frames_of_libraries_are_left_out(shelf: Shelf) -> None:
    made = one(shelf, "import fractions\nfractions.Fraction(1, 0)\n")
    assert marked(made) == "fractions.Fraction(1, 0)"
    assert not any("fractions.py" in note or "_init" in note for note in finding(made).notes)
    assert finding(made).notes[-1] == "ZeroDivisionError: Fraction(1, 0)"


def test_syntax_error_is_shown_on_its_line(shelf: Shelf) -> None:
    made = one(shelf, "a = 1\nb = = 2\n")
    assert finding(made).code == "X101"
    assert marked(made) == "b = = 2"
    assert "SyntaxError" in finding(made).message


def test_status_counts_even_after_the_right_digits(shelf: Shelf) -> None:
    made = one(shelf, "import sys\nprint('a = 1')\nsys.exit(3)\n")
    assert finding(made).code == "X101"
    assert "status 3" in finding(made).message
    assert made.stdout == "a = 1\n"


def test_text_given_to_exit_is_the_reason(shelf: Shelf) -> None:
    made = one(shelf, "import sys\nprint('a = 1')\nsys.exit('widths differ')\n")
    assert finding(made).message == "the check exits with status 1: widths differ"


def test_standard_error_alone_is_no_fault(shelf: Shelf) -> None:
    assert one(shelf, "import sys\nprint('slow', file=sys.stderr)\nprint('a = 1')\n").ok


def test_exit_with_status_zero_is_no_fault(shelf: Shelf) -> None:
    assert one(shelf, "import sys\nprint('a = 1')\nsys.exit(0)\nprint('b = 2')\n").stdout == "a = 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "while True: pass",
        "import time\ntime.sleep(60)",
        "import signal as s\nfor n in set(s.Signals) - {9, 19}: s.signal(n, s.SIG_IGN)\nwhile True: pass",
    ],
    ids=["loop", "sleep", "deaf"],
)
def test_check_that_does_not_end_is_ended(shelf: Shelf, text: str) -> None:
    began = time.monotonic()
    found = finding(one(shelf, f"print('a = 1', flush=True)\n{text}\n", Limits(0.5)))
    assert found.code == "X102"
    assert "0.5 s" in found.message
    assert time.monotonic() - began < 10


def test_waiting_for_a_processor_does_not_count(shelf: Shelf) -> None:
    busy = "import time\nwhile time.process_time() < 0.7: pass\nprint('a = 1')\n"
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})  # one for all: the check has a third of it
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        made = one(shelf, busy, Limits(1.0))
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, processors)
    assert made.stdout == "a = 1\n"


@pytest.mark.parametrize("text", ["x = 1\n", "", "print()\nprint(' ')\n"])
def test_check_that_prints_nothing(shelf: Shelf, text: str) -> None:
    assert finding(one(shelf, text)).code == "X103"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_output_is_cut_at_the_cap_and_the_check_ended(shelf: Shelf, stream: str) -> None:
    text = f"import sys\nfor _ in range(200): sys.{stream}.write('x' * 10**6)\nwhile True: pass\n"
    began = time.monotonic()
    made = one(shelf, text, Limits(20.0, output=10_000))
    assert finding(made).code == "X104"
    assert ("standard error" if stream == "stderr" else "standard output") in finding(made).message
    assert len(made.stdout) <= 10_001
    assert time.monotonic() - began < 5


def test_output_up_to_the_cap_is_whole(shelf: Shelf) -> None:
    made = one(shelf, "print('x' * 9_999)\n", Limits(5.0, output=10_000))
    assert made.ok
    assert len(made.stdout) == 10_000
    assert finding(one(shelf, "print('x' * 10_000)\n", Limits(5.0, output=10_000))).code == "X104"


@pytest.mark.parametrize(
    "text",
    [
        "x = bytearray(1 << 30)",
        "import numpy\nx = numpy.ones(1 << 28)",
        "x = []\nwhile True: x.append('x' * 1_000_000)",
    ],
    ids=["at once", "numpy", "bit by bit"],
)
def test_memory_is_bounded(shelf: Shelf, text: str) -> None:
    found = finding(one(shelf, f"{text}\nprint('a = 1')\n", Limits(5.0, memory=1 << 29)))
    assert found.code == "X105"
    assert found.message == "the check needs more than 512 MiB of memory"


@pytest.mark.parametrize(
    ("text", "name"),
    [("import ctypes\nctypes.string_at(0)\n", "SIGSEGV"), ("import os\nos.abort()\n", "SIGABRT")],
)
def test_killed_by_a_signal(shelf: Shelf, text: str, name: str) -> None:
    found = finding(one(shelf, f"print('a = 1', flush=True)\n{text}"))
    assert found.code == "X105"
    assert name in found.message


def test_missing_script(shelf: Shelf) -> None:
    gone = CheckRequest(Source("checks/gone.py", "print(1)\n"), shelf.root)
    found = finding(run_checks([gone])["gone.py"])
    assert found.code == "X106"
    assert "No such file" in found.message


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_script_that_may_not_be_read(shelf: Shelf) -> None:
    request = shelf.request("secret.py", "print(1)\n")
    request.script.chmod(0)
    assert run_checks([request])["secret.py"].findings[0].code == "X106"


def test_missing_interpreter(shelf: Shelf) -> None:
    request = shelf.request("a.py", "print(1)\n")
    found = finding(run_checks([request], python=str(shelf.root / "no-python"))["a.py"])
    assert found.code == "X106"
    assert "no-python" in found.message


def test_interpreter_that_is_none(shelf: Shelf) -> None:
    request = shelf.request("a.py", "print(1)\n")
    assert finding(run_checks([request], python="/bin/false")["a.py"]).code == "X106"


def test_print_that_is_not_utf8(shelf: Shelf) -> None:
    text = "import sys\nprint('a = 1', flush=True)\nsys.stdout.buffer.write(b'caf\\xe9 = 1\\n')\n"
    found = finding(one(shelf, text))
    assert found.code == "X107"
    assert "0xe9" in found.message
    assert "line 2" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "import random\nprint('r =', random.random())",
        "print('s =', set('abcdefgh'))",
        "import time\nprint('t =', time.time())",
        "import datetime\nprint('d =', datetime.date.today())",
        "print('o =', object())",
        "import os\nprint('p =', os.getpid())",
    ],
    ids=["random", "set", "clock", "date", "address", "process"],
)
def test_print_that_differs_is_shown(shelf: Shelf, text: str) -> None:
    made = one(shelf, f"print('same = 1')\n{text}\n", recheck=True)
    found = finding(made)
    assert found.code == "X108"
    minus = [note for note in found.notes if note.startswith("diff: -") and "---" not in note]
    plus = [note for note in found.notes if note.startswith("diff: +") and "+++" not in note]
    assert len(minus) == len(plus) == 1
    assert minus[0][7:] in made.stdout
    assert marked(made) == text.splitlines()[-1]


def test_without_recheck_nothing_is_run_twice(shelf: Shelf) -> None:
    prints = run_checks(
        [shelf.request("a.py", "import random\nprint('r =', random.random())\n")], recheck=False
    )
    assert prints["a.py"].ok
    assert prints.stats.executed == 1


def test_failure_of_the_second_run_says_so(shelf: Shelf) -> None:
    text = "import os\nprint('a = 1')\nassert os.environ['PYTHONHASHSEED'] == '0'\n"
    found = finding(one(shelf, text, recheck=True))
    assert found.code == "X101"
    assert found.notes[-1].startswith("run: the second")


def test_nothing_on_standard_input(shelf: Shelf) -> None:
    assert "EOFError" in finding(one(shelf, "input()\n")).message


def test_environment_is_scrubbed(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN_OF_THE_RUNNER", "secret")
    made = one(shelf, "import os\nprint('a =', os.environ.get('TOKEN_OF_THE_RUNNER'))\n")
    assert made.stdout == "a = None\n"


def test_script_runs_in_its_folder(shelf: Shelf) -> None:
    shelf.file("checks/data/values.txt", "42")
    made = one(shelf, "print('a =', open('data/values.txt').read())\n")
    assert made.stdout == "a = 42\n"


def test_names_are_paths_below_checks(shelf: Shelf) -> None:
    inner = shelf.request("part/inner.py", "print('a = 1')\n")
    assert list(run_checks([inner], recheck=False)) == ["part/inner.py"]


def test_shared_check_gets_the_most_that_is_granted(shelf: Shelf) -> None:
    text = "import time\ntime.sleep(0.4)\nprint('a = 1')\n"
    requests = [shelf.request("a.py", text, Limits(0.1)), shelf.request("a.py", text, Limits(5.0))]
    prints = run_checks(requests, recheck=False)
    assert prints["a.py"].ok
    assert prints.stats.executed == 1


def test_progress_is_told(shelf: Shelf) -> None:
    told: list[tuple[int, int]] = []
    requests = [shelf.request(f"{n}.py", f"print('n = {n}')\n") for n in range(3)]
    prints = run_checks(requests, recheck=False, progress=lambda done, of: told.append((done, of)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert list(prints) == ["0.py", "1.py", "2.py"]


def test_unknown_sandbox_is_an_error_of_the_caller(shelf: Shelf) -> None:
    with pytest.raises(ValueError, match="sandbox is one of"):
        run_checks([], sandbox="perhaps")


def test_no_requests_no_prints() -> None:
    assert run_checks([]) == {}
