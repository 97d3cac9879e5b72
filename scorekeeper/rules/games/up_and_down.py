"""Up and Down, for coins or for points (texts 000 and 003)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.bidding import (
    ALL_PASS,
    PASSED,
    AdHoc,
    Bid,
    PassedWithTrump,
    SideResult,
    WithPartner,
    own_partner,
    score_bid,
    score_passed,
    sides_of,
    with_partner,
)
from scorekeeper.rules.coin_game import COINS_LEFT, POT, CoinGame
from scorekeeper.rules.entries import Alone, Choice, Count, EachSide, Only, Person, Sides, Switch
from scorekeeper.rules.game import Side, Variant
from scorekeeper.rules.hand import Call, Hand, Line, Played, Scored, VinesTrumpHand
from scorekeeper.rules.house import PointsRules, Rules, Under, stake, target
from scorekeeper.rules.lessons import vines
from scorekeeper.rules.limits import Sum
from scorekeeper.rules.outcome import Outcome, when_exact, when_made, when_missed, when_over
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import NOTHING, Argument, Counted, Say
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import COIN, POINT

TRICKS = 11
"""Tricks of a hand: the whole deck is dealt to five players."""

HALVES = 2 * TRICKS
"""Points of a hand in which every trick is split."""


@dataclass(frozen=True, kw_only=True)
class Red(VinesTrumpHand):
    """The call of red, which a leader makes to play without a partner."""

    red: Annotated[bool, Switch("Red", help="The leader plays alone.", default=False)]


@dataclass(frozen=True, kw_only=True)
class PartnerFound(Red):
    """The partner whom the leader found during the play."""

    partner: Annotated[
        Seat | None,
        Person(
            "Partner",
            ask="Who is the leader’s partner?",
            help="The first to split a trick with them.",
            step="Tap the partner",
            missing="Tap the partner, or that the leader plays alone.",
            null="nobody (plays alone)",
            unless=Only("red", True),
            default=None,
        ),
    ]

    def describe(self, table: Table[Any]) -> Say:
        """Return what was bid, and with whom; "red" says that there was nobody."""
        return (
            self.describe_bid(table)
            if self.red
            else with_partner(self.describe_bid(table), self.partner, table)
        )


@dataclass(frozen=True, kw_only=True)
class PointsTaken(PartnerFound):
    """The points that the two sides took."""

    points: Annotated[
        Sides,
        EachSide(
            "Points",
            ask="How many points did each side take?",
            help="A whole trick is 1 point, and so is each half of a split one.",
            joined="partner",
            high=HALVES,
            at_most=HALVES,
        ),
    ]

    sums_by = "partner"

    @classmethod
    def sums(cls, table: Table[Any], raw: Mapping[str, Any]) -> list[Sum]:
        """Return the bounds of the points, which depend on the partner."""
        ours, theirs = (("points", side) for side in range(2))
        if raw.get("partner") is not None:
            return [Sum({ours: -1, theirs: -1}, -TRICKS - 1), Sum({ours: -1}, -2)]
        at_least = Sum({ours: -1, theirs: -1}, -TRICKS)
        if raw.get("red"):
            return [at_least, Sum({ours: 1}, TRICKS)]
        return [at_least, Sum({ours: 2, theirs: 1}, HALVES)] if "partner" in raw else [at_least]

    def check(self, table: Table[Any], state: State) -> list[Problem]:
        """Refuse points that 11 tricks of one or two points cannot make."""
        ours, both = self.points.bidders, sum(self.points)
        reason = NOTHING
        if both < TRICKS:
            words = "{both} points in all are too few: {tricks} tricks make at least {tricks}."
            reason = Say(words, both=both, tricks=TRICKS)
        elif self.partner is not None and both == TRICKS:
            words = "{both} points in all are too few: the partner and the leader split a trick."
            reason = Say(words, both=both)
        elif self.partner is not None and ours < 2:
            reason = Say("The leader and the partner took both halves of the trick they split.")
        elif self.partner is None and ours > TRICKS:
            words = "A player alone takes at most one half of each trick, so at most {most}."
            reason = Say(words, most=TRICKS)
        elif self.partner is None and not self.red and both > HALVES - ours:
            words = "Without a partner the leader split no trick, so the others have at most {most}."
            reason = Say(words, most=HALVES - 2 * ours)
        return [Problem("points", reason)] if reason else []


@dataclass(frozen=True, kw_only=True)
class UpAndDownRules(Rules):
    stake: Annotated[int, stake(30)]
    opening: Annotated[
        str,
        Choice(
            "Opening",
            {"formal": "Formal: once around the table", "informal": "Informal: quickest player leads"},
            help="Formal: the dealer may take the hand back. Informal: players may pay instead of leading.",
            default="formal",
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class Leader(VinesTrumpHand):
    """The player who took the lead."""

    leader: Annotated[Seat, Person("Leader", ask="Who led?", step="Tap who led", leads=True, saves=True)]

    @property
    def call(self) -> Call:
        """The leader, who names no number."""
        return Call(self.leader)


@dataclass(frozen=True, kw_only=True)
class Lead(Red, Leader):
    """The lead, which may be red."""

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who led, and whether red: "Ann led red"."""
        leader = table.players[self.leader]
        return Say("{leader} led red", leader=leader) if self.red else Say("{leader} led", leader=leader)


