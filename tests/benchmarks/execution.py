"""What executing checks costs, against a loop of ``python script.py``.

    python tests/benchmarks/execution.py [--quick] [--json FILE] [--markdown FILE]

The two sides take turns, and each ratio is the median of the turns, so that what else the machine does weighs
on both. Packages are compiled to bytecode first. Starting the warm interpreters counts.
"""

from __future__ import annotations

import argparse
import compileall
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from book import write

from tallybook import receipt
from tallybook.cli.nothing import USUAL
from tallybook.config import Limits
from tallybook.execute import CheckRequest, run_checks
from tallybook.execute.pool import Pool
from tallybook.execute.reading import readable
from tallybook.execute.request import Job
from tallybook.span import Source

if TYPE_CHECKING:
    from collections.abc import Callable

VARIED = (
    "s.simplify(s.sin(x)**2 + s.cos(x)**2 + {n})",
    "s.integrate(x**2 * s.exp(-x), (x, 0, s.oo)) + {n}",
    "s.solve(x**2 - {n}*x - 1, x)",
    "s.limit(s.sin({n}*x + x) / x, x, 0)",
    "s.Matrix([[{n}, 1], [1, 3]]).eigenvals()",
    "s.series(s.exp(x), x, 0, 4), {n}",
    "s.factor(x**4 - {n}**4)",
)
KINDS = {
    "no import": ("", "{n} * {n}"),
    "mpmath": ("import mpmath\n", "mpmath.sqrt({n} + 2)"),
    "numpy": ("import numpy as np\n", "(np.arange(6).reshape(2, 3) + {n}).sum()"),
    "sympy, trivial": ("import sympy as s\nx = s.Symbol('x')\n", "s.expand((x + {n}) ** 2)"),
    "sympy, varied": ("import sympy as s\nx = s.Symbol('x')\n", ""),
}
COUNTS = {"no import": (400, 40), "mpmath": (150, 15), "numpy": (150, 12)}
BARS = {"no import": 5, "mpmath": 7, "numpy": 15, "sympy, trivial": 12, "sympy, varied": 6}
Row = tuple[str, str, str]


def main() -> None:
    """Measure, print the table, write the files."""
    parser = argparse.ArgumentParser(description="Measure what executing checks costs.")
    parser.add_argument("--quick", action="store_true", help="a quarter of the checks, fewer turns")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=Path)
    chosen = parser.parse_args()
    for name in ("mpmath", "numpy", "sympy"):
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.submodule_search_locations
        compileall.compile_dir(spec.submodule_search_locations[0], quiet=2)
    share, turns = (4, 2) if chosen.quick else (1, 3)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for kind in KINDS:
            rows.append(throughput(root / kind.replace(", ", "-"), kind, share, turns))
            print(*rows[-1], sep=" | ", flush=True)
        for more in (contained(root / "contained", share, turns), memory(root / "memory")):
            rows += more
        rows += [rechecked(root / "rechecked", share, turns), *unchanged(root / "unchanged", chosen.quick)]
    table = "| what | measured | bar |\n| --- | --- | --- |\n"
    table += "".join(f"| {' | '.join(row)} |\n" for row in rows)
    where = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
    where += f", load {os.getloadavg()[0]:.1f} in the end"
    print(f"\n{where}\n\n{table}")
    if chosen.markdown:
        chosen.markdown.write_text(f"{where}\n\n{table}", encoding="utf-8")
    if chosen.json:
        named = [dict(zip(("what", "measured", "bar"), row, strict=True)) for row in rows]
        data = {"where": where, "rows": named}
        chosen.json.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def requests(root: Path, kind: str, count: int) -> list[CheckRequest]:
    """Checks of a kind."""
    head, expression = KINDS[kind]
    found = []
    (root / "checks").mkdir(parents=True, exist_ok=True)
    for n in range(count):
        formula = (expression or VARIED[n % len(VARIED)]).replace("{n}", str(n + 2))
        text = f"{head}print('value =', {formula})\n"
        (root / f"checks/c{n}.py").write_text(text, encoding="utf-8")
        found.append(CheckRequest(Source(f"checks/c{n}.py", text), root))
    return found


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def loop(wanted: list[CheckRequest]) -> None:
    """What people do without us."""
    for request in wanted:
        subprocess.run([sys.executable, str(request.script)], stdout=subprocess.DEVNULL, check=True)


