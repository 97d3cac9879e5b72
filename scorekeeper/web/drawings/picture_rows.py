"""The rows of players in a picture: each begins with a mark and a name, and may end with a figure."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.words import short_names, text_width
from scorekeeper.web.drawings.picture import FIGURE, GAP, LETTER, MARGIN, WIDTH, Lines, fit, fit_figure

ROWS: Sequence[tuple[int, float, float]] = ((5, 80, 36), (8, 60, 30), (12, 44, 26), (20, 30, 20))
"""For up to so many players: the height of a row, and the size of its type."""

ALL_ROWS, TALLEST_ROW = 600, 140
"""The height of the rows of more players, and the most height of a row."""

MOST_ROWS = 20
"""The most players with the blocks of their nights; the page has everyone."""

HEADER = 70
"""The height of the labels above them."""

MARK = 1.2
"""The room of a mark, in sizes of the type beside it."""

WIDEST_NAME, WIDEST_FIGURE, LABEL = 300, 200, 80
"""The most room of names and of figures, and the room of the label above these."""

FIGURES = 1.1
"""The size of figures, in sizes of the names."""


class PlacedPlayer(NamedTuple):
    """A player's row: their id, name and figure, if there are any, where it begins and its text stands."""

    player: int
    name: Lines
    figure: Lines | None
    y: float
    base: float


class PlayerRows(NamedTuple):
    """Rows below a line of labels.

    Attributes:
        rows, height, size: the rows, their height, and the size of their type.
        left, right: between which there is room for the rest of a row.
        top, bottom: where the rows begin and end.
    """

    rows: Sequence[PlacedPlayer]
    height: float
    size: float
    left: float
    right: float
    top: float
    bottom: float


def place_players(
    players: Sequence[tuple[int, str]],
    figures: Sequence[str],
    top: float,
    indent: float = 0,
    bottom: float = 0,
) -> PlayerRows:
    """Return a row for each of these players, with their ids and names, from a height on.

    ``indent`` is the room before a mark, in sizes of the type. Rows may be higher, down to the ``bottom``.
    """
    top += HEADER
    names = [name for _, name in players]
    height, size = row_size(len(names))
    height = max(height, min((bottom - top) / max(len(names), 1), TALLEST_ROW))
    name_width = min(max(map(text_width, names), default=0) * size * LETTER, WIDEST_NAME)
    widest = max(map(text_width, figures), default=0) * size * FIGURES * FIGURE
    figure_width = min(max(widest, LABEL), WIDEST_FIGURE) if figures else 0
    short = short_names(names)
    rows = [
        PlacedPlayer(
            player,
            fit([name, short[at]], name_width, [(size, 1)]),
            fit_figure(figures[at], figure_width, size * FIGURES) if figures else None,
            top + height * at,
            top + height * (at + 0.5) + size * 0.36,
        )
        for at, (player, name) in enumerate(players)
    ]
    left = MARGIN + size * (indent + MARK) + name_width + GAP
    return PlayerRows(rows, height, size, left, WIDTH - MARGIN - figure_width, top, top + height * len(rows))


def row_size(players: int) -> tuple[float, float]:
    """Return the height of a row, and the size of its type."""
    every = ALL_ROWS / max(players, 1)
    return next(((height, size) for most, height, size in ROWS if players <= most), (every, every * 0.66))
