"""SVG drawings: laying out axes, labels and wrapped text, with estimated letter widths, and sending them."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from flask import Response, make_response, render_template

from scorekeeper.web.assets import content, palette

WIDTH = 360
"""The width of a drawing: about that of a phone held upright. A wider page scales it up."""

LETTER = 7.2
"""The width of a letter in labels, slightly generous; an East Asian one is twice as wide."""

LEADING = 17
"""The distance between two labels."""


class Tick(NamedTuple):
    """A label on an axis and its position."""

    at: float
    words: str


def axis_values(low: int, high: int, most: int = 6) -> list[int]:
    """Return at most so many round numbers that span the lowest and the highest figure."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            rows = range(floor(low / step), ceil(high / step) + 1)
            if len(rows) <= most:
                return [row * step for row in (rows if len(rows) > 1 else range(rows[0], rows[0] + 2))]
        size *= 10


def spread_labels(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Return positions at which no label covers another, as near as possible to the wanted ones."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    found = [0.0] * len(wanted)
    free = top
    for at in order:
        found[at] = max(wanted[at], free)
        free = found[at] + LEADING
    below = bottom
    for at in reversed(order):
        found[at] = min(found[at], below)
        below = found[at] - LEADING
    return found


def thin_labels(xs: Sequence[float], words: Sequence[str]) -> list[Tick]:
    """Return the labels below the steps: the last one, and as many before it, evenly spaced, as fit.

    The first one is included unless that costs half of the others.
    """
    places = [
        min(max(x, text_width(said) / 2), WIDTH - text_width(said) / 2)
        for x, said in zip(xs, words, strict=True)
    ]
    every = [Tick(at, said) for at, said in zip(places, words, strict=True)]
    fits = [stride for stride in range(1, len(words)) if _fit_side_by_side(every[::-1][::stride][::-1])]
    if not fits:
        return every[-1:]
    whole = (stride for stride in fits if (len(words) - 1) % stride == 0 and stride < 2 * fits[0])
    return every[::-1][:: next(whole, fits[0])][::-1]


def _fit_side_by_side(ticks: Sequence[Tick]) -> bool:
    """Return whether no label touches the next."""
    return all(
        text_width(a.words) + text_width(b.words) < 2 * (b.at - a.at - LETTER) for a, b in pairwise(ticks)
    )


def truncate(words: str, wide: float) -> str:
    """Return as much of a text as fits into this width, with an ellipsis if it is cut."""
    short = words
    while text_width(short) > wide and short != "…":
        short = short.removesuffix("…")[:-1].rstrip() + "…"
    return short


def wrap(words: str, wide: float, letter: float = LETTER) -> list[str]:
    """Return a text as lines of at most this width; a word longer than a line is truncated."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer) * letter / LETTER <= wide:
            lines[-1] = longer
        else:
            lines.append(truncate(word, wide * LETTER / letter))
    return [line for line in lines if line]


def text_width(words: str) -> float:
    """Return the estimated width of a text."""
    return sum(LETTER * (2 if east_asian_width(letter) in "WF" else 1) for letter in words)


def send_picture(template: str, name: str, **context: Any) -> Response:
    """Return a drawing as a file of this name; the template gets its colors (``ink``) and the marks."""
    marks = content("marks.svg").partition(">")[2].rpartition("<")[0]
    drawing = render_template(template, ink=palette("light"), marks=marks, **context)
    answer = make_response("".join(filter(is_allowed_in_xml, drawing)))
    answer.mimetype = "image/svg+xml"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.svg"'
    return answer


def is_allowed_in_xml(letter: str) -> bool:
    """Return whether XML allows a character; names may contain a few that it doesn't."""
    return letter >= " " or letter in "\n\t" if letter < "\ufffe" else letter > "\uffff"
