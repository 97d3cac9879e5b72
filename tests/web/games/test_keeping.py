"""A club keeps recipes among its own games: starts them, plays them again, changes and removes them."""

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.gallery.gallery import gallery
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, OwnGame, Play
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.table import start, totals, undo

GAMES = "/nights/1/games"
WIZARD: dict[str, Any] = {**gallery()["wizard"].recipe, "name": "Friday’s Wizard"}
WITHOUT_EXAMPLE = {key: value for key, value in WIZARD.items() if key != "example"}
PHASES: dict[str, Any] = {
    "recipe": 1,
    "name": "Phases",
    "players": [2, 6],
    "options": [{"key": "target", "label": "Target", "default": 100}],
    "ask": [{"key": "points", "label": "Points", "of": "each"}],
    "score": [{"why": "as entered", "points": "points"}],
    "end": {"target": "target"},
}


def keep(phone: Phone, recipe: dict[str, Any], **more: Any) -> Phone:
    """Send what "Save" sends where a recipe is made."""
    phone.open("/nights/1") if not phone.token else None
    return phone.send("/games/keep", recipe=json.dumps(recipe), **more)


def listed(phone: Phone) -> list[str]:
    """Return what the list of games says of the club's own."""
    sections = [part for part in phone.open(GAMES).page.all("section") if part["aria-label"] == "Your games"]
    return [link.text for part in sections for link in part.all("li")]


@pytest.fixture
def wizard(owner: Phone) -> Phone:
    """Return the phone on the form of a new game of Wizard, which was kept on the night."""
    return keep(owner, WIZARD, night=1)


def enter(phone: Phone, bids: list[int], took: list[int]) -> Phone:
    """Enter the first hand of Wizard."""
    for button, key, figures in (("Save the bids", "bid", bids), ("Save hand 1", "took", took)):
        typed: dict[str, Any] = {f"{key}-{seat}": figure for seat, figure in enumerate(figures)}
        phone.tap(button, **typed)
    return phone


def stored(app: Flask) -> tuple[Any, ...]:
    """Return what is stored of the first game, its rules as they are written."""
    with app.app_context():
        play = db.session.get_one(Play, 1)
        hands = db.session.query(HandRow.entry).filter_by(play_id=1).all()
        return json.dumps(play.options), play.known_as, play.edition, [*map(tuple, hands)]


def test_what_is_kept_on_a_night_can_be_started(wizard: Phone) -> None:
    assert wizard.path == f"{GAMES}/recipe?own=1"
    wizard.tap("Start Friday’s Wizard")
    assert wizard.path == "/plays/1"
    assert "Friday’s Wizard" in wizard.page.one("h1").text


def test_it_is_listed_with_what_it_is(wizard: Phone) -> None:
    keep(wizard, PHASES, night=1)
    assert listed(wizard) == [
        f"Friday’s Wizard {gallery()['wizard'].about}",
        "Phases The game ends once someone has reached 100 (house rule “Target”).",
    ]


def test_made_elsewhere_it_goes_on_to_its_page_with_the_night_that_runs(owner: Phone) -> None:
    keep(owner, WIZARD)
    assert owner.path == "/nights/1/games/own/1"
    assert owner.follow("Start Friday’s Wizard").path == f"{GAMES}/recipe?own=1"
    owner.open("/games/own/1")
    assert owner.page.one("h1").text == "Friday’s Wizard"
    assert "How a hand scores" in owner.page


def test_its_house_rules_are_kept_for_next_time(owner: Phone) -> None:
    keep(owner, PHASES, night=1).tap("Start Phases", target=70)
    assert owner.open(f"{GAMES}/recipe?own=1").value("target") == "70"
    assert "Target: 70" in owner.page


def test_the_game_played_has_the_whole_recipe(app: Flask, wizard: Phone) -> None:
    wizard.tap("Start Friday’s Wizard")
    with app.app_context():
        assert db.session.get_one(Play, 1).options["recipe"] == WIZARD
        assert db.session.get_one(OwnGame, 1).options == {"recipe": WIZARD}


