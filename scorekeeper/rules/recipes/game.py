"""The game that a recipe makes: its house rules and its hand, declared by entries as those of any game."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, make_dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Annotated, Any, ClassVar
from unicodedata import normalize

from scorekeeper.rules.entries import (
    LARGEST,
    REQUIRED,
    BySeat,
    Choice,
    Count,
    EachSeat,
    Entry,
    People,
    Person,
    Switch,
    Wording,
    nobody,
)
from scorekeeper.rules.game import Side
from scorekeeper.rules.hand import Call, Hand, Played, Scored
from scorekeeper.rules.house import ComeAndGo, PointsRules
from scorekeeper.rules.lessons import Lesson, LessonLine
from scorekeeper.rules.outcome import BY_OTHER, BY_TIE, EXACT, MADE, MISSED, OVER, BidResult, Ending, Outcome
from scorekeeper.rules.problems import Problem, Refused, Wrong
from scorekeeper.rules.recipes.formulas import Formula
from scorekeeper.rules.recipes.reading import read_recipe, recipe_text
from scorekeeper.rules.recipes.recipe import (
    CHOICE,
    DOCUMENT,
    EXAMPLE,
    HAND,
    NUMBER,
    PLAYER,
    YES,
    Recipe,
    RecipeOption,
    RecipeQuestion,
    WorkedExample,
)
from scorekeeper.rules.recipes.scoring import Memory, Scoring, after_hand, at_table, is_over, opening
from scorekeeper.rules.recipes.telling import how_it_ends, what_is_asked, what_is_meant, what_scores
from scorekeeper.rules.saying import NOTHING, And, Argument, Parts, Row, Say, Signed
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.teams import InTeams, TeamFigures, TeamGame
from scorekeeper.rules.words import CARD_POINT, POINT, TRICK, lowered

RECIPE = "recipe"
"""The key of all games that recipes make, and of the recipe among their house rules."""

COUNTED = {noun.many: noun for noun in (TRICK, POINT, CARD_POINT)}
"""The nouns of figures that are called by them, by which a figure is said: "4 tricks"."""

TABLE = 3
"""From so many rows on, figures of everybody are one table, whatever may be left out."""

SCORING = (
    "players",
    "teams",
    "options",
    "ask",
    "let",
    "keep",
    "check",
    "score",
    "end",
    "win",
    "can_win",
    "ties",
)
"""The parts of a recipe that decide what is scored and who wins."""

SAYING = ("label", "help", "ask", "ask_one", "say", "why")
"""What these parts have that is only said."""


TIE_WON = Say("{names} wins the tie at {total}", "{names} win the tie at {total}")
BEST_WON = Say(
    "{names} wins with {total}, the best of those who could win",
    "{names} win with {total}, the best of those who could win",
)

UNBIDDEN: Mapping[str, Outcome] = {
    "played": Outcome("played", "Everyone scores the lines that hold for them.")
}
"""The outcome of every hand that nobody took on."""

BIDDEN: Mapping[str, Outcome] = {
    MADE: Outcome("won", "What depends on who plays brings them points.", result=MADE, is_deed=True),
    MISSED: Outcome("lost", "It brings them nothing, or less.", result=MISSED, is_deed=True),
}
"""The outcomes of a hand that a player took on."""


class KnownRecipe(Entry):
    """The recipe among the house rules; the game was made from it, so that it has been read."""

    def read(self, raw: object, table: Table[Any]) -> object:
        """Return the recipe as it is written."""
        return raw

    def reworded(self, raw: dict[str, Any], wording: Wording) -> dict[str, Any]:
        """Return the recipe with its name, labels and sentences in other words.

        It has no example any more whose players have other names.
        """
        there = DOCUMENT.reworded(raw, wording)
        if raw.get("example") and there["example"]["players"] != raw["example"]["players"]:
            del there["example"]
        return there


KNOWN_RECIPE: dict[str, Entry] = {RECIPE: KnownRecipe("Recipe")}
"""The recipe as the house rule that every game has which a recipe makes."""


class SomePlayers(People):
    """The players of whom something holds; there may be none."""

    may_be_empty = True


@dataclass(frozen=True, kw_only=True)
class RecipeRules(InTeams, PointsRules, ComeAndGo):
    """The house rules of a game that a recipe makes."""

    source: ClassVar[Recipe]

    def check(self, table: Table[None], given: Collection[str]) -> Iterator[Problem]:
        """Yield what can't be worked out with these players and house rules, so that nothing fails later."""
        agreed, recipe = Table(table.players, self), self.source
        bounds = [bound for one in recipe.questions for bound in (one.low, one.high, one.sum, one.condition)]
        for formula in (recipe.teams, recipe.end.hands, recipe.end.target, *bounds):
            try:
                _ = formula and at_table(formula, agreed)
            except Wrong as wrong:
                yield from (Problem(RECIPE, message) for message in wrong.messages)
                return
        if not 0 <= (teams := at_table(recipe.teams, agreed)) <= table.n:
            words = (
                "{players} player can’t make {teams} teams.",
                "{players} players can’t make {teams} teams.",
            )
            yield Problem(RECIPE, Say(*words, table.n, players=table.n, teams=teams))

    def teams_of(self, players: int) -> int:
        """Return the number of teams of so many players; without teams each player is one."""
        if players not in self._teams:
            table = Table(("",) * players, self, tuple(range(players)))
            self._teams[players] = at_table(self.source.teams, table) or players
        return self._teams[players]

    @cached_property
    def _teams(self) -> dict[int, int]:
        """The numbers of teams worked out so far, by that of the players; a hand asks for it often."""
        return {}


