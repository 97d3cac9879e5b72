"""Impossible hands, game by game: bids, zero bids and tricks taken; and ties where nobody bid."""

from typing import Any

import pytest

from scorekeeper.rules.engine import play
from scorekeeper.rules.table import Setup, Table
from tests.rules.cast import ANN, BEA, CAL, CAST, DEE
from tests.rules.sheets import answer, cases, each, fields, refused, sheet
from tests.rules.toys import AuctionRules, Pairs

ZERO = {"zero_bids": True}


def coralon(bidder: str, bid: object, *tricks: int, **more: object) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": each(*tricks), **more}


def less(bidder: str, *zero_bidders: str) -> dict[str, Any]:
    return coralon(bidder, "less", 13, 0, 0, 0, zero_bidders=[*zero_bidders])


@cases(
    "options, bid, message",
    {
        "a bid of 1": ({}, 1, "Bid must be at least 2, not 1."),
        "a bid of 1, with zero bids": (ZERO, 1, "Bid must be at least 2, not 1."),
        "a bid of 0 without the house rule": ({}, 0, "Bid must be at least 2, not 0."),
        "a bid below zero": (ZERO, -2, "Bid must be at least 2, not −2."),
        "more than all tricks": ({}, 14, "Bid can be at most 13, not 14."),
        "a less without the house rule": ({}, "less", "Bid must be a whole number."),
        "a word that is no bid": (ZERO, "lesser", "Bid must be a whole number or “less”."),
    },
)
def test_an_impossible_bid_of_coralon_is_refused(options: object, bid: object, message: str) -> None:
    (problem,) = refused(sheet("coralon", coralon(ANN, bid, 4, 3, 3, 3), options=options))
    assert (problem.field, str(problem.message)) == ("bid", message)


@cases("last, total", {"a trick too few": (2, 12), "a trick too many": (4, 14)})
def test_the_tricks_of_coralon_must_add_up(last: int, total: int) -> None:
    (problem,) = refused(sheet("coralon", coralon(ANN, 4, 4, 3, 3, last)))
    assert (problem.field, str(problem.message)) == ("tricks", f"Tricks must add up to 13, not {total}.")


NOT_ASKED = "Leave out “Zero bidders” unless the bid is “less”."


@cases(
    "hand, message",
    {
        "left out": (coralon(DEE, "less", 13, 0, 0, 0), "Tap everyone who had bid zero or less."),
        "nobody": (less(DEE), "Zero bidders: tap at least one player."),
        "null": ({**less(DEE), "zero_bidders": None}, "Zero bidders must be a list of players."),
        "as text": ({**less(DEE), "zero_bidders": BEA}, "Zero bidders must be a list of players."),
        "one twice": (less(DEE, BEA, BEA), "Zero bidders: name Bea only once."),
        "a stranger": (less(DEE, "Zoe"), "Zero bidders: Zoe isn’t playing in this game."),
        "the bidder": (less(DEE, BEA, DEE), "Only players who bid before Dee count, not Dee."),
        "who bid later": (
            less(CAL, ANN, BEA, DEE),
            "Only players who bid before Cal count, not Ann and Dee.",
        ),
        "beside a bid of zero": ({**less(DEE, BEA), "bid": 0}, NOT_ASKED),
        "beside an ordinary bid": ({**less(DEE, BEA), "bid": 4}, NOT_ASKED),
    },
)
def test_impossible_zero_bidders_are_refused(hand: object, message: str) -> None:
    (problem,) = refused(sheet("coralon", hand, options=ZERO))
    assert (problem.field, str(problem.message)) == ("zero_bidders", message)


def test_zero_bidders_are_refused_without_the_house_rule() -> None:
    (problem,) = refused(sheet("coralon", {**less(DEE, BEA), "bid": 4}))
    assert (problem.field, str(problem.message)) == (
        "zero_bidders",
        "Leave out “Zero bidders”: these house rules don’t use it.",
    )


def test_the_first_bidder_cannot_bid_less() -> None:
    for other in (ANN, CAL, DEE):
        assert fields(refused(sheet("coralon", less(BEA, other), options=ZERO))) == ["zero_bidders"]


