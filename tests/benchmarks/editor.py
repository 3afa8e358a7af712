"""From a keystroke to the findings in an editor: ``python tests/benchmarks/editor.py [BOOK]`` prints JSON.

Works on a copy of the book. Types letter after letter into one page over the real protocol, and measures
until the findings of the file have come.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from editor_client import editing

HERE = Path(__file__).parents[2]


async def measure(root: Path, path: str, runs: int, settle: float) -> list[float]:
    """Milliseconds from each keystroke to its findings; ``settle`` are seconds for the rest of the book."""
    times = []
    async with editing(root) as editor:
        editor.open(path)
        await editor.until(path, lambda told: True)
        await asyncio.sleep(settle)
        last = next(line for line in reversed(editor.texts[path].splitlines()) if line.strip())
        for run in range(runs):
            fresh = f"{last}{'a' * (run + 1)}"
            editor.came.clear()
            began = time.perf_counter()
            editor.replace(path, f"{last}{'a' * run}\n", f"{fresh}\n")
            await editor.came.wait()
            times.append((time.perf_counter() - began) * 1000)
    return times


def main() -> None:
    """Measure, print."""
    options = argparse.ArgumentParser()
    options.add_argument("book", nargs="?", type=Path, default=HERE)
    options.add_argument("--file", default="chapters/i-5/problems/b04-dense-cost.md")
    options.add_argument("--runs", type=int, default=20)
    options.add_argument("--settle", type=float, default=10.0)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "book"
        for name in ("chapters", "checks", ".tallybook"):
            if (chosen.book / name).is_dir():
                shutil.copytree(chosen.book / name, root / name)
        times = asyncio.run(measure(root, chosen.file, chosen.runs, chosen.settle))
    figures = {
        "file": chosen.file,
        "keystroke ms": {"median": round(statistics.median(times)), "all": [round(one) for one in times]},
        "load": os.getloadavg()[0],
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
