"""Starting a game: choosing it, seats, first dealer and house rules, also on two phones at once."""

import json
from typing import Any

import pytest

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import GAMES
from tests.web.phone import Phone
from tests.web.table import points, start, totals


def seats(*order: object) -> dict[str, Any]:
    """Return the fields that seat the players, in the order of arrival."""
    return {f"seat-{player}": seat for player, seat in enumerate(order, start=1)}


def opening(phone: Phone) -> str:
    """Return the heading of the hand in progress, with who deals and who bids first."""
    return phone.page.one(id="due").text


def to_go(phone: Phone) -> str:
    return phone.page.all("p", "to-go")[0].text


def test_a_form_sent_twice_starts_one_game(owner: Phone) -> None:
    form = owner.open("/nights/1/games/coralon")
    _, sent = form.filled("Start Coralon", target=20)
    again = [(name, "2" if name == "dealer" else text) for name, text in [*sent, ("dealer", "")]]
    paths = [owner.replay("/nights/1/games/coralon", one).path for one in (sent, sent, again, again)]
    assert paths == ["/plays/1", "/plays/1", "/plays/2", "/plays/2"]


def test_the_same_game_from_another_form_is_another_game(owner: Phone) -> None:
    assert start(owner, "Tally").path == "/plays/1"
    assert start(owner, "Tally").path == "/plays/2"


def test_players_take_seats_in_any_order_or_sit_out(owner: Phone) -> None:
    assert list(totals(start(owner, **seats(3, 1, 4, 2)))) == ["Bea", "Dee", "Ann", "Cal"]
    assert list(totals(start(owner, **seats(2, "", 1, 3)))) == ["Cal", "Ann", "Dee"]


def test_too_many_players_cannot_be_seated(owner: Phone) -> None:
    owner.tap("Add", name="Eve, Fay, Gil").open("/nights/1/games/coralon")
    assert [owner.value(f"seat-{player}") for player in range(1, 8)] == ["1", "2", "3", "4", "5", "6", ""]


def test_another_player_can_deal_first(owner: Phone) -> None:
    assert opening(start(owner, dealer="Dee")) == "Hand 1 Dee deals, Ann bids first"


@pytest.mark.parametrize(("direction", "first"), [("left", "Bea"), ("right", "Dee")])
def test_the_first_to_bid_sits_where_the_deal_passes(owner: Phone, direction: str, first: str) -> None:
    started = start(owner, "Jeu de Tarock", direction=direction)
    assert opening(started) == f"Hand 1 Ann deals, {first} bids first"
    assert f"{first} bids first" in owner.open("/plays/1/board").page


def test_partners_sit_across_and_the_form_says_so(owner: Phone) -> None:
    owner.open("/nights/1/games/coralon-partners")
    assert "Seats 1 and 3 play against seats 2 and 4." in owner.page
    assert "First and third" not in owner.open("/nights/1/games/coralon").page
    start(owner, "Coralon, Partners", **seats(1, 3, 2, 4))
    assert list(totals(owner)) == ["Ann and Bea", "Cal and Dee"]


USUAL = {"Coralon with four": (seats(1, 2, 3, 4), 40), "Coralon with three": (seats(1, 2, 3, ""), 60)}


@pytest.mark.parametrize(("seated", "target"), USUAL.values(), ids=list(USUAL))
def test_a_blank_target_is_the_default_for_the_number_of_players(
    owner: Phone, seated: dict[str, Any], target: int
) -> None:
    start(owner, target="", **seated)
    assert to_go(owner) == f"{target} to go"


def test_a_target_that_depends_on_the_players_is_listed_for_each_number(owner: Phone) -> None:
    target = owner.open("/nights/1/games/bishop").page.one("input", name="target")
    assert json.loads(target["data-usual"]) == {"4": 25, "5": 21}
    assert "Default: 25 with 4 players, 21 with 5." in owner.page
    assert not owner.open("/nights/1/games/thieves").page.one("input", name="target")["data-usual"]


