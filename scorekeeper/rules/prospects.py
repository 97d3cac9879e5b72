"""The outcomes of a bid and what each brings, said before the hand is played.

It is worked out by scoring hands in which the bidder's side takes just so many (``Game.played_out``). Where a
side is said to win, it wins whatever the others take.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules import declare
from scorekeeper.rules.bidding import Bid
from scorekeeper.rules.engine import score_hand
from scorekeeper.rules.entries import Count, Dealer, Person, at
from scorekeeper.rules.hand import Call, Hand, Played
from scorekeeper.rules.outcome import MADE
from scorekeeper.rules.saying import Say
from scorekeeper.rules.strokes import most_strokes
from scorekeeper.rules.table import Seat, Setup, State
from scorekeeper.rules.words import figure, listed

BidValue: TypeAlias = int | str


class Prospect(NamedTuple):
    """One outcome of a bid, and what it brings.

    Attributes:
        when: how many the bidder's side must take: "exactly 5", "6 or more", "4 or fewer"; "made" or "missed"
            where going over is no outcome of its own.
        taken, bid: an example to draw.
        who: the new total of the bidder's side: "Bea 35", or "Bea 36+" where it may be more.
        others: what the others get: "the others nothing".
        scorers: who scores, in fewer words: "only Bea", "everyone", "all but Bea".
        wins: whether the bidder's side has then won for certain.
    """

    when: str
    taken: int
    bid: int
    who: str
    others: str
    scorers: str
    wins: bool


class IfMade(NamedTuple):
    """The total of the bidder's side if it just makes its bid, and whether it has then won for certain."""

    total: int
    wins: bool


def prospects(setup: Setup, state: State, bidding: Hand) -> list[Prospect]:
    """Return the outcomes of a bid, the best first; none where they can't be foretold in a few words."""
    number = bidding.call.number if bidding.call else None
    exact = [] if number is None else play_out(setup, state, bidding, number)
    if number is None or not exact:
        return []
    or_more = "" if number + 1 == most_strokes(setup) else " or more"
    words = {
        "exact": f"exactly {number}",
        "more": f"{number + 1}{or_more}",
        "less": f"{number - 1} or fewer" if number > 1 else "none",
    }
    if number == 0:
        words = {"made": "none", "missed": "1 or more"}
    ways = ways_to_take(setup, number, exact)
    hands = {when: play_out(setup, state, bidding, taken) for when, taken in ways.items()}
    return [
        _prospect(setup, state, words.get(when, when), ways[when], hands[when])
        for when in ways
        if hands[when]
    ]


def ways_to_take(setup: Setup, number: int, exact: Sequence[Played]) -> Mapping[str, int]:
    """Return how many the bidder's side takes when a bid just comes out in each way, the best first.

    The ways are "exact", "more" and "less"; "made" and "missed" where nothing was bid, or where going over is
    no outcome of its own. ``exact`` are hands in which the side takes just what was bid.
    """
    if number == 0:
        return {"made": 0, "missed": 1}
    if exact and setup.game.outcomes[exact[0].outcome].result == MADE:
        return {"made": number, "missed": number - 1}
    return {"exact": number, "more": number + 1, "less": number - 1}


def totals_if_made(
    setup: Setup, state: State, dealer: Seat | None = None
) -> Mapping[Seat, Mapping[BidValue, IfMade]]:
    """Return the total of each player's side for each bid that the player may just make.

    Empty in a game without such bids. It has the coins everyone starts with in it. Where more may be
    added, such as thieves, it is the total without.
    """
    found: dict[Seat, dict[BidValue, IfMade]] = {}
    for bidder, bid in product(setup.playing(state), possible_bids(setup)):
        bidding = bid_alone(setup, bidder, bid=bid, dealer=dealer)
        # Bids in words are to take nothing.
        if hands := play_out(setup, state, bidding, bid if isinstance(bid, int) else 0):
            total = setup.stake + min(played.totals[bidder] for played in hands)
            found.setdefault(bidder, {})[bid] = IfMade(total, is_won(setup, hands, bidder))
    return found


def possible_bids(setup: Setup) -> Sequence[BidValue]:
    """Return what can be bid; nothing in a game without a bidder who bids."""
    game = setup.game
    if game.bidding is None or not issubclass(game.bidding, Bid):
        return ()
    bids = game.entries[game.bidding]["bid"]
    assert isinstance(bids, Count)
    return bids.values(setup.table)


