"""Changing a running game: its house rules, seats, players and first dealer."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, render_template, request
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.catalogue import given_name
from scorekeeper.rules.game import Game
from scorekeeper.rules.house import MIDWAY
from scorekeeper.rules.labels import relabelled_rules
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Table
from scorekeeper.store.clubs.own_games import own_game_called
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, OwnGame, Player
from scorekeeper.store.nights.nights import guests
from scorekeeper.store.plays import edits
from scorekeeper.store.plays.change_log import GameLayout
from scorekeeper.store.plays.edits import PlayEdit, Seating, Settings
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs.access import read_person
from scorekeeper.web.forms.entry_form import controls, from_json, to_json
from scorekeeper.web.forms.form_model import Drawing, Typed
from scorekeeper.web.games.own_games import made_by
from scorekeeper.web.plays.changes.confirming import judge, save_once_seen
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.new_game import by_number, by_side, find_own_game
from scorekeeper.web.plays.sheet_page import SheetPage, page_context
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import with_preview

bp = Blueprint("settings", __name__, url_prefix="/plays/<int:play_id>/settings")


@bp.get("")
def show_settings(play_id: int) -> str:
    """Show the settings of a game, to change them; if new rules are named, first what these would change."""
    sheet = load_sheet(play_id, Role.KEEPER)
    own = new_recipe(sheet)
    typed = settings_form(sheet, own)
    if own is None:
        return render_settings(sheet, None, typed)
    edit, problems = judge(sheet, lambda: edits.change_settings(sheet, typed_settings(sheet, own, typed)))
    return render_settings(sheet, own, typed, problems, edit if edit and edit.changes(sheet) else None)


@bp.post("")
@with_preview
def change_settings(play_id: int) -> str | Response | tuple[str, int]:
    """Change the settings of a game, or preview what that would change."""
    sheet = load_sheet(play_id)
    own = new_recipe(sheet)
    typed = request.form.copy()
    for name in [f"by-{seat.player_id}" for seat in sheet.play.seats]:
        if person := typed.get(name, type=read_person):
            typed[name] = str(person)
    return save_once_seen(
        sheet,
        lambda: edits.change_settings(sheet, typed_settings(sheet, own, typed)),
        lambda problems, edit: render_settings(sheet, own, typed, problems, edit),
    )


def new_recipe(sheet: Sheet) -> OwnGame | None:
    """Return the own game whose recipe the game is to have from now on, if the request names one."""
    own = find_own_game(sheet.play.night, request.values.get("own", 0, type=read_number))
    return own if own and own.game == RECIPE == sheet.play.game else None


def newer_recipe(sheet: Sheet) -> OwnGame | None:
    """Return the club's own game that is called like a running one, if it has another recipe by now."""
    play = sheet.play
    if play.game != RECIPE or play.ended_at:
        return None
    there = own_game_called(play.club_id, given_name(RECIPE, play.options))
    own = find_own_game(play.night, there.id) if there and not there.removed_at else None
    return own if own and own.options.get(RECIPE, play.options[RECIPE]) != play.options[RECIPE] else None


def game_after(sheet: Sheet, own: OwnGame | None) -> Game[Any, Any]:
    """Return the game as it will be: by the recipe of an own game, if one is given."""
    return made_by(own) if own else sheet.setup.game


def settings_form(sheet: Sheet, own: OwnGame | None) -> Typed:
    """Return the form as the game is now, by the recipe of an own game if one is given."""
    play, setup = sheet.play, sheet.setup
    rules = game_after(sheet, own).house_rules
    fixed = {name: entry.default for name, entry in rules.items() if not callable(entry.default)}
    known = {name: value for name, value in fixed.items() if value is not None} | play.options
    typed = from_json(rules, known, Table(setup.table.players, None))
    for place, seat in enumerate(GameLayout.of(play, []).seats, start=1):
        typed.add(f"seat-{seat.player_id}", str(place))
    typed.add("dealer", str(play.seats[setup.dealer].player_id))
    return typed


