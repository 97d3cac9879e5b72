"""Starting a game: choosing it, the seats, the first dealer and the house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import BY_NAME, CATALOGUE, OWN_GAME, game_of
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.recipes.telling import when_it_ends
from scorekeeper.rules.saying import And, Argument, Say
from scorekeeper.rules.sheet import fitting, scoresheet, set_up, wrong_number
from scorekeeper.rules.table import Table
from scorekeeper.seating import USUAL
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.own_games import own_game_of, own_games, save_own_game, settings_of
from scorekeeper.store.clubs.people import person_of
from scorekeeper.store.database import db
from scorekeeper.store.models import GameTable, Night, OwnGame, Play, Player
from scorekeeper.store.nights.lots import LOTS, TABLES, draw_lots, lots_of
from scorekeeper.store.nights.nights import guests
from scorekeeper.store.nights.rounds import draw_round
from scorekeeper.store.nights.tables import table_of
from scorekeeper.store.plays.plays import (
    last_plays,
    newest_play,
    plays_with_seats,
    start_play,
    unstarted_play,
)
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import controls, from_json, to_json
from scorekeeper.web.forms.form_model import Control, Drawing, FigureBoxes, Typed
from scorekeeper.web.games.games import game_by_key, matches, search_games
from scorekeeper.web.games.menu import MenuRow, by_deck, by_other_number, more_games, rows
from scorekeeper.web.games.own_games import made_by, recipe_setup
from scorekeeper.web.games.rules_text import settings_text
from scorekeeper.web.nights.night import back_to_night
from scorekeeper.web.nights.tonight import GameRow, finished_game
from scorekeeper.web.plays.loading import back_to_sheet
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit

NO_TABLE = Table((), None)

SEATS = ("first", "second", "third", "fourth")
"""What the seats of partners are called before anyone sits there."""

ASKED_FIRST = ("title", "columns", "wins", "together")
"""The house rules of an own game that aren't behind a fold: its name, and what is entered."""

SETTINGS = {OWN_GAME: "Points", RECIPE: "House rules"}
"""What the settings of an own game are called that are all as usual, by the key of its game."""

RECENT = 4
"""The number of games played last that come first."""


class NewGame(NamedTuple):
    """A game to start.

    Attributes:
        night, table: where; None if it is at none of the night's tables.
        key, game: the game, and its key in addresses.
        own: the one of the club's own games that is set up again, if any.
    """

    night: Night
    table: GameTable | None
    key: str
    game: Game[Any, Any]
    own: OwnGame | None

    @property
    def table_id(self) -> int | None:
        """The id of the table, if there is one."""
        return self.table.id if self.table else None


class Again(NamedTuple):
    """A game to play again: the last play of it, its key, which own game it was, and how it ended."""

    play: Play
    key: str
    own: OwnGame | None
    row: GameRow | None


bp = Blueprint("new_game", __name__, url_prefix="/nights/<int:night_id>/games")


@bp.get("")
def choose_game(night_id: int) -> str:
    """Show the games for those who are here by their decks, after those played last; or those with a name."""
    night, table = night_and_table(night_id)
    here = guests(night)
    words = request.args.get("q", "")
    games = list(CATALOGUE.values())
    found = search_games(games, words)
    saved = own_games(night.club_id, only_night(night))
    return render_template(
        "plays/choose_game.html",
        night=night,
        table=table,
        here=here,
        words=words,
        again=() if words else played_last(night, saved, len(here)),
        decks=by_deck(found, map(MenuRow, found))
        if words
        else by_deck(games, rows([game for game in games if len(here) in game.seats])),
        more=[*map(MenuRow, search_games(gallery().values(), words))] if words else more_games(len(here)),
        others=() if words else by_other_number(games, len(here)),
        any_game=CATALOGUE[OWN_GAME],
        own_games=[(own, about_own_game(own, len(here))) for own in saved if matches(own.name, words)],
        removed=find_own_game(night, request.args.get("removed", 0, type=read_number)),
    )


def night_and_table(night_id: int) -> tuple[Night, GameTable | None]:
    """Return a night, and the table of it that a request names, to start a game there.

    Aborts with 404 if there is none; raises NeedsRole. Without a table, that needs a keeper of the night.
    """
    # Those who sit at one table don't seat everyone.
    whole = request.form.get("draw") == TABLES
    table_id = None if whole else request.values.get("table", type=read_number)
    night = access.night_or_404(night_id, needs=Role.KEEPER, table_id=table_id)
    return night, None if table_id is None else table_of(night, table_id) or abort(404)


