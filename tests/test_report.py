"""A game printed as a table in the terminal."""

from typing import Any

from scorekeeper.report import report
from scorekeeper.rules.engine import score
from tests.rules.cast import ANN, BEA
from tests.rules.sheets import each, sheet


def printed(game: str, *hands: object, **setup: Any) -> list[str]:
    """Return the lines of the report."""
    return report(score(sheet(game, *hands, **setup))).splitlines()


EXACT = {"bidder": BEA, "bid": 4, "tricks": each(3, 4, 3, 3), "trump": "crowns"}
MISSED = {"bidder": ANN, "bid": 5, "tricks": each(3, 4, 3, 3)}


def test_a_game_reads_as_a_table_with_the_reasons_below_each_hand() -> None:
    assert printed("coralon", EXACT, MISSED) == [
        "Coralon, to 40 points",
        "",
        "Hand   Ann   Bea   Cal   Dee",
        "   1     0    +4     0     0  Ann dealt. Bea bid 4 and made it exactly (crowns)",
        "      Bea +4: took exactly the 4 tricks bid",
        "      Ann, Cal and Dee 0: Bea made the bid exactly",
        "   2     0    +4    +3    +3  Bea dealt. Ann bid 5 and missed",
        "      Ann 0: missed the bid of 5 by 2",
        "      Bea +4: took 4 tricks",
        "      Cal and Dee +3: took 3 tricks",
        " Sum     0     8     3     3",
        "",
        "Cal deals next.",
    ]


def test_the_end_says_who_won_why_and_what_is_paid() -> None:
    *_, won, coins = printed("coralon", EXACT, options={"target": 4, "wager": 2})
    assert won == "Bea wins with 4."
    assert coins == "Coins: Ann −2, Bea +6, Cal −2, Dee −2"


def test_a_game_that_nobody_won_says_so() -> None:
    assert printed("tally", finished=True)[-1] == "Ended before the first round, so it doesn’t count."


def test_the_bank_is_named_in_games_that_have_one() -> None:
    lines = printed("lansquenet", {"result": "returned", "standing": {BEA: 2}}, n=2)
    assert "Ann banked. " in lines[3]
    assert lines[-1] == "Ann banks next."


def test_a_loss_has_a_true_minus() -> None:
    assert (
        printed("tally", {"points": {ANN: -3}}, n=2)[3]
        == "    1    −3     0  Ann dealt. Bea scored the most, 0"
    )


def test_columns_are_as_wide_as_the_names_on_a_terminal() -> None:
    title, _, header, row = printed(
        "tally", {"points": {"さくら": 5}}, players=["さくら", "Bartholomew", "Jose\u0301"]
    )[:4]
    assert title == "Your own game, in points"
    assert header == "Round  さくら  Bartholomew  Jose\u0301"
    assert row.startswith("    1      +5            0     0  ")


def test_a_game_without_a_dealer_says_what_everyone_started_with() -> None:
    assert printed("house-of-fortune", {"roll": 9}) == [
        "House of Fortune, in coins",
        "",
        "Roll   Ann   Bea   Cal   Dee",
        "        −1    −1    −1    −1  before the first roll",
        "   1    −1     0     0     0  Ann rolled 9 and left a coin",
        "      Ann −1: left a coin on 9",
        " Sum    −2    −1    −1    −1",
        "",
        "It’s Bea’s turn.",
        "Coins: Ann −2, Bea −1, Cal −1, Dee −1",
    ]
