"""The page of a night and its games."""

from tests.web.phone import Phone
from tests.web.table import start, whole


def games(phone: Phone) -> list[str]:
    """Return tonight's games, newest first, each as one line."""
    phone.open("/nights/1")
    return phone.page.texts("a") and [link.text for link in phone.page.all("a") if "/plays/" in link["href"]]


def test_a_running_game_shows_its_hands_and_totals(coralon: Phone) -> None:
    whole(coralon, "Cal", 4, (3, 3, 5, 2))
    assert games(coralon) == ["Coralon 1 hand so far Ann 3 Bea 3 Cal 5 Dee 2"]


def test_a_finished_game_shows_who_won(owner: Phone) -> None:
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    assert games(owner) == ["Coralon Bea won Ann 0 Bea 5 Cal 0 Dee 0"]


def test_a_game_ended_early_with_a_tie_shows_that_nobody_won(coralon: Phone) -> None:
    coralon.tap("End game")
    assert games(coralon) == ["Coralon Nobody won Ann 0 Bea 0 Cal 0 Dee 0"]


def test_partners_are_listed_together(owner: Phone) -> None:
    start(owner, "Coralon, Partners")
    assert games(owner) == ["Coralon, Partners No hands yet Ann and Cal 0 Bea and Dee 0"]


def test_the_newest_game_comes_first(owner: Phone) -> None:
    start(owner)
    start(owner, "Tally")
    assert [line.split()[0] for line in games(owner)] == ["Your", "Coralon"]


def test_the_sheet_links_back_to_the_night(coralon: Phone) -> None:
    coralon.follow("‹")
    assert coralon.path == "/nights/1"


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
    assert "Someone has changed this note to “Cal brings the chips”." in friend.page
    assert friend.value("note") == "Next week at Dee’s"
    assert friend.tap("Save note").value("note") == "Next week at Dee’s"


def test_what_was_typed_for_a_deleted_night_is_said_on_its_page(owner: Phone, friend: Phone) -> None:
    friend.open("/nights/1")
    owner.open("/nights/1").tap("Delete night")
    friend.tap("Add", name="Eve, Flo")
    assert friend.status == 409
    assert friend.problems == [
        "This night was deleted, so nothing was changed. Your entry (Eve, Flo) was not saved."
    ]
    assert "Eve" not in owner.reload().tap("Restore").page
