"""The result of a finished game, which stays what it was when later rules would give another one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.outcome import Ending
from scorekeeper.rules.saying import And, Argument, Parts, Row, Say, Signed
from scorekeeper.rules.table import Seat


class FinalSeat(NamedTuple):
    """The result of one seat: its total, whether it won, its coins, and the number of its side.

    In a coin game the total includes coins given back. The side is None where a file doesn't say it.
    """

    total: int
    won: bool
    payout: int
    side: int | None


@dataclass(frozen=True)
class FinalResult:
    """The result of a finished game, in seat order."""

    seats: tuple[FinalSeat, ...]

    @classmethod
    def kept(cls, seats: Iterable[Any]) -> "FinalResult | None":
        """Return the result that these seats hold; None if they hold none."""
        kept = [(seat.total, bool(seat.won), seat.payout or 0, seat.side) for seat in seats]
        if any(total is None for total, *_ in kept):
            return None
        return cls(tuple(map(FinalSeat._make, kept)))

    @classmethod
    def of(cls, result: Result) -> "FinalResult":
        """Return the result of a game that is over as it was scored."""
        side_of = {seat: number for number, side in enumerate(result.setup.sides) for seat in side}
        winners = result.ending.winners if result.ending else ()
        return cls(
            tuple(
                FinalSeat(total, seat in winners, result.payout[seat], side_of[seat])
                for seat, total in enumerate(result.totals)
            )
        )

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won."""
        return tuple(at for at, seat in enumerate(self.seats) if seat.won)

    @property
    def sides(self) -> list[tuple[Seat, ...]]:
        """The seats that won or lost together."""
        sides: dict[tuple[int | None, Seat], list[Seat]] = {}
        for at, seat in enumerate(self.seats):
            sides.setdefault((seat.side, at if seat.side is None else 0), []).append(at)
        return list(map(tuple, sides.values()))

    def names_of_winners(self, names: Sequence[str]) -> list[str]:
        """Return who won, given everyone's name in seat order."""
        return [names[seat] for seat in self.winners]

    def standing(self, names: Sequence[str]) -> list[tuple[list[str], int]]:
        """Return the names and the total of each side, given everyone's name in seat order."""
        return [([names[seat] for seat in side], self.seats[side[0]].total) for side in self.sides]

    def is_that_of(self, result: Result) -> bool:
        """Return whether a game as it was scored comes to this result."""
        return bool(result.ending) and all(
            own[:3] == theirs[:3] and own.side in (None, theirs.side)
            for own, theirs in zip(self.seats, FinalResult.of(result).seats, strict=True)
        )

    def laid_over(self, result: Result, imported: bool = False) -> Result:
        """Return a game as it was scored, but with this result, and why that is another one.

        ``imported`` is whether it comes from another program, and not from earlier rules of ours.
        """
        if self.is_that_of(result):
            return result
        if imported:
            why = Say("Imported with this result")
        else:
            other = described(result, self)
            why = Say("Scored by earlier rules. Today’s rules would give: {other}", other=other)
        return replace(
            result,
            state=replace(result.state, totals=tuple(seat.total for seat in self.seats)),
            ending=Ending(self.winners, why),
            payout=tuple(seat.payout for seat in self.seats),
        )


def described(result: Result, kept: FinalResult) -> Say:
    """Return the totals of a game as it was scored, and in what else that differs from the result kept."""
    setup, ending = result.setup, result.ending
    totals = Row(
        *(
            Say("{names} {total}", names=And(*setup.names(side)), total=result.totals[side[0]])
            for side in setup.sides
        )
    )
    if ending is None:
        return Say("{totals}; the game would not be over", totals=totals)
    said: list[Argument] = [totals]
    if ending.winners != kept.winners:
        names = setup.names(ending.winners)
        said.append(Say("{names} would win", names=And(*names)) if names else Say("nobody would win"))
    if setup.unit != "coins" and result.payout != tuple(seat.payout for seat in kept.seats):
        coins = zip(setup.table.players, result.payout, strict=True)
        each = (Say("{name} {coins}", name=name, coins=Signed(won)) for name, won in coins)
        said.append(Say("coins: {coins}", coins=Row(*each)))
    return Say("{parts}", parts=Parts(*said))
