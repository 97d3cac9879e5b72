"""Letting someone join a running game or leave it."""

import json
from typing import Any

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import points, start, totals, undo

LOOK, SAVE = "See what would change", "Save"
PAGE = "/plays/1/presence"


def play_two_rounds(scene: Scene) -> None:
    start(scene.owner, "Tally")
    scene.owner.open("/nights/1").tap("Add", name="Eve").open("/plays/1")
    points(scene.owner, 5, 3, 2, 2)
    points(scene.owner, 1, 1, 1, 1)


@pytest.fixture
def played(scene: Scene, owner: Phone, no_hurry: None) -> Phone:
    """Return a sheet of a game of the players' own with two rounds; Eve is on tonight's list too."""
    scene.after(play_two_rounds)
    return owner


def change(phone: Phone, **typed: Any) -> Phone:
    """Look at a change of who plays, and save it."""
    return phone.open(PAGE).tap(LOOK, **typed).tap(SAVE)


def presence(phone: Phone) -> Any:
    """Return when those play who joined or left, as the exported scoresheet has it."""
    return json.loads(phone.download("/plays/1/scoresheet.json"))["options"].get("presence")


def boxes(phone: Phone) -> list[int]:
    """Return the seats that have a box for points."""
    names = (box["name"] or "" for box in phone.page.all("input"))
    return sorted(int(name.removeprefix("points-")) for name in names if name.startswith("points-"))


def test_someone_joins_from_the_next_round_with_a_chosen_total(played: Phone) -> None:
    change(played.open("/plays/1").follow("Change players"), who=5, start="3")
    assert totals(played) == {"Ann": 6, "Bea": 4, "Cal": 3, "Dee": 3, "Eve": 3}
    assert undo(played) == "Eve joins from round 3 with 3"
    points(played, 1, 1, 1, 1, 7)
    assert totals(played)["Eve"] == 10
    assert presence(played) == {"Eve": {"from": 3, "total": 3}}


def test_rounds_before_someone_joined_have_no_figure_and_no_box_for_them(played: Phone) -> None:
    change(played, who=5)
    newest = played.page.one("section", "hands").all("details", "hand")[0]
    assert newest.one("span", "scores").text.split() == ["+1", "+1", "+1", "+1"]
    assert boxes(played.open("/plays/1/hands/2")) == [0, 1, 2, 3]
    assert boxes(played.open("/plays/1")) == [0, 1, 2, 3, 4]


def test_a_new_name_joins_and_is_on_tonights_list(played: Phone) -> None:
    assert "A new name joins tonight’s players too." in played.open(PAGE).page
    change(played, name="Fay", total=-2)
    assert totals(played)["Fay"] == -2
    assert "Fay" in played.open("/nights/1").page


def test_nobody_is_added_by_a_preview(played: Phone) -> None:
    played.open(PAGE).tap(LOOK, name="Fay")
    assert "Fay" not in played.open("/nights/1").page


def test_who_leaves_keeps_the_total_and_plays_no_more(played: Phone) -> None:
    change(played, who=2)
    assert undo(played) == "Bea leaves after round 2"
    assert totals(played)["Bea"] == 4
    assert boxes(played) == [0, 2, 3]


def test_the_preview_says_who_leaves(played: Phone) -> None:
    played.open(PAGE).tap(LOOK, who=2)
    assert played.page.texts("p", "consequence") == ["Bea leaves after round 2."]


def test_nobody_leaves_before_a_round_that_has_their_points(played: Phone) -> None:
    played.open(PAGE).tap(LOOK, who=2, hand=2)
    assert played.problems == ["Round 2 would no longer be possible. Bea had left the game."]


def test_joining_is_undone_and_redone(played: Phone) -> None:
    change(played, who=5)
    assert "Eve" not in totals(played.tap("Undo"))
    assert undo(played) == "Change of the settings undone: without Eve"
    assert "Eve" in totals(played.tap("Redo"))


def test_leaving_is_undone(played: Phone) -> None:
    change(played, who=2)
    played.tap("Undo")
    assert presence(played) is None


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({}, "Tap who joins or leaves."),
        ({"name": "Ann"}, "Ann plays in this game already."),
        ({"who": 5, "total": "some"}, "Enter a whole number of points to start with."),
    ],
)
def test_what_is_missing_is_asked_for(played: Phone, typed: dict[str, Any], problem: str) -> None:
    played.open(PAGE).tap(LOOK, **typed)
    assert played.problems == [problem]


