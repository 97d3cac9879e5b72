"""A finished game keeps its result when the rules change, and a running one goes on, until people decide."""

import pytest
from sqlalchemy import select, update

from scorekeeper.domain import EARLIER
from scorekeeper.rules.final_result import FinalSeat
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, HandRow, Play, Revision
from scorekeeper.store.plays import commands, edits
from scorekeeper.store.plays.editions import (
    compare_all,
    count_by_earlier_rules,
    keep_results,
    plays_by_earlier_rules,
)
from scorekeeper.store.plays.edits import Seating, Settings
from scorekeeper.store.plays.sheet import Conflict, Sheet
from tests.store.coins.test_bank import BEA
from tests.store.purse import Purse
from tests.store.table import PHONE, NewPlay, coralon, correct, enter, tally
from tests.web.changed_rules import ChangeRules
from tests.web.changed_rules import change_rules as change_rules

Held = list[FinalSeat]
CAL = coralon("Cal", 4, 3, 3, 4, 3)


def same(amount: int) -> int:
    return amount


@pytest.fixture
def played(purse: Purse, new_play: NewPlay) -> int:
    """Return the id of a game that Bea has won with the 5 points that it takes, and with them 6 coins."""
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    return play.id


def read_again(play_id: int) -> Sheet:
    db.session.commit()
    db.session.expire_all()
    return Sheet.of(db.session.get_one(Play, play_id))


def held(play_id: int) -> Held:
    """Return the result that the seats of a game hold."""
    final = read_again(play_id).play.final
    return list(final.seats) if final else []


def listed(play_id: int) -> list[int]:
    """Return the games that hosts of its club are asked about, after a start."""
    db.session.commit()
    compare_all()
    plays = plays_by_earlier_rules(db.session.get_one(Play, play_id).club_id)
    return [one.id for one in plays if not one.keeps_result]


def test_a_finished_game_shows_its_result_whatever_todays_rules_would_give(
    played: int, change_rules: ChangeRules
) -> None:
    change_rules()
    found = read_again(played)
    assert found.by_rules.state.totals == (0, 4, 0, 0)
    assert found.result.state.totals == (0, 5, 0, 0)
    assert found.result.payout == (-2, 6, -2, -2)
    assert found.result.ending
    assert found.result.ending.winners == (1,)
    assert str(found.result.ending.why) == (
        "Scored by earlier rules. Today’s rules would give: "
        "Ann 0, Bea 4, Cal 0, Dee 0; the game would not be over"
    )


def test_a_changed_payout_is_said_too(purse: Purse, new_play: NewPlay, change_rules: ChangeRules) -> None:
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    change_rules(points=same)
    db.session.execute(update(Chair).where(Chair.place == 0).values(payout=-1))
    ending = read_again(play.id).result.ending
    assert ending
    assert str(ending.why).endswith("Dee 0; coins: Ann −2, Bea +6, Cal −2, Dee −2")


@pytest.mark.parametrize("hand", ['{"bidder":9}', "no hand"])
def test_a_game_that_todays_rules_refuse_keeps_its_result(played: int, hand: str) -> None:
    before = held(played)
    db.session.execute(update(HandRow).values(entry=hand))
    assert not listed(played)
    found = read_again(played)
    assert found.kept
    assert list(found.kept.seats) == before


def test_a_game_that_is_no_longer_installed_keeps_its_result(played: int) -> None:
    before = held(played)
    db.session.execute(update(Play).values(game="of-a-package-that-was-removed"))
    assert not listed(played)
    assert held(played) == before


def test_the_same_result_gets_todays_edition(played: int, change_rules: ChangeRules) -> None:
    change_rules(points=same)
    assert not listed(played)
    assert read_again(played).play.edition == "next"


