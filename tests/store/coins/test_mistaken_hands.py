"""A hand entered twice or for the wrong player is found by the coins that its game would have paid."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.problems import Refused
from scorekeeper.store.coins.mistaken_hands import MistakenHand, mistaken_hands
from scorekeeper.store.database import now
from scorekeeper.store.models import Chair, Play, Player
from scorekeeper.store.plays import edits
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.stored_hands import StoredHand, as_text
from tests.rules.sheets import by_seat
from tests.rules.strategies import sheets

CAST = ("Ann", "Bea", "Cal", "Dee")
ANN, BEA, CAL, DEE = range(1, 5)


def sheet_of(scoresheet: dict[str, Any]) -> Sheet:
    """Return a scoresheet, which may name its players, as the sheet of a game that no database has."""
    said = by_seat({"dealer": scoresheet["players"][0], "options": {}, **scoresheet})
    play = Play(id=1, game=said["game"], options=said["options"], dealer=said["dealer"])
    for place, name in enumerate(said["players"]):
        player = Player(id=place + 1, name=name)
        play.seats.append(Chair(place=place, player_id=place + 1, player=player))
    play.stopped = said.get("finished", False)
    rows = [StoredHand(at, at, as_text(hand), True) for at, hand in enumerate(said["hands"], start=1)]
    return finished(play, rows)


def finished(play: Play, rows: list[StoredHand]) -> Sheet:
    """Return the sheet of a game with these hands, with its payouts in its seats if it is over."""
    # A running one that is over by its hands would wait for its table.
    play.ended_at = now()
    result = Sheet(play, rows).by_rules
    if result.ending is None:
        play.ended_at = None
    else:
        for seat, chair in enumerate(play.seats):
            chair.total, chair.payout = result.totals[seat], result.payout[seat]
            chair.won, chair.side = seat in result.ending.winners, None
    return Sheet(play, rows)


def with_edit(sheet: Sheet, edit: PlayEdit) -> tuple[Sheet, dict[int, int]]:
    """Return the sheet after a change, and how many coins fewer each person has by it."""
    before = sheet.result.payout
    lost = {
        seat + 1: was - now for seat, (was, now) in enumerate(zip(before, edit.result.payout, strict=True))
    }
    rows = [row for row in edit.rows if row.entry is not None]
    return finished(sheet.play, rows), {person: coins for person, coins in lost.items() if coins}


def said(found: MistakenHand) -> tuple[int, tuple[str, ...]]:
    """Return the number of a hand, and who was mixed up in it."""
    return found.number, tuple(CAST[seat] for seat in found.swapped or ())


def pot(*winners: str, **more: Any) -> dict[str, Any]:
    """Return a game in which the winner of each hand gets three coins from each of the others."""
    hands = [dict.fromkeys(("commander", "captain", "company"), winner) for winner in winners]
    return {
        "scoresheet": 1,
        "game": "commander-captain-company",
        "players": [*CAST],
        "hands": hands,
        **more,
    }


def test_a_hand_entered_for_the_wrong_player_is_found() -> None:
    sheet = sheet_of(pot("Ann", "Bea", "Ann", "Cal"))
    paid = sheet.result.payout
    other = sheet_of(pot("Ann", "Bea", "Dee", "Cal")).result.payout
    difference = {seat + 1: other[seat] - paid[seat] for seat in range(4) if other[seat] != paid[seat]}
    assert [said(found) for found in mistaken_hands([sheet], difference)] == [
        (1, ("Ann", "Dee")),
        (3, ("Ann", "Dee")),
    ]


def test_a_hand_entered_twice_is_found_once() -> None:
    sheet = sheet_of(pot("Ann", "Bea", "Bea", "Cal"))
    paid, other = sheet.result.payout, sheet_of(pot("Ann", "Bea", "Cal")).result.payout
    difference = {seat + 1: other[seat] - paid[seat] for seat in range(4)}
    assert [said(found) for found in mistaken_hands([sheet], difference)] == [(3, ())]


def test_a_game_without_one_of_those_who_differ_explains_nothing() -> None:
    assert not [*mistaken_hands([sheet_of(pot("Ann"))], {ANN: -4, 9: 4})]


def test_a_swap_that_would_end_the_game_elsewhere_is_left_out() -> None:
    coralon = {
        "scoresheet": 1,
        "game": "coralon",
        "players": [*CAST],
        "options": {"target": 8, "wager": 1},
        "hands": [
            {"bidder": winner, "bid": 4, "tricks": {"Ann": 3, "Bea": 3, "Cal": 3, "Dee": 3} | {winner: 4}}
            for winner in ("Ann", "Bea", "Ann")
        ],
    }
    sheet = sheet_of(coralon)
    assert sheet.result.ending
    # Had Bea won the last hand instead of Ann, she would have won. Had she won the first, too, but earlier.
    assert [said(found) for found in mistaken_hands([sheet], {ANN: -4, BEA: 4})] == [(3, ("Ann", "Bea"))]


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(scoresheet=sheets(GAMES, least=2, most=6), which=st.integers(0))
def test_the_mistake_is_among_those_found_in_every_game(scoresheet: Any, which: int) -> None:
    truth = sheet_of(scoresheet)
    mistakes = [*possible_mistakes(truth)]
    assume(mistakes)
    edit, number, pair = mistakes[which % len(mistakes)]
    wrong, difference = with_edit(truth, edit)
    found = [
        mistaken
        for mistaken in mistaken_hands([wrong], difference)
        if mistaken.number == number and set(mistaken.swapped or ()) == set(pair)
    ]
    assert found
    assert found[0].edit.result.payout == truth.result.payout


def possible_mistakes(sheet: Sheet) -> Iterator[tuple[PlayEdit, int, tuple[int, int]]]:
    """Yield each swap of two players in a hand that changes their coins and not where the game ends."""
    for pair in combinations(range(sheet.setup.table.n), 2):
        for number in range(1, len(sheet.entries) + 1):
            with suppress(Refused):
                edit = edits.swap_names(sheet, pair, number, number)
                same_end = bool(edit.result.ending) == bool(sheet.result.ending)
                differs = any(edit.result.payout[seat] != sheet.result.payout[seat] for seat in pair)
                if differs and same_end and edit.last == len(sheet.entries):
                    yield edit, number, pair
