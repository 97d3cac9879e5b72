"""A recipe in words, for the page of its rules: what is asked, what scores, and how the game ends."""

import re
from collections.abc import Iterator, Mapping

from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.recipes.formulas import Formula
from scorekeeper.rules.recipes.recipe import BLANK, NUMBER, Recipe, RecipeQuestion
from scorekeeper.rules.saying import And, Argument, Say, Sentences
from scorekeeper.rules.words import capital, lowered

NAME = re.compile(r"\b[a-z][a-z0-9_]*\b", re.ASCII)
SIGNS = {"*": "×", "//": "÷", "==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "-": "−"}
SIGN = re.compile(r"//|==|!=|<=|>=|[*-]")

ALWAYS = {
    "hand": "number of the hand",
    "players": "players",
    "total": "total",
    "deals": "dealer",
    "place": "place after the dealer",
}


def labels(recipe: Recipe) -> dict[str, str]:
    """Return what each figure of a recipe is called within a sentence."""
    named = {question.key: lowered(question.label) for question in recipe.questions}
    named |= {answer.key: lowered(answer.label) for one in recipe.questions for answer in one.answers}
    return ALWAYS | {one.key: lowered(one.label) for one in recipe.options} | named


def in_words(formula: Formula, called: Mapping[str, str]) -> str:
    """Return a formula as people write it: "20 + 10 × tricks"."""
    named = NAME.sub(lambda name: called.get(name[0], name[0].replace("_", " ")), formula.text)
    return SIGN.sub(lambda sign: SIGNS[sign[0]], named)


def what_scores(recipe: Recipe) -> Iterator[Outcome]:
    """Yield each line of the score with its points and its condition."""
    called = labels(recipe)
    for line in recipe.lines:
        why = BLANK.sub(lambda blank: called.get(blank[1], blank[1].replace("_", " ")), line.why)
        points = in_words(line.points, called)
        if line.condition is None:
            scores = points
        else:
            scores = str(
                Say("{points}, if {condition}", points=points, condition=in_words(line.condition, called))
            )
        yield Outcome(why, scores, capital(why))


def what_is_asked(recipe: Recipe) -> dict[str, list[str]]:
    """Return what is entered for a hand, before the play and after it."""
    called = labels(recipe)
    asked = {
        "Before the play": [str(_asked(one, called)) for one in recipe.questions if one.before],
        "After the play": [str(_asked(one, called)) for one in recipe.questions if not one.before],
    }
    return {heading: lines for heading, lines in asked.items() if lines}


def _asked(question: RecipeQuestion, called: Mapping[str, str]) -> Say:
    words = Say("{question}", question=question.ask or Say("{label}.", label=question.label))
    if question.answers:
        answers = And(*(Say(answer.label) for answer in question.answers))
        return Say("{words} {answers}.", words=words, answers=answers)
    if question.kind != NUMBER:
        return words
    bounds: list[Argument] = []
    if question.high.text != str(LARGEST):
        low, high = in_words(question.low, called), in_words(question.high, called)
        bounds.append(Say("From {low} to {high}.", low=low, high=high))
    if question.sum is not None:
        bounds.append(Say("In all {sum}.", sum=in_words(question.sum, called)))
    return Say("{sentences}", sentences=Sentences(words, *bounds))


def how_it_ends(recipe: Recipe) -> str:
    """Return when the game is over, and who wins."""
    called, end = labels(recipe), recipe.end
    when = []
    if end.hands is not None:
        when.append(Say("The game ends after so many hands: {hands}.", hands=in_words(end.hands, called)))
    if end.target is not None:
        when.append(Say("The game ends once someone has {target}.", target=in_words(end.target, called)))
    if end.when is not None:
        when.append(Say("The game ends once this holds: {condition}.", condition=in_words(end.when, called)))
    lowest, highest = Say("The lowest total wins."), Say("The highest total wins.")
    wins = lowest if recipe.lowest_wins else highest
    ends = when or [Say("You end the game.")]
    return str(Sentences(*ends, wins, Say("Equal totals share the win.")))
