"""The coins of a night: where they come from, who has them, and that they add up."""

import pytest

from scorekeeper.store.coins import postings
from scorekeeper.store.coins.ledger import bank_of
from scorekeeper.store.coins.postings import BadEntry
from scorekeeper.store.database import db
from scorekeeper.store.models import Play, Player, new_uid, now
from scorekeeper.store.nights.guests import remove_guest
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.store.plays.starting import start_play
from tests.store.purse import HOUSE, Purse
from tests.store.table import PHONE, NewPlay, coralon, correct, enter

BEA, CAL = coralon("Bea", 5, 3, 5, 3, 2), coralon("Cal", 5, 3, 3, 5, 2)


def shot(bank: str, shooter: str, coins: int, roll: int = 7) -> dict[str, object]:
    """A shot of Hazard for 7, which the first roll decides: 7 wins for the shooter, 3 for the bank."""
    bets = [{"player": shooter, "on": "win", "coins": coins}]
    return {"bank": bank, "shooter": shooter, "main": 7, "bets": bets, "rolls": [roll]}


def hazard(night_id: int, purse: Purse, *names: str) -> Play:
    play = start_play(night_id, "hazard", {}, [(purse.ids[name], name) for name in names], 0)
    db.session.commit()
    return play


def over(play: Play) -> None:
    commands.end_play(Sheet.of(play))
    db.session.commit()


# --- Games ---


def test_what_a_game_pays_comes_in_by_itself(purse: Purse, new_play: NewPlay) -> None:
    enter(new_play(target=5, wager=2), BEA)
    assert purse.holds == purse.won == {"Ann": -2, "Bea": 6, "Cal": -2, "Dee": -2}


def test_a_hand_corrected_later_corrects_the_coins(purse: Purse, new_play: NewPlay) -> None:
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    correct(play, 1, CAL)
    assert purse.holds == {"Ann": -2, "Bea": -2, "Cal": 6, "Dee": -2}


def test_a_game_thrown_away_pays_nothing_until_it_is_brought_back(purse: Purse, new_play: NewPlay) -> None:
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    for deleted_at, expected in ((now(), {}), (None, {"Ann": -2, "Bea": 6, "Cal": -2, "Dee": -2})):
        commands.update_play(play.id, deleted_at=deleted_at)
        db.session.commit()
        assert purse.holds == expected


def test_a_coin_game_counts_while_it_is_on_and_is_settled_when_it_is_over(purse: Purse) -> None:
    play = hazard(purse.night.id, purse, "Ann", "Bea")
    enter(play, shot("Ann", "Bea", 4))
    assert purse.won == {"Ann": -4, "Bea": 4}
    assert not purse.plan.payments
    over(play)
    assert purse.settle() == ["Ann pays Bea 4"]


def test_coins_on_a_table_are_nobodys(purse: Purse, new_play: NewPlay) -> None:
    new_play("house-of-fortune")
    assert purse.holds == {"Ann": -1, "Bea": -1, "Cal": -1, "Dee": -1}
    assert (purse.bank.on_tables, purse.bank.difference) == (4, 0)


# --- Entries ---


def test_every_kind_of_entry_moves_coins_and_only_some_make_richer(purse: Purse) -> None:
    purse.stakes(20, "Ann", "Bea")
    purse.move("loan", HOUSE, "Cal", 5)
    purse.move("loan", "Ann", "Cal", 7)
    purse.move("repayment", "Cal", "Ann", 3)
    assert not purse.won
    purse.move("side bet", "Ann", "Dee", 2, "rain before ten")
    purse.move("gift", "Bea", "Dee", 1)
    assert purse.won == {"Ann": -2, "Bea": -1, "Dee": 3}
    assert purse.holds == {"Ann": 14, "Bea": 19, "Cal": 9, "Dee": 3}
    assert (purse.bank.lent, purse.bank.difference) == (45, 0)


def test_an_entry_has_its_time_note_and_phone(purse: Purse) -> None:
    entry = purse.move("gift", "Ann", "Bea", 2, "for the pretzels")
    assert (entry.note, entry.device, entry.taken_back_at) == ("for the pretzels", PHONE, None)
    assert abs((now() - entry.at).total_seconds()) < 60


def test_what_is_taken_back_counts_no_more_and_stays_to_be_seen(purse: Purse) -> None:
    entry = purse.move("gift", "Ann", "Bea", 2)
    purse.take_back(entry)
    assert not purse.holds
    assert (purse.newest.coins, purse.newest.taken_back_on) == (2, PHONE)


