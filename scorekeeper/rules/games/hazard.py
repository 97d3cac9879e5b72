"""Hazard with two or three dice (text 004)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Choice, Count, Only, Person, Record, Several
from scorekeeper.rules.hand import NOBODY_DEALS, Hand, Line, Played, Scored
from scorekeeper.rules.house import JOIN_FOR_COINS, ComeAndGo, Under
from scorekeeper.rules.lessons import dice
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import NOTHING, And, Or, Say
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import ROUND

WINS = {5: (5,), 6: (6, 12), 7: (7, 11), 8: (8, 12), 9: (9,)}
"""For each main, the first rolls that win."""

LOSES = {5: (2, 3, 11, 12), 6: (2, 3, 11), 7: (2, 3, 12), 8: (2, 3, 11), 9: (2, 3, 11, 12)}
"""For each main, the first rolls that lose."""

FACES = 6


class Stage(NamedTuple):
    """The meaning of the next roll at one point of a round.

    Attributes:
        says: that in a few words: "7 or 11 wins; 2, 3 or 12 loses".
        leads: the stage that each deciding total leads to; empty once the round is decided.
        otherwise: the stage that any other total leads to.
    """

    says: Say
    leads: Mapping[int, str]
    otherwise: str = ""


@dataclass(frozen=True)
class Course:
    """The stages of a round for each value of another entry.

    Attributes:
        by: the entry that the stages depend on.
        cases: the values of that entry.
        stages: returns the stages at a table for one of these values; the first has the key "".
    """

    by: str
    cases: Iterable[int]
    stages: Callable[[Table[Any], int], Mapping[str, Stage]]


@dataclass(frozen=True)
class RollsInTurn(Several):
    """Rolls up to the one that decides; the form says what each roll means.

    Attributes:
        course: the stages of the round.
    """

    course: Course


@dataclass(frozen=True)
class Bets(Several):
    """Any number of bets, which are kept in the order of the players.

    Each bet is a record of a player ("player"), a choice ("on") and a count ("coins").

    Attributes:
        but: the entry that names a player who can't bet.
        only_on: the entry that names a player, and the only choice that player can bet on.
    """

    each: Record
    but: str = ""
    only_on: Only | None = None

    @property
    def choices(self) -> Mapping[str, str]:
        """The choices to bet on, with their labels."""
        on = self.each.entries["on"]
        assert isinstance(on, Choice)
        return on.choices

    def whose(self, number: int, value: object, table: Table[Any]) -> str:
        """Return the name of the player."""
        player = value.get("player") if isinstance(value, dict) else None
        return table.players[table.labels.index(player)] if player in table.labels else ""

    def read(self, raw: object, table: Table[Any]) -> tuple[Any, ...]:
        """Return the bets by player, then by choice. Raises Wrong."""
        choices = list(self.choices)
        return tuple(
            sorted(super().read(raw, table), key=lambda bet: (bet["player"], choices.index(bet["on"])))
        )


@dataclass(frozen=True, kw_only=True)
class HazardRules(ComeAndGo):
    dice: Annotated[int, Count("Dice", help="Play with two dice or three.", low=2, high=3, default=2)]
    odds: Annotated[
        str,
        Choice(
            "Odds",
            {"fair": "True odds of the dice", "even": "Always 1 to 1"},
            help="What bets pay when the chance decides the round.",
            default="fair",
        ),
    ]


BET: Mapping[str, Any] = {
    "player": Person("Player", ask="Who bets?"),
    "on": Choice("On", {"win": "Shooter wins", "lose": "Shooter loses"}),
    "coins": Count("Coins", low=1),
}


class BetOn(NamedTuple):
    """The words for bets on one side: a bet of some coins, the bet of a player, and all bets."""

    coins: Say
    one: Say
    all: Say


ON = {
    "win": BetOn(
        Say("{coins} on the shooter"), Say("{name}’s bet on the shooter"), Say("On the shooter: {each}")
    ),
    "lose": BetOn(
        Say("{coins} against the shooter"),
        Say("{name}’s bet against the shooter"),
        Say("Against the shooter: {each}"),
    ),
}


@dataclass(frozen=True, kw_only=True)
class HazardStakes(Hand):
    """The round before the dice roll: bank, shooter, main and bets."""

    deck = "dice"
    bank: Annotated[Seat, Person("Bank", ask="Who holds the bank?", step="Tap who holds the bank")]
    shooter: Annotated[
        Seat, Person("Shooter", ask="Who shoots?", step="Tap who shoots", but="bank", leads=True)
    ]
    main: Annotated[int, Count("Main", ask="Which number is the main?", low=min(WINS), high=max(WINS))]
    bets: Annotated[
        tuple[Mapping[str, Any], ...],
        Bets(
            "Bets",
            each=Record("Bet", entries=BET),
            ask="Who bets what?",
            help="If bets change, enter the final ones. The shooter bets on winning.",
            again="Same bets as before",
            but="bank",
            only_on=Only("shooter", "win"),
        ),
    ]

    def check(self, table: Table[HazardRules], state: State) -> list[Problem]:
        """Return what is wrong with the bets: the bank makes none, and the shooter makes one, to win."""
        bank, shooter = table.players[self.bank], table.players[self.shooter]
        if self.bank == self.shooter:
            words = "{name} holds the bank and can’t shoot."
            return [Problem("shooter", Say(words, name=bank))]
        reasons = []
        own = [bet["on"] for bet in self.bets if bet["player"] == self.shooter]
        if any(bet["player"] == self.bank for bet in self.bets):
            reasons.append(Say("{name} holds the bank and can’t bet.", name=bank))
        if "lose" in own:
            reasons.append(Say("{name} shoots and can only bet to win.", name=shooter))
        elif len(own) > 1:
            words = "{name} shoots and has one bet, not {bets}."
            reasons.append(Say(words, name=shooter, bets=len(own)))
        return [Problem("bets", reason) for reason in reasons]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who shoots, and for which main: "Bea shoots for 7"."""
        return Say("{shooter} shoots for {main}", shooter=table.players[self.shooter], main=self.main)

    def terms(self, table: Table[Any]) -> list[Say]:
        """Return who holds the bank, and who bets how much on what."""
        terms = [Say("{player} holds the bank", player=table.players[self.bank])]
        for choice, on in ON.items():
            staked: dict[Seat, int] = {}
            for bet in self.bets:
                if bet["on"] == choice:
                    staked[bet["player"]] = staked.get(bet["player"], 0) + bet["coins"]
            if staked:
                each = (
                    Say("{player} {coins}", player=table.players[seat], coins=coins)
                    for seat, coins in staked.items()
                )
                terms.append(on.all.filled(each=And(*each)))
        return terms if self.bets else [*terms, Say("No bets")]

    def decided_by(self, table: Table[Any]) -> Say:
        """Return which first rolls win and lose."""
        return roll_stages(table, self.main)[""].says