def nights_in(phone: Phone) -> list[bytes]:
    """Return the nights in the file of the club, as they are written."""
    file = phone.client.post("/clubs/1/backup", data={"csrf_token": phone.token}).data
    return [line for line in file.splitlines() if b"Friday" in line and b"own_games" not in line]


def test_a_changed_recipe_leaves_what_was_played_byte_for_byte(app: Flask, wizard: Phone) -> None:
    enter(wizard.tap("Start Friday’s Wizard"), [0, 1, 0, 0], [0, 1, 0, 0])
    wizard.tap("End game")
    before, sheet = stored(app), wizard.download("/plays/1/scoresheet.json")
    nights = nights_in(wizard)
    line = {**WIZARD["score"][0], "points": "200 + 10 * took"}
    keep(wizard, {**WIZARD, "score": [line, *WIZARD["score"][1:]]}, own=1)
    wizard.open("/games/own/1")
    assert "200 + 10 × tricks" in wizard.page
    assert (stored(app), wizard.download("/plays/1/scoresheet.json")) == (before, sheet)
    assert nights_in(wizard) == nights != []
    assert "200" not in wizard.open("/plays/1/rules").page


def test_a_changed_recipe_keeps_the_house_rules_that_still_fit_it(app: Flask, owner: Phone) -> None:
    keep(owner, PHASES, night=1).tap("Start Phases", target=70)
    keep(owner, {**PHASES, "name": "Ten phases"}, own=1)
    with app.app_context():
        own = db.session.get_one(OwnGame, 1)
        assert (own.name, own.options["target"]) == ("Ten phases", 70)
    keep(owner, {**PHASES, "options": [{**PHASES["options"][0], "low": 100}]}, own=1)
    with app.app_context():
        assert "target" not in db.session.get_one(OwnGame, 1).options


def test_it_is_offered_again_and_played_again(wizard: Phone) -> None:
    enter(wizard.tap("Start Friday’s Wizard"), [0, 1, 0, 0], [0, 1, 0, 0]).tap("End game")
    wizard.open(GAMES)
    again = next(part for part in wizard.page.all("section") if part["aria-labelledby"] == "again")
    assert [link["href"] for link in again.all("a")] == [f"{GAMES}/recipe?own=1"]
    wizard.open("/plays/1")
    wizard.tap(next(text for text in wizard.page.texts("button", "primary") if text.startswith("Play again")))
    assert wizard.path == "/plays/2"


def test_the_list_says_when_it_ends_for_those_who_are_here(owner: Phone) -> None:
    keep(owner, {key: value for key, value in WIZARD.items() if key != "about"}, night=1)
    assert listed(owner) == ["Friday’s Wizard The game ends after 15 hands."]
    keep(owner, {**WITHOUT_EXAMPLE, "players": [5, 6], "about": ""}, own=1)
    assert listed(owner) == ["Friday’s Wizard For 5 or 6 players"]


def test_a_game_of_the_gallery_is_offered_again(owner: Phone) -> None:
    owner.open(f"{GAMES}/wizard").tap("Start Wizard")
    again = next(part for part in owner.open(GAMES).page.all("section") if part["aria-labelledby"] == "again")
    assert [link["href"] for link in again.all("a")] == [f"{GAMES}/wizard"]


def test_another_game_of_the_same_name_is_refused(wizard: Phone) -> None:
    keep(wizard, {**PHASES, "name": "friday’s wizard"})
    assert wizard.status == 422
    assert "Your club already has a game called Friday’s Wizard, with other rules." in wizard.page
    assert len(listed(wizard)) == 1


@pytest.mark.parametrize("text", ["{", "[]", '{"recipe": 1}', '{"recipe": 1, "recipe": 1}', "[" * 9000])
def test_what_is_no_recipe_is_refused(owner: Phone, text: str) -> None:
    owner.send("/games/keep", night=1, recipe=text)
    assert owner.status == 422
    assert listed(owner) == []


