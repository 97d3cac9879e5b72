"""The archive: every game of the club, and finding one."""

import re
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import start, whole


def games(phone: Phone) -> list[str]:
    """Return the games on the page, each as one line."""
    return phone.page.one("ul", "archive").texts("li")


def play_two_games(scene: Scene) -> None:
    owner = scene.owner
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    owner.follow("Note on this game").tap("Save note", note="Never bid thirteen twice.")
    start(owner, "Tally")
    owner.open("/nights/1").tap("Save note", note="The cat stole a card.")


@pytest.fixture
def played(scene: Scene) -> Phone:
    """Return the archive of a club that has played Coralon to its end and some Tally, with notes."""
    scene.after(play_two_games)
    return scene.owner.open("/clubs/1/archive")


def test_an_empty_archive_says_so(owner: Phone) -> None:
    assert "No games yet." in owner.open("/clubs/1/archive").page


def test_each_game_has_its_day_result_and_notes_and_is_one_tap_away(played: Phone) -> None:
    tally, coralon = games(played)
    assert re.match(r"\d+ \w+ \d{4} Your own game \d\d:\d\d Still running; ", tally)
    assert tally.endswith("The cat stole a card.")
    assert re.match(r"Coralon \d\d:\d\d 5 Bea won; Ann 0 ?, Cal 0 ?, Dee 0 Never bid thirteen", coralon)
    assert coralon.endswith("Never bid thirteen twice. The cat stole a card.")
    played.follow("Coralon")
    assert played.path == "/plays/1/recap"
    assert "Bea won" in played.page


def test_partners_share_one_total(owner: Phone) -> None:
    start(owner, "Coralon, Partners", target=5)
    (game,) = games(owner.open("/clubs/1/archive"))
    assert game.endswith("Still running; Ann , Bea , Cal , Dee")
    owner.open("/plays/1?whole").tap("Save hand 1", bidder="Ann", bid=5, tricks=5)
    (game,) = games(owner.open("/clubs/1/archive"))
    assert game.endswith("5 Ann and Cal won; Bea and Dee 0")


def test_the_form_keeps_the_search(played: Phone) -> None:
    played.open("/clubs/1/archive?player=2&game=coralon&since=2020-01-01&until=2120-12-31&words=thirteen+cat")
    assert len(games(played)) == 1
    kept = {name: played.value(name) for name in ("player", "game", "since", "until", "words")}
    assert kept == {
        "player": "2",
        "game": "coralon",
        "since": "2020-01-01",
        "until": "2120-12-31",
        "words": "thirteen cat",
    }


def test_a_search_without_matches_says_so(played: Phone) -> None:
    assert "No games match." in played.open("/clubs/1/archive?words=dog").page


NO_DAYS = {
    "yesterday": "“From” must be a date, such as 2026-11-21.",
    "2026-02-30": "“From” must be a date, such as 2026-11-21.",
    "0001-01-01": "“From” must be a date from 1900 to 2999.",
    "9999-12-31": "“From” must be a date from 1900 to 2999.",
}


@pytest.mark.parametrize(("typed", "sentence"), NO_DAYS.items())
def test_an_invalid_day_is_refused_and_stays_in_the_form(played: Phone, typed: str, sentence: str) -> None:
    played.open(f"/clubs/1/archive?since={quote(typed)}&words=cat")
    played.refused("since", sentence)
    assert played.value("since") == typed
    assert played.value("words") == "cat"


def test_days_in_the_wrong_order_are_refused_without_results(played: Phone) -> None:
    played.open("/clubs/1/archive?since=2026-05-02&until=2026-05-01")
    played.refused("until", "“To” can’t be earlier than “From”.")
    assert played.value("since") == "2026-05-02"
    assert "Found" not in played.page.texts("h2")


def test_an_invalid_cursor_shows_the_newest_page(played: Phone) -> None:
    assert len(games(played.open("/clubs/1/archive?before=abc"))) == 2


def test_a_player_or_game_that_is_not_of_the_club_is_not_found(played: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night").tap("Add", name="Eve, Fay")
    for asked in ("player=99", "game=chess", "player=0", f"player={10**30}", "player=5"):
        assert played.open(f"/clubs/1/archive?{asked}").status == 404, asked


def linked(phone: Phone) -> list[str]:
    """Return where the games on the page lead."""
    return [link["href"] for link in phone.page.one("ul", "archive").all("a")]


def start_six_games(scene: Scene) -> None:
    for game in ("Tally", "Tally", "Coralon", "Tally", "Tally", "Tally"):
        start(scene.owner, game)


@pytest.fixture
def five(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """Return the five games of Tally in a club that also played Coralon; a page holds two."""
    monkeypatch.setattr("scorekeeper.store.history.paging.PAGE_SIZE", 2)
    scene.after(start_six_games)
    return scene.owner.open("/clubs/1/archive?game=tally")


PAGES = [["/plays/6/recap", "/plays/5/recap"], ["/plays/4/recap", "/plays/2/recap"], ["/plays/1/recap"]]


def test_further_pages_keep_the_search(five: Phone) -> None:
    seen = [linked(five)]
    for way in ("Older", "Older", "Newer", "Newer"):
        seen.append(linked(five.follow(way)))
        assert five.value("game") == "tally"
    assert seen == [PAGES[0], PAGES[1], PAGES[2], PAGES[1], PAGES[0]]


def test_only_existing_pages_are_linked(five: Phone) -> None:
    def ways() -> list[str]:
        return five.page.one("nav", "buttons").texts("a")

    assert ways() == ["Older"]
    five.follow("Older")
    assert ways() == ["Newest", "Newer", "Older"]
    five.follow("Older")
    assert ways() == ["Newest", "Newer"]
    assert linked(five.follow("Newest")) == PAGES[0]
    five.open("/clubs/1/archive?words=dog&before=0-1")
    assert ways() == ["Newest"]


def test_a_word_in_the_note_on_a_hand_finds_the_game_and_says_which_hand(played: Phone) -> None:
    start(played)
    whole(played, "Bea", 5, (3, 5, 3, 2))
    whole(played, "Cal", 4, (3, 3, 5, 2), note="<i>Trees & cats")
    (game,) = games(played.open("/clubs/1/archive?words=trees"))
    assert game.endswith("The cat stole a card. Hand 2: <i>Trees & cats")
    (link,) = linked(played)
    assert played.open(link).page.all("li", id=link.partition("#")[2])[0].text.endswith("<i>Trees & cats")
    played.open("/clubs/1/archive")
    assert not any("Hand 2" in game for game in games(played.open("/clubs/1/archive")))


def test_notes_on_hands_are_found_in_an_imported_club(coralon: Phone, stranger: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2), note="A horse")
    whole(coralon, "Cal", 4, (3, 3, 5, 2), note="A dog").tap("Remove hand 2")
    token = coralon.open("/clubs/1/exchange").token
    backup = coralon.client.post("/clubs/1/backup", data={"csrf_token": token}).data
    stranger.open("/import").send_file("Preview", "mine.json", backup).tap("Create club")
    assert games(stranger.open("/clubs/2/archive?words=horse"))[0].endswith("Hand 1: A horse")
    assert "No games match." in stranger.open("/clubs/2/archive?words=dog").page


def test_names_and_notes_are_escaped(owner: Phone) -> None:
    owner.tap("Add", name="<b onclick='x'>&").tap("Save note", note="<i>&lt;")
    seats: dict[str, Any] = {"seat-5": 4, "seat-4": ""}
    start(owner, **seats)
    assert games(owner.open("/clubs/1/archive"))[0].endswith("Cal , <b onclick='x'>& <i>&lt;")
