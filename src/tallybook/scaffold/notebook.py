"""Jupyter notebooks (``.ipynb``, format 4) as documents. They are JSON, and read as such."""

from __future__ import annotations

import json
from typing import Any

from tallybook.scaffold.cells import Cell, Document, UnreadableError


def read_notebook(text: str) -> Document:
    """The cells of a notebook. Raises ``UnreadableError``."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise UnreadableError(f"it is no JSON: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        old = isinstance(data, dict) and "worksheets" in data
        hint = "it is of an old format; open and save it in Jupyter" if old else "it has no cells"
        raise UnreadableError(hint)
    language = _language(data)
    cells = []
    for number, raw in enumerate(data["cells"], 1):
        if not isinstance(raw, dict) or raw.get("cell_type") not in ("markdown", "code"):
            continue
        outputs = [one for one in raw.get("outputs") or [] if isinstance(one, dict)]
        errors = [str(one.get("ename", "")) for one in outputs if one.get("output_type") == "error"]
        cells.append(
            Cell(
                _joined(raw.get("source")),
                raw["cell_type"] == "code",
                number,
                language=language,
                showed=tuple(dict.fromkeys(kind for one in outputs for kind in _shown(one))),
                failed=errors[0] if errors else "",
            )
        )
    metadata = data.get("metadata")
    title = metadata.get("title", "") if isinstance(metadata, dict) else ""
    return Document(title if isinstance(title, str) else "", tuple(cells))


def _language(data: dict[str, Any]) -> str:
    """What the programs are written in."""
    metadata = data.get("metadata")
    kernel = metadata.get("kernelspec") if isinstance(metadata, dict) else None
    name = kernel.get("language", "python") if isinstance(kernel, dict) else "python"
    return str(name).lower()


def _joined(source: object) -> str:
    """The source of a cell: a text, or a list of its lines."""
    if isinstance(source, list):
        return "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def _shown(output: dict[str, Any]) -> list[str]:
    """The kinds of an output that has no form in plain text, and of pictures, whose text says nothing."""
    data = output.get("data")
    kinds = list(data) if isinstance(data, dict) else []
    pictures = [kind for kind in kinds if kind.startswith("image/")]
    return pictures or ([] if "text/plain" in kinds else kinds[:1])
