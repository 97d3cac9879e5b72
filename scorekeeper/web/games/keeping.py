"""Keeping a recipe among the games of a club."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response

from scorekeeper.rules.problems import Refused, Wrong
from scorekeeper.rules.recipes.game import RECIPE, RecipeGame, recipe_game
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.own_games import change_own_game, save_own_game
from scorekeeper.store.database import db
from scorekeeper.store.nights.nights import night_running
from scorekeeper.web.games.making import NAME, made_for_or_404, recipe_in, render_maker
from scorekeeper.web.games.own_games import by_other_recipes, recipe_setup
from scorekeeper.web.games.trying import lead_to_maker, tried_example
from scorekeeper.web.submissions import commit

bp = Blueprint("keeping", __name__)
bp.add_url_rule("/games/keep", view_func=lead_to_maker)


@bp.post("/games/keep")
def keep() -> Response | tuple[str, int]:
    """Save a recipe among the games of a club; one that is changed keeps the house rules chosen last.

    Goes on to its page, or on the night from which it was made to starting it, unless a game
    goes on by its old rules. What can't be kept leads back to where it is made.
    """
    made_for, text = made_for_or_404(), request.form.get("recipe", "")
    was = made_for.own.name if made_for.own else None
    try:
        game = with_example(recipe_in(text).raw, tried_example(text, request.form))
        setup = recipe_setup(game, made_for.own)
        if made_for.own:
            change_own_game(made_for.own, setup)
        own = made_for.own or save_own_game(made_for.club_id, setup)
    except Wrong as wrong:
        return render_maker(made_for, text, wrong.messages), 422
    except Refused as refused:
        return render_maker(made_for, text, [problem.message for problem in refused.problems]), 422
    except BadName as wrong:
        return render_maker(made_for, text, [wrong.why], NAME), 422
    assert own
    db.session.flush()
    if made_for.night and not (made_for.own and by_other_recipes(own, was)):
        address = url_for("new_game.start", night_id=made_for.night.id, key=RECIPE, own=own.id)
    else:
        night = made_for.night or night_running(made_for.club_id)
        former = None if was == own.name else was
        address = url_for("own_games.change", own_id=own.id, night_id=night and night.id, was=former)
    return commit(redirect(address, code=303))


def with_example(recipe: Mapping[str, Any], example: Mapping[str, Any]) -> RecipeGame:
    """Return the game that a recipe makes with an example; without it if it can't have that. Raises Wrong."""
    with suppress(Wrong):
        return recipe_game({**recipe, **example})
    return recipe_game(recipe)
