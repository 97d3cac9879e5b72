"""Starting a game: choosing it, then who sits where, who deals, and by which house rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.sheet import VERSION, Setup, fitting, set_up
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import capital, listed
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play, Player
from scorekeeper.store.nights.guests import guests
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.starting import newest_play_id, start_play, unstarted_plays
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import controls, from_json, to_json
from scorekeeper.web.forms.form_model import Control, Drawing, Typed
from scorekeeper.web.games.games import search_games, split_by_fit

NOBODY = Table((), None)

SEATS = ("first", "second", "third", "fourth")
"""The seats of partners, before it is known who sits there."""

bp = Blueprint("starting", __name__, url_prefix="/nights/<int:night_id>/games")


@bp.get("")
def choose(night_id: int) -> str:
    """The games, those that fit tonight's players first."""
    night = access.night_or_404(night_id)
    players = len(guests(night))
    words = request.args.get("q", "")
    fit, others = split_by_fit(players)
    return render_template(
        "plays/choose_game.html",
        night=night,
        players=players,
        words=words,
        fit=search_games(fit, words),
        others=search_games(others, words),
    )


@bp.route("/<key>", methods=["GET", "POST"])
def start(night_id: int, key: str) -> str | Response | tuple[str, int]:
    """Seats, first dealer and house rules of a new game."""
    night = access.night_or_404(night_id)
    game = CATALOGUE.get(key) or abort(404)
    there = guests(night)
    if request.method == "GET":
        return page(night, game, there, usual(game, there), ())
    typed: Typed = request.form.copy()
    places = {player: typed.get(f"seat-{player.id}") for player in there}
    seated = [player for seat in seats(there) for player in there if places[player] == seat]
    names = [player.name for player in seated]
    options = to_json(game.house_rules, typed, Table(tuple(names), None))
    dealer = typed.get("dealer") or (names[0] if names else "")
    setup = {
        "scoresheet": VERSION,
        "game": key,
        "players": names,
        "options": options,
        "hands": [],
        "dealer": dealer,
    }
    problems = [
        Problem("players", f"{listed(same)} have the same seat.")
        for seat in seats(there)
        if len(same := [player.name for player in there if places[player] == seat]) > 1
    ]
    try:
        made = set_up(setup)
    except Refused as refused:
        problems += refused.problems
    if problems:
        return page(night, game, there, typed, problems), 422
    play = sent_before(night, made) or start_play(
        night.id, key, options, [(player.id, player.name) for player in seated], made.dealer
    )
    play_id = play.id
    db.session.commit()
    return redirect(url_for("sheets.sheet", play_id=play_id))


def sent_before(night: Night, made: Setup) -> Play | None:
    """The game that this very form began already: sent twice it begins one.

    The same game once more, after a hand or from a new form, is another one.
    """
    since = request.form.get("since", type=access.parse_id)
    alike = [] if since is None else unstarted_plays(night.id, made.game.key, since)
    return next((play for play in alike if Sheet.of(play).setup == made), None)


def seats(there: Sequence[Player]) -> list[str]:
    """The seats as the form numbers them."""
    return [str(place) for place in range(1, len(there) + 1)]


def usual(game: Game[Any, Any], there: Sequence[Player]) -> Typed:
    """The form before anything is typed: everybody in order of arrival, as far as there are seats.

    House rules stand as they usually are; one that depends on the number of players stays empty, which
    means the same.
    """
    fixed = {name: entry.default for name, entry in game.house_rules.items() if not callable(entry.default)}
    typed = from_json(game.house_rules, {name: d for name, d in fixed.items() if d is not None}, NOBODY)
    for place, player in enumerate(there[: game.seats[-1]], start=1):
        typed.add(f"seat-{player.id}", str(place))
    return typed


def page(
    night: Night, game: Game[Any, Any], there: Sequence[Player], typed: Typed, problems: Sequence[Problem]
) -> str:
    """The form of a new game."""
    seated = sum(1 for player in there if typed.get(f"seat-{player.id}"))
    # Bounds and defaults may depend on the number of players; draw them for one that the game can have.
    n = seated if seated in game.seats else game.seats[0]
    table = Table(("",) * n, None)
    rules = controls(game.house_rules, Drawing(table, typed, range(n), keys=game.house_rules), problems)
    return render_template(
        "plays/new_game.html",
        night=night,
        game=game,
        fitting=fitting(game),
        there=there,
        typed=typed,
        since=typed.get("since") or newest_play_id(night.id),
        table=table,
        partners=any(len(side) > 1 for side in game.sides(table)),
        by_number={name: by_number(entry, game) for name, entry in game.house_rules.items()},
        rules=[by_side(control, game.sides(table)) for control in rules],
        wrong=[problem.message for problem in problems if problem.field in ("players", "dealer")],
    )


def by_number(entry: Entry, game: Game[Any, Any]) -> dict[int, Any]:
    """What a house rule usually is with each number of players, where that differs."""
    usual = {n: entry.blank(Table(("",) * n, None)) for n in game.seats}
    return usual if len(set(map(str, usual.values()))) > 1 else {}


def by_side(control: Control, sides: Sequence[Sequence[int]]) -> Control:
    """A house rule by player with one figure for each side, which stands with any of its players."""
    if len(control.places) < 2:
        return control
    places = []
    for side in sides:
        beside = [place for place in control.places if place.seat in side]
        place = next((place for place in beside if place.value), beside[0])
        label = listed(SEATS[seat] for seat in side) if len(side) > 1 else f"seat {side[0] + 1}"
        places.append(replace(place, label=capital(label)))
    return replace(control, places=places)
