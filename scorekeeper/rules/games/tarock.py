"""Tarock, the original game for coins (text 004), and the deck it shares with Jeu de Tarock."""

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
"""The card points in the whole deck."""

DEALT = 12
"""The cards dealt to each player, which is also the number of tricks in a hand."""

VALUES = {"bouts": 10, "kings": 10, "queens": 8, "knights": 6, "knaves": 4, "suited": 1}
"""What a card of each kind counts, in half points."""

BOUTS = 3
FACES = 4
SUITED = 40
PLAIN_TRUMPS = 19


def plain_cards(table: Table[Any]) -> int:
    """Return how many cards count half a point: plain suited cards, and trumps if the house rules say so."""
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
    """Return how many cards of a kind are in the deck."""
    return BOUTS if kind == "bouts" else plain_cards(table) if kind == "suited" else FACES


def most_halves(table: Table[Any]) -> int:
    """Return the most card points that the hands dealt can hold, in half points."""
    best = {kind: of_kind(kind, table) for kind in VALUES if kind != "suited"}
    rest = min(DEALT * table.n - sum(best.values()), plain_cards(table))
    return sum(VALUES[kind] * cards for kind, cards in best.items()) + rest


def halved(halves: int) -> str:
    """Return a number of half points as it is written: "30½", "24", "½"."""
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
            help="Trumps II to XX count half a point each, like plain suited cards.",
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
            ask="How many points did each player take?",
            help="Each player's card points. Blank means 0.",
            default=None,
        ),
    ]
    cards: Annotated[
        Mapping[Seat, Mapping[str, int]] | None,
        BySeat(
            "Cards",
            each=Record("Cards", entries=CARDS, worth=VALUES),
            ask="Enter cards instead",
            help="Count the cards each player took instead of their points. Bouts are the I, the XXI and the "
            "Fool; suited are all other cards that count.",
            instead="points",
            default=None,
        ),
    ]
    forfeited: Annotated[
        tuple[Seat, ...],
        People(
            "Forfeited",
            nobody=True,
            help="Players caught not following suit or trumping when they could. Their points don't count.",
            default=(),
        ),
    ]

    @classmethod
    def sums(cls, table: Table[Any], said: Mapping[str, Any]) -> list[Sum]:
        """Return the limits on card points (in half points), on the cards of each kind, and on all cards."""
        seats = range(table.n)
        return [
            Sum({("points", seat): 2 for seat in seats}, most_halves(table)),
            *(together((("cards", seat, kind) for seat in seats), of_kind(kind, table)) for kind in VALUES),
            together(product(("cards",), seats, VALUES), DEALT * table.n),
        ]

    def check(self, table: Table[TarockRules], state: State) -> list[Problem]:
        """Return what is wrong: both points and cards, neither, or more than were dealt."""
        if self.points is not None and self.cards is not None:
            return [Problem("cards", "Cards: enter card points or cards, not both.")]
        if self.points is None and self.cards is None:
            return [Problem("points", "Enter each player's card points or cards.")]
        if self.cards is not None:
            return [Problem("cards", f"Cards: {reason}.") for reason in self._too_many(table)]
        together, most = sum(self.taken(table)), most_halves(table)
        if together <= most:
            return []
        reason = f"they add up to {halved(together)}, but there are at most {halved(most)}"
        return [Problem("points", f"Card points: {reason}.")]

    def _too_many(self, table: Table[TarockRules]) -> list[str]:
        taken = (self.cards or {}).values()
        sums = {kind: sum(cards[kind] for cards in taken) for kind in VALUES}
        wrong = [
            f"you entered {count} {kind}, but there are only {there}"
            for kind, count in sums.items()
            if count > (there := of_kind(kind, table))
        ]
        dealt = DEALT * table.n
        if sum(sums.values()) > dealt:
            wrong.append(f"you entered {sum(sums.values())}, but only {dealt} were dealt")
        return wrong

    def taken(self, table: Table[TarockRules]) -> PerSeat:
        """Return the card points that each seat took, in half points."""
        points: Mapping[Seat, int] = self.points or {}
        if self.cards is not None:
            points = {
                seat: sum(VALUES[kind] * count for kind, count in cards.items())
                for seat, cards in self.cards.items()
            }
        return tuple(points.get(seat, 0) for seat in range(table.n))

    def counting(self, table: Table[TarockRules]) -> PerSeat:
        """Return the card points that count, in half points: 0 for those who forfeited."""
        return tuple(0 if seat in self.forfeited else taken for seat, taken in enumerate(self.taken(table)))


class Tarock(CoinGame[TarockRules, TarockHand]):
    key = "tarock"
    name = "Tarock"
    about = "Twelve tricks with the Tarock deck; the most card points win all the antes."
    texts = ("004",)
    seats = SEATS
    rules = TarockRules
    hand = TarockHand
    outcomes = {
        "won": Outcome("won", "The most card points take the pot, which holds everyone's ante."),
        "shared": Outcome(
            "shared",
            "Players who tie for the most card points share the pot; odd coins stay in it.",
            "Shared",
        ),
        "none": Outcome("nobody won", "Nobody has any card points; the pot carries over to the next hand."),
    }
    rulings = (
        "The I, the XXI, the Fool and Kings count 5 each, Queens 4, Knights 3, Knaves 2 and plain suited "
        "cards ½. Trumps II to XX count nothing, because the text gives them no value; the deck then holds "
        "91 points, as in Jeu de Tarock. A house rule lets them count ½ each.",
        "With twelve cards each, the points add up to at most 79½ with three players, 85½ with four and 91 "
        "with five (91½ if plain trumps count).",
        "Players who tie for the most card points share the pot, because the text doesn't name a winner. Odd "
        "coins stay in the pot for the next hand.",
        LEFTWARD,
    )

    def told(self, table: Table[TarockRules], played: Played) -> str:
        """Return who had the most card points: "Ann with 30½ points"; empty if nobody had any."""
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
"""What each contract multiplies the value of a hand by."""

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
"""With four players the Dog leaves an even number of cards, which pair up to whole points."""


