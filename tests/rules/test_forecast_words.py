"""The words in which a bid and what each side needs are foretold."""

from dataclasses import replace
from typing import Any

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import Result, extend, play, read_bidding
from scorekeeper.rules.forecast.bids import Forecast, IfMade
from scorekeeper.rules.forecast.needs import say_needs
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import PerSeat
from tests.rules.cast import ANN, BEA
from tests.rules.sheets import cases, sheet, table_of


def foretold(game: str, totals: PerSeat, rules: dict[str, Any], **bid: Any) -> list[str]:
    """Return the outcomes of a bid, each as the pages say it."""
    setup = table_of(CATALOGUE[game], len(totals), **rules)
    state = replace(setup.opening, totals=totals)
    found = Forecast(setup, state).prospects(read_bidding(setup, state, bid, 1))
    return [
        f"{one.when}: {one.who}, {one.others}; {one.scorers}{', and wins' if one.wins else ''}"
        for one in found
    ]


@cases(
    "outcomes, said",
    {
        "for tricks": (
            foretold("coralon", (27, 30, 12, 17), {}, bidder=BEA, bid=5),
            [
                "exactly 5: Bea 35, the others score 0; only Bea",
                "6 or more: Bea 36+, everyone scores their tricks; everyone",
                "4 or fewer: Bea 30, the others score their tricks; all but Bea",
            ],
        ),
        "nearly all tricks": (
            foretold("coralon", (0,) * 4, {}, bidder=ANN, bid=12),
            [
                "exactly 12: Ann 12, the others score 0; only Ann",
                "13: Ann 13, everyone scores their tricks; only Ann",
                "11 or fewer: Ann 0, the others score their tricks; all but Ann",
            ],
        ),
        "all tricks": (
            foretold("coralon", (0,) * 4, {}, bidder=ANN, bid=13),
            [
                "exactly 13: Ann 13, the others score 0; only Ann",
                "12 or fewer: Ann 0, the others score their tricks; all but Ann",
            ],
        ),
        "no tricks": (
            foretold("coralon-partners", (0,) * 4, {"zero_bids": True}, bidder=ANN, bid=0),
            [
                "none: Ann and Cal 10, the others score 0; only Ann and Cal",
                "1 or more: Ann and Cal 0, the others score their tricks; only Bea and Dee",
            ],
        ),
        "partners": (
            foretold("chevalier", (20, 25, 20, 25), {}, bidder=ANN, bid=6),
            [
                "made: Ann and Cal 26+, the others score their points; everyone",
                "missed: Ann and Cal 20, the others score their points and a bump of 6; only Bea and Dee",
            ],
        ),
        "a partner who is still unknown": (
            foretold("bishop", (20, 15, 20, 3), {}, bidder=BEA, bid=10, block="war"),
            [
                "made: Bea 25, any partner scores 10 too, the others score 0; Bea and any partner",
                "missed: Bea 15, each opponent scores 10; the opponents",
            ],
        ),
        "thieves": (
            foretold("thieves", (0,) * 4, {}, bidder=BEA, bid=5)[:1],
            ["exactly 5: Bea and Dee 5+, the others score only thieves; only Bea and Dee, plus thieves"],
        ),
        "coins": (
            foretold("baronet", (0,) * 5, {"stake": 20}, bidder=BEA, bid=6, block="war"),
            [
                "made: Bea 32 or 44, each opponent pays 6; Bea and any partner",
                "missed: Bea −4 or 8, each opponent gets 6; the opponents",
            ],
        ),
        "a tie that the bidder wins": (
            foretold("coralon", (40, 36, 0, 0), {}, bidder=BEA, bid=4)[:1],
            ["exactly 4: Bea 40, the others score 0; only Bea, and wins"],
        ),
        "a target that someone else is ahead of": (
            foretold("coralon", (41, 36, 0, 0), {}, bidder=BEA, bid=4)[:1],
            ["exactly 4: Bea 40, the others score 0; only Bea"],
        ),
        "a lead has no number": (foretold("up-and-down", (0,) * 5, {}, leader=ANN), []),
        "a contract has too many outcomes": (
            foretold("jeu-de-tarock", (0,) * 4, {}, attacker=ANN, contract="garde", target=51),
            [],
        ),
        "stakes are no bid": (
            foretold("hazard", (0,) * 2, {}, bank=ANN, shooter=BEA, main=7, bets=[]),
            [],
        ),
        "alone nobody makes more than every half trick": (
            foretold("up-and-down-points", (0,) * 5, {}, bidder=ANN, bid=12, red=True),
            [],
        ),
    },
)
def test_the_outcomes_of_a_bid(outcomes: list[str], said: list[str]) -> None:
    assert outcomes == said


def test_the_totals_beside_bids_have_the_stake_and_say_who_wins() -> None:
    setup = table_of(CATALOGUE["baronet"], stake=100)
    assert Forecast(setup, setup.opening).totals()[1][5] == IfMade(107, False)
    setup = table_of(CATALOGUE["coralon"], target=6)
    assert Forecast(setup, setup.opening).totals()[1][6] == IfMade(6, True)


def line(game: str, *chosen: object, **options: Any) -> Say:
    setup = table_of(CATALOGUE[game], **options)
    return Forecast(setup, setup.opening).lines()[chosen]


