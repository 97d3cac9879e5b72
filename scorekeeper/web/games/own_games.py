"""The games that a club plays by its own rules: keeping a recipe among them, changing and removing them.

Their pages can be opened from a night: its number is then in their addresses, and they lead back there.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.files.file_people import numbered_names
from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.recipes.game import RECIPE, RecipeGame, recipe_game
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import fitting, scoresheet, set_up
from scorekeeper.rules.table import Setup, Table
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.own_games import (
    NOT_SAVED,
    change_own_game,
    name_in,
    own_game_called,
    own_game_of,
    remove_own_game,
    restore_own_game,
    settings_of,
    with_name,
)
from scorekeeper.store.models import Night, OwnGame, known_as
from scorekeeper.store.plays.plays import running_known_as
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import controls, from_json, to_json
from scorekeeper.web.forms.form_model import Drawing, Typed
from scorekeeper.web.games.games import rules_of
from scorekeeper.web.games.rules_text import describe_house_rules
from scorekeeper.web.submissions import commit

GAME = CATALOGUE[OWN_GAME]
ANYONE = tuple(f"Player {seat}" for seat in range(GAME.seats[-1]))
"""As many players as there can be, for reading house rules before it is known who plays."""

NOBODY: Table[None] = Table(ANYONE, None)

bp = Blueprint("own_games", __name__)


def opened_or_404(own_id: int, night_id: int) -> tuple[OwnGame, Night | None]:
    """Return an own game, and the night from which its page was opened; 0 for none.

    Aborts with 404; raises NeedsRole.
    """
    if not night_id:
        return access.own_game_or_404(own_id), None
    night = access.night_or_404(night_id, needs=Role.MEMBER)
    return own_game_of(night.club_id, own_id) or abort(404), night


def recipe_setup(game: RecipeGame, own: OwnGame | None = None, number: int = 0) -> Setup:
    """Return a game made by a recipe, with the house rules of an own game if they still fit it.

    So many play it, or else the fewest. Raises Refused.
    """
    players = ANYONE[: number or game.seats[0]]
    known = own.options if own else {}
    chosen = {rule: value for rule, value in known.items() if rule in game.house_rules}
    try:
        return set_up(scoresheet(RECIPE, players, {**chosen, **game.fixed}))
    except Refused:
        return set_up(scoresheet(RECIPE, players, game.fixed))


@bp.route("/games/own/<int:own_id>", methods=["GET", "POST"])
@bp.route("/nights/<int:night_id>/games/own/<int:own_id>", methods=["GET", "POST"])
def change(own_id: int, night_id: int = 0) -> str | Response | tuple[str, int]:
    """Show the name and the rules of an own game, and change them; games already played keep theirs.

    The page of one that scores by a recipe tells its rules, and leads to where the recipe is changed.
    """
    own, night = opened_or_404(own_id, night_id)
    if own.game == RECIPE:
        return render_recipe(own, night)
    if request.method == "GET":
        return render_own_game(own, night, from_json(GAME.house_rules, settings_of(own), NOBODY))
    typed: Typed = request.form.copy()
    try:
        setup = read_settings(typed)
        if not name_in(setup):
            raise BadName(Say("Give the game a name."))
        change_own_game(own, setup)
    except Refused as refused:
        return render_own_game(own, night, typed, refused.problems), 422
    except BadName as wrong:
        return render_own_game(own, night, typed, [Problem("title", wrong.why)]), 422
    return commit(back_to_games(own, night))


@bp.post("/games/own/<int:own_id>/remove")
@bp.post("/nights/<int:night_id>/games/own/<int:own_id>/remove")
def remove(own_id: int, night_id: int = 0) -> Response:
    """Take an own game off the club's list; the page then offers to restore it."""
    own, night = opened_or_404(own_id, night_id)
    remove_own_game(own)
    return commit(back_to_games(own, night, removed=own_id))


@bp.post("/games/own/<int:own_id>/restore")
@bp.post("/nights/<int:night_id>/games/own/<int:own_id>/restore")
def put_back(own_id: int, night_id: int = 0) -> Response:
    """Put an own game back on the club's list."""
    own, night = opened_or_404(own_id, night_id)
    restore_own_game(own)
    return commit(back_to_games(own, night))


def back_to_games(own: OwnGame, night: Night | None, removed: int | None = None) -> Response:
    """Redirect to a night's list of games, which offers to restore the one removed; else to the own game."""
    if night is None:
        return redirect(url_for(".change", own_id=own.id), code=303)
    return redirect(url_for("new_game.choose_game", night_id=night.id, removed=removed), code=303)


def read_settings(typed: Typed) -> Setup:
    """Return the game with the name and the rules of a form. Raises Refused."""
    return set_up(scoresheet(GAME.key, ANYONE, to_json(GAME.house_rules, typed, NOBODY)))


def render_own_game(own: OwnGame, night: Night | None, typed: Typed, problems: Sequence[Problem] = ()) -> str:
    """Return the form of an own game, with what was typed and its problems."""
    asked = {
        rule: entry for rule, entry in GAME.house_rules.items() if rule == "title" or rule not in NOT_SAVED
    }
    drawing = Drawing(NOBODY, typed, range(NOBODY.n), range(NOBODY.n), keys=asked)
    return render_template(
        "games/own_game.html",
        night=night,
        own=own,
        back=back_from(night),
        table=NOBODY,
        rules=controls(asked, drawing, problems),
    )


def render_recipe(own: OwnGame, night: Night | None) -> str:
    """Return the page of an own game that scores by a recipe, with its rules."""
    recipe = own.options[RECIPE]
    names = (name for name, _ in numbered_names(own.name, LONGEST_TITLE))
    copied = next(name for name in names if own_game_called(own.club_id, name) is None)
    return render_template(
        "games/own_recipe.html",
        own=own,
        night=night,
        others=by_other_recipes(own, request.args.get("was")),
        copy=json.dumps({**recipe, "name": copied}, ensure_ascii=False),
        **told_recipe(made_by(own), own),
        back=back_from(night),
        on={"night": night.id} if night else {},
    )


def by_other_recipes(own: OwnGame, was: str | None) -> Sequence[Sheet]:
    """Return the sheets of running games by another recipe that are called like an own game, or as it was."""
    names = {known_as(RECIPE, with_name(name, own.options)) for name in (own.name, was or own.name)}
    plays = running_known_as(own.club_id, names)
    others = [play for play in plays if play.options.get(RECIPE, own.options[RECIPE]) != own.options[RECIPE]]
    return [sheet for sheet in Sheet.of_all(others) if sheet.can_be_scored]


def told_recipe(game: RecipeGame, own: OwnGame | None = None) -> dict[str, Any]:
    """Return what a page tells of a game made by a recipe, under the house rules of an own game.

    Raises Refused.
    """
    told = rules_of(recipe_setup(game, own), [*tables_of(game, own)])
    return {"house_rules": [*describe_house_rules(game)], "players": fitting(game), **told}


def tables_of(game: RecipeGame, own: OwnGame | None) -> Iterator[Table[Any]]:
    """Yield a table for each number of players with whom the game can be played."""
    for number in game.seats:
        with suppress(Refused):
            yield recipe_setup(game, own, number).table


def back_from(night: Night | None) -> str:
    """Return where the page of an own game leads back to."""
    return url_for("new_game.choose_game", night_id=night.id) if night else url_for("home.home")


def made_by(own: OwnGame) -> RecipeGame:
    """Return the game that the recipe of an own game makes."""
    return recipe_game(own.options[RECIPE])
