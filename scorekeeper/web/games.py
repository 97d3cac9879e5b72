"""The games themselves: what they are, what is entered, how a hand scores, and the rulings."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.entries import Count
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import fitting
from scorekeeper.rules.table import Table

bp = Blueprint("games", __name__, url_prefix="/games")


@bp.get("/<key>")
def rules(key: str) -> str:
    """How a game is scored here, drawn from its declaration."""
    game = CATALOGUE.get(key) or abort(404)
    play, night = request.args.get("play", type=int), request.args.get("night", type=int)
    if play:
        back = url_for("sheets.sheet", play_id=play)
    elif night:
        back = url_for("starting.choose", night_id=night)
    else:
        back = url_for("home.help_page")
    return render_template("rules.html", game=game, fitting=fitting(game), targets=targets(game), back=back)


def targets(game: Game[Any, Any]) -> list[tuple[int, int]]:
    """The usual winning score for each number of players; none where a game has none."""
    entry = game.house_rules.get("target")
    if not isinstance(entry, Count):
        return []
    usual = [(n, entry.blank(Table(("",) * n, None))) for n in game.seats]
    return [(n, score) for n, score in usual if score]


def found(games: Sequence[Game[Any, Any]], words: str) -> list[Game[Any, Any]]:
    """The games whose name or other names have these words in them."""
    wanted = words.casefold().split()
    named = [(game, " ".join([game.name, *game.also, game.about]).casefold()) for game in games]
    return [game for game, name in named if all(word in name for word in wanted)]


def offered(players: int) -> tuple[list[Game[Any, Any]], list[Game[Any, Any]]]:
    """The games that fit this many players, and the others."""
    fit = [game for game in GAMES if players in game.seats]
    return fit, [game for game in GAMES if game not in fit]
