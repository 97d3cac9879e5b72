"""What a change kept of the layout of its game, in a file: hands by their numbers there, players by name."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.store.plays.score_cache import as_text


def layout_for_file(
    kept: str | None, hands: Mapping[int, int], names: Mapping[int | None, str]
) -> dict[str, Any] | None:
    """Return a layout as a file has it; None if the change kept none."""
    return None if kept is None else _translated(json.loads(kept), hands.__getitem__, names.__getitem__)


def layout_from_file(
    layout: Mapping[str, Any] | None, hands: Mapping[int, int], players: Mapping[str, int]
) -> str | None:
    """Return a layout of a file as it is stored; None if there is none."""
    if layout is None:
        return None
    return as_text(_translated(layout, hands.__getitem__, players.__getitem__))


def names_in_layout(layout: Mapping[str, Any] | None) -> list[str]:
    """Return the names of the club's players in a layout of a file."""
    known = layout or {}
    return [*(name for name, *_ in known.get("seats", ())), *known.get("swapped", [()])[0]]


def _translated(
    layout: Mapping[str, Any], hand: Callable[[Any], Any], player: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return a layout with other names for its hands and players."""
    found = dict(layout)
    if "order" in layout:
        found["order"] = [hand(one) for one in layout["order"]]
    if "seats" in layout:
        found["seats"] = [[player(one), place] for one, *_, place in layout["seats"]]
    if "swapped" in layout:
        players, *hands = layout["swapped"]
        found["swapped"] = [[player(one) for one in players], *hands]
    return found
