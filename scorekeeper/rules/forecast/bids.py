"""The outlook of a bid: the total if it is made, who scores, and what it brings and costs in one line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

from scorekeeper.rules.entries import Switch
from scorekeeper.rules.forecast.ways import (
    JUST_MADE,
    LESS,
    MISSED_BY_1,
    Chosen,
    Kind,
    Way,
    Ways,
    bid_alone,
    find_ways,
    play_out,
)
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.outcome import EXACT, MADE, MISSED, OVER
from scorekeeper.rules.saying import NOTHING, And, Argument, Or, Row, Say, Signed
from scorekeeper.rules.strokes import most_strokes
from scorekeeper.rules.table import Seat, Setup, State

EXAMPLE = 5
"""The bid for which the outcomes are drawn, if it is possible."""

IN_A_WORD: Mapping[Kind, Say] = {
    EXACT: Say("exactly"),
    OVER: Say("more"),
    LESS: Say("fewer"),
    MADE: Say("made"),
    MISSED: Say("missed"),
}
"""The ways that are outcomes in a few words; where each point counts, there are too many."""

BRINGS: Mapping[Kind, Say] = {
    EXACT: Say("{gain} if exact"),
    OVER: Say("everyone scores if more"),
    LESS: Say("{gain} if fewer"),
    MADE: Say("{gain} if made"),
    MISSED: Say("{gain} if missed"),
    JUST_MADE: Say("{gain} if just made"),
    MISSED_BY_1: Say("{gain} if missed by 1"),
}
"""The worth of a bid in each way."""


class IfMade(NamedTuple):
    """The total of the bidder's side if it just makes its bid, and whether it has then won for certain."""

    total: int
    wins: bool


class Prospect(NamedTuple):
    """One outcome of a bid.

    Attributes:
        when: how many the bidder's side must take: "exactly 5", "6 or more", "4 or fewer"; "made" or "missed"
            where going over is no outcome of its own.
        who: the new total of the bidder's side: "Bea 35", or "Bea 36+" where it may be more.
        others: what the others get: "the others score 0".
        scorers: who scores, in fewer words: "only Bea", "everyone", "all but Bea".
        wins: whether the bidder's side has then won for certain, whatever the others take.
    """

    when: Say
    who: Say
    others: Say
    scorers: Say
    wins: bool


