"""Tarock, the original game for coins, and Jeu de Tarock for points (text 004)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.bidding import PASSED, pass_on
from scorekeeper.rules.coin_game import POT, CoinGame
from scorekeeper.rules.entries import (
    Alone,
    BySeat,
    Choice,
    Count,
    Halves,
    People,
    Person,
    Record,
    Several,
    Switch,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Call, Hand, Line, Played, Scored, Step
from scorekeeper.rules.house import PointsRules, Rules
from scorekeeper.rules.limits import Sum, together
from scorekeeper.rules.outcome import MADE, MISSED, Ending, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.sources import LEFTWARD
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import DEFENDER, counted, listed, signed, spelled

SEATS = range(3, 6)

IN_DECK = 91
"""Card points of the whole deck."""

DEALT = 12
"""Cards of each player, and so tricks of a hand, in the original game."""

VALUES = {"bouts": 10, "kings": 10, "queens": 8, "knights": 6, "knaves": 4, "suited": 1}
"""What a card counts, in halves of a point."""

BOUTS = 3
FACES = 4
SUITED = 40
PLAIN_TRUMPS = 19


def plain_cards(table: Table[Any]) -> int:
    """The cards of half a point: those of the suits, and the trumps where you count them."""
    return SUITED + (PLAIN_TRUMPS if table.rules.plain_trumps else 0)


CARDS: Mapping[str, Count] = {
    "bouts": Count("Bouts", help="The I, the XXI and the Fool.", high=BOUTS, default=0),
    "kings": Count("Kings", high=FACES, default=0),
    "queens": Count("Queens", high=FACES, default=0),
    "knights": Count("Knights", high=FACES, default=0),
    "knaves": Count("Knaves", high=FACES, default=0),
    "suited": Count("Suited", help="All other cards that count.", high=plain_cards, default=0),
}


def of_kind(kind: str, table: Table[Any]) -> int:
    """How many cards of a kind are in the deck."""
    return BOUTS if kind == "bouts" else plain_cards(table) if kind == "suited" else FACES


def most_halves(table: Table[Any]) -> int:
    """The card points that can be dealt, in halves: the best cards, and plain ones for the rest."""
    best = {kind: of_kind(kind, table) for kind in VALUES if kind != "suited"}
    rest = min(DEALT * table.n - sum(best.values()), plain_cards(table))
    return sum(VALUES[kind] * cards for kind, cards in best.items()) + rest


def halved(halves: int) -> str:
    """A number of halves as it is written: "30½", "24", "½"."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else f"{whole}"


