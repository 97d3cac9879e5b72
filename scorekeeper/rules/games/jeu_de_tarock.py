"""Jeu de Tarock, with contracts and scored in points (text 004)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.bidding import PASSED, score_passed
from scorekeeper.rules.entries import BIDDER, Alone, Choice, Count, Halves, Person, Several, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.games.tarock import IN_DECK, SEATS
from scorekeeper.rules.halves import from_halves
from scorekeeper.rules.hand import Call, Hand, Line, Played, Scored, Step
from scorekeeper.rules.house import EitherWay, PointsRules, Under
from scorekeeper.rules.lessons import tarock
from scorekeeper.rules.outcome import Ending, when_made, when_missed
from scorekeeper.rules.problems import Problem, Wrong
from scorekeeper.rules.saying import Counted, Or, Say, Signed
from scorekeeper.rules.sources import DEAL_PASSES
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import CARD_POINT, DEFENDER

TIMES = {"prise": 1, "garde": 2, "garde sans": 4, "garde contre": 6}
"""The factor of each contract for the value of a hand."""

CONTRACTS = {
    "prise": "Prise",
    "garde": "Garde",
    "garde sans": "Garde sans le chien",
    "garde contre": "Garde contre le chien",
}

BIDDEN = {
    "prise": Say("a prise"),
    "garde": Say("a garde"),
    "garde sans": Say("a garde sans"),
    "garde contre": Say("a garde contre"),
}
"""The contracts within a sentence."""

SIDES = {"attack": Say("the attack"), "defence": Say("the defence")}

PARTIES = {"attack": "The attack", "defence": "The defence"}
TOOK_ALL = {
    "attack": Say("Magician: the attack took every trick, including the last."),
    "defence": Say("Magician: the defence took every trick, including the last."),
}

BASE = 25
MAGICIAN = 10
CHELEM = 400
CHELEM_MISSED = 200
SLAM = 200

FOOL = 5
DOG = 27
"""The most that the six cards of the Dog, or of the discard, are worth."""

EVEN_DEAL = 4
"""With four players the Dog leaves an even number of cards, which pair up to whole points."""


POIGNEES = (20, 40, 60)
"""The score for showing 10, 13 or 15 trumps."""


@dataclass(frozen=True)
class AttackPoints(Halves):
    """The card points of the attack."""

    def has_halves(self, table: Table[Any]) -> bool:
        """Return whether the points may end in a half."""
        return table.n != EVEN_DEAL


@dataclass(frozen=True)
class Poignee(Count):
    """The points of a poignée."""

    def values(self, table: Table[Any]) -> tuple[int, ...]:
        """Return the three scores."""
        return POIGNEES

    def read(self, raw: object, table: Table[Any]) -> int:
        """Return one of the three scores."""
        if type(raw) is not int or raw not in POIGNEES:
            raise Wrong(Say("{What} must be {poignees}.", what=self.what, poignees=Or(*POIGNEES)))
        return raw


@dataclass(frozen=True)
class Poignees(Several):
    """The poignées of a hand.

    Attributes:
        possible: what can be shown in one hand, with the trumps that takes.
    """

    possible: Mapping[tuple[int, ...], str]


SHOWN = {(20,): "10 trumps", (40,): "13 trumps", (60,): "15 trumps", (20, 20): "twice 10 trumps"}
"""The poignées of one hand: there are 22 trumps, so that the only two are of ten each."""


@dataclass(frozen=True, kw_only=True)
class JeuRules(PointsRules, EitherWay):
    hands: Annotated[
        int | None,
        Count(
            "Number of hands",
            help="The game ends after this many hands, not counting those that everyone passed.",
            low=1,
            null="no limit",
            default=None,
        ),
    ]
    play_for_coins: Annotated[
        bool, Switch("Play for coins", help="Each point is worth a coin.", default=False)
    ]
    raise_stakes: Annotated[
        bool,
        Switch(
            "Raise the stakes",
            help="With a wager: at ×2 everyone adds the wager to the pot once more, at ×4 three times and at "
            "×6 five times.",
            aside=True,
            default=False,
        ),
    ]

    def check(self, table: Table[None], given: Collection[str]) -> Iterator[Problem]:
        """Yield a problem with a wager beside coins for points, and with raised stakes without a wager."""
        if self.play_for_coins and self.wager:
            yield Problem("wager", Say("Set the wager to 0: each point is already worth a coin."))
        if self.raise_stakes and not self.wager:
            words = "Set a wager first: without one there is nothing to raise."
            yield Problem("raise_stakes", Say(words))


@dataclass(frozen=True, kw_only=True)
class JeuBid(Hand):
    attacker: Annotated[Seat, Person("Attacker", ask="Who is the attacker?", leads=True)]
    contract: Annotated[
        str, Choice("Contract", CONTRACTS, {contract: f"×{times}" for contract, times in TIMES.items()})
    ]
    target: Annotated[int, Count("Points bid", ask="For how many points?", low=1, high=IN_DECK)]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who bid what: "Ann bid a garde for 51"."""
        attacker, contract = table.players[self.attacker], BIDDEN[self.contract]
        return Say(
            "{attacker} bid {contract} for {points}",
            attacker=attacker,
            contract=contract,
            points=self.target,
        )

    def raised(self, table: Table[JeuRules]) -> int:
        """Return the coins that every player adds to the pot for this contract."""
        return table.rules.wager * (TIMES[self.contract] - 1) if table.rules.raise_stakes else 0

    def terms(self, table: Table[JeuRules]) -> list[Say]:
        """Return what everyone adds to the pot."""
        coins = self.raised(table)
        return [Say("Everyone puts {coins} more in the pot", coins=coins)] if coins else []

    @property
    def call(self) -> Call:
        """The attacker and the points contracted."""
        return Call(self.attacker, self.target)


