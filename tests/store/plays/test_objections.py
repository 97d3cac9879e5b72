from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.objections import all_objections, object_to, open_objections, settle_objections
from scorekeeper.store.plays.sheet import Sheet
from tests.store.table import PHONE, NewPlay, coralon, correct, enter

WRONG, RIGHT = coralon("Bea", 5, 3, 5, 3, 2), coralon("Bea", 5, 3, 4, 3, 3)


def flag(play: Play, seat: int, tricks: int | None = None) -> None:
    sheet = Sheet.of(play)
    object_to(sheet, sheet.rows[0], seat, PHONE, {"tricks": {str(seat): tricks}} if tricks else {})
    db.session.commit()


def flagged(play: Play) -> list[tuple[str, object]]:
    return [(one.player.name, one.figures) for one in open_objections(Sheet.of(play))]


def test_a_player_objects_once_and_may_add_a_figure(new_play: NewPlay) -> None:
    play = new_play("coralon")
    enter(play, WRONG)
    flag(play, 1)
    flag(play, 3)
    flag(play, 1, 4)
    flag(play, 1)
    assert flagged(play) == [("Bea", {"tricks": {"1": 4}}), ("Dee", None)]


def test_a_change_of_the_hand_clears_its_objections_until_it_is_undone(new_play: NewPlay) -> None:
    play = new_play("coralon")
    enter(play, WRONG)
    flag(play, 1)
    correct(play, 1, RIGHT)
    assert flagged(play) == []
    commands.undo(Sheet.of(play), PHONE)
    db.session.commit()
    assert flagged(play) == [("Bea", None)]
    commands.remove_last_hand(Sheet.of(play), PHONE)
    db.session.commit()
    assert flagged(play) == []
    commands.undo(Sheet.of(play), PHONE)
    db.session.commit()
    assert flagged(play) == [("Bea", None)]


def test_saying_that_a_hand_is_right_clears_its_objections_and_is_known(new_play: NewPlay) -> None:
    play = new_play("coralon")
    enter(play, WRONG)
    flag(play, 1)
    for device in ("Ann (iPhone)", "Dee (iPhone)"):
        settle_objections(Sheet.of(play), Sheet.of(play).rows[0], device)
    assert flagged(play) == []
    (one,) = all_objections(Sheet.of(play))
    assert (one.device, one.settled_on) == (PHONE, "Ann (iPhone)")
    flag(play, 1)
    assert flagged(play) == [("Bea", None)]
