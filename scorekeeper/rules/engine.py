"""The fold that scores a game hand by hand (scoring contract, section 2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rules.halves import as_number
from scorekeeper.rules.hand import Hand, Played
from scorekeeper.rules.outcome import Ending
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import PerSeat, Setup, State, Table
from scorekeeper.rules.words import Noun


@dataclass(frozen=True)
class Result:
    """A game as far as it has been played.

    Attributes:
        setup: the game and its table.
        hands: every hand with its score and explanation.
        state: the state after the last hand.
        ending: how the game ended; None while it is on.
        payout: net coins of each seat for the night's bank.
    """

    setup: Setup
    hands: tuple[Played, ...]
    state: State
    ending: Ending | None
    payout: PerSeat

    @property
    def is_empty(self) -> bool:
        """Return whether the players ended it before its first hand, so that it doesn't count."""
        ending = self.ending
        return ending is not None and not (self.hands or ending.winners or any(self.totals))

    @property
    def totals(self) -> PerSeat:
        """The totals as players see them: those of a finished coin game with the coins given back."""
        return self.payout if self.ending and self.setup.unit == "coins" else self.state.totals

    def before(self, played: Played) -> State:
        """Return the state before a hand of the game, with its dealer."""
        last = self.hands[played.number - 2] if played.number > 1 else self.setup.opening
        totals = tuple(total - score for total, score in zip(played.totals, played.scores, strict=True))
        return State(played.dealer, totals, last.carry, last.memory, played.number - 1)

    def as_json(self) -> dict[str, Any]:
        """Return the answer of the scoring contract, section 2."""
        setup, table = self.setup, self.setup.table
        return {
            "game": setup.game.key,
            "unit": setup.unit,
            "target": setup.target,
            "sides": [table.names(side) for side in setup.sides],
            "hands": [_hand_json(played, table) for played in self.hands],
            "totals": _by_name(self.state.totals, table),
            "next_dealer": table.players[self.state.dealer],
            "carry": dict(self.state.carry),
            "finished": self.ending is not None,
            "winners": table.names(self.ending.winners) if self.ending else [],
            "payout": _by_name(self.payout, table),
        }


class AfterTheEnd(Refused):
    """Raised for the first hand after the game was over."""

    @property
    def last(self) -> int:
        """The number of the hand that ended the game."""
        return (self.problems[0].hand or 0) - 1


def score(sheet: object) -> Result:
    """Score a scoresheet, given as parsed JSON.

    Raises Refused with every problem of the setup, or of the first faulty hand.
    """
    if not isinstance(sheet, Mapping):
        raise Refused([Problem("file", Say("A scoresheet must be a JSON object."))])
    return play(set_up(sheet), sheet["hands"], finished=sheet.get("finished", False))


def play(setup: Setup, hands: Sequence[object], finished: bool = False) -> Result:
    """Score the hands of a game, each as parsed JSON. Raises Refused for the first faulty one."""
    game = setup.game
    state = setup.opening
    done: list[Played] = []
    ending = None
    for raw in hands:
        state, played = _play_one(setup, state, raw, len(done) + 1, ending)
        done.append(played)
        ending = setup.ending(done)
    table = setup.table.at(len(done))
    if finished and ending is None:
        ending = game.stopped(table, state) if done else _ended_empty(game.hand_noun)
    return Result(setup, tuple(done), state, ending, game.payout(table, done, state, ending))


def _ended_empty(noun: Noun) -> Ending:
    """Return how a game ends that the players end before its first hand."""
    return Ending((), Say("Ended before the first {noun}, so it doesn’t count", noun=noun), early=True)


def extend(result: Result, raw: object) -> Result:
    """Return the game with one more hand, given as parsed JSON. Raises Refused."""
    setup = result.setup
    state, played = _play_one(setup, result.state, raw, len(result.hands) + 1, result.ending)
    done = (*result.hands, played)
    ending = setup.ending(done)
    payout = setup.game.payout(setup.table.at(len(done)), done, state, ending)
    return Result(setup, done, state, ending, payout)


def read_bidding(setup: Setup, state: State, raw: object, number: int) -> Hand:
    """Return the bidding of a hand that has not been played yet. Raises Refused."""
    return _read(setup, state, raw, number, setup.game.bidding)


def _play_one(
    setup: Setup, state: State, raw: object, number: int, ending: Ending | None
) -> tuple[State, Played]:
    if ending:
        over = Say("The game was over with hand {last}: {why}.", last=number - 1, why=ending.why)
        raise AfterTheEnd([Problem("hands", over, number)])
    return score_hand(setup, state, _read(setup, state, raw, number))


def score_hand(setup: Setup, state: State, hand: Hand) -> tuple[State, Played]:
    """Return the state after a hand that has been read, and the hand with its score."""
    game, table = setup.game, setup.table_for(state)
    before = state if hand.dealer is None else replace(state, dealer=hand.dealer)
    scored = game.score(table, before, hand)
    scores = scored.scores(table.n)
    totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
    number = state.played + 1
    after = State(game.next_dealer(table, before, hand), totals, scored.carry, scored.memory, number)
    lines, carry, worked = scored.lines, scored.carry, scored.worked
    outcome, memory = scored.outcome, scored.memory
    played = Played(before.dealer, hand, outcome, lines, carry, scores, totals, worked, number, memory)
    return setup.admit(after), played


def _read(setup: Setup, state: State, raw: object, number: int, kind: type[Hand] | None = None) -> Hand:
    if not isinstance(raw, Mapping):
        words = Say("Hand {number} must be a JSON object.", number=number)
        raise Refused([Problem("hands", words, number)])
    try:
        return setup.game.read(raw, setup.table_for(state), state, kind)
    except Refused as refused:
        raise Refused(replace(problem, hand=number) for problem in refused.problems) from None


def _hand_json(played: Played, table: Table[Any]) -> dict[str, Any]:
    return {
        "dealer": table.players[played.dealer],
        "outcome": played.outcome,
        "scores": _by_name(played.scores, table),
        "totals": _by_name(played.totals, table),
        "because": [
            {"players": table.names(line.seats), "amount": as_number(line.amount), "why": str(line.why)}
            for line in played.lines
        ],
        "carry": dict(played.carry),
    }


def _by_name(figures: PerSeat, table: Table[Any]) -> dict[str, int | float]:
    return dict(zip(table.players, map(as_number, figures), strict=True))
