"""Sums of figures across several entries: they allow every valid hand."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.declare import entries_of
from scorekeeper.rules.engine import play
from scorekeeper.rules.entries import EachSide, Sides
from scorekeeper.rules.games.chevalier import POISON
from scorekeeper.rules.games.up_and_down import HALVES
from scorekeeper.rules.limits import Path
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Table
from tests.rules.cast import ANN, BEA
from tests.rules.sheets import sheet
from tests.rules.strategies import AnyGame, sheets


def figure(game: AnyGame, raw: Mapping[str, Any], path: Path, table: Table[Any]) -> float:
    """Return the figure at a place of a hand; 0 if there is none."""
    found: Any = raw
    for at, step in enumerate(path):
        if isinstance(step, int):
            side = isinstance(game.entries[game.kind(raw)][str(path[0])], EachSide)
            step = Sides._fields[step] if side else table.players[step]
        found = (found or {}).get(step, {} if at < len(path) - 1 else 0)
    return found or 0


def broken(game: AnyGame, raw: Mapping[str, Any], table: Table[Any]) -> bool:
    """Return whether a hand exceeds a sum of its form, given the entry that the sums depend on."""
    kind = game.kind(raw)
    bidding = entries_of(game.bidding) if game.bidding else {}
    known = {name: value for name, value in raw.items() if name in {*bidding, kind.sums_by}}
    for parts, most, exactly in kind.sums(table, known):
        # Bishop's points and Tarock's cards may be left out altogether.
        if all(path[0] not in raw for path in parts):
            continue
        together = sum(times * figure(game, raw, path, table) for path, times in parts.items())
        if together > most or (exactly and together != most):
            return True
    return False


@given(sheet=sheets())
def test_a_valid_hand_keeps_within_the_sums_of_its_form(sheet: dict[str, Any]) -> None:
    setup = set_up(sheet)
    assert not any(broken(setup.game, raw, setup.table) for raw in sheet["hands"])


@given(sheet=sheets())
def test_the_sums_of_a_hand_depend_on_one_entry_at_most(sheet: dict[str, Any]) -> None:
    setup = set_up(sheet)
    for raw in sheet["hands"]:
        kind = setup.game.kind(raw)
        by = setup.game.entries[kind].get(kind.sums_by)
        alone = {
            name: value
            for name, value in raw.items()
            if name == kind.sums_by or (by and by.unless and name == by.unless.entry)
        }
        assert list(kind.sums(setup.table, raw)) == list(kind.sums(setup.table, alone))


def sides(most: int, together: int | None = None) -> st.SearchStrategy[dict[str, int]]:
    """Return figures within the bounds of their own entries."""
    each = st.fixed_dictionaries({"bidders": st.integers(0, most), "others": st.integers(0, most)})
    return each if together is None else each.filter(lambda both: sum(both.values()) <= together)


FIGURES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "chevalier": {"bid": st.just(7), "clean": sides(6), "poisoned": sides(3, together=POISON)},
    "ducks-and-geese": {
        "bid": st.sampled_from([0, 5]),
        "tricks": st.integers(0, 7),
        "ducks": sides(2),
        "geese": sides(2),
    },
    "dog": {"bid": st.just(5), "tricks": st.integers(0, 7), "tars": sides(2)},
    "ducks-and-geese-cutthroat": {
        "bid": st.just(5),
        "tricks": st.integers(0, 8),
        "geese": st.fixed_dictionaries({ANN: st.integers(0, 2), BEA: st.integers(0, 3)}),
    },
    "up-and-down": {
        "leader": st.just(ANN),
        "red": st.booleans(),
        "partner": st.sampled_from([None, BEA]),
        "points": sides(14, together=HALVES),
    },
    "up-and-down-points": {
        "bid": st.just(5),
        "red": st.booleans(),
        "partner": st.sampled_from([None, BEA]),
        "points": sides(14, together=HALVES),
    },
}


@pytest.mark.parametrize("key", FIGURES)
@given(data=st.data())
def test_a_hand_beyond_the_sums_is_refused(key: str, data: st.DataObject) -> None:
    options = {"zero_bids": True} if key == "ducks-and-geese" else {}
    setup = set_up(sheet(key, n=CATALOGUE[key].seats[0], options=options))
    raw = {"bidder": ANN, **{name: data.draw(figures) for name, figures in FIGURES[key].items()}}
    if "leader" in raw:
        del raw["bidder"]
    if raw.get("red"):
        del raw["partner"]
    try:
        play(setup, [raw])
        possible = True
    except Refused:
        possible = False
    assert possible is not broken(CATALOGUE[key], raw, setup.table)
