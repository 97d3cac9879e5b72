"""Entries of figures: one, or one for each player or each side."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.rules.entries.entry import LARGEST, Bound, Entry, LeftOut, NamedValue, at, in_a_row
from scorekeeper.rules.halves import read_points
from scorekeeper.rules.json_text import twice
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.saying import NOTHING, And, Argument, Or, Say, Spelled
from scorekeeper.rules.table import PerSeat, Seat, Table

BIDDER, BIDDERS = "bidder", "bidders"
"""Whose a single number is: the bidder's own, or that of the bidder's whole side."""


TOO_LOW = "{What} must be at least {low}, not {figure}."
TOO_HIGH = "{What} can be at most {high}, not {figure}."


def nothing_else(table: Table[Any]) -> tuple[int | str, ...]:
    """Return nothing: the count takes no value outside its bounds."""
    return ()


@dataclass(frozen=True)
class Count(Entry):
    """A whole number between two bounds, both included.

    Attributes:
        low, high: the bounds.
        besides: values outside the bounds that the house rules allow as well: numbers or words.
        of: whose number it is, so that the form can name them: BIDDER or BIDDERS; empty if it is nobody's.
    """

    low: Bound = 0
    high: Bound = LARGEST
    besides: Callable[[Table[Any]], tuple[int | str, ...]] = nothing_else
    of: str = ""

    def read(self, raw: object, table: Table[Any]) -> int | str:
        """Return the number, or one of the values besides."""
        if type(raw) is not int and type(raw) is not str:
            raise Wrong(Say("{What} must be a whole number.", what=self.what))
        besides = self.besides(table)
        if raw in besides:
            return raw
        low, high = at(self.low, table), at(self.high, table)
        if isinstance(raw, str):
            words = [Say("“{word}”", word=word) for word in besides if isinstance(word, str)]
            kinds = Or(Say("a whole number"), *words)
            raise Wrong(Say("{What} must be {kinds}.", what=self.what, kinds=kinds))
        if raw < low:
            raise Wrong(Say(TOO_LOW, what=self.what, low=low, figure=raw))
        if raw > high:
            raise Wrong(Say(TOO_HIGH, what=self.what, high=high, figure=raw))
        return raw

    def describe(self, raw: int | str, table: Table[Any]) -> Argument:
        """Return the number, or the word."""
        return raw if isinstance(raw, int) else Say(raw)

    def values(self, table: Table[Any]) -> tuple[int | str, ...]:
        """Return every possible value, numbers first; only for entries with narrow bounds."""
        besides = self.besides(table)
        numbers = range(at(self.low, table), at(self.high, table) + 1)
        return (
            *(b for b in besides if isinstance(b, int)),
            *numbers,
            *(b for b in besides if isinstance(b, str)),
        )


@dataclass(frozen=True)
class Halves(Count):
    """A number that may end in a half, such as card points; its value is the number of halves."""

    def has_halves(self, table: Table[Any]) -> bool:
        """Return whether there are halves at this table."""
        return True

    def read(self, raw: object, table: Table[Any]) -> int:
        """Return the number of halves."""
        if type(raw) not in (int, float) or raw * 2 % 1:  # type: ignore[operator]
            raise Wrong(Say("{What} must be a whole number or end in a half.", what=self.what))
        if raw % 1 and not self.has_halves(table):  # type: ignore[operator]
            whole = "With {number} players there are no half points: enter a whole number."
            raise Wrong(Say(whole, number=Spelled(table.n)))
        low, high = at(self.low, table), at(self.high, table)
        if not low <= raw <= high:  # type: ignore[operator]
            beyond = "{What} must be between {low} and {high}, not {figure}."
            raise Wrong(Say(beyond, what=self.what, low=low, high=high, figure=str(raw)))
        return int(raw * 2)  # type: ignore[operator]

    def write(self, value: int, table: Table[Any]) -> int | float:
        """Return a whole number, or one that ends in .5."""
        return value / 2 if value % 2 else value // 2

    def describe(self, raw: Any, table: Table[Any]) -> int:
        """Return the number: "25½"."""
        return read_points(raw)


SIDE_FIGURES = {"bidders": "the bidders’ {what}", "others": "the others’ {what}"}


class Sides(NamedTuple):
    """A figure for each side of a partnership game, seen from the hand's bidder."""

    bidders: int
    others: int