def test_the_order_of_the_bidding_follows_the_hand_s_own_dealer() -> None:
    hand = {**less(DEE, BEA), "dealer": CAL}
    (problem,) = refused(sheet("coralon", hand, options=ZERO))
    assert problem.field == "zero_bidders"
    assert answer("coralon", {**hand, "dealer": ANN}, options=ZERO, dealer=CAL)


def test_the_bid_is_checked_even_if_the_tricks_are_wrong() -> None:
    hand = coralon(CAL, "less", 1, 0, 0, 0, zero_bidders=[DEE])
    assert set(fields(refused(sheet("coralon", hand, options=ZERO)))) == {"zero_bidders", "tricks"}


@pytest.mark.parametrize(("n", "most"), [(3, 18), (4, 13), (5, 11), (6, 9)])
def test_the_highest_bid_of_coralon(n: int, most: int) -> None:
    tricks = (most, *(0,) * (n - 1))
    assert answer("coralon", coralon(ANN, most, *tricks), n=n)
    assert fields(refused(sheet("coralon", coralon(ANN, most + 1, *tricks), n=n))) == ["bid"]


@cases(
    "options, bid, tricks, field, fragment",
    {
        "a bid of 1": ({}, 1, 7, "bid", "at least 2"),
        "a bid of 14": ({}, 14, 13, "bid", "at most 13"),
        "a bid of 0 without the house rule": ({}, 0, 0, "bid", "at least 2"),
        "a double zero without the house rule": ({}, "double zero", 0, "bid", "whole number"),
        "a less": (ZERO, "less", 0, "bid", "“double zero”"),
        "more tricks than there are": ({}, 7, 14, "tricks", "at most 13"),
        "tricks below zero": ({}, 7, -1, "tricks", "at least 0"),
        "tricks by player": ({}, 7, each(4, 3, 3, 3), "tricks", "whole number"),
        "tricks of null": ({}, 7, None, "tricks", "whole number"),
    },
)
def test_an_impossible_hand_of_coralon_partners_is_refused(
    options: object, bid: object, tricks: object, field: str, fragment: str
) -> None:
    hand = {"bidder": DEE, "bid": bid, "tricks": tricks}
    (problem,) = refused(sheet("coralon-partners", hand, options=options))
    assert problem.field == field
    assert fragment in str(problem.message)


@cases(
    "dealer, allowed",
    {
        "Ann deals: Dee and Ann bid last": (ANN, {DEE, ANN}),
        "Bea deals: Ann and Bea bid last": (BEA, {ANN, BEA}),
        "Cal deals: Bea and Cal bid last": (CAL, {BEA, CAL}),
        "Dee deals: Cal and Dee bid last": (DEE, {CAL, DEE}),
    },
)
def test_only_the_last_two_to_bid_can_bid_double_zero(dealer: str, allowed: set[str]) -> None:
    for bidder in CAST[:4]:
        document = {"bidder": bidder, "bid": "double zero", "tricks": 0}
        if bidder in allowed:
            assert answer("coralon-partners", document, options=ZERO, dealer=dealer)
        else:
            (problem,) = refused(sheet("coralon-partners", document, options=ZERO, dealer=dealer))
            assert problem.field == "bid"
            assert all(name in str(problem.message) for name in allowed)


@cases(
    "options, bid, tricks, thieves, field, fragment",
    {
        "a bid of 2": ({}, 2, (13,), (), "bid", "at least 3"),
        "a bid of 0": ({}, 0, (13,), (), "bid", "at least 3"),
        "a bid beyond tricks and thieves": ({}, 25, (13,), (), "bid", "at most 24"),
        "a bid for tricks beyond the tricks": ({"bid_tricks_only": True}, 14, (13,), (), "bid", "at most 13"),
        "a trick too few": ({}, 5, (12,), (), "tricks", "Tricks must add up to 13, not 12."),
        "a trick too many": ({}, 5, (13, 1), (), "tricks", "Tricks must add up to 13, not 14."),
        "no tricks at all": ({}, 5, (), (), "tricks", "Tricks must add up to 13, not 0."),
        "a thief too many": ({}, 5, (13,), (6, 6), "thieves", "Thieves can add up to at most 11, not 12"),
        "one with too many": ({}, 5, (13,), (12,), "thieves", "Ann’s thieves can be at most 11, not 12"),
        "thieves below zero": ({}, 5, (13,), (-1, 1), "thieves", "Ann’s thieves must be at least 0, not −1"),
    },
)
def test_an_impossible_hand_of_thief_is_refused(
    options: object, bid: object, tricks: tuple[int, ...], thieves: tuple[int, ...], field: str, fragment: str
) -> None:
    hand = {"bidder": ANN, "bid": bid, "tricks": each(*tricks), "thieves": each(*thieves)}
    (problem,) = refused(sheet("thief", hand, options=options))
    assert problem.field == field
    assert fragment in str(problem.message)


