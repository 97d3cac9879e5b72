"""The line that says what a bid brings and costs is compared with scoring hands that have this bid."""

from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper.rules.bidding import Bid
from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import extend, play, read_bidding, score_hand
from scorekeeper.rules.hand import Played
from scorekeeper.rules.outcome import EXACT, MADE, MISSED, OVER
from scorekeeper.rules.table import Setup
from scorekeeper.rules.worth import Worth, all_worths, worth_of_bid
from tests.rules.cast import BEA, CAL, DEE
from tests.rules.drawn_hands import draw_hand
from tests.rules.sheets import cases, table_of
from tests.rules.test_prospects import TABLES, near_the_end

WITHOUT_NUMBERS = {
    "Up and Down": ("up-and-down", {"n": 5}),
    "Jeu de Tarock": ("jeu-de-tarock", {"n": 4}),
    "Jeu de Tarock with three players": ("jeu-de-tarock", {"n": 3}),
}
EVERY_TABLE = TABLES | WITHOUT_NUMBERS

HANDS = 150

RESULTS = {"exact": EXACT, "more": OVER, "less": MISSED, "missed": MISSED}


def setup_of(name: str) -> Setup:
    game, options = EVERY_TABLE[name]
    return table_of(CATALOGUE[game], **options)


@pytest.mark.parametrize("name", EVERY_TABLE)
def test_a_bid_is_worth_what_hands_with_it_score(name: str) -> None:
    setup, random = setup_of(name), Random(name)
    game, table, compared = setup.game, setup.table, 0
    assert game.bidding
    for _ in range(HANDS):
        state = near_the_end(setup, random) if setup.target else setup.opening
        raw = draw_hand(random, setup, state)
        hand = game.read(raw, table, state)
        if not isinstance(hand, game.hand):
            continue
        said = {key: value for key, value in raw.items() if key in game.entries[game.bidding]}
        found = worth_of_bid(setup, state, read_bidding(setup, state, said, 1))
        assert found
        _, played = score_hand(setup, state, hand)
        compared += agrees(setup, found, played)
    assert compared > HANDS // 10 or name in WITHOUT_NUMBERS


def agrees(setup: Setup, found: Worth, played: Played) -> bool:
    """Compare a hand with what its bid was said to be worth; return whether that said something of it."""
    result = setup.game.outcomes[played.outcome].result
    if not found.chances:
        assert result == MISSED
        return True
    chance = next((one for one in found.chances if RESULTS.get(one.when, MADE) == result), None)
    if chance is None or chance.when in ("just made", "missed by 1"):
        return False
    assert played.hand.call
    call = played.hand.call
    own = played.scores[call.player]
    if chance.gain is None:
        assert own > 0
        return True
    if found.always:
        assert own >= chance.gain
        return True
    expected = chance.gain if chance.alone is None or call.partner is not None else chance.alone
    assert own >= expected if chance.or_more else own == expected
    others = [
        played.scores[seat]
        for seat in range(setup.table.n)
        if seat not in (*setup.side_of(call.player), call.partner)
    ]
    if chance.each:
        assert set(others) == {chance.each}
    bumps = {line.amount for line in played.lines if line.bump}
    assert bumps == ({chance.bump} if chance.bump else set())
    return True


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_contract_is_worth_the_same_for_any_points(players: int) -> None:
    setup = table_of(CATALOGUE["jeu-de-tarock"], players)
    for contract, target in product(("prise", "garde", "garde sans", "garde contre"), (1, 41, 91)):
        raw = {"attacker": BEA, "contract": contract, "target": target}
        found = worth_of_bid(setup, setup.opening, read_bidding(setup, setup.opening, raw, 1))
        assert found
        for chance, taken in zip(found.chances, (target, target - 1), strict=True):
            result = play(setup, [{**raw, "taken": taken}])
            assert result.state.totals[1] == chance.gain, raw


@pytest.mark.parametrize("red", [True, False])
def test_a_lead_is_worth_its_share_of_the_pot_too(red: bool) -> None:
    start = play(
        table_of(CATALOGUE["up-and-down"], opening="informal"), [{"no_leader": True, "last": DEE}] * 2
    )
    lead = read_bidding(start.setup, start.state, {"leader": BEA, "red": red}, 3)
    found = worth_of_bid(start.setup, start.state, lead)
    assert found
    points = {"made": {"bidders": 9, "others": 4}, "missed": {"bidders": 5, "others": 7}}
    for chance in found.chances:
        for partner, gain in (
            (({"red": True}, chance.gain),)
            if red
            else (
                ({"partner": None}, chance.alone),
                ({"partner": CAL}, chance.gain),
            )
        ):
            raw = {"leader": BEA, **partner, "points": points[chance.when]}
            assert extend(start, raw).hands[-1].scores[1] == gain


def every_line(game: str, **options: Any) -> dict[tuple[object, ...], str]:
    setup = table_of(CATALOGUE[game], **options)
    found = all_worths(setup, setup.opening)
    assert found
    return {chosen: one.say() for chosen, one in found.bids.items()}


@cases(
    "lines, chosen, line",
    {
        "Coralon": (every_line("coralon"), (5,), "5: +5 if exact, everyone scores if more, 0 if less"),
        "every trick": (every_line("coralon", n=4), (13,), "13: +13 if exact, 0 if less"),
        "less": (every_line("coralon", n=4, zero_bids=True), ("less",), "Less: +13 if made, 0 if missed"),
        "double zero": (
            every_line("coralon-partners", zero_bids=True),
            ("double zero",),
            "Double zero: +25 if made, 0 if missed",
        ),
        "a lead": (every_line("up-and-down"), (False,), "+3 if made (+8 alone), −6 if missed (−8 alone)"),
        "red": (every_line("up-and-down"), (True,), "Red: +8 if made, −8 if missed"),
        "red for more than half": (every_line("up-and-down-points"), (12, True), "12 red: can’t be made"),
        "a contract": (
            every_line("jeu-de-tarock", n=4),
            ("garde",),
            "Garde: +150 if just made, −156 if missed by 1, plus extras",
        ),
        "a block of cards": (
            every_line("bishop"),
            (6,),
            "6: +6 if made, 0 if missed and +6 for each opponent",
        ),
        "coins": (
            every_line("baronet", n=5),
            (6,),
            "6: +12 if made (+24 alone), −12 if missed (−24 alone)",
        ),
        "blind": (
            every_line("ducks-and-geese-cutthroat", blind_bids=True),
            (5, True),
            "5 blind: +5 or more if made, −5 if missed",
        ),
        "a bump": (
            every_line("ducks-and-geese"),
            (9,),
            "9: +9 if made, 0 if missed and a bump of 9 for the others",
        ),
        "thieves": (
            every_line("thieves"),
            (5,),
            "5: +5 if exact, everyone scores if more, 0 if less, plus thieves",
        ),
    },
)
def test_one_line_says_what_a_bid_is_worth(
    lines: dict[tuple[object, ...], str], chosen: tuple[object, ...], line: str
) -> None:
    assert lines[chosen] == line


def test_every_game_with_bids_says_what_they_are_worth() -> None:
    for game in GAMES:
        setup = table_of(game)
        has_bids = bool(game.bidding) and game.key != "hazard"
        assert bool(all_worths(setup, setup.opening)) == has_bids
        if game.bidding and issubclass(game.bidding, Bid):
            assert has_bids
