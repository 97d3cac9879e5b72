"""Games in which the highest bid counts: what it scores, and who wins a tie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from scorekeeper.rules.entries import Alone, Count, Person, Switch
from scorekeeper.rules.game import Game, H, R, Side
from scorekeeper.rules.hand import Call, Line, Played, Scored, VinesHand
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import TRICK, Noun, counted, spelled


@dataclass(frozen=True, kw_only=True)
class Bidder(VinesHand):
    """Who won the bidding."""

    bidder: Annotated[
        Seat, Person("High bidder", ask="Who plays?", leads=True, missing="Tap who won the bid.")
    ]

    @property
    def call(self) -> Call:
        """The bidder."""
        return Call(self.bidder)


@dataclass(frozen=True, kw_only=True)
class Bid(Bidder):
    """Who won the bidding, and for how much; each game sets the bounds of its bids."""

    bid: Annotated[int | str, Count("Bid", ask="For how many?", saves=True)]

    def describe_bid(self, table: Table[Any]) -> str:
        """Who plays, and for how much."""
        return f"{table.players[self.bidder]} bid {self.bid or 'zero'}"

    @property
    def call(self) -> Call:
        """The bidder with the bid, where it is a number."""
        return Call(self.bidder, self.bid if isinstance(self.bid, int) else None)


ZERO_BIDS = Switch(
    "Zero and double zero", help="A player, or both partners, may bid to take no trick.", default=False
)
"""The house rule of partnership games under which a side may bid to take nothing."""


def zero_and_double(table: Table[Any]) -> tuple[int | str, ...]:
    """The bids that this house rule adds."""
    return (0, "double zero") if table.rules.zero_bids else ()


@dataclass(frozen=True, kw_only=True)
class Allied(Bidder):
    """The partner whom the play brought to the bidder, for this hand only."""

    partner: Annotated[Seat | None, Person("Partner", ask="Who is the partner?", null="nobody: plays alone")]

    def describe(self, table: Table[Any]) -> str:
        """Who plays, for how much, and with whom."""
        return with_partner(self.describe_bid(table), self.partner, table)

    def check(self, table: Table[Any], state: State) -> list[Problem]:
        """Nobody is their own partner."""
        return own_partner(self.bidder, self.partner, table)

    @property
    def call(self) -> Call:
        """The bidder with the partner."""
        return super().call._replace(partner=self.partner)


def with_partner(bid: str, partner: Seat | None, table: Table[Any]) -> str:
    """Return what was bid, and with whom: "Bea bid 6 with Dee"."""
    return f"{bid} alone" if partner is None else f"{bid} with {table.players[partner]}"


def own_partner(player: Seat, partner: Seat | None, table: Table[Any]) -> list[Problem]:
    """What is wrong when somebody is named as their own partner."""
    if player != partner:
        return []
    return [
        Problem("partner", f"Partner: {table.players[player]} plays already; a partner is somebody else.")
    ]


def teams(player: Seat, partner: Seat | None, table: Table[Any]) -> tuple[Side, Side]:
    """Who plays this hand together, and everybody else."""
    side = (player,) if partner is None else (player, partner)
    return side, tuple(seat for seat in range(table.n) if seat not in side)


@dataclass(frozen=True, kw_only=True)
class Passed(VinesHand):
    """A hand for which nobody bid."""

    passed: Annotated[bool, Alone("Everybody passed")]


PASSED: Mapping[str, Outcome] = {"passed": Outcome("passed", "Nobody bid: no score, the deal passes on.")}


def pass_on(table: Table[Any]) -> Scored:
    """What comes of a hand for which nobody bid."""
    return Scored("passed", (Line(tuple(range(table.n)), 0, Reason("nothing: everybody passed")),))


class Party(NamedTuple):
    """Players who play a hand together, and what they took: the figure, and the words for it."""

    seats: tuple[Seat, ...]
    points: int
    took: str


def settle(bid: int, unit: Noun, bidders: Party, others: Sequence[Party]) -> tuple[str, list[Line]]:
    """The outcome of a bid and its explanation, as in Coralon (text 000).

    ``unit`` is what was bid for: TRICK or POINT.
    """
    if bidders.points == bid:
        everybody_else = tuple(sorted(seat for party in others for seat in party.seats))
        made_of = "" if bidders.took == counted(bid, unit) else f": {bidders.took}"
        return "exact", [
            Line(bidders.seats, bid, Reason(f"took exactly the {counted(bid, unit)} bid{made_of}")),
            Line(everybody_else, 0, Reason("nothing: the bid was matched exactly")),
        ]
    if bidders.points > bid:
        more = spelled(bidders.points - bid)
        first = Line(
            bidders.seats, bidders.points, Reason(f"{bidders.took}, {more} more than the bid of {bid}")
        )
        return "over", [first, *took(others)]
    short = spelled(bid - bidders.points)
    return "missed", [
        Line(bidders.seats, 0, Reason(f"missed the bid of {bid} by {short}: nothing")),
        *took(others),
    ]


def took(parties: Sequence[Party]) -> list[Line]:
    """Everybody scores what they took; those who took the same share a line."""
    alike: dict[tuple[int, str], tuple[Seat, ...]] = {}
    for seats, points, words in parties:
        alike[points, words] = alike.get((points, words), ()) + seats
    return [Line(seats, points, Reason(words)) for (points, words), seats in alike.items()]


def tricks(count: int) -> str:
    """The words for a number of tricks."""
    return counted(count, TRICK) if count else "no trick"


def alone(counts: PerSeat, bidder: Seat) -> tuple[Party, list[Party]]:
    """The bidder, and each of the others, with the tricks they took."""
    parties = [Party((seat,), count, tricks(count)) for seat, count in enumerate(counts)]
    return parties.pop(bidder), parties


def tie_to_bidder(table: Table[Any], last: Played, tied: Sequence[Side]) -> Ending:
    """Return the win of the last hand's bidder, if tied; else of their partner; else of the first player.

    The first player is the one who sits first from the dealer's left.
    """
    seats = {seat for side in tied for seat in side}
    call = last.hand.call
    roles: list[tuple[Seat | None, str]] = []
    if call is not None:
        roles = [(call.player, "the bidder"), (call.partner, "the bidder's partner")]
    roles += [(seat, "the first from the dealer's left") for seat in table.around(last.dealer)]
    winner, role = next((seat, role) for seat, role in roles if seat is not None and seat in seats)
    return tie_won(table, last, (winner,), role)


def tie_won(table: Table[Any], last: Played, winners: Side, role: str) -> Ending:
    """Return the ending of a tie that goes to one side because of its role in the last hand."""
    win = "win" if len(winners) > 1 else "wins"
    words = f"{{names}} {win} the tie at {{total}} as {{role}}"
    total = last.totals[winners[0]]
    return Ending(winners, Reason(words, names=(*table.names(winners),), total=total, role=role))


class CutThroat(Game[R, H]):
    """A game in which everyone bids for themselves, with the tie rule of Coralon (texts 000 and 002)."""

    end = (
        "Once someone has reached the target, the highest total wins. A tie goes to the bidder of the last "
        "hand or, if the bidder isn't in it, to the tied player who sits first from the dealer's left."
    )

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending:
        """Return the win of the last hand's bidder, if tied; else of the first from the dealer's left."""
        return tie_to_bidder(table, last, tied)


class Partnership(Game[R, H]):
    """A game in which seats 1 and 3 play seats 2 and 4; a tie at the target goes to the side that bid."""

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
        return tie_won(table, last, bidders, "the side that bid")


class AdHoc(Game[R, H]):
    """A game in which everyone has their own score, and partners change with every hand (text 000)."""

    end = (
        "Once someone has reached the target, the highest total wins. A tie goes to the bidder of the last "
        "hand, then to the bidder's partner, then to the tied player who sits first from the dealer's left."
    )

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending:
        """Return the win of the last hand's bidder, if tied; else the partner; else the first to the left."""
        return tie_to_bidder(table, last, tied)
