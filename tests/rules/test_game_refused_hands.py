"""Hands that are refused in any game: the number, the field, and the reason in a player's words."""

from typing import Any

import pytest

from scorekeeper.rules.json_text import parse
from tests.rules.cast import ANN, BEA, CAL
from tests.rules.sheets import answer, cases, each, fields, refused, sheet

GOOD: dict[str, Any] = {"bidder": ANN, "bid": 4, "tricks": each(4, 3, 3, 3)}
OVER = 10**9 + 1


def wrong(**entries: object) -> list[tuple[str, str]]:
    """Return the problems of a hand of Coralon with these entries changed."""
    problems = refused(sheet("coralon", {**GOOD, **entries}))
    assert {problem.hand for problem in problems} == {1}
    return [(problem.field, str(problem.message)) for problem in problems]


def dee(tricks: object, bea: int) -> dict[str, object]:
    """Return tricks of which Dee’s are no whole number."""
    return {"tricks": {**each(4, bea, 3), "Dee": tricks}}


@cases(
    "entries, field, fragment",
    {
        "a bidder who is a stranger": ({"bidder": "Zoe"}, "bidder", "Bidder: Zoe isn’t playing"),
        "a bidder in small letters": ({"bidder": "ann"}, "bidder", "ann isn’t playing"),
        "a bidder by seat": ({"bidder": 1}, "bidder", "by name"),
        "no bidder": ({"bidder": None}, "bidder", "by name"),
        "several bidders": ({"bidder": [ANN, BEA]}, "bidder", "by name"),
        "a dealer who is a stranger": ({"dealer": "Zoe"}, "dealer", "Dealer: Zoe isn’t playing"),
        "a dealer that is null": ({"dealer": None}, "dealer", "by name"),
        "a dealer that is true": ({"dealer": True}, "dealer", "by name"),
        "a suit that isn’t ours": ({"trump": "swords"}, "trump", "anchors, crowns, cups, locks or trees."),
        "a suit of the other deck": ({"trump": "hearts"}, "trump", "anchors"),
        "a suit in capitals": ({"trump": "Crowns"}, "trump", "crowns"),
        "no trump, where the first lead is trump": ({"trump": "none"}, "trump", "always has a trump"),
        "a trump that is null": ({"trump": None}, "trump", "anchors"),
        "a trump that is false": ({"trump": False}, "trump", "anchors"),
        "two trumps": ({"trump": ["cups", "locks"]}, "trump", "anchors"),
        "a note of 281 characters": ({"note": "n" * 281}, "note", "281 characters, with room for 280"),
        "a note that is a number": ({"note": 3}, "note", "must be text"),
        "a note that is null": ({"note": None}, "note", "must be text"),
        "a bid with a point": ({"bid": 4.0}, "bid", "whole number"),
        "a bid and a half": ({"bid": 4.5}, "bid", "whole number"),
        "a bid as text": ({"bid": "4"}, "bid", "whole number"),
        "a bid that is true": ({"bid": True}, "bid", "whole number"),
        "a bid that is null": ({"bid": None}, "bid", "whole number"),
        "a bid that is a list": ({"bid": [4]}, "bid", "whole number"),
        "a bid beyond all numbers": ({"bid": OVER}, "bid", "at most 13"),
        "tricks that are a number": ({"tricks": 4}, "tricks", "Ann, Bea, Cal and Dee"),
        "tricks in seat order": ({"tricks": [4, 3, 3, 3]}, "tricks", "Ann, Bea, Cal and Dee"),
        "tricks that are null": ({"tricks": None}, "tricks", "Ann, Bea, Cal and Dee"),
        "tricks with a point": (dee(3.0, 3), "tricks", "Dee’s tricks must be a whole number"),
        "tricks as text": (dee("3", 3), "tricks", "Dee’s tricks must be a whole number"),
        "tricks that are true": (dee(True, 5), "tricks", "Dee’s tricks must be a whole number"),
        "tricks of null": (dee(None, 6), "tricks", "Dee’s tricks must be a whole number"),
        "tricks of a stranger": ({"tricks": {**each(4, 3, 3, 3), "Zoe": 0}}, "tricks", "Zoe isn’t playing"),
        "tricks of a player left out": ({"tricks": each(4, 5, 4)}, "tricks", "Enter Dee’s tricks"),
        "below zero": ({"tricks": each(4, -1, 5, 5)}, "tricks", "Bea’s tricks must be at least 0, not −1"),
        "too many": ({"tricks": each(14, 0, 0, 0)}, "tricks", "Ann’s tricks can be at most 13, not 14"),
        "tricks beyond all numbers": ({"tricks": each(OVER, 0, 0, 0)}, "tricks", "at most 13"),
        "an unknown entry": ({"colour": "red"}, "colour", "A hand of Coralon has no “colour”"),
        "an entry of another game": ({"thieves": {}}, "thieves", "A hand of Coralon has no “thieves”"),
        "an entry in capitals": ({"Bid": 4}, "Bid", "has no “Bid”"),
        "an entry of the other kind of game": ({"passed": True}, "passed", "has no “passed”"),
    },
)
def test_an_entry_is_refused(entries: dict[str, object], field: str, fragment: str) -> None:
    ((refused_field, message),) = wrong(**entries)
    assert refused_field == field
    assert fragment in message