def test_names_have_up_to_80_characters(owner: Phone) -> None:
    name = "The long game of " + "ﷺ" * 63
    keep(owner, {**PHASES, "name": name}, night=1)
    assert owner.page.one("h1").text == name


def test_a_removed_one_can_be_restored(wizard: Phone) -> None:
    wizard.open(f"{GAMES}/own/1").tap("Remove Friday’s Wizard")
    assert (wizard.path, listed(wizard)) == (f"{GAMES}?removed=1", [])
    wizard.open(f"{GAMES}?removed=1").tap("Undo")
    assert len(listed(wizard)) == 1
    wizard.open("/games/own/1").tap("Remove Friday’s Wizard").tap("Undo")
    assert len(listed(wizard)) == 1


def test_a_recipe_that_is_on_no_list_cannot_be_started(owner: Phone) -> None:
    assert owner.open(f"{GAMES}/recipe").status == 404
    assert owner.open(f"{GAMES}/recipe?own=1").status == 404


def test_a_keeper_of_one_night_sees_those_that_were_played_there(app: Flask, wizard: Phone) -> None:
    keep(wizard, PHASES)
    keeper = joined(app, link_to(wizard, "keep"), "I’m not playing")
    assert listed(keeper) == []
    wizard.open(f"{GAMES}/recipe?own=1").tap("Start Friday’s Wizard")
    assert listed(keeper) == [f"Friday’s Wizard {gallery()['wizard'].about}"]


def test_own_games_are_in_the_file_of_a_club_and_come_back_into_an_empty_one(
    wizard: Phone, stranger: Phone
) -> None:
    keep(wizard, PHASES).open(f"{GAMES}/recipe?own=1").tap("Start Friday’s Wizard")
    backup = wizard.client.post("/clubs/1/backup", data={"csrf_token": wizard.token}).data
    stranger.open("/import").send_file("Preview", "club.json", backup)
    assert "2 of your own games: Friday’s Wizard and Phases." in stranger.page
    stranger.tap("Create club").open("/").tap("Start a game night").tap("Add", name="Zoe, Yan, Xue")
    again = stranger.client.post("/clubs/2/backup", data={"csrf_token": stranger.token}).data
    assert own_games_in(again) == own_games_in(backup) != []
    stranger.open("/nights/3/games/recipe?own=3").tap("Start Friday’s Wizard")
    assert stranger.path.startswith("/plays/")


def own_games_in(file: bytes) -> list[Any]:
    """Return the own games in the file of a club."""
    found: list[Any] = json.loads(file.splitlines()[0])["own_games"]
    return found


def test_a_recipe_of_the_same_name_is_kept_beside_the_other_under_another_name(
    app: Flask, wizard: Phone, stranger: Phone
) -> None:
    keep(stranger.open("/").tap("Start a game night"), {**PHASES, "name": WIZARD["name"]})
    file = stranger.client.post("/clubs/2/backup", data={"csrf_token": stranger.token}).data
    for _ in range(2):
        wizard.open("/clubs/1/exchange").send_file("Preview", "club.json", file)
        if "Import" in wizard.page.texts("button"):
            wizard.tap("Import")
    with app.app_context():
        theirs = db.session.query(OwnGame).filter_by(club_id=1).order_by(OwnGame.id).all()
        assert [(own.name, own.options["recipe"]["name"]) for own in theirs] == [
            ("Friday’s Wizard", "Friday’s Wizard"),
            ("Friday’s Wizard (2)", "Friday’s Wizard (2)"),
        ]


