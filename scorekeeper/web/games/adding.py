"""Passing on a recipe by a link, a code or a file, and adding one that came so to the games of a club."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, Response, abort, render_template, request, url_for

from scorekeeper.files.file_people import numbered_names
from scorekeeper.files.shared_recipes import ENDING, packed_recipe, shared_recipe, written_recipe
from scorekeeper.gallery.gallery import gallery
from scorekeeper.qr_code import fits_code
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.problems import Refused, Wrong
from scorekeeper.rules.recipes.doubts import doubts
from scorekeeper.rules.recipes.game import RECIPE, RecipeGame
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.own_games import own_game_called, with_name
from scorekeeper.store.models import Club, Night, OwnGame
from scorekeeper.store.nights.nights import night_running
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.inviting import address_elsewhere
from scorekeeper.web.declared import declares
from scorekeeper.web.files.exporting import JSON, send_download
from scorekeeper.web.games.games import back_link
from scorekeeper.web.games.own_games import made_by, opened_or_404, told_recipe

bp = Blueprint("adding", __name__)


class Offer(NamedTuple):
    """What a club can do with a recipe that was passed on.

    Attributes:
        club: the club.
        there: the game on its list that is called so, if any.
        is_same: whether that one has the same recipe.
        renamed: the recipe, as JSON, under a name that the club doesn't have yet.
        name: that name.
        night: the club's night that is going on, if any.
    """

    club: Club
    there: OwnGame | None
    is_same: bool
    renamed: str
    name: str
    night: Night | None


# Passing on


@bp.get("/games/own/<int:own_id>/share")
@bp.get("/nights/<int:night_id>/games/own/<int:own_id>/share")
def share_own(own_id: int, night_id: int = 0) -> str:
    """Show the link and the code of a recipe on the club's list."""
    own, night = opened_or_404(own_id, night_id)
    back = url_for("own_games.change", own_id=own.id, night_id=night and night.id)
    return render_shared(recipe_of(own), back, url_for(".download_own", own_id=own.id))


@bp.get("/games/<key>/share")
def share(key: str) -> str:
    """Show the link and the code of a recipe that comes with the app."""
    game = gallery().get(key) or abort(404)
    on = back_link()["on"]
    return render_shared(game.game, url_for("games.rules", key=key, **on), url_for(".download", key=key))


@bp.get("/games/own/<int:own_id>/recipe.json")
def download_own(own_id: int) -> Response:
    """Send a recipe on the club's list as a file."""
    own, _ = opened_or_404(own_id, 0)
    return send_recipe(recipe_of(own))


@bp.get("/games/<key>/recipe.json")
def download(key: str) -> Response:
    """Send a recipe that comes with the app as a file."""
    return send_recipe((gallery().get(key) or abort(404)).game)


def recipe_of(own: OwnGame) -> RecipeGame:
    """Return the game that the recipe of an own game makes. Aborts with 404 if it has none."""
    return made_by(own) if own.game == RECIPE else abort(404)


def render_shared(game: RecipeGame, back: str, file: str) -> str:
    """Return the page from which a recipe is passed on."""
    address = address_elsewhere(".add", _anchor=packed_recipe(game.source.raw))
    return render_template(
        "games/share.html", game=game, address=address, has_code=fits_code(address), back=back, file=file
    )


def send_recipe(game: RecipeGame) -> Response:
    """Return a recipe as a file for the browser to save."""
    return send_download(written_recipe(game.source.raw).encode(), f"{game.name}{ENDING}", JSON)


# Adding


@bp.route("/games/add", methods=["GET", "POST"])
@declares(rate_limit="recipes")
def add() -> str | tuple[str, int]:
    """Ask for the link or the file of a recipe; tell the one that was given, and offer to add it.

    The page itself reads what comes after “#” in its address, and sends it.
    """
    if request.method == "GET":
        return render_asking("")
    text = request.form.get("recipe", "")
    try:
        if (file := request.files.get("file")) and file.filename:
            text = file.read().decode("utf-8", "replace")
        game = shared_recipe(text)
        told = told_recipe(game)
    except Wrong as wrong:
        return render_asking(text, wrong.messages), 422
    except Refused as refused:
        return render_asking(text, [problem.message for problem in refused.problems]), 422
    return render_template(
        "games/add_recipe.html",
        **told,
        recipe=written_recipe(game.source.raw),
        doubts=[*doubts(game.source)],
        offers=[offer_to(club, game) for club in access.my_clubs()],
        back=url_for("home.home"),
        on={},
    )


def render_asking(text: str, problems: Sequence[Say] = ()) -> str:
    """Return the form for a link or a file, with what was given and why it can't be read."""
    return render_template("games/add.html", text=text, problems=problems)


def offer_to(club: Club, game: RecipeGame) -> Offer:
    """Return what a club can do with a recipe."""
    names, night = (name for name, _ in numbered_names(game.name, LONGEST_TITLE)), night_running(club.id)
    there = own_game_called(club.id, game.name)
    if there is None or there.removed_at:
        return Offer(club, None, False, "", game.name, night)
    known = {RECIPE: there.options.get(RECIPE)}
    free = next(name for name in names if own_game_called(club.id, name) is None)
    return Offer(
        club,
        there,
        known == with_name(there.name, {RECIPE: game.source.raw}),
        written_recipe({**game.source.raw, "name": free}),
        free,
        night,
    )
