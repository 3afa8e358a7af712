"""A map of a chapter: what it proves, its problems and exercises, and a line where one draws on another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallybook.render import views
from tallybook.render.citations import bare, name

if TYPE_CHECKING:
    from tallybook.model import Chapter
    from tallybook.render.citations import Citations

_ROW, _COLUMN, _WIDTH, _HEIGHT, _MARGIN = 30, 190, 96, 22, 6


def chart(chapter: Chapter, citations: Citations) -> views.Chart | None:
    """The map of a chapter, None where nothing of the chapter draws on anything of it.

    Columns are statements, problems, exercises and readings, from what is drawn on to what draws on it.
    """
    groups = (
        [statement.id for statement in chapter.statements],
        *([page.id for page in pages] for pages in (chapter.problems, chapter.exercises, chapter.readings)),
    )
    columns = [[id_ for id_ in group if id_ in citations.targets] for group in groups]
    columns = [column for column in columns if column]
    tallest = max((len(column) for column in columns), default=0)
    places: dict[str, tuple[int, int]] = {}
    nodes = []
    for number, column in enumerate(columns):
        top = _MARGIN + (tallest - len(column)) * _ROW // 2
        for row, id_ in enumerate(column):
            places[id_] = x, y = _MARGIN + number * _COLUMN, top + row * _ROW
            target = citations.targets[id_]
            label = id_.removeprefix(f"{chapter.config.id}.")
            label = f"({label})" if target.kind == "equation" else label
            title = f"{name(target)}: {bare(target.title)}"
            nodes.append(views.Node(x, y, label, title, citations.url(id_)))
    edges = [
        views.Edge(_curve(places[id_], places[user]), f"{user} draws on {id_}")
        for id_ in places
        for user in citations.citing.get(id_, ())
        if user in places and places[user][0] != places[id_][0]
    ]
    if not edges:
        return None
    width = 2 * _MARGIN + (len(columns) - 1) * _COLUMN + _WIDTH
    return views.Chart(width, 2 * _MARGIN + tallest * _ROW, _WIDTH, _HEIGHT, tuple(nodes), tuple(edges))


def _curve(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = sorted((start, end))
    x1, y1, y2 = x1 + _WIDTH, y1 + _HEIGHT // 2, y2 + _HEIGHT // 2
    middle = (x1 + x2) // 2
    return f"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}"