@dataclass(frozen=True, kw_only=True)
class RecipeHand(Hand):
    """A hand of a game that a recipe makes."""

    deck = "own"
    source: ClassVar[Recipe]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return what was said before the play: "Nora 0, Theo 1: 1 of 2"; empty if nothing is asked then."""
        asked = [one for one in self.source.questions if one.before]
        said = [self._answer(one, table) for one in asked if one is not self.source.bidder]
        if (call := self.call) is not None:
            what = Say("{player}: {answers}") if Row(*said) else Say("{player}")
            return what.filled(player=table.players[call.player], answers=Row(*said))
        return Say("{answers}", answers=Parts(*said)) if Parts(*said) else NOTHING

    @property
    def bid_by_seat(self) -> Mapping[Seat, int]:
        """The number that each player said before the play, by seat."""
        asked = self._bid_of_each
        return dict(enumerate(getattr(self, asked.key))) if asked else super().bid_by_seat

    def bids_in_all(self, table: Table[Any]) -> Say:
        """Return the sum of what each player said before the play, and what it is for, such as all tricks."""
        asked, limit = self._bid_of_each, self._limit(table)
        if asked is None:
            return NOTHING
        words = Say("{sum} {bid}") if limit is None else Say("{sum} of {limit} {bid}")
        figures = {} if limit is None else {"limit": limit}
        return words.filled(sum=sum(self.bid_by_seat.values()), bid=Say(lowered(asked.label)), **figures)

    def terms(self, table: Table[Any]) -> Sequence[Say]:
        """Return what else was said before the play, where each player said a number: "Blind nil: Nora"."""
        bid = self._bid_of_each
        others = [one for one in self.source.questions if bid and one.before and one is not bid]
        return [said for one in others if (said := self._answer(one, table))]

    @property
    def _bid_of_each(self) -> RecipeQuestion | None:
        """The first number that each player says before the play; None if none is asked at this table."""
        before = (one for one in self.source.questions if one.before and one.of == "each")
        numbers = (one for one in before if one.kind == NUMBER)
        return next((one for one in numbers if getattr(self, one.key) is not REQUIRED), None)

    def _limit(self, table: Table[Any]) -> int | None:
        """Return what some numbers must add up to, such as the tricks that are bid for.

        None if none must, or if that depends on the hand and the table isn't that of one.
        """
        sums = [one.sum for one in self.source.questions if one.sum is not None][:1]
        known = [one for one in sums if table.hand or HAND not in self.source.made_of(one)]
        return next((at_table(one, table) for one in known), None)

    def what_was_played(self, table: Table[Any]) -> Row:
        """Return what was chosen before the play, or else the number that was said: "Grand"; "24"."""
        asked = [one for one in self.source.questions if one.before and one.of == "table"]
        chosen, numbers = (
            Row(*(self._given(one, table) for one in asked if one.kind == kind)) for kind in (CHOICE, NUMBER)
        )
        return chosen or numbers

    def _given(self, question: RecipeQuestion, table: Table[Any]) -> Argument:
        """Return the answer to a question; nothing if it isn't asked at this table, or was left out."""
        value, entry = getattr(self, question.key), entry_of(question)
        written = None if value in (None, REQUIRED) else entry.write(value, table)
        return NOTHING if written in (None, [], {}) else entry.describe(written, table)

    def _answer(self, question: RecipeQuestion, table: Table[Any]) -> Say:
        """Return the answer to a question as it is said; nothing for one that says nothing."""
        label, answer = Say(question.label), self._given(question, table)
        if question.kind == YES and question.of == "table":
            return label if getattr(self, question.key) else NOTHING
        if answer == NOTHING:
            return NOTHING
        if question.kind in (PLAYER, CHOICE) and question.of == "table":
            return Say("{answer}", answer=answer)
        if question.of == "table":
            return Say("{label} {figure}", label=Say(lowered(question.label)), figure=answer)
        limit = self._limit(table)
        if question.kind == NUMBER and limit is not None:
            total = sum(getattr(self, question.key))
            return Say("{answer}: {sum} of {limit}", answer=answer, sum=total, limit=limit)
        return Say("{answer}" if question.kind == NUMBER else "{label}: {answer}", label=label, answer=answer)

    @property
    def call(self) -> Call | None:
        """The first player who is named before the play, and to whose score that matters; None for nobody."""
        bidder = self.source.bidder
        seat = None if bidder is None else getattr(self, bidder.key)
        return None if seat in (None, REQUIRED) else Call(seat)

    def check(self, table: Table[Any], state: State) -> Iterator[Problem]:
        """Yield what must hold of the hand and doesn't, and what can't be worked out."""
        try:
            scoring = Scoring(self.source, table, state, self)
            yield from scoring.problems()
            if scoring.is_complete:
                scores = Scored("played", tuple(scoring.lines())).scores(table.n)
                totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
                kept = scoring.remembered().kept
                is_over(table, totals, kept)
                for formula in (self.source.can_win, self.source.ties):
                    after_hand(formula, table, totals, kept)
        except Wrong as wrong:
            yield from (Problem("hands", message) for message in wrong.messages)


