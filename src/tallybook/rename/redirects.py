"""The ``redirects`` of ``book.yaml`` with more of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallybook.rename.ids import as_value

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_BLOCK = re.compile(r"^redirects[ \t]*:[ \t]*(?:#[^\n]*)?\n", re.MULTILINE)
_FLOW = re.compile(r"^redirects[ \t]*:[ \t]*\{", re.MULTILINE)
_ENTRY = re.compile(r"[ \t]+(?=[^\s#])")


def with_redirects(text: str, more: Mapping[str, str], used: Collection[str] = ()) -> str:
    """The text of ``book.yaml`` in which addresses lead on to ids.

    Older redirects of the same addresses go, and those of addresses that are in use again. Notation and
    remarks of the author stay.
    """
    for url in (*more, *used):
        text = re.sub(rf"^[ \t]+[\"']?{re.escape(url)}[\"']?[ \t]*:[^\n]*\n?", "", text, flags=re.MULTILINE)
    lines = [f"{url}: {as_value(id_)}" for url, id_ in more.items()]
    flow = _FLOW.search(text)
    if flow:
        rest = text[flow.end() :].lstrip()
        return text[: flow.end()] + ", ".join(lines) + (", " if not rest.startswith("}") else "") + rest
    block = _BLOCK.search(text)
    if block is None:
        text = text if text.endswith("\n") else f"{text}\n"
        return text + "\nredirects:\n" + "".join(f"  {line}\n" for line in lines)
    indent = _ENTRY.match(text, block.end())
    before = indent[0] if indent else "  "
    entries = "".join(f"{before}{line}\n" for line in lines)
    return text[: block.end()] + entries + text[block.end() :]
