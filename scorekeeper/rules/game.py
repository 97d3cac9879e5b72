"""The base class of games, with the answers that most of them give."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from scorekeeper.rules import declare
from scorekeeper.rules.entries import Alone
from scorekeeper.rules.hand import BESIDE, DEALING, Call, Dealing, Hand, Played, Scored
from scorekeeper.rules.house import MIDWAY, PRESENCE, Rules
from scorekeeper.rules.lessons import Lesson, LessonLine
from scorekeeper.rules.outcome import BY_OTHER, BY_TIE, BY_TOTAL, BidResult, Ending, Outcome
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import NOTHING, And, Argument, Say, Spelled
from scorekeeper.rules.strokes import add_up
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import HAND, Noun

R = TypeVar("R", bound=Rules)
H = TypeVar("H", bound=Hand)

Side: TypeAlias = tuple[Seat, ...]
"""Players who win and lose together; in most games each player is a side of their own."""

Icon: TypeAlias = Literal["strokes", "partners", "cards", "dice", "coins", "own"]
"""The kinds of games with an icon: bids for tricks, partners, cards, dice, coins, the players' own."""


class Variant(NamedTuple):
    """The place of a game beside the one it is a variant of.

    Attributes:
        of: the key of that game.
        words: what is different, after "or": "partners", "for coins".
    """

    of: str
    words: str


