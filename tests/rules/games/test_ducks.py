"""Ducks and Geese, and Dog, in partnerships: Ann and Cal play Bea and Dee."""

from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import play
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, fields, last, reasons, refused, sheet, table_of

ZERO = {"zero_bids": True}
BLIND = {"blind_bids": True}
BOTH = {**ZERO, **BLIND}
FORFEIT = {"forfeit": True}


def sides(bidders: int, others: int) -> dict[str, int]:
    return {"bidders": bidders, "others": others}


def hand(
    bidder: str, bid: int | str, tricks: int, ducks: tuple[int, int], geese: tuple[int, int], **more: object
) -> dict[str, Any]:
    cards = {"ducks": sides(*ducks), "geese": sides(*geese)}
    return {"bidder": bidder, "bid": bid, "tricks": tricks, **cards, **more}


def dog(bidder: str, bid: int | str, tricks: int, tars: tuple[int, int], **more: object) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": tricks, "tars": sides(*tars), **more}


@cases(
    "played, outcome, scores",
    {
        "made exactly: the bid; the others theirs": (hand(ANN, 6, 4, (1, 2), (1, 1)), "made", (6, 3, 6, 3)),
        "made with more: the bid and no more": (hand(ANN, 5, 4, (2, 1), (1, 1)), "made", (5, 2, 5, 2)),
        "the others score nothing for their tricks": (hand(BEA, 3, 3, (0, 0), (0, 0)), "made", (0, 3, 0, 3)),
        "missed by one: a bump of the bid": (hand(DEE, 6, 3, (1, 2), (1, 1)), "missed", (9, 0, 9, 0)),
        "missed without a trick": (hand(CAL, 3, 0, (0, 5), (0, 5)), "missed", (0, 13, 0, 13)),
        "the lowest bid": (hand(ANN, 3, 2, (0, 0), (1, 0)), "made", (3, 0, 3, 0)),
        "the highest bid: all there is": (hand(ANN, 17, 7, (5, 0), (5, 0)), "made", (17, 0, 17, 0)),
        "the highest bid missed": (hand(ANN, 17, 7, (5, 0), (4, 0)), "missed", (0, 17, 0, 17)),
        "a trick full of ducks and geese": (hand(ANN, 5, 1, (4, 1), (0, 5)), "made", (5, 6, 5, 6)),
        "the dealer forfeits": (FORFEIT, "forfeit", (0, 3, 0, 3)),
        "another dealer forfeits": ({**FORFEIT, "dealer": BEA}, "forfeit", (3, 0, 3, 0)),
        "a forfeit, a note and a trump": ({**FORFEIT, "note": "!", "trump": "cups"}, "forfeit", (0, 3, 0, 3)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("ducks-and-geese", played)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "zero made: five": (hand(BEA, 0, 0, (0, 5), (0, 5)), "zero_made", (0, 5, 0, 5)),
        "zero missed: others twice theirs": (hand(BEA, 0, 1, (1, 2), (0, 3)), "zero_missed", (10, 0, 10, 0)),
        "zero missed by an empty trick": (hand(BEA, 0, 1, (0, 1), (0, 0)), "zero_missed", (2, 0, 2, 0)),
        "zero missed, nothing for others": (hand(BEA, 0, 7, (5, 0), (5, 0)), "zero_missed", (0, 0, 0, 0)),
        "double zero made: 12": (hand(CAL, "double zero", 0, (0, 0), (0, 3)), "zero_made", (12, 0, 12, 0)),
        "double zero missed": (hand(CAL, "double zero", 2, (1, 2), (1, 0)), "zero_missed", (0, 4, 0, 4)),
        "double zero, by anybody": (hand(BEA, "double zero", 0, (0, 0), (0, 0)), "zero_made", (0, 12) * 2),
        "a trick of three without a partner": (hand(ANN, 0, 1, (3, 0), (0, 0)), "zero_missed", (0, 0, 0, 0)),
        "four at a double zero": (hand(ANN, "double zero", 1, (3, 0), (1, 0)), "zero_missed", (0, 0, 0, 0)),
        "an ordinary bid is played as ever": (hand(ANN, 5, 4, (2, 1), (1, 1)), "made", (5, 2, 5, 2)),
    },
)
def test_zero_and_double_zero_score(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("ducks-and-geese", played, options=ZERO)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "made: the others score 0": (hand(ANN, 5, 4, (2, 1), (1, 1), blind=True), "blind_made", (5, 0, 5, 0)),
        "blind missed: as missed": (hand(ANN, 5, 2, (1, 1), (1, 1), blind=True), "missed", (0, 7, 0, 7)),
        "not blind": (hand(ANN, 5, 4, (2, 1), (1, 1), blind=False), "made", (5, 2, 5, 2)),
        "a blind zero is a zero": (hand(ANN, 0, 0, (0, 1), (0, 1), blind=True), "zero_made", (5, 0, 5, 0)),
        "a blind zero missed": (hand(ANN, 0, 1, (0, 1), (0, 1), blind=True), "zero_missed", (0, 4, 0, 4)),
        "double zero": (hand(ANN, "double zero", 0, (0, 1), (0, 1), blind=True), "zero_made", (12, 0, 12, 0)),
    },
)
def test_blind_bids_score(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("ducks-and-geese", played, options=BOTH)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "made: the bid; the others their tars": (dog(ANN, 4, 4, (2, 3)), "made", (4, 3, 4, 3)),
        "missed: a bump": (dog(ANN, 4, 2, (1, 3)), "missed", (0, 7, 0, 7)),
        "the lowest bid": (dog(BEA, 2, 2, (0, 0)), "made", (0, 2, 0, 2)),
        "the highest bid": (dog(BEA, 12, 7, (5, 0)), "made", (0, 12, 0, 12)),
        "blind made": (dog(ANN, 4, 4, (2, 3), blind=True), "blind_made", (4, 0, 4, 0)),
        "zero made": (dog(ANN, 0, 0, (0, 5)), "zero_made", (5, 0, 5, 0)),
        "zero missed: twice the tars": (dog(ANN, 0, 1, (1, 4)), "zero_missed", (0, 8, 0, 8)),
        "double zero made": (dog(ANN, "double zero", 0, (0, 5)), "zero_made", (12, 0, 12, 0)),
        "forfeit": (FORFEIT, "forfeit", (0, 3, 0, 3)),
    },
)
def test_dog_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("dog", played, options=BOTH)) == (outcome, scores)


