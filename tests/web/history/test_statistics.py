"""The statistics of a club: its players, its games, and which of them count."""

import re
from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.rules.words import percent
from scorekeeper.store.database import now
from scorekeeper.store.history.statistics import Standing
from scorekeeper.web.filters import short_day
from scorekeeper.web.history.statistics import tenth
from scorekeeper.web.wording.nights import say_leads
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import CAST, points, start, whole

CLUB = "/clubs/1/statistics"

DAY = re.compile(r" \d+ \w+ \d{4}$")


def play_two_games(scene: Scene) -> None:
    start(scene.owner, target=5, wager=2)
    whole(scene.owner, "Bea", 5, (3, 5, 3, 2))
    start(scene.owner, "Tally", target=5)
    points(scene.owner, 0, 0, 1, 9)


@pytest.fixture
def played(scene: Scene, owner: Phone) -> Phone:
    """Play an evening on which Bea wins at Coralon with a bid of five, and Dee at Tally."""
    scene.after(play_two_games)
    return owner


def rows(phone: Phone, heading: str) -> list[str]:
    """Return the rows of the table below a heading."""
    section = phone.page.one("section", **{"aria-labelledby": heading})
    table = section.one("table", "sums")
    return [row.text for row in table.all("tr")][1:]


def facts(phone: Phone) -> list[str]:
    """Return the large figures with their labels."""
    return [f"{one.one('dd').text} {one.one('dt').text}" for one in phone.page.one("dl", "facts").all("div")]


def counted(phone: Phone) -> str:
    """Return how much the club has played."""
    return phone.page.one("section", **{"aria-labelledby": "won"}).one("p", "help").text


def records(phone: Phone) -> list[str]:
    """Return the records on a page."""
    return [one.text for one in phone.page.all(kind="record")]


def test_without_finished_games_the_page_says_so(coralon: Phone) -> None:
    for path in ("", "/records", "/players/1", "/games/coralon"):
        assert coralon.open(CLUB + path).status == 200
        assert "No finished games." in coralon.page


def test_the_club_sees_who_has_won_and_what_was_played(played: Phone) -> None:
    played.open(CLUB)
    assert counted(played) == "2 games, 2 hands, 1 night"
    assert rows(played, "won") == ["Bea +6 2 1 50%", "Dee −2 2 1 50%", "Ann −2 2 0 0%", "Cal −2 2 0 0%"]
    assert rows(played, "played") == ["Coralon 1 hand 1", "Your own game 1 round 1"]


def test_the_club_sees_in_words_who_leads(played: Phone) -> None:
    assert played.open(CLUB).page.one("h2", "title").text == "Bea and Dee have won the most games: 1 each"
    assert (
        played.open(f"{CLUB}?game=tally").page.one("h2", "title").text
        == "Dee has won the most games: 1 of 1, 100%"
    )


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        ((), ("", "")),
        ((0, 0), ("", "")),
        ((3,), ("Ann has won the most games:", "3 of 9, 33%")),
        ((3, 1), ("Ann has won the most games:", "3 of 9, 33%")),
        ((2, 2, 1), ("Ann and Bea have won the most games:", "2 each")),
    ],
)
def test_who_leads_is_true_for_ties_and_for_nobody(wins: tuple[int, ...], said: tuple[str, str]) -> None:
    standings = [Standing(1, name, 9, won, 0) for name, won in zip(CAST, wins, strict=False)]
    assert tuple(map(str, say_leads(standings))) == said


def test_own_games_are_listed_by_their_names(played: Phone) -> None:
    points(start(played, "Tally", title="Skyline", target=5), 0, 9, 0, 0)
    assert rows(played.open(CLUB), "played") == [
        "Coralon 1 hand 1",
        "Your own game 1 round 1",
        "Skyline 1 round 1",
    ]
    assert "Skyline 9.0 on average 1 of 1 100% 9" in rows(played.follow("Bea"), "games")


def test_an_own_game_has_statistics_of_its_own_by_its_name_in_any_case(played: Phone) -> None:
    points(start(played, "Tally", title="Skyline", target=5), 0, 9, 0, 0)
    points(start(played, "Tally", title="SKYLINE", target=5), 6, 0, 0, 0)
    points(start(played, "Tally", title="Other", target=5), 0, 0, 6, 0)
    assert "Skyline 2 rounds 2" in rows(played.open(CLUB), "played")
    played.follow("Skyline")
    assert played.page.one("h1").text == "Skyline"
    assert [row.split()[0] for row in rows(played, "players")[:2]] == ["Ann", "Bea"]
    played.follow("All Skyline games")
    assert "Other" not in played.page.one(id="games").text
    assert played.open(f"{CLUB}/games/=nothing").status == 404