@pytest.mark.parametrize("edition", ["next", None])
def test_another_result_is_listed_also_if_the_edition_was_not_raised(
    played: int, change_rules: ChangeRules, edition: str | None
) -> None:
    before = held(played)
    change_rules(edition)
    if edition is None:
        # As “scorekeeper recount” does.
        db.session.execute(update(Play).values(counted=0))
        db.session.commit()
    assert listed(played) == [played]
    assert held(played) == before
    assert read_again(played).play.edition == ("2" if edition else EARLIER)


def test_a_kept_result_is_not_asked_about_again(played: int, change_rules: ChangeRules) -> None:
    before = held(played)
    change_rules()
    keep_results(listed(played))
    db.session.commit()
    assert not listed(played)
    assert held(played) == before
    assert read_again(played).is_by_earlier_rules


def test_scoring_again_can_be_undone_and_redone(played: int, change_rules: ChangeRules) -> None:
    before = held(played)
    change_rules()
    assert listed(played) == [played]
    after = commands.score_again(read_again(played), PHONE)
    assert not read_again(played).is_by_earlier_rules
    todays = held(played)
    assert [seat.total for seat in todays] == [0, 4, 0, 0]
    assert after.newest
    assert after.newest.action == "rescored"
    assert not listed(played)
    for result in (before, todays, before):
        commands.undo(read_again(played), PHONE)
        assert held(played) == result
    assert listed(played) == [played]
    assert [change.action for change in db.session.scalars(select(Revision))] == [
        *("entered", "rescored"),
        *["undone"] * 3,
    ]


def test_a_game_that_todays_rules_would_not_have_ended_stays_finished_and_can_be_continued(
    played: int, change_rules: ChangeRules
) -> None:
    change_rules()
    commands.score_again(read_again(played), PHONE)
    found = read_again(played)
    assert found.play.ended_at
    assert found.play.stopped
    commands.continue_play(found)
    assert not read_again(played).result.ending
    with pytest.raises(Conflict, match="The game goes on"):
        commands.undo(read_again(played), PHONE)


def test_settled_coins_stay_and_the_difference_is_still_to_settle(
    purse: Purse, new_play: NewPlay, change_rules: ChangeRules
) -> None:
    play = new_play("tally", target=5, wager=2)
    enter(play, tally(5, 3, 0, 0))
    assert purse.settle() == [f"{name} pays Ann 2" for name in ("Bea", "Cal", "Dee")]
    change_rules(points=lambda amount: 1 if amount == 5 else amount)
    commands.score_again(read_again(play.id), PHONE)
    db.session.commit()
    assert [posting.coins for posting in purse.bank.postings] == [2, 2, 2]
    assert purse.settle() == ["Ann pays Bea 8"]


def test_a_correction_scores_the_game_by_todays_rules(played: int, change_rules: ChangeRules) -> None:
    change_rules()
    correct(db.session.get_one(Play, played), 1, {**BEA, "bid": 4})
    found = read_again(played)
    assert not found.is_by_earlier_rules
    assert not listed(played)


def test_what_changes_no_score_leaves_the_earlier_result(played: int, change_rules: ChangeRules) -> None:
    before = held(played)
    change_rules()
    correct(db.session.get_one(Play, played), 1, {**BEA, "note": "late"})
    assert held(played) == before
    assert listed(played) == [played]


def test_undoing_a_correction_brings_the_earlier_result_and_its_statistics_back(
    played: int, change_rules: ChangeRules
) -> None:
    before, counted = held(played), read_again(played).play.hands
    change_rules()
    correct(db.session.get_one(Play, played), 1, {**BEA, "bid": 4})
    assert held(played) != before
    for result in (before, None, before):
        commands.undo(read_again(played), PHONE)
        assert (held(played) == before) is (result is before)
    assert listed(played) == [played]
    assert read_again(played).play.hands == counted


@pytest.fixture
def ended(new_play: NewPlay) -> int:
    """Return the id of a game that Ann had won by 9 to 6 when the players ended it."""
    play_id = new_play("tally", target=50).id
    enter(db.session.get_one(Play, play_id), tally(9, 6, 0, 0), tally(0, 0, 3, 0))
    commands.remove_last_hand(read_again(play_id), PHONE)
    commands.end_play(read_again(play_id))
    return play_id


