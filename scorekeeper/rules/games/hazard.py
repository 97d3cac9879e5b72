"""Hazard with two or three dice (text 004)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Bets, Choice, Count, Course, Only, Person, Record, Several, Stage
from scorekeeper.rules.hand import Hand, Line, Scored
from scorekeeper.rules.house import Rules
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import ROUND, listed

WINS = {5: (5,), 6: (6, 12), 7: (7, 11), 8: (8, 12), 9: (9,)}
"""With what the shooter wins on the first roll, by the main."""

LOSES = {5: (2, 3, 11, 12), 6: (2, 3, 11), 7: (2, 3, 12), 8: (2, 3, 11), 9: (2, 3, 11, 12)}
"""With what the shooter loses on the first roll."""

FACES = 6


@dataclass(frozen=True, kw_only=True)
class HazardRules(Rules):
    dice: Annotated[int, Count("Dice", help="Two or three.", low=2, high=3, default=2)]
    odds: Annotated[
        str,
        Choice(
            "Odds",
            {"fair": "Fair: by the chances of the dice", "even": "Even: always 1 to 1"},
            help="What a bet is paid when a chance decided.",
            default="fair",
        ),
    ]


BET: Mapping[str, Any] = {
    "player": Person("Player", ask="Who bets?"),
    "on": Choice("On", {"win": "Shooter wins", "lose": "Shooter loses"}),
    "coins": Count("Coins", low=1),
}


@dataclass(frozen=True, kw_only=True)
class Shot(Hand):
    """Who shoots against whose bank, for what, and who bets."""

    bank: Annotated[Seat, Person("Bank", ask="Whose is the bank?", leads=True)]
    shooter: Annotated[Seat, Person("Shooter", ask="Who shoots?", but="bank")]
    main: Annotated[int, Count("Main", ask="For which number?", low=min(WINS), high=max(WINS))]
    bets: Annotated[
        tuple[Mapping[str, Any], ...],
        Bets(
            "Bets",
            each=Record("Bet", entries=BET),
            ask="Who bets what?",
            help="As they stand at the end; the stake of the shooter is a bet that the shooter wins.",
            but="bank",
            only_on=Only("shooter", "win"),
        ),
    ]

    def check(self, table: Table[HazardRules], state: State) -> list[Problem]:
        """The bank covers bets and makes none; the shooter has one stake, to win."""
        bank, shooter = table.players[self.bank], table.players[self.shooter]
        if self.bank == self.shooter:
            return [Problem("shooter", f"Shooter: {bank} is the bank and does not shoot.")]
        reasons = []
        own = [bet["on"] for bet in self.bets if bet["player"] == self.shooter]
        if any(bet["player"] == self.bank for bet in self.bets):
            reasons.append(f"{bank} is the bank and does not bet")
        if "lose" in own:
            reasons.append(f"{shooter} shoots and bets on nothing but to win")
        elif len(own) > 1:
            reasons.append(f"{shooter} shoots and has one stake, not {len(own)}")
        return [Problem("bets", f"Bets: {reason}.") for reason in reasons]

    def called(self, table: Table[Any]) -> str:
        """Who shoots, and for what."""
        return f"{table.players[self.shooter]} shoots for {self.main}"


class Decision(NamedTuple):
    """How the rolls came out.

    Attributes:
        won: whether the shooter did.
        roll: the total that decided.
        number: which roll that was, from 1.
        chance: the number that the first roll made the chance; None when that roll decided.
    """

    won: bool
    roll: int
    number: int
    chance: int | None


def decided(main: int, rolls: Sequence[int]) -> Decision | None:
    """The roll that decided, if any has."""
    if not rolls:
        return None
    chance = rolls[0]
    if chance in WINS[main] or chance in LOSES[main]:
        return Decision(chance in WINS[main], chance, 1, None)
    for number, roll in enumerate(rolls[1:], start=2):
        if roll in (chance, main):
            return Decision(roll == chance, roll, number, chance)
    return None


def lowest(table: Table[HazardRules]) -> int:
    """Every die shows a one."""
    return table.rules.dice


def highest(table: Table[HazardRules]) -> int:
    """Every die shows a six."""
    return FACES * table.rules.dice


def stages(table: Table[HazardRules], main: int) -> dict[str, Stage]:
    """What the rolls for a main mean one after another, as ``decided`` has it."""
    totals = range(lowest(table), highest(table) + 1)
    found, first = dict[str, Stage](), dict[int, str]()
    for roll in totals:
        if decision := decided(main, (roll,)):
            first[roll] = _decided(decision, found)
            continue
        first[roll] = f"chance {roll}"
        later = {total: decided(main, (roll, total)) for total in totals}
        leads = {total: _decided(decision, found) for total, decision in later.items() if decision}
        found[f"chance {roll}"] = Stage(f"{roll} is the chance: roll on", leads, f"for {roll}")
        found[f"for {roll}"] = Stage(f"Roll on: {roll} wins, {main} loses", leads, f"for {roll}")
    won, lost = (
        listed([str(roll) for roll in rolls[main] if roll in totals], "or") for rolls in (WINS, LOSES)
    )
    return {"": Stage(f"{won} wins, {lost} loses", first), **found}


def _decided(decision: Decision, found: dict[str, Stage]) -> str:
    """The stage in which a roll has decided, which is put to the others."""
    says = f"{decision.roll}: the shooter {'wins' if decision.won else 'loses'}"
    found[says] = Stage(says, {})
    return says


@dataclass(frozen=True, kw_only=True)
class HazardHand(Shot):
    rolls: Annotated[
        tuple[int, ...],
        Several(
            "Rolls",
            each=Count("A roll", low=lowest, high=highest),
            ask="What was rolled?",
            help="One total after another, up to the one that decides.",
            course=Course("main", WINS, stages),
        ),
    ]

    def check(self, table: Table[HazardRules], state: State) -> list[Problem]:
        """The last roll decides, and no other."""
        decision = decided(self.main, self.rolls)
        reason = ""
        if not self.rolls:
            reason = "nothing was rolled yet"
        elif decision is None:
            reason = f"{self.rolls[0]} is the chance, and neither it nor {self.main} has come yet: roll on"
        elif decision.number < len(self.rolls):
            reason = f"the {decision.roll} decided it, and nothing is rolled after that"
        return [Problem("rolls", f"Rolls: {reason}.")] if reason else []


def ways(total: int, dice: int) -> int:
    """In how many ways the dice make a total."""
    return sum(1 for faces in product(range(1, FACES + 1), repeat=dice) if sum(faces) == total)


class Odds(NamedTuple):
    """What a bet that came true is paid: so many coins for so many."""

    coins: int
    staked: int


class Next(NamedTuple):
    """Whose the bank still is, and who has the dice."""

    bank: Seat
    shooter: Seat


class Hazard(CoinGame[HazardRules, HazardHand]):
    key = "hazard"
    name = "Hazard"
    about = "A shooter rolls for a number from 5 to 9; everybody bets against the bank."
    texts = ("004",)
    seats = range(2, 21)
    rules = HazardRules
    hand = HazardHand
    hand_noun = ROUND
    bidding = Shot
    opened = "stakes"
    deal = ("", "", "")
    outcomes = {
        "won": Outcome(
            "won",
            "The bank pays the bets on the shooter and takes those against. The first roll wins with the "
            "main itself, for 6 and 8 also with 12, for 7 also with 11. Any other that does not lose is the "
            "chance, and wins when it comes again.",
            "Shooter wins",
        ),
        "lost": Outcome(
            "lost",
            "The bank takes the bets on the shooter and pays those against. The first roll loses with 2 or "
            "3, with 11 unless the main is 7, and with 12 if it is 5, 7 or 9. After that the main loses.",
            "Shooter loses",
        ),
    }
    rulings = (
        "A bet that the first roll decides is paid 1 to 1.",
        "The text leaves the odds of a chance to the mats. Here the dice give them: a bet on the shooter is "
        "paid as often as there are ways to roll the main for each way to roll the chance, a bet against "
        "the other way round. What is no whole coin is not paid. You may agree on 1 to 1 for all bets.",
    )

    def usual(self, table: Table[HazardRules], state: State) -> Mapping[str, str]:
        """The bank stays, and so does a shooter who won; otherwise the dice go to the left, past the bank."""
        if state.memory is None:
            return {}
        bank, shooter = state.memory
        if shooter == bank:
            shooter = table.left_of(shooter)
        return {"bank": table.players[bank], "shooter": table.players[shooter]}

    def score(self, table: Table[HazardRules], state: State, hand: HazardHand) -> Scored:
        decision = decided(hand.main, hand.rolls)
        assert decision is not None
        right = "win" if decision.won else "lose"
        how, odds = self._told(table, hand, decision), self._odds(table, hand, decision)
        lines: list[Line] = []
        for bet in hand.bets:
            player, coins = bet["player"], bet["coins"]
            whose = f"{table.players[player]}’s bet on {bet['on']}"
            if bet["on"] == right:
                paid = coins * odds.coins // odds.staked
                rate = f"paid {odds.coins} to {odds.staked}"
                lines.append(Line((player,), paid, Reason(f"bet {coins} on {bet['on']}: {how}, {rate}")))
                lines.append(Line((hand.bank,), -paid, Reason(f"paid {whose}"), mirrors=True))
            else:
                lines.append(Line((player,), -coins, Reason(f"bet {coins} on {bet['on']}: {how}")))
                lines.append(Line((hand.bank,), coins, Reason(f"took {whose}"), mirrors=True))
        keeps = hand.shooter if decision.won else table.left_of(hand.shooter)
        return Scored("won" if decision.won else "lost", tuple(lines), memory=Next(hand.bank, keeps))

    def _odds(self, table: Table[HazardRules], hand: HazardHand, decision: Decision) -> Odds:
        if decision.chance is None or table.rules.odds == "even":
            return Odds(1, 1)
        dice = table.rules.dice
        main, chance = ways(hand.main, dice), ways(decision.chance, dice)
        return Odds(main, chance) if decision.won else Odds(chance, main)

    def _told(self, table: Table[HazardRules], hand: HazardHand, decision: Decision) -> str:
        """How it came out, in words."""
        shooter = table.players[hand.shooter]
        if decision.chance is None:
            return f"{shooter} {'won' if decision.won else 'lost'} with {decision.roll} on the first roll"
        if decision.won:
            return f"{shooter} won with the chance of {decision.chance}"
        return f"{shooter} rolled {hand.main} before the chance of {decision.chance}"
