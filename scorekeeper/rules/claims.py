"""What players can be asked one by one about the hand in progress, and whether their answers add up.

A claim is what one player says of a figure. Claims are written as the hand is: the JSON of each place, with
seats for names, by the name of the entry, such as ``{"tricks": {"0": 3, "2": 5}}``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.entries import BIDDER, BySeat, Count, Dealer, EachSeat, Entry
from scorekeeper.rules.entries.entry import at, read_value
from scorekeeper.rules.game import Game
from scorekeeper.rules.halves import read_points
from scorekeeper.rules.saying import NOTHING, Amount, And, Argument, Or, Say, Sentences
from scorekeeper.rules.table import Seat, Setup, State, Table

MOST_SUSPECTS = 3
"""With more names than this, a question who is wrong names nobody."""

MOST_MISSING = 4
"""More players who haven't answered are counted, so that the sentence stays as long as it is."""

Claims = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Asked:
    """A figure that players are asked for.

    Attributes:
        entry: the entry of the hand.
        count: the entry of one player's figure, which has its bounds.
        places: the key of the figure of each player who is asked; those of a team share one.
    """

    entry: Entry
    count: Count | EachSeat
    places: Mapping[Seat, str]

    def read(self, seat: Seat, raw: object, table: Table[Any]) -> Any:
        """Return one player's figure, of its JSON. Raises Wrong."""
        if isinstance(self.count, EachSeat):
            return self.count.read_place(self.places[seat], raw, table)
        return read_value(self.count, raw, table)

    def may_lack_one(self, table: Table[Any]) -> bool:
        """Return whether one of those who are asked may have no figure, and it isn't known yet who."""
        each = self.entry
        return isinstance(each, EachSeat | BySeat) and bool(each.but) and len(self.places) == len(table.here)

    def bounds(self, table: Table[Any]) -> tuple[int, int]:
        """Return the smallest and the largest figure."""
        return at(self.count.low, table), at(self.count.high, table)


def figures_to_ask(setup: Setup, state: State, bidding: Mapping[str, Any] | None) -> dict[str, Asked]:
    """Return the figures of the hand in progress that a player has, by the names of their entries.

    Args:
        setup: the game and its table.
        state: the state before the hand.
        bidding: the bid as JSON with seats for names; None before there is one.
    """
    game, said, table = setup.game, bidding or {}, setup.table_for(state)
    known = game.entries[game.bidding] if game.bidding else {}
    found = {}
    for name, entry in game.entries[game.hand].items():
        if not entry.ask_one or name in known or not entry.asked(said, table):
            continue
        if isinstance(entry, EachSeat):
            everyone = set(entry.places(table))
            places = {seat: entry.place_of(seat, table) for seat in table.here}
            places = {seat: place for seat, place in places.items() if place in everyone}
            found[name] = Asked(entry, entry, _without(entry.but, places, setup, state, said))
        elif isinstance(entry, BySeat) and isinstance(entry.each, Count):
            places = {seat: table.keys[seat] for seat in setup.playing(state)}
            found[name] = Asked(entry, entry.each, _without(entry.but, places, setup, state, said))
        elif isinstance(entry, Count) and entry.of == BIDDER and BIDDER in said:
            bidder = table.seat(said[BIDDER])
            found[name] = Asked(entry, entry, {bidder: table.keys[bidder]})
    return found


def _without(
    but: str, places: Mapping[Seat, str], setup: Setup, state: State, raw: Mapping[str, Any]
) -> dict[Seat, str]:
    """Return the places of all but the player whom another entry names, if that is known."""
    left_out: Seat | None = None
    if but in raw:
        left_out = setup.table.seat(raw[but]) if raw[but] is not None else None
    elif isinstance(setup.game.entries[setup.game.hand].get(but), Dealer):
        left_out = state.dealer
    return {seat: place for seat, place in places.items() if seat != left_out}


