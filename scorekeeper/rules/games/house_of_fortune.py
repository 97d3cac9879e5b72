"""House of Fortune, played with two dice and coins on a board (text 004)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Count, Person
from scorekeeper.rules.hand import NOBODY_DEALS, Hand, Line, Played, Scored
from scorekeeper.rules.house import COINS_STAY, JOIN_FOR_COINS, ComeAndGo, direction
from scorekeeper.rules.lessons import dice
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.saying import Counted, Say
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import COIN, ROLL

PIG = 2
PASS = 4
WEDDING = 7
KING = 12
SPACES = {PIG: "the Pig", PASS: "pass", WEDDING: "the Wedding", KING: "the King"}


@dataclass(frozen=True)
class BoardRoll(Count):
    """A roll; the form shows the coins on each space of the board, and what some spaces are called."""


@dataclass(frozen=True, kw_only=True)
class FortuneRules(ComeAndGo):
    direction: Annotated[
        str, direction("Dice pass", help="Decides whose turn is next, but not who gets odd coins.")
    ]


@dataclass(frozen=True, kw_only=True)
class FortuneHand(Hand):
    deck = "dice"
    roll: Annotated[
        int,
        BoardRoll("Roll", ask="What was rolled?", low=PIG, high=KING, saves=True),
    ]
    player: Annotated[
        Seat | None,
        Person(
            "Rolled by",
            named="roller",
            help="Only needed if someone rolled out of turn.",
            aside=True,
            default=None,
        ),
    ]


class RollResult(NamedTuple):
    """The result of a roll: its outcome, the roller's coins, the board afterwards, and the reason."""

    outcome: str
    coins: int
    board: Mapping[int, int]
    why: Say


class HouseOfFortune(CoinGame[FortuneRules, FortuneHand]):
    key = "house-of-fortune"
    name = "House of Fortune"
    about = "Leave a coin, take one, or take all."
    icon = "coins"
    lesson = dice.HOUSE_OF_FORTUNE
    texts = ("004",)
    seats = range(2, 21)
    rules = FortuneRules
    hand = FortuneHand
    hand_noun = ROLL
    deal = NOBODY_DEALS
    outcomes = {
        "left": Outcome(
            "left a coin", "The roller leaves a coin.", "An empty space", is_deed=True, tells_coins=True
        ),
        "took": Outcome(
            "took a coin", "The roller takes the coin.", "A space with a coin", is_deed=True, tells_coins=True
        ),
        "wedding": Outcome("the Wedding", "7: the roller adds a coin to the Wedding."),
        "pig": Outcome(
            "the Pig", "2 (the Mercenary in the Richtcrag): the roller takes all coins but the Wedding’s."
        ),
        "king": Outcome("the King", "12 (the Commander in the Richtcrag): the roller takes all coins."),
        "pass": Outcome("a pass", "4: nothing happens."),
    }
    end = (
        f"{CoinGame.end} Coins still on the board are returned in equal parts, with odd coins going one each "
        "to the left, from the player after the last roller."
    )
    rulings = (
        "Everyone starts one coin down: that coin goes on 7 before the first roll and counts for no roll.",
        "The first player on the sheet rolls first. Then the dice pass to the left, or to the right if your "
        "house rules say so. Odd coins are given out as if they had passed to the left.",
        f"{JOIN_FOR_COINS} {COINS_STAY} Those who join put a coin on 7, too.",
    )

    def opening(self, table: Table[FortuneRules], dealer: Seat) -> State:
        """Return the start: everyone has a coin on 7, and the memory is the seat that rolls first."""
        totals = tuple(-1 if seat in table.here else 0 for seat in range(table.n))
        return State(dealer, totals, {"board": {str(WEDDING): len(table.here)}}, memory=0)

    def admit(self, table: Table[FortuneRules], state: State, seat: Seat, total: int) -> State:
        """Return the state with a player who joins: their coin is on 7 too."""
        board = state.carry.get("board", {})
        spaces = {
            **{int(space): coins for space, coins in board.items()},
            WEDDING: board.get(str(WEDDING), 0) + 1,
        }
        carry = {"board": {str(space): coins for space, coins in sorted(spaces.items())}}
        return replace(super().admit(table, state, seat, -1), carry=carry)

    def contenders(self, table: Table[FortuneRules]) -> tuple[Seat, ...]:
        """Return everyone who has joined, also for the next roll alone: they have put a coin on 7."""
        return table.next.arrived

    def turn(self, table: Table[FortuneRules], state: State) -> Seat:
        """Return the seat of the player who has the dice; if they have left, the next one does."""
        roller: Seat = state.memory
        while roller not in table.here:
            roller = (roller + self._step(table)) % table.n
        return roller

    def describe(self, table: Table[FortuneRules], played: Played) -> Say:
        """Return who rolled what: "Bea rolled 9"."""
        assert isinstance(played.hand, FortuneHand)
        (line,) = played.lines
        return Say("{player} rolled {roll}", player=table.players[line.seats[0]], roll=played.hand.roll)

    def score(self, table: Table[FortuneRules], state: State, hand: FortuneHand) -> Scored:
        roller = self.turn(table, state) if hand.player is None else hand.player
        lies: Mapping[str, int] = state.carry.get("board", {})
        result = roll_result(hand.roll, {int(space): coins for space, coins in lies.items()})
        board = {str(space): coins for space, coins in sorted(result.board.items())}
        return Scored(
            result.outcome,
            (Line((roller,), result.coins, result.why),),
            {"board": board} if board else {},
            (roller + self._step(table)) % table.n,
        )

    @staticmethod
    def _step(table: Table[FortuneRules]) -> int:
        """Return how many seats the dice move to the left."""
        return 1 if table.rules.direction == "left" else -1


def roll_result(roll: int, board: Mapping[int, int]) -> RollResult:
    """Return what a roll does on this board, which has the coins of each space."""
    if roll == PASS:
        return RollResult("pass", 0, board, Say("{roll} moves no coin", roll=roll))
    if roll == WEDDING:
        wedding = {**board, WEDDING: board.get(WEDDING, 0) + 1}
        return RollResult("wedding", -1, wedding, Say("added a coin to the Wedding"))
    if roll == PIG:
        wedding = {space: coins for space, coins in board.items() if space == WEDDING}
        return _take_all("pig", board, wedding)
    if roll == KING:
        return _take_all("king", board, {})
    if roll in board:
        rest = {space: coins for space, coins in board.items() if space != roll}
        return RollResult("took", board[roll], rest, Say("took the coin on {roll}", roll=roll))
    return RollResult("left", -1, {**board, roll: 1}, Say("left a coin on {roll}", roll=roll))


def _take_all(outcome: str, board: Mapping[int, int], rest: Mapping[int, int]) -> RollResult:
    """Return a roll that takes every coin on the board except the rest."""
    taken = sum(board.values()) - sum(rest.values())
    words = "took {coins}, but not the Wedding’s" if taken and rest else "took {coins}"
    return RollResult(outcome, taken, rest, Say(words, coins=Counted(taken, COIN)))