class RecipeGame(TeamGame[RecipeRules, RecipeHand]):
    """A game that a recipe makes."""

    key = RECIPE
    icon = "own"
    source: ClassVar[Recipe]

    def opening(self, table: Table[RecipeRules], dealer: Seat) -> State:
        """Return the state before the first hand, with the carried figures."""
        return State(dealer, (0,) * table.n, memory=opening(self.source, table.n))

    def how_to_play(self, tables: Sequence[Table[RecipeRules]]) -> Mapping[str, Sequence[LessonLine | Say]]:
        """Return what the recipe asks, and what must hold."""
        return what_is_asked(self.source, tables)

    def what_scores(self) -> Iterator[Outcome]:
        """Yield the lines of the recipe."""
        return what_scores(self.source)

    def what_is_meant(self) -> Mapping[str, Sequence[tuple[Say, Say]]]:
        """Return the values and carried figures of the recipe."""
        return what_is_meant(self.source)

    def how_it_ends(self, tables: Sequence[Table[RecipeRules]]) -> Argument:
        """Return when the recipe ends the game."""
        return how_it_ends(self.source, tables)

    def sides(self, table: Table[RecipeRules]) -> tuple[Side, ...]:
        """Return the teams, or each player alone; before house rules are chosen, by their defaults."""
        if table.rules is None:
            table = self.by_default(table.players)
        return super().sides(table)

    def by_default(self, players: Sequence[str]) -> Table[RecipeRules]:
        """Return the table of a scoresheet with the default house rules."""
        nobody_yet: Table[None] = Table(tuple(players), None)
        defaults = {key: entry.blank(nobody_yet) for key, entry in self.options.items()}
        return Table.by_name(tuple(players), self.rules(**{**defaults, **self.fixed}))

    def check_example(self, example: WorkedExample) -> None:
        """Raise Wrong if the example of the recipe can't be scored."""
        names = {normalize("NFC", name.casefold()) for name in example.players}
        if len(names) != len(example.players) or len(names) not in self.seats:
            words = "give the names of so many players: {fewest} to {most}, none of them twice."
            raise Wrong(Say(words, fewest=self.seats[0], most=self.seats[-1]))
        table = self.by_default(example.players).at(1)
        try:
            self.read(example.hand, table, self.opening(table, 0))
        except Refused as refused:
            raise Wrong(*(problem.message for problem in refused.problems)) from None

    def carried(self, state: State, seat: Seat) -> Sequence[Say]:
        """Return the carried figures that have a label: "Bags 7"."""
        memory: Memory = state.memory
        shown = {kept.label: memory.kept[kept.key][seat] for kept in self.source.kept if kept.label}
        return [Say("{label} {figure}", label=label, figure=figure) for label, figure in shown.items()]

    def lowest_wins(self, table: Table[RecipeRules]) -> bool:
        """Return whether the recipe says so."""
        return self.source.lowest_wins

    def target(self, table: Table[RecipeRules]) -> int | None:
        """Return the total at which the game ends, if it ends at one."""
        target = self.source.end.target
        return None if target is None else _bound(target, LARGEST)(table)

    def score(self, table: Table[RecipeRules], state: State, hand: RecipeHand) -> Scored:
        scoring, source, call = Scoring(self.source, table, state, hand), self.source, hand.call
        placed, outcome = [*scoring.lines_by_place()], "played"
        if call is not None:
            theirs = (
                line for at, line in placed if at in source.lines_of_bidder and call.player in line.seats
            )
            earned = sum(line.amount for line in theirs)
            outcome = MADE if (earned <= 0 if source.lowest_wins else earned > 0) else MISSED
        return Scored(outcome, tuple(line for _, line in placed), memory=scoring.remembered())

    def bids(
        self, table: Table[RecipeRules], before: State, played: Played
    ) -> Iterable[tuple[Call, BidResult]]:
        """Return the bid of the bidder; in a game in which everyone bids, the bid of each.

        Those who took more or fewer have made their bid if each line still scores for them that would have if
        everyone had taken what they bid.
        """
        if self.source.bids is None or played.hand.call is not None:
            return super().bids(table, before, played)
        bid, took = (getattr(played.hand, one.key) for one in self.source.bids)
        if REQUIRED in (bid, took):
            return ()
        exactly = replace(played.hand, **{self.source.bids[1].key: bid})
        wanted, scored = (self._lines_of_each(table, before, hand) for hand in (exactly, played.hand))
        return [
            (Call(seat, bid[seat]), _how(bid[seat], took[seat], wanted[seat] <= scored[seat]))
            for seat in table.here
        ]

    def _lines_of_each(self, table: Table[RecipeRules], before: State, hand: Hand) -> list[set[int]]:
        """Return the places of the lines that score for each seat; none where that can't be worked out."""
        found: list[set[int]] = [set() for _ in range(table.n)]
        with suppress(Wrong):
            for at, line in Scoring(self.source, table, before, hand).lines_by_place():
                for seat in line.seats:
                    found[seat].add(at)
        return found

    def describe(self, table: Table[RecipeRules], played: Played) -> Say:
        """Return what the player played who was named before the play; in other games, who did best."""
        assert isinstance(played.hand, RecipeHand)
        call, what = played.hand.call, played.hand.what_was_played(table)
        if call is None:
            return super().describe(table, played)
        words = Say("{player} played {what}") if what else Say("{player} played")
        return words.filled(player=table.players[call.player], **({"what": what} if what else {}))

    def summary(self, table: Table[RecipeRules], played: Played) -> Say:
        """Return a hand in a few words, with the score of the player who took it on."""
        said, call = super().summary(table, played), played.hand.call
        if call is None:
            return self.describe(table, played)
        points = Signed(played.scores[call.player])
        return Say("{what} and {outcome}, {points}", **dict(said.arguments), points=points)

    def ending(self, table: Table[RecipeRules], hands: Sequence[Played]) -> Ending | None:
        """Return the end of the game after its hands, at its target, or when the recipe says so."""
        end, last = self.source.end, hands[-1]
        target = self.target(table)
        over = target is not None and max(last.totals) >= target
        over = over or (end.hands is not None and 0 < _bound(end.hands, 0)(table) <= len(hands))
        over = over or is_over(table, last.totals, last.memory.kept)
        return self.decide(table, last) if over else None

    def decide(self, table: Table[RecipeRules], last: Played) -> Ending | None:
        """Return who wins with the totals of the last hand, of those who can."""
        ahead, total = self._first(table, last.totals, last.memory.kept)
        if len(ahead) > 1:
            return self.break_tie(table, last, ahead)
        return self._won(table, last.totals, ahead[0], total)

    def stopped(self, table: Table[RecipeRules], state: State) -> Ending:
        """Return how a game ends that the players end early, of those who can win and still play."""
        ending = super().stopped(table, state)
        out = [seat for seat in range(table.n) if seat not in self.playing(table, state)]
        ahead, total = self._first(table, state.totals, state.memory.kept, out)
        if len(ahead) == 1 and ending.winners != ahead[0]:
            return replace(self._won(table, state.totals, ahead[0], total), early=True)
        return ending

    def _first(
        self,
        table: Table[RecipeRules],
        totals: PerSeat,
        kept: Mapping[str, PerSeat],
        out: Sequence[Seat] = (),
    ) -> tuple[list[Side], int]:
        """Return the sides that are ahead of all who can win, by what decides ties too, and their total."""
        can_win = after_hand(self.source.can_win, table, totals, kept)
        if any(can_win.values()):
            out = (*out, *(seat for seat, can in can_win.items() if not can))
        ahead, total = self.leaders(table, totals, out)
        if len(ahead) > 1 and (decides := after_hand(self.source.ties, table, totals, kept)):
            best = max(decides.get(side[0], -LARGEST) for side in ahead)
            ahead = [side for side in ahead if decides.get(side[0], -LARGEST) == best]
        return ahead, total

    def _won(self, table: Table[RecipeRules], totals: PerSeat, side: Side, total: int) -> Ending:
        """Return the ending in which a side wins, if not by its total alone."""
        best, _ = self.leaders(table, totals)
        if best == [side]:
            return self.won_by(table, side, total)
        words = (TIE_WON if side in best else BEST_WON).filled(
            len(side), names=And(*table.names(side)), total=total
        )
        return Ending(side, words, BY_TIE if side in best else BY_OTHER)


