"""What a change of a game in a file keeps of its layout: hands by their numbers there, players by name."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from scorekeeper.exchange.errors import BadFile, Location

WRONG = "Its “layout” can’t be read."


def check_layout(layout: Mapping[str, Any], hands: Collection[int], seats: int, location: Location) -> None:
    """Raise BadFile unless every part of a layout is what the app would have written.

    ``hands`` are the numbers of the game's hands in the file, ``seats`` is the number of players.
    """
    checks: dict[str, Callable[[Any], bool]] = {
        "order": lambda value: _is_list(value, int) and set(value) <= {*hands} and _differ(value),
        "options": lambda value: isinstance(value, Mapping),
        "dealer": lambda value: type(value) is int and 0 <= value < seats,
        "seats": lambda value: isinstance(value, list) and _are_seats(value, seats),
        "swapped": lambda value: isinstance(value, list) and _is_swap(value),
        "result": lambda value: isinstance(value, Mapping) and _is_result(value, seats),
    }
    if not all(key in checks and checks[key](value) for key, value in layout.items()):
        raise BadFile.because(WRONG, location)


def names_in_layout(layout: Mapping[str, Any] | None) -> list[str]:
    """Return the names of the club's players in a layout."""
    known = layout or {}
    return [*(name for name, *_ in known.get("seats", ())), *known.get("swapped", [()])[0]]


def relabelled_layout(
    layout: Mapping[str, Any], hand: Callable[[Any], Any], player: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return a layout with other labels for its hands and players: those of a file, or those stored."""
    found = dict(layout)
    if "order" in layout:
        found["order"] = [hand(one) for one in layout["order"]]
    if "seats" in layout:
        found["seats"] = [[player(one), place] for one, *_, place in layout["seats"]]
    if "swapped" in layout:
        players, *hands = layout["swapped"]
        found["swapped"] = [[player(one) for one in players], *hands]
    return found


def _are_seats(value: list[Any], seats: int) -> bool:
    # Files of earlier versions also have the name on the sheet.
    if not all(isinstance(seat, list) and len(seat) in (2, 3) for seat in value):
        return False
    names, places = [name for name, *_ in value], [seat[-1] for seat in value]
    known = _is_list(names, str) and _is_list(places, int)
    return known and sorted(places) == list(range(seats)) and _differ(names)


def _is_swap(value: list[Any]) -> bool:
    if len(value) != 3 or not _is_list(value[1:], int):
        return False
    return _is_list(value[0], str) and len(value[0]) == 2


def _is_result(value: Mapping[str, Any], seats: int) -> bool:
    held = value.get("seats")
    kinds = {key: type(each) for key, each in value.items()}
    if kinds != {"edition": str, "stopped": bool, "seats": list} or len(held or ()) != seats:
        return False
    return all(
        isinstance(seat, list)
        and [*map(type, seat[:3])] == [int, bool, int]
        and [*map(type, seat[3:])] in ([int], [type(None)])
        for seat in held or ()
    )


def _is_list(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(each) is kind for each in value)


def _differ(values: list[Any]) -> bool:
    return len(set(values)) == len(values)