@cases(
    "said, words",
    {
        "Coralon": (line("coralon", 5), "5: +5 if exact, everyone scores if more, 0 if fewer"),
        "every trick": (line("coralon", 13, n=4), "13: +13 if exact, 0 if fewer"),
        "less": (line("coralon", "less", n=4, zero_bids=True), "Less: +13 if made, 0 if missed"),
        "double zero": (
            line("coralon-partners", "double zero", zero_bids=True),
            "Double zero: +25 if made, 0 if missed",
        ),
        "a lead": (line("up-and-down", False), "+3 if made (+8 alone), −6 if missed (−8 alone)"),
        "red": (line("up-and-down", True), "Red: +8 if made, −8 if missed"),
        "red for more than half": (line("up-and-down-points", 12, True), "12 red: can’t be made"),
        "a contract": (
            line("jeu-de-tarock", "garde", n=4),
            "Garde: +150 if just made, −156 if missed by 1, plus extras",
        ),
        "a block of cards": (line("bishop", 6), "6: +6 if made, 0 if missed and +6 for each opponent"),
        "coins": (line("baronet", 6, n=5), "6: +12 if made (+24 alone), −12 if missed (−24 alone)"),
        "blind": (
            line("ducks-and-geese-cutthroat", 5, True, blind_bids=True),
            "5 blind: +5 or more if made, −5 if missed",
        ),
        "a bump": (line("ducks-and-geese", 9), "9: +9 if made, 0 if missed and a bump of 9 for the others"),
        "thieves": (line("thieves", 5), "5: +5 if exact, everyone scores if more, 0 if fewer, plus thieves"),
    },
)
def test_one_line_says_what_a_bid_brings(said: Say, words: str) -> None:
    assert str(said) == words


def test_a_less_after_other_zero_bids_says_what_it_brings() -> None:
    setup = table_of(CATALOGUE["coralon"], 4, zero_bids=True)
    bid = {"bidder": "Dee", "bid": "less", "zero_bidders": [BEA]}
    forecast = Forecast(setup, setup.opening)
    assert str(forecast.line(read_bidding(setup, setup.opening, bid, 1))) == "Less: +13 if made, 0 if missed"


def at(game: str, *totals: int, **setup: Any) -> Result:
    """Return a game with these totals."""
    start = play(set_up(sheet(game, **{"n": len(totals), **setup, "hands": []})), setup.get("hands", []))
    return replace(start, state=replace(start.state, totals=totals))


THIRTY = [{"points": {"Ann": 30}}]
FIVE = [{"bidder": "Ann", "bid": 5, "tricks": {"Ann": 5, "Bea": 4, "Cal": 2, "Dee": 2}}]
THREE = [{"winner": "Ann", "tricks": 9}]


@cases(
    "result, line",
    {
        "the nearest first": (
            at("coralon", 36, 38, 10, 10, hands=FIVE),
            "Bea needs at least 2 to win; Ann needs at least 4 to win.",
        ),
        "no more than two sides": (
            at("coralon", 38, 36, 37, 38, hands=FIVE),
            "Ann needs at least 2 to win; Dee needs at least 2 to win.",
        ),
        "partners": (
            at("whist", 7, 1, 7, 1, hands=THREE, options={"target": 10}),
            "Ann and Cal need at least 3 to win.",
        ),
        "all the same": (at("whist", 8, 8, 8, 8, hands=THREE, options={"target": 10}), ""),
        "before the first hand": (at("whist", 0, 0, 0, 0), ""),
        "more than any hand has brought": (at("coralon", 34, 0, 0, 0, hands=FIVE), ""),
        "no total decides": (at("baronet", 26, 20, 10, -56), ""),
        "points without limit": (
            at("tally", 95, 80, 20, hands=THIRTY, options={"target": 100}),
            "Ann needs at least 5 to win; Bea needs at least 20 to win.",
        ),
        "a target that was reached, and the table plays on": (
            at("tally", 105, 80, 20, hands=THIRTY, options={"target": 100, "played_on": 1}),
            "",
        ),
        "the last round": (
            at("tally", 60, 48, 40, 0, options={"hands": 1}),
            "Last round: Ann leads; Bea needs 12 more than Ann to draw level, Cal 20.",
        ),
        "the last round with two ahead": (
            at("tally", 60, 60, 40, options={"hands": 1}),
            "Last round: Ann and Bea lead; Cal needs 20 more than the leaders to draw level.",
        ),
        "the last round, the lowest total wins": (
            at("tally", 60, 48, options={"hands": 1, "lowest_wins": True}),
            "Last round: Bea leads; Ann needs 12 fewer than Bea to draw level.",
        ),
        "the last round, all level": (at("tally", 7, 7, options={"hands": 1}), ""),
        "someone can end the game, and the lowest total wins": (
            at("tally", 95, 40, hands=THIRTY, options={"target": 100, "lowest_wins": True}),
            "Ann can end the game with 5 or more.",
        ),
    },
)
def test_the_line_says_what_each_side_needs(result: Result, line: str) -> None:
    assert str(say_needs(result)) == line


def test_a_game_that_is_over_needs_nothing() -> None:
    start = at("whist", 8, 0, 8, 0, hands=THREE, options={"target": 10})
    assert not say_needs(extend(start, {"winner": "Ann", "tricks": 8}))
