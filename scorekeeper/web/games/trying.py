"""Trying a recipe: the form of a hand for made-up players, in which each line of the score lights up.

The page stores nothing.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from scorekeeper.domain import MAX_HANDS
from scorekeeper.rules import engine
from scorekeeper.rules.catalogue import OWN_GAME
from scorekeeper.rules.declare import partly
from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Line, Played
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Problem, Refused, Wrong, next_steps
from scorekeeper.rules.recipes.doubts import doubts, used_names
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.recipes.recipe import HAND, End, Recipe
from scorekeeper.rules.recipes.scoring import Scoring, at_table
from scorekeeper.rules.recipes.telling import what_scores
from scorekeeper.rules.sheet import scoresheet, set_up
from scorekeeper.rules.table import Setup, Table
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.own_games import check_name
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.forms.entry_form import controls, to_json
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.left_out import judge_hand
from scorekeeper.web.games.making import NAME, MadeFor, made_for_or_404, recipe_in, render_maker
from scorekeeper.web.plays.hand_form import HandForm
from scorekeeper.web.plays.panels import with_strokes
from scorekeeper.web.plays.sheet import PART
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import with_preview

NAMES = (
    *("Ann", "Bea", "Cal", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon"),
    *("Kit", "Lou", "Mia", "Ned", "Oda", "Pia", "Ray", "Sue", "Tom", "Una"),
)
"""The made-up players, as many as a recipe can have."""

USUAL_PLAYERS = 3
SOME_HANDS = (1, 5, 10)
"""The hands that can be tried of a game that has no last one."""

bp = Blueprint("trying", __name__, url_prefix="/games/try")


class MadeUpPlayer(NamedTuple):
    """A player of a hand that is tried, as templates draw those in seats; the id is nobody's."""

    name: str
    person_id: int


class TriedLine(NamedTuple):
    """A line of a recipe in words, and what it scores in the hand that is tried."""

    told: Outcome
    scored: Sequence[Line] = ()