@cases(
    "played, player, why",
    {
        "made with just enough": (
            hand(ANN, 6, 4, (1, 2), (1, 1)),
            CAL,
            ["made the bid of 6 with 4 tricks, 1 duck and 1 goose"],
        ),
        "made with more": (
            hand(ANN, 5, 5, (0, 0), (2, 0)),
            ANN,
            ["made the bid of 5 with 5 tricks and 2 geese; only the bid counts"],
        ),
        "made, for the others": (hand(ANN, 5, 5, (0, 2), (0, 1)), DEE, ["took 2 ducks and 1 goose"]),
        "made, for others with nothing": (hand(ANN, 5, 5, (0, 0), (0, 0)), BEA, ["took no ducks or geese"]),
        "missed": (hand(ANN, 6, 3, (1, 2), (0, 0)), ANN, ["missed the bid of 6 by 2"]),
        "missed: the bump has a line of its own": (
            hand(ANN, 6, 3, (1, 2), (0, 0)),
            BEA,
            ["took 2 ducks", "bump for the missed bid of 6"],
        ),
        "blind, Bea": (hand(ANN, 5, 5, (0, 2), (0, 1), blind=True), BEA, ["Ann made a blind bid"]),
        "zero made": (hand(ANN, 0, 0, (0, 2), (0, 1)), CAL, ["bid zero and took no tricks"]),
        "zero made, others": (hand(ANN, 0, 0, (0, 2), (0, 1)), BEA, ["Ann bid zero and made it"]),
        "zero missed": (hand(ANN, 0, 1, (0, 2), (0, 1)), ANN, ["bid zero but took 1 trick"]),
        "missed, for Bea": (
            hand(ANN, 0, 1, (0, 2), (0, 1)),
            BEA,
            ["took 2 ducks and 1 goose, 2 for each"],
        ),
        "zero missed, nothing for others": (hand(ANN, 0, 1, (0, 0), (0, 0)), BEA, ["took no ducks or geese"]),
        "double": (hand(ANN, "double zero", 0, (0, 2), (0, 1)), CAL, ["bid double zero and took no tricks"]),
        "forfeit": (FORFEIT, CAL, ["Ann forfeited the hand"]),
        "forfeit, for the others": (FORFEIT, DEE, ["Ann forfeited the hand"]),
    },
)
def test_the_reasons_are_given(played: object, player: str, why: list[str]) -> None:
    assert reasons(answer("ducks-and-geese", played, options=BOTH), player) == why


