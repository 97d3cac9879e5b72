"""Ship, Captain, and Crew: the pot, special rolls, shipwreck, and playing for rounds."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet

GAME = "ship-captain-crew"
SPECIAL = {"special_rolls": True}
WIND, DRUNKS, DESPERATE = "favorable wind", "drunks", "desperate sailors"


def cargo(*values: int | None, **more: object) -> dict[str, Any]:
    return {"cargo": dict(zip((ANN, BEA, CAL), values, strict=False)), **more}


@cases(
    "played, outcome, scores, pot",
    {
        "the highest cargo takes the pot": (cargo(8, 11, None), "won", (-1, 2, -1), 0),
        "the lowest cargo is better than none": (cargo(None, None, 2), "won", (-1, -1, 2), 0),
        "two share, and the odd coin stays": (cargo(8, 8, 3), "shared", (0, 0, -1), 1),
        "three share": (cargo(8, 8, 8), "shared", (0, 0, 0), 0),
        "nobody has a cargo": (cargo(None, None, None), "none", (-1, -1, -1), 3),
    },
)
def test_round_for_coins(played: object, outcome: str, scores: tuple[int, ...], pot: int) -> None:
    scored = answer(GAME, played, n=3)
    assert last(scored) == (outcome, scores)
    assert (scored["unit"], scored["carry"]) == ("coins", {"pot": pot} if pot else {})


@cases(
    "played, outcome, scores, pot",
    {
        "drunks add 2": (cargo(9, 8, 3, specials={BEA: DRUNKS}), "won", (-1, 2, -1), 0),
        "desperate sailors add 3": (cargo(10, 8, 3, specials={BEA: DESPERATE}), "won", (-1, 2, -1), 0),
        "a bonus can make a tie": (cargo(10, 8, 3, specials={BEA: DRUNKS}), "shared", (0, 0, -1), 1),
        "a favorable wind takes the pot": (cargo(12, 12, 3, specials={ANN: WIND}), "won", (2, -1, -1), 0),
        "a favorable wind is better than any bonus": (
            cargo(12, 12, 3, specials={ANN: WIND, BEA: DESPERATE}),
            "won",
            (2, -1, -1),
            0,
        ),
        "a wind, the others missing": ({"cargo": {BEA: 12}, "specials": {BEA: WIND}}, "won", (-1, 2, -1), 0),
        "one who doubled pays twice": (cargo(8, 11, 3, shipwreck={CAL: "doubled"}), "won", (-1, 3, -2), 0),
        "a player who doubled can win": (cargo(8, 9, 11, shipwreck={CAL: "doubled"}), "won", (-1, -1, 2), 0),
        "doubled, and drunks": (
            cargo(8, 9, 11, shipwreck={CAL: "doubled"}, specials={CAL: DRUNKS}),
            "won",
            (-1, -1, 2),
            0,
        ),
        "who withdrew left the ante": (cargo(8, 3, None, shipwreck={CAL: "withdrew"}), "won", (2, -1, -1), 0),
        "one who withdrew may be left out": (cargo(8, 3, shipwreck={CAL: "withdrew"}), "won", (2, -1, -1), 0),
        "all withdrew": (
            {"cargo": {}, "shipwreck": {ANN: "withdrew", BEA: "withdrew", CAL: "withdrew"}},
            "none",
            (-1, -1, -1),
            3,
        ),
    },
)
def test_special_roll_changes_the_result(
    played: object, outcome: str, scores: tuple[int, ...], pot: int
) -> None:
    scored = answer(GAME, played, n=3, options=SPECIAL)
    assert last(scored) == (outcome, scores)
    assert scored["carry"] == ({"pot": pot} if pot else {})


OUT = cargo(8, 3, shipwreck={CAL: "withdrew"})
NOBODY_LEFT = {"cargo": {}, "shipwreck": {ANN: "withdrew", BEA: "withdrew", CAL: "withdrew"}}


def test_withdrawn_player_pays_no_more_antes() -> None:
    scored = answer(GAME, OUT, cargo(3, 4), cargo(3, 4), n=3, options=SPECIAL)
    assert figures(scored["totals"]) == (0, 1, -1)


@cases(
    "options, finished, winners",
    {
        "with an ante a player who withdrew can have the most coins": ({}, [cargo(3, 4)], [CAL]),
        "in rounds the lead is among those still playing": ({"ante": 0}, [cargo(3, 4)], [BEA]),
        "in rounds a tie between those still playing wins nothing": (
            {"ante": 0},
            [cargo(3, 4), cargo(4, 3)],
            [],
        ),
        "in rounds nobody wins who withdrew": (
            {"ante": 0},
            [{"cargo": {}, "shipwreck": {ANN: "withdrew", BEA: "withdrew"}}],
            [],
        ),
    },
)
def test_winner_of_a_game_from_which_the_leader_withdrew(
    options: dict[str, Any], finished: list[object], winners: list[str]
) -> None:
    ahead = [cargo(3, 2, 8), cargo(3, 2, 9), {"cargo": {ANN: 2, BEA: 2}, "shipwreck": {CAL: "withdrew"}}]
    scored = answer(GAME, *ahead, *finished, n=3, options={**SPECIAL, **options}, finished=True)
    assert scored["winners"] == winners


def test_coins_left_in_the_pot_carry_over() -> None:
    scored = answer(
        GAME, cargo(8, 8, 3), cargo(None, None, None), cargo(2, None, None), n=3, options={"ante": 3}
    )
    assert [hand["carry"] for hand in scored["hands"]] == [{"pot": 1}, {"pot": 10}, {}]
    assert figures(scored["totals"]) == (14, -5, -9)


def test_coins_left_in_the_pot_are_returned_at_the_end() -> None:
    scored = answer(GAME, cargo(8, 8, 3), n=3, finished=True)
    assert (figures(scored["totals"]), figures(scored["payout"])) == ((0, 0, -1), (0, 1, -1))
    assert scored["winners"] == [ANN, BEA]


@cases(
    "played, player, why",
    {
        "the winner": (
            cargo(8, 11, None),
            BEA,
            ["paid the ante", "won the pot of 3 with a cargo of 11, the highest"],
        ),
        "behind": (cargo(8, 11, None), ANN, ["paid the ante", "a cargo of 8"]),
        "without a cargo": (cargo(8, 11, None), CAL, ["paid the ante", "no cargo"]),
        "tie": (
            cargo(8, 8, 3),
            ANN,
            ["paid the ante", "shared the pot of 3 with a cargo of 8, tied for the highest"],
        ),
        "with a bonus": (
            cargo(8, 3, 3, specials={CAL: DESPERATE}),
            CAL,
            ["paid the ante", "a cargo of 3, plus 3 for desperate sailors"],
        ),
        "the wind": (
            cargo(12, 3, 3, specials={ANN: WIND}),
            ANN,
            ["paid the ante", "won the pot of 3 with a favorable wind and a cargo of 12"],
        ),
        "too late for the wind": (
            {"cargo": {BEA: 12}, "specials": {BEA: WIND}},
            CAL,
            ["paid the ante", "the favorable wind came first"],
        ),
        "doubled": (
            cargo(8, 11, 3, shipwreck={CAL: "doubled"}),
            CAL,
            ["paid the ante", "doubled the stake after a shipwreck", "a cargo of 3"],
        ),
        "withdrew": (OUT, CAL, ["paid the ante", "withdrew from the game after a shipwreck"]),
    },
)
def test_reasons(played: object, player: str, why: list[str]) -> None:
    assert reasons(answer(GAME, played, n=3, options=SPECIAL), player) == why


@cases(
    "hands, wrong",
    {
        "a cargo of one": ([cargo(1, None, None)], ["cargo"]),
        "a cargo of thirteen": ([cargo(13, None, None)], ["cargo"]),
        "a player missing": ([cargo(8, 9)], ["cargo"]),
        "nobody there": ([{"cargo": {}}], ["cargo", "cargo", "cargo"]),
        "no cargo at all": ([{}], ["cargo"]),
        "a wind without a cargo": ([cargo(None, 3, 3, specials={ANN: WIND})], ["cargo"]),
        "a wind with another cargo": ([cargo(11, 3, 3, specials={ANN: WIND})], ["cargo"]),
        "a wind of a player who is missing": ([{"cargo": {BEA: 3}, "specials": {ANN: WIND}}], ["cargo"]),
        "two winds": ([cargo(12, 12, 3, specials={ANN: WIND, BEA: WIND})], ["specials"]),
        "drunks without a cargo": ([cargo(None, 3, 3, specials={ANN: DRUNKS})], ["specials"]),
        "desperate sailors without a cargo": ([cargo(None, 3, 3, specials={ANN: DESPERATE})], ["specials"]),
        "a special roll that is none": ([cargo(3, 3, 3, specials={ANN: "pirates"})], ["specials"]),
        "shipwreck and desperate sailors": (
            [cargo(3, 3, 3, specials={ANN: DESPERATE}, shipwreck={ANN: "doubled"})],
            ["specials"],
        ),
        "wreck and wind": ([cargo(12, 3, 3, specials={ANN: WIND}, shipwreck={ANN: "doubled"})], ["specials"]),
        "withdrew, with a cargo": ([cargo(3, 3, 3, shipwreck={ANN: "withdrew"})], ["cargo"]),
        "withdrew, with drunks": (
            [cargo(None, 3, 3, shipwreck={ANN: "withdrew"}, specials={ANN: DRUNKS})],
            ["specials"],
        ),
        "a shipwreck that is neither": ([cargo(3, 3, 3, shipwreck={ANN: "sank"})], ["shipwreck"]),
        "back with a cargo": ([OUT, cargo(3, 3, 3)], ["cargo"]),
        "back without a cargo": ([OUT, cargo(3, 3, None)], ["cargo"]),
        "back with a special roll": ([OUT, cargo(3, 3, specials={CAL: DRUNKS})], ["specials"]),
        "back with a shipwreck": ([OUT, cargo(3, 3, shipwreck={CAL: "doubled"})], ["shipwreck"]),
        "a trump": ([cargo(3, 3, 3, trump="none")], ["trump"]),
        "nobody left": ([NOBODY_LEFT, {"cargo": {}}], ["cargo"]),
    },
)
def test_impossible_round_is_refused(hands: list[object], wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, *hands, n=3, options=SPECIAL))) == wrong


@pytest.mark.parametrize(
    "entry", [{"specials": {ANN: DRUNKS}}, {"shipwreck": {ANN: "doubled"}}, {"specials": {}}]
)
def test_special_rolls_are_refused_without_the_house_rule(entry: dict[str, Any]) -> None:
    assert fields(refused(sheet(GAME, {**cargo(3, 3, 3), **entry}, n=3))) == list(entry)


@pytest.mark.parametrize(
    ("option", "value"), [("ante", -1), ("special_rolls", 1), ("wager", 1), ("target", 9)]
)
def test_invalid_house_rule_is_refused(option: str, value: object) -> None:
    assert fields(refused(sheet(GAME, n=3, options={option: value}))) == [option]


# Without an ante


@cases(
    "played, outcome, scores, why",
    {
        "won: one round": (
            cargo(8, 11, None),
            "won",
            (0, 1, 0),
            "won the round with a cargo of 11, the highest",
        ),
        "a tied round counts for nobody": (
            cargo(8, 8, None),
            "shared",
            (0, 0, 0),
            "tied for the highest with a cargo of 8, so nobody wins the round",
        ),
        "nobody has a cargo": (cargo(None, None, None), "none", (0, 0, 0), "no cargo"),
        "a favorable wind wins it": (
            cargo(12, 12, 12, specials={BEA: WIND}),
            "won",
            (0, 1, 0),
            "won the round with a favorable wind and a cargo of 12",
        ),
    },
)
def test_round_without_an_ante(played: object, outcome: str, scores: tuple[int, ...], why: str) -> None:
    scored = answer(GAME, played, n=3, options={"ante": 0, **SPECIAL})
    assert last(scored) == (outcome, scores)
    assert (scored["unit"], scored["carry"], reasons(scored, BEA)) == ("rounds", {}, [why])


@cases(
    "hands, winners",
    {
        "a sole leader wins": ([cargo(8, 3, 3)], [ANN]),
        "nobody wins when two lead": ([cargo(8, 3, 3), cargo(3, 8, 3)], []),
    },
)
def test_game_for_rounds_ended_early(hands: list[object], winners: list[str]) -> None:
    scored = answer(GAME, *hands, n=3, options={"ante": 0}, finished=True)
    assert (scored["winners"], figures(scored["payout"])) == (winners, (0, 0, 0))


def test_stake_can_be_doubled_only_with_an_ante() -> None:
    played = cargo(3, 4, 5, shipwreck={ANN: "doubled"})
    assert fields(refused(sheet(GAME, played, n=3, options={"ante": 0, **SPECIAL}))) == ["shipwreck"]


def test_withdrawn_player_gets_a_reason_in_later_rounds() -> None:
    gone = cargo(8, 3, shipwreck={CAL: "withdrew"})
    scored = answer(GAME, gone, cargo(5, 6), n=3, options={"special_rolls": True})
    assert reasons(scored, CAL) == ["withdrew in an earlier round"]
