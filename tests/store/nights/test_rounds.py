"""Rounds: who sits at which table, who sits out, and what becomes of those who come late or leave."""

from datetime import date, timedelta
from itertools import chain, combinations

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.problems import Refused
from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.database import db
from scorekeeper.store.history.seasons import SeasonRules, save_season
from scorekeeper.store.models import Night
from scorekeeper.store.nights.lots import DEALER, draw_lots, lots_of
from scorekeeper.store.nights.nights import add_guest, new_night, remove_guest
from scorekeeper.store.nights.rounds import (
    NightRound,
    draw_round,
    round_of,
    seat_latecomers,
)
from scorekeeper.store.nights.tables import new_table
from scorekeeper.store.plays.plays import start_play

CORALON, WHIST = CATALOGUE["coralon"], CATALOGUE["whist"]
NAMES = ["Ann", "Bea", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]


def come(night: Night, *names: str) -> list[int]:
    """Let players come to a night; return their ids."""
    players = [get_or_create_player(night.club, name) for name in names]
    for player in players:
        add_guest(night, player)
    return [player.id for player in players]


def drawn(night: Night) -> NightRound:
    """Return the round drawn last."""
    found = round_of(night)
    assert found
    return found


def seats(night: Night) -> dict[str, list[int]]:
    """Return who sits at which table, by its name, and who sits out."""
    round = drawn(night)
    tables = {each.table.name: [player.id for player in each.players] for each in round.tables}
    return tables | {"out": [player.id for player in round.out]}


def begin(night: Night, table: int = 0) -> None:
    """Begin a game at a table of the round, by its place."""
    at = drawn(night).tables[table]
    people = [player.id for player in at.players]
    start_play(night.id, drawn(night).game.key, {}, people, 0, at.table.id)


@pytest.fixture
def people(night: Night) -> list[int]:
    """Return the ids of nine players who are here."""
    return come(night, *NAMES[:9])


def test_everyone_is_seated_at_tables_made_for_them(night: Night, people: list[int]) -> None:
    new_table(night, "Window")
    draw_round(night, WHIST, "whist")
    found = seats(night)
    assert [(name, len(there)) for name, there in found.items()] == [("Window", 4), ("1", 4), ("out", 1)]
    assert sorted(chain(*found.values())) == people
    table = drawn(night).tables[0]
    lots = lots_of(table.table)
    assert lots
    assert (lots.what, lots.players) == ("partners", table.players)


def test_a_round_is_drawn_again_until_a_game_begins_and_then_the_next_one(
    night: Night, people: list[int]
) -> None:
    found = []
    for begins in (False, True, False):
        draw_round(night, WHIST, "whist")
        found.append((drawn(night).number, drawn(night).times, len(drawn(night).tables)))
        if begins:
            begin(night)
    assert found == [(1, 1, 2), (1, 2, 2), (2, 1, 2)]


def test_everyone_sits_out_once_before_anyone_does_twice(night: Night, people: list[int]) -> None:
    out = []
    for _ in people:
        draw_round(night, WHIST, "whist")
        draw_round(night, WHIST, "whist")
        begin(night)
        out += seats(night)["out"]
    assert sorted(out) == people


def test_those_who_have_met_tonight_meet_others(night: Night) -> None:
    come(night, *NAMES[:8])
    met = []
    for _ in range(7):
        draw_round(night, WHIST, "whist")
        for table in (0, 1):
            begin(night, table)
        met += [
            two for table in drawn(night).tables for two in combinations(sorted(table.players, key=id), 2)
        ]
    assert {met.count(two) for two in met} == {3}


def test_partners_of_running_games_become_opponents(night: Night) -> None:
    people = come(night, *NAMES[:8])
    for four in (people[:4], people[4:]):
        start_play(night.id, "whist", {}, four, 0)
    for _ in range(30):
        draw_round(night, WHIST, "whist")
        orders = [[player.id for player in table.players] for table in drawn(night).tables]
        partners = [{*pair} for order in orders for pair in (order[::2], order[1::2])]
        assert not [pair for pair in partners if pair in ({*people[:4:2]}, {*people[1:4:2]})]


