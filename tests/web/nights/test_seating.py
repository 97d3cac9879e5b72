"""Seating everyone: the draw on the form of a new game, the round on the night's page, and its next one."""

import pytest
from flask import Flask

from tests.web.markup import read
from tests.web.phone import Phone
from tests.web.table import totals

WHIST = "/nights/1/games/whist"
FOUR_MORE = "Eve, Fay, Gus, Hal"


def drawn(phone: Phone) -> list[list[str]]:
    """Return the tables of a round with their people in seat order, and who sits out."""
    blocks = phone.page.one("div", "tables").all("section")
    return [[block.one("h3").text, *(seat.text.split()[-1] for seat in block.all("li"))] for block in blocks]


@pytest.fixture
def round_one(owner: Phone, friend: Phone) -> Phone:
    """Return a phone on the night's page once nine players were drawn for Whist."""
    owner.open("/nights/1").tap("Add", name=f"{FOUR_MORE}, Ida")
    return owner.open(WHIST).tap("Seat everyone")


def test_everyone_is_seated_for_all_phones_to_see(round_one: Phone, friend: Phone) -> None:
    assert round_one.path == "/nights/1"
    shown = drawn(round_one)
    assert [(name, len(people)) for name, *people in shown] == [
        ("Table 1", 4),
        ("Table 2", 4),
        ("Sit out", 1),
    ]
    assert len({person for _, *people in shown for person in people}) == 9
    assert drawn(friend.open("/nights/1")) == shown
    assert drawn(friend.open("/nights/1/seating")) == shown


def test_a_table_starts_its_game_with_the_seats_that_were_drawn(round_one: Phone) -> None:
    _, (_, one, two, three, four), _ = drawn(round_one)
    sheet = round_one.follow("Start at Table 2").tap("Start Whist")
    assert list(totals(sheet)) == [f"{one} and {three}", f"{two} and {four}"]
    assert "Table 2" in sheet.page


def test_the_round_is_drawn_again_until_a_game_has_begun(round_one: Phone) -> None:
    assert "Round 1 drawn for Whist, draw 2" in round_one.tap("Draw again").page
    round_one.follow("Start at Table 1").tap("Start Whist")
    assert "Round 2 drawn for Whist" in round_one.open("/nights/1").tap("Next round").page


def test_a_round_that_another_phone_has_drawn_is_not_drawn_once_more(round_one: Phone, friend: Phone) -> None:
    friend.open("/nights/1")
    round_one.tap("Draw again")
    assert "Round 1 drawn for Whist, draw 2" in friend.tap("Draw again").page


def test_too_few_are_told_how_many_two_tables_need(owner: Phone) -> None:
    owner.open(WHIST)
    assert "Seat everyone" not in owner.page.text
    _, sent = owner.filled("Draw partners")
    owner.replay(WHIST, [*sent[:-1], ("draw", "tables")])
    assert owner.status == 422
    assert owner.problems == ["Two tables need at least 8 players."]


def test_where_one_table_is_full_others_sit_out_in_turn(owner: Phone) -> None:
    owner.open("/nights/1").tap("Add", name="Eve, Fay").open(WHIST).tap("Seat everyone")
    table, (_, *out) = drawn(owner)
    assert (table[0], len(table), len(out)) == ("Table 1", 5, 2)
    owner.follow("Start at Table 1").tap("Start Whist")
    assert {*out} < {*drawn(owner.open("/nights/1").tap("Next round"))[0]}


def test_a_round_that_too_few_are_left_for_stays_as_it_was(round_one: Phone) -> None:
    for name in ("Eve", "Fay", "Gus", "Hal", "Ida"):
        round_one.tap(f"Remove {name}")
    before = drawn(round_one)
    assert "Two tables need at least 8 players." in round_one.tap("Draw again").page
    assert drawn(round_one.reload()) == before


def test_who_comes_and_who_leaves_is_seated(round_one: Phone) -> None:
    (waiting,) = drawn(round_one)[2][1:]
    leaving = drawn(round_one)[0][1]
    left = drawn(round_one.tap(f"Remove {leaving}"))
    assert waiting in left[0]
    assert len(left) == 2
    assert drawn(round_one.tap("Add", name="Jon"))[2] == ["Sit out", "Jon"]


def test_a_table_with_too_few_people_cannot_start(round_one: Phone) -> None:
    for name in [drawn(round_one)[2][1], drawn(round_one)[0][1]]:
        round_one.tap(f"Remove {name}")
    assert "Too few for Whist" in round_one.page


def test_a_phone_is_told_where_its_owner_sits(round_one: Phone, friend: Phone) -> None:
    table, person, *_ = drawn(round_one)[1]
    friend.open("/nights/1/me").tap(f"I’m {person}")
    assert f"You sit at {table}." in friend.open("/nights/1").page
    assert "You sit at" not in round_one.reload().page


def test_there_is_no_list_without_a_round(owner: Phone) -> None:
    assert owner.open("/nights/1/seating").path == "/nights/1"


def test_a_phone_that_keeps_score_at_one_table_seats_nobody_else(app: Flask, round_one: Phone) -> None:
    before = drawn(round_one)
    link = read(round_one.client.get("/nights/1/invite?table=1").text).one("p", "link").text
    phone = Phone(app).open(link).tap("I’m not playing").open(f"{WHIST}?table=1")
    _, sent = phone.filled("Draw partners")
    assert phone.replay(WHIST, [*sent[:-1], ("draw", "tables")]).status == 403
    assert drawn(round_one.reload()) == before


def test_a_running_game_stays_in_the_list_of_the_next_round(round_one: Phone) -> None:
    one, two, three, four = drawn(round_one)[1][1:]
    round_one.follow("Start at Table 2").tap("Start Whist")
    round_one.open("/nights/1").tap("Next round")
    second = round_one.page.one("div", "tables").all("section")[1]
    assert second.one("ul", "playing").one("a")["href"] == "/plays/1"
    assert f"{one} and {three}" in second.text
    assert [link.text for link in round_one.page.all("a", "go")] == ["Start at Table 1"]
    assert {one, two, three, four} <= {seat.text.split()[-1] for seat in round_one.page.all("li")}


def test_the_night_lists_each_table_once(round_one: Phone) -> None:
    round_one.open("/nights/1/tables").tap("New table", name="Window").open("/nights/1")
    assert [name for name, *_ in drawn(round_one)] == ["Table 1", "Table 2", "Sit out"]
    assert [row.one("b").text for row in round_one.page.one("ul", "tapped").all("li")] == ["Window"]


def test_the_page_of_a_table_offers_the_game_that_was_drawn(round_one: Phone) -> None:
    round_one.open("/nights/1/tables/2")
    assert [link.text for link in round_one.page.all("a", "wide")] == ["Start Whist", "Start another game"]
    round_one.follow("Start Whist").tap("Start Whist")
    assert "Start Whist" not in round_one.open("/nights/1/tables/2").page