@dataclass(frozen=True, kw_only=True)
class TarockRules(Rules):
    ante: Annotated[
        int, Count("Ante", help="Coins each player pays into the pot before a hand.", low=1, default=1)
    ]
    plain_trumps: Annotated[
        bool,
        Switch(
            "Plain trumps count",
            help="The trumps from II to XX count half a point each, like suited cards.",
            default=False,
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class TarockHand(Hand):
    points: Annotated[
        Mapping[Seat, int] | None,
        BySeat(
            "Card points",
            each=Halves("Card points", high=IN_DECK + 1),
            ask="What was taken?",
            help="Card points of each player; nothing for players left out.",
            default=None,
        ),
    ]
    cards: Annotated[
        Mapping[Seat, Mapping[str, int]] | None,
        BySeat(
            "Cards",
            each=Record("Cards", entries=CARDS, worth=VALUES),
            ask="Or which cards?",
            help="In place of the points: the cards that each player took. Bouts are the I, the XXI and "
            "the Fool, suited all other cards that count.",
            instead="points",
            default=None,
        ),
    ]
    forfeited: Annotated[
        tuple[Seat, ...],
        People(
            "Forfeited",
            nobody=True,
            help="Caught not following suit or trumping as they could: their card points count nothing.",
            default=(),
        ),
    ]

    @classmethod
    def sums(cls, table: Table[Any], said: Mapping[str, Any]) -> list[Sum]:
        """The card points in play, in halves; the cards of each kind, and all that were dealt."""
        seats = range(table.n)
        return [
            Sum({("points", seat): 2 for seat in seats}, most_halves(table)),
            *(together((("cards", seat, kind) for seat in seats), of_kind(kind, table)) for kind in VALUES),
            together(product(("cards",), seats, VALUES), DEALT * table.n),
        ]

    def check(self, table: Table[TarockRules], state: State) -> list[Problem]:
        """Points or cards, no more than were dealt."""
        if self.points is not None and self.cards is not None:
            return [Problem("cards", "Cards: give either the card points or the cards, not both.")]
        if self.points is None and self.cards is None:
            return [Problem("points", "Card points are missing.")]
        if self.cards is not None:
            return [Problem("cards", f"Cards: {reason}.") for reason in self._too_many(table)]
        together, most = sum(self.taken(table)), most_halves(table)
        if together <= most:
            return []
        reason = f"they add up to {halved(together)}; there are at most {halved(most)}"
        return [Problem("points", f"Card points: {reason}.")]

    def _too_many(self, table: Table[TarockRules]) -> list[str]:
        taken = (self.cards or {}).values()
        sums = {kind: sum(cards[kind] for cards in taken) for kind in VALUES}
        wrong = [
            f"{count} {kind} were taken, but there are {there}"
            for kind, count in sums.items()
            if count > (there := of_kind(kind, table))
        ]
        dealt = DEALT * table.n
        if sum(sums.values()) > dealt:
            wrong.append(f"{sum(sums.values())} were taken, but only {dealt} dealt")
        return wrong

    def taken(self, table: Table[TarockRules]) -> PerSeat:
        """The card points of every seat, in halves."""
        points: Mapping[Seat, int] = self.points or {}
        if self.cards is not None:
            points = {
                seat: sum(VALUES[kind] * count for kind, count in cards.items())
                for seat, cards in self.cards.items()
            }
        return tuple(points.get(seat, 0) for seat in range(table.n))

    def counting(self, table: Table[TarockRules]) -> PerSeat:
        """The same without those who forfeited."""
        return tuple(0 if seat in self.forfeited else taken for seat, taken in enumerate(self.taken(table)))


class Tarock(CoinGame[TarockRules, TarockHand]):
    key = "tarock"
    name = "Tarock"
    about = "Twelve tricks with the Tarock deck; most card points take all antes."
    texts = ("004",)
    seats = SEATS
    rules = TarockRules
    hand = TarockHand
    outcomes = {
        "won": Outcome("won", "Most card points take the pot with everybody's ante."),
        "shared": Outcome(
            "shared", "Those with most card points share the pot; odd coins stay in it.", "Shared"
        ),
        "none": Outcome("nobody won", "Nobody has a card point: the pot stays for the next hand."),
    }
    rulings = (
        "A card counts 5 (I, XXI, the Fool, a King), 4 (Queen), 3 (Knight), 2 (Knave) or a half (other "
        "suited cards). The trumps from II to XX count nothing, since the text gives them no value; the deck "
        "then holds 91 points, as it does in Jeu de Tarock. You may agree that they count a half.",
        "Each player holds twelve cards, so the cards taken count at most 79½ points with three players, 85½ "
        "with four and 91 with five (91½ where plain trumps count).",
        "Players who tie for most card points share the pot, since the text names no winner; what does not "
        "divide stays in it for the next hand.",
        LEFTWARD,
    )

    def told(self, table: Table[TarockRules], played: Played) -> str:
        """Who had most card points, and how many."""
        assert isinstance(played.hand, TarockHand)
        points = played.hand.counting(table)
        most = max(points)
        winners = tuple(seat for seat, counted in enumerate(points) if counted == most)
        if not most:
            return ""
        return f"{listed(table.names(winners))} with {halved(most)} {'point' if most in (1, 2) else 'points'}"

    def score(self, table: Table[TarockRules], state: State, hand: TarockHand) -> Scored:
        everybody = tuple(range(table.n))
        pot: int = state.carry.get("pot", 0) + table.rules.ante * table.n
        points = hand.counting(table)
        most = max(points)
        winners = [seat for seat in everybody if points[seat] == most > 0]
        share, left = divmod(pot, len(winners)) if winners else (0, pot)
        lines = [Line(everybody, -table.rules.ante, Reason("ante"), POT)]
        for seat in everybody:
            had = f"{halved(points[seat])} card {'point' if points[seat] in (1, 2) else 'points'}"
            if seat in hand.forfeited:
                lines.append(Line((seat,), 0, Reason("forfeited all card points")))
            elif seat not in winners:
                lines.append(Line((seat,), 0, Reason(had)))
            elif len(winners) == 1:
                lines.append(Line((seat,), pot, Reason(f"{had}, the most: the pot of {pot}"), POT))
            else:
                tied = f"{had}, tied for most: a share of the pot of {pot}"
                lines.append(Line((seat,), share, Reason(tied), POT))
        outcome = "none" if not winners else "won" if len(winners) == 1 else "shared"
        return Scored(outcome, tuple(lines), {"pot": left} if left else {})


TIMES = {"prise": 1, "garde": 2, "garde sans": 4, "garde contre": 6}
"""What a contract multiplies the value of a hand by."""

CONTRACTS = {
    "prise": "Prise",
    "garde": "Garde",
    "garde sans": "Garde sans le chien",
    "garde contre": "Garde contre le chien",
}

PARTIES = {"attack": "The attack", "defence": "The defence"}

BASE = 25
MAGICIAN = 10
CHELEM = 400
CHELEM_MISSED = 200
SLAM = 200

EVEN_DEAL = 4
"""With four players the Dog makes the cards pair up, so that card points are whole."""


@dataclass(frozen=True, kw_only=True)
class JeuRules(PointsRules):
    hands: Annotated[
        int | None,
        Count(
            "Number of hands",
            help="The game ends after so many that were played.",
            low=1,
            null="until you end it",
            default=None,
        ),
    ]
    play_for_coins: Annotated[bool, Switch("Play for coins", help="Every point is a coin.", default=False)]

    def check(self, table: Table[None], said: Collection[str]) -> list[Problem]:
        """Where every point is a coin there is no pot besides."""
        if not self.play_for_coins or not self.wager:
            return []
        return [Problem("wager", "Wager: where every point is a coin, there is no pot besides.")]


@dataclass(frozen=True, kw_only=True)
class Contract(Hand):
    attacker: Annotated[Seat, Person("Attacker", ask="Who attacks?", leads=True)]
    contract: Annotated[
        str, Choice("Contract", CONTRACTS, {contract: f"×{times}" for contract, times in TIMES.items()})
    ]
    target: Annotated[int, Count("Points contracted", ask="For how many points?", low=1, high=IN_DECK)]

    def called(self, table: Table[Any]) -> str:
        """Who attacks, how, and for how many points."""
        return f"{table.players[self.attacker]} attacks: {self.contract}, {self.target}"

    @property
    def call(self) -> Call:
        """The attacker, with the points of the contract."""
        return Call(self.attacker, self.target)


class Part(NamedTuple):
    """What one part of a hand is worth to the attack: why, and what that step is called on paper."""

    worth: int
    why: str
    step: str


@dataclass(frozen=True, kw_only=True)
class JeuHand(Contract):
    taken: Annotated[
        int,
        Halves(
            "Taken",
            ask="How many points were taken?",
            help="By the side of the attacker.",
            high=IN_DECK,
            whole=(EVEN_DEAL,),
        ),
    ]
    last_trick_magician: Annotated[
        str | None,
        Choice(
            "Magician",
            PARTIES,
            ask="Who took the last trick with the Magician?",
            help="The I of trumps; left out when another card took it.",
            default=None,
        ),
    ]
    poignees: Annotated[
        tuple[int, ...],
        Several(
            "Poignées",
            each=Count("A poignée", low=20, high=60, step=20),
            help="Of 10, 13 or 15 trumps shown: 20, 40 or 60 points.",
            default=(),
        ),
    ]
    chelem: Annotated[
        str | None,
        Choice(
            "Chelem",
            {"announced": "Announced"},
            help="The attacker said before the play that they would take every trick.",
            null="not announced",
            default=None,
        ),
    ]
    slam: Annotated[
        str | None, Choice("Slam", PARTIES, ask="Who took every trick?", null="nobody", default=None)
    ]

    def check(self, table: Table[JeuRules], state: State) -> list[Problem]:
        """What 78 cards and one last trick cannot give."""
        problems = []
        if len(self.poignees) > 1 and self.poignees != (20, 20):
            reason = "of 22 trumps two players can show 10 each and no more"
            problems.append(Problem("poignees", f"Poignées: {reason}."))
        if self.slam and self.last_trick_magician and self.slam != self.last_trick_magician:
            reason = f"{PARTIES[self.slam].lower()} took every trick, and so the last"
            problems.append(Problem("last_trick_magician", f"Magician: {reason}."))
        return problems

    @property
    def by(self) -> int:
        """The whole points above the contract or below it; a half is rounded up."""
        return (abs(self.taken - 2 * self.target) + 1) // 2

    @property
    def made(self) -> bool:
        """Whether the attack took what it had contracted for."""
        return self.taken >= 2 * self.target

    def parts(self) -> list[Part]:
        """What the hand is worth to the attack, part by part, with the reason for each."""
        sign, times, by = (1 if self.made else -1), TIMES[self.contract], self.by
        verb = "made" if self.made else "missed"
        factor = f", times {times} for a {self.contract}" if times > 1 else ""
        contract = f"{verb} {self.target} by {by}: {BASE} and {by}{factor}"
        parts = [Part(sign * (BASE + by) * times, contract, verb)]
        if self.last_trick_magician:
            side = 1 if self.last_trick_magician == "attack" else -1
            why = f"the Magician took the last trick for the {self.last_trick_magician}{factor}"
            parts.append(Part(side * MAGICIAN * times, why, "Magician"))
        parts += [
            Part(sign * worth, f"a poignée of {worth}, for the side that won", f"A poignée of {worth}")
            for worth in self.poignees
        ]
        if self.chelem and self.slam == "attack":
            parts.append(Part(CHELEM, "the chelem was announced, and every trick taken", "Chelem, announced"))
        elif self.chelem:
            parts.append(Part(-CHELEM_MISSED, "the chelem was announced and missed", "Chelem, missed"))
        elif self.slam:
            worth = SLAM if self.slam == "attack" else -SLAM
            parts.append(Part(worth, f"every trick went to the {self.slam}", f"Every trick, the {self.slam}"))
        return parts

    def worked(self, table: Table[Any]) -> tuple[Step, ...]:
        """The value of the hand as it is worked out on paper, seen from the attack."""
        first, *rest = self.parts()
        sign, times, others = (1 if self.made else -1), TIMES[self.contract], table.n - 1
        value = sum(part.worth for part in (first, *rest))
        whose = "from" if value > 0 else "to"
        verb, by = ("Made", "above") if self.made else ("Missed", "below")
        steps = [
            Step(f"{verb} {self.target}, {self.by} {by}", f"{signed(sign * BASE)} {signed(sign * self.by)}")
        ]
        if self.last_trick_magician:
            magician, *rest = rest
            steps.append(Step(f"Magician, the {self.last_trick_magician}", signed(magician.worth // times)))
        if times > 1:
            steps.append(Step(CONTRACTS[self.contract], f"× {times}"))
        steps += [Step(part.step, signed(part.worth)) for part in rest]
        return (
            *steps,
            Step("Each defender", signed(-value)),
            Step(f"{table.players[self.attacker]}, {whose} {spelled(others)}", signed(value * others)),
        )


@dataclass(frozen=True, kw_only=True)
class JeuPassed(Hand):
    """A hand for which nobody bid."""

    passed: Annotated[bool, Alone("Everybody passed")]


class JeuDeTarock(Game[JeuRules, JeuHand]):
    key = "jeu-de-tarock"
    name = "Jeu de Tarock"
    about = "One attacks with a contract, the others defend; all scores of a hand add up to zero."
    texts = ("004",)
    seats = SEATS
    rules = JeuRules
    hand = JeuHand
    bidding = Contract
    opened = "contract"
    alone = (JeuPassed,)
    end = (
        "After the agreed number of hands (those that everybody passed do not count), or when you end the "
        "game, the highest total has won, or all who share it; nobody if all are equal. If you stop before "
        "the agreed number, only a player who leads alone has won."
    )
    outcomes = {
        "made": Outcome(
            "made",
            "25 and every point above the contract, times 1, 2, 4 or 6: every defender pays that to the "
            "attacker. The Magician in the last trick is 10 for its side before the multiplying. After it "
            f"poignées are added, and {CHELEM} for an announced chelem ({CHELEM_MISSED} off if it is "
            f"missed); every trick taken unannounced is {SLAM} for that side.",
            result=MADE,
        ),
        "missed": Outcome(
            "missed",
            "25 and every point below the contract, times 1, 2, 4 or 6: the attacker pays that to every "
            "defender. The rest counts as when it is made; poignées go to the defence.",
            result=MISSED,
        ),
        **PASSED,
    }
    rulings = (
        "The 10 for the Magician in the last trick count for the side that took it, whichever side won the "
        "hand: the text names the sides, and not the result.",
        "Half a point is rounded up for the side that won the hand; the text knows whole points only, but "
        "with three or five players there are halves.",
        "The text describes four players, where the attacker wins or pays three times the value of the "
        "hand; with three or five it is twice or four times.",
        "Poignées count for the side that won the hand, whoever showed them.",
        "A hand that everybody passed is not one of the agreed number.",
        LEFTWARD,
    )

    def score(self, table: Table[JeuRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, JeuHand):
            return pass_on(table)
        attack = (hand.attacker,)
        defence = tuple(seat for seat in range(table.n) if seat != hand.attacker)
        lines: list[Line] = []
        for worth, why, _ in hand.parts():
            every = counted(len(defence), DEFENDER)
            lines.append(
                Line(attack, worth * len(defence), Reason(f"{why}; {abs(worth)} for each of {every}"))
            )
            lines.append(Line(defence, -worth, Reason(why), mirrors=True))
        outcome = "made" if hand.made else "missed"
        return Scored(outcome, tuple(lines), worked=hand.worked(table))

    def ending(self, table: Table[JeuRules], hands: Sequence[Played]) -> Ending | None:
        """Over after the agreed number of hands that were played."""
        # A hand that everybody passed ends nothing, and needs no counting.
        if table.rules.hands is None or not isinstance(hands[-1].hand, JeuHand):
            return None
        played = sum(1 for hand in hands if isinstance(hand.hand, JeuHand))
        return self.richest(table, hands[-1].totals) if played == table.rules.hands else None

    def stopped(self, table: Table[JeuRules], totals: PerSeat) -> Ending:
        """Without an agreed number of hands, stopping is how the game ends."""
        if table.rules.hands is None:
            return self.richest(table, totals)
        return super().stopped(table, totals)

    def payout(
        self, table: Table[JeuRules], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """The totals, where every point is a coin."""
        return state.totals if table.rules.play_for_coins else super().payout(table, hands, state, ending)