def test_an_erased_person_is_in_no_recipe(app: Flask, wizard: Phone) -> None:
    recipe = {
        "recipe": 1,
        "name": "Bea’s game",
        "about": "As Bea plays it.",
        "players": [2, 6],
        "options": [{"key": "bea", "label": "Bea’s rule", "default": True}],
        "ask": [{"key": "bid", "label": "Bea", "of": "each", "ask": "What did Bea say?"}],
        "check": [{"must": "bid < 9", "say": "Bea says {bid} is too much.", "at": "bid"}],
        "score": [{"why": "Bea’s {bid}", "points": "bid", "if": "bea"}],
        "strokes": ["bid"],
        "example": {"players": ["Bea", "Nora"], "hand": {"bid": {"Bea": 1, "Nora": 2}}},
    }
    keep(wizard, recipe, night=1).tap("Start Bea’s game").open("/players/2/erase").tap("Erase Bea")
    with app.app_context():
        own, play = db.session.get_one(OwnGame, 2), db.session.get_one(Play, 1)
        for options in (own.options, play.options):
            assert "Bea" not in json.dumps(options)
            assert "example" not in options["recipe"]
            assert options["recipe"]["options"][0]["key"] == "bea"
            assert options["recipe"]["score"][0]["why"] == "Former player 1’s {bid}"
        assert own.name == own.options["recipe"]["name"] == "Former player 1’s game"
    assert wizard.open("/plays/1").status == 200


def test_a_name_within_a_word_of_a_recipe_is_pointed_at(wizard: Phone) -> None:
    keep(wizard, {**PHASES, "about": "Beas Spiel."}).open("/players/2/erase").tap("Erase Bea")
    assert "Beas" in wizard.page.text
    assert f"{GAMES}/own/2" in [link["href"] for link in wizard.page.all("a")]


def test_a_figure_that_is_called_like_an_erased_person_stays(app: Flask, wizard: Phone) -> None:
    recipe = {
        **PHASES,
        "name": "Other",
        "ask": [{"key": "bea", "label": "Points", "of": "each"}],
        "check": [{"must": "bea < 9", "say": "Bea: {bea}.", "at": "bea"}],
        "score": [{"why": "{bea}, {bea} " + "x" * 102 + " Bea", "points": "bea"}],
        "strokes": ["bea"],
    }
    keep(wizard, recipe).open("/players/2/erase").tap("Erase Bea")
    with app.app_context():
        found = db.session.get_one(OwnGame, 2).options["recipe"]
    assert found["check"] == [{"must": "bea < 9", "say": "Former player 1: {bea}.", "at": "bea"}]
    assert (found["strokes"], len(found["score"][0]["why"])) == (["bea"], 120)
    assert wizard.open("/games/own/2").status == 200


# Changed while it is played

NEW_RULES = "Use the new rules in "


def higher(recipe: dict[str, Any]) -> dict[str, Any]:
    """Return Wizard with more points for bids made."""
    line = {**recipe["score"][0], "points": "200 + 10 * took"}
    return {**recipe, "score": [line, *recipe["score"][1:]]}


@pytest.fixture
def played(wizard: Phone) -> Phone:
    """Return the phone on a game of Wizard with a hand, of which the club has changed the recipe since."""
    enter(wizard.tap("Start Friday’s Wizard"), [0, 1, 0, 0], [0, 1, 0, 0])
    return keep(wizard, higher(WIZARD), own=1, night=1)


def offered(phone: Phone) -> list[str]:
    """Return the running games that the page of an own game offers its new rules."""
    return [link.text for link in phone.page.all("a") if link.text.startswith(NEW_RULES)]


def test_a_running_game_is_asked_about_new_rules(played: Phone) -> None:
    assert played.path == f"{GAMES}/own/1"
    (said,) = offered(played)
    assert "’s Friday’s Wizard, hand 2" in said
    assert totals(played.open("/plays/1")) == {"Ann": 20, "Bea": 30, "Cal": 20, "Dee": 20}


def test_new_rules_are_used_once_their_preview_is_confirmed(played: Phone) -> None:
    played.follow(NEW_RULES)
    assert "200" in played.page.one("output").text
    played.tap("Use the new rules")
    assert played.path.startswith("/plays/1")
    assert totals(played) == {"Ann": 200, "Bea": 210, "Cal": 200, "Dee": 200}
    assert undo(played) == "Settings changed: other rules"
    assert offered(played.open(f"{GAMES}/own/1")) == []
    assert totals(played.open("/plays/1").tap("Undo")) == {"Ann": 20, "Bea": 30, "Cal": 20, "Dee": 20}
    assert len(offered(played.open(f"{GAMES}/own/1"))) == 1