@pytest.mark.parametrize(("n", "tricks", "thieves"), [(3, 12, 11), (4, 13, 11), (5, 11, 11), (6, 9, 9)])
def test_the_limits_of_thief_depend_on_the_number_of_players(n: int, tricks: int, thieves: int) -> None:
    def wrong(bid: int, taken: int, kept: int) -> list[str]:
        hand = {"bidder": ANN, "bid": bid, "tricks": {ANN: taken}, "thieves": {ANN: kept}}
        return fields(refused(sheet("thief", hand, n=n)))

    assert wrong(tricks + thieves + 1, tricks, thieves) == ["bid"]
    assert wrong(3, tricks + 1, 0) == ["tricks"]
    assert wrong(3, tricks, thieves + 1) == ["thieves"]


def test_a_hand_of_thief_without_tricks_is_refused() -> None:
    assert fields(refused(sheet("thief", {"bidder": ANN, "bid": 3}))) == ["tricks"]


def sides(bidders: int, others: int) -> dict[str, int]:
    return {"bidders": bidders, "others": others}


@cases(
    "options, changed, field, fragment",
    {
        "a bid of 2": ({}, {"bid": 2}, "bid", "at least 3"),
        "a bid of 1 where 2 is allowed": ({"min_bid": 2}, {"bid": 1}, "bid", "at least 2"),
        "a bid beyond the tricks": ({}, {"bid": 14}, "bid", "at most 13"),
        "more tricks than there are": ({}, {"tricks": 14}, "tricks", "at most 13"),
        "twelve thieves": ({}, {"thieves": sides(6, 6)}, "thieves", "add up to at most 11, not 12"),
        "twelve thieves on one side": ({}, {"thieves": sides(12, 0)}, "thieves", "at most 11"),
        "thieves of one side only": ({}, {"thieves": {"bidders": 2}}, "thieves", "Enter the others’ thieves"),
        "thieves by player": ({}, {"thieves": {ANN: 1, BEA: 1}}, "thieves", "Enter the bidders’ thieves"),
        "thieves as a number": ({}, {"thieves": 3}, "thieves", "bidders and others"),
        "a word for a bid": ({}, {"bid": "three"}, "bid", "whole number"),
    },
)
def test_an_impossible_hand_of_thieves_is_refused(
    options: object, changed: dict[str, object], field: str, fragment: str
) -> None:
    hand = {"bidder": ANN, "bid": 8, "tricks": 8, "thieves": sides(0, 0), **changed}
    problems = refused(sheet("thieves", hand, options=options))
    assert set(fields(problems)) == {field}
    assert any(fragment in str(problem.message) for problem in problems)


def test_partners_must_enter_their_thieves() -> None:
    (problem,) = refused(sheet("thieves", {"bidder": ANN, "bid": 8, "tricks": 8}))
    assert (problem.field, str(problem.message)) == ("thieves", "Enter the thieves.")


def test_partners_share_a_tie_where_nobody_bid() -> None:
    setup = Setup(Pairs(), Table.by_name(tuple(CAST[:4]), AuctionRules(target=10, wager=0)), 0)
    ending = play(setup, [{"points": each(10, 10, 10, 10)}]).ending
    assert ending is not None
    assert ending.winners == (0, 1, 2, 3)
    assert str(ending.why) == "Ann, Bea, Cal and Dee share the win with 10 each"
