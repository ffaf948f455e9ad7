"""Draw a desk graph as SVG: desks in columns by their distance from the entry, edges as arrows."""

import itertools
from html import escape

from mivas_env.desks.graph import DeskGraph

_WIDTH, _HEIGHT = 150, 46
_COLUMN, _ROW = 230, 84
_MARGIN = 24


def draw_desks(graph: DeskGraph, *, title: str, path: tuple[str, ...] = ()) -> str:
    """Return an SVG of the graph; desks on `path` and the hops between them are green.

    Sinks have a double border. The drawing follows light and dark themes by itself.
    """
    places = _place(graph)
    width = _MARGIN * 2 + max(x for x, _ in places.values()) + _WIDTH
    height = _MARGIN * 2 + max(y for _, y in places.values()) + _HEIGHT
    hops = set(itertools.pairwise(path))
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}">'
    )
    parts = [opening, f"<title>{escape(title)}</title>", _STYLE, _ARROW_TIP]
    for start, end in graph.edges():
        on_path = ' class="path"' if (start, end) in hops else ""
        parts.append(f'<path{on_path} d="{_arrow(places[start], places[end])}"/>')
    parts.extend(
        _draw_desk(graph, name, places[name], on_path=name in path) for name in graph.names
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


_ARROW_TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
    'markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>'
)
_STYLE = """<style>
path { fill: none; stroke: #8a8f98; stroke-width: 1.4; marker-end: url(#tip); }
marker path { fill: #8a8f98; stroke: none; }
rect { fill: #f4f5f7; stroke: #5b616b; stroke-width: 1.4; }
text { font: 14px system-ui, sans-serif; fill: #1d2025; text-anchor: middle; }
.path, .path rect { stroke: #1a8a4a; stroke-width: 2.4; }
@media (prefers-color-scheme: dark) {
  rect { fill: #23262b; stroke: #9aa0aa; } text { fill: #eceef1; }
}
</style>"""


def _place(graph: DeskGraph) -> dict[str, tuple[int, int]]:
    """Return the top left corner of every desk: a column per longest distance from the entry."""
    column = dict.fromkeys(graph.names, 0)
    for _ in graph.names:
        for start, end in graph.edges():
            column[end] = min(max(column[end], column[start] + 1), len(column) - 1)
    rows: dict[int, int] = {}
    places = {}
    tallest = max(list(column.values()).count(each) for each in column.values())
    for name in graph.names:
        row = rows.get(column[name], 0)
        rows[column[name]] = row + 1
        height = list(column.values()).count(column[name])
        offset = (tallest - height) * _ROW // 2
        places[name] = (_MARGIN + column[name] * _COLUMN, _MARGIN + row * _ROW + offset)
    return places


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    x1, y1 = start[0] + _WIDTH, start[1] + _HEIGHT // 2
    x2, y2 = end[0], end[1] + _HEIGHT // 2
    bend = max(40, (x2 - x1) // 2)
    return f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2 - 2} {y2}"


def _draw_desk(graph: DeskGraph, name: str, place: tuple[int, int], *, on_path: bool) -> str:
    x, y = place
    frame = f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="8"/>'
    if not graph.desk(name).hands_to:
        frame += (
            f'<rect x="{x + 4}" y="{y + 4}" width="{_WIDTH - 8}" height="{_HEIGHT - 8}" rx="5"/>'
        )
    middle = f'<text x="{x + _WIDTH // 2}" y="{y + _HEIGHT // 2 + 5}">{escape(name)}</text>'
    group = ' class="path"' if on_path else ""
    return f"<g{group}>{frame}{middle}</g>"
