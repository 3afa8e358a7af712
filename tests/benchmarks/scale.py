"""What building books of several sizes costs, and where it goes.

    python tests/benchmarks/scale.py [PAGES …] [--rounds N] [--stages]

For each size (by default 100, 1 000 and 10 000 pages) a book with light checks is built from nothing, again
with nothing changed, with a sentence of one page changed, and with a remark of one check changed. Each check
runs once (``--no-recheck``). Writes ``build/benchmarks/scale.json`` and ``scale.md``: medians of time and
processor time, and the most memory that one process took. ``--stages`` tells instead how much processor time
each stage takes when one process does everything.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import book

WORK = Path(__file__).resolve().parents[2] / "build/benchmarks"
TOOL = Path(sys.executable).with_name("tallybook")
SENTENCE = "Where tiles break"
STATES = ("cold", "unchanged", "text", "check")
STAGES = (
    *("read_book", "parse_book", "resolve", "_execute", "_account", "_rendered", "publish"),
    *("stages.contracts", "search.index"),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a build took: seconds on the clock and of all processors, megabytes of its largest process."""

    clock: float
    processor: float
    memory: float


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description="Measure what building books of several sizes costs.")
    parser.add_argument("pages", type=int, nargs="*", default=[100, 1000, 10_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--stages", action="store_true")
    chosen = parser.parse_args()
    if chosen.stages:
        for count in chosen.pages:
            tell_stages(fresh(count))
        return
    found = {count: measured(fresh(count), chosen.rounds) for count in chosen.pages}
    where = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
    where += f", load {os.getloadavg()[0]:.1f} in the end; {chosen.rounds} rounds"
    costs = {
        count: {state: [asdict(cost) for cost in all_] for state, all_ in states.items()}
        for count, states in found.items()
    }
    (WORK / "scale.json").write_text(
        json.dumps({"where": where, "costs": costs}, indent=2) + "\n", encoding="utf-8"
    )
    report = f"{where}\n\n{table(found)}"
    (WORK / "scale.md").write_text(report, encoding="utf-8")
    print(report)


def fresh(count: int) -> Path:
    """A book of some pages, below ``build/benchmarks``."""
    folder = WORK / "scale" / str(count)
    shutil.rmtree(folder, ignore_errors=True)
    book.write(folder, count, "light")
    return folder


def measured(root: Path, rounds: int) -> dict[str, list[Cost]]:
    """The costs of each state, round by round."""
    found: dict[str, list[Cost]] = {state: [] for state in STATES}
    page = sorted(root.glob("chapters/*/problems/*.md"))[0]
    check = sorted(root.glob("checks/*.py"))[0]
    for turn in range(rounds):
        for state in STATES:
            if state == "cold":
                shutil.rmtree(root / ".tallybook", ignore_errors=True)
                shutil.rmtree(root / "build", ignore_errors=True)
            elif state == "text":
                say_more(page)
            elif state == "check":
                check.write_text(check.read_text(encoding="utf-8") + f"# {turn}\n")
            time.sleep(2.5)  # what was written just before is no receipt
            found[state].append(built(root))
            print(root.name, turn, state, found[state][-1], flush=True)
    return found


def say_more(page: Path) -> None:
    """Lengthen a sentence of a page."""
    text = page.read_text(encoding="utf-8")
    assert SENTENCE in text
    page.write_text(text.replace(SENTENCE, f"{SENTENCE}, alas"), encoding="utf-8")


def built(root: Path) -> Cost:
    """Build once, in a process of its own."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [TOOL, "build", "--no-recheck"], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"the build of {root} failed")
    took = time.perf_counter() - began
    return Cost(took, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def table(found: dict[int, dict[str, list[Cost]]]) -> str:
    """Medians as Markdown."""
    rows = ["| pages | " + " | ".join(STATES) + " | memory |\n", "| --- " * (2 + len(STATES)) + "|\n"]
    for count, states in found.items():
        cells = [f"{count:,}".replace(",", " ")]
        for all_ in states.values():
            clock, processor = median(one.clock for one in all_), median(one.processor for one in all_)
            cells.append(f"{clock:.2f} s, CPU {processor:.2f} s")
        most = max(one.memory for all_ in states.values() for one in all_)
        rows.append(f"| {' | '.join(cells)} | {most:.0f} MB |\n")
    return "".join(rows)


def tell_stages(root: Path) -> None:
    """Processor time of each stage, of this process and of those it started: cold, then after an edit."""
    from tallybook import build

    spent: dict[str, float] = {}
    for name in STAGES:
        holder = getattr(build, name.partition(".")[0]) if "." in name else build
        watch(holder, name.rpartition(".")[2], spent)
    for state in ("cold", "text"):
        if state == "text":
            say_more(sorted(root.glob("chapters/*/problems/*.md"))[0])
        spent.clear()
        before = processor()
        assert build.build(build.load(build.Settings(root, jobs=1, recheck=False))).ok
        spent["all"] = processor() - before
        told = ", ".join(f"{name.strip('_')} {seconds:.2f}" for name, seconds in spent.items())
        print(f"{root.name} pages, {state}: {told} s", flush=True)


def watch(holder: object, name: str, spent: dict[str, float]) -> None:
    """Note what a function takes."""
    real = getattr(holder, name)

    @functools.wraps(real)
    def watched(*given: object, **named: object) -> object:
        before = processor()
        try:
            return real(*given, **named)
        finally:
            spent[name] = spent.get(name, 0.0) + processor() - before

    setattr(holder, name, watched)


def processor() -> float:
    """Processor seconds of this process and all it has waited for."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


if __name__ == "__main__":
    main()