class Decision(NamedTuple):
    """The roll that decided a round.

    Attributes:
        won: whether the shooter won.
        roll: the deciding total.
        number: which roll it was, counting from 1.
        chance: the chance that the first roll set; None if that roll decided.
    """

    won: bool
    roll: int
    number: int
    chance: int | None


def decision_of(main: int, rolls: Sequence[int]) -> Decision | None:
    """Return the decision of the round; None if no roll has decided it yet."""
    if not rolls:
        return None
    chance = rolls[0]
    if chance in WINS[main] or chance in LOSES[main]:
        return Decision(chance in WINS[main], chance, 1, None)
    for number, roll in enumerate(rolls[1:], start=2):
        if roll in (chance, main):
            return Decision(roll == chance, roll, number, chance)
    return None


def lowest_roll(table: Table[HazardRules]) -> int:
    """Return the total when every die shows a one."""
    return table.rules.dice


def highest_roll(table: Table[HazardRules]) -> int:
    """Return the total when every die shows a six."""
    return FACES * table.rules.dice


def roll_stages(table: Table[HazardRules], main: int) -> dict[str, Stage]:
    """Return the stages of a round for a main, by their keys; the first has the key ""."""
    totals = range(lowest_roll(table), highest_roll(table) + 1)
    by_key, first = dict[str, Stage](), dict[int, str]()
    for roll in totals:
        if decision := decision_of(main, (roll,)):
            first[roll] = _add_final_stage(decision, by_key)
            continue
        first[roll] = f"chance {roll}"
        chance = Say("{roll} is the chance: {roll} wins, {main} loses", roll=roll, main=main)
        again = Say("Keep rolling: {roll} wins, {main} loses", roll=roll, main=main)
        later = {total: decision_of(main, (roll, total)) for total in totals}
        leads = {total: _add_final_stage(decision, by_key) for total, decision in later.items() if decision}
        by_key[f"chance {roll}"] = Stage(chance, leads, f"for {roll}")
        by_key[f"for {roll}"] = Stage(again, leads, f"for {roll}")
    won, lost = (Or(*(roll for roll in rolls[main] if roll in totals)) for rolls in (WINS, LOSES))
    return {"": Stage(Say("{won} wins; {lost} loses", won=won, lost=lost), first), **by_key}


