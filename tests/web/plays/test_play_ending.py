"""The end of a game: who won and why, ending it early and continuing it, and the note on it."""

from collections.abc import Callable

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import fortune, won
from tests.web.table import (
    bid,
    menu,
    play_again,
    points,
    save,
    save_button,
    start,
    took,
    totals,
    whole,
)

NOTE = "/plays/1/note"


def let_bea_win(scene: Scene) -> None:
    whole(start(scene.owner, target=5, wager=1), "Bea", 5, (3, 5, 3, 2))


@pytest.fixture
def over(scene: Scene, owner: Phone, no_hurry: None) -> Phone:
    """Return a game to five, with a coin each in the pot, that Bea has won."""
    scene.after(let_bea_win)
    return owner


def why(phone: Phone) -> str:
    return phone.page.one("p", "why").text


def test_the_end_is_explained_and_the_totals_are_shown_once_with_the_coins(over: Phone) -> None:
    assert over.page.one(id="due").text == "Bea won"
    assert why(over).startswith("5 points, 5 ahead of Ann, Cal and Dee. Only one hand was played")
    board = over.page.one("section", "board")
    assert board.texts("p", "total") == ["0", "5", "0", "0"]
    assert board.texts("p", "role") == ["−1 coin", "+3 coins", "−1 coin", "−1 coin"]
    assert not over.page.all("ol", "standings")
    assert not over.page.one("div", "names").all("b")
    assert not over.page.one("section", "board").all("i", "deals")
    assert over.page.one("section", "board").texts("p", "to-go") == ["", "winner", "", ""]
    standings = over.open("/plays/1/recap").page.one("ol", "standings")
    assert standings.texts("small", "figure") == ["+3", "−1", "−1", "−1"]
    assert standings.texts("small", "unit") == ["coins", "coin", "coin", "coin"]


def strokes(phone: Phone) -> str:
    """Return what is said beside the strokes of the night; empty without strokes."""
    found = phone.page.all("p", "tonight")
    return found[0].text if found else ""


def test_a_stroke_for_each_game_of_the_night_is_added_to_the_winners_tally(over: Phone) -> None:
    assert strokes(over) == "first win tonight"
    whole(play_again(over), "Bea", 5, (3, 5, 3, 2))
    assert strokes(over) == "second win tonight"
    whole(play_again(over), "Cal", 5, (3, 3, 5, 2))
    assert strokes(over) == "first win tonight"
    # Each game shows how many it was then.
    assert strokes(over.open("/plays/1")) == "first win tonight"
    over.open("/plays/1").tap("Delete game")
    assert strokes(over.open("/plays/2")) == "first win tonight"


def test_winners_who_have_not_won_the_same_number_have_no_tally(owner: Phone) -> None:
    points(start(owner, "Tally", target=5), 5, 1, 1, 0)
    points(play_again(owner), 5, 5, 1, 0)
    assert strokes(owner) == ""
    points(start(owner, "Tally", target=5), 1, 1, 5, 5)
    assert strokes(owner) == "first win tonight for each"


def test_the_tally_of_an_earlier_night_says_so(over: Phone, pass_time: Callable[[float], None]) -> None:
    pass_time(2 * 24 * 3600)
    assert strokes(over.open("/plays/1")) == "first win that night"


def test_the_totals_of_a_single_winner_have_the_winners_colour(owner: Phone) -> None:
    points(start(owner, "Tally", target=5), 5, 1, 1, 0)
    assert "decided" in owner.page.one("section", "board")["class"].split()
    assert [total["class"] for total in owner.page.all("p", "total")] == [f"total m{n}" for n in (1, 2, 3, 4)]


def test_all_tied_winners_are_named(owner: Phone) -> None:
    points(start(owner, "Tally", target=5), 5, 5, 1, 0)
    assert owner.page.one(id="due").text == "Ann and Bea won"
    assert why(owner) == "Ann and Bea share the win with 5 each."


def test_the_page_says_that_the_lowest_total_wins(owner: Phone) -> None:
    points(start(owner, "Tally", target=5, lowest_wins="on"), 5, -3, 1, 0)
    assert owner.page.one(id="due").text == "Bea won"
    assert why(owner).startswith("−3 points, the lowest total, 3 fewer than Dee.")


def test_the_won_page_offers_what_comes_next(over: Phone) -> None:
    assert over.page.one("section", "over").texts("button") == ["Play again Bea deals"]
    assert over.follow("Back to the night").path == "/nights/1"
    assert over.open("/plays/1").follow("Settle up").path == "/nights/1/bank/settle"


