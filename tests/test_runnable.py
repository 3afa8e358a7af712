"""What is fetched for checks that readers run, and what is said where it was not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stair_book import SCRIPT, snapshot, write
from tallybook.build import Settings, load
from tallybook.cli import main
from tallybook.runnable import NotFetchedError, fetch, kit_of, reruns
from tallybook.runnable.kit import KIT, PARTS, folder_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "book")


def lay(root: Path, **packages: list[str]) -> None:
    """A kit as if it had been fetched."""
    folder = folder_of(root)
    folder.mkdir(parents=True)
    for name in (*PARTS, *(archive for held in packages.values() for archive in held)):
        (folder / name).write_bytes(b"x")
    (folder / KIT).write_text(json.dumps({"python": "3.14.2", "packages": packages}), encoding="utf-8")


def test_a_build_without_it_names_the_command_and_leaves_nothing(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "--runnable", "-C", str(root)]) == 2
    assert "`tallybook pyodide` does it, once" in capsys.readouterr().err
    assert not (root / "build").exists()


@pytest.mark.parametrize(
    ("file", "text"), [(KIT, "{"), (KIT, '{"python": 3}'), (KIT, "[]"), (PARTS[2], None)], ids=str
)
def test_a_kit_that_is_not_whole_is_none(root: Path, file: str, text: str | None) -> None:
    lay(root)
    kit_of(root)
    if text is None:
        (folder_of(root) / file).unlink()
    else:
        (folder_of(root) / file).write_text(text, encoding="utf-8")
    with pytest.raises(NotFetchedError, match="tallybook pyodide"):
        kit_of(root)


def test_a_check_that_no_browser_can_run_gets_no_button(root: Path) -> None:
    (root / SCRIPT).write_text("import numpy\nimport mpmath\n", encoding="utf-8")
    (root / "checks/i-2-x01-ladder.py").write_text("import helper\n", encoding="utf-8")
    (root / "checks/helper.py").write_text("import mpmath\nprint(open('data.csv'))\n", encoding="utf-8")
    (root / "checks/data.csv").write_text("1,2\n", encoding="utf-8")
    lay(root, mpmath=["mpmath-1.3.0.zip"], numpy=[])
    found = reruns(kit_of(root), load(Settings(root)).book, root)
    assert list(found) == ["i-2-x01-ladder.py"]
    ladder = found["i-2-x01-ladder.py"]
    assert ladder.packages == ("mpmath-1.3.0.zip",)
    assert ladder.files == ("checks/data.csv", "checks/helper.py")


def test_packages_that_are_not_python_alone_are_not_packed(tmp_path: Path) -> None:
    assert fetch.packed("numpy", tmp_path) == []
    assert fetch.packed("no_such_module", tmp_path) == []
    (archive,) = fetch.packed("mpmath", tmp_path)
    assert archive.startswith("mpmath-")
    first = (tmp_path / archive).read_bytes()
    (tmp_path / archive).unlink()
    fetch.packed("mpmath", tmp_path)
    assert (tmp_path / archive).read_bytes() == first


def test_without_npm_nothing_is_lost(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(root)
    before = snapshot(folder_of(root))
    monkeypatch.setenv("PATH", str(root))
    assert main(["pyodide", "-C", str(root)]) == 2
    assert "npm is not installed" in capsys.readouterr().err
    assert snapshot(folder_of(root)) == before


def test_a_package_that_lacks_a_file_is_refused(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text("#!/bin/sh\ntouch other && tar -czf pyodide.tgz other\n", encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent), prepend=":")
    assert main(["pyodide", "-C", str(root)]) == 2
    assert f"holds no {PARTS[0]}" in capsys.readouterr().err
    assert list(folder_of(root).parent.iterdir()) == []