def find_own_game(night: Night, own_id: int) -> OwnGame | None:
    """Return an own game of a night's club; None if it has none that this phone may see."""
    return own_game_of(night.club_id, own_id, only_night(night))


def only_night(night: Night) -> int | None:
    """Return the id of this night if this phone sees no other one."""
    return None if access.may(Role.MEMBER) else night.id


def played_last(night: Night, saved: Sequence[OwnGame], players: int) -> list[Again]:
    """Return the games that a club played last, and that this many can play, the most recent first.

    Of the players' own games only those that are ``saved`` are offered. Guests of the night aren't shown who
    won on others.
    """
    named = {(own.game, own.name): own for own in saved}
    listed = {(RECIPE, game.name): game.key for game in gallery().values()}
    found: list[tuple[int, str, OwnGame | None]] = []
    for (key, title), play in last_plays(night.club_id).items():
        own = named.get((key, title))
        known = key if own else listed.get((key, title), key)
        game = own_or_listed(known, own)
        if game and players in game.seats and (own or known != OWN_GAME):
            found.append((play, known, own))
    found = found[:RECENT]
    plays = plays_with_seats(play for play, _, _ in found)
    rows = {
        sheet.play.id: finished_game(sheet)
        for sheet in Sheet.of_all([play for play in plays.values() if play.ended_at])
        if access.may(Role.MEMBER) or sheet.play.night_id == night.id
    }
    return [Again(plays[play], key, own, rows.get(play)) for play, key, own in found]


def own_or_listed(key: str, own: OwnGame | None) -> Game[Any, Any] | None:
    """Return the game of an own game, or else the one with this key in addresses; None if there is none."""
    return game_of(own.game, own.options) if own else game_by_key(key)


def about_own_game(own: OwnGame, players: int) -> Argument:
    """Return what a list of games says about an own game, for so many players."""
    if own.game == OWN_GAME:
        return settings_text(CATALOGUE[OWN_GAME], own.options) or Say(SETTINGS[OWN_GAME])
    if about := own.options[RECIPE].get("about"):
        return str(about)
    game = made_by(own)
    if players not in game.seats:
        return Say("For {numbers} players", numbers=fitting(game))
    return when_it_ends(game.source, [recipe_setup(game, own, players).table])


def chosen_game(night: Night, key: str) -> tuple[Game[Any, Any], OwnGame | None]:
    """Return the game with this key in addresses, and the own game that a request names, if it has the key.

    Aborts with 404 if there is none, as for a recipe that isn't on the club's list.
    """
    own = find_own_game(night, request.values.get("own", 0, type=read_number))
    own = own if own and own.game == key else None
    return own_or_listed(key, own) or abort(404), own


@bp.route("/<key>", methods=["GET", "POST"])
def start(night_id: int, key: str) -> str | Response | tuple[str, int]:
    """Show the seats, the first dealer and the house rules of a new game, and start it."""
    night, table = night_and_table(night_id)
    new = NewGame(night, table, key, *chosen_game(night, key))
    players = guests(night)
    if request.method == "GET":
        default = default_form(new.game, players, settings_of(new.own) if new.own else {})
        typed = request.args.copy() if "since" in request.args else default
        take_lots(table or night, new.game, typed)
        return render_new_game(new, players, typed)
    typed = request.form.copy()
    follow_merged(players, typed)
    if problems := close_gaps(players, typed):
        return render_new_game(new, players, typed, problems), 409
    try:
        if (what := typed.get("draw")) in LOTS:
            return commit(draw_and_return(new, what, players, typed))
        return commit(back_to_sheet(start_typed(new, players, typed).id))
    except Refused as refused:
        return render_new_game(new, players, typed, refused.problems), 422


