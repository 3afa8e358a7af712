"""What users get: the wheel and the sdist, and a book begun with nothing but the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

from tallybook import __version__
from tallybook.parse.schema import schemas
from tallybook.scaffold import starter

ROOT = Path(__file__).parent.parent


def run(*command: str, cwd: Path, environment: dict[str, str] | None = None) -> str:
    """Run a program; what it writes is the message of a failure."""
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel, made from the sdist, and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run(
        sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT), cwd=folder
    )  # not in the root, whose folder build/ has the name of the module
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


def test_the_index_would_take_them(dist: Path) -> None:
    out = run(sys.executable, "-m", "twine", "check", "--strict", *map(str, dist.iterdir()), cwd=dist)
    assert out.count("PASSED") == 2


def test_the_wheel_holds_what_runs_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name.split("/")[0] for name in names} == {"tallybook", f"tallybook-{__version__}.dist-info"}
    needed = {
        "tallybook/py.typed",
        "tallybook/_templates/base.html",
        "tallybook/_templates/assets/site.css",
        "tallybook/codes/T101.md",
        *(f"tallybook/schemas/{name}.json" for name in schemas()),
        *(f"tallybook/starter/{draft.path}" for draft in starter() if draft.path.startswith("ch")),
    }
    assert needed - names == set()
    assert [name for name in names if "__pycache__" in name or "/.tallybook/" in name] == []


def test_the_metadata_names_licences_and_entry_points(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    info = f"tallybook-{__version__}.dist-info"
    metadata = HeaderParser().parsestr(archive.read(f"{info}/METADATA").decode())
    assert metadata["Version"] == __version__
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    assert {Path(name).name for name in metadata.get_all("License-File", [])} == {
        "LICENSE",
        "OFL-STIX-Two.txt",
        "OFL-Source-Sans.txt",
    }
    points = archive.read(f"{info}/entry_points.txt").decode()
    assert "tallybook = tallybook.cli:main" in points
    assert "tallybook = tallybook.pytest_plugin" in points


def test_the_sdist_holds_the_tests_and_the_book(dist: Path) -> None:
    (found,) = dist.glob("*.tar.gz")
    with tarfile.open(found) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {
        ".github/workflows/book.yml",
        ".pre-commit-hooks.yaml",
        "CHANGELOG.md",
        "chapters/book.yaml",
        "templates/base.html",
        "tests/test_packaging.py",
    }
    assert needed - names == set()


def test_the_version_stands_once(wheel: Path) -> None:
    assert f"-{__version__}-" in wheel.name


@pytest.mark.slow
def test_a_book_with_nothing_but_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """In an environment of its own, away from the checkout."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    environment = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "VIRTUAL_ENV", "PYTEST", "TALLYBOOK"))
    }
    environment["PATH"] = f"{scripts}{os.pathsep}{environment['PATH']}"
    # Most modules are never imported, and need not be compiled.
    install = (str(scripts / "pip"), "install", "--quiet", "--no-compile", str(wheel))
    run(*install, cwd=tmp_path, environment=environment)
    tallybook = str(scripts / "tallybook")

    def use(*words: str) -> str:
        return run(tallybook, *words, cwd=tmp_path, environment=environment)

    assert use("--version") == f"tallybook {__version__}\n"
    use("init", "book")
    assert "0 errors, 0 weak" in use("build", "-C", "book")
    assert (tmp_path / "book/build/site/assets/site.css").is_file()
    assert "0 errors, 0 weak" in use("check", "-C", "book")
    use("new", "problem", "I.1.B02", "-C", "book")
    assert "1 page, 1 claim, 0 errors, 0 weak" in use("check", "I.1.B02", "-C", "book")
    where = run(
        str(scripts / "python"),
        "-c",
        "import tallybook; print(tallybook.__file__)",
        cwd=tmp_path,
        environment=environment,
    )
    assert Path(where.strip()).is_relative_to(home)
