"""The language server: what an editor asks, answered by one thread that works at the books."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from tallybook import __version__
from tallybook.editor import completion, evidence, fixes
from tallybook.editor.findings import shown
from tallybook.editor.library import Found, Library
from tallybook.editor.positions import offset
from tallybook.span import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

P = ParamSpec("P")
T = TypeVar("T")

WATCHED = "**/{chapters,checks,templates}/**"


class _Protocol(LanguageServerProtocol):
    """Positions are UTF-16 code units, which every client knows, whatever else one would rather have."""

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))


class Server(LanguageServer):
    """A language server over standard input and output."""

    def __init__(self) -> None:
        super().__init__("tallybook", __version__, protocol_cls=_Protocol)
        self.library = Library()
        self.worker = ThreadPoolExecutor(1, "tallybook")
        self.sweeping = False
        self.latest: dict[str, int] = {}
        """The version of each open document that came last: what an older one calls for is not done."""

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something done by the thread that works at the books."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.worker, lambda: work(*args, **kwargs))

    def publish(self, found: Found) -> None:
        """Send the findings in some files."""
        for path, findings in found.items():
            told = [shown(one, path.parents[one.source.path.count("/")]) for one in findings]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(path.as_uri(), told))

    async def verify_the_rest(self) -> None:
        """Verify what nobody looks at, page by page, between what the editor asks."""
        if self.sweeping:
            return
        self.sweeping = True
        try:
            while await self.do(self.library.step):
                pass
        finally:
            self.sweeping = False
        self.publish(await self.do(self.library.everything))


def server() -> Server:
    """A server that knows what it may be asked."""
    made = Server()
    _follow(made)
    _answer(made)
    return made


def _follow(made: Server) -> None:
    """What happens in the editor and on the disk."""

    @made.feature(types.INITIALIZED)
    async def initialized(ls: Server, params: types.InitializedParams) -> None:
        del params
        files = ls.client_capabilities.workspace
        watching = files.did_change_watched_files if files else None
        if watching and watching.dynamic_registration:
            options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            wanted = types.Registration("watched", method, options)
            await ls.client_register_capability_async(types.RegistrationParams([wanted]))

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        path = _path(document.uri)
        ls.latest[document.uri] = document.version

        if _is_page(path):
            ls.publish(await ls.do(ls.library.opened, path, document.text))
        else:
            await ls.do(ls.library.book, path)
        await ls.verify_the_rest()

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        path = _path(document.uri)
        ls.latest[document.uri] = document.version
        if not _is_page(path):
            return
        text = ls.workspace.get_text_document(document.uri).source

        def work() -> Found:
            return ls.library.changed(path, text) if ls.latest.get(document.uri) == document.version else {}

        ls.publish(await ls.do(work))

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        ls.publish(await ls.do(ls.library.saved, [_path(params.text_document.uri)]))
        await ls.verify_the_rest()

    @made.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
        ls.publish(await ls.do(ls.library.saved, [_path(change.uri) for change in params.changes]))
        await ls.verify_the_rest()

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        path = _path(params.text_document.uri)
        ls.latest.pop(params.text_document.uri, None)
        if _is_page(path):
            ls.publish(await ls.do(ls.library.changed, path, None))

    @made.feature(types.SHUTDOWN)
    async def shutdown(ls: Server, params: None) -> None:
        del params
        await ls.do(ls.library.close)


def _answer(made: Server) -> None:
    """What an editor asks about a place."""

    def at(ls: Server, uri: str, position: types.Position, answer: Callable[..., T]) -> T | None:
        found = ls.library.page(_path(uri))
        if found is None:
            return None
        shows, page = found
        return answer(shows.workshop, page, offset(page.source, position))

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
        return await ls.do(at, ls, params.text_document.uri, params.position, evidence.hover)

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(ls: Server, params: types.DefinitionParams) -> types.Location | None:
        return await ls.do(at, ls, params.text_document.uri, params.position, evidence.definition)

    @made.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=list(completion.TRIGGERS)),
    )
    async def complete(ls: Server, params: types.CompletionParams) -> list[types.CompletionItem] | None:
        return await ls.do(at, ls, params.text_document.uri, params.position, completion.completions)

    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        def work() -> list[types.CodeAction]:
            found = ls.library.page(_path(params.text_document.uri))
            if found is None:
                return []
            shows, page = found
            within = _span(page.source, params.range)
            return list(fixes.fixes(shows.workshop, page, within, shows.findings()))

        return await ls.do(work)


def _span(source: Source, area: types.Range) -> Span:
    start = offset(source, area.start)
    return Span(start, max(start, offset(source, area.end)))


def _path(uri: str) -> Path:
    """The file of an address; one that is no file is nowhere."""
    return Path(to_fs_path(uri) or "/").resolve()


def _is_page(path: Path) -> bool:
    """Whether what an editor holds of a file counts before it is saved: not for checks, which would run."""
    return path.suffix == ".md" or path.name in ("chapter.yaml", "book.yaml")