def test_a_game_without_coins_has_nothing_to_settle(owner: Phone) -> None:
    points(start(owner, "Tally", target=5), 5, 1, 1, 0)
    assert "Settle up" not in owner.page.one("section", "over").texts("a")


def test_coins_left_on_the_table_are_listed_with_who_got_them(owner: Phone) -> None:
    fortune(owner).tap("9")
    assert "5 coins on the board" in owner.page.one("p", "on-table")
    owner.tap("End game")
    back = "These totals include 5 coins back from the board: 2 for Bea, 1 each for Ann, Cal and Dee."
    assert back in owner.page
    assert owner.page.one("section", "board").texts("p", "total") == ["−1", "+1", "0", "0"]
    assert not owner.page.all("p", "on-table")
    assert back in owner.open("/plays/1/recap").page


def test_the_coins_given_back_are_in_the_result_everywhere(owner: Phone) -> None:
    fortune(owner).tap("9").tap("End game")
    with_theirs = "Bea, Cal and Dee won with +1 0"
    assert owner.open("/nights/1").page.one("span", "winners").text == with_theirs
    assert owner.open("/nights/1/games").page.one("span", "won").text == with_theirs
    archive = owner.open("/clubs/1/archive").page
    assert archive.one("span", "total").text == "+1 0"
    assert "Bea, Cal and Dee won; Ann −1" in archive
    assert won(owner) == {"Ann": "−1", "Bea": "+1"}
    assert owner.download("/plays/1/hands.csv").decode().splitlines()[-1] == (
        ",,Coins given back,,,1,2,1,1,-1,1,0,0,,,,,,,"
    )


def test_what_is_left_of_a_stake_is_the_one_large_figure(owner: Phone) -> None:
    start(owner, "Baronet")
    board = owner.page.one("section", "board")
    assert board.texts("p", "total") == ["100"] * 4
    assert board.texts("p", "to-go") == ["±0"] * 4
    owner.open("/plays/1?whole")
    owner.tap(save_button(owner), bidder="Bea", bid=2, partner=" ", block="war", made="yes")
    assert owner.page.one("section", "board").texts("p", "to-go") == [
        *("−2 so far", "+6 so far", "−2 so far", "−2 so far"),
    ]
    owner.tap("End game")
    assert owner.page.one("section", "board").texts("p", "role")[1] == "+6 coins"
    assert why(owner).startswith("106 coins (+6), 8 more than Ann, Cal and Dee.")


def test_a_player_who_ends_even_is_shown_as_even(owner: Phone) -> None:
    fortune(owner).tap("End game")
    board = owner.page.one("section", "board")
    assert board.texts("p", "total") == ["0"] * 4
    assert board.texts("p", "to-go") == ["coins"] * 4
    assert "These totals include 1 coin each back from the board." in owner.page
    standings = owner.open("/plays/1/recap").page.one("ol", "standings").texts("li")
    assert standings == [f"{name} 0 coins" for name in ("Ann", "Bea", "Cal", "Dee")]


def test_the_lowest_total_comes_first_in_the_recap_where_the_lowest_wins(owner: Phone) -> None:
    points(start(owner, "Tally", target=9, lowest_wins="on"), 9, 1, 4, 2)
    lines = owner.open("/plays/1/recap").page.one("ol", "standings").texts("li")
    assert [line.split()[0] for line in lines] == ["Bea", "Dee", "Cal", "Ann"]


def test_the_players_can_end_a_game_early(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).tap("End game")
    assert coralon.page.one(id="due").text == "Bea won"
    assert why(coralon).startswith("Ended early with 5 points, 5 ahead of Ann, Cal and Dee.")