@dataclass(frozen=True)
class Forecast:
    """The outlook of every bid in a state of a game, with the dealer of the hand in it."""

    setup: Setup
    state: State

    @cached_property
    def ways(self) -> Ways:
        """The ways in which each bid can come out."""
        return find_ways(self.setup, self.state)

    def totals(self) -> Mapping[Seat, Mapping[object, IfMade]]:
        """Return the total of each player's side for each bid that the player may just make.

        It has the coins everyone starts with in it. Where more may be added, such as thieves, it is the total
        without.
        """
        found: dict[Seat, dict[object, IfMade]] = {}
        for bidder in self.setup.playing(self.state):
            lack = self._lack(bidder)
            for bid, (made, *_) in self._by_number.items():
                wins = made.gains[-1] >= lack and self._wins(bid_alone(self.setup, bidder, bid=bid), made)
                found.setdefault(bidder, {})[bid] = IfMade(self._totals(bidder, made)[0], wins)
        return found

    def example(self) -> tuple[int, Sequence[Way]]:
        """Return a bid to draw, and how it can come out; in no way in a game without numbers to bid."""
        numbers = [bid for bid in self._by_number if isinstance(bid, int)]
        number = min(numbers, key=lambda bid: abs(bid - EXAMPLE), default=EXAMPLE)
        return number, self._by_number.get(number, ())

    def prospects(self, bidding: Hand) -> list[Prospect]:
        """Return the outcomes of a bid, the best first; none where they can't be said in a few words."""
        call, ways = bidding.call, self.ways_of(bidding)
        if call is None or call.number is None or any(way.kind not in IN_A_WORD for way in ways):
            return []
        bidders, others = self.sides(call.player)
        lack = self._lack(call.player)
        return [
            Prospect(
                self._when(way, call.number),
                self._who(way, call.player),
                self._others(way, call.number),
                self.scorers(way, bidders, others),
                way.gains[-1] >= lack and self._wins(bidding, way),
            )
            for way in ways
        ]

    def sides(self, bidder: Seat) -> tuple[And, And]:
        """Return the names of the bidder's side, and of the others."""
        side, seats = self.setup.side_of(bidder), range(self.setup.table.n)
        return And(*self.setup.names(side)), And(
            *self.setup.names(seat for seat in seats if seat not in side)
        )

    def scorers(self, way: Way, bidders: Argument, others: Argument) -> Say:
        """Return who scores, given what these are called."""
        if way.others_score:
            if way.gain > 0:
                said = Say("everyone")
            elif way.partner is not None:
                said = Say("the opponents")
            elif len(self.setup.sides) > 2:
                said = Say("all but {bidders}", bidders=bidders)
            else:
                said = Say("only {others}", others=others)
        elif way.gain > 0:
            words = "only {bidders}" if way.partner is None else "{bidders} and any partner"
            said = Say(words, bidders=bidders)
        else:
            said = Say("nobody")
        always = self._always
        return Say("{scorers}, plus {always}", scorers=said, always=always) if always else said

    def line(self, bidding: Hand) -> Say:
        """Return what a bid brings and costs: "5: +5 if exact, everyone scores if more, 0 if fewer".

        It says nothing in a game where that isn't foretold.
        """
        return self._line(self._chosen(bidding), self.ways_of(bidding)) if self.ways.by_choice else NOTHING

    def lines(self) -> Mapping[Chosen, Say]:
        """Return what each bid brings and costs, by what was chosen."""
        return {chosen: self._line(chosen, ways) for chosen, ways in self.ways.by_choice.items()}

    @cached_property
    def _by_number(self) -> Mapping[object, tuple[Way, ...]]:
        """The ways of each bid that can be made, without anything more, such as blind."""
        if "bid" not in self.ways.by:
            return {}
        place = self.ways.by.index("bid")
        return {
            chosen[place]: ways
            for chosen, ways in self.ways.by_choice.items()
            if ways and not any((*chosen[:place], *chosen[place + 1 :]))
        }

    def _chosen(self, bidding: Hand) -> Chosen:
        return tuple(getattr(bidding, name) for name in self.ways.by)

    def ways_of(self, bidding: Hand) -> tuple[Way, ...]:
        """Return the ways in which a bid can come out, the best first; none if it can't be made."""
        return self.ways.by_choice.get(self._chosen(bidding), ())

    def _totals(self, bidder: Seat, way: Way) -> list[int]:
        return [self.setup.stake + self.state.totals[bidder] + gain for gain in way.gains]

    def _lack(self, bidder: Seat) -> float:
        """Return how much the bidder's side lacks to its target."""
        goal = self.setup.goal(self.setup.side_of(bidder))
        return inf if goal is None else goal - self.state.totals[bidder]

    def _wins(self, bidding: Hand, way: Way) -> bool:
        """Return whether the bidder's side wins for certain if the bid comes out in this way."""
        setup, call = self.setup, bidding.call
        if call is None or setup.game.outcomes[way.outcome].result == MISSED:
            return False
        endings = [setup.ending((played,)) for played in play_out(setup, self.state, bidding, way.over)]
        return all(ending is not None and call.player in ending.winners for ending in endings)

    def _when(self, way: Way, number: int) -> Say:
        """Return how many the bidder's side must take."""
        if number == 0:
            return Say("none") if way.kind == MADE else Say("1 or more")
        if way.kind == EXACT:
            return Say("exactly {number}", number=number)
        if way.kind == OVER:
            is_most = number + 1 == most_strokes(self.setup)
            return Say("{number}" if is_most else "{number} or more", number=number + 1)
        if way.kind == LESS:
            return Say("{number} or fewer", number=number - 1) if number > 1 else Say("none")
        return IN_A_WORD[way.kind]

    def _who(self, way: Way, bidder: Seat) -> Say:
        """Return the new total of the bidder's side."""
        names, totals = And(*self.setup.names(self.setup.side_of(bidder))), self._totals(bidder, way)
        if way.varies or self._always:
            return Say("{names} {total}+", names=names, total=totals[0])
        return Say("{names} {total}", names=names, total=Or(*totals))

    def _others(self, way: Way, number: int) -> Say:
        """Return what the others get."""
        if others := self.setup.game.outcomes[way.outcome].others:
            return others.filled(bid=number)
        if way.partner is not None:
            return Say("any partner scores {score} too, the others score 0", score=way.partner)
        words = "the others score only {always}" if self._always else "the others score 0"
        return Say(words, always=self._always)

    @property
    def _always(self) -> Say:
        return self.setup.game.always_scores(self.setup.table)

    def _line(self, chosen: Chosen, ways: Sequence[Way]) -> Say:
        bid, always = self._name(chosen), self._always
        if not ways:
            return Say("{Bid}: can’t be made", bid=bid)
        brings = Row(*map(_brings, ways), Say("plus {always}", always=always) if always else NOTHING)
        return Say("{Bid}: {brings}" if bid else "{Brings}", bid=bid, brings=brings)

    def _name(self, chosen: Chosen) -> Say:
        """Return what was bid, without the bidder: "5", "zero", "9 blind"; nothing if it has no name."""
        game, said = self.setup.game, NOTHING
        assert game.bidding
        for name, value in zip(self.ways.by, chosen, strict=True):
            entry = game.entries[game.bidding][name]
            if isinstance(entry, Switch):
                word = Say(entry.named if value else "")
            else:
                word = Say(str(value or "zero"))
            said = Say("{bid} {more}", bid=said, more=word) if said and word else said or word
        return said


def _brings(way: Way) -> Say:
    """Return what a bid brings if it comes out in one way."""
    gain, alone = Signed(way.gain), way.alone
    or_more = way.kind == MADE and way.varies
    said = BRINGS[way.kind].filled(gain=Say("{score} or more", score=gain) if or_more else gain)
    if alone is not None and alone != way.gain:
        said = Say("{brings} ({alone} alone)", brings=said, alone=Signed(alone))
    if way.bump:
        return Say("{brings} and a bump of {bump} for the others", brings=said, bump=way.bump)
    if way.each and not way.gain:
        return Say("{brings} and {each} for each opponent", brings=said, each=Signed(way.each))
    return said
