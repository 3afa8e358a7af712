"""What tests in a browser need beside Python packages: Chromium, Java, and two packages for node.

What is missing is installed where this may be done, and else fails with what to install.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

TOOLS = Path(__file__).parents[1] / "build" / "tools"
AXE = ("axe-core", "4.14.1")
CHECKER = ("vnu-jar", "26.9.27")


def chromium() -> str:
    """The browser's program."""
    return _program(("chromium", "chromium-browser", "google-chrome"), "chromium")


def axe() -> str:
    """The source of the accessibility checker axe-core, to be run in a page."""
    return (_package(*AXE) / "axe.min.js").read_text(encoding="utf-8")


def checker() -> tuple[str, ...]:
    """The command of the Nu HTML checker."""
    (jar,) = _package(*CHECKER).rglob("vnu.jar")
    return _program(("java",), "default-jre-headless"), "-jar", str(jar)


def _program(names: tuple[str, ...], package: str) -> str:
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-qq", "--no-install-recommends", package]):
            subprocess.run(["apt-get", *command], check=True, capture_output=True, env=environment)
        found = next((path for name in names if (path := shutil.which(name))), None)
    assert found, f"these tests need {names[0]}: install it (on Debian the package {package})"
    return found


def _package(name: str, version: str) -> Path:
    """The folder of a package for node, installed once."""
    folder = TOOLS / f"{name}-{version}"
    package = folder / "node_modules" / name
    TOOLS.mkdir(parents=True, exist_ok=True)
    with (TOOLS / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            npm = _program(("npm",), "npm")
            wanted = [f"{name}@{version}", "--prefix", str(folder), "--no-audit", "--no-fund"]
            subprocess.run([npm, "install", "--ignore-scripts", *wanted], check=True, capture_output=True)
            (folder / "done").touch()
    return package