@dataclass(frozen=True)
class Places(Entry):
    """A count for each of several places, and what they may add up to.

    Attributes:
        low, high: the bounds of each count.
        exactly: what the counts must add up to, if anything.
        at_most: what they may add up to, if there is a limit.
        spare: places left out have 0.
        folded: whether a form has them behind a fold; if all of them are left out, that goes without saying.
        in_rows: whether they are a row of a table, with those of other such entries above and below.
    """

    low: Bound = 0
    high: Bound = LARGEST
    exactly: Bound | None = None
    at_most: Bound | None = None
    spare: bool = False
    folded: bool = False
    in_rows: bool = False

    def places(self, table: Table[Any]) -> tuple[str, ...]:
        """Return the keys of the places."""
        raise NotImplementedError

    def called(self, place: str, table: Table[Any]) -> Argument:
        """Return the name of a place; by default its key."""
        return place

    def stranger(self, key: str, table: Table[Any]) -> Say:
        """Return the refusal of a key that is no place."""
        raise NotImplementedError

    def read(self, raw: object, table: Table[Any]) -> tuple[int, ...]:
        """Return the counts in the order of the places."""
        if not isinstance(raw, dict):
            everyone = And(*(self.called(place, table) for place in self.places(table)))
            raise Wrong(Say("{What}: give a number for {everyone}.", what=self.what, everyone=everyone))
        places = self.places(table)
        wrong = [Say("{What}: {key} is written twice.", what=self.what, key=key) for key in twice(raw)]
        wrong += [self.stranger(key, table) for key in raw if key not in places]
        counts: list[int] = []
        missing: list[Say] = []
        for place in places:
            try:
                count = raw.get(place, 0 if self.spare else None)
                counts.append(self.read_place(place, count, table, given=place in raw))
            except Wrong as refused:
                wrong += refused.messages
                missing += refused.messages if place not in raw else ()
        if not wrong:
            wrong = self._sum_wrong(sum(counts), table)
        if wrong:
            raise Wrong(*wrong, missing=missing)
        return self._value(counts)

    def read_place(self, place: str, count: object, table: Table[Any], given: bool = True) -> int:
        """Return the count of one place. Raises Wrong."""
        figure = self.figure(count, table)
        if figure is None or not at(self.low, table) <= figure <= at(self.high, table):
            raise Wrong(self._refusal(place, count, given, table))
        return figure

    def figure(self, count: object, table: Table[Any]) -> int | None:
        """Return a count if it is a number that may be one; else None."""
        return count if type(count) is int else None

    def write(self, value: tuple[int, ...], table: Table[Any]) -> dict[str, int]:
        """Return the counts by place."""
        return dict(zip(self.places(table), value, strict=True))

    def describe(self, raw: Mapping[str, int], table: Table[Any]) -> Argument:
        """Return each place with its count: "Ann 3, Bea 4"."""
        return in_a_row(self.parts(raw, table).values())

    def parts(self, raw: Mapping[str, int], table: Table[Any]) -> Mapping[str, NamedValue]:
        """Return the count of each place."""
        return {
            place: NamedValue(self.called(place, table), read_points(count)) for place, count in raw.items()
        }

    def left_out(self, raw: Any, table: Table[Any]) -> list[LeftOut]:
        """Return the places that are not in the JSON; where a sum is fixed, the others say what they have."""
        places = tuple(self.called(place, table) for place in self.places(table) if place not in (raw or {}))
        if not (self.spare and places) or self.exactly is not None or (self.folded and not raw):
            return []
        # The figure that makes the hand needs no name.
        return [LeftOut(NOTHING if self.needed else self.what, places, not raw)]

    def limit(self, table: Table[Any]) -> int | None:
        """Return what the counts add up to, at most or exactly; None without a limit."""
        bound = self.at_most if self.exactly is None else self.exactly
        return None if bound is None else at(bound, table)

    def figure_of(self, place: str, table: Table[Any]) -> Say:
        """Return the name of the figure of a place: "Ann's tricks"."""
        return Say("{whose}’s {what}", whose=self.called(place, table), what=self.what)

    def _refusal(self, place: str, count: object, given: bool, table: Table[Any]) -> Say:
        """Return what to do about a count that is missing or out of bounds."""
        what = self.figure_of(place, table)
        if not given:
            return Say("Enter {what}.", what=what)
        figure = self.figure(count, table)
        if figure is None:
            return Say(self.no_figure(table), what=what)
        low, high = at(self.low, table), at(self.high, table)
        typed = count if isinstance(count, int) else str(count)
        if figure < low:
            return Say(TOO_LOW, what=what, low=low, figure=typed)
        return Say(TOO_HIGH, what=what, high=high, figure=typed)

    def no_figure(self, table: Table[Any]) -> str:
        """Return the refusal of what can't be a count."""
        return "{What} must be a whole number."

    def _sum_wrong(self, total: int, table: Table[Any]) -> list[Say]:
        limit = self.limit(table)
        if limit is None or total == limit or (total < limit and self.exactly is None):
            return []
        if self.exactly is None:
            words = "{What} can add up to at most {limit}, not {total}."
        else:
            words = "{What} must add up to {limit}, not {total}."
        return [Say(words, what=self.what, limit=limit, total=total)]

    def _value(self, counts: list[int]) -> tuple[int, ...]:
        return tuple(counts)


