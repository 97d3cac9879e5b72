"""The games as rows: variants beside their games, and games for other numbers of players."""

from collections.abc import Iterable

from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.web.games.menu import DECKS, MenuRow, by_deck, by_other_number, rows


def keys(found: Iterable[MenuRow]) -> list[tuple[str, ...]]:
    """Return the key of each row's game, then those of its variants."""
    return [(row.game.key, *(variant.key for variant in row.variants)) for row in found]


def test_the_whole_catalogue_is_sixteen_rows() -> None:
    found = keys(rows(GAMES))
    assert len(found) == 16
    assert sum(map(len, found)) == len(GAMES)
    assert ("ducks-and-geese", "dog", "ducks-and-geese-cutthroat") in found


def test_a_variant_without_its_game_has_a_row_of_its_own() -> None:
    games = [CATALOGUE[key] for key in ("baronet", "coralon", "coralon-partners")]
    assert keys(rows(games)) == [("baronet",), ("coralon", "coralon-partners")]


def test_every_game_has_a_row_under_its_deck_and_those_not_shown_are_hidden() -> None:
    decks = by_deck(GAMES, rows([CATALOGUE["bishop"], CATALOGUE["baronet"]]))
    assert [heading for heading, _ in decks] == list(DECKS.values())
    assert [row.game.key for _, found in decks for row in found if row.shown] == ["bishop"]
    assert sum(len(found) for _, found in decks) == len(GAMES)


def test_games_are_grouped_by_the_nearest_number_of_players_who_can_play() -> None:
    games = [CATALOGUE[key] for key in ("coralon", "coralon-partners", "bishop", "lansquenet", "hazard")]
    numbers = {
        here: [(n, keys(found)) for n, found in by_other_number(games, here)] for here in (2, 4, 7, 12)
    }
    four = (4, [("coralon-partners",), ("bishop",)])
    assert numbers[2] == [(3, [("coralon",)]), four]
    assert numbers[4] == []
    assert numbers[7] == [(6, [("coralon",)]), (5, [("bishop",)]), (4, [("coralon-partners",)])]
    assert numbers[12][0] == (10, [("lansquenet",)])
