"""The pages of the games: the index, the rules of each game, and the decks to look up."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar
from unicodedata import combining, normalize

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.entries import Count
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import VINES, VinesHand
from scorekeeper.rules.saying import NOTHING, Against, And, Argument, Row, Say, group_by_player_count
from scorekeeper.rules.sheet import fitting
from scorekeeper.rules.sources import ARCHAIC_SUITS, POKER_HANDS, TEXTS, VINES_RANKS
from scorekeeper.rules.table import Setup, Table
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.games.menu import Listed, MenuRow, by_deck, rows
from scorekeeper.web.games.rules_text import (
    default_setup,
    describe_house_rules,
    describe_outcomes,
    describe_play,
    describe_rulings,
    work_example,
)
from scorekeeper.web.history.recap import agreed_rules
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.requests import read_number

AnyGame = Game[Any, Any]
L = TypeVar("L", bound=Listed)

OPENED_FROM = ("play", "night", "of")
"""The arguments that say where a page was opened: on a game's rules, while choosing one, on other rules."""

bp = Blueprint("games", __name__)
bp.add_app_template_filter(group_by_player_count, "by_player_count")


@bp.get("/games")
@declares(offline_copy="everyone")
def index() -> str:
    """Show every game by its deck, and how many can play it; or those with a name."""
    words = request.args.get("q", "")
    games = search_games(CATALOGUE.values(), words)
    shown = map(MenuRow, games) if words else rows(games)
    more = map(MenuRow, search_games(gallery().values(), words))
    return render_template(
        "games/games.html",
        decks=by_deck(games, shown),
        more=list(more),
        words=words,
        **back_link("home.home"),
    )


@bp.get("/games/<key>")
@declares(offline_copy="everyone")
def rules(key: str) -> str:
    """Show how to play a game, how it scores, and its house rules and rulings."""
    game = game_by_key(key) or abort(404)
    return render_template(
        "games/rules.html",
        source=gallery()[key].source if key in gallery() else "",
        may_copy=key in gallery() and bool(access.my_clubs()),
        house_rules=list(describe_house_rules(game)),
        players=fitting(game),
        target=default_target(game),
        **rules_of(default_setup(game), [default_setup(game, n).table for n in game.seats])
        | {"rulings": describe_rulings(game)},
        **back_link(),
    )


@bp.get("/plays/<int:play_id>/rules")
@declares(offline_copy="night")
def rules_at_table(play_id: int) -> str:
    """Show the rules of a game that is being played, under its own house rules."""
    setup = load_sheet(play_id).setup
    goals = {side: setup.goal(side) for side in setup.sides}
    words = "{names} {target}"
    each = [Say(words, names=And(*setup.names(side)), target=goal) for side, goal in goals.items() if goal]
    sides = [And(*setup.names(side)) for side in setup.sides]
    return render_template(
        "games/rules.html",
        agreed=agreed_rules(setup),
        may_wonder=bool(setup.game.house_rules),
        players=Against(*sides) if len(sides) < setup.table.n else And(*setup.table.players),
        target=setup.target or Row(*each),
        **rules_of(setup),
        back=url_for("sheet.sheet", play_id=play_id),
        on={"play": play_id},
    )


def rules_of(setup: Setup, tables: Sequence[Table[Any]] = ()) -> dict[str, Any]:
    """Return what a page of rules shows under any house rules, by its names in the template.

    It is about these tables, of which each has another number of players; without them, about the one.
    """
    game, rules = setup.game, setup.table.rules
    tables = tables or [setup.table]
    return {
        "game": game,
        "title": setup.title,
        "chapters": describe_play(game, tables),
        "outcomes": list(describe_outcomes(game, rules)),
        "meanings": game.what_is_meant(),
        "end": game.how_it_ends(tables),
        "lowest_wins": setup.lowest_wins,
        "rulings": describe_rulings(game, rules),
        "example": work_example(setup),
        "texts": [(text, TEXTS.get(text, "")) for text in game.texts],
        "vines": issubclass(game.hand, VinesHand),
    }


@bp.get("/reference/vines-deck")
@declares(offline_copy="everyone")
def vines_deck() -> str:
    """Show the suits and ranks of the Vines deck, and their order."""
    return render_template(
        "games/vines_deck.html",
        suits=VINES,
        archaic=[VINES[suit] for suit in ARCHAIC_SUITS],
        ranks=VINES_RANKS,
        **back_link(),
    )


@bp.get("/reference/poker-hands")
@declares(offline_copy="everyone")
def poker_hands() -> str:
    """Show the ranking of poker hands with the Vines deck."""
    return render_template("games/poker_hands.html", hands=POKER_HANDS, **back_link())


def back_link(otherwise: str = "games.index") -> dict[str, Any]:
    """Return the address a page was opened from, and the arguments its links need to keep it.

    Without one it is that of the endpoint ``otherwise``. The keys are the names in the templates, ``back``
    and ``on``.
    """
    opened: dict[str, Any] = {name: request.args[name] for name in OPENED_FROM if name in request.args}
    play, night, table = (request.args.get(name, type=read_number) for name in ("play", "night", "table"))
    named = (("play", play), ("night", night), ("table", table))
    on: dict[str, Any] = {name: number for name, number in named if number}
    if opened.get("of") in CATALOGUE:
        back = url_for("games.rules", key=opened["of"], **on)
    elif play:
        back = url_for("games.rules_at_table", play_id=play)
    elif night:
        back = url_for("new_game.choose_game", night_id=night, table=table)
    else:
        back = url_for(otherwise)
    return {"back": back, "on": on}


def game_by_key(key: str) -> AnyGame | None:
    """Return a game by its key in addresses: of the catalogue, or of the gallery. None if there is none."""
    listed = gallery().get(key)
    return listed.game if listed else CATALOGUE.get(key)


def default_target(game: AnyGame) -> Argument:
    """Return the default winning score for each number of players; nothing if there is none."""
    entry = game.house_rules.get("target")
    if not isinstance(entry, Count):
        return NOTHING
    scores = {n: entry.blank(Table(("",) * n, None)) for n in game.seats}
    return group_by_player_count({n: score for n, score in scores.items() if score})


def search_games(games: Iterable[L], words: str) -> list[L]:
    """Return the games whose names or description contain all these words, with or without accents."""
    return [game for game in games if matches(" ".join([game.name, *game.also, game.about]), words)]


def matches(text: str, words: str) -> bool:
    """Return whether a text contains all these words, with or without accents."""
    folded = fold_accents(text)
    return all(word in folded for word in fold_accents(words).split())


def fold_accents(words: str) -> str:
    """Return the words in lower case, without accents and with straight apostrophes."""
    folded = normalize("NFKD", words.casefold()).replace("’", "'")
    return "".join(letter for letter in folded if not combining(letter))
