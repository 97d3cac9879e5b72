"""What every game has, and how it normally answers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from scorekeeper.rules import declare
from scorekeeper.rules.entries import Alone
from scorekeeper.rules.hand import BESIDE, Hand, Played, Scored
from scorekeeper.rules.house import Rules
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import HAND, Noun, capital, figure

R = TypeVar("R", bound=Rules)
H = TypeVar("H", bound=Hand)

Side: TypeAlias = tuple[Seat, ...]
"""Players who win and lose together; in most games everybody is a side of their own."""


class Summary(NamedTuple):
    """A hand in a few words: "Bea bid 5", " and ", "made it exactly".

    Attributes:
        what: what was played.
        outcome: how it came out; empty where that goes without saying.
        link: what joins the two.
    """

    what: str
    outcome: str = ""
    link: str = ""

    def __str__(self) -> str:
        return "".join((self.what, self.link, self.outcome))


class Game(Generic[R, H]):
    """One game of the catalogue. A game's own class writes only what differs.

    Attributes:
        key: its name on a sheet; never changes.
        name: its name for people.
        about: one line on what it is.
        also: its other names in the texts.
        texts: the rule texts it comes from.
        seats: the numbers of players it is for.
        rules: the declaration of its house rules.
        hand: the declaration of a hand.
        bidding: the part of the hand that is known before the play; None where nobody bids.
        opened: what that part is called at the table.
        hand_noun: what a hand of this game is called: a hand, roll, round or turn.
        deal: what the dealer of a hand does, did, and is called; empty where nobody deals.
        alone: declarations of what can take the place of a whole hand, such as a hand that everybody passed;
            each is known by the first entry of its own.
        end: when the game is over, and who wins a tie.
        outcomes: how a hand can come out, by the words of the answer.
        rulings: how this game is played here where its text is silent or contradicts itself.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    about: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    texts: ClassVar[tuple[str, ...]] = ()
    seats: ClassVar[range]
    rules: type[R]
    hand: type[H]
    bidding: ClassVar[type[Hand] | None] = None
    bid_noun: ClassVar[str] = "bid"
    hand_noun: ClassVar[Noun] = HAND
    deal: ClassVar[tuple[str, str, str]] = ("deals", "dealt", "dealer")
    special_hands: ClassVar[tuple[type[Hand], ...]] = ()
    end: ClassVar[str]
    outcomes: ClassVar[Mapping[str, Outcome]]
    rulings: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        kinds = (self.hand, *self.special_hands, *((self.bidding,) if self.bidding else ()))
        self.entries = {kind: declare.entries_of(kind) for kind in kinds}
        self._checks = {
            kind: [part for part in reversed(kind.__mro__) if "check" in vars(part)] for kind in kinds
        }
        self.special_by_key: Mapping[str, type[Hand]] = {_mark(kind): kind for kind in self.special_hands}
        self.house_rules = declare.entries_of(self.rules)

    def has_no_rule(self, key: str) -> str:
        """The refusal of a house rule that the game does not have."""
        return f"{self.name} has no house rule “{key}”."

    # The table

    def unit(self, table: Table[R]) -> str:
        """What is scored: points, coins, stones or rounds."""
        return "points"

    def sides(self, table: Table[R]) -> tuple[Side, ...]:
        """Who plays together; normally everybody for themselves."""
        return tuple((seat,) for seat in range(table.n))

    def target(self, table: Table[R]) -> int | None:
        """The winning score; None where there is none."""
        return getattr(table.rules, "target", None)

    def goal(self, table: Table[R], side: Side) -> int | None:
        """What a side plays to; normally the winning score."""
        return self.target(table)

    def lowest_wins(self, table: Table[R]) -> bool:
        """Whether fewer are better than more; normally the highest total leads."""
        return False

    def opening(self, table: Table[R], dealer: Seat) -> State:
        """Where the game stands before the first hand."""
        return State(dealer, (0,) * table.n)

    def playing(self, table: Table[R], state: State) -> tuple[Seat, ...]:
        """Who is still in the game; normally everybody."""
        return tuple(range(table.n))

    def turn(self, table: Table[R], state: State) -> Seat | None:
        """Whose turn it is, where a hand is played by one player; normally by all of them."""
        return None

    def prefill(self, table: Table[R], state: State) -> Mapping[str, Any]:
        """What the next hand most likely has, as its JSON, filled in to be changed; normally nothing."""
        return {}

    def first_action(self, table: Table[R]) -> str:
        """What the player to the left of the dealer does first, or may do; empty where nobody is first."""
        return "bids" if self.bidding else ""

    # A hand

    def read(
        self, raw: Mapping[str, Any], table: Table[R], state: State, kind: type[Hand] | None = None
    ) -> Hand:
        """The hand, or that part of it which ``kind`` declares. Raises Refused with every problem found."""
        kind = kind or self.kind(raw)
        values, problems = declare.read(self.entries[kind], raw, table, partial(self.has_no_entry, kind))
        if "dealer" not in values:
            state = declare.partly(State, {k: value for k, value in vars(state).items() if k != "dealer"})
        elif values["dealer"] is not None:
            state = replace(state, dealer=values["dealer"])
        hand = declare.partly(kind, values)
        for part in self._checks[kind]:
            problems += declare.judge(partial(part.check, hand, table, state))
        if problems:
            raise Refused(problems)
        return kind(**values)

    def renamed(
        self, raw: Mapping[str, Any], table: Table[R], other: Table[R], kind: type[Hand] | None = None
    ) -> dict[str, Any]:
        """The same hand as it is written at another table, where the players have other names.

        Raises Refused when it cannot be read.
        """
        kind = kind or self.kind(raw)
        return declare.renamed(self.entries[kind], raw, table, other, partial(self.has_no_entry, kind))

    def kind(self, raw: Mapping[str, Any]) -> type[Hand]:
        """Which declaration a hand follows."""
        usual = self.entries[self.hand].keys()
        for mark, kind in self.special_by_key.items():
            entries = self.entries[kind]
            meant = mark in raw and (raw[mark] is True or not isinstance(entries[mark], Alone))
            # A hand that is there in full is one, whatever else somebody wrote beside it.
            if meant or (raw.keys() & entries.keys() - usual and not raw.keys() & usual - {*BESIDE}):
                return kind
        return self.hand

    def has_no_entry(self, kind: type[Hand], key: str) -> str:
        """Why a hand of this kind has no such entry."""
        if kind is not self.hand and key in self.entries[self.hand]:
            return f"“{key}” does not go beside “{_mark(kind)}”, which takes the place of a hand."
        if key in self.special_by_key:
            return f"“{key}” takes the place of a hand, and can only be true."
        for mark, alone in self.special_by_key.items():
            if key in self.entries[alone]:
                return f"“{key}” goes only with “{mark}” in place of a hand."
        return f"A hand of {self.name} has no “{key}”."

    def describe(self, table: Table[R], played: Played) -> str:
        """Return what was played in a hand, without its outcome: "Bea bid 6 with Dee".

        A special hand is told with its outcome: "Dee forfeited". Empty where the outcome says it all.
        """
        return played.hand.describe(table)

    def summary(self, table: Table[R], played: Played) -> Summary:
        """Return a hand in a few words, as lists of hands show it."""
        what, outcome = self.describe(table, played), self.outcomes[played.outcome]
        if len(self.outcomes) == 1:
            return Summary(what or "Played")
        if not what:
            return Summary(capital(outcome.title or outcome.words))
        if type(played.hand) is not self.hand:
            # A special hand is all that happened.
            return Summary(what)
        return Summary(what, outcome.words, " and " if played.hand.call else ", ")

    def score(self, table: Table[R], state: State, hand: H) -> Scored:
        """What one hand scores, from the state before it. Never adds up totals."""
        raise NotImplementedError

    def next_dealer(self, table: Table[R], state: State, hand: Hand) -> Seat:
        """Who deals after this hand; the deal passes to the left."""
        return table.left_of(state.dealer)

    # The end

    def ending(self, table: Table[R], hands: Sequence[Played]) -> Ending | None:
        """Whether the game is over after these hands, at least one.

        Normally it is once a total has reached the target; the highest total then wins.
        """
        goal = self.target(table)
        return None if goal is None or max(hands[-1].totals) < goal else self.decide(table, hands[-1])

    def decide(self, table: Table[R], last: Played) -> Ending | None:
        """Who has won with the totals of the last hand; None when a tie is played on."""
        ahead, total = self.leaders(table, last.totals)
        if len(ahead) > 1:
            return self.break_tie(table, last, ahead)
        return self.won_by(table, ahead[0], total)

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending | None:
        """Who wins when several sides lead with the same total; normally they share. None plays on."""
        winners = tuple(sorted(seat for side in tied for seat in side))
        each = figure(last.totals[winners[0]])
        return Ending(
            winners,
            Reason("{names} share the win with {each} each", names=(*table.names(winners),), each=each),
        )

    def stopped(self, table: Table[R], totals: PerSeat) -> Ending:
        """The end of a game that the players ended themselves: whoever leads alone has won."""
        ahead, total = self.leaders(table, totals)
        if len(ahead) > 1:
            return Ending((), Reason("Ended early with the lead tied, so nobody wins"))
        return self.won_by(table, ahead[0], total, "Ended early: ")

    def leaders(self, table: Table[R], totals: PerSeat) -> tuple[list[Side], int]:
        """The sides that lead, and their total."""
        best = min(totals) if self.lowest_wins(table) else max(totals)
        return [side for side in self.sides(table) if totals[side[0]] == best], best

    def won_by(self, table: Table[R], side: Side, total: int, before: str = "") -> Ending:
        """Return the ending in which one side alone leads with this total."""
        wins = "win" if len(side) > 1 else "wins"
        lowest = ", the lowest total" if self.lowest_wins(table) else ""
        words = f"{before}{{names}} {wins} with {{total}}{lowest}"
        return Ending(side, Reason(words, names=(*table.names(side),), total=figure(total)))

    def highest_wins(self, table: Table[R], totals: PerSeat) -> Ending:
        """The end of a game that goes on until the players have enough: the highest total or totals have won.

        Nobody has when all are equal.
        """
        ahead, total = self.leaders(table, totals)
        winners = tuple(sorted(seat for side in ahead for seat in side))
        if len(winners) == table.n:
            return Ending((), Reason("Everyone has the same, so nobody wins"))
        if len(ahead) == 1:
            return self.won_by(table, winners, total)
        names = (*table.names(winners),)
        return Ending(
            winners, Reason("{names} tie for the most, with {total}", names=names, total=figure(total))
        )

    def payout(
        self, table: Table[R], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """The result in coins for the night's bank, normally the wagers.

        The winners share the pot; what does not divide goes one coin each in left-of-the-dealer order of
        the last hand. Without a winner everybody takes the wager back.
        """
        wager = getattr(table.rules, "wager", 0)
        if not wager or ending is None or not ending.winners:
            return (0,) * table.n
        winners = [seat for seat in table.around(hands[-1].dealer) if seat in ending.winners]
        shares = dict(zip(winners, split(wager * table.n, len(winners)), strict=True))
        return tuple(shares.get(seat, 0) - wager for seat in range(table.n))


def _mark(kind: type[Hand]) -> str:
    """The first entry that a declaration adds to what it inherits; every hand may have a dealer."""
    inherited = declare.entries_of(kind.__base__ or Hand)
    return next(name for name in declare.entries_of(kind) if name not in inherited)


def split(coins: int, among: int) -> list[int]:
    """Equal shares of some coins, the odd ones going one each to the first in order."""
    share, odd = divmod(coins, among)
    return [share + (place < odd) for place in range(among)]
