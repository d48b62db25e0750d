"""A plot of a few curves over logarithmic axes, as SVG."""

import math
from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, MARGIN = 640, 420, 64
_COLOURS = ("#1f6fb2", "#c2511b", "#3a7d34")


def plot(title: str, unit: str, curves: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Curves of points, sizes over microseconds; a thin line shows what is linear."""
    points = [point for curve in curves.values() for point in curve]
    decades = [
        (math.floor(math.log10(min(axis))), math.ceil(math.log10(max(axis))))
        for axis in zip(*points, strict=True)
    ]

    def place(size: float, cost: float) -> tuple[float, float]:
        along, up = (
            (math.log10(value) - low) / (high - low)
            for value, (low, high) in zip((size, cost), decades, strict=True)
        )
        return (
            MARGIN + along * (WIDTH - 2 * MARGIN),
            HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN),
        )

    (left, right), (bottom, top) = decades
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="13">'
        ),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(WIDTH / 2, MARGIN / 2, f"{title}: CPU time by size"),
        _text(WIDTH / 2, HEIGHT - 14, unit),
        _text(MARGIN, MARGIN - 12, "µs"),
    ]
    for decade in range(left, right + 1):
        x, y = place(10**decade, 10**bottom)
        parts += [_line((x, y), place(10**decade, 10**top)), _text(x, y + 18, f"{10**decade:,}")]
    for decade in range(bottom, top + 1):
        x, y = place(10**left, 10**decade)
        parts += [
            _line((x, y), place(10**right, 10**decade)),
            _text(x - 26, y + 4, f"{10**decade:g}"),
        ]
    for (name, curve), colour in zip(curves.items(), _COLOURS, strict=False):
        (size, cost), *_, (end, _) = curve
        parts.append(_line(place(size, cost), place(end, cost * end / size), "#888"))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in curve))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = place(*curve[-1])
        parts.append(_text(x - 40, y - 10 - 18 * (colour == _COLOURS[1]), name, colour))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(begin: tuple[float, float], end: tuple[float, float], colour: str = "#ddd") -> str:
    (x1, y1), (x2, y2) = begin, end
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        'stroke-width="1"/>'
    )


def _text(x: float, y: float, words: str, colour: str = "#333") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="middle">{words}</text>'
