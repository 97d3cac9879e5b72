"""Every form of the sheet sends back the version of the play that it was drawn from."""

from collections.abc import Callable

import pytest

from tests.web.phone import Phone
from tests.web.table import bid, hands, whole

TRICKS = (3, 5, 3, 2)
WITHOUT_VERSION = ("/again", "/delete", "/note", "/restore")


def versions(phone: Phone) -> dict[str, list[str]]:
    """Return the versions in each form of a page, by the form's address."""
    return {
        form["action"]: [field["value"] for field in form.all("input", name="version")]
        for form in phone.page.all("form")
    }


@pytest.mark.parametrize("address", ["/plays/1", "/plays/1?whole", "/plays/1?bid", "/plays/1/hands/1"])
def test_every_form_of_the_sheet_has_one_version(coralon: Phone, address: str) -> None:
    whole(coralon, "Bea", 5, TRICKS)
    bid(coralon, "Cal", 4).open(address)
    found = {action: sent for action, sent in versions(coralon).items() if action[8:] not in WITHOUT_VERSION}
    assert len({version for sent in found.values() for version in sent}) == 1
    assert all(len(sent) == 1 for sent in found.values())


def version(phone: Phone) -> str:
    return phone.open("/plays/1").page.all("input", name="version")[0]["value"]


CHANGES: dict[str, Callable[[Phone], Phone]] = {
    "a bid": lambda phone: bid(phone, "Bea", 5),
    "a hand": lambda phone: whole(phone, "Bea", 5, TRICKS),
    "a correction": lambda phone: phone.follow("Correct hand 1").tap("Save hand 1", bid=4),
    "a removed hand": lambda phone: phone.tap("Remove hand 1"),
    "an early end": lambda phone: phone.tap("End game"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_the_version_changes_with(coralon: Phone, change: Callable[[Phone], Phone]) -> None:
    before = version(whole(coralon, "Bea", 5, TRICKS))
    change(coralon)
    assert version(coralon) != before


def test_a_new_name_leaves_the_version_as_it_is(coralon: Phone) -> None:
    before = version(coralon)
    coralon.open("/players/2").tap("Rename", name="Zoe")
    assert version(coralon) == before


def test_undo_restores_the_version_before(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS)
    before = versions(coralon)["/plays/1/undo"]
    coralon.tap("Undo").tap("Redo")
    assert versions(coralon)["/plays/1/undo"] == before


def test_a_form_with_an_invalid_version_is_refused(coralon: Phone) -> None:
    assert coralon.send("/plays/1/stop", version="x").status == 409
    assert coralon.send("/plays/1/bid", version="x", bidder="Bea", bid=5).status == 409
    assert not hands(coralon.open("/plays/1"))


@pytest.mark.parametrize("look", ["on", "page", "part"])
def test_asking_for_a_preview_does_not_open_a_deleted_game_to_changes(coralon: Phone, look: str) -> None:
    coralon.send("/plays/1/delete")
    for path in ("stop", "bid", "hands"):
        coralon.send(f"/plays/1/{path}", bidder="Bea", bid=5, look=look)
        assert "This game was deleted, so nothing was changed." in coralon.page
    assert "Nobody won" not in coralon.send("/plays/1/restore").page


def test_what_was_typed_for_a_deleted_game_is_said_on_its_page(coralon: Phone, friend: Phone) -> None:
    _, sent = friend.open("/plays/1").filled("5", bidder="Bea")
    coralon.tap("Delete game")
    assert friend.replay("/plays/1/bid", sent).status == 409
    assert "Mine, not saved yet Bea bid 5" in friend.page.one("section", "conflict").text
    assert "Bea bid 5" not in friend.tap("Restore game").page
