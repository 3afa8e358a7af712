"""What a hostile check tries that takes time or room. Run as a program: ``hostile.py BOOK OUTSIDE``.

It prints what became of each attempt, and of the good checks among them, as JSON.

Bounded: the limits are small, and whatever gets through ends by itself within a minute.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tallybook.config import Limits
from tallybook.execute import CheckRequest, run_checks
from tallybook.span import Source

LIMITS = Limits(seconds=3.0, memory=256 << 20, output=100_000)
WAIT = "import time\nend = time.monotonic() + 40\n"
BOMBS = {
    "deaf loop": (
        f"{WAIT}import signal\n"
        "for n in (1, 2, 3, 10, 12, 13, 14, 15, 24): signal.signal(n, signal.SIG_IGN)\n"
        "while time.monotonic() < end:\n    try:\n        while time.monotonic() < end: pass\n"
        "    except BaseException: pass"
    ),
    "sleep": "import time\ntime.sleep(40)",
    "memory": "x = []\nwhile len(x) < 40: x.append(b'x' * (50 << 20))",
    "memory in five processes": (
        "import os, time\n"
        "for _ in range(5):\n"
        "    if os.fork() == 0:\n"
        "        x = [b'x' * (50 << 20) for _ in range(40)]\n        time.sleep(40)\n        os._exit(0)\n"
        "os.wait()"
    ),
    "memfd": ("import os\nfd = os.memfd_create('x')\nfor _ in range(2000): os.write(fd, b'x' * (1 << 20))"),
    "shared memory": (
        "import mmap\nkept = []\nfor _ in range(40):\n    m = mmap.mmap(-1, 50 << 20)\n"
        "    m.write(b'x' * (50 << 20))\n    kept.append(m)"
    ),
    "a gigabyte out": "import sys\nfor _ in range(1024): sys.stdout.write('x' * (1 << 20))",
    "a gigabyte of errors": "import sys\nfor _ in range(1024): sys.stderr.write('x' * (1 << 20))",
    "disk": "with open('OUTSIDE/fill', 'wb') as f:\n    for _ in range(500): f.write(b'x' * (1 << 20))",
    "disk of the book": "with open('fill', 'wb') as f:\n    for _ in range(500): f.write(b'x' * (1 << 20))",
    "forks": (
        f"{WAIT}import os\n"
        "while time.monotonic() < end:\n    try:\n        if os.fork() == 0: continue\n"
        "    except BlockingIOError: time.sleep(0.05)"
    ),
    "threads": (
        f"{WAIT}import threading\nthreading.stack_size(1 << 16)\n"
        "for _ in range(2000): threading.Thread(target=time.sleep, args=(40,), daemon=True).start()\n"
        "time.sleep(40)"
    ),
    "files": "import os\nkept = [open(__file__) for _ in range(2000)]",
    "daemon": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        "        time.sleep(40)\n    os._exit(0)\nos.wait()\nraise SystemExit(3)"
    ),
    "stack": "import sys\nsys.setrecursionlimit(10**8)\ndef f(n): return f(n + 1) + 1\nf(0)",
    "stack of C": "x = []\nfor _ in range(10**6): x = [x]\nhash(repr(x))",
    "null pointer": "import ctypes\nctypes.string_at(0)",
    "shell": "import os\nraise SystemExit(3 if os.system('echo a = 1') else 0)",
}


def main() -> None:
    """Run all of them among good checks, warm, and print the codes of their findings."""
    root, outside = Path(sys.argv[1]), sys.argv[2]
    texts = {}
    for number, (name, text) in enumerate(BOMBS.items()):
        texts[f"good{number}"] = f"print('good = {number}')\n"
        texts[name] = f"print('a = {number}', flush=True)\n{text.replace('OUTSIDE', outside)}\n"
    texts[f"good{len(BOMBS)}"] = f"print('good = {len(BOMBS)}')\n"
    requests = []
    for name in texts:
        path = root / "checks" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[name], encoding="utf-8")
        requests.append(CheckRequest(Source(f"checks/{name}.py", texts[name]), root, LIMITS))
    prints = run_checks(requests, recheck=False, jobs=2)
    found = {name: [finding.code for finding in prints[f"{name}.py"].findings] for name in texts}
    outputs = {name: prints[f"{name}.py"].stdout for name in texts if name.startswith("good")}
    levels = sorted({made.record.containment for made in prints.values() if made.record})
    print(json.dumps({"user": os.geteuid(), "levels": levels, "found": found, "outputs": outputs}))


if __name__ == "__main__":
    main()
