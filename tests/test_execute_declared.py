"""Packages that a check declares in its text: met, missed, provided in an environment of the book's own."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from executing import Shelf
from stair_book import LADDER, write
from tallybook.cli import main
from tallybook.config import Limits
from tallybook.execute import Cache, run_checks
from tallybook.execute.declared import declared
from tallybook.span import Source

if TYPE_CHECKING:
    from tallybook.model import Print

SLOW = Limits(seconds=60.0)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "book")


@pytest.fixture(params=["uv", "pip"])
def index(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels as the only source of packages, for one of the installers."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for version in ("1.0", "2.0"):
        wheel(folder, "tally-tiny", version, f"VALUE = {version!r}\n")
    for name in ("UV", "PIP"):
        monkeypatch.setenv(f"{name}_FIND_LINKS", str(folder))
        monkeypatch.setenv(f"{name}_NO_INDEX", "1")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent) if request.param == "uv" else "/nowhere")
    return folder


def wheel(folder: Path, name: str, version: str, text: str) -> None:
    """Write a wheel with one module."""
    module = name.replace("-", "_")
    info = f"{module}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{module}-{version}-py3-none-any.whl", "w") as file:
        file.writestr(f"{module}.py", text)
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        names = (f"{module}.py", *(f"{info}/{each}" for each in ("METADATA", "WHEEL", "RECORD")))
        file.writestr(f"{info}/RECORD", "".join(f"{each},,\n" for each in names))


def block(*lines: str) -> str:
    return "".join(f"# {line}\n" for line in ("/// script", *lines, "///"))


def run(shelf: Shelf, text: str, install: bool = False) -> Print:
    request = shelf.request("one.py", text, SLOW)
    return run_checks([request], install=install, recheck=False)["one.py"]


def codes(made: Print) -> list[str]:
    return [found.code for found in made.findings]


@pytest.mark.parametrize(
    "lines",
    [
        ("dependencies = []",),
        ('requires-python = ">=3.11"',),
        ('dependencies = ["sympy>=1", "NumPy", "mpmath >= 1, < 9"]', 'requires-python = ">=3.8"'),
        ("dependencies = [\"absent-package; sys_platform == 'plan9'\"]",),
        ("dependencies = [", '  "sympy",', "]", "[tool.other]", "x = 1"),
    ],
)
def test_what_is_met_runs_as_ever(shelf: Shelf, lines: tuple[str, ...]) -> None:
    made = run(shelf, block(*lines) + "import sys\nprint('a = 1', sys.prefix)\n")
    assert made.findings == ()
    assert made.stdout == f"a = 1 {sys.prefix}\n"


def test_other_blocks_are_none() -> None:
    for text in ("print(1)\n", block().replace("script", "other"), "x = '''\n# /// script\n'''\n"):
        assert declared(Source("checks/a.py", text)) is None


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (('dependencies = ["tally-absent>=2"]',), "tally-absent>=2 (not installed)"),
        (('dependencies = ["mpmath", "mpmath>=99"]',), "mpmath>=99 ("),
        (('requires-python = ">=4"',), "Python >=4 (this is 3."),
    ],
)
def test_what_is_missing_is_one_finding(shelf: Shelf, lines: tuple[str, ...], said: str) -> None:
    text = '"""A check."""\n' + block(*lines) + "print('a = 1')\n"
    made = run(shelf, text)
    assert codes(made) == ["X110"]
    (found,) = made.findings
    assert f"the check declares what is missing here: {said}" in found.message
    assert found.source.line_column(found.span.start) == (2, 1)
    assert text[found.span.start : found.span.end] == block(*lines).rstrip("\n")
    assert made.stdout == ""


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (('dependencies = "numpy"',), "dependencies is no list of texts"),
        (("dependencies = [1]",), "dependencies is no list of texts"),
        (("dependencies = [",), "Invalid value"),
        (('dependencies = ["numpy >=> 2"]',), "numpy >=> 2"),
        (('requires-python = "three"',), "three"),
        (("requires-python = 3",), ""),
        (("dependencies = []", "///", "", "/// script", "dependencies = []"), "there are two of them"),
    ],
)
def test_what_cannot_be_read_is_one_finding(shelf: Shelf, lines: tuple[str, ...], said: str) -> None:
    made = run(shelf, block(*lines).replace("# \n", "\n") + "print('a = 1')\n")
    assert codes(made) == ["X111"]
    assert said in made.findings[0].message


PRINTING = "import sys, tally_tiny\nprint('a =', tally_tiny.VALUE, sys.prefix != sys.base_prefix)\n"


def test_install_provides_an_environment_once_a_set(shelf: Shelf, index: Path) -> None:
    one = block('dependencies = ["tally-tiny<2"]') + PRINTING
    two = block('dependencies = ["tally-tiny>=2"]') + PRINTING
    requests = [shelf.request(f"one{n}.py", one, SLOW) for n in range(7)]
    requests += [shelf.request("two.py", two, SLOW), shelf.request("plain.py", "print('a = 0')\n", SLOW)]
    assert codes(run_checks(requests, recheck=False)["two.py"]) == ["X110"]
    cache = Cache.of_book(shelf.root)
    prints = run_checks(requests, install=True, cache=cache)
    assert {name: made.stdout for name, made in prints.items()} == {
        **{f"one{n}.py": "a = 1.0 True\n" for n in range(7)},
        "two.py": "a = 2.0 True\n",
        "plain.py": "a = 0\n",
    }
    assert not any(made.findings for made in prints.values())
    record = prints["two.py"].record
    assert record is not None
    assert dict(record.versions)["tally_tiny"] == "2.0"
    assert len(list((shelf.root / ".tallybook/environments").iterdir())) == 2
    for file in index.iterdir():
        file.unlink()
    again = run_checks(requests, cache=cache)
    cache.close()
    assert (again.stats.cached, again.stats.executed) == (9, 0)
    assert run_checks(requests[:1], recheck=False)["one0.py"].stdout == "a = 1.0 True\n"


def test_what_cannot_be_installed_is_one_finding(shelf: Shelf, index: Path) -> None:
    made = run(shelf, block('dependencies = ["tally-tiny>=3"]') + PRINTING, install=True)
    assert codes(made) == ["X112"]
    assert any("tally" in note for note in made.findings[0].notes)
    assert list((shelf.root / ".tallybook/environments").iterdir()) == []


def test_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write(tmp_path)
    (root / "checks/i-2-x01-ladder.py").write_text(
        block('dependencies = ["tally-absent"]') + LADDER, encoding="utf-8"
    )
    monkeypatch.chdir(root)
    assert main(["check"]) == 1
    err = capsys.readouterr().err
    assert "checks/i-2-x01-ladder.py:1:1: error[X110]: the check declares what is missing here: " in err
    assert err.count("error[") == 1
