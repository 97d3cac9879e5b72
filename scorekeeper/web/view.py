"""A play as the sheet shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.rules import engine
from scorekeeper.rules.coins import on_table
from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import Choice, Count, EachSide, Person, describe_value, read_value
from scorekeeper.rules.hand import Hand, Line, Scored
from scorekeeper.rules.problems import Problem, Refused, Wrong
from scorekeeper.rules.sheet import Setup
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.words import counted, listed, signed
from scorekeeper.store.models import now
from scorekeeper.store.sheets import CORRECTED, ENTERED, RESTORED, TAKEN_BACK, UNDONE, Change, Sheet
from scorekeeper.web.controls import NULL, Drawing, Typed, draw, parse_one, tapped

NAMED = 3
"""More players than these are not named above a figure."""

UNDO_FOR = timedelta(minutes=1)


@dataclass(frozen=True)
class Column:
    """One side on the scoreboard.

    Attributes:
        seats: who plays together.
        names: their names, one below the other.
        total, to_go: what they have, and what is missing to the target; None without one.
        deals, first, won: the marks beside the names, by seat or for the side.
        begins: what the first one does.
        turn: whether it is their turn.
        stake: the coins they started with, where that was agreed; the total is what they won or lost.
        coins: whether the total is in coins.
    """

    seats: tuple[Seat, ...]
    names: Sequence[str]
    total: int
    to_go: int | None
    deals: Seat | None
    first: Seat | None
    won: bool
    begins: str = ""
    turn: bool = False
    stake: int = 0
    coins: bool = False

    @property
    def held(self) -> int:
        """What lies before them: the total, or all their coins."""
        return self.stake + self.total

    @property
    def borrowed(self) -> int:
        """Coins they had to borrow."""
        return max(0, -self.held) if self.stake else 0


class Row(NamedTuple):
    """A hand that was played, as the list below the totals shows it.

    Attributes:
        number: counted from 1.
        what: who played for how much.
        outcome: how it came out, in words; empty where there is only one way.
        trump, note: as entered.
        scores: one for each side, with their signs.
        spoken: the same in one sentence, for those who hear the page.
        because: the explanation: who, how much, and why.
        dealer: who dealt.
    """

    number: int
    what: str
    outcome: str
    trump: str | None
    note: str
    scores: list[str]
    spoken: str
    because: list[tuple[str, str, str]]
    dealer: str


@dataclass(frozen=True)
class Undo:
    """The newest change while it can be undone with one tap.

    Attributes:
        action: the last part of the address that undoes it.
        happened: what it was, in words.
        button: what the button says.
        seconds: how long it is offered from now on.
        revision_id: the change of a hand; None for the end of the game.
    """

    action: str
    happened: str
    button: str
    seconds: int
    revision_id: int | None = None


@dataclass
class View:
    """What the templates ask of a play beyond its result."""

    sheet: Sheet

    @property
    def result(self) -> Result:
        """The play scored."""
        return self.sheet.result

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order of bidding for the hand in progress."""
        return self.dealt_by(self.dealer)

    def dealt_by(self, dealer: Seat) -> tuple[Seat, ...]:
        """The seats in the order of bidding, the dealer last; as they sit where nobody deals."""
        setup = self.result.setup
        return setup.table.around(dealer) if setup.game.deal[0] else tuple(range(setup.table.n))

    @cached_property
    def bidding(self) -> Hand | None:
        """The bidding of the hand in progress; None before it, and when it is not possible any more."""
        try:
            return self._read_bidding()
        except Refused:
            return None

    @property
    def bidding_problems(self) -> tuple[Problem, ...]:
        """Why the bid that was saved must be asked again: an earlier hand was corrected since."""
        try:
            self._read_bidding()
        except Refused as refused:
            return refused.problems
        return ()

    def _read_bidding(self) -> Hand | None:
        sheet, result = self.sheet, self.result
        if sheet.bidding is None:
            return None
        return engine.read_bidding(result.setup, result.state, sheet.bidding, sheet.number)

    @cached_property
    def dealer(self) -> Seat:
        """Who deals the hand in progress."""
        if self.bidding and self.bidding.dealer is not None:
            return self.bidding.dealer
        return self.result.state.dealer

    @cached_property
    def columns(self) -> list[Column]:
        """The scoreboard."""
        return columns(self.result, self.dealer)

    @cached_property
    def digits(self) -> int:
        """The length of the longest figure, by which all are sized: a long one must not run into the next."""
        hands, stake = self.result.hands, self.columns[0].stake
        scores = ends([played.scores for played in hands])
        totals = ends([played.totals for played in hands])
        return max(map(len, (*map(signed, scores), *(str(stake + total) for total in totals))))

    @property
    def standings(self) -> list[Column]:
        """The scoreboard with the leaders first, whether the highest total leads or the lowest."""
        setup, totals = self.result.setup, self.result.state.totals
        _, best = setup.game.ahead(setup.table, totals)
        return sorted(self.columns, key=lambda column: (not column.won, abs(column.total - best)))

    @property
    def can_go_on(self) -> bool:
        """Whether only the players themselves ended the game."""
        sheet = self.sheet
        return sheet.play.stopped and sheet.score(sheet.entries, False).ending is None

    @cached_property
    def suits(self) -> Mapping[str, str]:
        """The suits that can be trump, by name; none where the game knows no trump."""
        game = self.result.setup.game
        return getattr(game.entries[game.hand].get("trump"), "choices", {})

    @cached_property
    def undo(self) -> Undo | None:
        """The Undo that stays for a minute after a change."""
        newest, ended = self.sheet.newest, self.sheet.play.ended_at
        # After the players ended the game, to undo is to go on: the hand before it is not what was wrong.
        if self.can_go_on and ended and (newest is None or ended >= newest.at):
            left = undo_left(ended)
            return Undo("go-on", "The game is ended", "Undo", left) if left else None
        left = undo_left(newest.at) if newest else 0
        if newest is None or not left:
            return None
        number = next(row.number for row in self.sheet.rows if row.id == newest.hand_id)
        taken_away = newest.action == TAKEN_BACK or (newest.action == UNDONE and newest.gone)
        button = "Bring it back" if taken_away else "Change back" if newest.action == UNDONE else "Undo"
        said = happened(newest, number, self.result.setup.game.opened)
        return Undo("undo", said, button, left, newest.id)

    @cached_property
    def turn(self) -> Seat | None:
        """Whose turn it is, where a hand is played by one player."""
        return self.result.setup.game.turn(self.result.setup.table, self.result.state)

    @cached_property
    def player(self) -> str:
        """The entry that names who plays the hand; empty where nobody bids."""
        game = self.result.setup.game
        bidding = game.entries[game.bidding] if game.bidding else {}
        return next((name for name, e in bidding.items() if isinstance(e, Person) and name != "dealer"), "")

    @cached_property
    def last(self) -> str:
        """The number that completes a hand, so that a tap on it saves; empty where there is more to enter."""
        game, table = self.result.setup.game, self.result.setup.table
        needed = [(name, e) for name, e in game.entries[game.hand].items() if e.needed and e.offered(table)]
        if game.bidding or not needed or not all(isinstance(e, Person | Choice) for _, e in needed[:-1]):
            return ""
        name, entry = needed[-1]
        return name if isinstance(entry, Count) else ""

    def sums(self, kind: type[Hand], known: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What the figures of a form add up to, by the names that they have there; empty where nothing does.

        Where this depends on an entry that is still asked for, each of its values has its own ``cases``;
        ``without`` is what holds while something else said takes that entry out.
        """
        table, known = self.result.setup.table, known or {}
        by = "" if kind.sums_by in known else kind.sums_by
        cases = {"": summed(kind, table, known)}
        without = cases[""]
        if by:
            entry = self.result.setup.game.entries[kind][by]
            for option in draw(entry, by, self.drawing(MultiDict())).options:
                said = parse_one(entry, by, MultiDict({by: option.value}), table)
                cases[option.value] = summed(kind, table, {**known, by: None if said == NULL else said})
            if other := entry.unless:
                without = summed(kind, table, {**known, other.entry: other.value})
        cases = {value: sums for value, sums in cases.items() if not value or sums != cases[""]}
        return {"by": by, "cases": cases, "without": without} if any(cases.values()) else {}

    def drawing(
        self, typed: Typed, known: Mapping[str, Any] | None = None, dealt: Seat | None = None
    ) -> Drawing:
        """How the form of the hand in progress is drawn, or of an earlier one that somebody ``dealt``."""
        setup, table, known = self.result.setup, self.result.setup.table, known or {}
        playing = range(table.n) if dealt is not None else setup.game.playing(table, self.result.state)
        order: Sequence[Seat] = self.order if dealt is None else self.dealt_by(dealt)
        around = [seat for seat in order if seat in playing]
        player = table.seats.get(known.get(self.player, "") if known else tapped(self.player, typed))
        if player is not None:
            # Whoever plays counts first.
            order = tuple((player + step) % table.n for step in range(table.n))
        return Drawing(
            table,
            typed,
            [seat for seat in order if seat in playing],
            self.sides(player, typed, known),
            setup.game.sides(table),
            around if not known else (),
            self.player,
            {*(setup.game.entries[setup.game.bidding] if setup.game.bidding else ()), self.last},
            dict.fromkeys(self.joins, player if known else None),
            known,
            self.result.state.carry,
        )

    @property
    def joins(self) -> list[str]:
        """The entries that name who plays with whoever plays."""
        game = self.result.setup.game
        sides = [e for e in game.entries[game.hand].values() if isinstance(e, EachSide)]
        return [e.joined for e in sides if e.joined]

    def sides(self, player: Seat | None, typed: Typed, known: Mapping[str, Any]) -> Sequence[str]:
        """What the side that plays and the other one are called, as far as is known who belongs to them."""
        game, table = self.result.setup.game, self.result.setup.table
        if player is None:
            return ("Bidders", "Others")
        ours = next(side for side in game.sides(table) if player in side)
        if self.joins:
            partner = table.seats.get(typed.get(self.joins[0], known.get(self.joins[0]) or ""))
            if partner is None:
                return (table.players[player], "Others")
            ours = (player, partner)
        others = tuple(seat for seat in range(table.n) if seat not in ours)
        return [listed(table.names(ours)), listed(table.names(others)) if len(others) <= NAMED else "Others"]

    @property
    def on_table(self) -> list[tuple[str, int]]:
        """The coins lying on the table, pile by pile; once the game is over none do."""
        piles = [] if self.result.ending else self.result.state.carry.items()
        return [(name.capitalize(), on_table({name: pile})) for name, pile in piles]

    @property
    def went_back(self) -> str:
        """Who got the coins that still lay on the table at the end, as a sentence; empty where none did."""
        setup, totals = self.result.setup, self.result.state.totals
        if not self.result.ending or setup.game.unit(setup.table) != "coins":
            return ""
        got: dict[int, list[str]] = {}
        for name, total, paid in zip(setup.table.players, totals, self.result.payout, strict=True):
            if paid > total:
                got.setdefault(paid - total, []).append(name)
        lay = counted(sum(coins * len(names) for coins, names in got.items()), "coin")
        shares = [
            f"{coins}{' each' if len(names) > 1 else ''} to {listed(names)}"
            for coins, names in sorted(got.items(), reverse=True)
        ]
        return f"{lay} still lay on the table and went back: {', '.join(shares)}." if shares else ""


def undo_left(since: datetime) -> int:
    """For how many seconds a change is still undone with one tap; 0 once it is too late."""
    left = since + UNDO_FOR - now()
    return int(left.total_seconds()) + 1 if left > timedelta() else 0


def summed(kind: type[Hand], table: Table[Any], known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What figures add up to in one case, as the form has it."""
    return [
        {
            "parts": {"-".join(map(str, path)): times for path, times in one.parts.items()},
            "most": one.most,
            "exactly": one.exactly,
        }
        for one in kind.sums(table, known)
    ]


def ends(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The greatest and the least figure of all rows."""
    return max(map(max, rows), default=0), min(map(min, rows), default=0)


def columns(result: Result, dealer: Seat) -> list[Column]:
    """The sides with their totals and the way left."""
    setup, totals = result.setup, result.state.totals
    goals = [setup.game.goal(setup.table, side) for side in setup.game.sides(setup.table)]
    over = result.ending is not None
    begins = setup.game.begins(setup.table)
    first = setup.table.left_of(dealer) if begins and setup.game.deal[0] else None
    turn = None if over else setup.game.turn(setup.table, result.state)
    coins = setup.game.unit(setup.table) == "coins"
    winners = result.ending.winners if result.ending else ()
    return [
        Column(
            seats=side,
            names=setup.table.names(side),
            total=totals[side[0]],
            to_go=None if goal is None or over else max(goal - totals[side[0]], 0),
            deals=dealer if dealer in side and not over and setup.game.deal[0] else None,
            first=first if first in side and not over else None,
            won=side[0] in winners,
            begins=begins,
            turn=turn in side,
            stake=getattr(setup.table.rules, "stake", 0) if coins else 0,
            coins=coins,
        )
        for side, goal in zip(setup.game.sides(setup.table), goals, strict=True)
    ]


def happened(change: Any, number: int, opened: str = "bid") -> str:
    """The newest change in words."""
    if change.action == UNDONE:
        # Undoing is undone in turn, so only what came of it can be said for certain.
        now_so = "is not entered any more" if change.gone else "stands as before"
        return f"Hand {number} {now_so if change.gone or change.complete else f'is at its {opened} again'}"
    if change.complete:
        return f"Hand {number} {SAID.get(change.action, change.action)}"
    # A suit that was set as trump is a change of the bid as well.
    word = "changed" if change.action == CORRECTED else SAID.get(change.action, change.action)
    return f"{opened.capitalize()} for hand {number} {word}"


def newest_rows(result: Result, most: int) -> list[Row]:
    """The newest hands for the list, the last one first; a long evening has many, so they come ready."""
    game, table = result.setup.game, result.setup.table
    sides = game.sides(table)
    names = [listed(table.names(side)) for side in sides]
    found = []
    for number in range(len(result.hands), len(result.hands) - most, -1):
        played = result.hands[number - 1]
        scores = [signed(played.scores[side[0]]) for side in sides]
        what, outcome = game.summary(table, played)
        found.append(
            Row(
                number=number,
                what=what,
                outcome=outcome,
                trump=getattr(played.hand, "trump", None),
                note=played.hand.note,
                scores=scores,
                spoken=", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True)),
                because=reasons(played.lines, table),
                dealer=table.players[played.dealer],
            )
        )
    return found


def reasons(lines: Sequence[Line], table: Table[Any]) -> list[tuple[str, str, str]]:
    """The explanation of a hand: who, how much, and why; the same for several is said once."""
    return [(together(table, seats), signed(line.amount), line.why) for seats, line in shared(lines)]


def shared(lines: Sequence[Line]) -> list[tuple[tuple[Seat, ...], Line]]:
    """The lines of a hand, each with everybody whom it concerns: the same for several is one line."""
    found: dict[tuple[int, str], list[list[Seat]]] = {}
    order: list[tuple[list[Seat], Line]] = []
    for line in lines:
        said = found.setdefault((line.amount, line.why), [])
        # Whoever gets the same twice for the same reason is named twice.
        group = next((seats for seats in said if not set(seats) & set(line.seats)), None)
        if group is None:
            group = []
            said.append(group)
            order.append((group, line))
        group.extend(line.seats)
    return [(tuple(seats), line) for seats, line in order]


def together(table: Table[Any], seats: tuple[Seat, ...]) -> str:
    """Several players by their names, or all of them in a word."""
    return "Everybody" if len(seats) == table.n > 2 else listed(table.names(seats))


def payments(change: Change) -> list[str]:
    """What is done with the coins of a hand, in short; nothing in games without coins.

    With coins on the table it is said who puts some there and who takes some; what is paid between players,
    or what is in nobody's way on the table, is told with the fewest coins changing hands.
    """
    setup, played = change.result.setup, change.result.hands[change.number - 1]
    if setup.game.unit(setup.table) != "coins":
        return []
    lay = change.result.hands[change.number - 2].carry if change.number > 1 else {}
    literally = moved(setup.table, [line for line in played.lines if line.pile])
    literally += settled(setup.table, [line for line in played.lines if not line.pile])
    shortly = settled(setup.table, played.lines)
    return literally if lay or played.carry or len(literally) <= len(shortly) else shortly


def moved(table: Table[Any], lines: Sequence[Line]) -> list[str]:
    """Who puts how much into which pile, and who takes how much from it."""
    coins: dict[tuple[bool, str, Seat], int] = {}
    for line in lines:
        for seat in line.seats if line.amount else ():
            which = (line.amount > 0, line.pile, seat)
            coins[which] = coins.get(which, 0) + line.amount
    alike: dict[tuple[str, int], list[Seat]] = {}
    for (_, pile, seat), amount in sorted(coins.items(), key=lambda item: item[0][0]):
        alike.setdefault((pile, amount), []).append(seat)
    piles: dict[tuple[tuple[Seat, ...], int], list[str]] = {}
    for (pile, amount), who in alike.items():
        piles.setdefault((tuple(sorted(who)), amount), []).append(pile)
    said = []
    for (seats, amount), where in piles.items():
        names = together(table, seats)
        several = len(seats) > 1 and names != "Everybody"
        does = ("take" if amount > 0 else "put") + ("" if several else "s")
        each = " each" if several or len(where) > 1 else ""
        said.append(f"{names} {does} {abs(amount)}{each} {'from' if amount > 0 else 'in'} {listed(where)}")
    return said


def settled(table: Table[Any], lines: Sequence[Line]) -> list[str]:
    """Who pays whom, the fewest coins changing hands."""
    scores = Scored("", tuple(lines)).scores(table.n)
    pays = {seat: -score for seat, score in enumerate(scores) if score < 0}
    gets = {seat: score for seat, score in enumerate(scores) if score > 0}
    moved: dict[tuple[Seat | None, int], list[Seat]] = {}
    for payer, owed in pays.items():
        for payee in gets:
            if coins := min(owed, gets[payee]):
                moved.setdefault((payee, coins), []).append(payer)
            owed -= coins
            gets[payee] -= coins
        if owed:
            moved.setdefault((None, owed), []).append(payer)
    # Who pays several the same is named once.
    shared: dict[tuple[tuple[Seat, ...], int, bool], list[Seat]] = {}
    for (to, coins), payers in moved.items():
        shared.setdefault((tuple(payers), coins, to is None), []).extend([] if to is None else [to])
    names = table.players
    said = []
    for (who, coins, on_the_table), payees in shared.items():
        payers_named, several = listed(names[seat] for seat in who), len(who) > 1
        each = " each" if several or len(payees) > 1 else ""
        if on_the_table:
            put = "put" if several else "puts"
            said.append(f"{payers_named} {put} {counted(coins, 'coin')}{each} on the table")
        else:
            pay = "pay" if several else "pays"
            said.append(f"{payers_named} {pay} {listed(names[seat] for seat in payees)} {coins}{each}")
    taken = ((names[seat], counted(coins, "coin")) for seat, coins in gets.items() if coins)
    return said + [f"{name} takes {coins} from the table" for name, coins in taken]


SAID = {ENTERED: "saved", RESTORED: "brought back"}


def consequences(before: Result, change: Change) -> list[str]:
    """What a change brings about besides scores: the end, later dealers, hands that no longer count."""
    table, after = before.setup.table, change.result
    said = []
    if after.ending and after.ending != before.ending:
        winners = listed(table.names(after.ending.winners)) if after.ending.winners else "Nobody"
        said.append(f"{winners} {'would have' if before.ending else 'will have'} won: {after.ending.why}.")
    elif before.ending and not after.ending:
        said.append("The game would not be over: it goes on.")
    later = range(change.number, min(len(before.hands), len(after.hands)))
    moved = [at for at in later if before.hands[at].dealer != after.hands[at].dealer]
    said += [f"Hand {at + 1} was then dealt by {table.players[after.hands[at].dealer]}." for at in moved]
    if change.last < len(before.hands):
        late = [str(number) for number in range(change.last + 1, len(before.hands) + 1)]
        hands = f"hand{'s' if len(late) > 1 else ''} {listed(late)}"
        said.append(f"The game was over with hand {change.last}, so {hands} will be taken back.")
    return said


def described(setup: Setup, entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was entered, as pairs of a label and the value in words; what cannot be read is left out."""
    found = []
    for name, spec in setup.game.entries[setup.game.kind(entry)].items():
        if name not in entry:
            continue
        try:
            read_value(spec, entry[name], setup.table)
        except Wrong:
            continue
        found.append((spec.label, describe_value(spec, entry[name], setup.table)))
    return found
