"""The games that a club plays by its own rules: saved when they start, offered again, changed and removed."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import hands, save, start, totals

GAMES = "/nights/1/games"
CARCASSONNE: dict[str, Any] = {
    "title": "Carcassonne",
    "columns-by": "columns",
    "columns-0-name": "towns",
    "columns-1-name": "territory",
    "columns-1-weight": 2,
    "columns-2-name": "penalties",
    "columns-2-weight": "−1",
}


def boxes(**figures: object) -> dict[str, Any]:
    """Return fields by their names, which have "_" for "-"."""
    return {name.replace("_", "-"): figure for name, figure in figures.items()}


def carcassonne(owner: Phone, **typed: Any) -> Phone:
    return start(owner, "Tally", **{**CARCASSONNE, **typed})


def listed(phone: Phone) -> list[str]:
    """Return what the list of games says of the club's own."""
    sections = [part for part in phone.open(GAMES).page.all("section") if part["aria-label"] == "Your games"]
    return [link.text for part in sections for link in part.all("li")]


def test_a_round_is_entered_by_column(owner: Phone) -> None:
    carcassonne(owner)
    save(owner, **boxes(columns_0_0=4, columns_1_0=3, columns_1_3=1, columns_2_1=5))
    assert totals(owner) == {"Ann": 10, "Bea": -5, "Cal": 0, "Dee": 2}
    assert hands(owner)[0].startswith("Ann scored the most, +10")
    assert "territory 3 × 2" in owner.page


def test_the_name_of_a_column_is_shown_as_it_was_typed(owner: Phone) -> None:
    named = "<b>{x}</b> & co"
    carcassonne(owner, **{"columns-0-name": named})
    assert [legend.text for legend in owner.page.all("legend")][:2] == [named, "territory × 2"]
    assert not [one for one in owner.page.all("b") if "{x}" in one.text]


def test_a_figure_may_be_typed_as_a_sum(owner: Phone) -> None:
    carcassonne(owner)
    save(owner, **boxes(columns_0_0="12+7", columns_0_1="12 − 3", columns_0_2="-4+", columns_1_3="2+1"))
    assert totals(owner) == {"Ann": 19, "Bea": 9, "Cal": -4, "Dee": 6}
    assert owner.open("/plays/1/hands/1").value("columns-0-0") == "19"


def test_a_sum_of_anything_else_is_kept_and_refused(owner: Phone) -> None:
    start(owner, "Tally").tap("Save round 1", **boxes(points_1="12+x"))
    assert owner.problems == ["Bea’s points must be a whole number."]
    assert owner.value("points-1") == "12+x"


def test_a_round_without_any_figure_is_refused(owner: Phone) -> None:
    carcassonne(owner).tap("Save round 1")
    assert owner.problems == ["Enter at least one figure."]


def test_a_figure_that_is_no_number_is_kept_and_refused(owner: Phone) -> None:
    carcassonne(owner).tap("Save round 1", **boxes(columns_1_2="many"))
    assert owner.problems == ["Cal’s territory must be a whole number."]
    assert owner.value("columns-1-2") == "many"


def test_a_figure_for_a_team_counts_for_each_of_it(owner: Phone) -> None:
    start(owner, "Tally", title="Canasta", teams=2)
    labels = [label.text for label in owner.page.all("label", "place")]
    assert labels == ["Ann and Cal", "Bea and Dee"]
    save(owner, **boxes(points_0=120, points_1=90))
    assert list(totals(owner).values()) == [120, 90]
    owner.open("/plays/1/hands/1").tap("Save round 1", **boxes(points_0=130)).open("/plays/1")
    assert hands(owner)[0].startswith("Ann and Cal scored the most, +130")


def test_a_round_without_points_asks_who_won(owner: Phone) -> None:
    start(owner, "Tally", title="Darts", **boxes(columns_by="wins"))
    owner.tap("Save round 1")
    assert owner.problems == ["Tap who won the round."]
    save(owner, points=["1", "2"])
    assert totals(owner) == {"Ann": 0, "Bea": 1, "Cal": 1, "Dee": 0}
    assert hands(owner)[0].startswith("Bea and Cal won")
    assert listed(owner) == ["Darts Only who won"]


def test_rounds_stay_won_when_other_rules_of_a_running_game_change(owner: Phone) -> None:
    start(owner, "Tally", title="Darts", **boxes(columns_by="wins"))
    save(owner, points=["1"]).open("/plays/1/settings").tap("Save changes", hands=9).tap("Save changes")
    assert hands(owner)[0].startswith("Bea won")


