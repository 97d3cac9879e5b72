"""Who is there tonight."""

import pytest

from tests.web.phone import Phone


def there(phone: Phone) -> list[str]:
    """Tonight's players, as the page lists them."""
    return phone.page.one("ul", "guests").texts("span") if phone.page.all("ul", "guests") else []


def offered(phone: Phone) -> list[str]:
    """Players of earlier nights, one tap away."""
    return [button["value"] for button in phone.page.all("button", name="known")]


def test_several_names_are_added_with_commas_between(owner: Phone) -> None:
    assert there(owner) == ["Ann", "Bea", "Cal", "Dee"]


def test_names_are_trimmed_and_a_comma_too_many_does_not_matter(owner: Phone) -> None:
    assert there(owner.tap("Add", name=" Eve ,, Fay,"))[4:] == ["Eve", "Fay"]


@pytest.mark.parametrize("again", ["Ann", " ann", "ANN, Bea"])
def test_somebody_who_is_there_already_is_not_added_twice(owner: Phone, again: str) -> None:
    assert there(owner.tap("Add", name=again)) == ["Ann", "Bea", "Cal", "Dee"]


def test_the_same_letter_in_another_encoding_is_the_same_player(owner: Phone) -> None:
    owner.tap("Add", name="Zo\u00eb").tap("Add", name="Zoe\u0308")
    assert there(owner)[4:] == ["Zo\u00eb"]


REFUSED = {
    "": "A player's name is empty.",
    " , ": "A player's name is empty.",
    "Eve\u0007": "A player's name has a character that cannot be shown.",
    "Fay, " + "x" * 41: "The name xxxxxxxxxxxx… has 41 characters; there is room for 40.",
}


@pytest.mark.parametrize(("typed", "sentence"), REFUSED.items())
def test_a_bad_name_is_refused_and_stays_in_the_field(owner: Phone, typed: str, sentence: str) -> None:
    owner.tap("Add", name=typed)
    owner.refused("name", sentence)
    assert owner.value("name") == typed
    assert there(owner) == ["Ann", "Bea", "Cal", "Dee"]


def test_a_name_is_shown_as_it_was_written_and_runs_nothing(owner: Phone) -> None:
    owner.tap("Add", name="<b onclick='x'>&amp;")
    assert there(owner)[-1] == "<b onclick='x'>&amp;"


def test_players_of_earlier_nights_are_offered_by_name(owner: Phone) -> None:
    owner.open("/").tap("Start a game night")
    assert offered(owner) == ["Ann", "Bea", "Cal", "Dee"]
    owner.tap("+ Cal")
    assert there(owner) == ["Cal"]
    assert offered(owner) == ["Ann", "Bea", "Dee"]


def test_somebody_can_leave_and_come_back(owner: Phone) -> None:
    owner.tap("Bea leaves")
    assert there(owner) == ["Ann", "Cal", "Dee"]
    owner.tap("+ Bea")
    assert there(owner) == ["Ann", "Cal", "Dee", "Bea"]


def test_a_game_goes_on_when_its_player_has_left(coralon: Phone) -> None:
    path = coralon.path
    coralon.open("/nights/1").tap("Bea leaves")
    assert "Bea" in coralon.open(path).page.one("section", "board")


def test_one_player_alone_cannot_start_a_game(stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night").tap("Add", name="Ann")
    assert "Start a game" not in stranger.page.texts("a")
    assert "Start a game" in stranger.tap("Add", name="Bea").page.texts("a")
