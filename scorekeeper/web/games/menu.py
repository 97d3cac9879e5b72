"""The games as rows to choose from: by the deck they are played with, a variant beside its game."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.gallery.gallery import GalleryGame, gallery
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Deck

AnyGame = Game[Any, Any]

Listed: TypeAlias = AnyGame | GalleryGame
"""A game as a row shows it."""

DECKS: dict[Deck, str] = {"vines": "Vines deck", "cards": "Other cards", "dice": "Dice", "own": ""}
"""The headings, in the order of the rows; the players' own game comes last, without one."""


class MenuRow(NamedTuple):
    """A row of the menu.

    Attributes:
        game: the game.
        variants: the variants that stand beside it.
        shown: whether it is shown before someone searches.
    """

    game: Listed
    variants: Sequence[AnyGame] = ()
    shown: bool = True


def rows(games: Collection[AnyGame]) -> list[MenuRow]:
    """Return a row for each of these games, but for variants of another one: they stand beside it."""
    keys = {game.key for game in games}
    beside: dict[str, list[AnyGame]] = {}
    for game in games:
        if game.variant and game.variant.of in keys:
            beside.setdefault(game.variant.of, []).append(game)
    placed = {game.key for variants in beside.values() for game in variants}
    return [MenuRow(game, beside.get(game.key, ())) for game in games if game.key not in placed]


def by_deck(games: Iterable[AnyGame], shown: Iterable[MenuRow]) -> list[tuple[str, list[MenuRow]]]:
    """Return the heading of each deck with a row for every game of it, hidden if it isn't among the shown."""
    known = {row.game.key: row for row in shown}
    every = [(game.hand.deck, known.get(game.key, MenuRow(game, shown=False))) for game in games]
    return [(words, [row for its, row in every if its == deck]) for deck, words in DECKS.items()]


def more_games(players: int) -> list[MenuRow]:
    """Return a row for every game of the gallery, hidden if it isn't for so many players."""
    return [MenuRow(game, shown=players in game.seats) for game in gallery().values()]


def by_other_number(games: Iterable[AnyGame], players: int) -> list[tuple[int, list[MenuRow]]]:
    """Return the games that this many can't play, by the nearest number of players who can, nearest first."""
    others: dict[int, list[AnyGame]] = {}
    for game in games:
        if players not in game.seats:
            others.setdefault(min(max(players, game.seats[0]), game.seats[-1]), []).append(game)
    nearest = sorted(others, key=lambda number: (abs(number - players), number))
    return [(number, rows(others[number])) for number in nearest]