def start_typed(new: NewGame, players: Sequence[Player], typed: Typed) -> Play:
    """Start a game as it was typed, unless another phone has by now, and return it. Raises Refused."""
    game, problems, seated = new.game, seats_taken_twice(players, typed), seated_players(players, typed)
    names = tuple(player.name for player in seated)
    options = {**game.fixed, **to_json(game.house_rules, typed, Table(names, None))}
    seats, dealer = [player.id for player in seated], typed.get("dealer")
    ids = [*map(str, seats)]
    if dealer and dealer not in ids:
        problems.append(not_playing(dealer, players))
    # What somebody played alone can be imported, but not started.
    if game.fits(len(seats)) and len(seats) not in game.seats:
        problems.append(Problem("players", wrong_number(game, len(seats))))
    first = ids.index(dealer) if dealer in ids else 0
    try:
        made = set_up(scoresheet(game.key, names, options, dealer=first), by_name=False)
        if new.key in BY_NAME and not problems:
            save_own_game(new.night.club_id, made, new.own, only_night(new.night))
    except Refused as refused:
        problems += refused.problems
    except BadName as wrong:
        problems.append(Problem("title", wrong.why))
    if problems:
        raise Refused(problems)
    since = typed.get("since", type=read_number)
    asked = new.night.id, game.key, options, seats, made.dealer
    begun = None if since is None else unstarted_play(*asked, since, new.table_id)
    return begun or start_play(*asked, new.table_id)


def not_playing(dealer: str, players: Sequence[Player]) -> Problem:
    """Return that the first dealer, of tonight's players or not, has no seat."""
    found = find_player(dealer, players)
    who = found.name if found else Say("Someone else")
    return Problem("dealer", Say("{name} isn’t playing, so can’t deal first.", name=who))


def draw_and_return(new: NewGame, what: str, players: Sequence[Player], typed: Typed) -> Response:
    """Draw the first dealer or the seats among those seated, or everyone, and return to the form.

    If everyone's table was drawn, return to the night. Raises Refused if they are too few for that.
    """
    night, game, seated = new.night, new.game, seated_players(players, typed)
    if what == TABLES:
        draw_round(night, game, new.key, new.own.id if new.own else None)
        return back_to_night(night.id, "round")
    draw_lots(new.table or night, what, game, seated if len(seated) > 1 else players[: game.seats[-1]])
    kept: dict[str, Any] = {
        name: typed.getlist(name) for name in typed if name not in ("csrf_token", "uid", "draw")
    }
    kept["table"] = new.table_id
    return redirect(url_for("new_game.start", night_id=night.id, key=new.key, **kept))


def take_lots(place: Night | GameTable, game: Game[Any, Any], typed: Typed) -> None:
    """Fill in what was drawn for this game."""
    if (lots := lots_of(place)) and lots.is_for(game):
        for name in [name for name in typed if name.startswith("seat-")]:
            typed[name] = ""
        for seat, player in enumerate(lots.players, start=1):
            typed[f"seat-{player.id}"] = str(seat)
        typed["dealer"] = str(lots.dealer.id)


def follow_merged(players: Sequence[Player], typed: Typed) -> None:
    """Give the seats of players who were merged since the form was drawn to the persons they are by now."""
    for name in [name for name, seat in typed.items() if seat and name.startswith("seat-")]:
        player = find_player(name.removeprefix("seat-"), players)
        if player is None or (person := person_of(player)) is player:
            continue
        if typed.get("dealer") == str(player.id):
            typed["dealer"] = str(person.id)
        if not typed.get(f"seat-{person.id}"):
            typed[f"seat-{person.id}"] = typed.pop(name)


def close_gaps(players: Sequence[Player], typed: Typed) -> list[Problem]:
    """Close the gaps of players who aren't on the night, and return a problem that names them if it may."""
    seats = {f"seat-{player.id}": player for player in players}
    gone = [name for name, seat in typed.items() if seat and name.startswith("seat-") and name not in seats]
    found = (find_player(name.removeprefix("seat-"), players) for name in gone)
    if not gone:
        return []
    taken = [(seat, name) for name in seats if (seat := typed.get(name, type=read_number)) is not None]
    for place, (_, name) in enumerate(sorted(taken), start=1):
        typed[name] = str(place)
    names = And(*(player.name for player in found if player)) or Say("Someone")
    words = "{names} left tonight’s list. Check the seats, then start the game."
    return [Problem("players", Say(words, names=names))]


def find_player(number: str, others: Sequence[Player]) -> Player | None:
    """Return the player with this id, of the same club as the others; None if there is none.

    For guests of a night, only the others and the names merged with theirs are there.
    """
    try:
        player = db.session.get(Player, read_number(number))
    except ValueError:
        return None
    if player is None or player.club_id not in {other.club_id for other in others}:
        return None
    return player if access.may(Role.MEMBER) or person_of(player) in others else None


def seated_players(players: Sequence[Player], typed: Typed) -> list[Player]:
    """Return the players who were given a seat, in seat order."""
    numbers = range(1, len(players) + 1)
    return [player for seat in numbers for player in players if typed.get(f"seat-{player.id}") == str(seat)]


