"""Notes and what a coin is worth: two phones change them, and both versions are shown."""

from typing import NamedTuple

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import BANK
from tests.web.table import start


class Text(NamedTuple):
    """Something that is changed as a whole: where, with which button, and what it says after each change."""

    page: str
    button: str
    field: str
    theirs: str
    mine: str
    said: tuple[str, str]


TEXTS = {
    "the note on a night": Text("/nights/1", "Save note", "note", "Rain", "Snow", ("Rain", "Snow")),
    "the note on a game": Text("/plays/1", "Save note", "note", "Close", "Long", ("Close", "Long")),
    "a deleted note": Text("/plays/1", "Save note", "note", "", "Long", ("No note", "Long")),
    "what a coin is worth": Text(
        "/nights/1/bank/settle", "Save", "value", "0.20", "0,50", ("1 coin = €0.20", "1 coin = €0.50")
    ),
    "coins that are just coins": Text(
        "/nights/1/bank/settle", "Save", "value", "", "0.50", ("Just coins", "1 coin = €0.50")
    ),
}
each_text = pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))


def write_twice(scene: Scene, text: Text) -> None:
    start(scene.owner).tap("End game").tap("Save note", note="So far")
    scene.owner.open("/nights/1/bank/settle").tap("Save", value="0.10", currency="€")
    scene.friend.open(text.page)
    scene.owner.open(text.page).tap(text.button, **{text.field: text.theirs})
    scene.friend.tap(text.button, **{text.field: text.mine})


@pytest.fixture
def two(scene: Scene, owner: Phone, friend: Phone, text: Text) -> tuple[Phone, Phone]:
    """Return two phones; the other one has sent its version after the first one saved another."""
    scene.after((write_twice, text))
    return owner, friend


def saved(phone: Phone, text: Text) -> str:
    """Return what is saved now."""
    value = phone.open(text.page).value(text.field)
    return "0,50" if value == "0.50" and text.mine == "0,50" else value


@each_text
def test_both_versions_are_shown_and_nothing_is_changed(two: tuple[Phone, Phone], text: Text) -> None:
    owner, friend = two
    assert friend.status == 409
    shown = friend.page.one("section", "conflict")
    assert shown.texts("p", "headline") == list(text.said)
    assert shown.texts("button") == ["Keep theirs", "Use mine"]
    assert saved(owner, text) == text.theirs


@each_text
@pytest.mark.parametrize("choice", ["Keep theirs", "Use mine"])
def test_each_button_does_what_it_says(two: tuple[Phone, Phone], text: Text, choice: str) -> None:
    owner, friend = two
    assert friend.tap(choice).status == 200
    assert not friend.page.all("section", "conflict")
    assert saved(owner, text) == (text.mine if choice == "Use mine" else text.theirs)


@each_text
def test_the_form_of_the_page_still_has_what_was_typed(two: tuple[Phone, Phone], text: Text) -> None:
    _, friend = two
    assert friend.value(text.field) == text.mine


def test_coins_for_a_deleted_night_can_be_recorded_once_it_is_restored(owner: Phone, friend: Phone) -> None:
    _, sent = friend.open(BANK).filled("Record", kind="gift", giver=1, taker=2, coins=7)
    owner.open("/nights/1").tap("Delete night")
    assert friend.replay(BANK, sent).status == 409
    shown = friend.page.one("section", "conflict")
    assert shown.texts("p", "headline") == ["This night was deleted.", "Ann gave Bea 7 coins"]
    path, again = friend.form("Save mine again")
    assert friend.replay(path, again).status == 409
    owner.tap("Restore")
    for _ in range(2):
        friend.replay(path, again)
        friend.replay(BANK, sent)
    assert "Ann −7 Bea +7" in friend.page


@pytest.mark.parametrize(("choice", "name"), [("Keep theirs", "Eve"), ("Use mine", "Zoe")])
def test_two_names_given_to_a_player_are_shown_side_by_side(owner: Phone, choice: str, name: str) -> None:
    path, kept = owner.open("/players/4").form("Rename", name="Zoe")
    owner.tap("Rename", name="Eve").replay(path, kept)
    assert owner.status == 409
    assert owner.page.one("section", "conflict").texts("p", "headline") == ["Eve", "Zoe"]
    assert owner.tap(choice).open("/players/4").page.one("h1").text == name
    assert owner.replay(path, kept).status == 200
