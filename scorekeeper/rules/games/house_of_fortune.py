"""House of Fortune: two dice, and a board for coins (text 004)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Choice, Count, Person
from scorekeeper.rules.hand import Hand, Line, Played, Scored
from scorekeeper.rules.house import Rules
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import COIN, ROLL, counted

PIG = 2
PASS = 4
WEDDING = 7
KING = 12
SPACES = {PIG: "the Pig", PASS: "pass", WEDDING: "the Wedding", KING: "the King"}


@dataclass(frozen=True, kw_only=True)
class FortuneRules(Rules):
    direction: Annotated[
        str,
        Choice(
            "Dice pass to the",
            {"left": "Left", "right": "Right"},
            help="Where the dice go after a roll.",
            default="left",
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class FortuneHand(Hand):
    roll: Annotated[
        int,
        Count("Roll", ask="What was rolled?", low=PIG, high=KING, names=SPACES, shows="board", saves=True),
    ]
    player: Annotated[
        Seat | None,
        Person(
            "Another roller",
            help="If somebody rolled out of turn.",
            aside="enter another roller",
            default=None,
        ),
    ]


class Throw(NamedTuple):
    """What a roll does: its outcome, the coins for the roller, the board after it, and why."""

    outcome: str
    coins: int
    board: Mapping[int, int]
    why: str


class HouseOfFortune(CoinGame[FortuneRules, FortuneHand]):
    key = "house-of-fortune"
    name = "House of Fortune"
    about = "The board of the Wedding, the Pig and the King: leave a coin or take one with every roll."
    texts = ("004",)
    seats = range(2, 21)
    rules = FortuneRules
    hand = FortuneHand
    hand_noun = ROLL
    deal = ("", "", "")
    outcomes = {
        "left": Outcome("leaves a coin", "On an empty space the roller leaves a coin.", "An empty space"),
        "took": Outcome(
            "takes a coin", "From a space with a coin the roller takes it.", "A space with a coin"
        ),
        "wedding": Outcome("the Wedding", "7: the roller puts a coin there."),
        "pig": Outcome(
            "the Pig", "2, in the Richtcrag the Mercenary: takes every coin but those of the Wedding."
        ),
        "king": Outcome("the King", "12, in the Richtcrag the Commander: takes every coin on the board."),
        "pass": Outcome("a pass", "4: nothing is won or lost."),
    }
    rulings = (
        "Everybody starts one coin down: it lies on 7, and belongs to no roll.",
        "The first player on the sheet rolls first; then the dice go to the left, or to the right if you "
        "play so.",
    )

    def opening(self, table: Table[FortuneRules], dealer: Seat) -> State:
        """Everybody has put a coin on 7; the memory is whose turn it is."""
        return State(dealer, (-1,) * table.n, {"board": {str(WEDDING): table.n}}, memory=0)

    def turn(self, table: Table[FortuneRules], state: State) -> Seat:
        """Whoever has the dice."""
        roller: Seat = state.memory
        return roller

    def told(self, table: Table[FortuneRules], played: Played) -> str:
        """Who rolled what."""
        assert isinstance(played.hand, FortuneHand)
        (line,) = played.lines
        return f"{table.players[line.seats[0]]} rolls {played.hand.roll}"

    def score(self, table: Table[FortuneRules], state: State, hand: FortuneHand) -> Scored:
        roller: Seat = state.memory if hand.player is None else hand.player
        lies: Mapping[str, int] = state.carry.get("board", {})
        throw = thrown(hand.roll, {int(space): coins for space, coins in lies.items()})
        board = {str(space): coins for space, coins in sorted(throw.board.items())}
        step = 1 if table.rules.direction == "left" else -1
        return Scored(
            throw.outcome,
            (Line((roller,), throw.coins, Reason(throw.why)),),
            {"board": board} if board else {},
            (roller + step) % table.n,
        )


def thrown(roll: int, board: Mapping[int, int]) -> Throw:
    """What a roll does to a board."""
    if roll == PASS:
        return Throw("pass", 0, board, "rolled 4, a pass: nothing")
    if roll == WEDDING:
        coins = board.get(WEDDING, 0) + 1
        return Throw("wedding", -1, {**board, WEDDING: coins}, "rolled 7: a coin for the Wedding")
    if roll == PIG:
        wedding = {space: coins for space, coins in board.items() if space == WEDDING}
        taken = sum(board.values()) - sum(wedding.values())
        why = f"rolled 2: the Pig takes {counted(taken, COIN)}, all but the Wedding’s"
        return Throw("pig", taken, wedding, why)
    if roll == KING:
        taken = sum(board.values())
        every = "all " if taken > 1 else ""
        return Throw("king", taken, {}, f"rolled 12: the King takes {every}{counted(taken, COIN)}")
    if roll in board:
        rest = {space: coins for space, coins in board.items() if space != roll}
        return Throw("took", board[roll], rest, f"rolled {roll}: took the coin that lay there")
    return Throw("left", -1, {**board, roll: 1}, f"rolled {roll}: left a coin there")