def test_removing_an_earlier_round_keeps_the_rounds_of_someone_who_joined(played: Phone) -> None:
    change(played, who=5)
    points(played, 1, 1, 1, 1, 7)
    played.open("/plays/1/hands/1/remove").tap("Remove round 1")
    assert presence(played) == {"Eve": {"from": 2}}
    assert totals(played.tap("Undo"))["Eve"] == 7
    assert presence(played) == {"Eve": {"from": 3}}


def test_other_settings_keep_who_joined(played: Phone) -> None:
    change(played, who=5)
    played.open("/plays/1/settings").tap(LOOK, target=40).tap("Save changes")
    assert presence(played) == {"Eve": {"from": 3}}


def test_playing_again_starts_with_those_who_are_there(played: Phone) -> None:
    change(played, who=5)
    change(played, who=2)
    points(played, 9)
    played.open("/plays/1").tap("End game")
    played.tap(next(text for text in played.page.texts("button") if text.startswith("Play again")))
    assert totals(played) == {"Ann": 0, "Cal": 0, "Dee": 0, "Eve": 0}


def test_a_round_entered_ahead_is_taken_when_someone_has_joined_since(played: Phone, friend: Phone) -> None:
    change(played, who=5)
    friend.open("/plays/1")
    friend.send("/plays/1/hands", number=3, seats="1-2-3-4", ahead="yes", whole="yes", **{"points-0": 4})
    assert totals(friend) == {"Ann": 10, "Bea": 4, "Cal": 3, "Dee": 3, "Eve": 0}


def test_a_game_for_a_fixed_number_of_players_says_why_and_leads_to_replacing(owner: Phone) -> None:
    start(owner, "Coralon")
    owner.follow("Change players")
    assert "Add them to tonight’s players first." in owner.page
    owner.open("/nights/1").tap("Add", name="Eve").open("/plays/1").follow("Change players")
    assert "In Coralon, cards and points depend on the number of players" in owner.page
    assert owner.follow("Replace a player").page.one("details", "more")["open"] is not None


PAGES = ("", "/board", "/recap", "/chart", "/history", "/recap.svg", "/settings", "/presence", "?whole")
OPEN: dict[str, dict[str, Any]] = {
    "tally": {"points-0": 4, "points-1": 2},
    "house-of-fortune": {"roll": 9},
    "ship-captain-crew": {f"cargo-{seat}": 5 + seat for seat in range(4)},
    "caravan": {f"cargo-{seat}": 5 + seat for seat in range(4)},
    "hazard": {"bank": 0, "shooter": 1, "main": 7, "bets-1-win": 3, "rolls": "7"},
    "lansquenet": {"result": "bank", "standing-1": 2},
    "commander-captain-company": {"commander": 1, "captain": 1, "company": 2},
}


@pytest.mark.parametrize("game", OPEN)
def test_every_page_shows_a_game_that_someone_joined_and_someone_left(owner: Phone, game: str) -> None:
    owner.open(f"/nights/1/games/{game}")
    owner.tap(next(text for text in owner.page.texts("button") if text.startswith("Start ")))
    owner.send("/plays/1/hands", whole="on", **OPEN[game])
    assert len(owner.open("/plays/1").page.one("section", "hands").all("details", "hand")) == 1
    change(owner, name="Zoë")
    owner.open("/nights/1").tap("Add", name="Eve")
    change(owner, name="Fay")
    change(owner, who=4)
    assert [*totals(owner)] == ["Ann", "Bea", "Cal", "Dee", "Zoë", "Fay"]
    for page in PAGES:
        assert owner.open(f"/plays/1{page}").status == 200, page
    owner.open("/plays/1").tap("End game")
    for page in ("", "/board", "/recap", "/recap.svg"):
        assert owner.open(f"/plays/1{page}").status == 200, page
    for file in ("hands.csv", "game.bgsplay", "scoresheet.json"):
        assert owner.download(f"/plays/1/{file}")
