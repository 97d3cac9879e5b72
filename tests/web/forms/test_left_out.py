"""Figures that are left out of a hand: the page says that they count as 0, and no game ends by them."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import Result, score
from scorekeeper.rules.games.tarock import CARDS
from scorekeeper.rules.problems import Refused
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.forms.entry_form import from_json, to_json
from scorekeeper.web.forms.left_out import describe_left_out, refuse_unfinished, say_so_far, say_to_save
from tests.browser.plays.typical_hands import TYPICAL
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import sheet
from tests.web.phone import Phone
from tests.web.table import hands, save, save_button, start, totals

Hand = Mapping[str, Any]

TRICKS = {ANN: 2, BEA: 5, CAL: 3, DEE: 3}
BID = {"bidder": BEA, "bid": 5, "tricks": TRICKS}
DUCKS = {"bidder": BEA, "bid": 3, "tricks": 3}
COUNTED = {
    ANN: {"kings": 1},
    BEA: dict.fromkeys(CARDS, 0),
    CAL: {**dict.fromkeys(CARDS, 1)},
    DEE: {"suited": 9},
}

SAID: dict[str, tuple[str, Hand, str]] = {
    "some players, where a hand has no other figures": (
        "tally",
        {"points": {BEA: 7, DEE: 5}},
        "Ann and Cal are blank and count as 0.",
    ),
    "some players": (
        "thief",
        {**BID, "thieves": {BEA: 2, CAL: 1}},
        "Ann and Dee’s thieves are blank and count as 0.",
    ),
    "everyone": ("thief", BID, "All thieves are blank and count as 0."),
    "several things": (
        "ducks-and-geese-cutthroat",
        {**DUCKS, "geese": {BEA: 1}},
        "These are blank and count as 0: ducks, geese (Ann, Cal and Dee).",
    ),
    "several things of one player": (
        "ducks-and-geese-cutthroat",
        {**DUCKS, "ducks": {ANN: 0, BEA: 1, CAL: 0}, "geese": {ANN: 0, BEA: 1, CAL: 0}},
        "Dee’s ducks and geese are blank and count as 0.",
    ),
    "stakes of all but the banker": (
        "lansquenet",
        {"collected": {BEA: 5}, "standing": {BEA: 1, CAL: 1, DEE: 1}, "result": "bank"},
        "Cal and Dee’s coins lost during the round are blank and count as 0.",
    ),
    "card points": (
        "tarock",
        {"points": {ANN: 20, BEA: 30}},
        "Cal and Dee’s card points are blank and count as 0.",
    ),
    "kinds of cards": (
        "tarock",
        {"cards": COUNTED},
        "These are blank and count as 0: Ann’s bouts, queens, knights, knaves and suited, Dee’s bouts, "
        "kings, queens, knights and knaves.",
    ),
}


def with_hand(game: str, *played: Hand, **options: Any) -> tuple[Result, HandEdit]:
    """Return the game before and after the last of these hands."""
    before, after = (score(sheet(game, *some, options=options)) for some in (played[:-1], played))
    return before, HandEdit(len(played), played[-1], after, len(played))


@pytest.mark.parametrize(("game", "hand", "said"), SAID.values(), ids=SAID)
def test_what_counts_as_zero_is_said(game: str, hand: Hand, said: str) -> None:
    assert str(describe_left_out(with_hand(game, hand)[1])) == said


def test_the_button_that_saves_counts_what_is_blank() -> None:
    one = with_hand("tally", {"points": {ANN: 0, BEA: 7, DEE: 5}})[1]
    several = with_hand("ducks-and-geese-cutthroat", {**DUCKS, "geese": {BEA: 1}})[1]
    assert [str(say_to_save(edit)) for edit in (one, several)] == [
        "Save with 1 blank as 0",
        "Save with 7 blanks as 0",
    ]


NOT_SAID: dict[str, tuple[str, Hand]] = {
    "zeros that were entered": ("tally", {"points": {ANN: 0, BEA: 7, CAL: 0, DEE: 0}}),
    "what follows from a sum": ("thief", {**BID, "tricks": {BEA: 13}, "thieves": dict.fromkeys(TRICKS, 0)}),
    "a hand without figures": ("bishop", {"passed": True}),
}


@pytest.mark.parametrize(("game", "hand"), NOT_SAID.values(), ids=NOT_SAID)
def test_nothing_is_said_where_nothing_is_left_out(game: str, hand: Hand) -> None:
    assert not describe_left_out(with_hand(game, hand)[1])


THIEVES = {"bidder": BEA, "bid": 6, "tricks": TRICKS}
SO_FAR: dict[str, tuple[Hand, dict[str, Any], str]] = {
    "nobody's thieves": (THIEVES, {}, "Bea has 5 of 6 so far."),
    "thieves of others": ({**THIEVES, "thieves": {ANN: 2}}, {}, "Bea has 5 of 6 so far."),
    "the bidder's thieves": ({**THIEVES, "thieves": {BEA: 0}}, {}, ""),
    "a bid that is exceeded already": ({**THIEVES, "bid": 4}, {}, ""),
    "nobody's, where bids are for tricks": (THIEVES, {"bid_tricks_only": True}, ""),
}


@pytest.mark.parametrize(("hand", "rules", "said"), SO_FAR.values(), ids=SO_FAR)
def test_a_bid_is_neither_made_nor_missed_while_the_bidder_has_blanks(
    hand: Hand, rules: dict[str, Any], said: str
) -> None:
    assert str(say_so_far(with_hand("thief", hand, **rules)[1])) == said


BETS = "hazard"
"""A bet that nobody makes is none, and no figure."""


@pytest.mark.parametrize("key", sorted(TYPICAL.keys() - {BETS}))
def test_no_figure_of_any_game_counts_as_zero_without_a_word(key: str) -> None:
    game, typical = CATALOGUE[key], TYPICAL[key]
    document = {"scoresheet": 1, "game": key, "players": list(typical.players)}
    table = score({**document, "hands": []}).setup.table
    typed = from_json(game.entries[game.hand], typical.hand, table)
    full = score({**document, "hands": [typical.hand]})
    for name in typed:
        some = typed.copy()
        del some[name]
        raw = to_json(game.entries[game.hand], some, table)
        try:
            after = score({**document, "hands": [raw]})
        except Refused:
            continue
        edit = HandEdit(1, raw, after, 1)
        assert describe_left_out(edit) or after.hands[0].hand == full.hands[0].hand, name


# No game ends by a blank


def test_a_figure_that_is_left_out_does_not_end_a_game() -> None:
    rules = {"lowest_wins": True, "hands": 1}
    before, edit = with_hand("tally", {"points": {BEA: 7, CAL: 5, DEE: 9}}, **rules)
    with pytest.raises(Refused, match=r"^Enter the points of Ann too, or 0: this round ends the game\.$"):
        refuse_unfinished(before, edit)
    refuse_unfinished(*with_hand("tally", {"points": {ANN: 0, BEA: 7, CAL: 5, DEE: 9}}, **rules))


def test_the_columns_of_an_own_game_are_asked_for_at_its_end() -> None:
    columns = [{"name": "Towns"}, {"name": "Roads"}]
    figures = {"Towns": {ANN: 1, BEA: 2, CAL: 0, DEE: 4}, "Roads": {ANN: 1}}
    with pytest.raises(Refused, match="Enter the roads of Bea, Cal and Dee too, or 0"):
        refuse_unfinished(*with_hand("tally", {"columns": figures}, columns=columns, target=4))


def test_figures_may_be_left_out_of_a_hand_that_decides_nothing() -> None:
    refuse_unfinished(*with_hand("thief", BID))


def test_thieves_are_asked_for_at_the_end() -> None:
    with pytest.raises(Refused, match="Enter the thieves of Ann, Bea, Cal and Dee too, or 0: this hand ends"):
        refuse_unfinished(*with_hand("thief", BID, target=5))


def test_a_correction_that_leaves_the_figures_alone_may_end_a_game() -> None:
    before, after = (score(sheet("thief", {**BID, "bid": bid}, options={"target": 5})) for bid in (6, 5))
    refuse_unfinished(before, HandEdit(1, {**BID, "bid": 5}, after, 1))


# Cards of some players alone


def test_a_form_asks_for_the_cards_of_every_player() -> None:
    with pytest.raises(Refused, match="Enter the cards of Ann and Cal too"):
        refuse_unfinished(*with_hand("tarock", {"cards": {BEA: {"kings": 2}, DEE: {"kings": 1}}}))


def test_zeros_that_follow_from_the_others_say_nothing() -> None:
    cards = {ANN: {"bouts": 0}, BEA: {"bouts": 3}, CAL: dict.fromkeys(CARDS, 0), DEE: {"kings": 1}}
    with pytest.raises(Refused, match="Enter the cards of Ann too"):
        refuse_unfinished(*with_hand("tarock", {"cards": cards}))


def test_a_hand_that_was_saved_so_can_be_corrected_otherwise() -> None:
    alone = {"cards": {BEA: {"kings": 2}}}
    before, after = (score(sheet("tarock", {**alone, "note": note})) for note in ("", "Fine hand"))
    refuse_unfinished(before, HandEdit(1, {**alone, "note": "Fine hand"}, after, 1))


def test_a_sheet_may_leave_players_out() -> None:
    assert score(sheet("tarock", {"cards": {BEA: {"kings": 2}}}, n=3)).state.totals == (-1, 2, -1)


# On the page

BEAS: dict[str, Any] = {"points-1": 7, "points-2": 5}
MORE: dict[str, Any] = {"points-1": 8}
ZEROS: dict[str, Any] = {"points-0": 0, "points-3": 0}
SENTENCE = "Ann and Dee are blank and count as 0."


def test_without_a_script_the_page_says_what_counts_as_zero_before_it_saves(owner: Phone) -> None:
    start(owner, "Tally").tap("Save round 1", **BEAS)
    assert SENTENCE in owner.page.texts("p", "left-out")
    assert hands(owner) == []
    # It says so again when something else is left out.
    owner.tap("Save round 1", **{"points-1": ""})
    assert "Ann, Bea and Dee are blank and count as 0." in owner.page.texts("p", "left-out")
    owner.tap("Save round 1")
    assert totals(owner) == {"Ann": 0, "Bea": 0, "Cal": 5, "Dee": 0}


def test_a_correction_without_a_script_is_asked_about_too(owner: Phone) -> None:
    save(start(owner, "Tally"), **BEAS)
    owner.open("/plays/1/hands/1").tap(save_button(owner), **MORE)
    assert SENTENCE in owner.page.texts("p", "left-out")
    owner.tap(save_button(owner))
    assert totals(owner)["Bea"] == 8


def test_with_a_script_the_preview_says_it(owner: Phone) -> None:
    start(owner, "Tally")
    owner.send("/plays/1/hands", look="part", **BEAS)
    assert SENTENCE in owner.page.texts("p", "left-out")
    owner.send("/plays/1/hands", **BEAS)
    assert totals(owner.open("/plays/1"))["Bea"] == 7


def test_the_round_that_ends_a_game_is_not_saved_without_all_its_figures(owner: Phone) -> None:
    start(owner, "Tally", target=7, lowest_wins="on")
    owner.tap("Save round 1", **BEAS)
    owner.refused("points", "Enter the points of Ann and Dee too, or 0: this round ends the game.")
    owner.tap("Save round 1", **ZEROS)
    assert "Ann and Dee won" in owner.page.text


def test_a_round_inserted_at_the_end_of_a_game_needs_all_its_figures(owner: Phone) -> None:
    every = {f"points-{seat}": 1 for seat in range(4)}
    save(start(owner, "Tally", target=7), **every)
    owner.open("/plays/1/hands/1/insert").tap("Insert round 1", **BEAS)
    owner.refused("points", "Enter the points of Ann and Dee too, or 0: this round ends the game.")