def now_seven(amount: int) -> int:
    return 7 if amount in (9, 6) else amount


def test_an_earlier_result_is_back_without_a_restored_hand(ended: int, change_rules: ChangeRules) -> None:
    before = held(ended)
    change_rules(points=now_seven)
    commands.restore_hand(read_again(ended), PHONE)
    assert held(ended) != before
    commands.undo(read_again(ended), PHONE)
    assert held(ended) == before


def test_other_seats_score_by_todays_rules_until_undone(ended: int, change_rules: ChangeRules) -> None:
    before = held(ended)
    change_rules(points=now_seven)
    sheet = read_again(ended)
    seats = enumerate(sheet.play.seats)
    ann, bea, *others = (Seating(seat.player_id, seat.name, place) for place, seat in seats)
    moved = Settings(sheet.play.options, sheet.play.dealer, [bea, ann, *others])
    commands.save_edit(sheet, edits.change_settings(sheet, moved), PHONE)
    assert [seat.total for seat in held(ended)] == [7, 7, 0, 0]
    commands.undo(read_again(ended), PHONE)
    assert held(ended) == before


def test_a_game_that_was_continued_goes_on_after_an_undo(ended: int, change_rules: ChangeRules) -> None:
    change_rules(points=now_seven)
    correct(db.session.get_one(Play, ended), 1, tally(9, 5, 0, 0))
    commands.continue_play(read_again(ended))
    commands.undo(read_again(ended), PHONE)
    assert read_again(ended).play.ended_at is None


def test_hands_are_counted_again_where_the_result_stays(ended: int, change_rules: ChangeRules) -> None:
    change_rules(points=now_seven)
    keep_results(listed(ended))
    sheet = read_again(ended)
    commands.save_edit(sheet, edits.insert_hand(sheet, 1, tally(0, 0, 0, 0)), PHONE)
    assert not listed(ended)
    found = read_again(ended).play
    assert (found.hands, found.seats[0].total) == (2, 9)


def bea_has_ten(amount: int) -> int:
    return 10 if amount == 5 else amount


@pytest.fixture
def undecided(new_play: NewPlay, change_rules: ChangeRules) -> int:
    """Return the id of a running game to 10 that was over with hand 1, by rules that came after hand 2."""
    play_id = new_play(target=10, wager=2).id
    enter(db.session.get_one(Play, play_id), BEA, CAL)
    change_rules(points=bea_has_ten)
    assert listed(play_id) == [play_id]
    return play_id


def numbers_of(found: Sheet) -> list[int]:
    return [row.number for row in found.rows if row.entry is not None]


def test_a_running_game_goes_on_though_todays_rules_end_it(undecided: int) -> None:
    found = read_again(undecided)
    assert found.play.ended_at is None
    assert found.result.ending is None
    assert found.result.state.totals == (0, 10, 4, 0)
    assert found.over
    assert len(found.over.hands) == 1
    enter(found.play, BEA)
    found = read_again(undecided)
    assert (found.play.ended_at, found.result.state.totals) == (None, (0, 20, 4, 0))
    assert listed(undecided) == [undecided]


def test_the_table_ends_a_game_where_todays_rules_end_it(undecided: int) -> None:
    commands.end_there(read_again(undecided), PHONE)
    found = read_again(undecided)
    assert found.play.ended_at
    assert numbers_of(found) == [1]
    assert [(seat.total, seat.won, seat.payout) for seat in held(undecided)] == [
        *((0, False, -2), (10, True, 6)),
        *[(0, False, -2)] * 2,
    ]
    assert not listed(undecided)
    for numbers in ([1, 2], [1], [1, 2]):
        commands.undo(read_again(undecided), PHONE)
        assert numbers_of(read_again(undecided)) == numbers
        assert bool(read_again(undecided).over) is bool(numbers[1:])
    assert listed(undecided) == [undecided]


