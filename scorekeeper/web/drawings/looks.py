"""Players' looks: the mark and the color that everyone has on every page and in every picture.

A player keeps the same look wherever nobody at the same night has it too. Of two who would look alike there,
the one who has been in the club for longer keeps it, and the other one gets the next look that is free.
"""

from collections.abc import Iterable
from typing import NamedTuple

from flask import Flask, g

from scorekeeper.store.nights.nights import people_of_nights

MARKS = 8
"""The number of marks in marks.svg, and of the colors that belong to them."""


class Look(NamedTuple):
    """A player's look.

    Attributes:
        mark: the name of their mark in marks.svg.
        color: the name of their color in app.css.
    """

    mark: str
    color: str


def init_app(app: Flask) -> None:
    """Give templates ``look``."""
    app.add_template_global(look)


def look(person_id: int, night_id: int | None = None) -> Look:
    """Return a player's look on a night, by default that of the page; on pages of the club their own one."""
    if night_id is None and "subject" in g:
        night_id = g.subject.night_id
    if night_id is None:
        return own_look(person_id)
    if night_id not in g.setdefault("looks", {}):
        load_looks([night_id])
    return g.looks[night_id].get(person_id) or own_look(person_id)


def load_looks(night_ids: Iterable[int]) -> None:
    """Load the looks of everyone on several nights at once, for a page that shows all of them."""
    g.setdefault("looks", {}).update(
        {night_id: different_looks(people) for night_id, people in people_of_nights(night_ids).items()}
    )


def own_look(person_id: int, apart: int = 0, step: int = 0) -> Look:
    """Return the look that a player has alone, or another one so many marks and colors further on."""
    mark = (person_id + step) % MARKS
    return Look(f"m{mark}", f"m{(mark + apart) % MARKS}")


def different_looks(person_ids: Iterable[int]) -> dict[int, Look]:
    """Return a look for each player: up to eight differ in both mark and color, and all 64 in one of them."""
    looks: dict[int, Look] = {}
    for person_id in sorted(person_ids):
        others = (own_look(person_id, apart, step) for apart in range(MARKS) for step in range(MARKS))
        taken = {*looks.values()}
        looks[person_id] = next((one for one in others if one not in taken), own_look(person_id))
    return looks