def _add_final_stage(decision: Decision, by_key: dict[str, Stage]) -> str:
    """Add the stage of a roll that decides, and return its key."""
    says = Say("{roll}: the shooter wins") if decision.won else Say("{roll}: the shooter loses")
    key = f"{'won' if decision.won else 'lost'} {decision.roll}"
    by_key[key] = Stage(says.filled(roll=decision.roll), {})
    return key


@dataclass(frozen=True, kw_only=True)
class HazardHand(HazardStakes):
    rolls: Annotated[
        tuple[int, ...],
        RollsInTurn(
            "Rolls",
            each=Count("A roll", low=lowest_roll, high=highest_roll),
            ask="What was rolled?",
            help="Enter every total in order, up to the one that decides.",
            course=Course("main", WINS, roll_stages),
        ),
    ]

    def describe(self, table: Table[Any]) -> Say:
        """Return who shot for which main: "Bea shot for 7"."""
        return Say("{shooter} shot for {main}", shooter=table.players[self.shooter], main=self.main)

    def check(self, table: Table[HazardRules], state: State) -> list[Problem]:
        """Return a problem unless the last roll, and no other, decides the round."""
        decision = decision_of(self.main, self.rolls)
        reason = NOTHING
        if not self.rolls:
            reason = Say("Enter at least one roll.")
        elif decision is None:
            words = "Keep rolling until {chance} (the chance) or {main} comes up."
            reason = Say(words, chance=self.rolls[0], main=self.main)
        elif decision.number < len(self.rolls):
            words = "The {roll} decided the round; remove the rolls after it."
            reason = Say(words, roll=decision.roll)
        return [Problem("rolls", reason)] if reason else []


def ways_to_roll(total: int, dice: int) -> int:
    """Return the number of ways to roll a total with this many dice."""
    return sum(1 for faces in product(range(1, FACES + 1), repeat=dice) if sum(faces) == total)


class Odds(NamedTuple):
    """The pay for a winning bet: 3 coins for 2 staked are odds of 3 to 2."""

    coins: int
    staked: int


class NextRound(NamedTuple):
    """The next round: who holds the bank, and who has the dice."""

    bank: Seat
    shooter: Seat