def _how(bid: int, took: int, is_made: bool) -> BidResult:
    """Return how a bid came out, given whether it counts as made if it isn't exact."""
    if bid == took:
        return EXACT
    return (OVER if took > bid else MADE) if is_made else MISSED


def recipe_game(raw: object) -> RecipeGame:
    """Return the game that a recipe makes, given as parsed JSON. Raises Wrong with all that is wrong."""
    return _made(recipe_text(raw))


@lru_cache(maxsize=64)
def _made(text: str) -> RecipeGame:
    """Return the game that a recipe makes, given as JSON: a sheet is drawn in the time that this takes."""
    recipe = read_recipe(json.loads(text))
    source, example = {"source": recipe}, recipe.example
    house_rules = KNOWN_RECIPE | {one.key: _option_entry(one) for one in recipe.options}
    bids = {one.key: entry_of(one) for one in recipe.questions if one.before}
    last = next((one for one in reversed(recipe.questions) if one.before and not one.spare), None)
    if last and last.of == "table" and last.kind in (CHOICE, PLAYER):
        bids[last.key] = replace(bids[last.key], saves=True)
    others = {one.key: entry_of(one) for one in recipe.questions if not one.before}
    others |= _laid_out(others, recipe.strokes)
    bidding = _declared("Bid", bids, RecipeHand, source)
    game = {
        **source,
        "fixed": {RECIPE: recipe.raw},
        "name": recipe.name,
        "about": recipe.about,
        "edition": edition(recipe),
        "seats": range(recipe.players[0], recipe.players[1] + 1),
        "rules": _declared("HouseRules", house_rules, RecipeRules, source),
        "hand": _declared("WholeHand", others, bidding, {}),
        "bidding": bidding if bids else None,
        "bid_noun": "bid" if any(isinstance(entry, Person) for entry in bids.values()) else "bids",
        "outcomes": {**BIDDEN, **UNBIDDEN} if recipe.bidder else UNBIDDEN,
        "strokes": recipe.strokes,
        "lesson": example and Lesson({}, example.players, example.hand, {RECIPE: recipe.raw}),
    }
    made: RecipeGame = type("Made", (RecipeGame,), game)()
    if example:
        try:
            made.check_example(example)
        except Wrong as wrong:
            raise wrong.about(Say(EXAMPLE)) from None
    return made