def seats_taken_twice(players: Sequence[Player], typed: Typed) -> list[Problem]:
    """Return a problem for each seat that several players were given."""
    taken: dict[str, list[str]] = {}
    for player in seated_players(players, typed):
        taken.setdefault(typed[f"seat-{player.id}"], []).append(player.name)
    return [
        Problem("players", Say("{names} can’t share a seat.", names=And(*names)))
        for names in taken.values()
        if len(names) > 1
    ]


def default_form(game: Game[Any, Any], players: Sequence[Player], saved: Mapping[str, Any]) -> Typed:
    """Return the form before anything is typed: players in order of arrival, and the house rules.

    They are ``saved`` or have their defaults; one that depends on the number of players is left blank.
    """
    fixed = {name: entry.default for name, entry in game.house_rules.items() if not callable(entry.default)}
    fixed |= saved
    typed = from_json(game.house_rules, {name: d for name, d in fixed.items() if d is not None}, NO_TABLE)
    for seat, player in enumerate(players[: game.seats[-1]], start=1):
        typed.add(f"seat-{player.id}", str(seat))
    return typed


def render_new_game(
    new: NewGame, players: Sequence[Player], typed: Typed, problems: Sequence[Problem] = ()
) -> str:
    """Return the form of a new game, with what was typed and what is wrong with it."""
    night, game, own = new.night, new.game, new.own
    seated = sum(1 for player in players if typed.get(f"seat-{player.id}"))
    # Bounds and defaults can depend on the number of players; use one that the game allows.
    n = seated if seated in game.seats else game.seats[0]
    several = len(players) >= min(game.seats[-1] + 1, 2 * max(game.seats[0], USUAL))
    table = Table(("",) * n, None)
    rules = controls(
        game.house_rules, Drawing(table, typed, range(n), range(n), keys=game.house_rules), problems
    )
    return render_template(
        "plays/new_game.html",
        night=night,
        at=new.table,
        key=new.key,
        game=game,
        fitting=fitting(game),
        players=players,
        typed=typed,
        since=typed.get("since") or newest_play(night.id),
        table=table,
        partners=any(len(side) > 1 for side in game.sides(table)),
        by_number={name: by_number(entry, game) for name, entry in game.house_rules.items()},
        rules=[by_side(control, game.sides(table)) for control in rules],
        named="title" in game.house_rules,
        asked_first=ASKED_FIRST,
        unusual=is_unusual(game, players, typed),
        lots=lots_of(new.table or night),
        fills_tables=new.table is None and several,
        scoring=[*game.what_scores()] if game.key == RECIPE else (),
        chosen=own,
        settings=own and (settings_text(game, own.options) or Say(SETTINGS[own.game])),
        wrong=[problem.message for problem in problems if problem.field in ("players", "dealer")],
    )


def is_unusual(game: Game[Any, Any], players: Sequence[Player], typed: Typed) -> bool:
    """Return whether anything behind the fold of an own game isn't its default."""
    folded = {name: entry for name, entry in game.house_rules.items() if name not in ASKED_FIRST}
    usual, seated = default_form(game, players, {}), seated_players(players, typed)
    first = [str(player.id) for player in seated[:1]]
    return typed.get("dealer", "") not in ("", *first) or (
        to_json(folded, typed, NO_TABLE) != to_json(folded, usual, NO_TABLE)
    )


def by_number(entry: Entry, game: Game[Any, Any]) -> dict[int, Any]:
    """Return the default of a house rule for each number of players, if they differ."""
    usual = {n: entry.blank(Table(("",) * n, None)) for n in game.seats}
    return usual if len(set(map(str, usual.values()))) > 1 else {}


def by_side(control: Control, sides: Sequence[Sequence[int]], names: Sequence[str] = ()) -> Control:
    """Return a house rule by player with one figure for each side, for any of its players.

    Sides are called by the ``names`` of those who sit there, or by their seats while that isn't known.
    """
    if not isinstance(control, FigureBoxes) or len(control.places) < 2:
        return control
    places = []
    for side in sides:
        beside = [place for place in control.places if place.seat in side]
        place = next((place for place in beside if place.value), beside[0])
        seat = Say("seat {number}", number=side[0] + 1)
        label = Say("{Seats}", seats=And(*(Say(SEATS[at]) for at in side)) if len(side) > 1 else seat)
        if names:
            label = Say("{names}", names=And(*(names[at] for at in side)))
        places.append(replace(place, label=str(label)))
    return replace(control, places=places)