class ValuePart(NamedTuple):
    """One part of what a hand is worth to the attack.

    Attributes:
        points: what it is worth before any multiplying; negative where the defence gains.
        why: the reason, before any multiplying.
        step: how it is shown where the value is worked out step by step.
        contract: the contract that multiplies it; empty where none does.
    """

    points: int
    why: Say
    step: Step
    contract: str = ""

    @property
    def times(self) -> int:
        """The figure by which the points are multiplied."""
        return TIMES.get(self.contract, 1)

    @property
    def value(self) -> int:
        """The worth of the part to the attack after the multiplying."""
        return self.points * self.times

    @property
    def reason(self) -> Say:
        """The reason with the multiplying."""
        if self.times == 1:
            return self.why
        contract = BIDDEN[self.contract]
        return Say("{why}, × {times} for {contract}", why=self.why, times=self.times, contract=contract)


@dataclass(frozen=True, kw_only=True)
class JeuHand(JeuBid):
    taken: Annotated[
        int,
        AttackPoints(
            "Taken",
            ask="How many points did the attack take?",
            ask_one="how many points did your side take?",
            counts=CARD_POINT,
            entered="points",
            help="The attacker’s card points.",
            step="Enter the points the attack took",
            high=IN_DECK,
            of=BIDDER,
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
        Poignees(
            "Poignées",
            each=Poignee("A poignée", low=POIGNEES[0], high=POIGNEES[-1]),
            ask="Which poignées were shown?",
            otherwise="None",
            possible=SHOWN,
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
        if self.poignees and self.poignees not in SHOWN:
            words = "There are 22 trumps, so the only two poignées possible are 20 and 20."
            problems.append(Problem("poignees", Say(words)))
        if self.slam and self.last_trick_magician and self.slam != self.last_trick_magician:
            problems.append(Problem("last_trick_magician", TOOK_ALL[self.slam]))
        aside = FOOL + (DOG if self.contract == "garde contre" else 0)
        if self.slam == "attack" and self.taken < 2 * (least := IN_DECK - aside):
            words = "With every trick the attack has at least {least} points, not {taken}."
            problems.append(Problem("slam", Say(words, least=least, taken=from_halves(self.taken))))
        aside = FOOL + (0 if self.contract == "garde contre" else DOG)
        if self.slam == "defence" and self.taken > 2 * aside:
            words = "Without a trick the attack has at most {aside} points, not {taken}."
            problems.append(Problem("slam", Say(words, aside=aside, taken=from_halves(self.taken))))
        return problems

    @property
    def difference(self) -> int:
        """The points above or below the contract, with a half rounded up."""
        return (abs(self.taken - 2 * self.target) + 1) // 2

    @property
    def made(self) -> bool:
        """Return whether the attack took at least the points contracted."""
        return self.taken >= 2 * self.target

    @property
    def parts(self) -> tuple[ValuePart, ...]:
        """The worth of the hand to the attack, part by part."""
        return (self._contract_part(), *self._magician_parts(), *self._poignee_parts(), *self._slam_parts())

    def _contract_part(self) -> ValuePart:
        sign = 1 if self.made else -1
        if self.made:
            why, what = Say("made {bid} by {by} ({base} + {by})"), Say("Made {bid}, {by} above")
        else:
            why, what = Say("missed {bid} by {by} ({base} + {by})"), Say("Missed {bid}, {by} below")
        figures = Say("{base} {by}", base=Signed(sign * BASE), by=Signed(sign * self.difference))
        return ValuePart(
            sign * (BASE + self.difference),
            why.filled(bid=self.target, by=self.difference, base=BASE),
            Step(what.filled(bid=self.target, by=self.difference), figures),
            self.contract,
        )

    def _magician_parts(self) -> Iterator[ValuePart]:
        if side := self.last_trick_magician:
            points = MAGICIAN if side == "attack" else -MAGICIAN
            why = Say("{side} took the last trick with the Magician", side=SIDES[side])
            step = Step(Say("Magician, {side}", side=SIDES[side]), Signed(points))
            yield ValuePart(points, why, step, self.contract)

    def _poignee_parts(self) -> Iterator[ValuePart]:
        for worth in self.poignees:
            points = worth if self.made else -worth
            why = Say("a poignée of {worth} for the winning side", worth=worth)
            yield ValuePart(points, why, Step(Say("A poignée of {worth}", worth=worth), Signed(points)))

    def _slam_parts(self) -> Iterator[ValuePart]:
        if self.chelem and self.slam == "attack":
            made = Say("the attack announced a chelem and made it")
            yield ValuePart(CHELEM, made, Step(Say("Chelem announced and made"), Signed(CHELEM)))
        elif self.chelem:
            missed = Say("the attack announced a chelem and missed it")
            step = Step(Say("Chelem announced and missed"), Signed(-CHELEM_MISSED))
            yield ValuePart(-CHELEM_MISSED, missed, step)
        elif self.slam:
            points = SLAM if self.slam == "attack" else -SLAM
            side = SIDES[self.slam]
            step = Step(Say("Every trick, {side}", side=side), Signed(points))
            yield ValuePart(points, Say("{side} took every trick", side=side), step)

    def worked(self, table: Table[Any]) -> tuple[Step, ...]:
        """Return the steps that work out the value of the hand on paper, seen from the attack."""
        times, defenders = TIMES[self.contract], table.n - 1
        multiplied = [part.step for part in self.parts if part.times > 1]
        value = sum(part.value for part in self.parts)
        attacker, others = table.players[self.attacker], Counted(defenders, DEFENDER)
        paid = Say("{attacker}, from {others}") if value > 0 else Say("{attacker}, to {others}")
        return (
            *multiplied,
            *([Step(Say(CONTRACTS[self.contract]), Say("× {times}", times=times))] if multiplied else []),
            *(part.step for part in self.parts if part.times == 1),
            Step(Say("Each defender"), Signed(-value)),
            Step(paid.filled(attacker=attacker, others=others), Signed(value * defenders)),
        )


@dataclass(frozen=True, kw_only=True)
class JeuPassed(Hand):
    """A hand that everyone passed."""

    passed: Annotated[bool, Alone("Everyone passed")]


class JeuDeTarock(Game[JeuRules, JeuHand]):
    key = "jeu-de-tarock"
    edition = 2
    name = "Jeu de Tarock"
    about = "One attacks, the others defend."
    lesson = tarock.JEU_DE_TAROCK
    texts = ("004",)
    seats = SEATS
    rules = JeuRules
    hand = JeuHand
    bidding = JeuBid
    special_hands = (JeuPassed,)
    end = (
        "After the agreed number of hands, not counting those that everyone passed, the highest total wins. "
        "If you haven’t agreed on a number, you end the game. Either way, equal totals share the win, and "
        "nobody wins if all are equal. If you stop before the agreed number, only a player who leads alone "
        "wins."
    )
    outcomes = {
        "made": when_made(
            f"{BASE}, and 1 for each point above the points bid, times 1, 2, 4 or 6 for the contract. "
            "Extras are added: each defender pays the sum to the attacker."
        ),
        "missed": when_missed(
            f"{BASE}, and 1 for each point below the points bid, times 1, 2, 4 or 6 for the contract. "
            "Extras are added: the attacker pays the sum to each defender."
        ),
        **PASSED,
    }
    strokes = ("taken",)
    rulings = (
        "The 10 points for taking the last trick with the Magician go to the side that took it, whichever "
        "side won the hand: the text names the side and not the result.",
        "Half points are rounded up for the side that won the hand. The text has only whole points, but with "
        "three or five players there are halves.",
        "The text describes four players, where the attacker wins or pays three times the value of the hand. "
        "With three players it is twice, with five four times.",
        "Poignées count for the side that won the hand, no matter who showed them.",
        "If everyone passes, the next player deals, and the hand doesn’t count towards the agreed number.",
        (
            Under("raise_stakes"),
            "Anyone who wins the game takes the whole pot, raised stakes included; several winners share it. "
            "Without a winner everyone gets back what they put in.",
        ),
        f"The Dog or the discard holds at most {DOG} points, and the Fool’s {FOOL} stay with its owner. So "
        f"an attack that took every trick has at least {IN_DECK - FOOL} points, in a garde contre at least "
        f"{IN_DECK - FOOL - DOG}. One that took none has at most {FOOL + DOG}, in a garde contre {FOOL}.",
        DEAL_PASSES,
    )

    def played_out(
        self, table: Table[JeuRules], bidding: JeuBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the points of the attack, without what is known once the hand is played."""
        yield {"taken": 2 * taken}

    def always_scores(self, table: Table[JeuRules]) -> Say:
        """Return what is added once the hand is played: the Magician, poignées, and a chelem or slam."""
        return Say("extras")

    def score(self, table: Table[JeuRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, JeuHand):
            return score_passed(table)
        attack = (hand.attacker,)
        defence = tuple(seat for seat in range(table.n) if seat != hand.attacker)
        lines: list[Line] = []
        defenders = Counted(len(defence), DEFENDER)
        for part in hand.parts:
            gained, lost = (
                Say("{why}; {value} from each of {defenders}"),
                Say("{why}; {value} to each of {defenders}"),
            )
            each = (gained if part.value > 0 else lost).filled(
                why=part.reason, value=abs(part.value), defenders=defenders
            )
            lines.append(Line(attack, part.value * len(defence), each))
            lines.append(Line(defence, -part.value, part.reason, mirrors=True))
        if coins := hand.raised(table):
            bid = BIDDEN[hand.contract]
            more = Say("put {coins} more in the pot for {bid}", coins=coins, bid=bid)
            lines.append(Line(tuple(range(table.n)), 0, more))
        outcome = "made" if hand.made else "missed"
        return Scored(outcome, tuple(lines), worked=hand.worked(table))

    def ending(self, table: Table[JeuRules], hands: Sequence[Played]) -> Ending | None:
        """Return the end of the game after the agreed number of hands, not counting those passed."""
        # A hand that everyone passed never ends the game, so nothing needs counting.
        if table.rules.hands is None or not isinstance(hands[-1].hand, JeuHand):
            return None
        played = sum(1 for hand in hands if isinstance(hand.hand, JeuHand))
        return self.highest_wins(table, hands[-1].totals) if played == table.rules.hands else None

    def stopped(self, table: Table[JeuRules], state: State) -> Ending:
        """Return the end of a game the players ended, the normal end without an agreed number of hands."""
        if table.rules.hands is None:
            return self.highest_wins(table, state.totals)
        return super().stopped(table, state)

    def wagers(self, table: Table[JeuRules], hands: Sequence[Played]) -> PerSeat:
        """Return the wager of each player, and what they have added to raise the stakes."""
        added = sum(played.hand.raised(table) for played in hands if isinstance(played.hand, JeuHand))
        return (table.rules.wager + added,) * table.n

    def payout(
        self, table: Table[JeuRules], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """Return the totals if each point is worth a coin, otherwise the wagers."""
        return state.totals if table.rules.play_for_coins else super().payout(table, hands, state, ending)