def test_a_table_that_plays_on_wins_with_a_later_hand(undecided: int) -> None:
    commands.play_on(read_again(undecided), PHONE)
    assert read_again(undecided).over is None
    assert not listed(undecided)
    enter(read_again(undecided).play, CAL)
    ending = read_again(undecided).result.ending
    assert ending
    assert ending.winners == (1,)
    for ended in (False, True, False):
        commands.undo(read_again(undecided), PHONE)
        assert bool(read_again(undecided).play.ended_at) is ended
    assert read_again(undecided).over is None


def test_playing_on_can_be_undone(undecided: int) -> None:
    commands.play_on(read_again(undecided), PHONE)
    for asks in (True, False):
        commands.undo(read_again(undecided), PHONE)
        assert bool(read_again(undecided).over) is asks


def test_a_game_that_was_decided_is_not_decided_again(undecided: int) -> None:
    commands.play_on(read_again(undecided), PHONE)
    for decide in (commands.play_on, commands.end_there):
        with pytest.raises(Conflict, match="decided that already"):
            decide(read_again(undecided), PHONE)


def test_a_table_plays_on_from_the_same_hand_after_others_are_inserted_and_removed(undecided: int) -> None:
    commands.play_on(read_again(undecided), PHONE)
    sheet = read_again(undecided)
    commands.save_edit(sheet, edits.insert_hand(sheet, 1, CAL), PHONE)
    assert read_again(undecided).play.options["played_on"] == 3
    sheet = read_again(undecided)
    commands.save_edit(sheet, edits.remove_hand(sheet, 1), PHONE)
    assert read_again(undecided).play.options["played_on"] == 2
    assert read_again(undecided).play.ended_at is None


def test_a_game_that_goes_on_can_be_ended_early_with_all_its_hands(undecided: int) -> None:
    commands.end_play(read_again(undecided))
    found = read_again(undecided)
    assert found.play.ended_at
    assert str(found.result.ending and found.result.ending.why) == "Ended early: Bea wins with 10"
    assert numbers_of(found) == [1, 2]


def test_undoing_a_correction_after_which_nothing_had_to_be_decided_ends_no_game(undecided: int) -> None:
    correct(read_again(undecided).play, 1, {**BEA, "bid": 6})
    assert read_again(undecided).over is None
    commands.undo(read_again(undecided), PHONE)
    found = read_again(undecided)
    assert found.play.ended_at is None
    assert numbers_of(found) == [1, 2]
    assert found.over


def test_a_hand_entered_by_earlier_rules_ends_no_game(new_play: NewPlay, change_rules: ChangeRules) -> None:
    play_id = new_play(target=10).id
    change_rules(points=bea_has_ten)
    for _ in range(2):
        sheet = read_again(play_id)
        sheet.by_other_rules = True
        commands.save_hand(sheet, commands.edit_hand(sheet, sheet.number, BEA), PHONE)
        assert read_again(play_id).play.ended_at is None
    assert numbers_of(read_again(play_id)) == [1, 2]
    assert listed(play_id) == [play_id]


def test_a_running_game_that_todays_rules_refuse_is_listed(
    new_play: NewPlay, change_rules: ChangeRules
) -> None:
    play_id = new_play(target=50).id
    enter(db.session.get_one(Play, play_id), BEA)
    change_rules()
    db.session.execute(update(HandRow).values(entry='{"bidder":9}'))
    assert listed(play_id) == [play_id]


def test_deleted_games_and_running_ones_are_not_listed(
    played: int, new_play: NewPlay, change_rules: ChangeRules
) -> None:
    running = new_play(target=50).id
    enter(db.session.get_one(Play, running), BEA)
    change_rules()
    assert listed(played) == [played]
    assert count_by_earlier_rules() == 1
    db.session.execute(update(Play).where(Play.id == played).values(deleted_at=Play.started_at))
    assert not listed(played)
    assert read_again(running).play.ended_at is None
