from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.claims import (
    ask_table,
    claim,
    claims_of_saved_hands,
    figures_claimed,
    open_claims,
    settle_claims,
)
from scorekeeper.store.plays.edits import Seating, Settings, change_settings
from scorekeeper.store.plays.sheet import Sheet
from tests.store.table import PHONE, NewPlay, coralon, correct, enter

WRONG, RIGHT = coralon("Bea", 5, 3, 5, 3, 2), coralon("Bea", 5, 3, 4, 3, 3)


def say(play: Play, seat: int, tricks: int | None = None) -> None:
    """Say that the first hand isn't right, or once the table is asked, what a player has of the next one."""
    sheet = Sheet.of(play)
    row = None if any(one.uid for one in open_claims(sheet)) else sheet.rows[0]
    claim(sheet, row, seat, {"tricks": {str(seat): tricks}} if tricks else {}, PHONE)
    db.session.commit()


def said(play: Play) -> list[tuple[str, object]]:
    return [(one.player.name, one.figures) for one in open_claims(Sheet.of(play)) if not one.uid]


def ask(play: Play) -> None:
    ask_table(Sheet.of(play), PHONE)
    db.session.commit()


def swap_seats(play: Play) -> None:
    """Let Bea and Cal change places."""
    ann, bea, cal, dee = (Seating(seat.player_id, seat.name, seat.place) for seat in play.seats)
    settings = Settings(play.options, play.dealer, [ann, cal, bea, dee])
    commands.save_edit(Sheet.of(play), change_settings(Sheet.of(play), settings), PHONE)


def test_the_last_answer_of_each_player_counts_until_the_hand_is_saved(new_play: NewPlay) -> None:
    play = new_play("coralon")
    ask(play)
    for seat, tricks in ((2, 5), (0, 3), (2, 4)):
        say(play, seat, tricks)
    assert figures_claimed(open_claims(Sheet.of(play))) == {"tricks": {"2": 4, "0": 3}}
    enter(play, WRONG)
    assert open_claims(Sheet.of(play)) == []


def test_a_question_about_another_hand_or_other_seats_is_over(new_play: NewPlay) -> None:
    play = new_play("coralon")
    enter(play, WRONG)
    ask(play)
    correct(play, 1, RIGHT)
    assert open_claims(Sheet.of(play)) != []
    commands.remove_last_hand(Sheet.of(play), PHONE)
    assert open_claims(Sheet.of(play)) == []
    ask(play)
    swap_seats(play)
    assert open_claims(Sheet.of(play)) == []


def test_a_player_says_once_that_a_hand_is_not_right_and_may_add_a_figure(new_play: NewPlay) -> None:
    play = new_play("coralon")
    enter(play, WRONG)
    for seat, tricks in ((3, None), (1, None), (1, 4), (1, None)):
        say(play, seat, tricks)
    assert said(play) == [("Dee", {}), ("Bea", {"tricks": {"1": 4}})]


def test_a_change_of_the_hand_clears_its_flags_until_it_is_undone(new_play: NewPlay) -> None:
    play = new_play("coralon")
    enter(play, WRONG)
    say(play, 1)
    correct(play, 1, RIGHT)
    assert said(play) == []
    commands.undo(Sheet.of(play), PHONE)
    assert said(play) == [("Bea", {})]
    commands.remove_last_hand(Sheet.of(play), PHONE)
    assert said(play) == []
    commands.undo(Sheet.of(play), PHONE)
    assert said(play) == [("Bea", {})]


def test_figures_stay_those_of_their_player_when_seats_change(new_play: NewPlay) -> None:
    play = new_play("coralon")
    enter(play, WRONG)
    say(play, 1, 4)
    swap_seats(play)
    assert said(play) == [("Bea", {"tricks": {"2": 4}})]


def test_saying_that_a_hand_is_right_clears_its_flags_and_is_known(new_play: NewPlay) -> None:
    play = new_play("coralon")
    enter(play, WRONG)
    say(play, 1)
    for device in ("Ann (iPhone)", "Dee (iPhone)"):
        settle_claims(Sheet.of(play), Sheet.of(play).rows[0], device)
    assert said(play) == []
    (one,) = claims_of_saved_hands(Sheet.of(play))
    assert (one.device, one.settled_on) == (PHONE, "Ann (iPhone)")
    say(play, 1)
    assert said(play) == [("Bea", {})]
