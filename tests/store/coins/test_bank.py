"""The coins of a night: where they come from, who has them, and whether they add up."""

import pytest

from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.postings import BadPosting
from scorekeeper.store.database import db, new_uid, now
from scorekeeper.store.models import Play, Player
from scorekeeper.store.nights.nights import remove_guest
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Conflict, Sheet
from tests.store.purse import HOUSE, Purse
from tests.store.table import PHONE, NewPlay, coralon, correct, enter

BEA, CAL = coralon("Bea", 5, 3, 5, 3, 2), coralon("Cal", 5, 3, 3, 5, 2)


def shot(bank: str, shooter: str, coins: int, roll: int = 7) -> dict[str, object]:
    """Return a hand of Hazard for 7 decided by the first roll: 7 wins for the shooter, 3 for the bank."""
    bets = [{"player": shooter, "on": "win", "coins": coins}]
    return {"bank": bank, "shooter": shooter, "main": 7, "bets": bets, "rolls": [roll]}


def hazard(night_id: int, purse: Purse, *names: str) -> Play:
    play = start_play(night_id, "hazard", {}, [purse.ids[name] for name in names], 0)
    db.session.commit()
    return play


def over(play: Play) -> None:
    commands.end_play(Sheet.of(play))
    db.session.commit()


# --- Games ---


def test_what_a_game_pays_is_added_automatically(purse: Purse, new_play: NewPlay) -> None:
    enter(new_play(target=5, wager=2), BEA)
    assert purse.book == purse.won == {"Ann": -2, "Bea": 6, "Cal": -2, "Dee": -2}


def test_correcting_a_hand_corrects_the_coins(purse: Purse, new_play: NewPlay) -> None:
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    correct(play, 1, CAL)
    assert purse.book == {"Ann": -2, "Bea": -2, "Cal": 6, "Dee": -2}


def test_a_deleted_game_pays_nothing_until_it_is_restored(purse: Purse, new_play: NewPlay) -> None:
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    for deleted_at, expected in ((now(), {}), (None, {"Ann": -2, "Bea": 6, "Cal": -2, "Dee": -2})):
        commands.update_play(play.id, deleted_at=deleted_at)
        db.session.commit()
        assert purse.book == expected


def test_a_running_coin_game_counts_but_is_not_settled_yet(purse: Purse) -> None:
    play = hazard(purse.night.id, purse, "Ann", "Bea")
    enter(play, shot("Ann", "Bea", 4))
    assert purse.book == {"Ann": -4, "Bea": 4}
    assert not purse.won
    assert not purse.plan.payments
    over(play)
    assert purse.settle() == ["Ann pays Bea 4"]


def test_coins_on_a_table_belong_to_nobody(purse: Purse, new_play: NewPlay) -> None:
    new_play("house-of-fortune")
    assert purse.book == {"Ann": -1, "Bea": -1, "Cal": -1, "Dee": -1}
    assert (purse.bank.on_tables, purse.bank.difference) == (4, 0)


# --- Postings ---


def test_every_posting_moves_coins_but_loans_are_not_winnings(purse: Purse) -> None:
    purse.stakes(20, "Ann", "Bea")
    purse.move("loan", HOUSE, "Cal", 5)
    purse.move("loan", "Ann", "Cal", 7)
    purse.move("repayment", "Cal", "Ann", 3)
    assert not purse.won
    purse.move("side bet", "Ann", "Dee", 2, "rain before ten")
    purse.move("gift", "Bea", "Dee", 1)
    assert purse.won == {"Ann": -2, "Bea": -1, "Dee": 3}
    assert purse.book == {"Ann": 14, "Bea": 19, "Cal": 9, "Dee": 3}
    assert (purse.bank.lent, purse.bank.difference) == (45, 0)


def test_a_posting_has_its_time_note_and_phone(purse: Purse) -> None:
    posting = purse.move("gift", "Ann", "Bea", 2, "for the pretzels")
    assert (posting.note, posting.device, posting.undone_at) == ("for the pretzels", PHONE, None)
    assert abs((now() - posting.at).total_seconds()) < 60


def test_an_undone_posting_does_not_count_but_stays_visible(purse: Purse) -> None:
    posting = purse.move("gift", "Ann", "Bea", 2)
    purse.undo(posting)
    assert not purse.book
    assert (purse.newest.coins, purse.newest.undone_on) == (2, PHONE)