@pytest.mark.parametrize(
    ("key", "message"),
    [("bidder", "Tap who won the bid."), ("bid", "Enter the bid."), ("tricks", "Enter the tricks.")],
)
def test_an_entry_that_is_missing_is_refused(key: str, message: str) -> None:
    (problem,) = refused(sheet("coralon", {k: v for k, v in GOOD.items() if k != key}))
    assert (problem.hand, problem.field, str(problem.message)) == (1, key, message)


def test_an_empty_hand_is_refused_for_every_entry() -> None:
    assert fields(refused(sheet("coralon", {}))) == ["bidder", "bid", "tricks"]


@cases(
    "entries",
    {
        "a note of 280 characters": {"note": "n" * 280},
        "an empty note": {"note": ""},
        "a trump": {"trump": "anchors"},
        "the dealer": {"dealer": ANN},
    },
)
def test_trump_and_note_are_accepted(entries: dict[str, object]) -> None:
    assert answer("coralon", {**GOOD, **entries}) == answer("coralon", GOOD)


@cases(
    "game, n, special, always",
    {
        "Coralon": ("coralon", 4, {}, True),
        "Coralon in partnerships": ("coralon-partners", 4, {}, False),
        "Thief": ("thief", 4, {}, False),
        "Thieves": ("thieves", 4, {}, False),
        "Ducks and Geese": ("ducks-and-geese", 4, {}, False),
        "a forfeit in Ducks and Geese": ("ducks-and-geese", 4, {"forfeit": True}, False),
        "Dog": ("dog", 4, {}, False),
        "Ducks and Geese, cutthroat": ("ducks-and-geese-cutthroat", 4, {}, True),
        "Bishop": ("bishop", 5, {}, True),
        "everyone passed in Bishop": ("bishop", 5, {"passed": True}, True),
        "Baronet": ("baronet", 4, {}, True),
        "everyone passed in Baronet": ("baronet", 4, {"passed": True}, True),
        "Chevalier": ("chevalier", 4, {}, False),
        "everyone passed in Chevalier": ("chevalier", 4, {"passed": True}, False),
        "Up and Down": ("up-and-down", 5, {}, True),
        "a hand that the dealer took back": ("up-and-down", 5, {"taken_back": True}, True),
        "a hand without a leader": ("up-and-down", 5, {"no_leader": True, "last": ANN}, True),
        "Up and Down for points": ("up-and-down-points", 5, {}, True),
        "everyone passed in Up and Down for points": ("up-and-down-points", 5, {"passed": True}, True),
        "Noble’s Estate": ("nobles-estate", 4, {}, False),
        "Whist": ("whist", 4, {}, True),
        "Commander, Captain, and Company": ("commander-captain-company", 4, {}, True),
        "Lansquenet": ("lansquenet", 4, {}, False),
        "a sale in Lansquenet": ("lansquenet", 4, {"sold_to": BEA, "price": 3}, False),
    },
)
def test_no_trump_is_refused_where_there_always_is_one(
    game: str, n: int, special: dict[str, object], always: bool
) -> None:
    hands = [{**special, "trump": "none"}, {"colour": 3}]
    options = {"opening": "informal"} if "no_leader" in special else {}
    problems = refused(sheet(game, *hands, n=n, options=options))
    assert ((1, "trump") in [(problem.hand, problem.field) for problem in problems]) is always


