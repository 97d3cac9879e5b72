"""The tables of a night: their pages, and what the phone of each may do."""

from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.web.markup import read
from tests.web.phone import Phone
from tests.web.routes import ROUTES
from tests.web.table import play_again, start, whole

TABLES = "/nights/1/tables"


def link_to_table(phone: Phone, table: int) -> str:
    """Return the path of the link of a table that a phone shows."""
    page = read(phone.client.get(f"/nights/1/invite?table={table}").text)
    return urlsplit(page.one("p", "link").text).path


@pytest.fixture
def host(owner: Phone) -> Phone:
    """Return a host's phone, on a night with two tables."""
    for _ in range(2):
        owner.open(TABLES).tap("New table")
    return owner


@pytest.fixture
def at_one(app: Flask, host: Phone) -> Phone:
    """Return the phone of the first table."""
    return Phone(app).open(link_to_table(host, 1)).tap("I’m not playing")


@pytest.fixture
def at_two(app: Flask, host: Phone) -> Phone:
    """Return the phone of the second table."""
    return Phone(app).open(link_to_table(host, 2)).tap("I’m not playing")


def start_here(phone: Phone) -> Phone:
    """Start a game on the page of a table."""
    phone.follow("Start a game at").follow("Coralon")
    return phone.tap("Start Coralon")


def test_the_page_of_tables_has_a_code_for_each(host: Phone) -> None:
    assert host.path == TABLES
    assert [link.text for link in host.page.one("ul", "codes").all("a")] == ["Table 1", "Table 2"]
    assert len(host.page.all("div", "qr-code")) == 2


def test_a_night_without_tables_asks_for_none(owner: Phone) -> None:
    owner.open("/nights/1/games/coralon")
    assert not owner.page.all("select", name="table")
    assert owner.tap("Start Coralon").page.one("a", "back").text == "Night"


def test_a_name_that_is_taken_is_refused_and_stays(host: Phone) -> None:
    host.tap("New table", name="2")
    assert (host.status, host.page.one("input", name="name")["value"]) == (422, "2")
    assert "This night has a table with this name." in host.page


def test_a_phone_that_scans_a_code_starts_its_game_there(at_one: Phone) -> None:
    assert at_one.path == "/nights/1/tables/1"
    start_here(at_one)
    assert at_one.page.one("a", "back").text == "Table 1"
    assert whole(at_one, "Bea", 5, (3, 5, 3, 2)).status == 200


def test_a_phone_that_scans_the_code_of_a_table_lands_on_its_game(app: Flask, host: Phone) -> None:
    for table in (1, 2):
        start_here(host.open(f"{TABLES}/{table}"))
    assert Phone(app).open(link_to_table(host, 1)).tap("I’m not playing").path == "/plays/1"


def test_the_phone_of_another_table_only_watches(at_one: Phone, at_two: Phone) -> None:
    start_here(at_one)
    at_two.open("/plays/1")
    assert not at_two.page.all("a", href="/plays/1/settings")
    assert at_two.send("/plays/1/stop").status == 403
    assert "It keeps score at its own table, and only watches the rest of the night." in at_two.page
    assert at_two.open(f"{TABLES}/1").status == 200
    assert not at_two.page.all("a", href="/nights/1/games?table=1")


def test_the_phone_of_a_table_enters_no_coins_of_the_night(host: Phone, at_one: Phone) -> None:
    start_here(at_one)
    posts = [route for route in ROUTES if route.startswith("POST /nights/<int:night_id>/bank")]
    assert len(posts) > 9
    for route in posts:
        assert at_one.send(route.removeprefix("POST ").replace("<int:night_id>", "1")).status == 403, route
    assert at_one.open("/nights/1/bank").status == 200
    assert not at_one.page.all("form", method="post")


def test_play_again_stays_at_the_table(at_one: Phone, at_two: Phone) -> None:
    whole(start_here(at_one), "Bea", 5, (3, 5, 3, 2)).tap("End game")
    start_here(at_two)
    assert play_again(at_one.open("/plays/1")).page.one("a", "back").text == "Table 1"
    assert at_one.path == "/plays/3"


