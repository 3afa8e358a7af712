"""What a template loads before it forks: the packages of its tier, and what their first use loads on top."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tallybook.execute.child.stash import Recorder

_COMMON = """
argparse array bisect cmath collections collections.abc contextlib copy csv dataclasses datetime decimal enum
fractions functools hashlib heapq inspect io itertools json math numbers operator pathlib pprint random re
statistics string struct textwrap threading time traceback types typing warnings
"""


def preload(packages: list[str], recorder: Recorder) -> None:
    """Import the common standard library and ``packages``; use the known ones once so that they load their
    lazy parts.

    ``recorder`` is told what a child has to call so that its random numbers are its own. Raises
    ``ImportError`` if one is missing.
    """
    for name in _COMMON.split():
        importlib.import_module(name)
    for name in packages:
        importlib.import_module(name)
        if name in _DEEP:
            _DEEP[name](recorder)


def _mpmath(recorder: Recorder) -> None:
    del recorder  # it draws its numbers from ``random``
    import mpmath

    mpmath.quad(lambda x: x, [0, 1])
    mpmath.findroot(lambda x: x - 1, 2)
    mpmath.matrix([[1, 2], [3, 4]]) ** -1


def _numpy(recorder: Recorder) -> None:
    import numpy as np
    import numpy.fft
    import numpy.linalg
    import numpy.polynomial
    import numpy.random

    np.linalg.solve(np.eye(2), np.ones(2))
    str(np.array([1.5, 2.5]))
    recorder.after_fork("numpy.random", np.random.seed)


def _sympy(recorder: Recorder) -> None:
    import sympy
    import sympy.core.cache
    import sympy.core.random
    import sympy.printing.pretty
    from sympy.abc import n, x, y

    sympy.simplify(sympy.sin(x) ** 2 + sympy.cos(x) ** 2)
    sympy.integrate(x * sympy.exp(-x), (x, 0, sympy.oo))
    sympy.solve([x + y - 1, x - y - 3], [x, y])
    sympy.solve(x**2 - 2, x)
    sympy.limit(sympy.sin(x) / x, x, 0)
    sympy.series(sympy.exp(x), x, 0, 3)
    sympy.summation(n, (n, 1, 10))
    sympy.Matrix([[1, 2], [3, 4]]).eigenvals()
    sympy.factor(x**2 - 1)
    sympy.N(sympy.pi, 20)
    sympy.latex(x / y)
    sympy.pretty(x / y)
    sympy.factorint(360)
    sympy.dsolve(sympy.Function("f")(x).diff(x) - sympy.Function("f")(x))
    sympy.core.cache.clear_cache()
    recorder.after_fork("sympy.core.random", sympy.core.random.rng.seed)


_DEEP: dict[str, Callable[[Recorder], None]] = {
    "mpmath": _mpmath,
    "numpy": _numpy,
    "sympy": _sympy,
}
