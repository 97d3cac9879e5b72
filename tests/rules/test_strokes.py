"""A hand as strokes: what each side took, and what it bid."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import play, read_bidding
from scorekeeper.rules.outcome import EXACT, MADE, MISSED, OVER
from scorekeeper.rules.strokes import most_strokes, strokes
from scorekeeper.rules.table import Setup
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.drawn_hands import draw_hands, endless
from tests.rules.sheets import cases, each, table_of
from tests.rules.strategies import AnyGame

Drawn = tuple[int | None, int | None] | None

HANDS = 40


def bid(bidder: str, number: int | str, **more: Any) -> dict[str, Any]:
    return {"bidder": bidder, "bid": number, **more}


def sides(bidders: int, others: int) -> dict[str, int]:
    return {"bidders": bidders, "others": others}


ROWS: dict[str, tuple[str, dict[str, Any], Mapping[str, Any], list[Drawn]]] = {
    "Coralon: the tricks of everyone, over the bid": (
        "coralon",
        {"n": 4},
        bid(BEA, 5, tricks=each(3, 6, 2, 2)),
        [(3, None), (6, 5), (2, None), (2, None)],
    ),
    "Coralon: a bid of zero has no length": (
        "coralon",
        {"n": 4, "zero_bids": True},
        bid(BEA, 0, tricks=each(6, 0, 3, 4)),
        [(6, None), (0, 0), (3, None), (4, None)],
    ),
    "Coralon: less is no number": (
        "coralon",
        {"n": 4, "zero_bids": True},
        bid(CAL, "less", zero_bidders=[BEA], tricks=each(6, 1, 2, 4)),
        [(6, None), (1, None), (2, None), (4, None)],
    ),
    "Coralon, Partners: the others took the rest": (
        "coralon-partners",
        {},
        bid(BEA, 7, tricks=5),
        [(8, None), (5, 7)],
    ),
    "Thief: tricks and thieves": (
        "thief",
        {"n": 4},
        bid(BEA, 7, tricks=each(3, 5, 3, 2), thieves=each(0, 2, 4, 0)),
        [(3, None), (7, 7), (7, None), (2, None)],
    ),
    "Thief: tricks only, if the bid is for them": (
        "thief",
        {"n": 4, "bid_tricks_only": True},
        bid(BEA, 5, tricks=each(3, 5, 3, 2), thieves=each(0, 2, 4, 0)),
        [(3, None), (5, 5), (3, None), (2, None)],
    ),
    "Thieves: the bid is for tricks": (
        "thieves",
        {},
        bid(CAL, 8, tricks=9, thieves=sides(4, 2)),
        [(9, 8), (4, None)],
    ),
    "Ducks and Geese: point cards, for the bidders also tricks": (
        "ducks-and-geese",
        {},
        bid(DEE, 8, tricks=4, ducks=sides(2, 3), geese=sides(3, 1)),
        [(4, None), (9, 8)],
    ),
    "Dog: point cards, for the bidders also tricks": (
        "dog",
        {},
        bid(ANN, 6, tricks=3, tars=sides(2, 3)),
        [(5, 6), (3, None)],
    ),
    "Ducks and Geese, Cutthroat: point cards, for the bidder also tricks": (
        "ducks-and-geese-cutthroat",
        {"n": 4},
        bid(ANN, 6, tricks=4, ducks=each(1, 2), geese=each(1, 0, 3)),
        [(6, 6), (2, None), (3, None), (0, None)],
    ),
    "Bishop: the points of the bidder and the partner": (
        "bishop",
        {},
        bid(BEA, 6, block="war", partner=DEE, points=sides(7, 3)),
        [None, (7, 6), None, None],
    ),
    "Bishop: nothing if only the result was entered": (
        "bishop",
        {},
        bid(BEA, 6, block="war", partner=DEE, made=True),
        [None] * 4,
    ),
    "Baronet: the points of the bidder alone": (
        "baronet",
        {},
        bid(ANN, 6, block="peace", partner=None, points=sides(4, 6)),
        [(4, 6), None, None, None],
    ),
    "Chevalier: clean tricks, if both sides have poison": (
        "chevalier",
        {},
        bid(ANN, 4, clean=sides(4, 3), poisoned=sides(1, 2)),
        [(4, 4), (3, None)],
    ),
    "Chevalier: poisoned tricks count twice for bidders who sweep": (
        "chevalier",
        {},
        bid(ANN, 9, clean=sides(4, 3), poisoned=sides(3, 0)),
        [(10, 9), (3, None)],
    ),
    "Chevalier: poisoned tricks count once for others who sweep": (
        "chevalier",
        {},
        bid(ANN, 5, clean=sides(4, 3), poisoned=sides(0, 3)),
        [(4, 5), (6, None)],
    ),
    "Up and Down: the points of the leader's side, without a bid": (
        "up-and-down",
        {},
        {"leader": CAL, "partner": ANN, "points": sides(9, 8)},
        [None, None, (9, None), None, None],
    ),
    "Up and Down, Points: the points of the bidder's side": (
        "up-and-down-points",
        {},
        bid(CAL, 8, partner=ANN, points=sides(9, 8)),
        [None, None, (9, 8), None, None],
    ),
    "Noble's Estate: nothing": (
        "nobles-estate",
        {},
        {"mistress": None, "beggar": None, "winner": ANN, "cards_left": {BEA: 1, CAL: 2, DEE: 3}},
        [None] * 4,
    ),
    "Tarock: half points": (
        "tarock",
        {"n": 3},
        {"points": {ANN: 30.5, BEA: 20}},
        [(61, None), (40, None), (0, None)],
    ),
    "Tarock: cards are counted, and forfeited points aren't": (
        "tarock",
        {"n": 3},
        {"cards": {ANN: {"bouts": 1, "suited": 1}, BEA: {"kings": 1}}, "forfeited": [BEA]},
        [(11, None), (0, None), (0, None)],
    ),
    "Jeu de Tarock: half points of the attack": (
        "jeu-de-tarock",
        {"n": 3},
        {"attacker": BEA, "contract": "garde", "target": 51, "taken": 45.5},
        [None, (91, 102), None],
    ),
    "Whist: tricks without a bid": (
        "whist",
        {},
        {"winner": DEE, "tricks": 8},
        [(5, None), (8, None)],
    ),
    "Commander: nothing": (
        "commander-captain-company",
        {"n": 4},
        {"commander": ANN, "captain": None, "company": None},
        [None] * 4,
    ),
    "Lansquenet: nothing": (
        "lansquenet",
        {"n": 3},
        {"collected": {BEA: 2}, "standing": {}, "result": "bank"},
        [None] * 3,
    ),
    "Hazard: nothing": (
        "hazard",
        {"n": 3},
        {"bank": ANN, "shooter": BEA, "main": 7, "bets": [], "rolls": [7]},
        [None] * 3,
    ),
    "House of Fortune: nothing": ("house-of-fortune", {"n": 2}, {"roll": 7}, [None] * 2),
    "Ship, Captain, and Crew: nothing": (
        "ship-captain-crew",
        {"n": 2},
        {"cargo": {ANN: 7, BEA: None}},
        [None] * 2,
    ),
    "Caravan: nothing": ("caravan", {"n": 2}, {"cargo": {ANN: 7, BEA: None}}, [None] * 2),
    "Tally: nothing": ("tally", {"n": 2}, {"points": {ANN: 7}}, [None] * 2),
}

BIDDINGS: dict[str, tuple[str, Mapping[str, Any], list[Drawn]]] = {
    "a bid is open while it is played": ("coralon", bid(BEA, 5), [None, (None, 5), None]),
    "a side's bid is open": ("thieves", bid(DEE, 6), [None, (None, 6)]),
    "a contract is open in half points": (
        "jeu-de-tarock",
        {"attacker": CAL, "contract": "prise", "target": 41},
        [None, None, (None, 82)],
    ),
    "a lead has no number": ("up-and-down", {"leader": ANN}, [None] * 5),
    "stakes are no bid": ("hazard", {"bank": ANN, "shooter": BEA, "main": 7, "bets": []}, [None] * 2),
}


def setup_of(game: str, n: int = 0, **options: Any) -> Setup:
    return table_of(CATALOGUE[game], n, **options)


@cases("row", ROWS)
def test_a_hand_gives_strokes(row: tuple[str, dict[str, Any], Mapping[str, Any], list[Drawn]]) -> None:
    game, options, raw, drawn = row
    setup = setup_of(game, **options)
    (played,) = play(setup, [raw]).hands
    assert strokes(setup, played.hand) == drawn


def test_every_game_of_the_catalogue_has_a_row() -> None:
    assert {game for game, *_ in ROWS.values()} == set(CATALOGUE)


@cases("game, raw, drawn", BIDDINGS)
def test_a_bid_gives_open_strokes(game: str, raw: Mapping[str, Any], drawn: list[Drawn]) -> None:
    setup = setup_of(game)
    assert strokes(setup, read_bidding(setup, setup.opening, raw, 1)) == drawn


def test_a_hand_that_everyone_passed_gives_none() -> None:
    setup = setup_of("chevalier")
    (played,) = play(setup, [{"passed": True}]).hands
    assert strokes(setup, played.hand) == [None, None]


@pytest.mark.parametrize("game", GAMES, ids=CATALOGUE)
def test_strokes_agree_with_the_outcome(game: AnyGame) -> None:
    setup = endless(game)
    for played in play(setup, draw_hands(setup, HANDS)).hands:
        drawn = [taken for taken in strokes(setup, played.hand) if taken]
        assert sum(side.taken or 0 for side in drawn) <= most_strokes(setup)
        for taken, number in drawn:
            # A zero is made by taking nothing.
            if taken is not None and number:
                assert agrees(taken, number, game.outcomes[played.outcome].result)


def agrees(taken: int, number: int, result: str) -> bool:
    return {
        EXACT: taken == number,
        OVER: taken > number,
        MADE: taken >= number,
        MISSED: taken < number,
    }[result]


def test_a_hand_has_as_many_strokes_as_tricks() -> None:
    assert most_strokes(setup_of("coralon", 4)) == 13
    assert most_strokes(setup_of("thief", 4)) == 13 + 11
    assert most_strokes(setup_of("jeu-de-tarock")) == 2 * 91
    assert most_strokes(setup_of("hazard")) == 0
