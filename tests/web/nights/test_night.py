"""The page of a night and its games."""

from flask import Flask

from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import SETTLE, bea_wins
from tests.web.table import start, whole


def games(phone: Phone, which: str) -> list[str]:
    """Return tonight's games that are "running" or "finished", newest first, each as one line."""
    found = phone.open("/nights/1").page.all("section", **{"aria-labelledby": which})
    return found[0].texts("li") if found else []


def running(phone: Phone) -> list[str]:
    """Return tonight's running games, with the links to them."""
    return games(phone, "running")


def test_a_running_game_shows_its_hands_and_totals(coralon: Phone) -> None:
    whole(coralon, "Cal", 4, (3, 3, 5, 2))
    assert running(coralon) == ["Coralon 1 hand so far Ann 3 Bea 3 Cal 5 Dee 2 Continue Board"]
    assert games(coralon, "finished") == []


def test_finished_games_show_who_won_below_the_running_ones(owner: Phone) -> None:
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    assert games(owner, "finished") == ["Coralon Bea won Ann 0 Bea 5 Cal 0 Dee 0"]
    assert running(owner) == []
    start(owner)
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    headings = owner.open("/nights/1").page.texts("h2")
    assert [said for said in headings if "layers" not in said] == ["Playing now", "Coins", "Finished games"]


def test_a_game_ended_early_with_a_tie_shows_that_nobody_won(coralon: Phone) -> None:
    coralon.tap("End game")
    assert games(coralon, "finished") == ["Coralon Nobody won Ann 0 Bea 0 Cal 0 Dee 0"]


def test_partners_are_listed_together(owner: Phone) -> None:
    start(owner, "Coralon, Partners")
    assert running(owner)[0].startswith("Coralon, Partners No hands yet Ann and Cal 0 Bea and Dee 0")


def test_each_running_game_continues_in_one_tap_and_the_newest_stands_out(owner: Phone) -> None:
    start(owner)
    start(owner, "Tally").open("/nights/1")
    for words, label, path in (
        ("Continue", "Continue", "/plays/{}"),
        ("Board", "Board for the room:", "/plays/{}/board"),
    ):
        links = [(link["aria-label"], link["href"]) for link in owner.page.all("a") if link.text == words]
        assert links == [(f"{label} Your own game", path.format(2)), (f"{label} Coralon", path.format(1))]
    assert [link["aria-label"] for link in owner.page.all("a", "primary")] == ["Continue Your own game"]


def test_a_viewer_watches_a_running_game(app: Flask, coralon: Phone) -> None:
    viewer = joined(app, link_to(coralon, "watch"), "I’m just watching")
    assert viewer.open("/nights/1").follow("Watch").path == coralon.path


def test_settling_up_is_one_tap_away_once_coins_have_moved(owner: Phone) -> None:
    assert "Settle up" not in owner.open("/nights/1").page.texts("a")
    assert bea_wins(owner).open("/nights/1").follow("Settle up").path == SETTLE


def test_deleting_a_night_twice_shows_that_it_was_deleted(owner: Phone) -> None:
    _, sent = owner.open("/nights/1").filled("Delete night")
    for _ in range(2):
        assert owner.replay("/nights/1/delete", sent).status == 200
        assert "This night was deleted" in owner.page


def test_a_note_that_another_phone_changed_is_not_overwritten_unseen(owner: Phone, friend: Phone) -> None:
    friend.open("/nights/1")
    owner.open("/nights/1").tap("Save note", note="Cal brings the chips")
    friend.tap("Save note", note="Next week at Dee’s")
    assert friend.status == 409
    assert "it’s “Cal brings the chips” now" in friend.problems[0]
    assert friend.value("note") == "Next week at Dee’s"
    assert friend.tap("Save note").value("note") == "Next week at Dee’s"


def test_what_was_typed_for_a_deleted_night_is_said_on_its_page(owner: Phone, friend: Phone) -> None:
    friend.open("/nights/1")
    owner.open("/nights/1").tap("Delete night")
    friend.tap("Add", name="Eve, Flo")
    assert friend.status == 409
    assert friend.problems == ["This night was deleted, so nothing was changed."]
    assert "Mine, not saved yet Eve, Flo" in friend.page.one("section", "conflict").text
    assert "Eve" not in owner.reload().tap("Restore").page