def test_the_reasons_in_dog_are_given() -> None:
    assert reasons(answer("dog", dog(ANN, 4, 4, (1, 0))), BEA) == ["took no tars"]
    assert reasons(answer("dog", dog(ANN, 4, 4, (0, 1))), BEA) == ["took 1 tar"]


@pytest.mark.parametrize("game", ["ducks-and-geese", "dog"])
@pytest.mark.parametrize("options", [{"target": 30}, {}])
def test_the_default_target_is_30(game: str, options: dict[str, int]) -> None:
    assert answer(game, *[FORFEIT] * 3, options=options)["target"] == 30
    scored = answer(game, *[{**FORFEIT, "dealer": BEA}] * 10, options=options)
    assert (scored["finished"], scored["winners"]) == (True, [ANN, CAL])
    assert not answer(game, *[{**FORFEIT, "dealer": BEA}] * 9, options=options)["finished"]


@cases("bidder, winners", {"bid by Ann": (ANN, [ANN, CAL]), "bid by Dee": (DEE, [BEA, DEE])})
def test_a_tie_at_the_target_goes_to_the_side_that_bid(bidder: str, winners: list[str]) -> None:
    scored = answer("ducks-and-geese", hand(bidder, 4, 5, (0, 2), (0, 2)), options={"target": 4})
    assert set(scored["totals"].values()) == {4}
    assert scored["winners"] == winners


def test_the_higher_total_wins_even_if_the_other_side_bid() -> None:
    scored = answer("ducks-and-geese", hand(ANN, 4, 5, (0, 2), (0, 3)), options={"target": 4})
    assert scored["winners"] == [BEA, DEE]


def test_a_game_ended_early() -> None:
    assert answer("ducks-and-geese", FORFEIT, finished=True)["winners"] == [BEA, DEE]
    assert answer("ducks-and-geese", FORFEIT, {**FORFEIT}, finished=True)["winners"] == []


def test_the_deal_passes_after_a_forfeit() -> None:
    assert [h["dealer"] for h in answer("dog", FORFEIT, FORFEIT)["hands"]] == [ANN, BEA]


GEESE = "ducks-and-geese"


