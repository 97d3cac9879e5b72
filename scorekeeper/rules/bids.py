"""Games in which the highest bid counts: what it scores, and who wins a tie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from scorekeeper.rules.entries import Count, Person
from scorekeeper.rules.game import Ending, Game, H, Outcome, R, Side
from scorekeeper.rules.hand import Line, Played, VinesHand
from scorekeeper.rules.table import PerSeat, Seat, Table
from scorekeeper.rules.words import counted, listed, spelled


@dataclass(frozen=True, kw_only=True)
class Bid(VinesHand):
    """Who won the bidding, and for how much; each game sets the bounds of its bids."""

    bidder: Annotated[Seat, Person("High bidder", ask="Who plays?")]
    bid: Annotated[int | str, Count("Bid", ask="For how many?")]

    def called(self, table: Table[Any]) -> str:
        """Who plays, and for how much."""
        return f"{table.players[self.bidder]} plays {self.bid or 'zero'}"


class Party(NamedTuple):
    """Players who play a hand together, and what they took: the figure, and the words for it."""

    seats: tuple[Seat, ...]
    points: int
    took: str


OUTCOMES: Mapping[str, Outcome] = {
    "exact": Outcome("exactly", "Who bid scores what they took; everybody else scores nothing."),
    "over": Outcome("over", "Everybody scores what they took."),
    "missed": Outcome("missed", "Who bid scores nothing; everybody else scores what they took."),
}


def settle(bid: int, unit: str, bidders: Party, others: Sequence[Party]) -> tuple[str, list[Line]]:
    """The outcome of a bid and its explanation, as in Coralon (text 000).

    ``unit`` is what was bid for: "trick" or "point".
    """
    if bidders.points == bid:
        everybody_else = tuple(sorted(seat for party in others for seat in party.seats))
        made_of = "" if unit == "trick" else f": {bidders.took}"
        return "exact", [
            Line(bidders.seats, bid, f"took exactly the {counted(bid, unit)} bid{made_of}"),
            Line(everybody_else, 0, "nothing: the bid was matched exactly"),
        ]
    if bidders.points > bid:
        more = spelled(bidders.points - bid)
        first = Line(bidders.seats, bidders.points, f"{bidders.took}, {more} more than the bid of {bid}")
        return "over", [first, *took(others)]
    short = spelled(bid - bidders.points)
    return "missed", [Line(bidders.seats, 0, f"missed the bid of {bid} by {short}: nothing"), *took(others)]


def took(parties: Sequence[Party]) -> list[Line]:
    """Everybody scores what they took; those who took the same share a line."""
    alike: dict[tuple[int, str], tuple[Seat, ...]] = {}
    for seats, points, words in parties:
        alike[points, words] = alike.get((points, words), ()) + seats
    return [Line(seats, points, words) for (points, words), seats in alike.items()]


def tricks(count: int) -> str:
    """The words for a number of tricks."""
    return counted(count, "trick") if count else "no trick"


def alone(counts: PerSeat, bidder: Seat) -> tuple[Party, list[Party]]:
    """The bidder, and each of the others, with the tricks they took."""
    parties = [Party((seat,), count, tricks(count)) for seat, count in enumerate(counts)]
    return parties.pop(bidder), parties


class CutThroat(Game[R, H]):
    """Everybody bids for themselves, with the tie rule of Coralon (texts 000 and 002)."""

    end = (
        "Once somebody has reached the target, the highest total wins. A tie goes to the bidder of the last "
        "hand, and if the bidder is not in it, to whoever sits first from the dealer's left."
    )

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending:
        """The last hand's bidder, if tied; else the tied player first from the dealer's left."""
        seats = [seat for side in tied for seat in side]
        each = f"{last.totals[seats[0]]} each"
        bidder = last.hand.bidder if isinstance(last.hand, Bid) else None
        if bidder is not None and bidder in seats:
            return Ending((bidder,), f"{each}; {table.players[bidder]} was the bidder")
        first = next(seat for seat in table.around(last.dealer) if seat in seats)
        return Ending((first,), f"{each}; {table.players[first]} sits first from the dealer's left")


class Partnership(Game[R, H]):
    """Seats 1 and 3 play seats 2 and 4; a tie at the target goes to the side that bid."""

    seats = range(4, 5)
    end = "Once a side has reached the target, the higher total wins. A tie goes to the side that bid."
    partners: ClassVar[tuple[Side, Side]] = ((0, 2), (1, 3))

    def sides(self, table: Table[R]) -> tuple[Side, ...]:
        """The two partnerships."""
        return self.partners

    def of(self, seat: Seat) -> tuple[Side, Side]:
        """The side of a player, and the other one."""
        own = seat % 2
        return self.partners[own], self.partners[1 - own]

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending | None:
        """The side that bid on the last hand wins."""
        assert isinstance(last.hand, Bid)
        bidders, _ = self.of(last.hand.bidder)
        return Ending(bidders, f"{last.totals[bidders[0]]} each; {listed(table.names(bidders))} had the bid")