class Hazard(CoinGame[HazardRules, HazardHand]):
    key = "hazard"
    name = "Hazard"
    about = "Name a number and roll for it."
    icon = "dice"
    lesson = dice.HAZARD
    texts = ("004",)
    seats = range(2, 21)
    rules = HazardRules
    hand = HazardHand
    hand_noun = ROUND
    bidding = HazardStakes
    bid_noun = "bets"
    deal = NOBODY_DEALS
    outcomes = {
        "won": Outcome(
            "won",
            "The bank pays the bets on the shooter and collects those against.",
            "Shooter wins",
            is_deed=True,
        ),
        "lost": Outcome(
            "lost",
            "The bank collects the bets on the shooter and pays those against.",
            "Shooter loses",
            is_deed=True,
        ),
    }
    rulings = (
        (
            Under("odds", "fair"),
            "The text gives no odds. If the first roll decides, bets pay 1 to 1. If the chance decides, they "
            "pay by the ways to roll each number. Main 7, chance 6: six ways to five with two dice, so a bet "
            "on the shooter pays 6 to 5, and one against pays 5 to 6. Fractions of a coin are not paid. A "
            "house rule makes all bets pay 1 to 1.",
        ),
        JOIN_FOR_COINS,
    )

    def prefill(self, table: Table[HazardRules], state: State) -> Mapping[str, Any]:
        """Return the same bank, and the shooter who won, or after a loss the next player to the left.

        The first player holds the bank first, and the next one shoots.
        """
        bank, shooter = map(table.present, state.memory or NextRound(state.dealer, state.dealer))
        if shooter == bank:
            shooter = table.after(shooter)
        return {"bank": table.labels[bank], "shooter": table.labels[shooter]}

    def banker(self, played: Played) -> Seat | None:
        """Return the player who holds the bank."""
        assert isinstance(played.hand, HazardHand)
        return played.hand.bank

    def score(self, table: Table[HazardRules], state: State, hand: HazardHand) -> Scored:
        decision = decision_of(hand.main, hand.rolls)
        assert decision is not None
        right = "win" if decision.won else "lose"
        how, odds = _how_decided(table, hand, decision), _odds(table, hand, decision)
        lines: list[Line] = []
        for bet in hand.bets:
            player, coins, on = bet["player"], bet["coins"], ON[bet["on"]]
            staked, whose = on.coins.filled(coins=coins), on.one.filled(name=table.players[player])
            if bet["on"] == right:
                paid = coins * odds.coins // odds.staked
                odds_paid = Say("{odds} to {staked}", odds=odds.coins, staked=odds.staked)
                won = Say("bet {bet}, and {how}; paid {odds}", bet=staked, how=how, odds=odds_paid)
                bank = Say("paid {bet}", bet=whose)
                lines += [Line((player,), paid, won), Line((hand.bank,), -paid, bank, mirrors=True)]
            else:
                lost = Say("bet {bet}, and {how}", bet=staked, how=how)
                bank = Say("collected {bet}", bet=whose)
                lines += [Line((player,), -coins, lost), Line((hand.bank,), coins, bank, mirrors=True)]
        keeps = hand.shooter if decision.won else table.after(hand.shooter)
        return Scored("won" if decision.won else "lost", tuple(lines), memory=NextRound(hand.bank, keeps))


def _odds(table: Table[HazardRules], hand: HazardHand, decision: Decision) -> Odds:
    """Return what the winning bets pay, in lowest terms."""
    if decision.chance is None or table.rules.odds == "even":
        return Odds(1, 1)
    dice = table.rules.dice
    main, chance = ways_to_roll(hand.main, dice), ways_to_roll(decision.chance, dice)
    common = gcd(main, chance)
    odds = Odds(main // common, chance // common)
    return odds if decision.won else Odds(odds.staked, odds.coins)


def _how_decided(table: Table[HazardRules], hand: HazardHand, decision: Decision) -> Say:
    """Return how the round came out: "Bea won with 7 on the first roll"."""
    shooter, chance = table.players[hand.shooter], decision.chance
    if chance is None:
        won = Say("{shooter} won with {roll} on the first roll")
        how = won if decision.won else Say("{shooter} lost with {roll} on the first roll")
        return how.filled(shooter=shooter, roll=decision.roll)
    if decision.won:
        return Say("{shooter} rolled the chance, {chance}", shooter=shooter, chance=chance)
    words = "{shooter} rolled {main} before the chance, {chance}"
    return Say(words, shooter=shooter, main=hand.main, chance=chance)