class Game(Generic[R, H]):
    """A game of the catalogue; its own class states only what differs from most games.

    Attributes:
        key: its name on a scoresheet, which never changes.
        edition: the edition of its scoring; raise it with every change after which some hand is scored, or
            some game is won, otherwise than before.
        name: its name for people.
        short_name: what it is called above its sheet, where its name is too long; empty for its name.
        about: one short line about it.
        icon: the kind of game it is.
        variant: its place beside the game it is a variant of; None for a game of its own.
        lesson: how to play it, with a hand as an example; None if that isn't known.
        also: its other names in the rule texts.
        texts: the rule texts it comes from.
        seats: the possible numbers of players; ``fits`` says of which number there may be a scoresheet.
        rules: the declaration of its house rules; with ComeAndGo players can join and leave a running game.
        hand: the declaration of a hand.
        bidding: the part of the hand that is known before the play; None where nobody bids.
        dealer_must_bid: whether the dealer has to bid if nobody else does.
        bid_noun: what that part is called at the table: a bid or lead.
        hand_noun: what a hand of this game is called, such as a hand, a roll or a round.
        deal: the words for dealing a hand.
        from_dealer: whether figures are entered from the dealer's left, as cards are played; otherwise in the
            order of the seats.
        special_hands: declarations that replace the whole hand, such as one that everyone passed; each is
            recognized by the first entry of its own.
        end: when the game is over, and who wins a tie.
        outcomes: how a hand can come out, by the words of the answer.
        strokes: the entries of a hand that are drawn as strokes, one for each trick or point; where players
            bid, together they are what was bid for. Empty where the score alone will do.
        fixed: the house rules that belong to the game and nobody chooses, as on a scoresheet: its recipe.
        rulings: how this game is played here where its text says nothing or contradicts itself, perhaps for
            some house rule only.
    """

    key: ClassVar[str]
    edition: ClassVar[int | str] = 1
    name: ClassVar[str]
    short_name: ClassVar[str] = ""
    about: ClassVar[str]
    icon: ClassVar[Icon] = "cards"
    variant: ClassVar[Variant | None] = None
    lesson: ClassVar[Lesson | None] = None
    also: ClassVar[tuple[str, ...]] = ()
    texts: ClassVar[tuple[str, ...]] = ()
    seats: ClassVar[range]
    rules: type[R]
    hand: type[H]
    bidding: ClassVar[type[Hand] | None] = None
    dealer_must_bid: ClassVar[bool] = False
    bid_noun: ClassVar[str] = "bid"
    hand_noun: ClassVar[Noun] = HAND
    deal: ClassVar[Dealing] = DEALING
    from_dealer: ClassVar[bool] = True
    special_hands: ClassVar[tuple[type[Hand], ...]] = ()
    end: ClassVar[str]
    outcomes: ClassVar[Mapping[str, Outcome]]
    strokes: ClassVar[tuple[str, ...]] = ()
    fixed: ClassVar[Mapping[str, Any]] = {}
    rulings: ClassVar[tuple[LessonLine, ...]] = ()

    def __init__(self) -> None:
        kinds = (self.hand, *self.special_hands, *((self.bidding,) if self.bidding else ()))
        self.entries = {kind: declare.entries_of(kind) for kind in kinds}
        self._checks = {
            kind: [part for part in reversed(kind.__mro__) if "check" in vars(part)] for kind in kinds
        }
        self.special_by_key: Mapping[str, type[Hand]] = {
            _own_entry(kind): kind for kind in self.special_hands
        }
        self.options = declare.entries_of(self.rules)
        self.house_rules = {
            key: entry for key, entry in self.options.items() if key not in (*MIDWAY, *self.fixed)
        }

    def has_no_rule(self, key: str) -> Say:
        """Return the refusal of a house rule that the game does not have."""
        if key != PRESENCE:
            return Say("{game} has no house rule “{key}”.", game=self.name, key=key)
        if len(self.seats) == 1:
            always = "{game} always has {players} players, so nobody can join or leave midway."
            return Say(always, game=self.name, players=Spelled(self.seats[0]))
        depends = (
            "In {game}, cards and points depend on the number of players, so nobody can join or leave midway."
        )
        return Say(depends, game=self.name)

    def why_closed(self, table: Table[R]) -> Say:
        """Return why nobody can join or leave the running game; nothing if players can."""
        if PRESENCE not in self.options:
            return self.has_no_rule(PRESENCE)
        in_teams = any(len(side) > 1 for side in self.sides(table))
        return Say("Nobody can join or leave a game in teams.") if in_teams else NOTHING

    # The table

    def title(self, table: Table[R]) -> str:
        """Return what the game is called at this table: the title in its house rules, or its name."""
        return getattr(table.rules, "title", "") or self.name

    def unit(self, table: Table[R]) -> str:
        """Return what is scored: points, coins, stones or rounds."""
        return "points"

    def sides(self, table: Table[R]) -> tuple[Side, ...]:
        """Return who plays together; by default each player alone."""
        return tuple((seat,) for seat in range(table.n))

    def fits(self, players: int) -> bool:
        """Return whether there may be a scoresheet with so many players; by default one for its seats."""
        return players in self.seats

    def target(self, table: Table[R]) -> int | None:
        """Return the winning score; None where there is none."""
        return getattr(table.rules, "target", None)

    def goal(self, table: Table[R], side: Side) -> int | None:
        """Return the total that a side plays to; by default the winning score."""
        return self.target(table)

    def lowest_wins(self, table: Table[R]) -> bool:
        """Return whether the lowest total leads; by default the highest does."""
        return False

    def tells_totals(self, table: Table[R], totals: Sequence[int]) -> bool:
        """Return whether the totals of a finished game say more than who won; by default they do."""
        return True

    def opening(self, table: Table[R], dealer: Seat) -> State:
        """Return the state before the first hand."""
        return State(dealer, (0,) * table.n)

    def admit(self, table: Table[R], state: State, seat: Seat, total: int) -> State:
        """Return the state with a player who joins the running game; by default with this total."""
        totals = list(state.totals)
        totals[seat] += total
        return replace(state, totals=tuple(totals))

    def playing(self, table: Table[R], state: State) -> tuple[Seat, ...]:
        """Return the players who are still in the game; by default all who play the next hand."""
        return table.here

    def contenders(self, table: Table[R]) -> tuple[Seat, ...]:
        """Return the players who can win with the totals after a hand; by default those who haven't left."""
        return table.counting or table.here

    def carried(self, state: State, seat: Seat) -> Sequence[Say]:
        """Return what a player has besides the total and takes to the next hand; by default nothing."""
        return ()

    def turn(self, table: Table[R], state: State) -> Seat | None:
        """Return whose turn it is, where one player plays a hand; None where all of them do."""
        return None

    def prefill(self, table: Table[R], state: State) -> Mapping[str, Any]:
        """Return the entries to fill in for the next hand, as JSON; by default none."""
        return {}

    def banker(self, played: Played) -> Seat | None:
        """Return the player with whom all others settle a hand; None where they also pay each other."""
        return None

    def first_action(self, table: Table[R]) -> str:
        """Return what the player after the dealer does, or may do, first; empty where nobody is first."""
        return "bids" if self.bidding else ""

    # A hand

    def read(
        self, raw: Mapping[str, Any], table: Table[R], state: State, kind: type[Hand] | None = None
    ) -> Hand:
        """Return the hand, or the part that ``kind`` declares. Raises Refused with every problem found."""
        kind = kind or self.kind(raw)
        values, problems = declare.read(self.entries[kind], raw, table, partial(self.has_no_entry, kind))
        if "dealer" not in values:
            state = declare.partly(State, {k: value for k, value in vars(state).items() if k != "dealer"})
        elif values["dealer"] is not None:
            state = replace(state, dealer=values["dealer"])
        hand = declare.partly(kind, values)
        for part in self._checks[kind]:
            problems += declare.problems_of(partial(part.check, hand, table, state))
        if problems:
            raise Refused(problems)
        return kind(**values)

    def rewritten(
        self, raw: Mapping[str, Any], table: Table[R], other: Table[R], kind: type[Hand] | None = None
    ) -> dict[str, Any]:
        """Return the same hand as it is written at a table where other labels stand for the players."""
        return declare.rewritten(self.entries[kind or self.kind(raw)], raw, table, other)

    def kind(self, raw: Mapping[str, Any]) -> type[Hand]:
        """Return the declaration that a hand follows: the game's own, or that of a special hand."""
        own = self.entries[self.hand].keys()
        for key, kind in self.special_by_key.items():
            entries = self.entries[kind]
            meant = key in raw and (raw[key] is True or not isinstance(entries[key], Alone))
            # An entry of the game's own hand makes it one, whatever else is given.
            if meant or (raw.keys() & entries.keys() - own and not raw.keys() & own - {*BESIDE}):
                return kind
        return self.hand

    def has_no_entry(self, kind: type[Hand], key: str) -> Say:
        """Return the refusal of an entry that a hand of this kind does not have."""
        noun = self.hand_noun
        if kind is self.bidding:
            return Say(
                "The {bid} of {game} can’t have “{key}”.", bid=Say(self.bid_noun), game=self.name, key=key
            )
        if kind is not self.hand and key in self.entries[self.hand]:
            replaced = "Leave out “{key}”: “{special}” replaces the whole {hand}."
            return Say(replaced, key=key, special=_own_entry(kind), hand=noun)
        if key in self.special_by_key:
            return Say("“{key}” replaces the whole {hand} and can only be true.", key=key, hand=noun)
        for special, declaration in self.special_by_key.items():
            if key in self.entries[declaration]:
                alone = "Leave out “{key}” unless “{special}” replaces the {hand}."
                return Say(alone, key=key, special=special, hand=noun)
        return Say("A {hand} of {game} has no “{key}”.", hand=noun, game=self.name, key=key)

    def how_to_play(self, tables: Sequence[Table[R]]) -> Mapping[str, Sequence[LessonLine | Say]]:
        """Return what happens at any of these tables up to the scoring of a hand, by headings."""
        return self.lesson.parts if self.lesson else {}

    def what_scores(self) -> Iterable[Outcome]:
        """Return the ways to score as the rules tell them; by default the outcomes."""
        return self.outcomes.values()

    def what_is_meant(self) -> Mapping[str, Sequence[tuple[Say, Say]]]:
        """Return what the words in the ways to score mean, by headings; by default that is clear."""
        return {}

    def how_it_ends(self, tables: Sequence[Table[R]]) -> Argument:
        """Return when the game is over at any of these tables, and who wins a tie."""
        return self.end

    def describe(self, table: Table[R], played: Played) -> Say:
        """Return what was played in a hand, without its outcome: "Bea bid 6 with Dee".

        A special hand is told with its outcome: "Dee forfeited". Empty where the outcome says it all.
        """
        return played.hand.describe(table)

    def bids(self, table: Table[R], before: State, played: Played) -> Iterable[tuple[Call, BidResult]]:
        """Return the bids of a hand, each with how it came out, given the state before it."""
        call = played.hand.call
        return () if call is None else ((call, self.outcomes[played.outcome].result),)

    def summary(self, table: Table[R], played: Played) -> Say:
        """Return a hand in a few words, as lists of hands show it.

        Its arguments are ``what`` was played and the ``outcome``, where that doesn't go without saying.
        """
        what, outcome = self.describe(table, played), self.outcomes[played.outcome]
        if len(self.outcomes) == 1:
            return what or Say("Played")
        if not what:
            return outcome.title
        if type(played.hand) is not self.hand:
            # The description of a special hand includes its outcome.
            return what
        if outcome.is_deed:
            return Say("{what} and {outcome}", what=what, outcome=outcome.words)
        return Say("{what}, {outcome}", what=what, outcome=outcome.words)

    def score(self, table: Table[R], state: State, hand: H) -> Scored:
        """Return what one hand scores, given the state before it; the engine adds up totals."""
        raise NotImplementedError

    def stroke_entries(self, table: Table[R]) -> tuple[str, ...]:
        """Return the entries that are drawn as strokes at this table."""
        return self.strokes

    def taken(self, table: Table[R], hand: H) -> Mapping[Seat, int]:
        """Return the strokes of a hand by seat, by default the sum of the entries that are drawn.

        A side of several players has them at one of its seats; players whose own number isn't known, nowhere.
        """
        entries = self.entries[self.hand]
        return add_up({name: entries[name] for name in self.stroke_entries(table)}, hand, table)

    def next_dealer(self, table: Table[R], state: State, hand: Hand) -> Seat:
        """Return who deals after this hand; by default the player after the dealer."""
        return table.after(state.dealer)

    def played_out(
        self, table: Table[R], bidding: Any, taken: int, rival: Seat
    ) -> Iterable[Mapping[str, Any]]:
        """Return what the play may add to a hand in which the bidder's side takes just so many strokes.

        If the bid has no number, it is made with 0 and missed with less. Each gives the values of entries by
        name; first those of a bidder with a partner. Among them is the best that a rival can do, if any.
        """
        return ()

    def always_scores(self, table: Table[R]) -> Say:
        """Return what scores for those who have it, however the bid comes out; nothing by default."""
        return NOTHING

    # The end

    def ending(self, table: Table[R], hands: Sequence[Played]) -> Ending | None:
        """Return how the game ended with the last of these hands (at least one); None while it is on.

        By default it ends once a total has reached the target, and the highest total wins.
        """
        goal = self.target(table)
        return None if goal is None or max(hands[-1].totals) < goal else self.decide(table, hands[-1])

    def decide(self, table: Table[R], last: Played) -> Ending | None:
        """Return who wins with the totals of the last hand; None when a tie is played on."""
        ahead, total = self.leaders(table, last.totals)
        if len(ahead) > 1:
            return self.break_tie(table, last, ahead)
        return self.won_by(table, ahead[0], total)

    def break_tie(self, table: Table[R], last: Played, tied: Sequence[Side]) -> Ending | None:
        """Return who wins a tie for the lead, by default all of the tied; None if they play on."""
        winners = tuple(sorted(seat for side in tied for seat in side))
        each = last.totals[winners[0]]
        return Ending(
            winners,
            Say("{names} share the win with {each} each", names=(*table.names(winners),), each=each),
            BY_TIE,
        )

    def stopped(self, table: Table[R], state: State) -> Ending:
        """Return how a game ends that the players end early: the side that leads those still in it wins."""
        playing = self.playing(table, state)
        out = [seat for seat in range(table.n) if seat not in playing]
        ahead, total = self.leaders(table, state.totals, out)
        if not ahead:
            return Ending((), Say("Ended early with nobody left in the game, so nobody wins"), early=True)
        if len(ahead) > 1:
            return Ending((), Say("Ended early with the lead tied, so nobody wins"), early=True)
        ending = self.won_by(table, ahead[0], total, early=True)
        if ahead == self.leaders(table, state.totals)[0]:
            return ending
        because = Say("{why}, the most of those still playing", why=ending.because)
        return replace(ending, because=because, decided=BY_OTHER)

    def leaders(
        self, table: Table[R], totals: PerSeat, without: Sequence[Seat] = ()
    ) -> tuple[list[Side], int]:
        """Return the sides that lead, and their total; sides of which a player is left out don't count."""
        contenders = {*self.contenders(table)} - {*without}
        sides = [side for side in self.sides(table) if {*side} <= contenders]
        held = [totals[side[0]] for side in sides]
        best = (min if self.lowest_wins(table) else max)(held, default=0)
        return [side for side in sides if totals[side[0]] == best], best

    def won_by(self, table: Table[R], side: Side, total: int, early: bool = False) -> Ending:
        """Return the ending in which one side alone leads with this total."""
        if self.lowest_wins(table):
            wins = Say(
                "{names} wins with {total}, the lowest total", "{names} win with {total}, the lowest total"
            )
        else:
            wins = Say("{names} wins with {total}", "{names} win with {total}")
        why = wins.filled(len(side), names=And(*table.names(side)), total=total)
        return Ending(side, why, BY_TOTAL, early)

    def highest_wins(self, table: Table[R], totals: PerSeat) -> Ending:
        """Return how a game ends that goes on until the players stop: the highest total or totals win.

        Nobody wins if all are equal.
        """
        ahead, total = self.leaders(table, totals)
        winners = tuple(sorted(seat for side in ahead for seat in side))
        if len(winners) == len(self.contenders(table)):
            return Ending((), Say("Everyone has the same, so nobody wins"))
        names = (*table.names(winners),)
        if self.unit(table) == "coins":
            # How many they have depends on the coins given back.
            if len(ahead) > 1:
                return Ending(winners, Say("{names} tie for the most", names=names), BY_TIE)
            return Ending(winners, Say("{names} wins with the most coins", names=names), BY_TOTAL)
        if len(ahead) == 1:
            return self.won_by(table, winners, total)
        why = Say("{names} tie for the most, with {total}", names=names, total=total)
        return Ending(winners, why, BY_TIE)

    def payout(
        self, table: Table[R], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """Return the net result in coins for the night's bank; by default that of the wagers.

        The winners share the pot. Odd coins go one each in turn, from the dealer of the last hand. Without
        a winner everyone gets back what they put in.
        """
        if ending is None or not ending.winners:
            return (0,) * table.n
        put_in = self.wagers(table.next, hands)
        winners = [seat for seat in table.around(hands[-1].dealer) if seat in ending.winners]
        shares = dict(zip(winners, split(sum(put_in), len(winners)), strict=True))
        return tuple(shares.get(seat, 0) - coins for seat, coins in enumerate(put_in))

    def wagers(self, table: Table[R], hands: Sequence[Played]) -> PerSeat:
        """Return the coins that each player has put in the pot for the winners; by default one wager."""
        wager = getattr(table.rules, "wager", 0)
        return tuple(wager if seat in table.arrived else 0 for seat in range(table.n))


def _own_entry(kind: type[Hand]) -> str:
    """Return the first entry that a declaration adds to those it inherits."""
    inherited = declare.entries_of(kind.__base__ or Hand)
    return next(name for name in declare.entries_of(kind) if name not in inherited)


def split(coins: int, among: int) -> list[int]:
    """Return equal shares of some coins; the odd coins go one each to the first shares."""
    share, odd = divmod(coins, among)
    return [share + (place < odd) for place in range(among)]