@dataclass(frozen=True, kw_only=True)
class Led(PartnerFound, Lead):
    """The lead with the partner."""

    def check(self, table: Table[UpAndDownRules], state: State) -> list[Problem]:
        """Refuse a leader who is their own partner."""
        return own_partner(self.leader, self.partner, table)

    @property
    def call(self) -> Call:
        """The leader with the partner."""
        return Call(self.leader, partner=self.partner)


@dataclass(frozen=True, kw_only=True)
class UpAndDownHand(PointsTaken, Led):
    """The lead, the partner, and the points."""


@dataclass(frozen=True, kw_only=True)
class TakenBack(VinesTrumpHand):
    """A hand in which everyone knocked and the dealer paid instead of leading."""

    taken_back: Annotated[
        bool,
        Alone(
            "Nobody leads: the dealer pays everyone 1",
            help="The dealer pays everyone a coin instead of leading.",
            offered=lambda table: table.rules.opening == "formal",
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class NoLeader(VinesTrumpHand):
    """A hand in which nobody led, and everyone paid for it."""

    no_leader: Annotated[
        bool,
        Alone(
            "Nobody led",
            help="Everyone pays a coin into the pot, and the last player pays two.",
            offered=lambda table: table.rules.opening == "informal",
        ),
    ]
    last: Annotated[
        Seat,
        Person("Last to pay", ask="Who was last to pay?", step="Tap who was last to pay", saves=True),
    ]


LOSER = 2
"""The coins every loser pays, and those the leader pays to every opponent."""


class UpAndDown(CoinGame[UpAndDownRules, UpAndDownHand]):
    key = "up-and-down"
    edition = 2
    name = "Up and Down"
    about = "Every trick has a high and a low half."
    icon = "strokes"
    lesson = vines.UP_AND_DOWN
    also = ("Kew (in northern Tiris)",)
    texts = ("000", "003")
    seats = range(5, 6)
    rules = UpAndDownRules
    hand = UpAndDownHand
    bidding = Lead
    bid_noun = "lead"
    special_hands = (TakenBack, NoLeader)
    outcomes = {
        "made": when_made(
            "Each opponent pays 2. The leader and the partner get 3 each; a leader alone gets 8."
        ),
        "missed": when_missed(
            "The leader pays each opponent 2: 6 in all, or 8 without a partner. The partner pays nothing. A "
            "tie counts as missed."
        ),
        "taken_back": Outcome(
            "taken back", "The dealer pays everyone else 1.", "Taken back", under=Under("opening", "formal")
        ),
        "no_leader": Outcome(
            "nobody led",
            "Everyone pays 1 into the pot, and the last player 2. The winners of the next hand share it.",
            "Nobody led",
            under=Under("opening", "informal"),
        ),
    }
    strokes = ("points",)
    end = f"{CoinGame.end} {COINS_LEFT}"
    rulings = (
        "A leader who finds no partner wins and pays as if red had been called; the texts don’t cover this.",
        "The winning side of the next hand played shares the pot equally, whichever side that is; odd coins "
        "stay in it. The texts only call the pot part of the next prize.",
        "A leader who found no partner, without having said “red”, never split a trick: in each trick they "
        "won only one point was taken, and the app checks the totals by that.",
    )

    def played_out(
        self, table: Table[UpAndDownRules], bidding: Lead, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the lead with a rival as the partner, unless it is red, and alone."""
        for partner in (None,) if bidding.red else (rival, None):
            yield {"partner": partner, "points": Sides(2, TRICKS) if taken < 0 else Sides(TRICKS, 0)}

    def first_action(self, table: Table[UpAndDownRules]) -> str:
        """Return "may lead" in a formal opening, which goes around the table."""
        return "may lead" if table.rules.opening == "formal" else ""

    def describe(self, table: Table[UpAndDownRules], played: Played) -> Say:
        """Return who led and with whom, or who paid for not leading."""
        if isinstance(played.hand, NoLeader):
            return Say("Nobody led, and {last} paid last", last=table.players[played.hand.last])
        if isinstance(played.hand, TakenBack):
            return Say("{dealer} took the hand back", dealer=table.players[played.dealer])
        return super().describe(table, played)

    def score(self, table: Table[UpAndDownRules], state: State, hand: Hand) -> Scored:
        pot: int = state.carry.get("pot", 0)
        if isinstance(hand, NoLeader):
            everyone = Line(tuple(range(table.n)), -1, Say("paid into the pot, as nobody led"), POT)
            last = Line((hand.last,), -1, Say("paid 1 more for being last"), POT)
            return Scored("no_leader", (everyone, last), {"pot": pot + table.n + 1})
        if not isinstance(hand, UpAndDownHand):
            return self._taken_back(table, state)
        winners, outcome, lines = self._pay(table, hand)
        share, odd = divmod(pot, len(winners))
        if share:
            lines += (Line(winners, share, pot_share(pot, odd, len(winners)), POT),)
        return Scored(outcome, lines, {"pot": odd} if odd else {})

    def _taken_back(self, table: Table[UpAndDownRules], state: State) -> Scored:
        dealer, others = sides_of(state.dealer, None, table)
        paid = Say("took the hand back and paid 1 to each of the other {others}", others=len(others))
        got = Say("{dealer} took the hand back", dealer=table.players[state.dealer])
        return Scored(
            "taken_back",
            (Line(dealer, -len(others), paid), Line(others, 1, got, mirrors=True)),
            state.carry,
        )

    def _pay(self, table: Table[UpAndDownRules], hand: UpAndDownHand) -> tuple[Side, str, tuple[Line, ...]]:
        """Return who won, the outcome, and what was paid apart from the pot."""
        ours, theirs = sides_of(hand.leader, hand.partner, table)
        bidders, others = hand.points
        how: dict[str, Argument] = {"leader": table.players[hand.leader], "points": bidders, "others": others}
        stake = LOSER * len(theirs)
        figures: dict[str, Argument] = {"points": bidders, "others": others, "each": LOSER}
        if bidders > others:
            half = Say("made it {points} to {others}, half of the {stake} paid")
            made = half if len(ours) > 1 else Say("made it {points} to {others}, {each} from each opponent")
            made = lone(hand, made.filled(**figures, stake=stake))
            lost = Say("{leader} made it {points} to {others}", **how)
            got = Line(ours, stake // len(ours), made)
            return ours, "made", (got, Line(theirs, -LOSER, lost, mirrors=True))
        missed = Say("missed it {points} to {others} and paid {each} to each opponent", **figures)
        paid = [Line((hand.leader,), -stake, lone(hand, missed))]
        if hand.partner is not None:
            paid.append(Line((hand.partner,), 0, Say("only the leader pays for a miss")))
        won = Say("{leader} missed it {points} to {others}", **how)
        return theirs, "missed", (*paid, Line(theirs, LOSER, won, mirrors=True))


def lone(hand: UpAndDownHand, how: Say) -> Say:
    """Return how the lead came out, after whether the leader played alone."""
    if hand.partner is not None:
        return how
    return Say("red, {how}", how=how) if hand.red else Say("alone, {how}", how=how)


def pot_share(pot: int, odd: int, winners: int) -> Say:
    """Return why winners get coins from the pot, with the odd coins that stay in it."""
    share = Say("a share of the pot of {pot}") if winners > 1 else Say("won the pot of {pot}")
    share = share.filled(pot=pot)
    return Say("{share}; {odd} left in it", share=share, odd=Counted(odd, COIN)) if odd else share


@dataclass(frozen=True, kw_only=True)
class PointsGameRules(PointsRules):
    target: Annotated[int, target(60)]


@dataclass(frozen=True, kw_only=True)
class PointsBid(Red, Bid):
    bid: Annotated[int, Count("Bid", ask="For how many?", low=3, high=HALVES, saves=True)]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who bid how many, and whether red: "Bea bid 6 red"."""
        bid = super().describe_bid(table)
        return Say("{bid} red", bid=bid) if self.red else bid


@dataclass(frozen=True, kw_only=True)
class PointsHand(PointsTaken, WithPartner, PointsBid):
    """The bid, the partner who first split a trick with the bidder, and the points."""


class UpAndDownPoints(AdHoc[PointsGameRules, PointsHand]):
    key = "up-and-down-points"
    edition = 2
    name = "Up and Down, Points"
    about = "Up and Down with bids, for points."
    variant = Variant("up-and-down", "for points")
    lesson = vines.UP_AND_DOWN_POINTS
    also = ("Kew (in northern Tiris)",)
    texts = ("003", "000")
    seats = range(5, 6)
    rules = PointsGameRules
    hand = PointsHand
    bidding = PointsBid
    special_hands = (PassedWithTrump,)
    outcomes = {
        "exact": when_exact(
            "The bidder and the partner score their side’s points each; the others score nothing."
        ),
        "over": when_over(
            "Everyone scores the points of their side.", others=Say("everyone scores their side’s points")
        ),
        "missed": when_missed(
            "The bidder and the partner score nothing; the others score their side’s points each.",
            others=Say("each opponent scores their side’s points"),
        ),
        **PASSED,
    }
    strokes = ("points",)
    rulings = (
        "Each of the others scores the full points of their side, just as the bidders do; the texts don’t "
        "say whose tricks are meant.",
        "A bid too high to make alone can still be played red; it is missed.",
        ALL_PASS,
        "Ties are decided as in Bishop, since the texts don’t cover them: the bidder wins, then the partner, "
        "then the first player from the dealer’s left.",
    )

    def played_out(
        self, table: Table[PointsGameRules], bidding: PointsBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the most points for the others: with a rival as the partner, with another player, alone."""
        if taken >= 2 and not bidding.red:
            another = next(seat for seat in range(table.n) if seat not in (bidding.bidder, rival))
            for partner in (rival, another):
                yield {"partner": partner, "points": Sides(taken, HALVES - taken)}
        if taken <= TRICKS:
            split = taken if bidding.red else 2 * taken
            yield {"partner": None, "points": Sides(taken, HALVES - split)}

    def score(self, table: Table[PointsGameRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, PointsHand):
            return score_passed(table)
        ours, theirs = (
            SideResult(side, points, Counted(points, POINT))
            for side, points in zip(sides_of(hand.bidder, hand.partner, table), hand.points, strict=True)
        )
        outcome, lines = score_bid(table, hand.bid, POINT, ours, [theirs])
        return Scored(outcome, tuple(lines))