@dataclass(frozen=True)
class Trial:
    """A hand, by its number, of the game that a recipe makes; nobody has scored in any before it."""

    recipe: Recipe
    setup: Setup
    number: int = 1

    @property
    def entries(self) -> tuple[str, ...]:
        """The hands before it, in which nothing was entered."""
        return ("{}",) * (self.number - 1)

    @cached_property
    def result(self) -> Result:
        """The score before it."""
        setup, none, opening = self.setup, (0,) * self.setup.table.n, self.setup.opening
        dealers = [number % setup.table.n for number in range(self.number)]
        nothing = partly(setup.game.hand, {})
        hands = tuple(
            Played(dealer, nothing, "played", (), {}, none, none, number=number, memory=opening.memory)
            for number, dealer in enumerate(dealers[:-1], start=1)
        )
        state = replace(opening, dealer=dealers[-1], played=len(hands))
        return Result(setup, hands, state, None, none)

    def score(self, entries: Sequence[str]) -> Result:
        """Return the score after it, which is the last of these. Raises Refused."""
        return engine.extend(self.result, json.loads(entries[-1]))

    @property
    def last(self) -> int | None:
        """The number of the last hand, if the game ends after so many."""
        hands = self.recipe.end.hands
        with suppress(Wrong):
            return None if hands is None else at_table(hands, self.setup.table)
        return None

    @property
    def hands(self) -> list[int]:
        """The numbers of the hands that can be tried; none if all of them are asked and scored alike."""
        if HAND not in used_names(replace(self.recipe, end=End(None, None, None))):
            return []
        last = self.last
        return sorted({1, (last + 1) // 2, last}) if last else [*SOME_HANDS]

    def lines(self, edit: HandEdit | None = None) -> list[TriedLine]:
        """Return the lines of the recipe, with what they score in this hand."""
        told = list(what_scores(self.recipe))
        if edit is None:
            return [*map(TriedLine, told)]
        played, before = edit.result.hands[-1], self.result.state
        scoring = Scoring(self.recipe, self.setup.table_for(before), before, played.hand)
        scored = list(scoring.lines_by_place())
        return [
            TriedLine(one, [line for at, line in scored if at == place]) for place, one in enumerate(told)
        ]


@bp.get("")
def lead_to_maker() -> Response:
    """Redirect to where recipes are made, which has the draft: a browser may have forgotten what was sent."""
    return redirect(url_for("making.make"))


@bp.post("")
@with_preview
def try_hand() -> str | Response | tuple[str, int]:
    """Show the form of a hand of a recipe, and what was typed scores; once it does, the game can be saved."""
    made_for, typed = made_for_or_404(), request.form
    text = typed.get("recipe", "")
    try:
        trial = read_trial(text, typed.get("number", 1, read_number))
    except Wrong as wrong:
        return render_maker(made_for, text, wrong.messages), 422
    if "whole" not in typed:
        try:
            check_name(made_for.club_id, trial.setup, made_for.own)
        except BadName as wrong:
            return render_maker(made_for, text, [wrong.why], NAME), 422
        return render_trial(made_for, trial, text, MultiDict())
    look, entries = typed.get("look"), trial.setup.game.entries[trial.setup.game.hand]
    try:
        edit = judge_hand(trial, trial.number, to_json(entries, typed, trial.setup.table))
    except Refused as refused:
        if look == PART:
            return render_template("games/_tried.html", **told(trial), problems=refused.problems)
        return render_trial(made_for, trial, text, typed, next_steps(refused.problems)), 422
    if look == PART:
        return render_template("games/_tried.html", **told(trial, edit))
    if look:
        return render_trial(made_for, trial, text, typed, edit=edit)
    # It has been tried: the same form is sent on.
    return redirect(url_for("keeping.keep"), code=307)


def read_trial(text: str, number: int) -> Trial:
    """Return a hand of the recipe in a JSON text, played by made-up players. Raises Wrong."""
    recipe = recipe_in(text)
    fewest, most = recipe.players
    players = NAMES[: min(max(USUAL_PLAYERS, fewest), most)]
    try:
        setup = set_up(scoresheet(RECIPE, players, {RECIPE: recipe.raw}), by_name=False)
    except Refused as refused:
        raise Wrong(*(problem.message for problem in refused.problems)) from None
    trial = Trial(recipe, setup)
    return replace(trial, number=max(1, min(number, trial.last or MAX_HANDS)))


def tried_example(text: str, typed: Typed) -> dict[str, Any]:
    """Return the hand of a recipe that was tried, as the example of its page of rules, by its key.

    Nothing is returned of another hand than the first, in which no figures are carried from others. Raises
    Wrong.
    """
    number = typed.get("number", 1, read_number)
    if "whole" not in typed or number > 1:
        return {}
    trial = read_trial(text, number)
    game, table = trial.setup.game, trial.setup.table
    hand = to_json(game.entries[game.hand], typed, table)
    named = Table.by_name(table.players, table.rules)
    return {"example": {"players": [*table.players], "hand": game.rewritten(hand, table, named)}}


def render_trial(
    made_for: MadeFor,
    trial: Trial,
    text: str,
    typed: Typed,
    problems: Sequence[Problem] = (),
    edit: HandEdit | None = None,
) -> str:
    """Return the form of the hand, with what was typed and its problems or what it scores."""
    setup, state = trial.setup, trial.result.state
    form = HandForm(setup, state, state.dealer)
    asked = {name: entry for name, entry in setup.game.entries[setup.game.hand].items() if not entry.aside}
    return render_template(
        "games/try.html",
        **told(trial, edit),
        unlit_lines=trial.lines(),
        text=text,
        fields=made_for.fields,
        game=setup.game,
        number=trial.number,
        hands=trial.hands,
        dealer=state.dealer,
        seats=[MadeUpPlayer(name, -1 - seat) for seat, name in enumerate(setup.table.players)],
        controls=with_strokes(controls(asked, form.drawing(typed), problems), setup),
        sums=form.sums(setup.game.hand),
        problems=[problem for problem in problems if problem.field not in asked],
        doubts=list(doubts(trial.recipe)),
        begun=form_of_name(made_for),
    )


def form_of_name(made_for: MadeFor) -> str | None:
    """Return where the form is sent in which a new recipe was named, if it was."""
    if made_for.own or not made_for.night:
        return None
    return url_for("new_game.start", night_id=made_for.night.id, key=OWN_GAME)


def told(trial: Trial, edit: HandEdit | None = None) -> dict[str, Any]:
    """Return what the lines of a recipe, and what they score, are drawn from."""
    return {
        "trial": trial,
        "before": trial.result,
        "change": edit,
        "tried": trial.lines(edit),
        "table": trial.setup.table,
    }