def _laid_out(entries: Mapping[str, Entry], strokes: Collection[str]) -> dict[str, Entry]:
    """Return figures of everybody as rows of a table; beside one that is needed, a spare one is folded."""
    rows = {key: one for key, one in entries.items() if isinstance(one, EachSeat) and key not in strokes}
    is_needed = any(isinstance(one, Count | EachSeat) and one.needed for one in entries.values())
    folds = is_needed and len(rows) < TABLE
    return {key: replace(one, in_rows=True, folded=folds and one.spare) for key, one in rows.items()}


def _declared(name: str, entries: Mapping[str, Entry], base: type, more: Mapping[str, Any]) -> type:
    """Return a declaration that adds these entries to those of another."""
    fields = [(key, Annotated[Any, entry]) for key, entry in entries.items()]
    # Without a docstring, writing one takes longer than all the rest.
    namespace = {"__doc__": base.__doc__, **more}
    return make_dataclass(name, fields, bases=(base,), namespace=namespace, frozen=True, kw_only=True)


def edition(recipe: Recipe) -> str:
    """Return the edition of a recipe, which changes with what it scores and not with its words."""
    scores = {key: _without_words(recipe.raw[key]) for key in SCORING if key in recipe.raw}
    return sha256(json.dumps(scores, sort_keys=True).encode()).hexdigest()[:8]


