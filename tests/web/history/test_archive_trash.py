"""Deleted nights and games are in Recently deleted until someone restores them."""

import pytest

from tests.web.phone import Phone
from tests.web.table import start, totals, whole


@pytest.fixture
def thrown(coralon: Phone) -> Phone:
    """Return the page of a night with a game, which was deleted."""
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    return coralon.open("/nights/1").tap("Delete night")


def links(phone: Phone, path: str) -> list[str]:
    """Return where the links of a page lead."""
    return [link["href"] for link in phone.open(path).page.all("a")]


def test_a_deleted_night_disappears_with_its_games(thrown: Phone) -> None:
    assert "/nights/1" not in links(thrown, "/")
    assert "/plays/1/recap" not in links(thrown, "/clubs/1/archive")


def test_a_deleted_night_is_restored_with_one_tap(thrown: Phone) -> None:
    assert "This night was deleted" in thrown.page
    thrown.tap("Restore")
    assert thrown.path == "/nights/1"
    assert "/plays/1/recap" in links(thrown, "/clubs/1/archive")
    assert totals(thrown.open("/plays/1"))["Bea"] == 5


def test_nights_and_games_are_restored_from_recently_deleted(owner: Phone) -> None:
    start(owner)
    start(owner, "Tally").tap("Delete game")
    owner.open("/").tap("Start a game night").tap("Delete night")
    owner.open("/clubs/1/archive").follow("Recently deleted")
    assert owner.path == "/clubs/1/bin"
    assert "no games" in owner.page
    assert "Ann, Bea, Cal and Dee" in owner.page
    owner.tap("Restore", form="/plays/2/restore")
    assert owner.path == "/plays/2"
    owner.open("/clubs/1/bin").tap("Restore")
    assert owner.path == "/nights/2"
    assert "Nothing has been deleted." in owner.open("/clubs/1/bin").page


def test_recently_deleted_has_pages_of_nights_and_games(
    owner: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.store.history.paging.PAGE_SIZE", 1)
    for game in ("Coralon", "Tally"):
        start(owner, game).tap("Delete game")
    for _ in range(2):
        owner.open("/").tap("Start a game night").tap("Add", name="Ann").tap("Delete night")
    owner.open("/clubs/1/bin")
    assert owner.page.texts("h2") == ["Nights", "Games"]
    owner.open(owner.page.all("section")[1].all("a")[0]["href"])
    assert owner.page.texts("h2") == ["Games"]
    assert "Coralon" in owner.page
    assert "Your own game" in owner.follow("Newer").page
    owner.follow("Show everything").follow("Older")
    assert owner.page.texts("h2") == ["Nights"]
    owner.tap("Restore", form="/nights/2/restore")
    assert owner.path == "/nights/2"


def test_restoring_a_night_leaves_games_deleted_before_it(coralon: Phone) -> None:
    coralon.tap("Delete game").tap("Delete night").tap("Restore")
    assert "Recently deleted" in coralon.page
    assert "Coralon" in coralon.open("/clubs/1/bin").page


def test_a_game_of_a_deleted_night_offers_to_restore_the_night(thrown: Phone) -> None:
    thrown.open("/plays/1")
    assert "The night of this game was deleted" in thrown.page
    assert "The night of this game was deleted" in thrown.open("/plays/1/recap").page
    thrown.tap("Restore night").open("/plays/1")
    assert totals(thrown)["Bea"] == 5


def test_every_page_of_a_deleted_night_offers_to_restore_it(thrown: Phone) -> None:
    for path in ("/bank", "/bank/settle", "/games", "/invite", "/night.json"):
        assert thrown.open(f"/nights/1{path}").path == "/nights/1"
        assert "This night was deleted" in thrown.page
    assert thrown.tap("Restore").open("/nights/1/bank").status == 200


def test_a_note_on_the_night_is_kept(owner: Phone) -> None:
    owner.tap("Save note", note="The cat\r\nstole a card. ")
    assert owner.path == "/nights/1"
    assert owner.reload().value("note") == "The cat\nstole a card."
