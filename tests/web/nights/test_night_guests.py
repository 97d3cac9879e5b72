"""Adding guests to a night and removing them."""

import pytest

from tests.web.phone import Phone
from tests.web.table import here


def suggested(phone: Phone) -> list[str]:
    """Return the players who are suggested."""
    return [button["value"] for button in phone.page.all("button", name="known")]


def test_names_are_trimmed_and_extra_commas_ignored(owner: Phone) -> None:
    assert here(owner.tap("Add", name=" Eve ,, Fay,"))[4:] == ["Eve", "Fay"]


def test_a_list_may_have_semicolons_lines_or_cells(owner: Phone) -> None:
    owner.tap("Add", name="Eve; Fay\nGil B.\r\nHal,\nIda\tJo、Kim， Leo")
    assert here(owner)[4:] == ["Eve", "Fay", "Gil B.", "Hal", "Ida", "Jo", "Kim", "Leo"]


@pytest.mark.parametrize(
    ("again", "said"),
    {
        "Ann": "Ann is already here.",
        " ann": "Ann is already here.",
        "ANN, Bea": "Ann and Bea are already here.",
    }.items(),
)
def test_nobody_is_added_twice(owner: Phone, again: str, said: str) -> None:
    assert here(owner.tap("Add", name=again)) == ["Ann", "Bea", "Cal", "Dee"]
    assert said in owner.page.texts("p")


REFUSED = {
    "": "Enter a name for every player.",
    " , ": "Enter a name for every player.",
    "Fay; \u3164": "Nobody could see this name. Enter one with letters, figures or a picture.",
    "Eve\u0007": "A player’s name has a character that can’t be shown.",
    "Fay, " + "x" * 41: "The name xxxxxxxxxxxx… has 41 characters. Use at most 40.",
}


@pytest.mark.parametrize(("typed", "sentence"), REFUSED.items())
def test_a_bad_name_is_refused_and_stays_in_the_field(owner: Phone, typed: str, sentence: str) -> None:
    owner.tap("Add", name=typed)
    owner.refused("name", sentence)
    assert owner.value("name") == typed
    assert here(owner) == ["Ann", "Bea", "Cal", "Dee"]


@pytest.mark.parametrize("field", ["name", "known"])
def test_more_than_sixty_names_at_once_are_refused(owner: Phone, field: str) -> None:
    names = [f"Guest {number}" for number in range(61)]
    owner.send("/nights/1/players", **{field: ", ".join(names) if field == "name" else names})
    owner.refused("name", "These are 61 names. Add at most 60 at once.")
    assert owner.value("name") == (", ".join(names) if field == "name" else "")
    assert here(owner) == ["Ann", "Bea", "Cal", "Dee"]


def test_sixty_names_at_once_are_added(owner: Phone) -> None:
    names = [f"Guest {number}" for number in range(60)]
    assert here(owner.tap("Add", name=", ".join(names)))[4:] == names


def test_players_from_earlier_nights_are_suggested(owner: Phone) -> None:
    owner.open("/").tap("Start a game night")
    assert suggested(owner) == ["Ann", "Bea", "Cal", "Dee"]
    owner.tap("Add Cal")
    assert here(owner) == ["Cal"]
    assert suggested(owner) == ["Ann", "Bea", "Dee"]


def test_a_guest_can_leave_and_return(owner: Phone) -> None:
    owner.tap("Remove Bea")
    assert here(owner) == ["Ann", "Cal", "Dee"]
    owner.tap("Add Bea")
    assert here(owner) == ["Ann", "Cal", "Dee", "Bea"]


def test_a_game_continues_after_a_player_has_left(coralon: Phone) -> None:
    path = coralon.path
    coralon.open("/nights/1").tap("Remove Bea")
    assert "Bea" in coralon.open(path).page.one("section", "board")


def test_one_player_alone_cannot_start_a_game(stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night").tap("Add", name="Ann")
    assert "Start a game" not in stranger.page.texts("a")
    assert "Start a game" in stranger.tap("Add", name="Bea").page.texts("a")


def tonight(phone: Phone) -> Phone:
    """Start a new night."""
    return phone.open("/").tap("Start a game night")


def test_the_same_players_as_last_time_come_in_one_tap(owner: Phone) -> None:
    owner.tap("Remove Dee")
    tonight(owner).tap("Same players as last time")
    assert here(owner) == ["Ann", "Bea", "Cal"]


def test_last_time_is_the_newest_other_night_that_had_players(owner: Phone) -> None:
    tonight(owner).tap("Add", name="Eve, Fay")
    tonight(owner).tap("Save note", note="Nobody came.")
    tonight(owner).tap("Add", name="Gil").tap("Delete night")
    assert here(tonight(owner).tap("Same players as last time")) == ["Eve", "Fay"]


def test_the_same_players_are_offered_only_while_nobody_is_here(owner: Phone) -> None:
    assert "Same players as last time" in tonight(owner).page.texts("button")
    owner.tap("Add Cal")
    assert "Same players as last time" not in owner.page.texts("button")


def test_the_first_night_has_no_last_time_and_suggests_nobody(owner: Phone, stranger: Phone) -> None:
    assert "Same players as last time" not in tonight(stranger).page.texts("button")
    assert suggested(stranger) == []


def test_a_hidden_player_is_not_among_the_same_players(owner: Phone) -> None:
    owner.open("/players/2").tap("Hide Bea")
    assert here(tonight(owner).tap("Same players as last time")) == ["Ann", "Cal", "Dee"]
