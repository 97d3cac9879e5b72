"""The recap of a club over a year or other days."""

from datetime import UTC, date, datetime

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.web.filters import say_days
from scorekeeper.web.history import club_recap
from tests.web.conftest import Scene
from tests.web.history.test_game_picture import NAMES, rename_all
from tests.web.phone import Phone
from tests.web.picture import assert_on_paper, read, words
from tests.web.purse import bea_wins
from tests.web.table import CAST, points, start, whole

RECAP, PICTURE = "/clubs/1/recap", "/clubs/1/recap.svg"


def rows(phone: Phone, name: str) -> list[str]:
    """Return the rows of a section; none if the page does not have it."""
    found = phone.page.all("section", **{"aria-labelledby": name})
    return found[0].texts("li") if found else []


def addresses(phone: Phone, name: str) -> list[str]:
    """Return where the links of a section lead."""
    return [link["href"] for link in phone.page.one("section", **{"aria-labelledby": name}).all("a")]


def players(phone: Phone) -> list[str]:
    """Return the rows of the players."""
    return phone.page.one("table", "sums").one("tbody").texts("tr")


def play_a_year(scene: Scene) -> None:
    bea_wins(bea_wins(scene.owner))
    points(start(scene.owner, "Tally", title="Skyline"), 7, 4, 5, 2).tap("End game")
    start(scene.owner, target=50)
    for bidder, tricks in (("Bea", (3, 5, 3, 2)),) * 3 + (("Cal", (4, 4, 2, 3)),):
        whole(scene.owner, bidder, 5, tricks)
    scene.owner.tap("End game")
    whole(start(scene.owner), "Dee", 4, (3, 3, 3, 4))


@pytest.fixture
def year(scene: Scene, owner: Phone) -> Phone:
    """Return a phone of a club in which Bea won three games of Coralon and Ann one of Skyline."""
    scene.after(play_a_year)
    return owner


def test_the_recap_says_who_won_on_how_many_nights(year: Phone) -> None:
    assert year.open(RECAP).page.one("h2", id="result").text == "Bea won 3 of 4 games"
    assert year.page.one("p", "when").text == f"{datetime.now(UTC).year}: 1 night"
    assert players(year) == ["Bea +12 4 3 75%", "Ann −4 4 1 25%", "Cal −4 4 0 0%", "Dee −4 4 0 0%"]


def test_what_is_worth_telling_leads_to_what_it_was_counted_from(year: Phone) -> None:
    year.open(RECAP)
    assert rows(year, "highlights") == [
        "Ann and Cal met 4 times: 1 to 0",
        "Bea won 2 games in a row",
        "Coralon was played the most: 3 of 4 games",
    ]
    year.follow("Ann and Cal")
    assert "Cal 4 1 25% 0 0%" in year.page.one("section", **{"aria-labelledby": "against"}).texts("tr")
    year.open(RECAP).follow("Bea won 2 games in a row")
    assert "Results" in year.page
    assert year.value("player") == "2"
    assert year.value("counts") == "yes"
    year.open(RECAP).follow("Coralon was played")
    assert len(year.page.all("a", "past")) == 3, "the one that is running doesn't count"


def test_the_best_hands_of_all_games_have_their_reasons(year: Phone) -> None:
    year.open(RECAP)
    assert rows(year, "best") == [
        "Bea Hand 1 of Coralon: Bea bid 5 and made it exactly +5",
        "Ann Round 1 of Skyline: Ann scored the most, +7 +7",
    ]
    assert addresses(year, "best") == ["/plays/1/recap#hand-1", "/plays/3/recap#hand-1"]


def test_the_unluckiest_bid_says_how_often_it_was_made(year: Phone) -> None:
    year.open(RECAP)
    assert rows(year, "unlucky") == ["Cal Hand 4 of Coralon: Cal bid 5 and missed"]
    assert addresses(year, "unlucky")[0] == "/plays/4/recap#hand-4"
    year.follow("A bid of 5 was made 5 of 6 times.")
    assert "Outcomes of each bid" in year.page
    assert year.page.one("section", **{"aria-labelledby": "bids"}).texts("tr")[1].startswith("5 6 ")


def test_the_nights_of_a_year_have_their_day_and_the_longest_its_recap(year: Phone) -> None:
    year.open("/").tap("Start a game night").tap("Add", name=", ".join(CAST))
    points(start(year, "Tally", night=2), 1, 2, 3, 4).tap("End game")
    year.open(RECAP)
    assert year.page.one("p", "when").text.endswith(": 2 nights")
    longest = rows(year, "highlights")[-1]
    assert longest.endswith("was the longest night: 4 games")
    assert year.follow(longest).path == "/nights/1/recap"


def test_nothing_is_the_most_of_one_or_of_equal_ones(owner: Phone) -> None:
    points(start(owner, "Tally", title="Skyline"), 1, 2, 3, 4).tap("End game")
    owner.open("/").tap("Start a game night").tap("Add", name=", ".join(CAST))
    points(start(owner, "Tally", night=2, title="Azul"), 1, 2, 3, 4).tap("End game")
    assert rows(owner.open(RECAP), "highlights")[1:] == ["Dee won 2 games in a row"]