def test_a_game_goes_by_its_name_wherever_it_is_shown(owner: Phone) -> None:
    carcassonne(owner)
    save(owner, **boxes(columns_0_0=4)).tap("End game")
    for path in ("/plays/1", "/plays/1/recap", "/plays/1/board", "/nights/1"):
        assert "Carcassonne" in owner.open(path).page, path
        assert "Your own game" not in owner.page, path
    assert "Carcassonne" in owner.open("/clubs/1/archive").page.one("ul").text


@pytest.mark.parametrize(
    ("typed", "is_open"),
    [({}, False), ({"teams": 2}, True), ({"dealer": 2}, True), ({"columns-by": "wins"}, False)],
)
def test_more_settings_of_a_new_game_are_folded_while_they_have_their_defaults(
    owner: Phone, typed: dict[str, Any], is_open: bool
) -> None:
    owner.open(f"{GAMES}/tally").tap("Start game", title="x" * 99, **typed)
    assert owner.status == 422
    fold = next(one for one in owner.page.all("details") if "More settings" in one.text)
    assert ("open" in fold.attrs) == is_open


def test_a_game_with_a_name_is_offered_next_time_with_its_settings(owner: Phone) -> None:
    carcassonne(owner, target=50, lowest_wins="on")
    start(owner, "Tally", target=50)
    assert listed(owner) == [
        "Carcassonne towns, territory × 2, penalties × −1 · Target: 50 · Lowest total wins"
    ]
    assert "territory" not in owner.open(f"{GAMES}?q=whist").page
    assert "territory" in owner.open(f"{GAMES}?q=carca").page
    owner.follow("Carcassonne towns, territory × 2, penalties × −1 · Target: 50 · Lowest total wins")
    assert (owner.value("columns-1-name"), owner.value("columns-1-weight")) == ("territory", "2")
    owner.tap("Start Carcassonne")
    assert owner.path == "/plays/3"
    assert "territory × 2" in owner.page


def test_what_is_changed_when_it_starts_is_kept_for_next_time(owner: Phone) -> None:
    carcassonne(owner)
    owner.open(f"{GAMES}/tally?own=1").tap("Start Carcassonne", target=80)
    assert listed(owner) == ["Carcassonne towns, territory × 2, penalties × −1 · Target: 80"]


def test_a_new_game_does_not_replace_one_of_the_same_name(owner: Phone) -> None:
    carcassonne(owner)
    start(owner, "Tally", title="carcassonne")
    assert owner.status == 422
    assert owner.problems == [
        "Your club already has a game called Carcassonne, with other rules. "
        "Choose it from your games, or give this one another name."
    ]
    assert owner.value("title") == "carcassonne"


def test_the_same_game_twice_is_one_game(owner: Phone) -> None:
    carcassonne(owner)
    assert carcassonne(owner).path == "/plays/2"
    assert len(listed(owner)) == 1


def test_columns_are_left_out_when_points_are_chosen(owner: Phone) -> None:
    carcassonne(owner, **boxes(columns_by="points"))
    assert listed(owner) == ["Carcassonne Points"]


def test_a_game_is_renamed_and_changed_while_sheets_keep_their_rules(owner: Phone) -> None:
    carcassonne(owner).open(f"{GAMES}/own/1").tap(
        "Save", title="Big Carcassonne", **boxes(columns_1_weight=3)
    )
    assert owner.path == GAMES
    assert listed(owner) == ["Big Carcassonne towns, territory × 3, penalties × −1"]
    assert "territory × 2" in owner.open("/plays/1").page
    assert "Big" not in owner.page


def test_a_game_cannot_take_the_name_of_another(owner: Phone) -> None:
    carcassonne(owner)
    start(owner, "Tally", title="Go").open(f"{GAMES}/own/2").tap("Save", title="Carcassonne")
    assert (owner.status, owner.problems) == (422, ["Your club has another game called Carcassonne."])


def test_a_game_needs_a_name_to_be_saved(owner: Phone) -> None:
    carcassonne(owner).open(f"{GAMES}/own/1").tap("Save", title=" ")
    assert (owner.status, owner.problems) == (422, ["Give the game a name."])


def test_a_removed_game_can_be_restored_and_its_sheets_stay(owner: Phone) -> None:
    carcassonne(owner).open(f"{GAMES}/own/1").tap("Remove Carcassonne")
    assert "Carcassonne removed." in owner.page
    assert listed(owner) == []
    assert "Carcassonne" in owner.open("/plays/1").page
    owner.open(f"{GAMES}?removed=1").tap("Undo")
    assert len(listed(owner)) == 1


