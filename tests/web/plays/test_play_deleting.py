"""A game started by mistake is deleted, and can be restored."""

from collections.abc import Callable

from tests.web.phone import Phone
from tests.web.table import start, totals, undo, whole


def test_deleting_a_game_can_be_undone_with_one_tap(coralon: Phone, pass_time: Callable[[int], None]) -> None:
    coralon.tap("Delete game")
    assert undo(coralon) == "Coralon deleted"
    assert coralon.tap("Undo").path == "/plays/1"
    assert undo(coralon.open("/nights/1")) == ""
    coralon.open("/plays/1").tap("Delete game")
    pass_time(61)
    assert undo(coralon.reload()) == ""


def test_a_deleted_game_is_not_listed_on_the_night(coralon: Phone) -> None:
    coralon.tap("Delete game")
    assert coralon.path == "/nights/1"
    assert not [link for link in coralon.page.all("a") if "/plays/" in link["href"]]
    assert "Recently deleted" in coralon.page


def test_a_deleted_game_is_restored_with_its_hands(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).tap("Delete game").tap("Restore")
    assert coralon.path == "/plays/1"
    assert totals(coralon)["Bea"] == 5
    assert "deleted" not in coralon.open("/nights/1").page


def test_only_that_game_is_deleted(owner: Phone) -> None:
    start(owner)
    start(owner, "Tally").tap("Delete game")
    opened = {link["href"].split("/")[2] for link in owner.page.all("a") if "/plays/" in link["href"]}
    assert opened == {"1"}


def test_a_deleted_game_opened_at_its_address_says_so(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).tap("Delete game").open("/plays/1")
    assert "This game was deleted" in coralon.page
    coralon.tap("Restore game")
    assert totals(coralon)["Bea"] == 5


def test_a_deleted_game_is_not_changed_by_a_phone_that_still_shows_it(coralon: Phone, friend: Phone) -> None:
    _, sent = friend.open("/plays/1").filled("4", bidder="Cal")
    coralon.tap("Delete game")
    assert friend.replay("/plays/1/bid", sent).status == 409
    assert "This game was deleted, so nothing was changed." in friend.page
