"""The scores of a play as pages show them: the total of every side, and each hand with its explanation."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.course import say_coins, say_course, say_winners
from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Game
from scorekeeper.rules.saying import NOTHING, And, Argument, Numbered, Row, Say, Sentences
from scorekeeper.rules.strokes import strokes
from scorekeeper.rules.table import Seat, Setup, Table
from scorekeeper.rules.words import signed, write_total
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_hand
from scorekeeper.web.wording.hands import JOINED, LEFT, explain_lines, say_stays, seats_with

if TYPE_CHECKING:
    # A phone that scores without the server knows no changes of a whole play, which take the database.
    from scorekeeper.store.plays.edits import PlayEdit


@dataclass(frozen=True)
class Column:
    """One side on the scoreboard.

    Attributes:
        seats: who plays together.
        names: their names.
        total, goal: their total, and the target that they race to; None if there is none, or no longer.
        deals: the seat of theirs that deals, or whose turn it is; None if it is another side's.
        run: how far they have come to the target, in percent; None without one, and where the lowest wins.
        won: whether they won.
        lead: the word for a side that is ahead, alone or with others; nothing for the others.
        stake: the coins they started with, if that was agreed; the total is what they won or lost.
        coins: whether the total is in coins.
        paid: what each of them gets from the night's coins, and its unit; None before the end, and if no
            coins change hands.
        out: why they don't play the next hand, in a word; nothing if they do.
        carried: what they have besides and take to the next hand; nothing once the game is over.
        has_come: whether they have joined; their total is not shown before.
        tells: whether the total says more than who won.
    """

    seats: tuple[Seat, ...]
    names: Sequence[str]
    total: int
    goal: int | None
    deals: Seat | None
    won: bool
    lead: Say = NOTHING
    run: int | None = None
    stake: int = 0
    coins: bool = False
    paid: tuple[str, Say] | None = None
    out: Say = NOTHING
    carried: Sequence[Say] = ()
    has_come: bool = True
    tells: bool = True

    @property
    def held(self) -> int:
        """The figure they hold: the total, or all their coins."""
        return self.stake + self.total

    @property
    def shown(self) -> str:
        """The same as it is written; nothing before they have joined, and where it says nothing."""
        return (self.has_come and self.tells) * write_total(self.total, self.stake, self.coins)

    @property
    def gain(self) -> str:
        """The coins they have won or lost of a stake: "+3", "−2", "±0"."""
        return signed(self.total) if self.total else "±0"

    @property
    def says(self) -> tuple[Argument, Say] | None:
        """The line below the total, a figure and its unit; None if there is none."""
        if self.out:
            return NOTHING, self.out
        if self.stake and not self.paid:
            return self.gain, Say("so far") if self.total else NOTHING
        if self.goal is not None:
            return max(self.goal - self.total, 0), Say("to go")
        if self.stake or not self.coins:
            return None
        return NOTHING, self.paid[1] if self.paid else Say("coins")

    @property
    def borrowed(self) -> int:
        """The coins they had to borrow."""
        return max(0, -self.held) if self.stake else 0


def columns(result: Result, dealer: Seat) -> list[Column]:
    """Return the sides with their totals."""
    setup, totals = result.setup, result.totals
    over = result.ending is not None
    turn = setup.turn(result.state)
    # Where hands are turns, the one whose turn it is has the dealer's mark.
    marked = None if over else dealer if setup.game.deal.deals and turn is None else turn
    coins = setup.unit == "coins"
    winners = result.ending.winners if result.ending else ()
    ahead = _ahead(result)
    return [
        Column(
            seats=side,
            names=setup.table.names(side),
            total=totals[side[0]],
            goal=None if over else setup.goal(side),
            deals=marked if marked in side else None,
            won=side[0] in winners,
            lead=_lead(side, ahead),
            run=_run(setup, side, totals[side[0]]),
            stake=setup.stake,
            coins=coins,
            paid=_paid(result, side),
            out=_out(result, side),
            carried=() if over else setup.game.carried(result.state, side[0]),
            has_come=side[0] in setup.table_for(result.state).arrived,
            tells=setup.tells_totals(totals) or not (over or setup.is_together),
        )
        for side in setup.sides
    ]


def _ahead(result: Result) -> Sequence[tuple[Seat, ...]]:
    """Return the sides that lead a running game; none before the first hand, or where all have the same."""
    hand = len(result.hands)
    if not hand or result.ending:
        return ()
    ahead, _ = result.setup.leaders(result.totals, hand)
    return ahead if len(ahead) < len(result.setup.sides) else ()


def _lead(side: tuple[Seat, ...], ahead: Sequence[tuple[Seat, ...]]) -> Say:
    """Return the word for a side that leads; nothing if it doesn't."""
    if side not in ahead:
        return NOTHING
    return Say("tied") if len(ahead) > 1 else Say("leads", "lead", len(side))