def bid_alone(setup: Setup, bidder: Seat, **chosen: object) -> Hand:
    """Return the bid of a player with what was chosen; what else it has, such as a block, adds nothing."""
    game, table = setup.game, setup.table
    assert game.bidding
    entries = game.entries[game.bidding]
    values = {name: entry.blank(table) for name, entry in entries.items()}
    values |= {name: at(entry.high, table) for name, entry in entries.items() if isinstance(entry, Count)}
    values |= {
        name: bidder
        for name, entry in entries.items()
        if isinstance(entry, Person) and not isinstance(entry, Dealer)
    }
    return declare.partly(game.bidding, {**values, **chosen})


def play_out(setup: Setup, state: State, bidding: Hand, taken: int) -> list[Played]:
    """Return hands with this bidding in which the bidder's side takes just so many; none if it can't."""
    if bidding.call is None or not 0 <= taken <= most_strokes(setup):
        return []
    side, seats = setup.side_of(bidding.call.player), range(setup.table.n)
    rival = max((seat for seat in seats if seat not in side), key=lambda seat: state.totals[seat])
    return score_all(setup, state, bidding, setup.game.played_out(setup.table, bidding, taken, rival))


def score_all(setup: Setup, state: State, bidding: Hand, added: Iterable[Mapping[str, Any]]) -> list[Played]:
    """Return the hands that the play makes of a bid, given what each adds to it."""
    game, table = setup.game, setup.table
    known = {name: entry.blank(table) for name, entry in game.entries[game.hand].items()} | vars(bidding)
    hands = (declare.partly(game.hand, {**known, **values}) for values in added)
    return [score_hand(setup, state, hand)[1] for hand in hands]


def _prospect(setup: Setup, state: State, when: str, taken: int, hands: list[Played]) -> Prospect:
    """Return an outcome, given hands in which it is just reached."""
    first, always = hands[0], setup.game.always_scores(setup.table)
    assert first.hand.call
    bidder, bid = first.hand.call.player, first.hand.call.number or 0
    totals = {played.totals[bidder] for played in hands}
    more = play_out(setup, state, first.hand, taken + 1)
    if always or any(p.outcome == first.outcome and p.totals[bidder] not in totals for p in more):
        total = f"{figure(setup.stake + min(totals))}+"
    else:
        total = listed([figure(setup.stake + each) for each in sorted(totals)], "or")
    who = f"{listed(setup.names(setup.side_of(bidder)))} {total}"
    scorers = _scorers(setup, first, first.hand.call) + (f", plus {always}" if always else "")
    others = _others(setup, first, first.hand.call, always)
    return Prospect(when, taken, bid, who, others, scorers, is_won(setup, hands, bidder))


def _others(setup: Setup, played: Played, call: Call, always: str) -> str:
    """Return what the others get in such a hand."""
    others = setup.game.outcomes[played.outcome].others
    if others:
        return str(Say(others.message, bid=call.number or 0))
    if call.partner is not None:
        return str(Say("any partner {score} too, the others nothing", score=played.scores[call.partner]))
    return str(Say("the others nothing but {always}", always=always) if always else Say("the others nothing"))


def _scorers(setup: Setup, played: Played, call: Call) -> str:
    """Return who scores in such a hand."""
    side, scores = setup.side_of(call.player), played.scores
    others = [seat for seat in range(setup.table.n) if seat not in (*side, call.partner)]
    names = listed(setup.names(side))
    if any(scores[seat] > 0 for seat in others):
        if scores[call.player] > 0:
            return "everyone"
        if call.partner is not None:
            return "the opponents"
        return f"all but {names}" if len(setup.sides) > 2 else f"only {listed(setup.names(others))}"
    if scores[call.player] > 0:
        return f"only {names}" if call.partner is None else f"{names} and any partner"
    return "nobody"


def is_won(setup: Setup, hands: Sequence[Played], seat: Seat) -> bool:
    """Return whether a player has reached the target after each of these hands, and won."""
    endings = (setup.ending((played,)) for played in hands)
    return all(ending is not None and seat in ending.winners for ending in endings)
