"""Lansquenet: rounds against the bank, and the sale of the bank."""

from typing import Any

from tests.rules.cast import ANN, BEA, CAL
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet

GAME = "lansquenet"


def hand(result: str, collected: dict[str, Any], standing: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"collected": collected, "standing": standing, "result": result, **more}


def sale(buyer: str, price: object, **more: object) -> dict[str, Any]:
    return {"sold_to": buyer, "price": price, **more}


LOST, STAKES = {BEA: 2}, {BEA: 1, CAL: 3}


@cases(
    "played, scores",
    {
        "the bank takes the standing stakes": (hand("bank", LOST, STAKES), (6, -3, -3)),
        "stakes go back, what was collected stays": (hand("returned", LOST, STAKES), (2, -2, 0)),
        "the bank pays the standing stakes": (hand("players", LOST, STAKES), (-2, -1, 3)),
        "nothing was staked": (hand("bank", {}, {}), (0, 0, 0)),
        "tables of zeros may be left out": ({"result": "players"}, (0, 0, 0)),
        "a zero for the bank is no stake": (hand("bank", {ANN: 0}, {ANN: 0, CAL: 1}), (1, 0, -1)),
        "another bank": (hand("bank", {}, {ANN: 4}, dealer=CAL), (-4, 0, 4)),
    },
)
def test_round_moves_stakes(played: dict[str, Any], scores: tuple[int, ...]) -> None:
    assert last(answer(GAME, played, n=3)) == (played["result"], scores)


@cases(
    "result, player, why",
    {
        "collected": (
            "bank",
            BEA,
            ["lost a stake of 2 coins during the round", "lost a stake of 1 coin at the end"],
        ),
        "the bank": (
            "players",
            ANN,
            ["collected the stakes of Bea during the round", "matched the stakes of Bea and Cal at the end"],
        ),
        "returned": ("returned", CAL, ["both hand cards were matched, so the stake was returned"]),
    },
)
def test_reasons(result: str, player: str, why: list[str]) -> None:
    assert reasons(answer(GAME, hand(result, LOST, STAKES), n=3), player) == why


def test_bank_stays_until_it_is_sold() -> None:
    scored = answer(
        GAME,
        hand("bank", {}, {BEA: 1}),
        hand("bank", {}, {BEA: 1}),
        sale(CAL, 5, trump="none", note="at last"),
        hand("players", {}, {ANN: 2}),
        n=3,
    )
    assert [hand["dealer"] for hand in scored["hands"]] == [ANN, ANN, ANN, CAL]
    assert [hand["outcome"] for hand in scored["hands"]] == ["bank", "bank", "sold", "players"]
    assert figures(scored["hands"][2]["scores"]) == (5, 0, -5)
    assert (figures(scored["totals"]), scored["next_dealer"], scored["carry"]) == ((9, -2, -7), CAL, {})


def test_dealer_of_a_round_corrects_the_bank_from_there_on() -> None:
    scored = answer(GAME, hand("bank", {}, {ANN: 1}, dealer=BEA), hand("bank", {}, {ANN: 1}), n=3)
    assert (figures(scored["totals"]), scored["next_dealer"]) == ((-2, 2, 0), BEA)


def test_corrected_bank_can_be_sold() -> None:
    assert last(answer(GAME, sale(ANN, 3, dealer=BEA), n=3)) == ("sold", (-3, 3, 0))


@cases(
    "played, wrong",
    {
        "the bank collected from itself": (hand("bank", {ANN: 1}, {}), ["collected"]),
        "a stake of the bank": (hand("bank", {}, {ANN: 1}), ["standing"]),
        "both": (hand("bank", {ANN: 1}, {ANN: 1}), ["collected", "standing"]),
        "a stake of the corrected bank": (hand("bank", {}, {BEA: 1}, dealer=BEA), ["standing"]),
        "a stake below zero": (hand("bank", {BEA: -1}, {}), ["collected"]),
        "half a coin": (hand("bank", {}, {BEA: 1.5}), ["standing"]),
        "no result": ({"collected": {}, "standing": {}}, ["result"]),
        "another result": (hand("nobody", {}, {}), ["result"]),
        "a sale to the bank": (sale(ANN, 3), ["sold_to"]),
        "a sale to the corrected bank": (sale(CAL, 3, dealer=CAL), ["sold_to"]),
        "a sale for nothing": (sale(BEA, 0), ["price"]),
        "a sale without a price": ({"sold_to": BEA}, ["price"]),
        "a price without a sale": (hand("bank", {}, {}, price=3), ["price"]),
        "a sale beside a round": ({**sale(BEA, 3), "result": "bank"}, ["result"]),
        "a sale to nobody": (sale(None, 3), ["sold_to"]),  # type: ignore[arg-type]
        "a suit of the other deck": (sale(BEA, 3, trump="cups"), ["trump"]),
    },
)
def test_impossible_round_or_sale_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, played, n=3))) == wrong


@cases(
    "hands, winners",
    {
        "most coins": ([hand("bank", {}, STAKES)], [ANN]),
        "two with the same": ([hand("players", {}, {BEA: 1, CAL: 1})], [BEA, CAL]),
        "nobody, all being equal": ([hand("returned", {}, STAKES)], []),
    },
)
def test_finished_game_has_its_winners(hands: list[object], winners: list[str]) -> None:
    scored = answer(GAME, *hands, n=3, finished=True)
    assert (scored["winners"], scored["payout"]) == (winners, scored["totals"])


def test_house_rules_are_refused() -> None:
    assert fields(refused(sheet(GAME, n=3, options={"ante": 1}))) == ["ante"]