def run(wanted: list[CheckRequest], sandbox: str = "best", recheck: bool = False) -> None:
    """What we do."""
    prints = run_checks(wanted, recheck=recheck, sandbox=sandbox)
    assert all(made.ok for made in prints.values())


def throughput(root: Path, kind: str, share: int, turns: int) -> Row:
    """Checks of a kind a second, by us and by the loop."""
    many, few = COUNTS.get(kind, (80, 7))
    wanted = requests(root, kind, max(many // share, 20))
    some = wanted[: max(few // share, 7 if kind.endswith("varied") else 3)]
    ratios, rates, shares = [], [], []
    loop(some[:1])
    for _ in range(turns):
        at = _processor()
        before = seconds(lambda: loop(some))
        half = _processor()
        ours = seconds(lambda: run(wanted))
        done = _processor()
        after = seconds(lambda: loop(some))
        rates.append(len(wanted) / ours)
        ratios.append((before + after) / 2 / len(some) * rates[-1])
        shares.append((half - at + _processor() - done) / 2 / len(some) * len(wanted) / (done - half))
    told = f"{median(ratios):.1f}× the loop; {median(shares):.1f}× by processor time"
    return f"throughput, {kind}", told, f"{BARS[kind]}×"


def _processor() -> float:
    """Processor seconds of this process and all it has waited for."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def contained(root: Path, share: int, turns: int) -> list[Row]:
    """What containment adds to a check, in wall time on all cores."""
    wanted = requests(root, "no import", 400 // share)
    extra = []
    for _ in range(turns):
        off = seconds(lambda: run(wanted, "off"))
        extra.append((seconds(lambda: run(wanted)) - off) / len(wanted) * 1000)
    return [("containment, more a check", f"{median(extra):.2f} ms", "1 ms")]


def memory(root: Path) -> list[Row]:
    """The resident memory of this driver, and with two warm interpreters that hold sympy."""
    (request,) = requests(root, "no import", 1)
    folder = str(request.script.parent)
    with Pool(sys.executable, readable([request]), 1, "best") as pool:
        alone = _resident("self")
        for tier in (("sympy",), ("numpy", "sympy")):
            job = Job(request.name, str(request.script), folder, Limits(), tier)
            pool.run([job], lambda *_: ())
        templates = [_resident(pid) for pid in _children()]
    whole = _resident("self") + sum(templates)
    shown = ", ".join(f"{size:.0f}" for size in templates)
    return [
        ("memory of the driver", f"{alone:.0f} MB", "80 MB"),
        ("with two sympy templates", f"{whole:.0f} MB (templates {shown})", "250 MB"),
    ]


def _resident(pid: str) -> float:
    """MB that a process has for itself or, in part, with others."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _children() -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        if int(fields[1]) == os.getpid():
            found.append(entry.name)
    return found


def rechecked(root: Path, share: int, turns: int) -> Row:
    """What the second, cold run of each new check adds."""
    wanted = requests(root, "no import", 100 // share)
    ratios = [seconds(lambda: run(wanted, recheck=True)) / seconds(lambda: run(wanted)) for _ in range(turns)]
    return "running each new check twice, no import", f"{median(ratios):.1f}× the time of once", ""


def unchanged(root: Path, quick: bool) -> list[Row]:
    """A build with nothing to do, beside a bare interpreter."""
    rows = []
    for count in (17, 1000 if quick else 10_000):
        book = root / str(count)
        for problem in write(book, count, "light"):
            file = book / receipt.SITE / f"{problem.stem}.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("<p>", encoding="utf-8")
        time.sleep(0.1)
        receipt.write(str(book), USUAL, "pages", receipt.Sources(str(book)))
        tool = [str(Path(sys.executable).parent / "tallybook"), "build", "-C", str(book)]
        assert "up to date" in subprocess.run(tool, capture_output=True, text=True, check=True).stdout
        bare, ours = [], []
        for _ in range(7):
            bare.append(seconds(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True)))
            ours.append(seconds(partial(subprocess.run, tool, stdout=subprocess.DEVNULL, check=True)))
        ratio = median(one / other for one, other in zip(ours, bare, strict=True))
        told = f"{median(ours) * 1000:.0f} ms, {ratio:.1f}× `python -c pass`"
        rows.append((f"build with nothing to do, {count} problems", told, "0.3 s" if count > 17 else "6×"))
    return rows


if __name__ == "__main__":
    main()