def test_years_keep_the_game_and_all_time_has_no_days(year: Phone) -> None:
    year.open(f"{RECAP}?game==skyline")
    this = datetime.now(UTC).year
    assert year.page.one("h2", id="result").text == "Ann won"
    assert (
        year.follow("Last year").path
        == f"{RECAP}?game=%3Dskyline&since={this - 1}-01-01&until={this - 1}-12-31"
    )
    assert "No finished games." in year.page
    assert year.follow("All time").path == f"{RECAP}?game=%3Dskyline&since=&until="
    assert year.page.one("p", "when").text == "Skyline, all time: 1 night"
    both = year.open(f"{RECAP}?since=&game==skyline&game=coralon").page
    assert both.one("p", "when").text == "Skyline and Coralon, all time: 1 night"
    assert year.page.one("a", **{"aria-current": "page"}).text == "All time"


@pytest.mark.parametrize(
    ("moment", "year", "is_on_home"),
    [
        (datetime(2026, 12, 1, 12, tzinfo=UTC), 2026, True),
        (datetime(2027, 1, 31, 12, tzinfo=UTC), 2026, True),
        (datetime(2027, 2, 1, 12, tzinfo=UTC), 2027, False),
    ],
)
def test_it_is_this_year_and_in_january_the_last_one(
    owner: Phone, monkeypatch: pytest.MonkeyPatch, moment: datetime, year: int, is_on_home: bool
) -> None:
    monkeypatch.setattr(club_recap, "now", lambda: moment)
    assert owner.open(RECAP).path == f"{RECAP}?since={year}-01-01&until={year}-12-31"
    assert (f"Recap of {year}" in owner.open("/").page) == is_on_home


def test_the_statistics_lead_there_with_their_filter(year: Phone) -> None:
    year.open("/clubs/1/statistics?since=2020-01-01&game=coralon").follow("Recap")
    assert year.path == f"{RECAP}?since=2020-01-01&game=coralon"
    assert year.page.one("h2", id="result").text == "Bea won 3 of 3 games"
    assert year.follow("Statistics").path == "/clubs/1/statistics?since=2020-01-01&game=coralon"


def test_the_picture_has_the_winner_the_nights_and_the_best_hand(year: Phone) -> None:
    drawing = read(year, f"{PICTURE}?since=")
    said = words(drawing)
    assert said[:2] == ["All time: 1 night", "Bea won 3 of 4 games"]
    assert {"won", "Bea", "3", "Dee", "0", "Best hand", "Hand 1 of Coralon"} <= {*said}
    assert "Bea bid 5 and made it exactly" in " ".join(said)
    assert_on_paper(drawing)
    assert words(read(year, f"{PICTURE}?since=&game==skyline"))[0] == "Skyline, all time: 1 night"
    assert year.client.get(f"{PICTURE}?since=soon").status_code == 404


def test_the_picture_has_room_for_every_name(app: Flask, year: Phone) -> None:
    @settings(max_examples=settings().max_examples // 2)
    @given(names=st.lists(NAMES, min_size=4, max_size=4))
    def holds(names: list[str]) -> None:
        rename_all(app, names)
        assert_on_paper(read(year, f"{PICTURE}?since="))

    holds()


def test_a_club_without_games_is_told_so(coralon: Phone) -> None:
    assert coralon.open(RECAP).status == 200
    assert "No finished games." in coralon.page
    assert words(read(coralon, PICTURE))[1:] == ["No games yet", "Scorekeeper"]


def test_what_is_no_date_is_refused_and_an_unknown_game_not_found(owner: Phone) -> None:
    owner.open(f"{RECAP}?since=soon")
    owner.refused("since", "“From” must be a date, such as 2026-11-21.")
    owner.open(f"{RECAP}?since=2026-05-01&until=2026-04-01")
    owner.refused("until", "“To” can’t be earlier than “From”.")
    assert owner.open(f"{RECAP}?since=&game=chess").status == 404


@pytest.mark.parametrize(
    ("since", "until", "said"),
    [
        (date(2026, 1, 1), date(2026, 12, 31), "2026"),
        (date(2026, 1, 1), date(2026, 11, 30), "1 Jan 2026 to 30 Nov 2026"),
        (date(2025, 1, 1), date(2026, 12, 31), "1 Jan 2025 to 31 Dec 2026"),
        (date(2026, 3, 4), date(2026, 3, 4), "4 Mar 2026"),
        (date(2026, 3, 4), None, "since 4 Mar 2026"),
        (None, date(2026, 3, 4), "until 4 Mar 2026"),
        (None, None, "all time"),
    ],
)
def test_days_are_said_in_words(since: date | None, until: date | None, said: str) -> None:
    assert str(say_days(since, until)) == said
