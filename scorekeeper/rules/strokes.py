"""Strokes, with which people keep score on paper: one for each trick or point that a side took in a hand."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.rules.entries import BySeat, Count, EachSide, Entry, Halves, Places, at
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.table import Seat, Setup, Table


class Strokes(NamedTuple):
    """The strokes of one side in a hand, and the bid that they are measured by.

    Card points count twice, since they may end in a half.

    Attributes:
        taken: how many the side took; None while the hand is being played.
        bid: how many it bid; None where it made no bid with a number.
    """

    taken: int | None
    bid: int | None


def strokes(setup: Setup, hand: Hand) -> list[Strokes | None]:
    """Return the strokes of each side, for a hand or its bidding alone; None where there is nothing to draw.

    Partners for one hand take theirs together, in the place of the bidder.
    """
    game, table, bids = setup.game, setup.table, hand.bid_by_seat
    entries = _entries(setup)
    played = isinstance(hand, game.hand)
    if not entries or not (played or (game.bidding and isinstance(hand, game.bidding))):
        return [None] * len(setup.sides)
    taken = game.taken(table, hand) if played else {}
    factor = 2 if any(isinstance(entry, Halves) for entry in entries) else 1
    drawn: list[Strokes | None] = []
    for side in setup.sides:
        said = [bids[seat] for seat in side if seat in bids]
        bid = sum(said) * factor if said else None
        known = [taken[seat] for seat in side if seat in taken]
        there = known if played else bid is not None
        drawn.append(Strokes(sum(known) if played else None, bid) if there else None)
    return drawn


def most_strokes(setup: Setup) -> int:
    """Return how many strokes a hand can have in all; 0 in a game without."""
    return sum(_most(entry, setup.table) for entry in _entries(setup))


def add_up(entries: Mapping[str, Entry], hand: Hand, table: Table[Any]) -> Mapping[Seat, int]:
    """Return the sum of these entries by seat; a side of several players has it at one of its seats."""
    added = Counter[Seat]()
    for name, entry in entries.items():
        if (value := getattr(hand, name)) is not None:
            added.update(dict(_by_seat(entry, value, hand, table)))
    return added


def _entries(setup: Setup) -> list[Entry]:
    entries = setup.game.entries[setup.game.hand]
    return [entries[name] for name in setup.game.stroke_entries(setup.table)]


def _by_seat(entry: Entry, value: Any, hand: Hand, table: Table[Any]) -> Iterable[tuple[Seat, int]]:
    if not isinstance(entry, Count | EachSide):
        return enumerate(value)
    assert hand.call
    bidder = hand.call.player
    if isinstance(entry, Count):
        return [(bidder, value)]
    # The opponents of partners for one hand have a score of their own each, but took theirs together.
    others = [] if entry.joined else [(table.after(bidder), value.others)]
    return [(bidder, value.bidders), *others]


def _most(entry: Entry, table: Table[Any]) -> int:
    if isinstance(entry, BySeat):
        return _most(entry.each, table)
    if isinstance(entry, Places):
        return entry.limit(table) or 0
    assert isinstance(entry, Count)
    return at(entry.high, table) * (2 if isinstance(entry, Halves) else 1)