def test_a_game_ended_early_can_be_continued(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("End game").tap("Continue this game")
    assert "Bea bid 5" in coralon.page.one("h2", "called")


def test_a_note_is_kept_with_the_game(over: Phone, friend: Phone) -> None:
    over.follow("Note on this game").tap("Save note", note="x" * 281)
    assert over.status == 422
    over.refused("note", "There is room for 280 characters.")
    assert over.value("note") == "x" * 281
    assert over.open(NOTE).value("note") == ""
    over.tap("Save note", note=" Bea’s first win!\n<Really> ")
    assert over.path == "/plays/1"
    assert friend.open("/plays/1").page.one("p", "note").text == "Bea’s first win! <Really>"
    assert over.open(NOTE).value("note") == "Bea’s first win!\n<Really>"
    over.tap("Save note", note="\r\n".join(["line"] * 56))
    assert over.open(NOTE).value("note") == "\n".join(["line"] * 56)


def test_while_the_next_game_is_played_its_page_leads_there_instead_of_to_another(over: Phone) -> None:
    start(over, "Hazard")
    assert over.open("/plays/1").follow("Playing now: Hazard").path == "/plays/2"
    assert "Play again" not in over.open("/plays/1").page
    over.open("/plays/2").tap("End game")
    assert "Play again" in over.open("/plays/1").page


def test_its_open_page_learns_whether_the_next_game_still_goes_on(over: Phone) -> None:
    start(over, "Hazard")
    versions = [over.client.get("/plays/1/version").text]
    for act in ("stop", "go-on", "delete", "restore"):
        over.send(f"/plays/2/{act}")
        versions.append(over.client.get("/plays/1/version").text)
    assert len(set(versions)) == len(versions)


def test_a_game_that_its_rules_ended_is_neither_ended_early_nor_continued(over: Phone) -> None:
    assert "Continue this game" not in menu(over)
    assert "End game" not in menu(over)
    assert over.send("/plays/1/stop").status == 409


def test_a_correction_in_a_game_ended_early_keeps_it_ended(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).tap("End game")
    coralon.follow("Correct hand 1").tap("Save hand 1", bid=6)
    assert totals(coralon) == {"Ann": 3, "Bea": 0, "Cal": 3, "Dee": 2}
    assert coralon.page.one(id="due").text == "Nobody won"


def test_a_game_ended_early_and_then_won_cannot_be_continued(owner: Phone) -> None:
    start(owner, target=6)
    whole(owner, "Bea", 5, (3, 5, 3, 2)).tap("End game")
    assert "Continue this game" in owner.page
    owner.open("/plays/1/hands/1").tap("Save hand 1", bid=6, **took(2, 6, 3, 2)).open("/plays/1")
    assert "Bea won" in owner.page
    assert "Continue this game" not in owner.page


def test_a_note_for_a_game_that_goes_on_again_can_still_be_saved(over: Phone, friend: Phone) -> None:
    friend.open(NOTE)
    over.tap("Undo")
    assert friend.tap("Save note", note="Close one").status == 200
    assert friend.open(NOTE).value("note") == "Close one"


def test_a_second_phone_may_end_the_game_and_continue_it_too(coralon: Phone, friend: Phone) -> None:
    friend.open("/plays/1")
    coralon.tap("End game")
    assert friend.tap("End game").status == 200
    coralon.tap("Continue this game")
    assert friend.tap("Continue this game").status == 200
    assert "End game" in menu(friend)


def test_a_game_from_which_everyone_has_withdrawn_can_only_be_ended(owner: Phone) -> None:
    start(owner, "Caravan", special_rolls="on")
    save(owner, **{f"shipwreck-{seat}": "withdrew" for seat in range(4)})
    panel = owner.page.one("div", "now")
    assert panel.texts("p", "lead") == ["Nobody is left in the game, so no more rounds can be played."]
    assert [button.text for button in panel.all("button", "primary")] == ["End game"]
    assert owner.page.one("section", "board").texts("p", "to-go") == ["withdrew"] * 4


def test_a_game_that_was_ended_before_its_first_hand_offers_to_delete_it(coralon: Phone) -> None:
    coralon.tap("End game")
    assert coralon.page.one(id="due").text == "No hand was played"
    assert why(coralon) == "Ended before the first hand, so it doesn’t count."
    assert "No games yet" in coralon.open("/nights/1/recap").page
    assert "No games yet" in coralon.open("/clubs/1/archive").page
    panel = coralon.open("/plays/1").page.one("div", "now")
    assert panel.texts("a", "primary") == ["Back to the night"]
    assert "Delete game" in panel.texts("button", "quiet")


def test_a_game_with_a_long_name_is_called_briefly_where_there_is_little_room(over: Phone) -> None:
    start(over, "Ducks and Geese, Cutthroat")
    over.open("/plays/1").follow("Playing now: Cutthroat")
    assert over.page.texts("h1") == ["Cutthroat"]
    assert over.page.texts("title") == ["Ducks and Geese, Cutthroat · Scorekeeper"]