def typed_settings(sheet: Sheet, own: OwnGame | None, typed: Typed) -> Settings:
    """Return the settings that were typed. Raises Refused."""
    seats, setup = GameLayout.of(sheet.play, []).seats, sheet.setup
    wanted = [typed.get(f"seat-{seat.player_id}", type=read_number) for seat in seats]
    if sorted(place or 0 for place in wanted) != list(range(1, len(seats) + 1)):
        raise Refused([Problem("players", Say("Give each player a seat of their own."))])
    here = {player.id: player for player in others_here(sheet)}
    seated: list[Seating] = []
    for place in range(1, len(seats) + 1):
        now = wanted.index(place)
        instead = here.get(typed.get(f"by-{seats[now].player_id}", 0, type=read_number))
        player = (instead.id, instead.name) if instead else (seats[now].player_id, seats[now].name)
        seated.append(Seating(*player, now))
    ids = [str(seat.player_id) for seat in seats]
    dealer = ids.index(typed["dealer"]) if typed.get("dealer") in ids else setup.dealer
    first = next(at for at, seat in enumerate(seated) if seat.place == dealer)
    return Settings(typed_rules(sheet, game_after(sheet, own), typed, seated), first, seated)


def others_here(sheet: Sheet) -> Sequence[Player]:
    """Return the players on tonight's list who don't play in this game."""
    seated = {seat.player_id for seat in sheet.play.seats}
    night = db.session.get_one(Night, sheet.play.night_id)
    return [player for player in guests(night) if player.id not in seated]


def render_settings(
    sheet: Sheet,
    own: OwnGame | None,
    typed: Typed,
    problems: Sequence[Problem] = (),
    edit: PlayEdit | None = None,
) -> str:
    """Return the form of the settings, with what was typed and its problems or its preview."""
    game = game_after(sheet, own)
    return render_template(
        "plays/changes/settings.html",
        **{**page_context(SheetPage(sheet)), **rules_form(sheet, game, typed, problems)},
        own=own,
        newer=None if own else newer_recipe(sheet),
        typed=typed,
        others=others_here(sheet),
        partners=any(len(side) > 1 for side in sheet.setup.sides),
        change=edit,
    )


def rules_form(
    sheet: Sheet,
    game: Game[Any, Any],
    typed: Typed,
    problems: Sequence[Problem] = (),
    names: Sequence[str] = (),
) -> dict[str, Any]:
    """Return what a form of the house rules of a game that has begun draws, by its names in the template.

    Its ``problems`` are those that aren't beside a house rule. The ``names`` are those of the players if they
    keep their seats.
    """
    table = Table(sheet.setup.table.players, None)
    seats = range(table.n)
    rules = controls(game.house_rules, Drawing(table, typed, seats, seats, keys=game.house_rules), problems)
    return {
        "game": game,
        "table": table,
        "by_number": {name: by_number(entry, game) for name, entry in game.house_rules.items()},
        "rules": [by_side(control, game.sides(table), names) for control in rules],
        "problems": [problem for problem in problems if problem.field not in game.house_rules],
    }


def typed_rules(
    sheet: Sheet, game: Game[Any, Any], typed: Typed, seated: Sequence[Seating]
) -> dict[str, Any]:
    """Return the house rules that were typed for those who will be seated. Raises Refused.

    They are written as the play has them if these mean the same: the form also says every default.
    """
    table = Table(tuple(seat.name for seat in seated), None)
    options = {**game.fixed, **to_json(game.house_rules, typed, table)}
    order = [seat.place for seat in seated]
    known = relabelled_rules(sheet.setup, sheet.play.options, [order.index(at) for at in range(len(order))])
    options |= {rule: known[rule] for rule in MIDWAY if rule in known}
    written = {**sheet.as_json(stopped=False), "players": [seat.name for seat in seated]}
    setups = [set_up({**written, "options": rules}, by_name=False) for rules in (known, options)]
    return known if setups[0].table.rules == setups[1].table.rules else options