def _without_words(part: Any) -> Any:
    """Return a part of a recipe without what it only says."""
    if isinstance(part, Mapping):
        return {key: _without_words(value) for key, value in part.items() if key not in SAYING}
    return [*map(_without_words, part)] if isinstance(part, list) else part


def entry_of(question: RecipeQuestion) -> Entry:
    """Return the entry for the answer to a question."""
    entry = _asked_always(question)
    if question.condition is None:
        return entry
    condition = _bound(question.condition, 0)
    return replace(entry, offered=lambda table: bool(condition(table)))


def _asked_always(question: RecipeQuestion) -> Entry:
    label, ask, spare = question.label, question.ask, question.spare
    by_each, left_out = question.of == "each", None if spare else REQUIRED
    if question.kind == PLAYER:
        step = "Tap a player"
        return Person(label, ask=ask, step=step, null="nobody" if spare else "", default=left_out, leads=True)
    if question.kind == YES:
        if by_each:
            return SomePlayers(label, ask=ask, default=() if spare else REQUIRED)
        return Switch(label, help=ask, default=False)
    if question.kind == CHOICE:
        answers = {answer.key: answer.label for answer in question.answers}
        if by_each:
            each = Choice(label, answers)
            return BySeat(label, ask=ask, each=each, default={} if spare else REQUIRED)
        return Choice(label, answers, ask=ask, null="nothing" if spare else "", default=left_out)
    low, high = _bound(question.low, 0), _bound(question.high, LARGEST)
    if question.of == "table":
        return Count(label, ask=ask, low=low, high=high, default=0 if spare else REQUIRED)
    kind = EachSeat if by_each else TeamFigures
    exactly = None if question.sum is None else _bound(question.sum, 0)
    default = nobody if spare else REQUIRED
    one = question.ask_one or Say("how many {figure}?", figure=lowered(label))
    entry = kind(label, ask=ask, ask_one=one, low=low, high=high, exactly=exactly, default=default)
    entry = replace(entry, counts=COUNTED.get(lowered(label)))
    return replace(entry, spare=spare)


def _option_entry(option: RecipeOption) -> Entry:
    if isinstance(option.default, bool):
        return Switch(option.label, help=option.help, default=option.default)
    low, high = option.low, option.high
    return Count(option.label, help=option.help, low=low, high=high, default=option.default)


def _bound(formula: Formula, otherwise: int) -> Callable[[Table[Any]], int]:
    """Return the limit that a formula gives at a table; ``otherwise`` where it can't be worked out."""

    def limit(table: Table[Any]) -> int:
        try:
            return at_table(formula, table)
        except Wrong:
            return otherwise

    return limit