@dataclass(frozen=True)
class EachSeat(Places):
    """A count for every player.

    Attributes:
        but: the entry that names a player who has none.
    """

    but: str = ""

    def places(self, table: Table[Any]) -> tuple[str, ...]:
        """Return the keys of those who play."""
        return tuple(table.keys[seat] for seat in table.here)

    def place_of(self, seat: Seat, table: Table[Any]) -> str:
        """Return the key of the place that a player's figure has."""
        return table.keys[seat]

    def read(self, raw: object, table: Table[Any]) -> PerSeat:
        """Return the counts in seat order; those who don't play have 0."""
        counts = dict(zip(self.places(table), super().read(raw, table), strict=True))
        return tuple(counts.get(key, 0) for key in table.keys)

    def write(self, value: PerSeat, table: Table[Any]) -> dict[str, int]:
        """Return the counts by player."""
        return {place: value[table.seat_of_key(place)] for place in self.places(table)}

    def called(self, place: str, table: Table[Any]) -> Argument:
        """Return the player's name."""
        return table.players[table.seat_of_key(place)]

    def stranger(self, key: str, table: Table[Any]) -> Say:
        """Return that nobody is written like this."""
        return table.stranger(key)

    def rewritten(self, raw: Mapping[str, int], table: Table[Any], other: Table[Any]) -> dict[str, int]:
        """Return the counts by what stands for the players at the other table."""
        return {other.keys[table.seat_of_key(key)]: count for key, count in raw.items()}


@dataclass(frozen=True)
class EachSide(Places):
    """A count for the bidders' side and one for the others.

    Attributes:
        joined: the entry that names who plays with the bidder; empty where the seats say so.
    """

    joined: str = ""

    def stranger(self, key: str, table: Table[Any]) -> Say:
        """Return that there is no such side."""
        return Say("There is no side called “{key}”, only bidders and others.", key=key)

    def called(self, place: str, table: Table[Any]) -> Say:
        """Return the name of the side."""
        return Say(place)

    def figure_of(self, place: str, table: Table[Any]) -> Say:
        """Return the name of the figure of a side: "the bidders' tricks"."""
        return Say(SIDE_FIGURES[place], what=self.what)

    def places(self, table: Table[Any]) -> tuple[str, ...]:
        """Return the two sides."""
        return Sides._fields

    def _value(self, counts: list[int]) -> Sides:
        return Sides(*counts)


def nobody(table: Table[Any]) -> PerSeat:
    """Return 0 for every player, the default of counts that may be left out."""
    return (0,) * table.n
