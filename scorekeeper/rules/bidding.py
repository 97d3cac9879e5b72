"""Games in which the highest bid counts: what it scores, and who wins a tie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from scorekeeper.rules.entries import Alone, Count, Person, Switch
from scorekeeper.rules.game import Game, H, R, Side
from scorekeeper.rules.hand import Call, Line, Played, Scored, VinesHand, VinesTrumpHand
from scorekeeper.rules.outcome import BY_TIE, Ending, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import And, Argument, Counted, Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import TRICK, Noun


@dataclass(frozen=True, kw_only=True)
class Bidder(VinesHand):
    """The player who won the bid."""

    bidder: Annotated[Seat, Person("Bidder", ask="Who won the bid?", step="Tap who won the bid", leads=True)]

    @property
    def call(self) -> Call:
        """The bidder."""
        return Call(self.bidder)


@dataclass(frozen=True, kw_only=True)
class Bid(Bidder):
    """The winning bid and its bidder; each game sets the bounds of its bids."""

    bid: Annotated[int | str, Count("Bid", ask="For how many?", saves=True)]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who bid how many: "Bea bid 5"."""
        return Say("{bidder} bid {bid}", bidder=table.players[self.bidder], bid=say_bid(self.bid))

    @property
    def call(self) -> Call:
        """The bidder with the bid, where it is a number."""
        return Call(self.bidder, self.bid if isinstance(self.bid, int) else None)


BIDS = {0: Say("zero"), "double zero": Say("double zero"), "less": Say("less")}
"""The bids that players say by a word."""


def say_bid(bid: int | str) -> Argument:
    """Return what was bid, as players say it."""
    return BIDS.get(bid, bid)


ZERO_BIDS = Switch(
    "Zero and double zero", help="A player, or both partners, may bid to take no tricks.", default=False
)
"""The house rule of partnership games under which a side may bid to take nothing."""


def zero_and_double(table: Table[Any]) -> tuple[int | str, ...]:
    """Return the bids that this house rule adds."""
    return (0, "double zero") if table.rules.zero_bids else ()


@dataclass(frozen=True, kw_only=True)
class WithPartner(Bidder):
    """The partner whom the play gave the bidder, for this hand only."""

    partner: Annotated[
        Seat | None,
        Person(
            "Partner",
            ask="Who is the partner?",
            step="Tap the partner",
            missing="Tap the partner, or that the bidder plays alone.",
            null="nobody (plays alone)",
        ),
    ]

    def describe(self, table: Table[Any]) -> Say:
        """Return who bid how many, and with whom: "Bea bid 6 with Dee"."""
        return with_partner(self.describe_bid(table), self.partner, table)

    def check(self, table: Table[Any], state: State) -> list[Problem]:
        """Refuse a bidder who is their own partner."""
        return own_partner(self.bidder, self.partner, table)

    @property
    def call(self) -> Call:
        """The bidder with the partner."""
        return super().call._replace(partner=self.partner)


def with_partner(bid: Say, partner: Seat | None, table: Table[Any]) -> Say:
    """Return a bid in words with the partner: "Bea bid 6 with Dee", "Bea bid 6 alone"."""
    if partner is None:
        return Say("{bid} alone", bid=bid)
    return Say("{bid} with {partner}", bid=bid, partner=table.players[partner])


def own_partner(player: Seat, partner: Seat | None, table: Table[Any]) -> list[Problem]:
    """Return the problem if a player is named as their own partner."""
    if player != partner:
        return []
    own = Say("{name} can’t be their own partner. Tap another player.", name=table.players[player])
    return [Problem("partner", own)]


def sides_of(player: Seat, partner: Seat | None, table: Table[Any]) -> tuple[Side, Side]:
    """Return the two sides of this hand: the player with the partner, and everyone else."""
    side = (player,) if partner is None else (player, partner)
    return side, tuple(seat for seat in range(table.n) if seat not in side)


@dataclass(frozen=True, kw_only=True)
class Passed(VinesHand):
    """A hand for which nobody bid."""

    passed: Annotated[bool, Alone("Everyone passed")]


@dataclass(frozen=True, kw_only=True)
class PassedWithTrump(VinesTrumpHand, Passed):
    """A hand for which nobody bid, in a game that always has a trump."""


PASSED: Mapping[str, Outcome] = {
    "passed": Outcome("everyone passed", "Nobody scores; the next player deals.")
}


def score_passed(table: Table[Any]) -> Scored:
    """Return the score of a hand for which nobody bid."""
    return Scored("passed", (Line(tuple(range(table.n)), 0, Say("everyone passed")),))


class SideResult(NamedTuple):
    """The sum of what players on one side took.

    Attributes:
        seats: the players.
        points: how many tricks or points they took.
        taken: the same in words: "5 tricks", "4 tricks and 2 thieves".
    """

    seats: tuple[Seat, ...]
    points: int
    taken: Say


def score_bid(
    table: Table[Any], bid: int, unit: Noun, bidders: SideResult, others: Sequence[SideResult]
) -> tuple[str, list[Line]]:
    """Return the outcome of a bid and the lines of its score, as in Coralon (text 000).

    ``unit`` is what was bid for: TRICK or POINT.
    """
    seats, points, taken = bidders
    if points < bid:
        missed = Say("missed the bid of {bid} by {short}", bid=bid, short=bid - points)
        return "missed", [Line(seats, 0, missed), *score_taken(others)]
    if points > bid:
        over = Say("took {taken}, {more} over the bid of {bid}", taken=taken, more=points - bid, bid=bid)
        return "over", [Line(seats, points, over), *score_taken(others)]
    exactly = Say("took exactly the {bid} bid", bid=Counted(bid, unit))
    if taken != Counted(bid, unit):
        exactly = Say("{exactly}: {taken}", exactly=exactly, taken=taken)
    everyone_else = tuple(sorted(seat for side in others for seat in side.seats))
    nothing = Say("{bidders} made the bid exactly", bidders=(*table.names(seats),))
    return "exact", [Line(seats, bid, exactly), Line(everyone_else, 0, nothing)]