@cases(
    "game, options, played, wrong",
    {
        "a bid of 2": (GEESE, {}, hand(ANN, 2, 4, (0, 0), (0, 0)), ["bid"]),
        "a bid of 18": (GEESE, {}, hand(ANN, 18, 7, (5, 0), (5, 0)), ["bid"]),
        "a zero without the house rule": (GEESE, {}, hand(ANN, 0, 0, (0, 0), (0, 0)), ["bid"]),
        "double zero without the rule": (GEESE, BLIND, hand(ANN, "double zero", 0, (0, 0), (0, 0)), ["bid"]),
        "a less": (GEESE, ZERO, hand(ANN, "less", 0, (0, 0), (0, 0)), ["bid"]),
        "blind without the house rule": (GEESE, ZERO, hand(ANN, 5, 4, (0, 0), (0, 0), blind=True), ["blind"]),
        "eight tricks": (GEESE, {}, hand(ANN, 5, 8, (0, 0), (0, 0)), ["tricks"]),
        "six ducks": (GEESE, {}, hand(ANN, 5, 4, (3, 3), (0, 0)), ["ducks"]),
        "six geese": (GEESE, {}, hand(ANN, 5, 4, (0, 0), (3, 3)), ["geese"]),
        "ducks without a trick": (GEESE, {}, hand(ANN, 5, 0, (1, 0), (0, 5)), ["ducks"]),
        "geese without a trick": (GEESE, {}, hand(ANN, 5, 0, (0, 5), (1, 0)), ["geese"]),
        "the others’ geese without a trick": (GEESE, {}, hand(ANN, 5, 7, (1, 0), (1, 1)), ["geese"]),
        "more than the cards in a trick": (GEESE, {}, hand(ANN, 5, 1, (3, 0), (2, 0)), ["ducks", "geese"]),
        "more than the cards of the others": (GEESE, {}, hand(ANN, 5, 6, (0, 4), (0, 1)), ["ducks", "geese"]),
        "four in a trick of three cards": (GEESE, ZERO, hand(ANN, 0, 1, (3, 0), (1, 0)), ["ducks", "geese"]),
        "five to a double zero trick": (GEESE, ZERO, hand(ANN, "double zero", 1, (5, 0), (0, 0)), ["ducks"]),
        "one side only": (GEESE, {}, {**hand(ANN, 5, 4, (0, 0), (0, 0)), "ducks": {"bidders": 1}}, ["ducks"]),
        "no geese": (GEESE, {}, {"bidder": ANN, "bid": 5, "tricks": 4, "ducks": sides(0, 0)}, ["geese"]),
        "tars": (GEESE, {}, {**hand(ANN, 5, 4, (0, 0), (0, 0)), "tars": sides(0, 0)}, ["tars"]),
        "a forfeit that is none": (GEESE, {}, {"forfeit": False}, ["forfeit"]),
        "a forfeit and a bid": (GEESE, {}, {"forfeit": True, "bid": 3}, ["bid"]),
        "a hand that everyone passed": (GEESE, {}, {"passed": True}, None),
        "dog: a bid of 1": ("dog", {}, dog(ANN, 1, 4, (0, 0)), ["bid"]),
        "dog: a bid of 13": ("dog", {}, dog(ANN, 13, 7, (5, 0)), ["bid"]),
        "dog: six tars": ("dog", {}, dog(ANN, 5, 4, (3, 3)), ["tars"]),
        "dog: tars without a trick": ("dog", {}, dog(ANN, 5, 0, (1, 0)), ["tars"]),
        "dog: ducks": ("dog", {}, {**dog(ANN, 5, 4, (0, 0)), "ducks": sides(0, 0)}, ["ducks"]),
    },
)
def test_an_impossible_hand_is_refused(
    game: str, options: object, played: object, wrong: list[str] | None
) -> None:
    found = fields(refused(sheet(game, played, options=options)))
    assert found == wrong if wrong else "passed" in found


def test_the_refusal_names_the_cards_that_do_not_fit() -> None:
    (problem,) = refused(sheet(GEESE, hand(ANN, 5, 0, (1, 0), (0, 5))))
    assert str(problem.message) == "With no tricks, the bidders can’t have 1 duck."
    ducks, geese = refused(sheet(GEESE, hand(ANN, 5, 1, (3, 0), (2, 0))))
    why = "The bidders took 1 trick with 4 cards in all, too few for 3 ducks and 2 geese."
    assert (str(ducks.message), str(geese.message)) == (why, why)


def test_the_bid_in_words() -> None:
    setup = table_of(CATALOGUE[GEESE], **BOTH)

    def called(**more: object) -> str:
        played = play(setup, [{**hand(ANN, 5, 4, (0, 0), (0, 0)), **more}]).hands[0]
        return str(played.hand.describe_bid(setup.table))

    assert called() == "Ann bid 5"
    assert called(blind=True) == "Ann bid 5 blind"
    assert called(bid="double zero") == "Ann bid double zero"


@pytest.mark.parametrize("option", ["cap_at_bid", "min_bid", "stake"])
def test_house_rules_of_other_games_are_refused(option: str) -> None:
    assert fields(refused(sheet(GEESE, options={option: True}))) == [option]
