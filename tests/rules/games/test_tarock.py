"""Tarock: card points, counted or given, and the pot."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet


def points(*figures: float, **more: object) -> dict[str, Any]:
    return {"points": dict(zip((ANN, BEA, CAL, "Dee", "Eve"), figures, strict=False)), **more}


def cards(**more: object) -> dict[str, Any]:
    """Return a hand in which Ann took 15 points, Bea 16 and Cal 9½."""
    return {
        "cards": {
            ANN: {"bouts": 1, "kings": 1, "knaves": 1, "suited": 6},
            BEA: {"queens": 4},
            CAL: {"knights": 2, "suited": 7},
        },
        **more,
    }


@cases(
    "played, outcome, scores, pot",
    {
        "the most card points take all antes": (points(30.5, 24, 12.5), "won", (2, -1, -1), 0),
        "half a point more is enough": (points(24, 24.5, 12), "won", (-1, 2, -1), 0),
        "a player left out has no points": ({"points": {CAL: 0.5}}, "won", (-1, -1, 2), 0),
        "two share, and the odd coin stays": (points(24, 24, 12), "shared", (0, 0, -1), 1),
        "three share": (points(24, 24, 24), "shared", (0, 0, 0), 0),
        "nobody has a point": (points(0, 0, 0), "none", (-1, -1, -1), 3),
        "nobody is entered": (points(), "none", (-1, -1, -1), 3),
        "everyone forfeited": (points(20, 20, 20, forfeited=[ANN, BEA, CAL]), "none", (-1, -1, -1), 3),
        "a player who forfeited has no points": (points(40, 20, 10, forfeited=[ANN]), "won", (-1, 2, -1), 0),
        "nobody forfeited": (points(40, 20, 10, forfeited=[]), "won", (2, -1, -1), 0),
        "tied with one who forfeited: no tie": (points(20, 20, 10, forfeited=[ANN]), "won", (-1, 2, -1), 0),
        "counted from the cards": (cards(), "won", (-1, 2, -1), 0),
        "counted from the cards, and one forfeited": (cards(forfeited=[BEA]), "won", (2, -1, -1), 0),
        "no cards at all": ({"cards": {}}, "none", (-1, -1, -1), 3),
        "a player without cards": ({"cards": {ANN: {}, BEA: {"suited": 1}}}, "won", (-1, 2, -1), 0),
    },
)
def test_most_card_points_win_the_pot(
    played: object, outcome: str, scores: tuple[int, ...], pot: int
) -> None:
    scored = answer("tarock", played, n=3)
    assert last(scored) == (outcome, scores)
    assert scored["carry"] == ({"pot": pot} if pot else {})


@cases(
    "kind, worth",
    {
        "a bout": ("bouts", "5 card points"),
        "a King": ("kings", "5 card points"),
        "a Queen": ("queens", "4 card points"),
        "a Knight": ("knights", "3 card points"),
        "a Knave": ("knaves", "2 card points"),
        "a suited card": ("suited", "½ card point"),
    },
)
def test_value_of_each_card(kind: str, worth: str) -> None:
    scored = answer("tarock", {"cards": {BEA: {kind: 1}}}, n=3)
    assert reasons(scored, BEA) == ["paid the ante", f"won the pot of 3 with {worth}, the most"]


@cases(
    "player, why",
    {
        "tied": (ANN, ["paid the ante", "shared the pot of 3 with 24½ card points, tied for the most"]),
        "behind": (CAL, ["paid the ante", "forfeited all card points"]),
    },
)
def test_reasons_state_the_card_points(player: str, why: list[str]) -> None:
    scored = answer("tarock", points(24.5, 24.5, 3, forfeited=[CAL]), n=3)
    assert reasons(scored, player) == why


def test_coins_left_in_the_pot_carry_over() -> None:
    hands = [points(24, 24, 12), points(0, 0, 0), points(1, 0, 0)]
    scored = answer("tarock", *hands, n=3, options={"ante": 3})
    assert [hand["carry"] for hand in scored["hands"]] == [{"pot": 1}, {"pot": 10}, {}]
    assert figures(scored["totals"]) == (14, -5, -9)


def test_coins_left_in_the_pot_are_returned_at_the_end() -> None:
    scored = answer("tarock", points(20, 20, 0), points(0, 0, 0), n=3, finished=True)
    assert (figures(scored["totals"]), scored["carry"]) == ((-1, -1, -2), {"pot": 4})
    assert (figures(scored["payout"]), scored["winners"]) == ((0, 0, 0), [ANN, BEA])


# Without an ante

ROUNDS = {"ante": 0}


@cases(
    "played, outcome, scores, why",
    {
        "the most card points win the hand": (
            points(30.5, 24, 12.5),
            "won",
            (1, 0, 0),
            "won the hand with 30½ card points, the most",
        ),
        "a tied hand counts for nobody": (
            points(24, 24, 12),
            "shared",
            (0, 0, 0),
            "tied for the most with 24 card points, so nobody wins the hand",
        ),
        "nobody has a point": (points(0, 0, 0), "none", (0, 0, 0), "no card points"),
        "the winner forfeited": (
            points(30, 24, 12, forfeited=[ANN]),
            "won",
            (0, 1, 0),
            "forfeited all card points",
        ),
    },
)
def test_without_an_ante_hands_are_won(
    played: object, outcome: str, scores: tuple[int, ...], why: str
) -> None:
    scored = answer("tarock", played, n=3, options=ROUNDS)
    assert (scored["unit"], scored["carry"]) == ("rounds", {})
    assert (last(scored), reasons(scored, ANN)) == ((outcome, scores), [why])


@cases(
    "hands, winners",
    {
        "who leads alone": ([points(9, 3, 3), points(9, 9, 3)], [ANN]),
        "nobody with the lead tied": ([points(9, 3, 3), points(3, 9, 3)], []),
        "nobody before a hand": ([], []),
    },
)
def test_winner_without_an_ante(hands: list[object], winners: list[str]) -> None:
    scored = answer("tarock", *hands, n=3, options=ROUNDS, finished=True)
    assert (scored["winners"], figures(scored["payout"])) == (winners, (0, 0, 0))


@pytest.mark.parametrize(("n", "most"), [(3, 79.5), (4, 85.5), (5, 91)])
def test_more_points_than_were_dealt_are_refused(n: int, most: float) -> None:
    assert last(answer("tarock", points(most), n=n))[0] == "won"
    (problem,) = refused(sheet("tarock", points(most, 0.5), n=n))
    assert problem.field == "points"


@pytest.mark.parametrize(("n", "most"), [(3, 79.5), (4, 85.5), (5, 91.5)])
def test_plain_trumps_add_half_a_point_for_five_players(n: int, most: float) -> None:
    options = {"plain_trumps": True}
    assert last(answer("tarock", points(most), n=n, options=options))[0] == "won"
    assert fields(refused(sheet("tarock", points(most, 0.5), n=n, options=options))) == ["points"]


def test_plain_trumps_count_as_suited_cards() -> None:
    played = {"cards": {ANN: {"suited": 30}, BEA: {"suited": 29}}}
    assert fields(refused(sheet("tarock", played, n=5))) == ["cards"]
    assert last(answer("tarock", played, n=5, options={"plain_trumps": True}))[0] == "won"


@cases(
    "played, wrong",
    {
        "neither points nor cards": ({}, ["points"]),
        "points and cards": ({**points(1), **cards()}, ["cards"]),
        "points that are null": ({"points": None}, ["points"]),
        "points by seat": ({"points": [1, 2, 3]}, ["points"]),
        "a third of a point": (points(20.3, 10, 10), ["points"]),
        "points below zero": (points(-1), ["points"]),
        "points as text": ({"points": {ANN: "12"}}, ["points"]),
        "points that are true": ({"points": {ANN: True}}, ["points"]),
        "points beyond all numbers": (points(1e300), ["points"]),
        "a number of four hundred digits": (points(10**400), ["points"]),
        "points of a stranger": ({"points": {"Zoe": 1}}, ["points"]),
        "four bouts": ({"cards": {ANN: {"bouts": 2}, BEA: {"bouts": 2}}}, ["cards"]),
        "five kings": ({"cards": {ANN: {"kings": 5}}}, ["cards"]),
        "five queens": ({"cards": {ANN: {"queens": 2}, BEA: {"queens": 3}}}, ["cards"]),
        "five knights": ({"cards": {ANN: {"knights": 4}, BEA: {"knights": 1}}}, ["cards"]),
        "five knaves": ({"cards": {ANN: {"knaves": 4}, BEA: {"knaves": 1}}}, ["cards"]),
        "more cards than were dealt": ({"cards": {ANN: {"suited": 37}}}, ["cards"]),
        "cards of another kind": ({"cards": {ANN: {"aces": 1}}}, ["cards"]),
        "half a card": ({"cards": {ANN: {"kings": 0.5}}}, ["cards"]),
        "cards below zero": ({"cards": {ANN: {"kings": -1}}}, ["cards"]),
        "cards as a number": ({"cards": {ANN: 7}}, ["cards"]),
        "a stranger who forfeited": (points(1, forfeited=["Zoe"]), ["forfeited"]),
        "who forfeited twice": (points(1, forfeited=[ANN, ANN]), ["forfeited"]),
        "a trump": (points(1, trump="cups"), ["trump"]),
    },
)
def test_impossible_hand_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet("tarock", played, n=3))) == wrong


@pytest.mark.parametrize(("option", "value"), [("ante", -1), ("plain_trumps", "yes"), ("wager", 1)])
def test_invalid_house_rule_is_refused(option: str, value: object) -> None:
    assert fields(refused(sheet("tarock", n=3, options={option: value}))) == [option]


@pytest.mark.parametrize("n", [2, 6])
def test_other_numbers_of_players_are_refused(n: int) -> None:
    assert fields(refused(sheet("tarock", n=n))) == ["players"]