def test_redoing_adds_a_posting_of_its_own_only_once(purse: Purse) -> None:
    posting = purse.move("gift", "Ann", "Bea", 2, "pretzels")
    purse.undo(posting)
    for _ in range(2):
        purse.redo(posting)
    assert purse.book == {"Ann": -2, "Bea": 2}
    assert [one.counts for one in purse.bank.postings] == [False, True]
    assert purse.newest.note == "pretzels"


def test_a_form_sent_twice_counts_once(purse: Purse) -> None:
    uid = new_uid()
    for _ in range(2):
        purse.move("loan", HOUSE, "Ann", 10, uid=uid)
    assert purse.book == {"Ann": 10}
    with pytest.raises(Conflict):
        purse.move("loan", HOUSE, "Ann", 20, uid=uid)


def test_stakes_sent_twice_are_handed_out_once(purse: Purse) -> None:
    uid = new_uid()
    for _ in range(2):
        postings.hand_out_stakes(purse.bank, purse.night, uid, purse.bank.here, 20, PHONE)
        db.session.commit()
    assert purse.book == dict.fromkeys(purse.ids, 20)
    with pytest.raises(Conflict):
        postings.hand_out_stakes(purse.bank, purse.night, uid, purse.bank.here, 30, PHONE)


@pytest.mark.parametrize(
    ("kind", "giver", "taker", "coins", "field"),
    [
        pytest.param("gift", "Ann", "Ann", 1, "taker", id="to themselves"),
        pytest.param("gift", "Ann", "Bea", 0, "coins", id="no coins"),
        pytest.param("gift", "Ann", "Bea", 10**9 + 1, "coins", id="too many coins"),
        pytest.param("loan", "Ann", HOUSE, 1, "taker", id="a loan to the house"),
        pytest.param("repayment", HOUSE, "Ann", 1, "giver", id="a repayment by the house"),
        pytest.param("gift", HOUSE, "Bea", 1, "giver", id="a gift from the house"),
        pytest.param("side bet", "Bea", HOUSE, 1, "taker", id="a bet with the house"),
        pytest.param("repayment", "Bea", "Ann", 1, "coins", id="nothing was borrowed"),
        pytest.param("stake", "Bea", "Ann", 1, "kind", id="a stake"),
        pytest.param("theft", "Bea", "Ann", 1, "kind", id="an unknown kind"),
    ],
)
def test_an_impossible_posting_is_refused(
    purse: Purse, kind: str, giver: str, taker: str, coins: int, field: str
) -> None:
    with pytest.raises(BadPosting) as refused:
        purse.move(kind, giver, taker, coins)
    assert refused.value.field == field
    assert not purse.bank.postings


def test_nobody_repays_more_than_they_borrowed(purse: Purse) -> None:
    purse.move("loan", "Bea", "Ann", 5)
    with pytest.raises(BadPosting, match="Ann owes Bea only 5"):
        purse.move("repayment", "Ann", "Bea", 6)


def test_a_player_of_another_club_cannot_have_coins(purse: Purse) -> None:
    purse.ids["Eve"] = 99
    with pytest.raises(BadPosting, match="Choose someone who is here tonight"):
        purse.move("gift", "Ann", "Eve", 1)


# --- People with several names ---


def test_merged_players_share_their_coins(purse: Purse, new_play: NewPlay) -> None:
    enter(new_play(target=5, wager=2), BEA)
    purse.move("gift", "Cal", "Dee", 1)
    db.session.get_one(Player, purse.ids["Dee"]).person_id = purse.ids["Ann"]
    db.session.commit()
    assert purse.book == {"Ann": -3, "Bea": 6, "Cal": -3}
    assert purse.bank.sound


def test_coins_stay_when_a_player_leaves(purse: Purse) -> None:
    purse.move("gift", "Ann", "Bea", 2)
    remove_guest(purse.night, purse.ids["Ann"])
    db.session.commit()
    assert purse.book == {"Ann": -2, "Bea": 2}


def test_sheets_already_read_give_the_same_bank(purse: Purse, new_play: NewPlay) -> None:
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    assert bank_of(purse.night, [Sheet.of(play)]) == purse.bank