@dataclass(frozen=True, kw_only=True)
class JeuRules(PointsRules):
    hands: Annotated[
        int | None,
        Count(
            "Number of hands",
            help="The game ends after this many hands, not counting those that everyone passed.",
            low=1,
            null="until you end it",
            default=None,
        ),
    ]
    play_for_coins: Annotated[
        bool, Switch("Play for coins", help="Each point is worth a coin.", default=False)
    ]

    def check(self, table: Table[None], said: Collection[str]) -> list[Problem]:
        """Return a problem if there is a wager although each point is worth a coin."""
        if not self.play_for_coins or not self.wager:
            return []
        return [Problem("wager", "Wager: set this to 0; each point is already worth a coin.")]


@dataclass(frozen=True, kw_only=True)
class Contract(Hand):
    attacker: Annotated[Seat, Person("Attacker", ask="Who is the attacker?", leads=True)]
    contract: Annotated[
        str, Choice("Contract", CONTRACTS, {contract: f"×{times}" for contract, times in TIMES.items()})
    ]
    target: Annotated[int, Count("Points contracted", ask="For how many points?", low=1, high=IN_DECK)]

    def called(self, table: Table[Any]) -> str:
        """Return who attacks, and for what: "Ann attacks: garde, 51"."""
        return f"{table.players[self.attacker]} attacks: {self.contract}, {self.target}"

    @property
    def call(self) -> Call:
        """The attacker and the points contracted."""
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
            ask="How many points did the attack take?",
            help="The attacker's card points, as the text counts them.",
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
            help="The I of trumps. Skip this if another card took the last trick.",
            default=None,
        ),
    ]
    poignees: Annotated[
        tuple[int, ...],
        Several(
            "Poignées",
            each=Count("A poignée", low=20, high=60, step=20),
            help="10, 13 or 15 trumps shown score 20, 40 or 60.",
            default=(),
        ),
    ]
    chelem: Annotated[
        str | None,
        Choice(
            "Chelem",
            {"announced": "Announced"},
            help="The attacker announced before play that they would take every trick.",
            null="not announced",
            default=None,
        ),
    ]
    slam: Annotated[
        str | None, Choice("Slam", PARTIES, ask="Who took every trick?", null="nobody", default=None)
    ]

    def check(self, table: Table[JeuRules], state: State) -> list[Problem]:
        """Return what is wrong with the poignées, and with who took the last trick."""
        problems = []
        if len(self.poignees) > 1 and self.poignees != (20, 20):
            reason = "there are 22 trumps, so the only two possible are 20 and 20"
            problems.append(Problem("poignees", f"Poignées: {reason}."))
        if self.slam and self.last_trick_magician and self.slam != self.last_trick_magician:
            reason = f"{PARTIES[self.slam].lower()} took every trick, including the last"
            problems.append(Problem("last_trick_magician", f"Magician: {reason}."))
        return problems

    @property
    def by(self) -> int:
        """The points above or below the contract, with a half rounded up."""
        return (abs(self.taken - 2 * self.target) + 1) // 2

    @property
    def made(self) -> bool:
        """Whether the attack took at least the points contracted."""
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
    """A hand that everyone passed."""

    passed: Annotated[bool, Alone("Everybody passed")]


class JeuDeTarock(Game[JeuRules, JeuHand]):
    key = "jeu-de-tarock"
    name = "Jeu de Tarock"
    about = "One player attacks with a contract and the others defend; the scores of a hand add up to zero."
    texts = ("004",)
    seats = SEATS
    rules = JeuRules
    hand = JeuHand
    bidding = Contract
    opened = "contract"
    alone = (JeuPassed,)
    end = (
        "After the agreed number of hands, not counting those that everyone passed, the highest total wins. "
        "If you haven't agreed on a number, you end the game. Equal totals share the win; if all are equal, "
        "nobody wins. If you stop before the agreed number, only a player who leads alone wins."
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
        "The 10 points for taking the last trick with the Magician go to the side that took it, whichever "
        "side won the hand: the text names the side and not the result.",
        "Half points are rounded up for the side that won the hand. The text has only whole points, but with "
        "three or five players there are halves.",
        "The text describes four players, where the attacker wins or pays three times the value of the hand. "
        "With three players it is twice, with five four times.",
        "Poignées count for the side that won the hand, no matter who showed them.",
        "A hand that everyone passed doesn't count towards the agreed number of hands.",
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
        """Return the end of the game after the agreed number of hands, not counting those passed."""
        # A hand that everyone passed never ends the game, so nothing needs counting.
        if table.rules.hands is None or not isinstance(hands[-1].hand, JeuHand):
            return None
        played = sum(1 for hand in hands if isinstance(hand.hand, JeuHand))
        return self.richest(table, hands[-1].totals) if played == table.rules.hands else None

    def stopped(self, table: Table[JeuRules], totals: PerSeat) -> Ending:
        """Return the end of a game the players ended, the normal end without an agreed number of hands."""
        if table.rules.hands is None:
            return self.richest(table, totals)
        return super().stopped(table, totals)

    def payout(
        self, table: Table[JeuRules], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """Return the totals if each point is worth a coin, otherwise the wagers."""
        return state.totals if table.rules.play_for_coins else super().payout(table, hands, state, ending)