def _out(result: Result, side: tuple[Seat, ...]) -> Say:
    """Return why a side doesn't play the next hand, in a word or two; nothing if it does."""
    setup = result.setup
    table = setup.table_for(result.state)
    if side[0] not in table.arrived:
        first = table.stays[side[0]].first or 1
        return Say("from {hand}", hand=Numbered(setup.game.hand_noun, first))
    if side[0] not in table.here:
        return Say("left")
    is_in = result.ending or {*side} & {*setup.playing(result.state)}
    return NOTHING if is_in else Say("withdrew")


def _run(setup: Setup, side: tuple[Seat, ...], total: int) -> int | None:
    goal = setup.goal(side)
    return max(0, min(100 * total // goal, 100)) if goal and not setup.lowest_wins else None


def _paid(result: Result, side: tuple[Seat, ...]) -> tuple[str, Say] | None:
    if not result.ending or not (any(result.payout) or result.setup.unit == "coins"):
        return None
    coins = result.payout[side[0]]
    return signed(coins), Say("coin", "coins", coins) if len(side) == 1 else Say(
        "coin each", "coins each", coins
    )


PLACES = {"pot": Say("in the pot"), "board": Say("on the board")}
"""Where coins on the table are, by the key of what a game carries over; all others are piles."""

MOST_IN_A_ROW = 6
IN_EACH_ROW = 5
"""The most columns of a row: as many as one row holds, or fewer in each of several."""


def columns_per_row(sides: int) -> int:
    """Return how many columns totals, boxes and the scores of a hand have: one row, or even rows."""
    rows = 1 if sides <= MOST_IN_A_ROW else ceil(sides / IN_EACH_ROW)
    return ceil(sides / rows)


class PlayedHand(NamedTuple):
    """A hand as the list below the totals shows it.

    Attributes:
        number: counted from 1.
        summary: what was played, and how it came out.
        trump, note: as entered.
        scores: one for each side, with their signs; empty for one that didn't play, or whose turn it wasn't.
        totals: the totals after it, one for each side; empty before it joined.
        strokes: what each side took and bid, drawn; None for a side without.
        spoken: the same in one sentence, for screen readers.
        because: the explanation: who, how much, and why.
        dealer: who dealt.
    """

    number: int
    summary: Say
    trump: str | None
    note: str
    scores: list[str]
    totals: list[str]
    strokes: Sequence[StrokesDrawing | None]
    spoken: Row
    because: list[tuple[Argument, Argument, Say]]
    dealer: str


def newest_rows(result: Result, most: int) -> list[PlayedHand]:
    """Return up to ``most`` hands, newest first."""
    table, sides = result.setup.table, result.setup.sides
    coins = result.setup.unit == "coins"
    # What has no line wasn't scored: by those whose turn it wasn't, or by all who play together.
    by_lines = result.setup.is_together or result.setup.turn(result.state) is not None
    found = []
    for number in range(len(result.hands), len(result.hands) - most, -1):
        played, there = result.hands[number - 1], table.at(number)
        took_part = {seat for line in played.lines for seat in line.seats} if by_lines else {*there.here}
        scores = [signed(played.scores[side[0]]) * (side[0] in took_part) for side in sides]
        found.append(
            PlayedHand(
                number=number,
                summary=result.setup.summary(played),
                trump=getattr(played.hand, "trump", None),
                note=played.hand.note,
                scores=scores,
                totals=[
                    write_total(played.totals[side[0]], result.setup.stake, coins)
                    * (side[0] in there.arrived)
                    for side in sides
                ],
                strokes=draw_hand(strokes(result.setup, played.hand)),
                spoken=Row(
                    *(
                        Say("{names} {score}", names=And(*table.names(side)), score=score)
                        for side, score in zip(sides, scores, strict=True)
                        if score
                    )
                ),
                because=explain_lines(played.lines, there, result.setup.unit),
                dealer=table.players[played.dealer],
            )
        )
    return found


class TotalChange(NamedTuple):
    """The total of a side, or of one of its players, before and after a change.

    Attributes:
        seats: the players.
        was, will: the totals, with the stake; the same for someone who joins.
        has_come: whether they have joined by then.
    """

    seats: Sequence[Seat]
    was: int
    will: int
    has_come: bool = True


def total_changes(before: Result, edit: "HandEdit | PlayEdit") -> list[TotalChange]:
    """Return the totals of each side before and after; one for each player where sides have changed.

    There are none where all play together without points.
    """
    moved_to, after = seats_with(before, edit), edit.result
    if after.setup.is_together and not after.setup.tells_totals(after.totals):
        return []
    stake_was, stake_will = (result.setup.stake for result in (before, after))
    had = dict(zip(moved_to, before.totals, strict=True))
    will = [total + stake_will for total in after.totals]
    was = [had.get(seat, total - stake_was) + stake_was for seat, total in enumerate(will)]
    arrived = after.setup.table_for(after.state).arrived
    groups: list[Sequence[Seat]] = []
    for side in after.setup.sides:
        alike = len({was[seat] for seat in side}) == 1
        groups += [side] if alike else [(seat,) for seat in side]
    return [TotalChange(seats, was[seats[0]], will[seats[0]], seats[0] in arrived) for seats in groups]


class TotalsView(ABC):
    """The scoreboard and the heading below it, on the server and on a phone."""

    @property
    @abstractmethod
    def result(self) -> Result:
        """The score after every complete hand."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of the hand in progress."""

    @property
    @abstractmethod
    def dealer(self) -> Seat:
        """The dealer of the hand in progress."""

    @property
    def setup(self) -> Setup:
        """The game, the table and the first dealer."""
        return self.result.setup

    @property
    def game(self) -> Game[Any, Any]:
        return self.setup.game

    @property
    def table(self) -> Table[Any]:
        """The players and the house rules."""
        return self.setup.table

    @property
    def hand_table(self) -> Table[Any]:
        """The table of the hand in progress."""
        return self.setup.table_for(self.result.state)

    @property
    def noun(self) -> str:
        """The word for one hand of this game, such as "roll"."""
        return self.game.hand_noun.one

    @cached_property
    def columns(self) -> list[Column]:
        """The sides of the scoreboard."""
        return columns(self.result, self.dealer)

    @cached_property
    def digits(self) -> int:
        """The length of the longest figure, which sets the size of all of them."""
        hands, column = self.result.hands, self.columns[0]
        scores = ends([played.scores for played in hands])
        totals = ends([played.totals for played in hands])
        shown = [*totals, *self.result.totals]
        written = [write_total(total, column.stake, column.coins) for total in shown]
        return max(map(len, (*map(signed, scores), *written)))

    @property
    def changes_of_players(self) -> list[Say]:
        """Who joined and left the running game, and when."""
        return say_stays(self.setup, JOINED, LEFT)

    @property
    def goalless(self) -> bool:
        """Return whether there is nothing to say below any total."""
        return not any(side.says or side.won for side in self.columns)

    @property
    def standings(self) -> list[Column]:
        """The sides of the scoreboard, leaders first, whether the highest total leads or the lowest.

        Those who can't win any more come last.
        """
        hand = len(self.result.hands)
        _, best = self.setup.leaders(self.result.totals, hand)
        contenders = self.game.contenders(self.table.at(hand))
        return sorted(
            self.columns,
            key=lambda column: (
                not column.won,
                column.seats[0] not in contenders,
                abs(column.total - best),
            ),
        )

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The players who are still in the game."""
        return self.setup.playing(self.result.state)

    @cached_property
    def turn(self) -> Seat | None:
        """The player whose turn it is, in games in which each hand is one player's."""
        return self.setup.turn(self.result.state)

    @cached_property
    def who_won(self) -> Say:
        """The words on who won, for a heading; empty while the game is on."""
        return say_winners(self.result)

    @cached_property
    def course(self) -> Sentences:
        """The sentences on how the game was decided; empty while it is on."""
        return say_course(self.result)

    @property
    def first(self) -> Seat | None:
        """The player who begins once the dealer has dealt; None where nobody deals or nobody is first."""
        if not self.game.deal.deals or not self.setup.first_action:
            return None
        return self.setup.table_for(self.result.state).after(self.dealer)

    @property
    def opening(self) -> Say:
        """Who deals, and who begins: "Dee deals, Ann bids first"; nothing if nobody deals."""
        players, deals = self.table.players, Say(self.game.deal.deals)
        if not deals:
            return NOTHING
        dealer = Say("{name} {deals}", name=players[self.dealer], deals=deals)
        if self.first is None:
            return dealer
        acts = Say(self.setup.first_action)
        return Say("{dealer}, {name} {acts} first", dealer=dealer, name=players[self.first], acts=acts)

    @property
    def on_table(self) -> list[tuple[int, Say]]:
        """The coins on the table and where they are, pile by pile; none once the game is over."""
        piles = [] if self.result.ending else self.result.state.carry.items()
        return [
            (on_table({key: pile}), PLACES.get(key) or Say("in the {Pile} pile", pile=Say(key)))
            for key, pile in piles
        ]

    @cached_property
    def about_coins(self) -> Say:
        """The sentence on coins given back at the end, or on the pot; empty if there is nothing to say."""
        return say_coins(self.result)


def ends(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the greatest and the least figure of all rows."""
    return max(map(max, rows), default=0), min(map(min, rows), default=0)
