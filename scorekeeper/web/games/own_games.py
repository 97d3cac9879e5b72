"""Changing the games that a club plays by its own rules, and taking them off its list."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import scoresheet, set_up
from scorekeeper.rules.table import Setup, Table
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.own_games import (
    NOT_SAVED,
    change_own_game,
    own_game_of,
    remove_own_game,
    restore_own_game,
    settings_of,
)
from scorekeeper.store.models import Night, OwnGame
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import controls, from_json, to_json
from scorekeeper.web.forms.form_model import Drawing, Typed
from scorekeeper.web.submissions import commit

GAME = CATALOGUE[OWN_GAME]
ANYONE = tuple(f"Player {seat}" for seat in range(GAME.seats[-1]))
"""As many players as there can be, for reading house rules before it is known who plays."""

NOBODY: Table[None] = Table(ANYONE, None)

bp = Blueprint("own_games", __name__, url_prefix="/nights/<int:night_id>/games/own/<int:own_id>")


@bp.route("", methods=["GET", "POST"])
def change(night_id: int, own_id: int) -> str | Response | tuple[str, int]:
    """Show the name and the rules of an own game, and change them; games already played keep theirs."""
    night, own = own_game_or_404(night_id, own_id)
    if request.method == "GET":
        return render_own_game(night, own, from_json(GAME.house_rules, settings_of(own), NOBODY))
    typed: Typed = request.form.copy()
    try:
        setup = read_settings(typed)
        if not setup.table.rules.title:
            raise BadName(Say("Give the game a name."))
        change_own_game(own, setup)
    except Refused as refused:
        return render_own_game(night, own, typed, refused.problems), 422
    except BadName as wrong:
        return render_own_game(night, own, typed, [Problem("title", wrong.why)]), 422
    return commit(back_to_games(night_id))


@bp.post("/remove")
def remove(night_id: int, own_id: int) -> Response:
    """Take an own game off the club's list; the list then offers to restore it."""
    _, own = own_game_or_404(night_id, own_id)
    remove_own_game(own)
    return commit(back_to_games(night_id, removed=own_id))


@bp.post("/restore")
def put_back(night_id: int, own_id: int) -> Response:
    """Put an own game back on the club's list."""
    _, own = own_game_or_404(night_id, own_id)
    restore_own_game(own)
    return commit(back_to_games(night_id))


def own_game_or_404(night_id: int, own_id: int) -> tuple[Night, OwnGame]:
    """Return a night of a club and one of the club's own games. Aborts with 404; raises NeedsRole."""
    night = access.night_or_404(night_id, needs=Role.MEMBER)
    return night, own_game_of(night.club_id, own_id) or abort(404)


def back_to_games(night_id: int, removed: int | None = None) -> Response:
    """Redirect to the list of games, which offers to restore the one that was removed."""
    return redirect(url_for("new_game.choose_game", night_id=night_id, removed=removed), code=303)


def read_settings(typed: Typed) -> Setup:
    """Return the game with the name and the rules of a form. Raises Refused."""
    return set_up(scoresheet(GAME.key, ANYONE, to_json(GAME.house_rules, typed, NOBODY)))


def render_own_game(night: Night, own: OwnGame, typed: Typed, problems: Sequence[Problem] = ()) -> str:
    """Return the form of an own game, with what was typed and its problems."""
    asked = {
        rule: entry for rule, entry in GAME.house_rules.items() if rule == "title" or rule not in NOT_SAVED
    }
    drawing = Drawing(NOBODY, typed, range(NOBODY.n), range(NOBODY.n), keys=asked)
    return render_template(
        "games/own_game.html", night=night, own=own, table=NOBODY, rules=controls(asked, drawing, problems)
    )
