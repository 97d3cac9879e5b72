"""The rules at hand: what the games are, what is entered, how a hand scores, the rulings, and the decks."""

from collections.abc import Iterable, Sequence
from typing import Any
from unicodedata import combining, normalize

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.entries import Count
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import VINES, VinesHand
from scorekeeper.rules.sheet import fitting
from scorekeeper.rules.sources import ARCHAIC_SUITS, POKER_HANDS, TEXTS, VINES_RANKS
from scorekeeper.rules.table import Table
from scorekeeper.web.games.rules_text import hand_of, house_rules_of

AnyGame = Game[Any, Any]

TABLES = range(2, 11)
"""The numbers of players for which the index says what can be played."""

FROM = ("play", "night", "of")
"""What an address says of where it was opened: on a sheet, while choosing a game, on the page of a game."""

bp = Blueprint("games", __name__)


@bp.get("/games")
def index() -> str:
    """Every game, and who can play it."""
    words = request.args.get("q", "")
    games = found(CATALOGUE.values(), words)
    return render_template("games/games.html", games=games, words=words, tables=TABLES, **way())


@bp.get("/games/<key>")
def rules(key: str) -> str:
    """How a game is scored here, drawn from its declaration."""
    game = CATALOGUE.get(key) or abort(404)
    return render_template(
        "games/rules.html",
        game=game,
        fitting=fitting(game),
        targets=targets(game),
        asked=[(kind is game.hand, list(hand_of(game, kind))) for kind in (game.hand, *game.special_hands)],
        house_rules=list(house_rules_of(game)),
        texts=[(text, TEXTS.get(text, "")) for text in game.texts],
        vines=issubclass(game.hand, VinesHand),
        **way(),
    )


@bp.get("/reference/vines-deck")
def vines_deck() -> str:
    """The suits and ranks of the Vines deck, and their order."""
    suits = {suit: name for suit, name in VINES.items() if suit != "none"}
    return render_template(
        "games/vines_deck.html",
        suits=suits,
        archaic=[suits[suit] for suit in ARCHAIC_SUITS],
        ranks=VINES_RANKS,
        **way(),
    )


@bp.get("/reference/poker-hands")
def poker_hands() -> str:
    """The ranking of poker hands with the Vines deck."""
    return render_template("games/poker_hands.html", hands=POKER_HANDS, **way())


def way() -> dict[str, Any]:
    """The way back to where a page was opened, and what its links take along so that it is not lost."""
    opened: dict[str, Any] = {name: request.args[name] for name in FROM if name in request.args}
    play, night = request.args.get("play", type=int), request.args.get("night", type=int)
    on: dict[str, Any] = {name: number for name, number in (("play", play), ("night", night)) if number}
    if opened.get("of") in CATALOGUE:
        back = url_for("games.rules", key=opened["of"], **on)
    elif play:
        back = url_for("sheets.sheet", play_id=play)
    elif night:
        back = url_for("starting.choose", night_id=night)
    elif request.endpoint == "games.index":
        back = url_for("home.home")
    else:
        back = url_for("games.index")
    return {"back": back, "on": on}


def targets(game: AnyGame) -> list[tuple[int, int]]:
    """The usual winning score for each number of players; none where a game has none."""
    entry = game.house_rules.get("target")
    if not isinstance(entry, Count):
        return []
    usual = [(n, entry.blank(Table(("",) * n, None))) for n in game.seats]
    return [(n, score) for n, score in usual if score]


def found(games: Iterable[AnyGame], words: str) -> list[AnyGame]:
    """The games whose name or other names have these words in them, with or without their accents."""
    wanted = plain(words).split()
    named = [(game, plain(" ".join([game.name, *game.also, game.about]))) for game in games]
    return [game for game, name in named if all(word in name for word in wanted)]


def plain(words: str) -> str:
    """The words in small letters without accents."""
    return "".join(letter for letter in normalize("NFKD", words.casefold()) if not combining(letter))


def offered(players: int) -> tuple[Sequence[AnyGame], Sequence[AnyGame]]:
    """The games that fit this many players, and the others."""
    games = CATALOGUE.values()
    return [game for game in games if players in game.seats], [
        game for game in games if players not in game.seats
    ]
