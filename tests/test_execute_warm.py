"""Warm is an optimisation of cold: each script of a corpus prints the same either way, and fails the same."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from executing import Shelf
from tallybook.config import Limits
from tallybook.execute import Prints, run_checks
from tallybook.execute.tiers import plan

if TYPE_CHECKING:
    from pathlib import Path

    from tallybook.model import Print

SLOW = Limits(seconds=60.0)

INTERPRETER = r"""
import sys; print(sys.argv == [__file__], len(sys.orig_argv), sys.orig_argv[1:3])
import sys; print(sys.flags)
import sys; print(sys.path)
import sys; print(sorted(sys.modules))
import sys, json; print(sorted(sys.modules))
print(sorted(globals()))
print(list(globals()))
print(__name__, __package__, __spec__, __doc__, type(__loader__).__name__, __builtins__.__name__)
import os; print(__file__, os.getcwd())
import os; print(sorted(os.environ.items()))
import sys; print(sys.stdout.encoding, sys.stdout.errors, sys.stdout.line_buffering, sys.stderr.errors)
import sys; print(sys.stdin.read() == '', sys.stdout.isatty(), sys.getrecursionlimit())
import sys; print(sys.modules['__main__'].__dict__ is globals(), __import__('__main__').__file__ == __file__)
import gc; print(gc.isenabled(), gc.get_threshold())
import signal; print([str(signal.getsignal(n)) for n in (2, 10, 13, 14, 15, 17, 25)])
import locale, time; print(locale.getlocale(), time.tzname)
import resource; print([resource.getrlimit(n) for n in (0, 1, 2, 3, 4, 5, 7, 8, 9)])
import warnings; print(warnings.filters)
import threading; print(threading.active_count(), threading.current_thread().name)
import decimal; print(decimal.getcontext())
import logging; print(logging.getLogger().handlers, logging.root.level)
import os; print(os.fstat(0).st_rdev > 0)
import errno, os\ntry: os.fstat(3)\nexcept OSError as e: print(errno.errorcode[e.errno])
"""

LANGUAGE = r"""
print('s =', set('abcdefgh'), hash('abc'))
print({f'k{n}': n for n in range(5)}, {3, 1, 2} | {'x', 'y'})
import random; random.seed(7); print(random.random(), random.sample(range(100), 5))
import random; print(random.Random(3).gauss(0, 1))
import math; print(math.pi, math.factorial(30), f'{math.e:.12f}')
from fractions import Fraction; print(sum(Fraction(1, n) for n in range(1, 20)))
from decimal import Decimal, getcontext\ngetcontext().prec = 50\nprint(Decimal(2).sqrt())
import statistics; print(statistics.stdev([1, 2, 4, 8]))
import itertools; print(list(itertools.permutations('abc'))[:3])
from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\nprint(P(), P.__module__)
from enum import Enum\nclass E(Enum):\n    A = 1\nprint(list(E), E.__module__)
from typing import NamedTuple\nclass T(NamedTuple):\n    x: int = 1\nprint(T(), T.__module__)
import pickle\nclass C: pass\nprint(type(pickle.loads(pickle.dumps(C()))).__module__)
import json; print(json.decoder.JSONDecoder.__name__, json.dumps({'a': [1, 2.5]}))
import collections.abc, importlib; print(importlib.import_module('json.scanner').__name__)
import xml.dom.minidom as m; print(m.parseString('<a>1</a>').toxml())
'''A docstring.'''\nprint(__doc__)
x: int = 3\nprint(__annotations__)
from __future__ import annotations\ndef f(a: int) -> str: ...\nprint(f.__annotations__)
class D:\n    def __del__(self): print('gone')\nd = D()\nprint('a = 1')
import atexit\natexit.register(print, 'at exit')\nprint('a = 1')
import threading, time\nthreading.Thread(target=lambda: [time.sleep(0.05), print()]).start()\nprint('a = 1')
import sys\nprint('a = 1')\nsys.exit()
import sys\nprint('a = 1')\nraise SystemExit(0)
import sys\nsys.stdout.buffer.write(b'bytes\\n')\nsys.stdout.write('text\\n')
import sys\nprint('to the error', file=sys.stderr)\nprint('a = 1')
import contextlib as c, io\nwith c.redirect_stdout(io.StringIO()) as s: print(1)\nprint(len(s.getvalue()))
import inspect\ndef f(): return 1\nprint(inspect.getsource(f))
def f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(900))
import timeit; print(timeit.timeit('1', number=10) >= 0)
exec('y = 5'); print(y, eval('y + 1'))
import asyncio\nasync def f(): return 2\nprint(asyncio.run(f()))
import multiprocessing, concurrent.futures; print(multiprocessing.current_process().name)
print('é ∑ 𝔸', '\N{MINUS SIGN}1')
import traceback\ndef f(): return 1 / 0\ntry: f()\nexcept ZeroDivisionError: print(traceback.format_exc())
import sys, warnings\nsys.stderr = sys.stdout\nwarnings.warn('odd')\nwarnings.warn('old', DeprecationWarning)
import warnings as u\nwith u.catch_warnings(record=True) as w: u.warn('x')\nprint(w[0].lineno, w[0].filename)
import sys\nf = sys._getframe()\nprint(f.f_code.co_filename, f.f_lineno, f.f_code.co_name)
import sys\nsys.excepthook = lambda *a: print('hook')\nprint(sys.excepthook is sys.__excepthook__)
import os, sys\nprint(os.path.basename(sys.executable), sys.prefix, sys.base_prefix, sys.dont_write_bytecode)
import numbers, decimal\nprint(isinstance(decimal.Decimal(1), numbers.Number), decimal.Decimal(1) / 3)
import unittest.mock as m; print(m.__name__, hasattr(__import__('unittest'), 'mock'))
import random; r = random.Random('text'); print(r.getrandbits(64), random.Random(1).choices('abc', k=5))
"""

FAULTS = r"""
import json\nprint(json.nothing)
import xml\nprint(xml.dom.minidom)
import urllib\nprint(urllib.parse)
import concurrent\nprint(concurrent.futures)
print('a = 1')\nassert 1 == 2
print('a = 1')\nraise SystemExit(4)
print('a = 1'
import tallybook_that_is_not_there
import atexit\natexit.register(lambda: 1 / 0)\nprint('a = 1')\nraise SystemExit(2)
import sys\nsys.stdout.close()
print('a = 1')\nimport sys\nsys.exit('a reason')
def f(n):\n    if n == 0: raise KeyError('deep')\n    f(n - 1)\nprint('a = 1')\nf(3)
import warnings\nwarnings.simplefilter('error')\nprint('a = 1')\nwarnings.warn('now an error')
print('a = 1')\nimport os\nos._exit(7)
import sys\nprint('a = 1')\nprint('told', file=sys.stderr)\nsys.exit(5)
"""

MPMATH = r"""
import mpmath; mpmath.mp.dps = 40; print(mpmath.pi, mpmath.zeta(3))
import mpmath; print(mpmath.mp, mpmath.quad(mpmath.sin, [0, mpmath.pi]))
import mpmath; print(mpmath.findroot(lambda x: x**3 - 2, 1), mpmath.nstr(mpmath.gamma(5.5), 12))
import mpmath, sys; print(sorted(sys.modules))
from mpmath import mp, mpf, matrix; print(matrix([[2, 1], [1, 3]]) ** -1, mpf(1) / 3)
import mpmath; mpmath.mp.dps = 15; print(mpmath.polyroots([1, 0, -2]), mpmath.ellipk(0.5))
"""

NUMPY = r"""
import numpy as np; print(np.arange(6).reshape(2, 3), np.float64(0.1) + 0.2)
import numpy as np; print(np.random.default_rng(5).normal(size=3))
import numpy as np; np.random.seed(1); print(np.random.rand(3))
import numpy as np; print(np.linalg.eigvalsh(np.array([[2.0, 1.0], [1.0, 3.0]])), np.get_printoptions())
import numpy, sys; print(sorted(sys.modules))
import numpy; print(sorted(vars(numpy)))
import numpy as np; print(np.fft.fft([1.0, 2.0, 3.0, 4.0]), np.geterr())
import numpy as np; print(np.polynomial.Polynomial([1, 2])(3), np.ma.masked_array([1, 2], [0, 1]))
import numpy as np, fractions, json; print(json.dumps(np.arange(3).tolist()), np.int64(7) // 2)
import numpy as np; print(np.array([1]) / np.array([0]))
"""

SYMPY = r"""
from sympy import *; x = Symbol('x'); print(integrate(exp(-x**2), (x, -oo, oo)), simplify(x * (1 + 1/x)))
import sympy as s; x, y = s.symbols('x y'); print(s.solve([x + y - 3, x * y - 2], [x, y]), s.latex(x / y))
import sympy, sys; print(sorted(sys.modules))
import sympy; print(sorted(vars(sympy)))
import sympy; print(sympy.physics.units.meter)
from sympy.physics.units import meter, convert_to, centimeter; print(convert_to(meter, centimeter))
import sympy as s; x = s.Symbol('x'); print(s.series(s.cos(x), x, 0, 8), s.Dummy('d'), hash(x))
import sympy as s; print(s.pretty(s.Matrix([[1, 2], [3, 4]]).inv()), s.factorint(2**40 - 1), s.N(s.pi, 30))
"""


def corpus() -> dict[str, str]:
    """All scripts by a name; a line each, in which ``\\n`` stands for a new line."""
    parts = {"i": INTERPRETER, "l": LANGUAGE, "f": FAULTS, "m": MPMATH, "n": NUMPY, "s": SYMPY}
    return {
        f"{part}{number}": line.replace("\\n", "\n").replace("\\\n", "\\n") + "\n"
        for part, text in parts.items()
        for number, line in enumerate(text.strip().split("\n"))
    }


CORPUS = corpus()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Prints, Prints]:
    """The corpus run warm and run cold."""
    shelf = Shelf(tmp_path_factory.mktemp("corpus"))
    requests = [shelf.request(f"{name}.py", text, SLOW) for name, text in CORPUS.items()]
    return run_checks(requests, recheck=False), run_checks(requests, recheck=False, cold=True)


def test_corpus_is_large_and_runs_warm(both: tuple[Prints, Prints]) -> None:
    warm, cold = both
    assert len(CORPUS) >= 60
    assert warm.stats.warm == len(CORPUS)
    assert (cold.stats.warm, cold.stats.executed) == (0, len(CORPUS))


@pytest.mark.parametrize("name", CORPUS)
def test_warm_prints_what_cold_prints(both: tuple[Prints, Prints], name: str) -> None:
    warm, cold = (each[f"{name}.py"] for each in both)
    assert warm.stdout == cold.stdout
    assert told(warm) == told(cold)
    broken = name.startswith("f") or "sympy.physics.units.meter)" in CORPUS[name]
    assert bool(cold.findings) == broken, cold.findings


def told(made: Print) -> list[tuple[object, ...]]:
    """The findings on a print: status, traceback, standard error; without the addresses of objects."""
    return [
        (found.code, found.span, re.sub(r"0x[0-9a-f]+", "", "\n".join((found.message, *found.notes))))
        for found in made.findings
    ]


def test_only_what_fails_is_run_again(both: tuple[Prints, Prints]) -> None:
    warm, cold = both
    assert warm.stats.executed - len(CORPUS) == cold.stats.failed


def test_unseeded_randomness_is_seen_warm(shelf: Shelf) -> None:
    texts = {
        "stdlib": "import random\nprint('r =', random.random())\n",
        "numpy": "import numpy as np\nprint('r =', np.random.rand())\n",
        "generator": "import numpy as np\nprint('r =', np.random.default_rng().random())\n",
    }
    requests = [shelf.request(f"{name}{n}.py", text, SLOW) for name, text in texts.items() for n in range(6)]
    prints = run_checks(requests, recheck=False)
    assert prints.stats.warm == len(requests)
    for name in texts:
        assert len({prints[f"{name}{n}.py"].stdout for n in range(6)}) == 6


def test_checks_do_not_see_each_other(shelf: Shelf) -> None:
    text = "import math, sys\nprint('a =', hasattr(math, 'mark'), sys.getrecursionlimit())\nmath.mark = 1\n"
    requests = [shelf.request(f"{n}.py", text + "sys.setrecursionlimit(99)\n") for n in range(8)]
    prints = run_checks(requests, recheck=False, jobs=1)
    assert {made.stdout for made in prints.values()} == {"a = False 1000\n"}


def test_plan(shelf: Shelf) -> None:
    texts = {
        "bare": "",
        "mpmath": "import mpmath",
        "numpy": "from numpy import *",
        "both": "import numpy, sympy, mpmath",
    }
    requests = [shelf.request(f"{name}{n}.py", text) for name, text in texts.items() for n in range(6)]
    tiers = plan(requests)
    assert {tiers[f"{name}0.py"] for name in texts} == {(), ("mpmath",), ("numpy",), ("numpy", "sympy")}
    assert plan(requests[:1]) == {}


def test_template_that_does_not_start_leaves_its_checks_cold(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallybook.execute.tiers._tier", lambda imported: ("sympy", "no_such_package"))
    monkeypatch.setitem(plan.__globals__["_PAYS_FROM"], "no_such_package", 1)
    requests = [shelf.request(f"{n}.py", f"print('n = {n}')\n") for n in range(5)]
    prints = run_checks(requests, recheck=False)
    assert all(made.ok for made in prints.values())
    assert prints.stats.warm == 0


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def test_corpus_is_python_but_for_one() -> None:
    wrong = []
    for name, text in CORPUS.items():
        try:
            ast.parse(text)
        except SyntaxError:
            wrong.append(name)
    assert wrong == ["f6"]
