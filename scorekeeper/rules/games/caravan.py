"""Caravan, the race to a target with the dice of Ship, Captain, and Crew (text 004)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.entries import Switch
from scorekeeper.rules.game import Game, Variant
from scorekeeper.rules.games.ship import (
    BONUS,
    HIGHEST,
    SEATS,
    ShipMemory,
    ShipRolls,
    first_state,
    players_left,
    special_rolls_switch,
    withdrawn_lines,
)
from scorekeeper.rules.hand import NOBODY_DEALS, Line, Played, Scored
from scorekeeper.rules.house import JOIN_FOR_POINTS, ComeAndGo, PointsRules, Under, target
from scorekeeper.rules.lessons import dice
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import ROUND

MOST_ONCE = sum(range(2, HIGHEST + 1))
"""The total of a player who has banked every value once."""

MOST_ONCE_SPECIAL = sum(range(2, HIGHEST + max(BONUS.values()) + 1))
"""The same with special rolls."""


@dataclass(frozen=True, kw_only=True)
class CaravanRules(PointsRules, ComeAndGo):
    target: Annotated[int, target(77)]
    bank_once: Annotated[
        bool,
        Switch(
            "Bank each value once",
            help="A value that a player has already banked scores nothing. The target can then be at most "
            f"{MOST_ONCE}, or {MOST_ONCE_SPECIAL} with special rolls.",
            default=False,
        ),
    ]
    special_rolls: Annotated[bool, special_rolls_switch("the wager")]

    def check(self, table: Table[Any], given: Collection[str]) -> Iterator[Problem]:
        """Yield a problem with a target that nobody can reach."""
        most = MOST_ONCE_SPECIAL if self.special_rolls else MOST_ONCE
        if self.bank_once and self.target > most:
            why = "All values banked once make {most}, so nobody can reach {target}."
            yield Problem("target", Say(why, most=most, target=self.target))


@dataclass(frozen=True, kw_only=True)
class CaravanRound(ShipRolls):
    def check(self, table: Table[CaravanRules], state: State) -> list[Problem]:
        """Return what is wrong with the rolls; everyone finishes the round."""
        return list(self.problems(table, state.memory, everybody=True))


class Caravan(Game[CaravanRules, CaravanRound]):
    key = "caravan"
    edition = 2
    name = "Caravan"
    about = "Ship, Captain, and Crew as a race."
    variant = Variant("ship-captain-crew", "a race")
    icon = "dice"
    lesson = dice.CARAVAN
    texts = ("004",)
    seats = SEATS
    rules = CaravanRules
    hand = CaravanRound
    hand_noun = ROUND
    deal = NOBODY_DEALS
    end = (
        "Once someone has reached the target, everyone finishes the round. The highest total wins; equal "
        "totals share the win."
    )
    outcomes = {"banked": Outcome("banked", "Everyone scores their cargo with any bonus.")}
    rulings = (
        "Everyone finishes the round in which someone reaches the target, so that all have had the same "
        "number of turns; equal totals share the win. The text doesn’t cover either.",
        (
            Under("special_rolls"),
            "A favorable wind banks 12, and the other players still roll.",
        ),
        (
            Under("special_rolls"),
            "After a shipwreck, doubling the stake means putting the wager in the pot once more. Without a "
            "wager there is nothing to double, so the player withdraws.",
        ),
        "A player who withdraws leaves the wager in the pot, is out for the rest of the game and can’t win, "
        "also if you end the game early. If nobody wins, everyone gets back what they put in.",
        (
            Under("bank_once"),
            "If each value can be banked only once, the value with its bonus is what counts.",
        ),
        JOIN_FOR_POINTS,
    )

    def describe(self, table: Table[CaravanRules], played: Played) -> Say:
        """Return everyone who banked, and how much: "Ann banked 9, Cal 5 and Dee 7"."""
        banked = [(name, score) for name, score in zip(table.players, played.scores, strict=True) if score]
        if not banked:
            return Say("Nobody banked anything")
        (name, score), *others = banked
        first = Say("{name} banked {score}", name=name, score=score)
        rest = (Say("{name} {score}", name=name, score=score) for name, score in others)
        return Say("{everyone}", everyone=(first, *rest))

    def opening(self, table: Table[CaravanRules], dealer: Seat) -> State:
        """Return the start of a game: everyone is in, and nothing is banked."""
        return first_state(table, dealer)

    def playing(self, table: Table[CaravanRules], state: State) -> tuple[Seat, ...]:
        """Return the players who have not withdrawn."""
        return players_left(table, state)

    def wagers(self, table: Table[CaravanRules], hands: Sequence[Played]) -> PerSeat:
        """Return the wager of each player, once more for each time they doubled it."""
        doubled = [
            seat for played in hands if isinstance(played.hand, ShipRolls) for seat in played.hand.doubled
        ]
        once = super().wagers(table, hands)
        return tuple(coins + table.rules.wager * doubled.count(seat) for seat, coins in enumerate(once))

    def score(self, table: Table[CaravanRules], state: State, hand: CaravanRound) -> Scored:
        memory: ShipMemory = state.memory
        lines = withdrawn_lines(memory)
        for seat in players_left(table, state):
            value, rolled = hand.value(seat), hand.rolled(seat)
            if seat in hand.doubled:
                again = Say("paid the wager of {wager} once more after a shipwreck", wager=table.rules.wager)
                lines.append(Line((seat,), 0, again))
            if table.rules.bank_once and value in memory.banked[seat]:
                again = Say("{rolled}, but {value} is already banked", rolled=rolled, value=value)
                lines.append(Line((seat,), 0, again))
            else:
                lines.append(Line((seat,), value, rolled))
        banked = tuple(before | {hand.value(seat)} - {0} for seat, before in enumerate(memory.banked))
        return Scored("banked", tuple(lines), memory=ShipMemory(memory.withdrawn | hand.withdrew, banked))
