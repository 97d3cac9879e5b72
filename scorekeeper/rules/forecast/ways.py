"""The ways in which every bid can come out, in one table for a state of a game.

They are found by scoring hands in which the bidder's side takes just what was bid, more, and fewer
(``Game.played_out``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from scorekeeper.rules import declare
from scorekeeper.rules.bidding import Bid
from scorekeeper.rules.engine import score_hand
from scorekeeper.rules.entries import Choice, Count, Dealer, Entry, Person, Suit, Switch, at
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand, Played
from scorekeeper.rules.outcome import EXACT, MADE, OTHER, BidResult
from scorekeeper.rules.strokes import most_strokes
from scorekeeper.rules.table import Seat, Setup, State, Table

Kind: TypeAlias = BidResult | Literal["less", "just made", "missed by 1"]

LESS: Final = "less"
JUST_MADE: Final = "just made"
MISSED_BY_1: Final = "missed by 1"

Chosen: TypeAlias = tuple[object, ...]
"""The values of the entries of a bid on which the ways depend."""


class Way(NamedTuple):
    """One way in which a bid can come out.

    Attributes:
        kind: how it comes out for the bidder: LESS if missed where going over is a way of its own, JUST_MADE
            and MISSED_BY_1 where a miss costs more the less was taken.
        outcome: the key of the outcome.
        over: how many more than was bid the bidder's side takes, when it just comes out so.
        gain: what the bidder scores, with a partner where there can be one.
        gains: what the bidder may score, the least first.
        alone: what a bidder without a partner scores; None if there is always one.
        partner: what a partner for this hand scores; None where there is none.
        varies: whether the bidder scores something else if the side takes still more, or misses by more.
        others_score: whether any opponent does, apart from what always scores.
        each: what each opponent gets, if that is what was bid; 0 if not.
        bump: what the opponents get on top of what they took.
    """

    kind: Kind
    outcome: str
    over: int
    gain: int
    gains: tuple[int, ...]
    alone: int | None
    partner: int | None
    varies: bool
    others_score: bool
    each: int
    bump: int


class Ways(NamedTuple):
    """The ways in which each bid can come out, the best first.

    Attributes:
        by: the entries of a bid on which they depend.
        by_choice: the ways by what was chosen; none for a bid that can't be made.
    """

    by: tuple[str, ...]
    by_choice: Mapping[Chosen, tuple[Way, ...]]


def find_ways(setup: Setup, state: State) -> Ways:
    """Return the ways in which each bid can come out; none in a game where nothing is foretold."""
    # Names, seats and totals change no score, so that all tables with the same house rules share the answer.
    nameless = Table(tuple(map(str, range(setup.table.n))), setup.table.rules)
    known = (setup.game, nameless, tuple(state.carry.items()), state.memory)
    try:
        return _remembered(*known)
    except TypeError:
        # House rules with a figure for some players have no hash.
        return _find_ways(*known)


def _find_ways(
    game: Game[Any, Any], table: Table[Any], carry: tuple[tuple[str, Any], ...], memory: Any
) -> Ways:
    setup = Setup(game, table, 0)
    is_foretold = type(game).played_out is not Game.played_out
    if game.bidding is None or not is_foretold or bid_alone(setup, 0).call is None:
        return Ways((), {})
    state = replace(setup.opening, carry=dict(carry), memory=memory)
    deciding = {
        name: entry
        for name, entry in game.entries[game.bidding].items()
        if entry.offered(table) and (name == "bid" or isinstance(entry, Choice | Switch))
        if not isinstance(entry, Suit)
    }
    found = {
        chosen: _ways_of(setup, state, bid_alone(setup, 0, **dict(zip(deciding, chosen, strict=True))))
        for chosen in product(*(_values(entry, table) for entry in deciding.values()))
    }
    by = [place for place in range(len(deciding)) if _matters(found, place)]
    if not any(found.values()):
        return Ways((), {})
    names = tuple(deciding)
    return Ways(
        tuple(names[place] for place in by),
        {tuple(chosen[place] for place in by): ways for chosen, ways in found.items()},
    )


_remembered = lru_cache(64)(_find_ways)


def _ways_of(setup: Setup, state: State, bidding: Hand) -> tuple[Way, ...]:
    """Return the ways in which one bid can come out."""
    hands = {over: play_out(setup, state, bidding, over) for over in range(-2, 3)}
    made, more, fewer = (_way(setup, hands, over) for over in (0, 1, -1))
    if made is None:
        return ()
    if fewer and fewer.varies:
        fewer = fewer._replace(kind=MISSED_BY_1)
        made = made._replace(kind=JUST_MADE) if made.kind == MADE else made
    elif fewer and made.kind == EXACT:
        fewer = fewer._replace(kind=LESS)
    return (made, *(way for way in (more, fewer) if way and way.outcome != made.outcome))


def _way(setup: Setup, hands: Mapping[int, Sequence[Played]], over: int) -> Way | None:
    """Return a way in which a bid comes out, given its hands by how many more the side takes."""
    if not hands[over]:
        return None
    first = hands[over][0]
    kind, call = setup.game.outcomes[first.outcome].result, first.hand.call
    if kind == OTHER or call is None:
        return None
    scores = [(played.hand.call, played.scores[call.player]) for played in hands[over]]
    others = [
        seat for seat in range(setup.table.n) if seat not in (*setup.side_of(call.player), call.partner)
    ]
    beyond = [played for played in hands[over + (1 if over >= 0 else -1)] if played.outcome == first.outcome]
    each = {played.scores[seat] for played in (*hands[over], *beyond) for seat in others}
    gains = tuple(sorted({score for _, score in scores}))
    return Way(
        kind=kind,
        outcome=first.outcome,
        over=over,
        gain=scores[0][1],
        gains=gains,
        alone=next((score for one, score in scores if one and one.partner is None), None),
        partner=None if call.partner is None else first.scores[call.partner],
        varies=any(played.scores[call.player] not in gains for played in beyond),
        others_score=any(first.scores[seat] > 0 for seat in others),
        each=call.number if call.number and each == {call.number} else 0,
        bump=sum(line.amount for line in first.lines if line.bump),
    )


def play_out(setup: Setup, state: State, bidding: Hand, over: int) -> list[Played]:
    """Return hands in which the bidder's side takes so many more than was bid; none if it can't."""
    if bidding.call is None:
        return []
    # Bids in words are to take nothing.
    taken = (bidding.call.number or 0) + over
    if isinstance(bidding, Bid) and not 0 <= taken <= most_strokes(setup):
        return []
    game, table = setup.game, setup.table
    side, seats = setup.side_of(bidding.call.player), range(table.n)
    rival = max((seat for seat in seats if seat not in side), key=lambda seat: state.totals[seat])
    known = {name: entry.blank(table) for name, entry in game.entries[game.hand].items()} | vars(bidding)
    added = game.played_out(table, bidding, taken, rival)
    return [score_hand(setup, state, declare.partly(game.hand, {**known, **values}))[1] for values in added]


def bid_alone(setup: Setup, bidder: Seat, **chosen: object) -> Hand:
    """Return the bid of a player with what was chosen; what else it has, such as a block, adds nothing."""
    game, table = setup.game, setup.table
    assert game.bidding
    values: dict[str, object] = {}
    for name, entry in game.entries[game.bidding].items():
        values[name] = at(entry.high, table) if isinstance(entry, Count) else entry.blank(table)
        if isinstance(entry, Person) and not isinstance(entry, Dealer):
            values[name] = bidder
    return declare.partly(game.bidding, {**values, **chosen})


def _values(entry: Entry, table: Table[Any]) -> Sequence[object]:
    if isinstance(entry, Choice):
        return tuple(entry.choices)
    return entry.values(table) if isinstance(entry, Count) else (False, True)


def _matters(by_choice: Mapping[Chosen, tuple[Way, ...]], place: int) -> bool:
    """Return whether the value in this place makes a difference to any bid."""
    rest: dict[Chosen, tuple[Way, ...]] = {}
    return any(
        rest.setdefault((*chosen[:place], *chosen[place + 1 :]), ways) != ways
        for chosen, ways in by_choice.items()
    )
