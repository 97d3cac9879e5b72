"""Scoring a hand by a recipe: its figures by name, the lines they make, and what is remembered."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.rules.entries import REQUIRED
from scorekeeper.rules.hand import Line
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.recipes.formulas import Figures, Formula, Whose
from scorekeeper.rules.recipes.recipe import BLANK, CHOICE, HAND, PLAYER, YES, Recipe, RecipeQuestion
from scorekeeper.rules.saying import Argument, Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.teams import team_seats


class Memory(NamedTuple):
    """What a game remembers from hand to hand.

    Attributes:
        kept: the carried figures, for each seat.
        given: the answers that each player has given to a choice that can be made once.
    """

    kept: Mapping[str, PerSeat]
    given: frozenset[tuple[Seat, str]] = frozenset()


def opening(recipe: Recipe, players: int) -> Memory:
    """Return what a game remembers before its first hand."""
    return Memory({kept.key: (kept.start,) * players for kept in recipe.kept})


def before_hand(recipe: Recipe, table: Table[Any]) -> dict[str, PerSeat]:
    """Return what is known before a hand, whatever is entered: numbers, options and values made of them.

    Raises Wrong where it can't be worked out.
    """
    known = {HAND: table.hand or 1, "players": len(table.here)}
    known |= {option.key: int(getattr(table.rules, option.key)) for option in recipe.options}
    figures = {key: (figure,) * table.n for key, figure in known.items()}
    for value in recipe.known:
        figures[value.key] = (value.formula.of_table(Figures(figures, [table.here])),) * table.n
    return figures


def at_table(formula: Formula, table: Table[Any]) -> int:
    """Return what a formula comes to that uses only what is known before a hand. Raises Wrong."""
    if formula.number is not None:
        return formula.number
    return formula.of_table(Figures(before_hand(table.rules.source, table), [table.here]))


def sides_here(table: Table[Any]) -> list[list[Seat]]:
    """Return the seats of those who play the hand, by team; each player alone where there are no teams."""
    sides = [[seat for seat in side if seat in table.here] for side in team_seats(table)]
    return [side for side in sides if side]


def is_over(table: Table[Any], totals: PerSeat, kept: Mapping[str, PerSeat]) -> bool:
    """Return whether what ends the game holds after a hand. Raises Wrong where it can't be worked out."""
    when = table.rules.source.end.when
    return when is not None and any(after_hand(when, table, totals, kept).values())


def after_hand(
    formula: Formula | None, table: Table[Any], totals: PerSeat, kept: Mapping[str, PerSeat]
) -> dict[Seat, int]:
    """Return what a formula comes to after a hand for each who played it; nothing without a formula.

    Raises Wrong where it can't be worked out.
    """
    if formula is None:
        return {}
    figures = {**before_hand(table.rules.source, table), "total": totals, **kept}
    return formula.values(Figures(figures, sides_here(table)), table.here)