def score_taken(sides: Sequence[SideResult]) -> list[Line]:
    """Return the lines for sides that score what they took; those who took the same share a line."""
    alike: dict[tuple[int, Say], tuple[Seat, ...]] = {}
    for seats, points, taken in sides:
        alike[points, taken] = alike.get((points, taken), ()) + seats
    return [Line(seats, points, Say("took {taken}", taken=taken)) for (points, taken), seats in alike.items()]


def at_seats(table: Table[Any], figures: Mapping[Seat, int]) -> PerSeat:
    """Return a figure for each seat, given those that are not 0."""
    return tuple(figures.get(seat, 0) for seat in range(table.n))


def bidder_and_others(tricks: PerSeat, bidder: Seat) -> tuple[SideResult, list[SideResult]]:
    """Return the tricks of the bidder, and those of each of the others."""
    results = [SideResult((seat,), count, Counted(count, TRICK)) for seat, count in enumerate(tricks)]
    return results.pop(bidder), results


def zero_made(table: Table[Any], bidder: Seat, bid: int | str) -> Say:
    """Return why the others score nothing when a zero bid was made."""
    return Say("{bidder} bid {bid} and made it", bidder=table.players[bidder], bid=say_bid(bid))


def bump(others: Side, bid: int) -> Line:
    """Return the line for the bump that the others get for a missed bid."""
    return Line(others, bid, Say("bump for the missed bid of {bid}", bid=bid), bump=True)


def tie_to_bidder(table: Table[Any], last: Played, tied: Sequence[Side]) -> Ending:
    """Return the win of the last hand's bidder, if tied; else of their partner; else of the first player.

    The first player is the one who sits first from the dealer's left.
    """
    seats = {seat for side in tied for seat in side}
    call = last.hand.call
    roles: list[tuple[Seat | None, Say]] = []
    if call is not None:
        roles = [(call.player, Say("the bidder")), (call.partner, Say("the bidder’s partner"))]
    roles += [(seat, Say("the first from the dealer’s left")) for seat in table.around(last.dealer)]
    winner, role = next((seat, role) for seat, role in roles if seat is not None and seat in seats)
    return tie_won(table, last, (winner,), role)


def tie_won(table: Table[Any], last: Played, winners: Side, role: Say) -> Ending:
    """Return the ending of a tie that goes to one side because of its role in the last hand."""
    why = Say(
        "{names} wins the tie at {total} as {role}",
        "{names} win the tie at {total} as {role}",
        len(winners),
        names=And(*table.names(winners)),
        total=last.totals[winners[0]],
        role=role,
    )
    return Ending(winners, why, BY_TIE)


ALL_PASS = "If everyone passes, the next player deals; the text doesn’t cover this."
"""The ruling of the games in which nobody has to bid."""

DEALER_MUST_BID = (
    "If everyone else passes, the dealer must bid the minimum or more, as in Coralon; the text doesn’t cover "
    "this."
)
"""The ruling of the games that are like Coralon in this."""


class CutThroat(Game[R, H]):
    """A game in which everyone bids for themselves, with the tie rule of Coralon (texts 000 and 002)."""

    icon = "strokes"
    dealer_must_bid = True
    end = (
        "Once someone has reached the target, the highest total wins. In a tie, the bidder of the last hand "
        "wins. If the bidder isn’t tied, the first tied player counting from the dealer’s left does."
    )

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending:
        """Return the win of the last hand's bidder, if tied; else of the first from the dealer's left."""
        return tie_to_bidder(table, last, tied)


class Partnership(Game[R, H]):
    """A game in which seats 1 and 3 play seats 2 and 4; a tie at the target goes to the side that bid."""

    icon = "partners"
    seats = range(4, 5)
    end = "Once a side has reached the target, the higher total wins. A tie goes to the side that bid."
    partners: ClassVar[tuple[Side, Side]] = ((0, 2), (1, 3))

    def sides(self, table: Table[R]) -> tuple[Side, ...]:
        """Return the two partnerships."""
        return self.partners

    def of(self, seat: Seat) -> tuple[Side, Side]:
        """Return the side of a player, and the other one."""
        own = seat % 2
        return self.partners[own], self.partners[1 - own]

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending | None:
        """Return the win of the side that bid on the last hand; where nobody did, both sides share it."""
        call = last.hand.call
        if call is None:
            return super().break_tie(table, last, tied)
        bidders, _ = self.of(call.player)
        return tie_won(table, last, bidders, Say("the side that bid"))


class AdHoc(Game[R, H]):
    """A game in which everyone has their own score, and partners change with every hand (text 000)."""

    icon = "strokes"
    end = (
        "Once someone has reached the target, the highest total wins. In a tie, the bidder of the last hand "
        "wins. If the bidder isn’t tied, the bidder’s partner does; if neither is, the first tied player "
        "counting from the dealer’s left does."
    )

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending:
        """Return the win of the last hand's bidder, if tied; else the partner; else the first to the left."""
        return tie_to_bidder(table, last, tied)