def test_every_house_rule_has_a_line_of_help_and_its_default(owner: Phone) -> None:
    owner.open("/nights/1/games/thief")
    house = owner.page.one("section", **{"aria-labelledby": "house"})
    rules = [label for label in house.all("label") if label.all("b")]
    assert len(rules) == 3
    assert all(rule.one("small").text for rule in rules)
    assert [owner.value(name) for name in ("target", "bid_tricks_only", "wager")] == ["", "", "0"]


def test_a_chosen_house_rule_applies(owner: Phone) -> None:
    assert "Zero" not in start(owner).page.texts("button")
    assert "Zero" in start(owner, zero_bids="on", target=33).page.texts("button")
    assert to_go(owner) == "33 to go"


REFUSED = {
    "too few players": (seats("", "", 1, 2), "Coralon is for 3 to 6 players, not 2."),
    "nobody at all": (seats("", "", "", ""), "Coralon is for 3 to 6 players, not 0."),
    "another dealer": ({**seats(1, 2, 3, ""), "dealer": "Dee"}, "Dee isn’t playing, so can’t deal first."),
    "two on one seat": (seats(1, 2, 2, 4), "Bea and Cal can’t share a seat."),
}


@pytest.mark.parametrize(("typed", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_wrong_seats_are_refused_and_stay_as_typed(
    owner: Phone, typed: dict[str, Any], sentence: str
) -> None:
    start(owner, target=33, zero_bids="on", **typed)
    assert owner.status == 422
    assert sentence in owner.page.one("fieldset", "seats").texts("p", "problem")
    assert {name: owner.value(name) for name in typed} == {name: str(value) for name, value in typed.items()}
    assert (owner.value("target"), owner.value("zero_bids")) == ("33", "on")
    assert owner.open("/plays/1").status == 404


def test_a_bad_target_is_refused_beside_its_field_and_stays(owner: Phone) -> None:
    for typed, sentence in {
        "many": "Target must be a whole number.",
        "9" * 30: f"Target can be at most 1000000000, not {'9' * 20}.",
    }.items():
        start(owner, target=typed).refused("target", sentence)
        assert owner.page.one("input", name="target")["aria-invalid"] == "true"
        assert owner.value("target") == typed


def test_an_unknown_seat_is_ignored(owner: Phone) -> None:
    owner.open("/nights/1/games/tally").send("/nights/1/games/tally", **seats("9" * 5000, -1, "x", 1))
    assert owner.status == 422
    assert "Your own game is for 2 to 20 players, not 1." in owner.problems


def test_the_dealer_is_not_asked_where_nobody_deals(owner: Phone) -> None:
    assert "Who deals first?" not in owner.open("/nights/1/games/hazard").page
    assert list(totals(owner.tap("Start Hazard"))) == ["Ann", "Bea", "Cal", "Dee"]


def test_a_game_without_house_rules_asks_only_for_its_first_banker(owner: Phone) -> None:
    owner.open("/nights/1/games/lansquenet")
    assert "Who banks first?" in owner.page
    assert "House rules" not in owner.page
    assert opening(owner.tap("Start Lansquenet", dealer="Cal")) == "Round 1 Cal banks"
    assert "More about this round" in owner.page


def test_a_house_rule_that_is_on_by_default_can_be_switched_off(owner: Phone) -> None:
    owner.open("/nights/1/games/commander-captain-company")
    owner.tap("Start Commander, Captain, and Company", added_ante=[])
    piles: dict[str, Any] = {"commander": "Ann", "captain": " ", "company": "Ann"}
    owner.tap("Save hand 1", **piles).tap("See what it scores", **piles)
    assert "Everyone antes 1 coin into the Commander pile" in owner.page
    assert "into the Captain pile" not in owner.page.one("div", "change").text


def test_a_handicap_is_a_target_for_each_side(owner: Phone) -> None:
    start(owner, "Whist", **{"handicap-0": 7, "handicap-1": 5})
    assert owner.page.one("section", "board").texts("p", "to-go") == ["7 to go", "5 to go"]


def test_a_side_goes_by_its_seats_before_players_are_seated(owner: Phone) -> None:
    owner.open("/nights/1/games/whist")
    assert [label.text for label in owner.page.one("fieldset", "figures").all("label")] == [
        "First and third",
        "Second and fourth",
    ]


def test_a_handicap_for_one_side_only_is_refused_beside_it(owner: Phone) -> None:
    start(owner, "Whist", **{"handicap-1": 5})
    owner.refused("handicap", "Set one target for each side.")
    assert (owner.value("handicap-0"), owner.value("handicap-1")) == ("", "5")


# Choosing a game


def listed(phone: Phone, heading: str) -> list[str]:
    """Return the names of the games under a heading, as far as they are shown."""
    return [
        row.all("b")[0].text
        for section in phone.page.all("section")
        if section.texts("h2") == [heading] or section["aria-label"] == heading
        for row in section.all("li")
        if "hidden" not in row.attrs
    ]


def again(phone: Phone) -> list[str]:
    """Return what is said of the games played last."""
    return [row.text for section in phone.page.all("section", "again") for row in section.all("li")]


def beside(phone: Phone, game: str) -> list[str]:
    """Return what stands beside a game."""
    (row,) = [row for row in phone.page.all("li") if row.texts("b") == [game] and "hidden" not in row.attrs]
    return [text for node in row.all("span", "variants") for text in node.texts("a")]


def others(phone: Phone) -> list[str]:
    """Return the lines of games for other numbers of players."""
    return [text for part in phone.page.all("section", "others") for text in part.texts("p")]


def test_games_for_those_who_are_here_are_listed_by_their_deck(owner: Phone) -> None:
    owner.follow("Start a game")
    assert owner.page.one("p", "here").text == "For Ann Bea Cal Dee Change who’s here"
    assert owner.page.texts("h2") == ["Vines deck", "Other cards", "Dice", "More games"]
    assert listed(owner, "Vines deck") == ["Coralon", "Thief", "Ducks and Geese", "Bishop", "Chevalier"]
    assert listed(owner, "Dice") == ["Hazard", "House of Fortune", "Ship, Captain, and Crew"]
    assert owner.follow("Change").path == "/nights/1"


def test_a_variant_stands_beside_its_game_and_takes_one_tap(owner: Phone) -> None:
    owner.open("/nights/1/games")
    assert beside(owner, "Ducks and Geese") == ["or Dog : Dog", "or cutthroat : Ducks and Geese, Cutthroat"]
    assert owner.follow("or cutthroat").path == "/nights/1/games/ducks-and-geese-cutthroat"


def test_a_variant_has_a_row_where_only_it_fits(owner: Phone) -> None:
    owner.tap("Add", name="Eve").open("/nights/1/games")
    assert "Ducks and Geese, Cutthroat" in listed(owner, "Vines deck")
    assert beside(owner, "Coralon") == []


def test_games_for_other_numbers_of_players_come_last_by_the_nearest_number(owner: Phone) -> None:
    owner.open("/nights/1/games")
    assert others(owner) == ["With five: Up and Down or for points : Up and Down, Points"]
    assert owner.follow("or for points").path == "/nights/1/games/up-and-down-points"
    owner.open("/nights/1").tap("Remove Dee").follow("Start a game")
    four, five = others(owner)
    assert four.startswith("With four: Coralon, Partners Thieves Ducks and Geese or Dog")
    assert five.startswith("With five: Up and Down")


@pytest.mark.parametrize("here", [2, 4, 20])
def test_every_game_is_one_tap_away(owner: Phone, here: int) -> None:
    names = ", ".join(f"Guest {number}" for number in range(here - 4))
    owner.tap("Add", name=names) if names else None
    for name in ("Cal", "Dee")[: max(4 - here, 0)]:
        owner.open("/nights/1").tap(f"Remove {name}")
    owner.open("/nights/1/games")
    shown = [row for row in owner.page.all("li") if "hidden" not in row.attrs]
    shown += [*owner.page.all("section", "others"), *owner.page.all("p", "own-bar")]
    links = [link["href"] for part in shown for link in part.all("a")]
    more = [game.key for game in gallery().values() if here in game.seats]
    assert sorted(links) == sorted(f"/nights/1/games/{key}" for key in (*(game.key for game in GAMES), *more))


def test_games_played_last_come_first_with_who_won(owner: Phone) -> None:
    for game in ("Whist", "Coralon"):
        start(owner, game)
    points(start(owner, "Tally", title="Go"), 1, 7, 3, 4).tap("End game")
    start(owner, "Tally", title="Carcassonne")
    owner.open("/nights/1/games")
    assert again(owner) == ["Carcassonne", "Go Bea won with 7", "Coralon", "Whist"]
    assert "Coralon" in listed(owner, "Vines deck")
    assert owner.page.texts("h2")[:3] == ["Again", "Your games", "Vines deck"]
    assert owner.follow("Carcassonne").path == "/nights/1/games/tally?own=2"
    assert again(owner.open("/nights/1/games?q=whist")) == []


def test_the_last_play_of_a_game_is_the_one_that_counts(owner: Phone) -> None:
    points(start(owner, "Tally", title="Go"), 1, 7, 3, 4).tap("End game")
    points(start(owner, "Tally", title="Go"), 9, 7, 3, 8).tap("End game")
    assert again(owner.open("/nights/1/games")) == ["Go Ann won with 9"]
    start(owner, "Tally", title="Go").tap("Delete game")
    assert again(owner.open("/nights/1/games")) == ["Go Ann won with 9"]


def test_a_removed_own_game_and_one_for_others_are_not_offered_again(owner: Phone) -> None:
    start(owner, "Tally", title="Carcassonne").open("/nights/1/games/own/1").tap("Remove Carcassonne")
    start(owner, "Whist")
    assert again(owner.open("/nights/1/games")) == ["Whist"]
    assert again(owner.open("/nights/1").tap("Remove Dee").open("/nights/1/games")) == []


def test_a_game_of_ones_own_comes_after_those_played_last(owner: Phone) -> None:
    start(owner, "Whist")
    text = owner.open("/nights/1/games").page.text
    assert text.index("Again") < text.index("Your own game") < text.index("Vines deck")


@pytest.mark.parametrize("words", ["vines", "VINES", "  marshal ", "cora cinamon", "coralon"])
def test_a_game_is_found_by_any_of_its_names(owner: Phone, words: str) -> None:
    owner.open(f"/nights/1/games?q={words}")
    assert "Coralon" in listed(owner, "Vines deck")
    assert owner.page.one("p", "own-bar").one("b").text == "Your own game"
    assert owner.value("q") == words


def test_a_search_finds_variants_and_games_for_other_numbers_of_players(owner: Phone) -> None:
    assert listed(owner.open("/nights/1/games?q=thieves"), "Vines deck") == ["Thief", "Thieves"]
    owner.open("/nights/1/games?q=kew")
    assert listed(owner, "Vines deck") == ["Up and Down", "Up and Down, Points"]
    assert others(owner) == []


def test_a_game_is_found_by_name_also_without_javascript(owner: Phone) -> None:
    form = owner.open("/nights/1/games").page.one("form", "search")
    assert form.attrs.get("method", "get") == "get"
    assert form.one("input", type="search")["name"] == "q"
    owner.open("/nights/1/games?q=polo")
    assert "hidden" not in owner.page.one("p", "empty").attrs
    assert not owner.page.all("h2")


def test_more_games_are_behind_a_fold_unless_one_is_searched(owner: Phone) -> None:
    assert "open" not in owner.open("/nights/1/games").page.one("details", "games").attrs
    assert "open" in owner.open("/nights/1/games?q=judgement").page.one("details", "games").attrs
    assert "Oh Hell" in owner.page.one("details", "games").text


def test_the_form_of_a_recipe_says_how_it_scores(owner: Phone) -> None:
    first, *_ = owner.open("/nights/1/games/wizard").page.one("ul", "scoring").all("li")
    assert first.text.startswith("Made [bid] exactly: 20 + 10 × tricks")
    assert not owner.open("/nights/1/games/coralon").page.all("ul", "scoring")


def test_the_rules_of_a_game_are_a_tap_from_its_form(owner: Phone) -> None:
    owner.open("/nights/1/games/coralon").follow("Rules of Coralon")
    assert owner.follow("Back").path == "/nights/1/games"
    assert owner.follow("All games").path == "/games?night=1"


# Two phones set up a game at the same time


TALLY = "/nights/1/games/tally"


@pytest.fixture
def both(owner: Phone, friend: Phone) -> tuple[Phone, Phone]:
    """Return two phones with the form of a new game."""
    return owner.open(TALLY), friend.open(TALLY)


def test_the_same_game_set_up_on_both_is_started_once(both: tuple[Phone, Phone]) -> None:
    assert [phone.tap("Start game").path for phone in both] == ["/plays/1", "/plays/1"]


def test_another_game_on_each_is_two_games(both: tuple[Phone, Phone]) -> None:
    one, other = both
    one.tap("Start game")
    assert other.tap("Start game", target=7).path == "/plays/2"


def test_a_game_that_has_begun_since_is_another_one(both: tuple[Phone, Phone]) -> None:
    one, other = both
    points(one.tap("Start game"), 1, 2, 3, 4)
    assert other.tap("Start game").path == "/plays/2"


@pytest.mark.parametrize("end", ["End game", "Delete game"])
def test_a_game_ended_at_once_is_another_one(both: tuple[Phone, Phone], end: str) -> None:
    one, other = both
    one.tap("Start game").tap(end)
    assert other.tap("Start game").path == "/plays/2"


def test_a_player_who_was_removed_meanwhile_is_not_left_out_unseen(both: tuple[Phone, Phone]) -> None:
    one, other = both
    one.open("/nights/1").tap("Remove Bea")
    seats: dict[str, Any] = {"seat-4": 2, "seat-2": 4}
    other.tap("Start game", **seats)
    assert other.status == 409
    assert other.problems == ["Bea left tonight’s list. Check the seats, then start the game."]
    assert [other.value(f"seat-{player}") for player in (1, 4, 3)] == ["1", "2", "3"]
    assert list(totals(other.tap("Start game"))) == ["Ann", "Dee", "Cal"]


def drawn(phone: Phone) -> list[str]:
    """Return what was drawn, and the players in order, as a page shows them."""
    lots = phone.page.one("section", "lots")
    return [lots.one("h2").text, *(place.text for place in lots.all("li"))]


def test_the_first_dealer_is_drawn_from_those_seated(owner: Phone, friend: Phone) -> None:
    form = owner.open("/nights/1/games/coralon").tap("Draw who deals first", **seats(2, "", 1, 3), target=33)
    dealer = form.page.one("li", "drawn").text
    assert drawn(form) == [f"{dealer} deals first drawn for Coralon", "Cal", "Ann", "Dee"]
    assert drawn(friend.open("/nights/1")) == drawn(form)
    assert f"{dealer} deals" in opening(form.tap("Start Coralon"))
    assert to_go(owner) == "33 to go"
    assert friend.reload().page.all("section", "lots") == []


def test_drawn_partners_are_seated_on_every_phone(owner: Phone, friend: Phone) -> None:
    owner.open("/nights/1/games/whist").tap("Draw partners", dealer="Dee")
    said, *order = drawn(owner)
    one, two, three, four = (place.split()[1] for place in order)
    assert said == f"{one} and {three} play {two} and {four} drawn for Whist"
    start = friend.open("/nights/1/games/whist").tap("Start Whist")
    assert list(totals(start)) == [f"{one} and {three}", f"{two} and {four}"]
    assert f"{one} deals" in opening(start)


def test_everyone_here_takes_part_in_a_draw_without_seats(owner: Phone) -> None:
    owner.open("/nights/1/games/coralon").tap("Draw seats", **seats("", "", "", ""))
    assert sorted(place.split()[1] for place in drawn(owner)[1:]) == ["Ann", "Bea", "Cal", "Dee"]