class Scoring:
    """The figures of one hand, and what they score.

    The hand has a value for each question, by its key.
    """

    def __init__(self, recipe: Recipe, table: Table[Any], state: State, hand: object) -> None:
        """Work out all figures. Raises Wrong where that can't be done."""
        self.recipe, self.table, self.hand = recipe, table, hand
        self.sides = sides_here(table)
        turns = table.around(state.dealer)
        self.memory: Memory = state.memory
        figures = before_hand(recipe, table)
        figures["total"] = state.totals
        figures["deals"] = tuple(int(seat == state.dealer) for seat in range(table.n))
        figures["place"] = tuple(turns.index(seat) + 1 if seat in turns else 0 for seat in range(table.n))
        figures |= self.memory.kept
        self.asked = [one for one in recipe.questions if hasattr(hand, one.key)]
        for question in self.asked:
            figures |= _figures_of(question, getattr(hand, question.key), table)
        self.figures = Figures(figures, self.sides)
        for value in recipe.values:
            if value.formula.used <= figures.keys():
                figures[value.key] = self._at_seats(value.formula)

    @property
    def is_complete(self) -> bool:
        """Whether every question has an answer that could be read."""
        return len(self.asked) == len(self.recipe.questions)

    def _at_seats(self, formula: Formula) -> PerSeat:
        """Return what a formula comes to for each seat, 0 for those who don't play."""
        found = formula.values(self.figures, self.table.here)
        return tuple(found.get(seat, 0) for seat in range(self.table.n))

    def problems(self) -> Iterator[Problem]:
        """Yield what must hold and doesn't. Raises Wrong where it can't be worked out."""
        for check in self.recipe.checks:
            if not check.must.used <= self.figures.by_name.keys():
                # Before the play, only the bids can be checked.
                continue
            seats = self.table.here if check.must.scope is Whose.EACH else [side[0] for side in self.sides]
            about = seats[:1] if check.must.scope is Whose.TABLE else seats
            for seat, holds in check.must.values(self.figures, about).items():
                if not holds:
                    yield Problem(check.at, self._said(check.say, seat))
        for question in self.asked:
            for seat, answer in self._given(question):
                if (seat, answer) in self.memory.given:
                    name, label = self.table.players[seat], _label(question, answer)
                    words = "{name} has had “{answer}” already: choose something else."
                    yield Problem(question.key, Say(words, name=name, answer=label))

    def lines(self) -> Iterator[Line]:
        """Yield the lines of the score; those who get the same for one reason share a line. Raises Wrong."""
        return (line for _, line in self.lines_by_place())

    def lines_by_place(self) -> Iterator[tuple[int, Line]]:
        """Yield the lines of the score, each after the place in the recipe of the line that gives it, from 0.

        Raises Wrong.
        """
        firsts = {side[0]: tuple(side) for side in self.sides}
        for place, line in enumerate(self.recipe.lines):
            seats = list(firsts)
            if line.condition is not None:
                holds = line.condition.values(self.figures, seats)
                seats = [seat for seat in seats if holds[seat]]
            alike: dict[tuple[int, Say], list[Seat]] = {}
            for seat, points in line.points.values(self.figures, seats).items():
                if points or line.condition is not None:
                    alike.setdefault((points, self._said(line.why, seat)), []).extend(firsts[seat])
            for (points, why), players in alike.items():
                yield place, Line(tuple(players), points, why)

    def remembered(self) -> Memory:
        """Return what the game remembers for the next hand. Raises Wrong."""
        kept = {}
        for one in self.recipe.kept:
            found = one.next.values(self.figures, self.table.here)
            kept[one.key] = tuple(
                found.get(seat, figure) for seat, figure in enumerate(self.memory.kept[one.key])
            )
        given = frozenset(pair for question in self.recipe.questions for pair in self._given(question))
        return Memory(kept, self.memory.given | given)

    def _given(self, question: RecipeQuestion) -> Iterator[tuple[Seat, str]]:
        """Yield who has given which answer, if that can be done once; those of the table are the dealer's."""
        if not question.once:
            return
        answers = getattr(self.hand, question.key)
        if question.of == "each":
            yield from answers.items()
        elif answers is not None:
            deals = self.figures.by_name["deals"]
            yield from ((seat, answers) for seat in self.table.here if deals[seat])

    def _said(self, sentence: str, seat: Seat) -> Say:
        """Return a sentence of the recipe with its figures, as they are for a player."""
        blanks = {key: self._in_words(key, seat) for key in BLANK.findall(sentence)}
        return Say(sentence, **blanks)

    def _in_words(self, key: str, seat: Seat) -> Argument:
        """Return a figure as a sentence has it: the name of a player, the label of an answer, or a number."""
        if key == PLAYER:
            return self.table.players[seat]
        question = next((one for one in self.recipe.questions if one.key == key), None)
        if question is not None and question.kind in (PLAYER, CHOICE):
            value = getattr(self.hand, key)
            if question.of == "each":
                value = value.get(seat)
            if value is None:
                return Say("nobody") if question.kind == PLAYER else Say("nothing")
            return self.table.players[value] if question.kind == PLAYER else _label(question, value)
        return self.figures.by_name[key][seat]


def _label(question: RecipeQuestion, answer: str) -> str:
    return next(one.label for one in question.answers if one.key == answer)


def _figures_of(question: RecipeQuestion, value: Any, table: Table[Any]) -> dict[str, PerSeat]:
    """Return the figures that the answer to a question gives, for each seat."""
    places = range(table.n)
    if value is REQUIRED:
        # It isn't asked at this table.
        value = {} if (question.kind, question.of) == (CHOICE, "each") else None
    if question.kind == CHOICE:
        chosen: Mapping[Seat, Any] = value if question.of == "each" else dict.fromkeys(places, value)
        worth = {answer.key: answer.worth for answer in question.answers}
        figures = {key: tuple(int(chosen.get(seat) == key) for seat in places) for key in worth}
        return figures | {question.key: tuple(worth.get(chosen.get(seat, ""), 0) for seat in places)}
    if question.kind == PLAYER:
        return {question.key: tuple(int(seat == value) for seat in places)}
    if question.kind == YES and question.of == "each":
        return {question.key: tuple(int(seat in value) for seat in places)}
    return {question.key: value if isinstance(value, tuple) else (int(value or 0),) * table.n}
