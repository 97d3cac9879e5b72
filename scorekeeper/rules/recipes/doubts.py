"""What a recipe hardly means: figures without a use, lines that never score, sums out of reach."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product

from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.bounds import Bounds
from scorekeeper.rules.recipes.formulas import Figures, Formula
from scorekeeper.rules.recipes.recipe import (
    ASK,
    BLANK,
    CHECK,
    HAND,
    KEEP,
    LET,
    NUMBER,
    OPTION,
    SCORE,
    Recipe,
    RecipeQuestion,
    place,
)
from scorekeeper.rules.recipes.wording import FormulaWords
from scorekeeper.rules.saying import Counted, Say
from scorekeeper.rules.words import PLAYER

MOST_HANDS = 10
"""The hands for which bounds are looked at."""


def doubts(recipe: Recipe) -> Iterator[Say]:
    """Yield what is allowed but odd in a recipe, each with its place."""
    used = used_names(recipe)
    for number, question in enumerate(recipe.questions, 1):
        at = place(ASK, number)
        if used.isdisjoint((question.key, *(answer.key for answer in question.answers))):
            yield Say("{part}: nothing uses “{name}”.", part=at, name=question.label)
        if question.kind == NUMBER:
            yield from _out_of_reach(recipe, question, at)
    for number, option in enumerate(recipe.options, 1):
        if option.key not in used:
            yield Say("{part}: nothing uses “{name}”.", part=place(OPTION, number), name=option.label)
    for one, part in ((LET, "let"), (KEEP, "keep")):
        for number, named in enumerate(recipe.raw.get(part, ()), 1):
            if named["key"] not in used:
                yield Say("{part}: nothing uses “{name}”.", part=place(one, number), name=named["key"])
    bounds, wording = Bounds(recipe), FormulaWords(recipe)
    for number, check in enumerate(recipe.checks, 1):
        if bounds.never(check.must):
            words = "{part}: “{formula}” never holds, so no hand can be saved."
            yield Say(words, part=place(CHECK, number), formula=wording.condition(check.must))
    for number, line in enumerate(recipe.lines, 1):
        at = place(SCORE, number)
        if line.condition is not None:
            # Some lines score 0 to say what happened.
            if bounds.never(line.condition):
                words = "{part} never scores: “{formula}” never holds."
                yield Say(words, part=at, formula=wording.condition(line.condition))
        elif bounds.never(line.points):
            words = "{part} never scores: “{formula}” is always 0."
            yield Say(words, part=at, formula=wording.figure(line.points))


def used_names(recipe: Recipe) -> set[str]:
    """Return the figures on which the score, a refusal or the end depend, or that are told or drawn."""
    formulas = [recipe.teams, recipe.end.hands, recipe.end.target, recipe.end.when]
    formulas += [recipe.can_win, recipe.ties]
    formulas += [bound for one in recipe.questions for bound in (one.low, one.high, one.sum, one.condition)]
    formulas += [formula for line in recipe.lines for formula in (line.points, line.condition)]
    formulas += [check.must for check in recipe.checks]
    sentences = [*(line.why for line in recipe.lines), *(check.say for check in recipe.checks)]
    used = {*recipe.strokes, *BLANK.findall(" ".join(sentences))}
    used.update(kept.key for kept in recipe.kept if kept.label)
    used.update(*(formula.used for formula in formulas if formula is not None))
    made_of = {value.key: value.formula for value in (*recipe.known, *recipe.values)}
    made_of |= {kept.key: kept.next for kept in recipe.kept}
    waiting = [*used]
    while waiting:
        new = made_of[key].used - used if (key := waiting.pop()) in made_of else set()
        used |= new
        waiting += new
    return used


def _out_of_reach(recipe: Recipe, question: RecipeQuestion, at: Say) -> Iterator[Say]:
    """Yield the first case in which no numbers are within their bounds, or add up to their sum."""
    for players, hand in product(range(recipe.players[0], recipe.players[1] + 1), range(1, MOST_HANDS + 1)):
        known = {option.key: int(option.default) for option in recipe.options}
        known |= {HAND: hand, "players": players}

        def worth(formula: Formula, known: Mapping[str, int] = known) -> int:
            return formula.of_table(Figures({key: (figure,) for key, figure in known.items()}, [(0,)]))

        with suppress(Wrong):
            for value in recipe.known:
                known[value.key] = worth(value.formula)
            asked = question.condition is None or worth(question.condition)
            if not asked or (recipe.end.hands is not None and 0 < worth(recipe.end.hands) < hand):
                continue
            low, high = worth(question.low), worth(question.high)
            many = players if question.of == "each" else worth(recipe.teams) or players
            whole = None if question.sum is None else worth(question.sum)
            if low <= high and (whole is None or low * many <= whole <= high * many):
                continue
            words = "{part}: in hand {hand} with {players}, no number is from {low} to {high}."
            if whole is not None and low <= high:
                words = "{part}: in hand {hand} with {players}, {low} to {high} each can’t add up to {sum}."
            at_table = Counted(players, PLAYER)
            yield Say(words, part=at, hand=hand, players=at_table, low=low, high=high, sum=whole or 0)
            return
