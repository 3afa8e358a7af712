"""Pagefind as a service: pages go in and files come out over pipes, and nothing is written to the disk.

The client that comes with Pagefind waits a tenth of a second for each page; the protocol is simple: messages
as JSON in base64, each with a comma after it.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
from base64 import b64decode, b64encode
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, TYPE_CHECKING, Any

from tallybook.search.words import CHROME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_AT_ONCE = 1 << 16


class SearchError(Exception):
    """The index could not be made; the message says why."""


def made(program: str, pages: Mapping[str, bytes]) -> dict[str, bytes]:
    """The index of some pages, in the order of their names, as ``program`` makes it: the files by path.

    Raises ``SearchError`` if the program fails.
    """
    with (
        TemporaryFile() as said,
        subprocess.Popen(
            [program, "--service"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        asks = Thread(target=_ask, args=(process.stdin, _questions(pages)), daemon=True)
        asks.start()  # answers come before all is asked
        try:
            for kind, answer in _answers(process.stdout):
                if kind == "Error":
                    raise SearchError(f"the index for searching cannot be made: {answer.get('message')}")
                if kind == "GetFiles":
                    return {one["path"]: b64decode(one["content"]) for one in answer["files"]}
            said.seek(0)
            why = said.read().decode("utf-8", "replace").strip() or f"{program} ended without a word"
            raise SearchError(f"the index for searching cannot be made: {why}")
        finally:
            process.kill()  # it waits for more
            asks.join()


def _questions(pages: Mapping[str, bytes]) -> Iterator[dict[str, object]]:
    exclude = [f".{name}" for name in CHROME]
    yield {"type": "NewIndex", "config": {"exclude_selectors": exclude, "keep_index_url": True}}
    for name in sorted(pages):
        text = pages[name].decode("utf-8", "replace")
        yield {"type": "AddFile", "index_id": 0, "file_path": name, "file_contents": text}
    yield {"type": "GetFiles", "index_id": 0}


def _ask(line: IO[bytes], questions: Iterable[dict[str, object]]) -> None:
    try:
        for number, question in enumerate(questions, 1):
            message = json.dumps({"message_id": number, "payload": question})
            line.write(b64encode(message.encode()) + b",")
        line.flush()
    except OSError:  # it has ended, which the answers tell
        with contextlib.suppress(OSError):
            line.close()


def _answers(line: IO[bytes]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What comes back, each with its kind."""
    waiting: list[bytes] = []
    while more := line.read1(_AT_ONCE):  # type: ignore[attr-defined]  # of a pipe with a buffer
        *whole, rest = more.split(b",")
        for part in whole:
            answer = json.loads(b64decode(b"".join((*waiting, part))))["payload"]
            waiting.clear()
            yield answer["type"], answer
        waiting.append(rest)
