"""How any game would have gone under any house rules: a promise of every game that is listed."""

from collections.abc import Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import scoresheet, set_up
from scorekeeper.rules.table import Table
from scorekeeper.store.plays.edits import Seating
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.stored_hands import StoredHand, as_text
from scorekeeper.web.plays.changes.settings import settings_form, typed_rules
from scorekeeper.web.plays.changes.what_if import compare
from tests.rules.sheets import by_seat
from tests.rules.strategies import documents, sheets

LISTED = {game.key: game for game in GAMES} | {key: listed.game for key, listed in gallery().items()}


def stored(written: dict[str, Any]) -> Sheet:
    """Return a scoresheet as the database has it."""
    setup, sheet = set_up(written), by_seat(written)
    play = SimpleNamespace(
        **{"game": sheet["game"], "options": sheet.get("options", {}), "dealer": setup.dealer},
        **{"stopped": sheet.get("finished", False), "ended_at": None, "final": None, "set_aside": False},
        **{"seats": [SimpleNamespace(player_id=at, name=name) for at, name in enumerate(sheet["players"])]},
    )
    hands = enumerate(sheet["hands"], start=1)
    return Sheet(play, [StoredHand(number, number, as_text(hand), True) for number, hand in hands])  # type: ignore[arg-type]


@pytest.mark.parametrize("game", LISTED.values(), ids=LISTED)
@settings(max_examples=settings().max_examples // 3, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_any_rules_say_how_a_game_would_have_gone(game: Game[Any, Any], data: st.DataObject) -> None:
    sheet = stored(data.draw(sheets([game], least=1, most=4)))
    table = Table(tuple(seat.name for seat in sheet.play.seats), None)
    with suppress(Refused):
        told = compare(sheet, {**sheet.play.options, **data.draw(documents(game.house_rules, table))})
        assert str(told["outcome"]).endswith(".")
        assert "{" not in " ".join(map(str, (told["outcome"], *told.get("without", ()))))
    seated = [Seating(seat.player_id, seat.name, at) for at, seat in enumerate(sheet.play.seats)]
    own = typed_rules(sheet, sheet.setup.game, settings_form(sheet, None), seated)
    assert str(compare(sheet, own)["outcome"]) == "Nothing would change."


def tally(*rounds: Mapping[str, Any], **options: Any) -> Sheet:
    """Return a game of three players' own with these points."""
    names = ("Ann", "Bea", "Cal")
    return stored({**scoresheet("tally", names, options), "hands": [{"points": points} for points in rounds]})


def test_that_the_table_played_on_says_nothing_of_another_end() -> None:
    sheet = tally({"Ann": 12}, {"Bea": 30}, target=10, played_on=2)
    told = compare(sheet, {"target": 11})
    assert str(told["outcome"]) == "With a target of 11 Ann would have won in round 1."


def test_those_who_joined_play_the_same_hands_where_one_is_left_out() -> None:
    there = {"presence": {"Cal": {"from": 3}}}
    sheet = tally({"Ann": 1.5}, {"Bea": 2}, {"Ann": 1, "Cal": 7}, halves=True, **there)
    told = compare(sheet, {"presence": sheet.play.options["presence"]})
    assert [str(row.will) for row, *_ in told["totals"]] == ["1", "2", "7"]
    assert str(told["without"][0]) == "Round 1 wouldn’t be allowed: Ann’s points must be a whole number."