def test_games_that_run_under_its_former_name_are_asked_as_well(played: Phone) -> None:
    keep(played, {**higher(WIZARD), "name": "Big Wizard"}, own=1, night=1)
    assert "’s Friday’s Wizard, hand 2" in offered(played)[0]
    played.follow(NEW_RULES).tap("See what would change").tap("Use the new rules")
    assert played.page.one("h1").text == "Big Wizard"


def test_a_running_game_leads_to_the_new_rules(played: Phone) -> None:
    played.open("/plays/1").follow("Game settings").follow("Use the club’s new rules")
    assert "200" in played.page.one("output").text
    played.tap("Use the new rules")
    assert totals(played) == {"Ann": 200, "Bea": 210, "Cal": 200, "Dee": 200}
    assert "new rules" not in played.follow("Game settings").page.text


def test_nothing_changes_before_the_preview_was_seen(played: Phone) -> None:
    played.follow(NEW_RULES).tap("Use the new rules", dealer="Cal")
    assert "200" in played.page.one("output").text
    assert totals(played.open("/plays/1")) == {"Ann": 20, "Bea": 30, "Cal": 20, "Dee": 20}


def test_house_rules_of_a_new_recipe_are_chosen_on_the_way(owner: Phone) -> None:
    keep(owner, PHASES, night=1).tap("Start Phases", target=70)
    bonus = [*PHASES["options"], {"key": "bonus", "label": "Bonus", "default": 5}]
    lines = [*PHASES["score"], {"why": "bonus", "points": "bonus"}]
    keep(owner, {**PHASES, "options": bonus, "score": lines}, own=1).follow(NEW_RULES)
    assert (owner.value("target"), owner.value("bonus")) == ("70", "5")
    owner.tap("See what would change", bonus=7).tap("Use the new rules")
    assert "Bonus 7" in owner.open("/plays/1/rules").page


def test_rules_that_a_hand_does_not_fit_are_refused(wizard: Phone) -> None:
    enter(wizard.tap("Start Friday’s Wizard"), [0, 1, 0, 0], [0, 1, 0, 0])
    never = [{"must": "took == 0", "say": "{player} can’t take a trick.", "at": "took"}]
    keep(wizard, {**WITHOUT_EXAMPLE, "check": never}, own=1).follow(NEW_RULES).tap("See what would change")
    assert wizard.status == 422
    assert "Bea can’t take a trick." in wizard.page.text


def test_rules_for_other_numbers_of_players_are_refused(wizard: Phone) -> None:
    wizard.tap("Start Friday’s Wizard")
    keep(wizard, {**WITHOUT_EXAMPLE, "players": [5, 6]}, own=1)
    wizard.open("/plays/1/settings?own=1").tap("See what would change")
    assert wizard.problems == ["Friday’s Wizard is for 5 or 6 players, not 4."]


@pytest.mark.parametrize(
    ("first", "sentence"),
    [({"before": False}, "Nothing is asked before the play any more."), ({"low": 1}, "at least 1")],
)
def test_rules_that_a_bid_does_not_fit_are_refused(
    wizard: Phone, first: dict[str, Any], sentence: str
) -> None:
    bids: dict[str, Any] = {f"bid-{seat}": 0 for seat in range(4)}
    wizard.tap("Start Friday’s Wizard").tap("Save the bids", **bids)
    asked = [{**WIZARD["ask"][0], **first}, *WIZARD["ask"][1:]]
    keep(wizard, {**WITHOUT_EXAMPLE, "ask": asked}, own=1).open("/plays/1/settings?own=1").tap(
        "See what would change"
    )
    assert wizard.status == 422
    assert sentence in wizard.page.text


def test_own_games_of_other_kinds_are_no_new_rules(played: Phone) -> None:
    keep(played, PHASES)
    start(played, "Tally", title="Go")
    assert "New rules" not in played.open("/plays/1/settings?own=3").page
    assert "New rules" not in played.open("/plays/2/settings?own=1").page
