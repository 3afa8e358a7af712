"""The habits of the house, kept by tests: lint, types, layers, codes, the size of modules."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tallybook.cli.options import FOR_PEOPLE, FORMAT_NAMES
from tallybook.diagnostics import catalogue
from tallybook.report import FORMATS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "tallybook"
SECTIONS = ["What", "Why", "Example", "How to settle"]
CODE = re.compile(r"\b[FSRCXTMP]1\d\d\b")
LONGEST = 400  # lines of a module


def passes(*command: str) -> None:
    """Run a tool in the root of the project; its output is the message of a failure."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def script(name: str) -> str:
    """A tool of the environment that runs the tests."""
    found = shutil.which(name, path=str(Path(sys.executable).parent))
    assert found, f"{name} is not installed"
    return found


def test_ruff_has_nothing_to_say() -> None:
    passes(script("ruff"), "check", "--no-cache", ".")


def test_types_hold_strictly() -> None:
    passes(sys.executable, "-m", "mypy")


def test_imports_go_downward() -> None:
    passes(script("lint-imports"), "--no-cache")


@pytest.mark.parametrize("code", catalogue())
def test_page_of_code_is_complete(code: str) -> None:
    title, *rest = catalogue()[code].splitlines()
    assert re.fullmatch(rf"# {code}: \S.*[^.]", title)
    assert [line.removeprefix("## ") for line in rest if line.startswith("## ")] == SECTIONS
    parts = re.split(r"^## .*$", "\n".join(rest), flags=re.MULTILINE)
    assert all(part.strip() for part in parts[1:]), "a section is empty"


def codes_in(*files: Path) -> set[str]:
    """The codes that are named in some files."""
    return {code for file in files for code in CODE.findall(file.read_text(encoding="utf-8"))}


def test_every_code_is_used_and_known() -> None:
    assert codes_in(*PACKAGE.rglob("*.py")) == set(catalogue())


def test_every_code_has_a_test() -> None:
    """Reports use codes as examples; that does not count."""
    kinds = (".py", ".md", ".yaml", ".txt")
    files = (
        file
        for file in (ROOT / "tests").rglob("*")
        if file.suffix in kinds and file != Path(__file__) and not file.name.startswith("test_report_")
    )
    assert sorted(set(catalogue()) - codes_in(*files)) == []


def test_modules_stay_small() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {path.name: count for path, count in lines.items() if count > LONGEST} == {}


def test_formats_of_the_command_line_are_those_there_are() -> None:
    assert tuple(FORMATS) == FORMAT_NAMES
    assert set(FORMATS) >= FOR_PEOPLE


def test_ci_runs_the_second_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [line.strip() for line in readme.splitlines() if line.strip().startswith("python3 -m venv ")]
    last = (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().splitlines()[-1]
    assert len(commands) == 2
    assert last == commands[1]


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[<>=~!\[; ]", line)[0] for line in project["dependencies"]]
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    reasons = guide.partition("## Dependencies")[2].partition("\n## ")[0]
    assert [name for name in names if not re.search(rf"\b{re.escape(name)}\b", reasons)] == []
    assert all(">=" in line for line in project["dependencies"]), "a lower bound is missing"


def test_every_layer_is_in_the_picture() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = [line.strip() for line in guide.splitlines() if line.startswith("    ")]
    named = [layer.replace("tallybook.", "").replace("(", "").replace(")", "") for layer in layers]
    assert [layer for layer in named if layer not in shown] == []
