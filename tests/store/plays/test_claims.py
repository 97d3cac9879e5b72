from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays.claims import ask_table, asking_of, claim
from scorekeeper.store.plays.sheet import Sheet
from tests.store.table import NewPlay, coralon, enter


def say(play: Play, asking: str, seat: int, tricks: int) -> bool:
    counts = claim(Sheet.of(play), asking, {"tricks": {str(seat): tricks}})
    db.session.commit()
    return counts


def ask(play: Play) -> str:
    ask_table(Sheet.of(play))
    db.session.commit()
    asking = asking_of(Sheet.of(play))
    assert asking
    return asking.id


def said(play: Play) -> object:
    asking = asking_of(Sheet.of(play))
    return asking and asking.figures


def test_answers_count_once_the_table_was_asked_and_the_last_of_a_player_counts(new_play: NewPlay) -> None:
    play = new_play("coralon")
    assert not say(play, "", 0, 3)
    first = ask(play)
    assert say(play, first, 2, 5)
    assert say(play, first, 0, 3)
    assert say(play, first, 2, 4)
    assert said(play) == {"tricks": {"2": 4, "0": 3}}
    ask(play)
    assert not say(play, first, 1, 2)
    assert said(play) == {}


def test_an_answer_for_a_hand_that_was_saved_counts_for_nothing(new_play: NewPlay) -> None:
    play = new_play("coralon")
    asking = ask(play)
    enter(play, coralon("Bea", 5, 3, 5, 3, 2))
    assert not say(play, asking, 0, 3)
    assert said(play) is None
