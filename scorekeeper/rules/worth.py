"""The worth of a bid in one line: "5: +5 if exact, everyone scores if more, 0 if less".

It is worked out by scoring hands in which the bid is just made, exceeded and just missed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.bidding import Bid
from scorekeeper.rules.entries import Choice, Count, Entry, Suit, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand, Played
from scorekeeper.rules.prospects import bid_alone, play_out, score_all, ways_to_take
from scorekeeper.rules.table import Seat, Setup, State, Table
from scorekeeper.rules.words import capital, lowered, signed

Chosen: TypeAlias = tuple[object, ...]
"""The values of the entries on which the worth of a bid depends."""


class Chance(NamedTuple):
    """One way in which a bid can come out, and what that brings the bidder.

    Attributes:
        when: how it comes out, after "if": "exact", "more", "less", "made", "missed".
        gain: the score; None where everyone scores what they take.
        alone: the score of a bidder without a partner.
        or_more: whether the score grows with what is taken.
        bump: what the others get on top of what they took.
        each: what each opponent gets for a miss that costs the bidder nothing; 0 if that isn't the same.
    """

    when: str
    gain: int | None = None
    alone: int | None = None
    or_more: bool = False
    bump: int = 0
    each: int = 0

    def say(self) -> str:
        """Return what it brings."""
        if self.gain is None:
            return f"everyone scores if {self.when}"
        said = f"{signed(self.gain)}{' or more' if self.or_more else ''} if {self.when}"
        if self.alone is not None and self.alone != self.gain:
            said += f" ({signed(self.alone)} alone)"
        if self.bump:
            return f"{said} and a bump of {self.bump} for the others"
        return f"{said} and {signed(self.each)} for each opponent" if self.each else said


class Worth(NamedTuple):
    """The gain and the cost of a bid.

    Attributes:
        bid: what was bid: "5", "Zero", "9 blind", "Garde"; empty where it has no name.
        chances: how it can come out, the best first; none if it can't be made.
        always: what scores for those who have it, however it comes out; empty if nothing does.
    """

    bid: str
    chances: tuple[Chance, ...]
    always: str

    def say(self) -> str:
        """Return the line."""
        if not self.chances:
            return f"{self.bid}: can’t be made"
        said = ", ".join(chance.say() for chance in self.chances)
        always = f", plus {self.always}" if self.always else ""
        return capital(f"{self.bid}: {said}{always}" if self.bid else f"{said}{always}")


class Way(NamedTuple):
    """Hands in which a bid just comes out in one way, and hands with one trick or point more."""

    when: str
    hands: Sequence[Played]
    further: Sequence[Played] = ()


def worth_of_bid(setup: Setup, state: State, bidding: Hand) -> Worth | None:
    """Return what a bid brings and costs; None in a game where that isn't foretold."""
    call = bidding.call
    if call is None or not _is_foretold(setup, bidding):
        return None
    ways = list(_ways(setup, state, bidding))
    always = setup.game.always_scores(setup.table)
    if not ways[0].hands:
        return Worth(_name(setup, bidding), (), always)
    chances = tuple(_chance(setup, way, call.player) for way in ways if way.hands)
    return Worth(_name(setup, bidding), chances, always)


def _is_foretold(setup: Setup, bidding: Hand) -> bool:
    return isinstance(bidding, Bid) or bool(setup.game.made_or_missed(setup.table, bidding))


def _ways(setup: Setup, state: State, bidding: Hand) -> Iterator[Way]:
    """Yield how a bid can come out, the best first."""
    given = setup.game.made_or_missed(setup.table, bidding)
    for when, added in given.items():
        yield Way(when, score_all(setup, state, bidding, added))
    if given or not bidding.call:
        return
    # Bids in words are to take nothing.
    number = bidding.call.number or 0
    for when, taken in ways_to_take(setup, number, play_out(setup, state, bidding, number)).items():
        yield Way(when, *(play_out(setup, state, bidding, taken + more) for more in (0, 1)))