def test_the_page_of_a_game_is_empty_once_none_counts(played: Phone) -> None:
    points(start(played, "Tally", title="Skyline", target=5), 0, 9, 0, 0).tap("Doesn’t count")
    played.open(f"{CLUB}/games/=skyline")
    assert played.page.one("h1").text == "Skyline"
    assert "No finished games" in played.page


def test_games_of_several_hands_say_how_many(owner: Phone) -> None:
    start(owner, target=10)
    for _ in range(2):
        whole(owner, "Bea", 5, (3, 5, 3, 2))
    owner.open(f"{CLUB}/games/coralon")
    assert "2.0 hands per game" in facts(owner)
    assert DAY.sub("", records(owner)[-1]) == "2 Most hands in one game"


def test_games_won_are_drawn_night_by_night_once_there_are_two(played: Phone) -> None:
    assert not played.open(CLUB).page.all("figure")
    played.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    start(played, night=2, target=5)
    whole(played, "Bea", 5, (3, 5, 3, 2))
    course = played.open(CLUB).page.one("figure", "course")
    assert course.one("table").texts("tr") == ["After night Bea Dee", "0 0 0", "1 1 1", "2 2 1"]
    assert "Only the 2 players who won the most games are drawn." in played.page


def test_bids_made_are_compared_from_five_bids_on(owner: Phone) -> None:
    start(owner, target=100)
    for bidder in (*["Bea"] * 5, *["Dee"] * 5, "Cal"):
        whole(owner, bidder, 5, (3, 5, 3, 2))
    owner.tap("End game").open(CLUB)
    assert rows(owner, "made") == ["Bea probably 75% to 100% 100% of 5", "Dee probably 0% to 25% 0% of 5"]
    assert "Dotted: everyone’s average, 45%. Left out: players with fewer than 5 bids." in owner.page


def test_the_bids_of_one_player_are_not_compared(owner: Phone) -> None:
    start(owner, target=100)
    for _ in range(5):
        whole(owner, "Bea", 5, (3, 5, 3, 2))
    assert not owner.tap("End game").open(CLUB).page.all(id="made")


def test_a_range_of_one_figure_is_that_figure(owner: Phone) -> None:
    for _ in range(4):
        points(start(owner, "Tally", target=5), 0, 0, 1, 9)
    assert "Winning total: always 9." in owner.open(f"{CLUB}/games/tally").page


def test_a_player_sees_games_runs_bids_and_everyone_they_met(played: Phone) -> None:
    played.open(CLUB).follow("Bea")
    assert played.page.one("h1").text == "Bea"
    assert facts(played) == ["2 games", "1 won", "50% win rate", "+6 coins", "Coralon most played"]
    assert rows(played, "games") == [
        "Coralon 5.0 on average 1 of 1 100% 5",
        "Your own game 0.0 on average 0 of 1 0% 0",
    ]
    assert [DAY.sub("", one) for one in records(played)] == [
        "100% Coralon: 1 of 1 made 1 exactly, 0 missed; average bid 5.0.",
    ]
    assert rows(played, "against") == ["Ann 2 1 50% 0 0%", "Cal 2 1 50% 0 0%", "Dee 2 1 50% 1 50%"]
    assert not played.page.all("section", **{"aria-labelledby": "partners"})


def test_a_player_sees_their_partners(owner: Phone) -> None:
    start(owner, "Coralon, Partners", target=5)
    owner.open(f"{owner.path}?whole").tap("Save hand 1", bidder="Ann", bid=8, tricks=8)
    owner.open(CLUB).follow("Ann")
    assert rows(owner, "partners") == ["Cal 1 of 1 100%"]
    assert rows(owner, "against") == ["Bea 1 1 100% 0 0%", "Dee 1 1 100% 0 0%"]


def test_a_player_sees_their_partners_for_single_hands(owner: Phone) -> None:
    start(owner, "Bishop", target=4)
    for number, (partner, made) in enumerate([("Cal", "no"), (" ", "yes"), ("Cal", "yes")], start=1):
        hand: dict[str, Any] = {"bidder": "Bea", "bid": 2, "block": "war", "partner": partner, "made": made}
        owner.open(f"{owner.path}?whole").tap(f"Save hand {number}", **hand)
    owner.open(CLUB).follow("Bea")
    assert rows(owner, "for-a-hand") == ["Cal 2 1 50% 1 50%"]
    owner.follow("Cal")
    assert rows(owner, "for-a-hand") == ["Bea 2 1 50% 1 50%"]
    assert not owner.page.all("section", **{"aria-labelledby": "partners"})
    owner.open(CLUB).follow("Ann")
    assert not owner.page.all("section", **{"aria-labelledby": "for-a-hand"})