def figures_of_player(
    seat: Seat, asked: Mapping[str, Asked], hand: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return what the JSON of a hand says of a player's figures, as claims."""
    return {
        name: {place: figure}
        for name, one in asked.items()
        if (place := one.places.get(seat)) is not None
        for figure in figures_at(place, name, one.entry, hand)
    }


def figures_at(place: str, name: str, entry: Entry, hand: Mapping[str, Any]) -> list[Any]:
    """Return the figure of a place in the JSON of a hand; none if it isn't there."""
    found = {place: hand[name]} if isinstance(entry, Count) and name in hand else hand.get(name) or {}
    return [found[place]] if place in found else []


def with_claims(game: Game[Any, Any], hand: Mapping[str, Any], claims: Claims) -> dict[str, Any]:
    """Return the JSON of a hand with the figures that players say it should have."""
    found = dict(hand)
    for name, figures in claims.items():
        if not figures:
            continue
        if isinstance(game.entries[game.hand].get(name), Count):
            found[name] = next(iter(figures.values()))
        else:
            found[name] = {**(found.get(name) or {}), **figures}
    return found


def say_figure(entry: Entry, value: Any) -> Say:
    """Return a player's figure with what it counts: "4 tricks", "cargo 8", "no cargo"."""
    if value is None:
        return figure_alone(entry, value)
    if entry.counts is None:
        return Say("{what} {figure}", what=entry.what, figure=read_points(value))
    return Amount(read_points(value), entry.counts)


def figure_alone(entry: Entry, value: Any) -> Say:
    """Return a player's figure: "4", "25½", "no cargo"."""
    if value is None:
        return Say(entry.each.null if isinstance(entry, BySeat) else entry.null)
    return Say("{figure}", figure=read_points(value))


def _given(seat: Seat, asked: Mapping[str, Asked], claims: Claims) -> set[str]:
    """Return the names of the figures that a player has given."""
    return {name for name, one in asked.items() if one.places.get(seat) in claims.get(name, {})}


def unanswered(asked: Mapping[str, Asked], claims: Claims) -> list[Seat]:
    """Return who still has to give a figure."""
    return sorted(
        {
            seat
            for name, one in asked.items()
            for seat, place in one.places.items()
            if place not in claims.get(name, {})
        }
    )


def doubt(asked: Mapping[str, Asked], claims: Claims, table: Table[Any]) -> Sentences:
    """Return what is wrong with the answers, or who is missing; empty if nothing is."""
    missing = unanswered(asked, claims)
    wrong = [
        _sum_wrong(one, one.entry, claims.get(name, {}), table, bool(missing))
        for name, one in asked.items()
        if isinstance(one.entry, EachSeat)
    ]
    if len(missing) == 1 and any(one.may_lack_one(table) for one in asked.values()):
        names = And(*table.names(tuple(missing)))
        return Sentences(*wrong, Say("All but {names} have answered.", names=names))
    return Sentences(*wrong, *_begun(asked, claims, missing, table), _waits(asked, claims, missing, table))


def _begun(
    asked: Mapping[str, Asked], claims: Claims, missing: Iterable[Seat], table: Table[Any]
) -> Iterable[Say]:
    """Yield what those who have given only some of their figures still have to give."""
    to_come: dict[tuple[Argument, ...], list[Seat]] = {}
    for seat in missing:
        if given := _given(seat, asked, claims):
            own = {name: one.entry.what for name, one in asked.items() if seat in one.places}
            figures = tuple(what for name, what in own.items() if name not in given)
            to_come.setdefault(figures, []).append(seat)
    for figures, seats in to_come.items():
        names = And(*table.names(tuple(seats)))
        yield Say("{names}: {figures} to come.", names=names, figures=And(*figures))


def _waits(asked: Mapping[str, Asked], claims: Claims, missing: Iterable[Seat], table: Table[Any]) -> Say:
    """Return who has given no figure at all; nothing if everyone has given one."""
    if missing and not any(claims.values()):
        return Say("Nobody has answered yet.")
    silent = tuple(seat for seat in missing if not _given(seat, asked, claims))
    if len(silent) > MOST_MISSING:
        return Say("{number} players haven’t answered.", number=len(silent))
    names = And(*table.names(silent))
    return (
        Say("{names} hasn’t answered.", "{names} haven’t answered.", len(silent), names=names)
        if silent
        else NOTHING
    )


def _sum_wrong(
    asked: Asked, entry: EachSeat, figures: Mapping[str, Any], table: Table[Any], is_open: bool
) -> Say:
    """Return that figures add up to too much, and who may have said too much, or to too little."""
    limit, total = entry.limit(table), sum(figures.values())
    if limit is None or total == limit or (total < limit and (is_open or entry.exactly is None)):
        return NOTHING
    suspects = _named(entry, [key for key in figures if figures[key] >= total - limit], table)
    if total < limit:
        words = "That makes {total} {what}, but there are {limit}."
    elif not 0 < len(suspects) <= min(MOST_SUSPECTS, len(asked.places) - 1):
        words = "That makes {total} {what}, but there are only {limit}."
    else:
        words = "That makes {total} {what}, but there are only {limit}: {suspects}?"
    return Say(words, limit=limit, what=entry.what, total=total, suspects=suspects)


def _named(entry: EachSeat, places: Iterable[str], table: Table[Any]) -> Or:
    """Return the names at places, in seat order."""
    return Or(*(entry.called(place, table) for place in sorted(places, key=table.seat_of_key)))