def _chance(setup: Setup, way: Way, bidder: Seat) -> Chance:
    """Return what one way brings."""
    if way.when == "more":
        return Chance(way.when)
    first = way.hands[0]
    gain = first.scores[bidder]
    alone = next((one.scores[bidder] for one in way.hands if _partner(one) is None), None)
    or_more = any(
        more.outcome == just.outcome and more.scores[bidder] > just.scores[bidder]
        for just, more in zip(way.hands, way.further, strict=False)
    )
    bump = sum(line.amount for line in first.lines if line.bump)
    each = _each_opponent(setup, way.hands, bidder) if way.when == "missed" and not (gain or bump) else 0
    # Anything but the bid depends on what they took.
    is_bid = first.hand.call and each == first.hand.call.number
    return Chance(way.when, gain, alone, or_more, bump, each if is_bid else 0)


def _partner(played: Played) -> Seat | None:
    return played.hand.call.partner if played.hand.call else None


def _each_opponent(setup: Setup, hands: Sequence[Played], bidder: Seat) -> int:
    """Return what every opponent gets in all of these hands; 0 if that differs."""
    scores = {
        score
        for played in hands
        for seat, score in enumerate(played.scores)
        if seat not in (*setup.side_of(bidder), _partner(played))
    }
    return scores.pop() if len(scores) == 1 else 0


def _name(setup: Setup, bidding: Hand) -> str:
    """Return what was bid, without the bidder."""
    said = []
    for name, entry in _deciding(setup).items():
        value = getattr(bidding, name)
        if isinstance(entry, Switch):
            said += [lowered(entry.label)] if value else []
        elif isinstance(entry, Choice):
            # A block of cards says nothing of the score.
            said += [] if isinstance(bidding, Bid) else [value]
        else:
            said.append(str(value or "zero"))
    return capital(" ".join(said))


def _deciding(setup: Setup) -> Mapping[str, Entry]:
    """Return the entries of a bid on which its worth may depend."""
    game, table = setup.game, setup.table
    entries = game.entries[game.bidding] if game.bidding else {}
    return {
        name: entry
        for name, entry in entries.items()
        if entry.offered(table)
        and (name == "bid" or (isinstance(entry, Choice | Switch) and not isinstance(entry, Suit)))
    }


class Worths(NamedTuple):
    """The worth of every bid that can be chosen, by what was chosen.

    Attributes:
        by: the entries on which it depends.
        bids: the worth by the values of these entries.
    """

    by: tuple[str, ...]
    bids: Mapping[Chosen, Worth]


def all_worths(setup: Setup, state: State) -> Worths | None:
    """Return what each bid brings and costs; None in a game where that isn't foretold."""
    if setup.game.bidding is None or not _is_foretold(setup, bid_alone(setup, 0)):
        return None
    # Names change no score, so that all tables with the same house rules share the answer.
    nameless = Table(tuple(map(str, range(setup.table.n))), setup.table.rules)
    carry = tuple(state.carry.items())
    try:
        return _remembered(setup.game, nameless, carry)
    except TypeError:
        # House rules with a figure for some players have no hash.
        return _worths(setup.game, nameless, carry)


def _worths(game: Game[Any, Any], table: Table[Any], carry: tuple[tuple[str, Any], ...]) -> Worths:
    """Return the worth of every bid."""
    setup = Setup(game, table, 0)
    state = replace(setup.opening, carry=dict(carry))
    deciding = _deciding(setup)
    found: dict[Chosen, Worth] = {}
    for values in product(*(_values(setup, entry) for entry in deciding.values())):
        one = worth_of_bid(setup, state, bid_alone(setup, 0, **dict(zip(deciding, values, strict=True))))
        assert one
        found[values] = one
    by = [at for at in range(len(deciding)) if _matters(found, at)]
    names = tuple(name for at, name in enumerate(deciding) if at in by)
    return Worths(names, {tuple(values[at] for at in by): one for values, one in found.items()})


_remembered = lru_cache(64)(_worths)


def _matters(bids: Mapping[Chosen, Worth], at: int) -> bool:
    """Return whether the worth of a bid depends on the value in this place."""
    rest: dict[Chosen, Worth] = {}
    return any(rest.setdefault((*values[:at], *values[at + 1 :]), one) != one for values, one in bids.items())


def _values(setup: Setup, entry: Entry) -> Sequence[object]:
    if isinstance(entry, Switch):
        return (False, True)
    if isinstance(entry, Choice):
        return tuple(entry.choices)
    assert isinstance(entry, Count)
    return entry.values(setup.table)
