"""Up and Down, for coins or for points (texts 000 and 003)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.bidding import (
    PASSED,
    AdHoc,
    Allied,
    Bid,
    Party,
    Passed,
    own_partner,
    pass_on,
    settle,
    teams,
    with_partner,
)
from scorekeeper.rules.coin_game import POT, CoinGame
from scorekeeper.rules.entries import Alone, Choice, Count, EachSide, Only, Person, Sides, Switch
from scorekeeper.rules.game import Side
from scorekeeper.rules.hand import Call, Hand, Line, Played, Scored, VinesHand
from scorekeeper.rules.house import PointsRules, Rules, stake, target
from scorekeeper.rules.limits import Sum
from scorekeeper.rules.outcome import EXACT, MADE, MISSED, OVER, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import COIN, POINT, counted

TRICKS = 11
"""The whole deck is dealt to five players."""

HALVES = 2 * TRICKS
"""The points of a hand in which every trick is split."""


@dataclass(frozen=True, kw_only=True)
class Red(VinesHand):
    """Whoever leads may call red, and then plays without a partner."""

    red: Annotated[bool, Switch("Red", help="Called with the first lead: no partner.", default=False)]


@dataclass(frozen=True, kw_only=True)
class Found(Red):
    """The partner whom the play brought."""

    partner: Annotated[
        Seat | None,
        Person(
            "Partner",
            ask="Who split a trick with the leader first?",
            null="nobody: plays alone",
            unless=Only("red", True),
            default=None,
        ),
    ]

    def describe(self, table: Table[Any]) -> str:
        """What was called, and with whom it was played; red says itself that nobody was there."""
        return (
            self.describe_bid(table)
            if self.red
            else with_partner(self.describe_bid(table), self.partner, table)
        )


@dataclass(frozen=True, kw_only=True)
class Taken(Found):
    """What the two sides took."""

    points: Annotated[
        Sides,
        EachSide(
            "Points",
            ask="What was taken?",
            help="Each whole trick, high half or low half is one point.",
            joined="partner",
            high=HALVES,
            at_most=HALVES,
        ),
    ]

    sums_by = "partner"

    @classmethod
    def sums(cls, table: Table[Any], said: Mapping[str, Any]) -> list[Sum]:
        """Every trick is at least one point, and what more it is depends on the partner."""
        ours, theirs = (("points", side) for side in range(2))
        if said.get("partner"):
            return [Sum({ours: -1, theirs: -1}, -TRICKS - 1), Sum({ours: -1}, -2)]
        at_least = Sum({ours: -1, theirs: -1}, -TRICKS)
        if said.get("red"):
            return [at_least, Sum({ours: 1}, TRICKS)]
        return [at_least, Sum({ours: 2, theirs: 1}, HALVES)] if "partner" in said else [at_least]

    def check(self, table: Table[Any], state: State) -> list[Problem]:
        """Every trick is one point, or two if it was split."""
        ours, together = self.points.bidders, sum(self.points)
        reason = ""
        if together < TRICKS:
            reason = f"{together} together are too few; {TRICKS} tricks are at least {TRICKS} points"
        elif self.partner is not None and together == TRICKS:
            reason = f"{together} together are too few; the partner split a trick with the leader"
        elif self.partner is not None and ours < 2:
            reason = "both halves of the trick that brought the partner are the bidders'"
        elif self.partner is None and ours > TRICKS:
            reason = f"alone nobody takes more than one half of a trick, so at most {TRICKS} in all"
        elif self.partner is None and not self.red and together > HALVES - ours:
            most = HALVES - 2 * ours
            reason = f"without a partner no trick of the leader was split, so the others have at most {most}"
        return [Problem("points", f"Points: {reason}.")] if reason else []


@dataclass(frozen=True, kw_only=True)
class UpAndDownRules(Rules):
    stake: Annotated[int, stake(30)]
    opening: Annotated[
        str,
        Choice(
            "Opening",
            {"formal": "Formal: once around the table", "informal": "Informal: whoever is quickest"},
            help="Formally the dealer may take the hand back; informally players may pay not to lead.",
            default="formal",
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class Leader(VinesHand):
    leader: Annotated[Seat, Person("Leader", ask="Who leads?", leads=True, saves=True)]

    @property
    def call(self) -> Call:
        """The leader, who names no number."""
        return Call(self.leader)


@dataclass(frozen=True, kw_only=True)
class Lead(Red, Leader):
    """Who leads, and whether red."""

    def describe_bid(self, table: Table[Any]) -> str:
        """Who leads, and whether red."""
        return f"{table.players[self.leader]} led{' red' if self.red else ''}"


@dataclass(frozen=True, kw_only=True)
class Led(Found, Lead):
    """The leader with the partner."""

    def check(self, table: Table[UpAndDownRules], state: State) -> list[Problem]:
        """Nobody is their own partner."""
        return own_partner(self.leader, self.partner, table)

    @property
    def call(self) -> Call:
        """The leader with the partner."""
        return Call(self.leader, partner=self.partner)


@dataclass(frozen=True, kw_only=True)
class UpAndDownHand(Taken, Led):
    """Who led, with whom, and what was taken."""


@dataclass(frozen=True, kw_only=True)
class TakenBack(VinesHand):
    """Everybody knocked, and the dealer did not lead either."""

    taken_back: Annotated[
        bool,
        Alone(
            "The dealer takes back",
            help="The dealer pays a coin to everybody instead of leading.",
            offered=lambda table: table.rules.opening == "formal",
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class NoLeader(VinesHand):
    """Nobody took the lead, and everybody paid for it."""

    no_leader: Annotated[
        bool,
        Alone(
            "Nobody leads",
            help="Everybody pays a coin into the pot, the last one two.",
            offered=lambda table: table.rules.opening == "informal",
        ),
    ]
    last: Annotated[
        Seat, Person("Last", ask="Who was last to pay?", saves=True, missing="Tap who paid last.")
    ]


LOSER = 2
"""What every loser pays, and what the leader pays to every opponent."""


class UpAndDown(CoinGame[UpAndDownRules, UpAndDownHand]):
    key = "up-and-down"
    name = "Up and Down"
    about = "Tricks have a high and a low half; whoever leads must take more than half, for coins."
    also = ("Kew (in northern Tiris)",)
    texts = ("000", "003")
    seats = range(5, 6)
    rules = UpAndDownRules
    hand = UpAndDownHand
    bidding = Lead
    bid_noun = "lead"
    special_hands = (TakenBack, NoLeader)
    outcomes = {
        "made": Outcome(
            "made it",
            "Every loser pays 2. Leader and partner get 3 each; a leader alone gets all 8.",
            result=MADE,
        ),
        "missed": Outcome(
            "missed",
            "The leader pays 2 to each opponent; the partner pays nothing. A tie is a miss.",
            result=MISSED,
        ),
        "taken_back": Outcome("taken back", "The dealer pays 1 to everybody else.", "Taken back"),
        "no_leader": Outcome(
            "nobody leads",
            "Everybody pays 1 into the pot, the last one 2. The winners of the next hand share it.",
            "Nobody leads",
        ),
    }
    rulings = (
        "A leader who finds no partner is paid and pays as if red had been called; the texts are silent.",
        "The pot goes to the winning side of the next hand that is played, whichever side that is, in equal "
        "parts; what does not divide stays in the pot. The texts only call it a part of the next prize.",
        "In a hand without a partner no trick was split with the leader, and that bounds the points.",
    )

    def first_action(self, table: Table[UpAndDownRules]) -> str:
        """Nobody bids: formally the lead is offered around the table, informally the quickest takes it."""
        return "may lead" if table.rules.opening == "formal" else ""

    def describe(self, table: Table[UpAndDownRules], played: Played) -> str:
        """Who led and with whom, or who paid for not leading."""
        if isinstance(played.hand, NoLeader):
            return f"Nobody led, and {table.players[played.hand.last]} paid last"
        if isinstance(played.hand, TakenBack):
            return f"{table.players[played.dealer]} took the hand back"
        return super().describe(table, played)

    def score(self, table: Table[UpAndDownRules], state: State, hand: Hand) -> Scored:
        pot: int = state.carry.get("pot", 0)
        if isinstance(hand, NoLeader):
            everybody = Line(tuple(range(table.n)), -1, Reason("paid into the pot: nobody led"), POT)
            last = Line((hand.last,), -1, Reason("paid one more for being last"), POT)
            return Scored("no_leader", (everybody, last), {"pot": pot + table.n + 1})
        if not isinstance(hand, UpAndDownHand):
            return self._taken_back(table, state)
        winners, outcome, lines = self._settled(table, hand)
        share, odd = divmod(pot, len(winners))
        if share:
            each = " each" if len(winners) > 1 else ""
            left = f"; {counted(odd, COIN)} left in it" if odd else ""
            lines += (Line(winners, share, Reason(f"the pot of {pot}: {share}{each}{left}"), POT),)
        return Scored(outcome, lines, {"pot": odd} if odd else {})

    def _taken_back(self, table: Table[UpAndDownRules], state: State) -> Scored:
        dealer, others = teams(state.dealer, None, table)
        lines = (
            Line(dealer, -len(others), Reason(f"took the hand back: 1 to each of the other {len(others)}")),
            Line(others, 1, Reason(f"{table.players[state.dealer]} took the hand back"), mirrors=True),
        )
        return Scored("taken_back", lines, state.carry)

    def _settled(
        self, table: Table[UpAndDownRules], hand: UpAndDownHand
    ) -> tuple[Side, str, tuple[Line, ...]]:
        """Who has won, and what is paid without the pot."""
        ours, theirs = teams(hand.leader, hand.partner, table)
        leader, all_of_it = table.players[hand.leader], LOSER * len(theirs)
        standing = f"{hand.points.bidders} to {hand.points.others}"
        lone = "" if hand.partner is not None else "red, " if hand.red else "alone, "
        if hand.points.bidders > hand.points.others:
            share = f"half of the {all_of_it} paid" if len(ours) > 1 else f"{LOSER} from each"
            got = Line(ours, all_of_it // len(ours), Reason(f"{lone}made it, {standing}: {share}"))
            return (
                ours,
                "made",
                (
                    got,
                    Line(theirs, -LOSER, Reason(f"paid {LOSER}: {leader} made it, {standing}"), mirrors=True),
                ),
            )
        paid = [
            Line((hand.leader,), -all_of_it, Reason(f"{lone}missed it, {standing}: {LOSER} to each opponent"))
        ]
        if hand.partner is not None:
            paid.append(Line((hand.partner,), 0, Reason("nothing: only the leader pays for a miss")))
        got = Line(
            theirs, LOSER, Reason(f"got {LOSER} from {leader}, who missed it, {standing}"), mirrors=True
        )
        return theirs, "missed", (*paid, got)


@dataclass(frozen=True, kw_only=True)
class PointsGameRules(PointsRules):
    target: Annotated[int, target(60)]


@dataclass(frozen=True, kw_only=True)
class PointsBid(Red, Bid):
    bid: Annotated[int, Count("Bid", ask="For how many?", low=3, high=HALVES, saves=True)]

    def describe_bid(self, table: Table[Any]) -> str:
        """Who plays, for how much, and whether red."""
        return f"{super().describe_bid(table)}{' red' if self.red else ''}"


@dataclass(frozen=True, kw_only=True)
class PointsHand(Taken, Allied, PointsBid):
    """The bidder leads; the partner is whoever splits a trick with them first."""


class UpAndDownPoints(AdHoc[PointsGameRules, PointsHand]):
    key = "up-and-down-points"
    name = "Up and Down, Points"
    about = "Up and Down with bids, for points."
    also = ("Kew (in northern Tiris)",)
    texts = ("003", "000")
    seats = range(5, 6)
    rules = PointsGameRules
    hand = PointsHand
    bidding = PointsBid
    special_hands = (Passed,)
    outcomes = {
        "exact": Outcome(
            "made it exactly",
            "Bidder and partner score their side's points each; the others nothing.",
            result=EXACT,
        ),
        "over": Outcome("went over", "Everybody scores the points of their side.", result=OVER),
        "missed": Outcome(
            "missed", "Bidder and partner score nothing; the others their side's points each.", result=MISSED
        ),
        **PASSED,
    }
    rulings = (
        "The others score the points of their team, each of them the full number, just as the bidders do; "
        "the texts leave open whose tricks are meant.",
        "A bid too high to be made alone can still be played red; it is missed.",
        "Ties are decided as in Bishop, since the texts are silent: the bidder, then the partner, then "
        "whoever sits first from the dealer's left.",
    )

    def score(self, table: Table[PointsGameRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, PointsHand):
            return pass_on(table)
        ours, theirs = (
            Party(side, points, counted(points, POINT) if points else "no point")
            for side, points in zip(teams(hand.bidder, hand.partner, table), hand.points, strict=True)
        )
        outcome, lines = settle(hand.bid, POINT, ours, [theirs])
        return Scored(outcome, tuple(lines))
