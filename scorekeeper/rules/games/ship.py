"""Ship, Captain, and Crew for a pot, and Caravan, the race (text 004)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.coin_game import POT, CoinGame
from scorekeeper.rules.entries import BySeat, Choice, Count, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand, Line, Scored
from scorekeeper.rules.house import PointsRules, Rules, target
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import ROUND, listed

SEATS = range(2, 21)

WIND = "favorable wind"
DRUNKS = "drunks"
DESPERATE = "desperate sailors"
BONUS = {DRUNKS: 2, DESPERATE: 3}
"""What a special roll adds to the cargo."""

HIGHEST = 12
"""The cargo of two sixes, and of a favorable wind."""

SPECIALS = Switch(
    "Special rolls",
    help="Favorable wind, drunks, desperate sailors and shipwreck.",
    default=False,
)


def special_rolls(table: Table[Any]) -> bool:
    """Whether special rolls are played."""
    rules: ShipRules | CaravanRules = table.rules
    return rules.special_rolls


class Log(NamedTuple):
    """What is remembered from round to round: who withdrew, and what everybody has banked."""

    out: frozenset[Seat]
    banked: tuple[frozenset[int], ...]


def opening(table: Table[Any], dealer: Seat) -> State:
    """Nobody has withdrawn, and nothing is banked."""
    return State(dealer, (0,) * table.n, memory=Log(frozenset(), (frozenset(),) * table.n))


def still_in(table: Table[Any], state: State) -> tuple[Seat, ...]:
    """Who has not withdrawn."""
    log: Log = state.memory
    return tuple(seat for seat in range(table.n) if seat not in log.out)


@dataclass(frozen=True, kw_only=True)
class Rolls(Hand):
    """What everybody rolled in a round."""

    cargo: Annotated[
        Mapping[Seat, int | None],
        BySeat(
            "Cargo",
            each=Count("Cargo", low=2, high=HIGHEST, null="no cargo"),
            ask="What did everybody bring in?",
            help="The two dice besides ship, captain and crew; none without all three.",
        ),
    ]
    specials: Annotated[
        Mapping[Seat, str],
        BySeat(
            "Special rolls",
            each=Choice(
                "Special roll",
                {WIND: "Favorable wind", DRUNKS: "Drunks (+2)", DESPERATE: "Desperate sailors (+3)"},
            ),
            help="Wind: 6, 5, 4, 6, 6 at once. Drunks: the 6 at once, 5 and 4 on the third roll only. "
            "Desperate sailors: 5 and 4 on every roll, the 6 on the last.",
            offered=special_rolls,
            default={},
            beside="cargo",
            fixes={WIND: HIGHEST},
        ),
    ]
    shipwreck: Annotated[
        Mapping[Seat, str],
        BySeat(
            "Shipwreck",
            each=Choice("Shipwreck", {"doubled": "Doubled the stake", "withdrew": "Withdrew"}),
            help="6, 1, 1, 1, 1 on the first roll: double the stake, or withdraw from the game.",
            offered=special_rolls,
            default={},
            beside="cargo",
            fixes={"withdrew": None},
        ),
    ]

    @property
    def withdrew(self) -> frozenset[Seat]:
        """Who withdraws in this round."""
        return frozenset(seat for seat, choice in self.shipwreck.items() if choice == "withdrew")

    @property
    def winds(self) -> tuple[Seat, ...]:
        """Who rolled a favorable wind."""
        return tuple(seat for seat, special in self.specials.items() if special == WIND)

    def value(self, seat: Seat) -> int:
        """The cargo with its bonus; 0 without a cargo."""
        return (self.cargo.get(seat) or 0) + BONUS.get(self.specials.get(seat, ""), 0)

    def called(self, table: Table[Any]) -> str:
        """Who brought in most."""
        values = {seat: self.value(seat) for seat in self.winds or self.cargo if seat not in self.withdrew}
        most = max(values.values(), default=0)
        if not most:
            return "No cargo"
        first = [seat for seat in range(table.n) if values.get(seat) == most]
        return f"{listed(table.names(tuple(first)))} {'bring' if len(first) > 1 else 'brings'} in {most}"

    def told(self, seat: Seat) -> str:
        """The value in words."""
        special, cargo = self.specials.get(seat, ""), self.cargo.get(seat)
        if seat in self.withdrew:
            return "shipwreck: withdrew from the game"
        if not cargo:
            return "no cargo"
        more = f" and {BONUS[special]} for {special}" if special in BONUS else ""
        return f"{WIND} with a cargo of {cargo}" if special == WIND else f"a cargo of {cargo}{more}"

    def impossible(self, table: Table[Any], log: Log, everybody: bool) -> Iterator[Problem]:
        """What the dice or the players cannot have done; at most one problem of each player.

        ``everybody`` says whether each player who is in the game must have rolled.
        """
        for seat, name in enumerate(table.players):
            special, cargo = self.specials.get(seat), self.cargo.get(seat)
            if seat in log.out:
                yield from self._returned(seat, name)
            elif seat in self.shipwreck and special in (WIND, DESPERATE):
                yield Problem("specials", f"Special rolls: {name} had a shipwreck and so no {special}.")
            elif seat in self.withdrew and cargo:
                yield Problem("cargo", f"Cargo: {name} withdrew and has none.")
            elif everybody and seat not in self.cargo and seat not in self.withdrew:
                yield Problem("cargo", f"Cargo: {name} is missing.")
            elif special == WIND and cargo != HIGHEST:
                yield Problem("cargo", f"Cargo: {name} had a {WIND}, which is a cargo of {HIGHEST}.")
            elif special in BONUS and not cargo:
                yield Problem("specials", f"Special rolls: {name} has no cargo to add to.")

    def _returned(self, seat: Seat, name: str) -> Iterator[Problem]:
        entries = {"cargo": self.cargo, "specials": self.specials, "shipwreck": self.shipwreck}
        for field, entry in entries.items():
            if seat in entry:
                yield Problem(field, f"{field.capitalize()}: {name} has withdrawn and is out of the game.")


@dataclass(frozen=True, kw_only=True)
class ShipRules(Rules):
    ante: Annotated[
        int,
        Count(
            "Ante",
            help="Coins each player pays into the pot before a round; with 0 you play for rounds.",
            default=1,
        ),
    ]
    special_rolls: Annotated[bool, SPECIALS]


@dataclass(frozen=True, kw_only=True)
class ShipRound(Rolls):
    def check(self, table: Table[ShipRules], state: State) -> list[Problem]:
        """A favorable wind ends the round before everybody has rolled, and so comes once."""
        if len(self.winds) > 1:
            names = listed(table.names(self.winds))
            reason = f"only one of {names} can have a {WIND}, which ends the round"
            return [Problem("specials", f"Special rolls: {reason}.")]
        return list(self.impossible(table, state.memory, everybody=not self.winds))


def sat_out(log: Log) -> list[Line]:
    """Why those who withdrew in an earlier round have nothing."""
    return [Line((seat,), 0, Reason("withdrew before, and is out of the game")) for seat in sorted(log.out)]


class ShipCaptainCrew(CoinGame[ShipRules, ShipRound]):
    key = "ship-captain-crew"
    name = "Ship, Captain, and Crew"
    about = "Five dice, three rolls: find ship, captain and crew, and bring in the highest cargo."
    texts = ("004",)
    seats = SEATS
    rules = ShipRules
    hand = ShipRound
    hand_noun = ROUND
    deal = ("", "", "")
    end = (
        "The game goes on until you end it. For coins, whoever has most has won, and coins still in the pot "
        "go back in equal parts, odd ones to the players next to the dealer's left. Without an ante the "
        "player who leads alone in rounds has won."
    )
    outcomes = {
        "won": Outcome(
            "won", "The highest cargo takes the pot, or the round where you play without an ante."
        ),
        "shared": Outcome(
            "shared", "Players tied for the highest share the pot; odd coins stay in it.", "Shared"
        ),
        "none": Outcome("nobody won", "Nobody has a cargo: the pot stays for the next round."),
    }
    rulings = (
        "A favorable wind takes the pot at once, whatever the others have or might have rolled.",
        "Who withdraws after a shipwreck leaves the ante in the pot and is out for the rest of the game.",
        "Without an ante each round counts 1 for its winner; a tied round counts for nobody.",
    )

    def unit(self, table: Table[ShipRules]) -> str:
        """Coins, or rounds where there is no ante."""
        return super().unit(table) if table.rules.ante else "rounds"

    def opening(self, table: Table[ShipRules], dealer: Seat) -> State:
        """Everybody is in the game."""
        return opening(table, dealer)

    def playing(self, table: Table[ShipRules], state: State) -> tuple[Seat, ...]:
        """Everybody who has not withdrawn."""
        return still_in(table, state)

    def score(self, table: Table[ShipRules], state: State, hand: ShipRound) -> Scored:
        log: Log = state.memory
        seats = tuple(seat for seat in range(table.n) if seat not in log.out)
        lines, paid = self._antes(table, seats, hand)
        pot: int = state.carry.get("pot", 0) + paid
        highest = max((hand.value(seat) for seat in seats), default=0)
        winners = hand.winds or tuple(seat for seat in seats if hand.value(seat) == highest > 0)
        share, left = divmod(pot, len(winners)) if winners else (0, pot)
        if not table.rules.ante:
            share = 1 if len(winners) == 1 else 0
        for seat in seats:
            lines.append(self._line(seat, hand, winners, share, pot))
        lines += sat_out(log)
        outcome = "none" if not winners else "won" if len(winners) == 1 else "shared"
        carry = {"pot": left} if left else {}
        return Scored(outcome, tuple(lines), carry, log._replace(out=log.out | hand.withdrew))

    def _antes(
        self, table: Table[ShipRules], seats: tuple[Seat, ...], hand: ShipRound
    ) -> tuple[list[Line], int]:
        """What everybody pays before the round, and what comes together."""
        ante = table.rules.ante
        doubled = tuple(seat for seat in seats if hand.shipwreck.get(seat) == "doubled")
        payers = ((seats, "ante"), (doubled, "shipwreck: doubled the stake"))
        lines = [Line(who, -ante, Reason(why), POT) for who, why in payers if who and ante]
        return lines, ante * (len(seats) + len(doubled))

    def _line(self, seat: Seat, hand: ShipRound, winners: tuple[Seat, ...], share: int, pot: int) -> Line:
        """What a player rolled, and what it won."""
        told = hand.told(seat)
        if seat not in winners:
            missing = hand.winds and seat not in hand.cargo and seat not in hand.withdrew
            return Line((seat,), 0, Reason(f"the {WIND} came first" if missing else told))
        what = f"the pot of {pot}" if pot else "the round"
        if len(winners) > 1:
            won = (
                f"tied for the highest: a share of {what}" if pot else "tied for the highest: nobody’s round"
            )
        else:
            won = f"which takes {what}" if hand.winds else f"the highest: {what}"
        return Line((seat,), share, Reason(f"{told}, {won}"), POT if pot else "")

    def stopped(self, table: Table[ShipRules], totals: PerSeat) -> Ending:
        """Rounds are won by who leads alone, coins by whoever has most."""
        return super().stopped(table, totals) if table.rules.ante else Game.stopped(self, table, totals)

    def payout(self, table: Table[ShipRules], *so_far: Any) -> PerSeat:
        """The coins; nothing for rounds."""
        return super().payout(table, *so_far) if table.rules.ante else (0,) * table.n


@dataclass(frozen=True, kw_only=True)
class CaravanRules(PointsRules):
    target: Annotated[int, target(77)]
    bank_once: Annotated[
        bool,
        Switch("Bank once", help="A value that a player has banked before scores nothing.", default=False),
    ]
    special_rolls: Annotated[bool, SPECIALS]


@dataclass(frozen=True, kw_only=True)
class CaravanRound(Rolls):
    def check(self, table: Table[CaravanRules], state: State) -> list[Problem]:
        """Everybody finishes the round."""
        return list(self.impossible(table, state.memory, everybody=True))


class Caravan(Game[CaravanRules, CaravanRound]):
    key = "caravan"
    name = "Caravan"
    about = "Ship, Captain, and Crew as a race: everybody banks the cargo of each round."
    texts = ("004",)
    seats = SEATS
    rules = CaravanRules
    hand = CaravanRound
    hand_noun = ROUND
    deal = ("", "", "")
    end = (
        "Once somebody has reached the target, the round is finished and the highest total wins. "
        "Equal totals share the win."
    )
    outcomes = {"banked": Outcome("banked", "Everybody scores their cargo with its bonus.")}
    rulings = (
        "Everybody finishes the round in which somebody reaches the target, so that all have rolled as "
        "often; equal totals share the win. The text says nothing of either.",
        "A favorable wind banks 12, and the others play on. Who withdraws after a shipwreck keeps the "
        "points and is out for the rest of the game.",
        "Where each value may be banked once only, it is the value with its bonus that counts.",
    )

    def opening(self, table: Table[CaravanRules], dealer: Seat) -> State:
        """Everybody is in the game, with nothing banked."""
        return opening(table, dealer)

    def playing(self, table: Table[CaravanRules], state: State) -> tuple[Seat, ...]:
        """Everybody who has not withdrawn."""
        return still_in(table, state)

    def score(self, table: Table[CaravanRules], state: State, hand: CaravanRound) -> Scored:
        log: Log = state.memory
        lines = sat_out(log)
        for seat in range(table.n):
            value, told = hand.value(seat), hand.told(seat)
            if seat in log.out:
                continue
            if table.rules.bank_once and value in log.banked[seat]:
                lines.append(Line((seat,), 0, Reason(f"{told}: {value} was banked before")))
            else:
                lines.append(Line((seat,), value, Reason(told)))
        banked = tuple(before | {hand.value(seat)} - {0} for seat, before in enumerate(log.banked))
        return Scored("banked", tuple(lines), memory=Log(log.out | hand.withdrew, banked))
