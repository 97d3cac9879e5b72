"""Hands that a sheet may leave unfinished, but a form does not."""

from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import score
from scorekeeper.rules.games.tarock import CARDS
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.table import Table
from scorekeeper.web.forms.entry_form import refuse_unfinished
from tests.rules.sheets import ANN, BEA, CAL, sheet

GAME = CATALOGUE["tarock"]
ALONE = {"cards": {BEA: {"kings": 2}}}


def refuse(hand: dict[str, Any], saved: dict[str, Any] | None = None) -> None:
    refuse_unfinished(GAME.entries[GAME.hand], hand, Table((ANN, BEA, CAL), None), saved)


def test_a_form_asks_for_the_cards_of_every_player() -> None:
    with pytest.raises(Refused, match="Enter the cards of Ann and Cal too"):
        refuse(ALONE)


def test_zeros_that_follow_from_the_others_say_nothing() -> None:
    hand = {"cards": {ANN: {"bouts": 0}, BEA: {"bouts": 3}, CAL: dict.fromkeys(CARDS, 0)}}
    with pytest.raises(Refused, match="Enter the cards of Ann too"):
        refuse(hand)


def test_a_hand_that_was_saved_so_can_be_corrected_otherwise() -> None:
    refuse({**ALONE, "note": "Fine hand"}, saved=ALONE)


def test_a_sheet_may_leave_players_out() -> None:
    assert score(sheet("tarock", ALONE, n=3)).state.totals == (-1, 2, -1)
