"""Players who join a running game, or leave it."""

from typing import Any

from tests.rules.cast import ANN, BEA, CAL, DEE, EVE
from tests.rules.sheets import answer, cases, each, figures, refused, sheet

TALLY, FORTUNE, SHIP, CARAVAN = "tally", "house-of-fortune", "ship-captain-crew", "caravan"

WITH_DEE = {"presence": {DEE: {"from": 2, "total": 10}}}


def points(*scored: int) -> dict[str, Any]:
    return {"points": each(*scored)}


def cargo(*values: int) -> dict[str, Any]:
    return {"cargo": each(*values)}


def test_a_latecomer_starts_with_the_figure_that_the_table_chose() -> None:
    first, second = answer(TALLY, points(5, 3, 0), points(1, 1, 1, 7), options=WITH_DEE)["hands"]
    assert (figures(first["totals"]), figures(second["totals"])) == ((5, 3, 0, 0), (6, 4, 1, 17))
    assert figures(answer(TALLY, points(5, 3, 0), options=WITH_DEE)["totals"]) == (5, 3, 0, 10)


@cases(
    "game, hand, presence, message",
    {
        "not there yet": (TALLY, points(1, 1, 1, 1), {DEE: {"from": 2}}, "Dee hadn’t joined yet."),
        "left": (TALLY, points(1), {ANN: {"to": 0}}, "Ann had left the game."),
        "as the dealer": (
            TALLY, {**points(), "dealer": DEE}, {DEE: {"from": 2}}, "Dealer: Dee hadn’t joined yet."
        ),
        "as the roller": (
            FORTUNE, {"roll": 5, "player": BEA}, {BEA: {"to": 0}}, "Rolled by: Bea had left the game."
        ),
        "with a cargo": (SHIP, cargo(9, 8, 7, 6), {DEE: {"from": 2}}, "Cargo: Dee hadn’t joined yet."),
    },
)  # fmt: skip
def test_a_hand_names_only_those_who_play_it(game: str, hand: object, presence: object, message: str) -> None:
    assert [
        str(problem.message) for problem in refused(sheet(game, hand, options={"presence": presence}))
    ] == [message]


@cases(
    "game, presence, options, message",
    {
        "too few are left": (TALLY, {ANN: {"to": 2}, BEA: {"to": 2}, CAL: {"from": 5}}, {},
            "Your own game needs at least two players; round 3 would have one player."),
        "neither first nor last hand": (TALLY, {ANN: {"total": 5}}, {},
            "Presence: give the first hand Ann plays (“from”), or the last (“to”)."),
        "left before joining": (TALLY, {ANN: {"from": 5, "to": 3}}, {},
            "Presence: Ann can’t leave before joining."),
        "points given in a game for coins": (SHIP, {ANN: {"from": 2, "total": 3}}, {},
            "Ann starts with 0: only points can be given to someone who joins."),
        "a total that wins": (CARAVAN, {ANN: {"from": 2, "total": 77}}, {},
            "Ann must start below the target of 77."),
        "teams": (TALLY, {ANN: {"from": 2}}, {"teams": 2}, "Nobody can join or leave a game in teams."),
        "partners": ("whist", {ANN: {"from": 2}}, {},
            "Whist always has four players, so nobody can join or leave midway."),
        "tricks for each number of players": ("coralon", {ANN: {"from": 2}}, {},
            "In Coralon, cards and points depend on the number of players, "
            "so nobody can join or leave midway."),
    },
)  # fmt: skip
def test_a_presence_that_is_not_possible_is_refused(
    game: str, presence: object, options: dict[str, Any], message: str
) -> None:
    (problem,) = refused(sheet(game, options={**options, "presence": presence}))
    assert (problem.field, str(problem.message)) == ("presence", message)


def test_the_dealer_is_someone_who_plays() -> None:
    presence = {BEA: {"to": 1}, DEE: {"from": 3}}
    hands = answer(TALLY, *[points()] * 5, options={"presence": presence})["hands"]
    assert [hand["dealer"] for hand in hands] == [ANN, CAL, ANN, CAL, DEE]


