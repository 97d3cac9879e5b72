"""A recipe in words, for the page of its rules: what is asked, what scores, and how the game ends."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.formulas import Formula
from scorekeeper.rules.recipes.recipe import (
    CHOICE,
    HAND,
    NUMBER,
    PLAYER,
    YES,
    ChoiceAnswer,
    Recipe,
    RecipeQuestion,
)
from scorekeeper.rules.recipes.scoring import at_table
from scorekeeper.rules.recipes.wording import FormulaWords
from scorekeeper.rules.saying import (
    Against,
    Amount,
    And,
    Argument,
    Parts,
    Say,
    Sentences,
    group_by_player_count,
)
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import HAND as HANDS
from scorekeeper.rules.words import Noun

Tables: TypeAlias = Sequence[Table[Any]]
"""The tables that a page of rules is about: one, or one for each number of players."""

LABELS: Mapping[str, Say] = {
    "each": Say("{label} of each player."),
    "team": Say("{label} of each team."),
    "table": Say("{label}."),
    YES: Say("{label}: yes or no."),
    PLAYER: Say("{label}: one of the players."),
}
"""What is asked where a recipe has no question for it, by whose it is, or by what the answer is."""

YES_AT_FIRST = Say("yes at first; after each hand: {next}")
NO_AT_FIRST = Say("no at first; after each hand: {next}")


def what_scores(recipe: Recipe) -> Iterator[Outcome]:
    """Yield each line of the score with its points and its condition."""
    wording = FormulaWords(recipe)
    for line in recipe.lines:
        yield Outcome(wording.sentence(line.why), wording.scored(line))


def what_is_meant(recipe: Recipe) -> dict[str, list[tuple[Say, Say]]]:
    """Return what the figures are in which the lines score, by the heading."""
    wording = FormulaWords(recipe)
    values = [(value.key, wording.value(value.formula)) for value in (*recipe.known, *recipe.values)]
    for kept in recipe.kept:
        words = Say("{start} at first; after each hand: {next}")
        if wording.is_truth(kept.next.tree):
            words = YES_AT_FIRST if kept.start else NO_AT_FIRST
        values.append((kept.key, words.filled(start=kept.start, next=wording.value(kept.next))))
    told = [(Say("{Figure}", figure=wording.called[key]), said) for key, said in values]
    return {"The figures in it": told} if told else {}


def what_is_asked(recipe: Recipe, tables: Tables) -> dict[str, list[Say]]:
    """Return who plays together, what is entered before the play and after it, and what must hold."""
    told = {
        "Teams": [*_teams(recipe, tables)],
        "Before the play": [_asked(one, recipe, tables) for one in recipe.questions if one.before],
        "After the play": [_asked(one, recipe, tables) for one in recipe.questions if not one.before],
        "What must hold": [FormulaWords(recipe).sentence(check.say) for check in recipe.checks],
    }
    return {heading: lines for heading, lines in told.items() if lines}


def _teams(recipe: Recipe, tables: Tables) -> Iterator[Say]:
    """Yield who plays together, by their seats, for each number of players that makes teams."""
    for table in tables:
        if teams := at_table(recipe.teams, table):
            sides = Against(*(And(*range(first, table.n + 1, teams)) for first in range(1, teams + 1)))
            yield Say("With {n} players: seats {sides}.", n=table.n, sides=sides)


def _asked(question: RecipeQuestion, recipe: Recipe, tables: Tables) -> Say:
    """Return what is asked, with its bounds."""
    of_table = question.of == "table" and question.kind in LABELS
    by_label = LABELS[question.kind if of_table else question.of].filled(label=question.label)
    told = [Say(question.ask) if question.ask else by_label]
    if question.kind == NUMBER:
        low, high = (_known(one, recipe, tables) for one in (question.low, question.high))
        if question.sum is not None and question.sum.text == question.high.text:
            told.append(Say("From {low} to {high}, and as many in all.", low=low, high=high))
        elif question.low.text == str(-LARGEST):
            told.append(Say("It can be below 0."))
            if question.high.text != str(LARGEST):
                told.append(Say("At most {high}.", high=high))
        elif question.high.text != str(LARGEST):
            told.append(Say("From {low} to {high}.", low=low, high=high))
        elif question.low.text != "0":
            told.append(Say("{low} or more.", low=low))
        if question.sum is not None and question.sum.text != question.high.text:
            told.append(Say("They add up to {sum}.", sum=_known(question.sum, recipe, tables)))
    elif question.kind == CHOICE:
        told.append(Say("{answers}.", answers=Parts(*map(_answer, question.answers))))
    if question.condition is not None:
        told.append(Say("Only if {condition}.", condition=FormulaWords(recipe).condition(question.condition)))
    if question.once:
        told.append(Say("Each answer counts once a game."))
    if question.spare and question.kind != NUMBER:
        told.append(Say("It can be left out."))
    return Say("{sentences}", sentences=Sentences(*told))


def _answer(answer: ChoiceAnswer) -> Say:
    if not answer.worth or answer.label == str(answer.worth):
        return Say("{answer}", answer=answer.label)
    return Say("{answer} ({worth})", answer=answer.label, worth=answer.worth)


def when_it_ends(recipe: Recipe, tables: Tables) -> Sentences:
    """Return when the game is over."""
    end, when = recipe.end, []
    if end.hands is not None and (hands := _known(end.hands, recipe, tables, HANDS)):
        when.append(Say("The game ends after {hands}.", hands=hands))
    if end.target is not None:
        told = {"target": _known(end.target, recipe, tables)}
        words = Say("The game ends once someone has reached {target}.")
        if rules := [rule.label for rule in recipe.options if rule.key == end.target.text]:
            words = Say("The game ends once someone has reached {target} (house rule “{rule}”).")
            told["rule"] = rules[0]
        when.append(words.filled(**told))
    if end.when is not None:
        condition = FormulaWords(recipe).condition(end.when)
        when.append(Say("The game ends when, after a hand, {condition}.", condition=condition))
    return Sentences(*(when or [Say("You end the game.")]))


def how_it_ends(recipe: Recipe, tables: Tables) -> Sentences:
    """Return when the game is over, and who wins."""
    wins = Say("The lowest total wins.") if recipe.lowest_wins else Say("The highest total wins.")
    if recipe.can_win is not None:
        wins = Say("Of those for whom {condition}, the highest total wins.")
        if recipe.lowest_wins:
            wins = Say("Of those for whom {condition}, the lowest total wins.")
        wins = wins.filled(condition=FormulaWords(recipe).condition(recipe.can_win))
    ties = Say("Equal totals share the win.")
    if recipe.ties is not None:
        ties = Say("In a tie, the highest {figure} wins.", figure=FormulaWords(recipe).figure(recipe.ties))
    return Sentences(when_it_ends(recipe, tables), wins, ties)


def _known(formula: Formula, recipe: Recipe, tables: Tables, of: Noun | None = None) -> Argument:
    """Return what a formula comes to before a hand; in words if that changes from hand to hand.

    If there are several tables, it is said for each number of players. ``of`` is what it is a number of.
    """
    if HAND in recipe.made_of(formula):
        return FormulaWords(recipe).figure(formula)
    try:
        figures = {table.n: at_table(formula, table) for table in tables}
    except Wrong:
        return FormulaWords(recipe).figure(formula)
    if of is None:
        return group_by_player_count(figures)
    return group_by_player_count({n: Amount(figure, of) for n, figure in figures.items() if figure})
