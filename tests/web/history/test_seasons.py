"""The page of a season: its table, what is behind each figure, other rules, and closing it."""

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.history.seasons import close_season
from scorekeeper.store.models import Season
from scorekeeper.web.history.seasons import best_sums
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.picture import assert_on_paper, read, words
from tests.web.seasons import SEASONS, make_season
from tests.web.table import points, start, whole

PAGE = f"{SEASONS}/1"


def play_a_season(scene: Scene) -> None:
    """Bea wins two games of Coralon, in which the others are equal, and Dee one of Tally before Cal."""
    for _ in range(2):
        whole(start(scene.owner, target=5), "Bea", 5, (3, 5, 3, 2))
    points(start(scene.owner, "Tally", target=5), 0, 0, 1, 9)


@pytest.fixture
def played(scene: Scene, owner: Phone) -> Phone:
    scene.after(play_a_season)
    return owner


def next_night(phone: Phone) -> Phone:
    """Start a game on another night."""
    phone.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    return start(phone, "Tally", night=2, target=5)


def rows(phone: Phone) -> list[str]:
    """Return the rows of the table: place, name, nights and points."""
    return [" ".join(row.text.split()) for row in phone.page.one("table", "season").all("tr")[1:]]


def headline(phone: Phone) -> str:
    return phone.page.one("h2", id="standings").text


def test_home_leads_to_the_seasons(played: Phone) -> None:
    make_season(played).open("/").follow("Seasons").follow("Autumn")
    assert headline(played) == "Bea leads by 1"


def test_places_score_points_and_the_first_one_leads(played: Phone) -> None:
    make_season(played)
    assert headline(played) == "Bea leads by 1"
    assert rows(played) == ["1 Bea 1 12", "2 Dee 1 11", "3 Cal 1 9", "4 Ann 1 8"]
    assert "The first four places score 5, 3, 2 and 1." in played.page


def test_games_won_are_counted_where_they_count(played: Phone) -> None:
    make_season(played, counting="wins")
    assert headline(played) == "Bea leads by 1"
    assert rows(played)[:2] == ["1 Bea 1 2", "2 Dee 1 1"]
    assert "Each win scores 1." in played.page


def test_a_season_without_games_says_so(played: Phone) -> None:
    make_season(played, counting="wins", since="2000-01-01", until="2000-12-31")
    assert headline(played) == "No games yet"
    assert "0 nights" in played.page


def test_who_was_there_too_rarely_is_told_how_often_they_are_missing(played: Phone) -> None:
    make_season(played, fewest=3)
    assert headline(played) == "Nobody is ranked yet"
    assert "Not ranked: Bea (1 of 1 night, 2 too few), Dee (1 of 1 night, 2 too few)" in played.page


def test_each_figure_leads_to_the_games_behind_it(played: Phone) -> None:
    make_season(played, games=["coralon", "tarock"])
    first = played.path
    assert played.follow("10").path == f"{PAGE}/players/2"
    played.open(first).follow("1")
    assert played.path.startswith("/clubs/1/archive?player=2&game=coralon&game=tarock")
    assert len(played.page.all("a", "past")) == 2
    assert "Coralon and Tarock" in played.page


def test_dropped_results_are_struck_through_in_the_results_of_a_player(played: Phone) -> None:
    make_season(played, of="games", best=2)
    played.follow("Bea")
    assert played.path == f"{PAGE}/players/2"
    assert [one.text for one in played.page.all("s")] == ["2"]
    assert [one.text for one in played.page.one("table", "results").all("b")] == ["5", "5"]
    assert "1 of 1 night, place 1. 2 games won." in played.page


@pytest.mark.parametrize(("of", "path"), [("nights", "/nights/1/recap"), ("games", "/plays/1/recap")])
def test_a_result_leads_to_its_night_or_game(played: Phone, of: str, path: str) -> None:
    make_season(played, of=of).follow("Bea")
    first = played.page.one("table", "results").all("a")[0]
    assert first["href"] == path
    assert first.text.startswith("Coralon ") == (of == "games")


def test_other_rules_show_another_table_and_save_nothing(played: Phone) -> None:
    make_season(played)
    played.open(f"{PAGE}?counting=wins&best=1&of=games")
    other = played.page.one("details", id="what-if").one("table")
    assert [" ".join(row.text.split()) for row in other.all("tr")[1:]][:2] == [
        "1 Bea 12 1",
        "1 Dee up from 2 11 1",
    ]
    played.open(PAGE)
    assert not played.page.one("details", id="what-if").all("table")
    assert headline(played) == "Bea leads by 1"


def test_other_rules_say_who_moves(played: Phone) -> None:
    make_season(played)
    played.open(f"{PAGE}?points=0-9")
    said = played.page.one("details", id="what-if").one("table").text
    assert "Cal up from 3" in said
    assert "Bea down from 1" in said


def test_other_rules_that_cannot_be_are_refused_and_kept(played: Phone) -> None:
    make_season(played)
    played.open(f"{PAGE}?counting=places&points=5-3-x&best=0")
    played.refused("points", "Enter the points of each place like 5-3-2-1.")
    assert played.value("points") == "5-3-x"
    assert played.value("best") == "0"


def test_the_picture_has_the_table(played: Phone) -> None:
    make_season(played, counting="wins")
    drawing = read(played, f"{PAGE}/season.svg")
    said = words(drawing)
    assert said[0].startswith("Autumn, 1 Jan 2020 to ")
    assert {"Bea leads by 1", "nights", "won", "Bea", "2"} <= {*said}
    assert_on_paper(drawing)


