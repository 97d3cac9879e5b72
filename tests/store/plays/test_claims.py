from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays.claims import ask_table, claim, claims_of
from scorekeeper.store.plays.sheet import Sheet
from tests.store.table import NewPlay, coralon, enter


def say(play: Play, seat: int, number: int, tricks: int) -> bool:
    counts = claim(Sheet.of(play), seat, number, {"tricks": tricks})
    db.session.commit()
    return counts


def ask(play: Play) -> None:
    ask_table(Sheet.of(play))
    db.session.commit()


def test_answers_count_once_the_table_was_asked_and_the_last_of_a_player_counts(new_play: NewPlay) -> None:
    play = new_play("coralon")
    assert not say(play, 0, 1, 3)
    assert claims_of(Sheet.of(play)) is None
    ask(play)
    assert say(play, 2, 1, 5)
    assert say(play, 0, 1, 3)
    assert say(play, 2, 1, 4)
    assert claims_of(Sheet.of(play)) == {"tricks": {"2": 4, "0": 3}}
    ask(play)
    assert claims_of(Sheet.of(play)) == {}


def test_an_answer_for_a_hand_that_was_saved_counts_for_nothing(new_play: NewPlay) -> None:
    play = new_play("coralon")
    ask(play)
    enter(play, coralon("Bea", 5, 3, 5, 3, 2))
    assert not say(play, 0, 1, 3)
    assert claims_of(Sheet.of(play)) is None