def test_who_has_left_does_not_win_points() -> None:
    rules = {"presence": {ANN: {"to": 1}}}
    ended = answer(TALLY, points(9, 3, 1), {"points": {BEA: 1, CAL: 1}}, n=3, finished=True, options=rules)
    assert (ended["winners"], figures(ended["totals"])) == ([BEA], (9, 4, 2))


def test_who_has_not_come_yet_does_not_have_the_lowest_total() -> None:
    rules = {"lowest_wins": True, "presence": {CAL: {"from": 9}}}
    assert answer(TALLY, points(3, 5), n=3, finished=True, options=rules)["winners"] == [ANN]


def test_who_has_left_can_have_the_most_coins() -> None:
    rules = {"presence": {ANN: {"to": 1}}}
    rounds = cargo(9, 3, 2), {"cargo": {BEA: 5, CAL: 6}}
    assert answer(SHIP, *rounds, n=3, finished=True, options=rules)["winners"] == [ANN]


def test_who_has_left_does_not_win_rounds() -> None:
    rules = {"ante": 0, "presence": {ANN: {"to": 2}}}
    rounds = cargo(9, 3, 2), cargo(9, 3, 2), {"cargo": {BEA: 5, CAL: 6}}
    assert answer(SHIP, *rounds, n=3, finished=True, options=rules)["winners"] == [CAL]


def test_everyone_who_joined_puts_in_the_wager_and_leaves_it_in_the_pot() -> None:
    rules = {"wager": 4, "hands": 2, "presence": {ANN: {"to": 1}, CAL: {"from": 2}, DEE: {"from": 7}}}
    ended = answer(TALLY, points(9, 3), {"points": {BEA: 1}}, options=rules)
    assert (ended["winners"], figures(ended["payout"])) == ([BEA], (-4, 8, -4, 0))


def test_who_joins_house_of_fortune_puts_a_coin_on_7() -> None:
    rules = {"presence": {CAL: {"from": 2}}}
    before, after = (answer(FORTUNE, *[{"roll": 9}] * rolls, n=3, options=rules) for rolls in (0, 1))
    assert (figures(before["totals"]), before["carry"]) == ((-1, -1, 0), {"board": {"7": 2}})
    assert (figures(after["totals"]), after["carry"]) == ((-2, -1, -1), {"board": {"7": 3, "9": 1}})


@cases("direction, rollers", {"left": ("left", [ANN, CAL, ANN]), "right": ("right", [ANN, DEE, CAL])})
def test_the_dice_pass_over_who_has_left(direction: str, rollers: list[str]) -> None:
    rules = {"direction": direction, "presence": {BEA: {"to": 1}, DEE: {"from": 1, "to": 2}}}
    hands = answer(FORTUNE, *[{"roll": 5}] * 3, options=rules)["hands"]
    assert [hand["because"][0]["players"] for hand in hands] == [[roller] for roller in rollers]


def test_the_antes_are_those_of_who_is_there() -> None:
    hand = {"commander": ANN, "captain": None, "company": None}
    rules = {"presence": {EVE: {"from": 2}}}
    scored = answer("commander-captain-company", hand, hand, n=5, options=rules)
    assert (scored["carry"], figures(scored["totals"])) == ({"captain": 9, "company": 9}, (3, -6, -6, -6, -3))


def test_coins_on_the_table_go_to_those_who_are_left() -> None:
    rules = {"presence": {ANN: {"to": 1}}}
    ended = answer(FORTUNE, {"roll": 9}, n=3, finished=True, options=rules)
    assert (ended["carry"], figures(ended["payout"])) == ({"board": {"7": 3, "9": 1}}, (-2, 1, 1))


def test_coins_on_the_table_are_not_for_someone_who_has_put_nothing_there() -> None:
    hand = {"commander": ANN, "captain": None, "company": None}
    rules = {"presence": {EVE: {"from": 2}}}
    ended = answer("commander-captain-company", hand, n=5, finished=True, options=rules)
    assert (ended["carry"], figures(ended["payout"])) == ({"captain": 4, "company": 4}, (3, -1, -1, -1, 0))
