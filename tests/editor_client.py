"""``tallybook lsp`` as a process, and a client of pygls that speaks with it as an editor does."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

PATIENCE = 60.0
"""Seconds after which something that should have happened has not."""
LANGUAGE = "markdown"


class Editor(LanguageClient):
    """An editor of the book in ``root``. ``told`` are the findings in each file as they came last."""

    def __init__(self, root: Path) -> None:
        super().__init__("tests", "1")
        self.root = root
        self.told: dict[str, list[types.Diagnostic]] = {}
        self.came = asyncio.Event()
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def open(self, path: str) -> None:
        """Open a file as it is on the disk."""
        self.texts[path] = (self.root / path).read_text(encoding="utf-8")
        self.versions[path] = 1
        item = types.TextDocumentItem(self.uri(path), LANGUAGE, 1, self.texts[path])
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def replace(self, path: str, old: str, new: str) -> None:
        """Put a text in the place of another, which stands in the file once, as one keystroke would."""
        text = self.texts[path]
        assert text.count(old) == 1, (old, text.count(old))
        at = text.index(old)
        area = types.Range(place(text, at), place(text, at + len(old)))
        self.texts[path] = text.replace(old, new)
        self.versions[path] += 1
        self.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.versions[path], self.uri(path)),
                [types.TextDocumentContentChangePartial(area, new)],
            )
        )

    def save(self, path: str) -> None:
        """Write a file as the editor holds it."""
        (self.root / path).write_text(self.texts[path], encoding="utf-8")
        document = types.TextDocumentIdentifier(self.uri(path))
        self.text_document_did_save(types.DidSaveTextDocumentParams(document))

    def at(
        self, path: str, text: str, within: int = 0
    ) -> tuple[types.TextDocumentIdentifier, types.Position]:
        """The file and the place of a text that stands in it once."""
        assert self.texts[path].count(text) == 1
        where = place(self.texts[path], self.texts[path].index(text) + within)
        return types.TextDocumentIdentifier(self.uri(path)), where

    async def until(
        self, path: str, holds: Callable[[list[types.Diagnostic]], bool]
    ) -> list[types.Diagnostic]:
        """Wait until the findings in a file are as they should be."""
        try:
            async with asyncio.timeout(PATIENCE):
                while self.uri(path) not in self.told or not holds(self.told[self.uri(path)]):
                    self.came.clear()
                    await self.came.wait()
        except TimeoutError:
            raise AssertionError(f"the findings stay as they are: {self.told.get(self.uri(path))}") from None
        return self.told[self.uri(path)]


def place(text: str, offset: int) -> types.Position:
    """The position of an offset in a text, worked out by encoding it."""
    before = text[:offset].split("\n")
    return types.Position(len(before) - 1, len(before[-1].encode("utf-16-le")) // 2)


@asynccontextmanager
async def editing(root: Path) -> AsyncIterator[Editor]:
    """An editor of a book while the block runs; the server must end by itself."""
    editor = Editor(root)

    @editor.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params: types.PublishDiagnosticsParams) -> None:
        editor.told[params.uri] = list(params.diagnostics)
        editor.came.set()

    await editor.start_io(str(Path(sys.executable).with_name("tallybook")), "lsp")
    prefers = types.GeneralClientCapabilities(
        position_encodings=[types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16]
    )
    folders = [types.WorkspaceFolder(root.as_uri(), "book")]
    answer = await editor.initialize_async(
        types.InitializeParams(
            types.ClientCapabilities(general=prefers), workspace_folders=folders, root_uri=root.as_uri()
        )
    )
    assert answer.capabilities.position_encoding == types.PositionEncodingKind.Utf16
    editor.initialized(types.InitializedParams())
    try:
        yield editor
    finally:
        await editor.shutdown_async(None)
        editor.exit(None)
        process = editor._server
        assert process is not None
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
        await editor.stop()