def test_what_was_drawn_at_another_table_changes_no_round(night: Night, people: list[int]) -> None:
    draw_round(night, WHIST, "whist")
    before = seats(night)
    draw_lots(night, DEALER, CORALON, drawn(night).out)
    assert seats(night) == before


def test_a_latecomer_joins_the_smallest_table_whose_game_has_not_begun(
    night: Night, people: list[int]
) -> None:
    draw_round(night, CORALON, "coralon")
    assert [len(there) for there in seats(night).values()] == [5, 4, 0]
    begin(night, 1)
    (jon,) = come(night, "Jon")
    seat_latecomers(night)
    assert seats(night)["1"][-1] == jon
    assert drawn(night).label == "1-1"
    lots = lots_of(drawn(night).tables[0].table)
    assert lots
    assert len(lots.players) == 6


def test_a_latecomer_without_a_table_sits_out_and_plays_next(night: Night, people: list[int]) -> None:
    draw_round(night, WHIST, "whist")
    (first,) = seats(night)["out"]
    (jon,) = come(night, "Jon")
    seat_latecomers(night)
    assert seats(night)["out"] == [first, jon]
    begin(night)
    draw_round(night, WHIST, "whist")
    assert not {first, jon} & {*seats(night)["out"]}


def test_who_leaves_is_replaced_by_who_sits_out_unless_the_game_has_begun(
    night: Night, people: list[int]
) -> None:
    draw_round(night, WHIST, "whist")
    (waiting,) = seats(night)["out"]
    begin(night, 1)
    playing, leaving = seats(night)["2"], seats(night)["1"][0]
    for person in (playing[0], leaving):
        remove_guest(night, person)
    seat_latecomers(night)
    assert seats(night)["2"] == playing
    assert waiting in seats(night)["1"]
    assert leaving not in seats(night)["1"]


def test_a_table_that_everyone_has_left_is_no_longer_in_the_round(night: Night, people: list[int]) -> None:
    draw_round(night, WHIST, "whist")
    for person in [*seats(night)["1"], *seats(night)["out"]]:
        remove_guest(night, person)
    seat_latecomers(night)
    assert [*seats(night)] == ["2", "out"]


def test_too_few_for_two_tables_are_told_how_many_are_needed(night: Night) -> None:
    come(night, *NAMES[:4])
    with pytest.raises(Refused, match="Two tables need at least 8 players"):
        draw_round(night, WHIST, "whist")
    assert round_of(night) is None


def test_a_merged_player_sits_where_they_were_drawn(night: Night, people: list[int]) -> None:
    draw_round(night, WHIST, "whist")
    sits = seats(night)["1"][0]
    zoe = get_or_create_player(night.club, "Zoe").id
    db.session.get_one(type(drawn(night).tables[0].players[0]), sits).person_id = zoe
    db.session.flush()
    assert seats(night)["1"][0] == zoe


def play_in_fours(night: Night, people: list[int], days_ago: int) -> None:
    """Let the first four of eight people, and the others, have played a game so many days ago."""
    for four in (people[:4], people[4:]):
        play = start_play(night.id, "tally", {}, four, 0)
        play.started_at -= timedelta(days=days_ago)
        play.ended_at, play.hands = play.started_at, 1


@pytest.mark.parametrize(("days_ago", "season"), [(300, False), (700, True)])
def test_meetings_of_the_season_count_or_those_of_a_year(night: Night, days_ago: int, season: bool) -> None:
    people = come(night, *NAMES[:8])
    play_in_fours(night, people, days_ago)
    if season:
        save_season(night.club_id, "Long", date(2000, 1, 1), date(2100, 1, 1), SeasonRules())
    later = new_night(night.club)
    come(later, *NAMES[:8])
    draw_round(later, WHIST, "whist")
    assert {len({*people[:4]} & {*there}) for there in seats(later).values() if there} == {2}
