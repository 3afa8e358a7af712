"""Publishing: whole or not at all."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tallybook import publish as module
from tallybook.publish import PublishError, publish


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_writes_exactly_the_files_given(tmp_path: Path) -> None:
    site = tmp_path / "build" / "site"
    publish({"index.html": "é", "a/b.bin": b"\0\1", "gone.txt": "x"}, site)
    publish({"index.html": "é", "a/b.bin": b"\0\2"}, site)
    assert tree(site) == {"index.html": "é".encode(), "a/b.bin": b"\0\2"}
    assert [path.name for path in site.parent.iterdir()] == ["site"]


def test_unchanged_files_keep_their_time(tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish({"same.html": "same", "other.html": "one"}, site)
    for name in ("same.html", "other.html"):
        os.utime(site / name, (1_000_000, 1_000_000))
    publish({"same.html": "same", "other.html": "two"}, site)
    assert (site / "same.html").stat().st_mtime == 1_000_000
    assert (site / "other.html").stat().st_mtime != 1_000_000


@pytest.mark.parametrize("name", ["../out.html", "/etc/out.html", "a/../../out.html", ""])
def test_paths_that_lead_out_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no path within a site"):
        publish({name: "x"}, tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_the_last_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    publish({"index.html": "old"}, site)
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if data == b"second":
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(PublishError, match="No space left on device"):
        publish({"index.html": "first", "page.html": "second"}, site)
    assert tree(site) == {"index.html": b"old"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_file_in_the_place_of_the_site_is_named(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    with pytest.raises(PublishError, match="is a file"):
        publish({"index.html": "x"}, tmp_path / "site")
    assert (tmp_path / "site").read_text() == "mine"


def test_a_folder_without_permission_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, *rest: object, **more: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    site = tmp_path / "site"
    publish({"index.html": "old"}, site)
    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(PublishError, match=r"cannot be written: /.*: Permission denied"):
        publish({"index.html": "new"}, site)
    assert tree(site) == {"index.html": b"old"}


def test_leftovers_are_cleared_and_a_lost_site_returns(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (tmp_path / ".site.aaaa.new").mkdir()
    (tmp_path / ".site.bbbb.old").mkdir()
    (tmp_path / ".site.bbbb.old" / "index.html").write_text("last good")
    (tmp_path / ".sitemap").mkdir()
    with pytest.raises(TypeError):
        publish({"index.html": 3}, site)  # type: ignore[dict-item]
    assert tree(site) == {"index.html": b"last good"}
    assert sorted(path.name for path in tmp_path.iterdir()) == [".sitemap", "site"]


def test_works_where_folders_cannot_be_exchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_exchange", lambda one, other: False)
    site = tmp_path / "site"
    publish({"index.html": "one"}, site)
    publish({"index.html": "two"}, site)
    assert tree(site) == {"index.html": b"two"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.skipif(sys.platform != "linux", reason="needs an exchange in one step")
def test_a_reader_and_a_kill_find_a_whole_site(tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish({f"{number}.html": "0" for number in range(40)}, site)
    program = (
        "import sys; from pathlib import Path; from tallybook.publish import publish\n"
        "turn = 0\n"
        "while True:\n"
        "    turn += 1\n"
        "    publish({f'{n}.html': str(turn) for n in range(40)}, Path(sys.argv[1]))\n"
    )
    for delay in (0.5, 0.53, 0.57, 0.61):
        process = subprocess.Popen([sys.executable, "-c", program, str(site)])
        try:
            time.sleep(delay)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        found = tree(site)
        assert sorted(found) == sorted(f"{number}.html" for number in range(40))
        assert len(set(found.values())) == 1
    publish({"index.html": "at rest"}, site)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
