"""Draw the results of 05_train_grpo_numpy.py as one SVG, by hand: no plotting library is needed.

From the repository's root:

python examples/05_draw_learning_curves.py
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WIDTH, HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 16, 44, 46
INK, GRID = "#1f2933", "#d9dee3"
COLOURS = ("#1b6ca8", "#c4571a")


@dataclass(frozen=True)
class Args:
    """Where the results are and where the drawing goes."""

    results: str = "docs/learning/results.json"
    out: str = "docs/learning/learning.svg"


@dataclass(frozen=True)
class Line:
    """One curve: x, the middle, and the lowest and highest seed at each x."""

    name: str
    colour: str
    x: list[float]
    middle: list[float]
    low: list[float]
    high: list[float]


def interquartile_mean(values: list[float]) -> float:
    """Return the mean of the middle half, values on its border counted in part."""
    ordered = sorted(values)
    n = len(ordered)
    parts = [max(0.0, min((k + 1) / n, 0.75) - max(k / n, 0.25)) for k in range(n)]
    return sum(p * v for p, v in zip(parts, ordered, strict=True)) / sum(parts)


def line_of(name: str, colour: str, per_seed: list[list[tuple[float, float]]]) -> Line:
    """Return the curve of several seeds; points that are no number are left out."""
    xs = sorted({x for seed in per_seed for x, y in seed if not math.isnan(y)})
    at = [[y for seed in per_seed for sx, y in seed if sx == x and not math.isnan(y)] for x in xs]
    return Line(
        name, colour, xs, [interquartile_mean(each) for each in at],
        [min(each) for each in at], [max(each) for each in at],
    )  # fmt: skip


def panel(at: int, title: str, x_title: str, top: float, lines: list[Line]) -> list[str]:
    """Return one panel as SVG elements; both axes begin at 0, the vertical one ends at `top`."""
    last = max(line.x[-1] for line in lines)
    inner_w, inner_h = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def px(x: float) -> float:
        return round(at + LEFT + inner_w * x / last, 1)

    def py(y: float) -> float:
        return round(TOP + inner_h * (1 - y / top), 1)

    out = [f'<text x="{at + LEFT}" y="24" font-weight="600">{title}</text>']
    for k in range(6):
        y = top * k / 5
        out.append(
            f'<path d="M{px(0)} {py(y)}H{px(last)}" stroke="{GRID}"/>'
            f'<text x="{px(0) - 8}" y="{py(y) + 4}" text-anchor="end">{y:.1f}</text>'
        )
    for k in range(5):
        x = last * k / 4
        out.append(
            f'<text x="{px(x)}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x:.0f}</text>'
        )
    out.append(f'<text x="{px(last / 2)}" y="{HEIGHT - 8}" text-anchor="middle">{x_title}</text>')
    for k, line in enumerate(lines):
        there = [f"{px(x)} {py(y)}" for x, y in zip(line.x, line.high, strict=True)]
        back = [f"{px(x)} {py(y)}" for x, y in zip(line.x, line.low, strict=True)]
        middle = [f"{px(x)} {py(y)}" for x, y in zip(line.x, line.middle, strict=True)]
        out.append(
            f'<path d="M{"L".join(there + back[::-1])}Z" fill="{line.colour}" opacity=".15"/>'
            f'<path d="M{"L".join(middle)}" fill="none" stroke="{line.colour}" stroke-width="2"/>'
            f'<text x="{px(last)}" y="{TOP + 14 + 16 * k}" text-anchor="end" '
            f'fill="{line.colour}">{line.name}</text>'
        )
    return out


def main(args: Args) -> str:
    """Write the drawing and return its path; leave with a sentence where there is no result."""
    try:
        results: dict[str, Any] = json.loads(Path(args.results).read_text(encoding="utf-8"))
    except FileNotFoundError:
        message = (
            f"{args.results} is not there: run this from the repository's root, after "
            "05_train_grpo_numpy.py, or give Args(results=…)"
        )
        raise SystemExit(message) from None
    reward = line_of(
        "", COLOURS[0], [[(p[0], p[2]) for p in run["curve"]] for run in results["runs"]]
    )
    parts = panel(0, "Strict reward, easy and medium train tasks", "iterations", 1.0, [reward])
    if results["detours"]:
        names = {"eval": "eval: no discount", "train": "train: discount 0.3"}
        lines = [
            line_of(names[mode], colour, [[(p[0], p[1]) for p in seed] for seed in seeds])
            for colour, (mode, seeds) in zip(COLOURS[::-1], results["detours"].items(), strict=True)
        ]
        top = max(1.0, *(value for line in lines for value in line.high))
        parts += panel(WIDTH, "Extra hops of a passed call", "iterations", top, lines)
    width = WIDTH * (2 if results["detours"] else 1)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" '
        f'height="{HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="{INK}">'
        f'<rect width="{width}" height="{HEIGHT}" fill="#ffffff"/>{"".join(parts)}</svg>\n'
    )
    Path(args.out).write_text(svg, encoding="utf-8")
    return args.out


if __name__ == "__main__":
    main(Args())