@pytest.mark.parametrize("hand", [None, True, 3, 3.0, "passed", [], [GOOD]], ids=repr)
def test_a_hand_that_is_not_an_object_is_refused(hand: object) -> None:
    (problem,) = refused(sheet("coralon", GOOD, hand))
    assert (problem.hand, problem.field) == (2, "hands")
    assert str(problem.message) == "Hand 2 must be a JSON object."


def test_all_errors_of_a_hand_are_listed() -> None:
    found = wrong(bidder="Zoe", bid=14, tricks={**each(-1, 3, 14), "Zoe": 1}, note=1, trump=2, colour=3)
    assert {field for field, _ in found} == {"bidder", "bid", "tricks", "note", "trump", "colour"}
    assert [message for field, message in found if field == "tricks"] == [
        "Zoe isn’t playing in this game.",
        "Ann’s tricks must be at least 0, not −1.",
        "Cal’s tricks can be at most 13, not 14.",
        "Enter Dee’s tricks.",
    ]


def test_only_the_first_faulty_hand_is_reported() -> None:
    document = sheet("coralon", GOOD, {**GOOD, "bid": 1}, {**GOOD, "bid": 0, "note": 3})
    assert [(problem.hand, problem.field) for problem in refused(document)] == [(2, "bid")]


def test_a_faulty_hand_is_reported_before_a_hand_too_many() -> None:
    document = sheet("coralon", {**GOOD, "bid": 1}, GOOD, GOOD, options={"target": 1})
    assert [(problem.hand, problem.field) for problem in refused(document)] == [(1, "bid")]


def test_a_hand_too_many_is_reported_whatever_it_holds() -> None:
    (problem,) = refused(sheet("coralon", GOOD, None, options={"target": 1}))
    assert (problem.hand, problem.field) == (2, "hands")
    assert str(problem.message) == "The game was over with hand 1: Ann wins with 4."


@cases(
    "entries, field",
    {
        "an entry": ('"bidder": "Ann", "bid": 4, "bid": 4, "tricks": {"Ann": 13, "Bea": 0, "Cal": 0}', "bid"),
        "a player within an entry": (
            '"bidder": "Ann", "bid": 4, "tricks": {"Ann": 13, "Bea": 0, "Bea": 0, "Cal": 0}',
            "tricks",
        ),
        "a player in two ways of writing": (
            '"bidder": "Ann", "bid": 4, "tricks": {"Ann": 13, "Zo\u00eb": 0, "Zoe\u0308": 0}',
            "tricks",
        ),
    },
)
def test_a_key_written_twice_is_refused(entries: str, field: str) -> None:
    text = f"""{{"scoresheet": 1, "game": "coralon", "players": ["Ann", "Bea", "Cal"],
        "options": {{}}, "hands": [{{{entries}}}]}}"""
    problem = refused(parse(text))[0]
    assert (problem.hand, problem.field) == (1, field)
    assert str(problem.message).endswith("written twice.")


@cases(
    "entries, field",
    {
        "a trump": ({"trump": "crowns"}, "trump"),
        "even no trump": ({"trump": "none"}, "trump"),
        "a bidder": ({"bidder": CAL}, "bidder"),
        "no points": ({"points": None}, "points"),
        "half a point": ({"points": {ANN: 0.5}}, "points"),
        "points with a point": ({"points": {ANN: 3.0}}, "points"),
        "points beyond all numbers": ({"points": {ANN: OVER}}, "points"),
        "points below all numbers": ({"points": {ANN: -OVER}}, "points"),
        "points of a stranger": ({"points": {"Zoe": 3}}, "points"),
        "a player’s points of null": ({"points": {ANN: None}}, "points"),
    },
)
def test_an_impossible_round_of_a_tally_is_refused(entries: dict[str, object], field: str) -> None:
    assert fields(refused(sheet("tally", {"points": {}, **entries}))) == [field]


@pytest.mark.parametrize("entry", ["trump", "note"])
def test_the_bid_is_checked_even_if_trump_or_note_are_wrong(entry: str) -> None:
    hand = {"bidder": CAL, "bid": "double zero", "tricks": 0, entry: 3}
    problems = refused(sheet("coralon-partners", {**hand, "dealer": BEA}, options={"zero_bids": True}))
    assert set(fields(problems)) == {"bid", entry}