def test_what_is_brought_back_is_an_entry_of_its_own_and_only_one(purse: Purse) -> None:
    entry = purse.move("gift", "Ann", "Bea", 2, "pretzels")
    purse.take_back(entry)
    for _ in range(2):
        purse.bring_back(entry)
    assert purse.holds == {"Ann": -2, "Bea": 2}
    assert [one.counts for one in purse.bank.entries] == [False, True]
    assert purse.newest.note == "pretzels"


def test_a_form_that_is_sent_twice_counts_once(purse: Purse) -> None:
    uid = new_uid()
    for _ in range(2):
        purse.move("loan", HOUSE, "Ann", 10, uid=uid)
    assert purse.holds == {"Ann": 10}
    with pytest.raises(Conflict):
        purse.move("loan", HOUSE, "Ann", 20, uid=uid)


def test_stakes_that_are_sent_twice_are_handed_out_once(purse: Purse) -> None:
    uid = new_uid()
    for _ in range(2):
        postings.hand_out(purse.bank, purse.night, uid, purse.bank.there, 20, PHONE)
        db.session.commit()
    assert purse.holds == dict.fromkeys(purse.ids, 20)
    with pytest.raises(Conflict):
        postings.hand_out(purse.bank, purse.night, uid, purse.bank.there, 30, PHONE)


@pytest.mark.parametrize(
    ("kind", "giver", "taker", "coins", "field"),
    [
        pytest.param("gift", "Ann", "Ann", 1, "taker", id="to themselves"),
        pytest.param("gift", "Ann", "Bea", 0, "coins", id="no coins"),
        pytest.param("gift", "Ann", "Bea", 10**9 + 1, "coins", id="more coins than there are"),
        pytest.param("loan", "Ann", HOUSE, 1, "taker", id="a loan to the house"),
        pytest.param("repayment", HOUSE, "Ann", 1, "giver", id="something the house gives back"),
        pytest.param("gift", HOUSE, "Bea", 1, "giver", id="a gift of the house"),
        pytest.param("side bet", "Bea", HOUSE, 1, "taker", id="a bet with the house"),
        pytest.param("repayment", "Bea", "Ann", 1, "coins", id="nothing was borrowed"),
        pytest.param("settlement", "Bea", "Ann", 1, "kind", id="settling comes by itself"),
        pytest.param("theft", "Bea", "Ann", 1, "kind", id="no kind of entry"),
    ],
)
def test_what_cannot_be_is_refused(
    purse: Purse, kind: str, giver: str, taker: str, coins: int, field: str
) -> None:
    with pytest.raises(BadEntry) as refused:
        purse.move(kind, giver, taker, coins)
    assert refused.value.field == field
    assert not purse.bank.entries


def test_nobody_gives_back_more_than_they_have_borrowed(purse: Purse) -> None:
    purse.move("loan", "Bea", "Ann", 5)
    with pytest.raises(BadEntry, match="Ann has only 5 of Bea’s to give back"):
        purse.move("repayment", "Ann", "Bea", 6)


def test_somebody_of_another_club_cannot_have_coins(purse: Purse) -> None:
    purse.ids["Eve"] = 99
    with pytest.raises(BadEntry, match="choose somebody who is here tonight"):
        purse.move("gift", "Ann", "Eve", 1)


# --- People with several names ---


def test_players_who_are_one_person_have_one_purse(purse: Purse, new_play: NewPlay) -> None:
    enter(new_play(target=5, wager=2), BEA)
    purse.move("gift", "Cal", "Dee", 1)
    db.session.get_one(Player, purse.ids["Dee"]).person_id = purse.ids["Ann"]
    db.session.commit()
    assert purse.holds == {"Ann": -3, "Bea": 6, "Cal": -3}
    assert not purse.bank.troubles


def test_coins_stay_when_a_player_leaves_the_night(purse: Purse) -> None:
    purse.move("gift", "Ann", "Bea", 2)
    remove_guest(purse.night, purse.ids["Ann"])
    db.session.commit()
    assert purse.holds == {"Ann": -2, "Bea": 2}


def test_the_games_at_hand_need_not_be_read_again(purse: Purse, new_play: NewPlay) -> None:
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    assert bank_of(purse.night, [Sheet.of(play)]) == purse.bank