def test_a_keeper_of_the_night_chooses_the_table_on_the_form(host: Phone) -> None:
    host.open("/nights/1/games/coralon").tap("Start Coralon", table=2)
    assert host.page.one("a", "back").text == "Table 2"
    host.open("/nights/1/games/coralon?table=2").tap("Start Coralon", table="")
    assert host.page.one("a", "back").text == "Night"


def test_a_draw_for_a_table_stays_there(at_one: Phone, at_two: Phone) -> None:
    at_one.open("/nights/1/games/coralon?table=1").tap("Draw seats")
    assert at_one.status == 200
    start_here(at_two.open(f"{TABLES}/2"))
    assert at_one.open(f"{TABLES}/1").page.all("section", "lots")
    assert not at_two.open(f"{TABLES}/2").page.all("section", "lots")


def test_a_game_that_is_deleted_is_restored_on_the_page_of_its_table(at_one: Phone) -> None:
    start_here(at_one).tap("Delete game")
    assert at_one.path == "/nights/1/tables/1"
    assert at_one.tap("Undo").path == "/plays/1"


def test_a_keeper_of_the_night_moves_a_game_to_a_table(host: Phone, at_two: Phone) -> None:
    start(host)
    assert at_two.send("/plays/1/stop").status == 403
    host.open(f"{TABLES}/2").tap("Move", play=1)
    assert at_two.open("/plays/1").tap("End game").status == 200


def test_the_archive_says_at_which_table_a_game_was_played(host: Phone) -> None:
    whole(start_here(host.open(f"{TABLES}/2")), "Bea", 5, (3, 5, 3, 2)).tap("End game")
    assert host.open("/clubs/1/archive").page.one("a", "past").all("span")[0].text == "Coralon Table 2"


def test_a_table_is_renamed(host: Phone) -> None:
    host.open(f"{TABLES}/1").tap("Rename", name="Window")
    assert host.page.one("h1").text == "Window"


def test_a_table_is_removed_with_undo_unless_its_game_is_running(host: Phone) -> None:
    host.open(f"{TABLES}/1")
    assert "Table 1 removed." in host.tap("Remove table").page
    assert host.tap("Undo").page.one("h1").text == "Table 1"
    host.tap("Remove table").open(TABLES).tap("Restore")
    assert host.page.one("h1").text == "Table 1"
    start_here(host)
    assert host.send(f"{TABLES}/1/remove").status == 409
    assert "End it, then remove the table." in host.page


def test_the_link_of_a_removed_table_leads_nowhere(app: Flask, host: Phone) -> None:
    link = link_to_table(host, 1)
    host.send(f"{TABLES}/1/remove")
    assert Phone(app).open(link).status == 410


def test_six_digits_lead_a_new_phone_to_the_table(app: Flask, host: Phone) -> None:
    start_here(host.open(f"{TABLES}/1"))
    code = host.follow("Invite").page.one("p", "code").text
    phone = Phone(app).open("/join").tap("Join", code=code).tap("I’m not playing")
    assert phone.path == "/plays/1"
    assert phone.tap("End game").status == 200


def test_a_phone_of_a_table_shows_its_own_link_and_no_other(at_one: Phone) -> None:
    assert at_one.open("/nights/1/invite?table=1").status == 200
    assert at_one.open("/nights/1/invite?table=2").status == 403


def test_renewing_a_tables_link_shuts_out_its_phone_alone(host: Phone, at_one: Phone, at_two: Phone) -> None:
    host.open("/nights/1/invite?table=1").tap("Renew this link")
    assert at_one.open(f"{TABLES}/1").status == 404
    assert at_two.open(f"{TABLES}/1").status == 200


@pytest.mark.parametrize("path", [f"{TABLES}/99", "/nights/1/games?table=99", "/nights/1/invite?table=99"])
def test_there_is_no_other_table(host: Phone, path: str) -> None:
    assert host.open(path).status == 404


def test_a_printed_code_says_what_it_is_for_and_its_address(host: Phone) -> None:
    for table, node in enumerate(host.page.one("ul", "codes").all("p", "on-paper"), start=1):
        assert "Scan this to keep score here, or open http://" in node.text
        assert node.text.endswith(link_to_table(host, table))
    assert len(host.page.all("p", "on-paper")) == 2