def test_closing_keeps_the_table_and_says_what_a_correction_would_change(played: Phone) -> None:
    make_season(played).tap("Close the season")
    assert headline(played) == "Bea won the season with 12"
    assert "Closed on " in played.page
    played.open("/plays/3").tap("Doesn’t count")
    played.open(PAGE)
    assert rows(played)[0] == "1 Bea 1 12"
    assert "Dee would have 6 instead of 11" in played.page
    assert "these results are today’s" in played.follow("Dee").page
    played.open(PAGE)
    played.tap("Use the new table")
    assert rows(played)[0] == "1 Bea 1 10"
    assert "instead of" not in played.page.text


def test_a_closed_season_is_shown_as_it_was_after_players_were_merged_and_games_deleted(
    played: Phone,
) -> None:
    make_season(played).tap("Close the season")
    played.send("/players/4/merge", person=3)
    assert rows(played.open(PAGE))[1:3] == ["2 Dee 1 11", "3 Cal 1 9"]
    assert_on_paper(read(played, f"{PAGE}/season.svg"))
    played.open("/nights/1").tap("Delete night")
    assert rows(played.open(PAGE))[1:3] == ["2 Dee 1 11", "3 Cal 1 9"]
    assert_on_paper(read(played, f"{PAGE}/season.svg"))


def test_the_course_goes_from_night_to_night_unless_a_closed_season_kept_other_results(played: Phone) -> None:
    points(next_night(played), 0, 0, 1, 9)
    make_season(played, best=1)
    course = played.page.one("section", **{"aria-labelledby": "course"})
    assert [" ".join(row.text.split()) for row in course.all("tr")][1:] == [
        "0 0 0 0 0",
        "1 12 11 9 8",
        "2 12 11 9 8",
    ]
    played.tap("Close the season").open("/plays/3").tap("Doesn’t count")
    assert not played.open(PAGE).page.all("section", **{"aria-labelledby": "course"})


def test_a_closed_season_is_reopened_before_it_is_changed(app: Flask, played: Phone) -> None:
    make_season(played).open(f"{PAGE}/change")
    with app.app_context():
        close_season(db.session.get_one(Season, 1))
        db.session.commit()
    played.tap("Save", name="Winter")
    played.refused("name", "This season is closed. Reopen it first.")
    assert played.open(f"{PAGE}/change").path == PAGE
    played.open(PAGE).tap("Reopen")
    assert headline(played) == "Bea leads by 1"
    assert played.follow("Change").tap("Save", name="Winter").page.one("h1").text == "Winter"


def test_an_own_game_counts_under_its_new_name_too(played: Phone) -> None:
    start(played, "Tally", title="Skyline")
    make_season(played, games="=skyline")
    played.open("/nights/1/games/own/1").tap("Save", title="Towers").open(PAGE)
    assert "Only Skyline and Towers count." in played.page


def test_a_removed_season_is_put_back(played: Phone) -> None:
    make_season(played).tap("Remove")
    assert played.path == f"{SEASONS}?removed=1"
    assert "Autumn removed." in played.page
    played.tap("Undo")
    assert headline(played) == "Bea leads by 1"
    assert "Autumn" in played.open(SEASONS).page


def test_the_page_of_a_removed_season_offers_to_restore_it(played: Phone) -> None:
    make_season(played).tap("Remove")
    played.open(PAGE).tap("Restore")
    assert "was removed" not in played.page.text


def test_members_see_seasons_and_change_nothing(played: Phone, friend: Phone) -> None:
    make_season(played)
    friend.open(PAGE)
    assert headline(friend) == "Bea leads by 1"
    assert not [one for one in friend.page.all("button") if one.text != "Show"]
    assert "New season" not in friend.open(SEASONS).page


@pytest.mark.parametrize(("best", "sums"), [(None, [3, 3, 8, 9]), (2, [3, 3, 8, 8]), (1, [3, 3, 5, 5])])
def test_the_course_drops_what_is_not_among_the_best_so_far(best: int | None, sums: list[int]) -> None:
    assert list(best_sums([3, 0, 5, 1], best)) == sums


@pytest.mark.parametrize("path", ["/9", "/x", "/1/players/99", "/9/season.svg", "/9/change", "/1/players/x"])
def test_what_is_not_there_is_not_found(played: Phone, path: str) -> None:
    make_season(played)
    assert played.open(f"{SEASONS}{path}").status == 404


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"name": " "}, "name", "Give the season a name."),
        ({"name": "autumn"}, "name", "Your club has another season with this name. Choose another one."),
        ({"since": ""}, "since", "Enter the first day of the season."),
        ({"until": ""}, "until", "Enter the last day of the season."),
        ({"until": "2019-12-31"}, "until", "“To” can’t be earlier than “From”."),
        ({"points": "5-3-x"}, "points", "Enter the points of each place like 5-3-2-1."),
        ({"points": ""}, "points", "Enter the points of each place like 5-3-2-1."),
        ({"best": "0"}, "best", "Enter a whole number from 1 to 999, or leave it blank."),
        ({"fewest": "2 or 3"}, "fewest", "Enter a whole number from 1 to 999, or leave it blank."),
    ],
)
def test_what_cannot_be_is_refused_and_kept(
    owner: Phone, typed: dict[str, str], field: str, sentence: str
) -> None:
    make_season(owner)
    make_season(owner, **{"name": "Winter", **typed})
    owner.refused(field, sentence)
    assert owner.value(field) == typed[field].strip()
    assert "Winter" not in owner.open(SEASONS).page.text


def test_a_form_starts_with_the_rules_of_the_season(owner: Phone) -> None:
    make_season(owner, counting="points", best=6, of="games", fewest=3, games=["coralon"]).follow("Change")
    assert [owner.value(one) for one in ("name", "counting", "best", "of", "fewest", "games", "points")] == [
        "Autumn",
        "points",
        "6",
        "games",
        "3",
        "coralon",
        "5-3-2-1",
    ]