def test_there_is_a_chart_of_coins_once_there_are_two_nights(played: Phone) -> None:
    played.open(CLUB).follow("Bea")
    assert "night by night" not in played.page
    played.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    start(played, night=2, target=5, wager=1)
    whole(played, "Cal", 5, (3, 3, 5, 2))
    played.open(CLUB).follow("Bea")
    chart = played.page.one("figure", "course")
    day = short_day((now().astimezone() - timedelta(hours=5)).date())
    assert [row.text for row in chart.one("table").all("tr")] == ["Night Bea", f"{day} 6", f"{day} 5"]


def test_the_page_of_a_game_shows_how_it_is_played_and_won(played: Phone) -> None:
    played.open(CLUB).follow("Coralon")
    assert facts(played) == ["1 game", "5 typical winning total"]
    assert rows(played, "bids") == ["5 1 100% 0%"]
    assert [DAY.sub("", one) for one in records(played)] == [
        "5 Best hand: Bea",
        "Bea bid 5 and took exactly 5",
        "5 Highest winning total: Bea",
    ]


def test_bids_without_a_number_are_not_split_by_size(owner: Phone) -> None:
    owner.tap("Add", name="Eve")
    owner.open("/nights/1/games/up-and-down").tap("Start Up and Down")
    made: dict[str, Any] = {"leader": "Bea", "partner": "Cal", "points-0": 12, "points-1": 10}
    owner.open(f"{owner.path}?whole").tap("Save hand 1", **made).tap("End game")
    owner.open(f"{CLUB}/games/up-and-down")
    bids = owner.page.one("section", **{"aria-labelledby": "bids"})
    assert bids.text == "Bids 1 of 1 made, 100%"


def test_records_lead_to_the_game_in_which_they_were_made(played: Phone) -> None:
    played.open(CLUB).follow("Club records").follow("+6 Most coins in one game")
    assert played.path == "/plays/1"


# Which games count


def test_the_chosen_game_stays_chosen_on_linked_pages(played: Phone) -> None:
    played.open(f"{CLUB}?game=tally")
    assert counted(played) == "1 game, 1 hand, 1 night"
    assert played.value("game") == "tally"
    played.follow("Dee")
    assert facts(played)[:2] == ["1 game", "1 won"]
    assert played.follow("Statistics").path == f"{CLUB}?game=tally"
    assert "Most coins" not in played.follow("Club records").page


def test_several_games_stay_chosen_on_linked_pages(played: Phone) -> None:
    points(start(played, "Tally", title="Skyline", target=5), 0, 9, 0, 0)
    both = "game=coralon&game=%3Dskyline"
    assert counted(played.open(f"{CLUB}?{both}")) == "2 games, 2 hands, 1 night"
    assert [field["value"] for field in played.page.all("input", name="game")] == ["coralon", "=skyline"]
    assert facts(played.follow("Dee"))[:2] == ["2 games", "0 won"]
    assert both in played.path
    assert played.follow("Statistics").path == f"{CLUB}?{both}"
    assert played.open(f"{CLUB}?game=coralon&game=nothing").status == 404


def test_days_can_be_chosen(played: Phone) -> None:
    today = (now().astimezone() - timedelta(hours=5)).date().isoformat()
    assert counted(played.open(f"{CLUB}?since={today}&until={today}")) == "2 games, 2 hands, 1 night"
    assert "No finished games" in played.open(f"{CLUB}?until=2001-01-01").page
    assert played.value("until") == "2001-01-01"


def test_an_invalid_day_is_refused_beside_its_field(played: Phone) -> None:
    for path in ("", "/records", "/players/1", "/games/coralon"):
        played.open(f"{CLUB}{path}?until=1066-10-14")
        played.refused("until", "“To” must be a date from 1900 to 2999.")
        assert played.value("until") == "1066-10-14"
        assert not played.page.all("table")


def test_an_unknown_game_or_player_is_not_found(played: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night").tap("Add", name="Eve")
    for path in ("?game=chess", "/games/chess", "/players/99", "/players/5"):
        assert played.open(CLUB + path).status == 404


# Words


def test_shares_and_averages_are_rounded() -> None:
    assert [percent(1, 3), percent(2, 3), percent(1, 200), percent(0, 0)] == [33, 67, 1, 0]
    assert [tenth(45), tenth(100)] == ["4.5", "10.0"]


def test_a_game_is_told_by_number_of_players(played: Phone) -> None:
    assert not played.open(f"{CLUB}/games/tally").page.all("section", **{"aria-labelledby": "by-players"})
    played.open("/nights/1/games/tally").tap(
        "Start game", "", target=5, **{"seat-1": 1, "seat-2": 2, "seat-3": "", "seat-4": ""}
    )
    points(points(played, 1, 2), 0, 4)
    assert rows(played.open(f"{CLUB}/games/tally"), "by-players") == ["2 1 2.0 6.0", "4 1 1.0 9.0"]


def test_a_player_sees_what_a_fair_share_of_wins_is(played: Phone) -> None:
    assert rows(played.open(CLUB).follow("Bea"), "chances") == ["4 1 of 2 50% 25%"]