def test_a_removed_game_that_is_played_again_is_back(owner: Phone) -> None:
    carcassonne(owner).open(f"{GAMES}/own/1").tap("Remove Carcassonne")
    carcassonne(owner, target=9)
    assert listed(owner) == ["Carcassonne towns, territory × 2, penalties × −1 · Target: 9"]


def test_a_club_has_only_its_own_games(owner: Phone, stranger: Phone) -> None:
    carcassonne(owner)
    stranger.open("/").tap("Start a game night").tap("Add", name="Zoe, Yan")
    assert "Carcassonne" not in stranger.open("/nights/2/games").page
    assert stranger.open("/nights/2/games/own/1").status == 404
    assert "Carcassonne" not in stranger.open("/nights/2/games/tally?own=1").page


def test_own_games_are_exported_and_announced_before_an_import(owner: Phone, stranger: Phone) -> None:
    carcassonne(owner)
    start(owner, "Tally", title="Go")
    backup = owner.client.post("/clubs/1/backup", data={"csrf_token": owner.token}).data
    stranger.open("/import").send_file("Preview", "club.json", backup)
    assert "2 of your own games: Carcassonne and Go." in stranger.page
    stranger.tap("Create club").open("/").tap("Start a game night").tap("Add", name="Zoe, Yan")
    assert "territory × 2" in stranger.follow("Start a game").page


def test_a_running_game_counts_a_column_anew_under_another_weight(owner: Phone) -> None:
    carcassonne(owner)
    save(owner, **boxes(columns_1_0=3)).open("/plays/1/settings")
    assert "Carcassonne" in owner.page
    owner.tap("Save changes", title="Carcassonne XL", **boxes(columns_1_weight=5)).tap("Save changes")
    assert totals(owner)["Ann"] == 15
    assert "Carcassonne XL" in owner.page


def test_a_column_with_figures_cannot_go(owner: Phone) -> None:
    carcassonne(owner)
    save(owner, **boxes(columns_1_0=3)).open("/plays/1/settings")
    owner.tap("Save changes", **boxes(columns_1_name="land"))
    assert owner.status == 422
    assert "There is no column called “territory”." in owner.page


def test_the_archive_finds_a_game_by_its_name(owner: Phone) -> None:
    carcassonne(owner)
    start(owner, "Tally", title="Go")
    start(owner, "Tally")
    rows = owner.open("/clubs/1/archive?words=carcas").page.all("a", "past")
    assert [row.all("span")[0].text for row in rows] == ["Carcassonne"]


def test_half_points_are_written_alike_on_every_page(owner: Phone) -> None:
    start(owner, "Tally", title="Boule", halves="on", target=26)
    save(owner, **boxes(points_0="12,5+13", points_1="½", points_2="-2.5"))
    assert owner.page.texts("p", "total") == ["25½", "½", "−2½", "0"]
    assert "½ to go" in owner.page.text
    assert hands(owner)[0].startswith("Ann scored the most, +25½")
    assert owner.open("/plays/1/hands/1").value("points-0") == "25½"
    save(owner.open("/plays/1"), **boxes(points_0="4.5", points_1="1", points_2="0", points_3="0"))
    assert owner.page.texts("p", "total")[0] == "30"
    owner.open("/plays/1/hands/2").tap("Save round 2", **boxes(points_0="5"))
    pages = ("/plays/1", "/plays/1/board", "/plays/1/chart", "/plays/1/recap", "/nights/1", "/nights/1/recap")
    more = ("/clubs/1/archive", "/clubs/1/statistics/games/=boule", "/plays/1/history")
    for path in (*pages, *more):
        text = owner.open(path).page.text
        assert "½" in text, path
        assert ".5" not in text, path


def test_half_points_are_in_files_and_come_back(owner: Phone, stranger: Phone) -> None:
    start(owner, "Tally", title="Boule", halves="on", hands=1).tap(
        "Save round 1", **boxes(points_0="30.5", points_1="1", points_2="0", points_3="0")
    )
    assert "30.5" in owner.client.get("/plays/1/hands.csv").text
    assert "30.5" in owner.client.get("/clubs/1/games.csv").text
    for picture in ("/plays/1/recap.svg", "/nights/1/recap.svg"):
        assert "30½" in owner.client.get(picture).text
    backup = owner.client.post("/clubs/1/backup", data={"csrf_token": owner.token}).data
    stranger.open("/import").send_file("Preview", "club.json", backup).tap("Create club")
    assert "30½" in stranger.open("/plays/2").page
    assert "30½" in stranger.open("/clubs/2/archive").page
