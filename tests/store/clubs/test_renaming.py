"""Renaming a player everywhere at once."""

import json
from typing import Any

import pytest
from sqlalchemy import event, select, update

from scorekeeper.store.clubs import renaming
from scorekeeper.store.clubs.clubs import BadName, get_or_create_player
from scorekeeper.store.clubs.renaming import TRIES, rename, rename_older_games
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, HandRow, Night, Play, Player, Revision
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Sheet, hand_history
from tests.store.table import CAST, PHONE, NewPlay, coralon, correct, enter

NEW = ("Zoe", "Bea", "Cal", "Dee")


def player(name: str) -> Player:
    """Return a player of the night's club."""
    return db.session.scalars(select(Player).where(Player.name == name)).one()


def written() -> list[Any]:
    """Return everything stored that has names in it."""
    db.session.expire_all()
    return [
        [*map(tuple, db.session.execute(select(*columns).order_by(*table.__table__.primary_key)).all())]
        for table, columns in (
            (Player, (Player.name, Player.folded)),
            (Chair, (Chair.play_id, Chair.place, Chair.name)),
            (HandRow, (HandRow.id, HandRow.entry, HandRow.complete)),
            (Revision, (Revision.id, Revision.entry, Revision.complete)),
            (Play, (Play.id, Play.options)),
        )
    ]


def renamed(old: str, new: str) -> None:
    """Rename a player, and the older games too."""
    rename(player(old), new)
    db.session.commit()
    for _ in rename_older_games():
        pass


@pytest.fixture
def play(new_play: NewPlay) -> Play:
    """Return a game with a corrected hand, a removed one, and the bid of the next."""
    play = new_play()
    enter(play, coralon("Ann", 5, 5, 3, 3, 2), coralon("Bea", 4, 4, 4, 3, 2), coralon("Cal", 4, 4, 4, 3, 2))
    correct(play, 1, coralon("Ann", 4, 6, 2, 3, 2) | {"note": "Ann shuffled"})
    commands.remove_last_hand(Sheet.of(play), PHONE)
    commands.save_bidding(Sheet.of(play), {"bidder": "Ann", "bid": 6}, PHONE)
    db.session.commit()
    return play


def test_the_sheet_scores_the_same_with_the_new_name(play: Play) -> None:
    before = Sheet.of(play).result
    renamed("Ann", "Zoe")
    after = Sheet.of(play).result
    assert after.setup.table.players == NEW
    assert [(hand.scores, hand.totals, hand.dealer) for hand in after.hands] == [
        (hand.scores, hand.totals, hand.dealer) for hand in before.hands
    ]
    assert after.hands[0].hand.note == "Ann shuffled"


def test_renaming_back_restores_every_byte(play: Play) -> None:
    before = written()
    renamed("Ann", "Zoe")
    assert "Zoe" in str(written())
    renamed("Zoe", "Ann")
    assert written() == before


def test_a_bid_in_progress_and_its_history_are_renamed(play: Play) -> None:
    renamed("Ann", "Zoe")
    sheet = Sheet.of(play)
    assert sheet.bidding == {"bidder": "Zoe", "bid": 6}
    commands.undo(sheet, PHONE)
    assert Sheet.of(play).bidding is None
    again = Sheet.of(play)
    commands.undo(again, PHONE)
    assert Sheet.of(play).bidding == {"bidder": "Zoe", "bid": 6}
    first = hand_history(sheet.rows[0].id)
    assert [json.loads(revision.entry or "")["bidder"] for revision in first] == ["Zoe", "Zoe"]


def test_house_rules_that_name_a_player_are_renamed(new_play: NewPlay) -> None:
    play = new_play("whist", handicap={"Ann": 1, "Bea": 2})
    renamed("Ann", "Zoe")
    assert play.options == {"handicap": {"Zoe": 1, "Bea": 2}}


def test_deleted_games_are_renamed(play: Play) -> None:
    commands.update_play(play.id, deleted_at=play.started_at)
    renamed("Ann", "Zoe")
    assert Sheet.of(play).result.setup.table.players == NEW


def test_case_alone_can_be_changed(play: Play) -> None:
    renamed("Ann", "ANN")
    assert Sheet.of(play).result.setup.table.players[0] == "ANN"


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch, play: Play, new_play: NewPlay) -> list[Play]:
    """Return four games of Ann's, which are renamed in steps of one."""
    monkeypatch.setattr(renaming, "AT_ONCE", 1)
    monkeypatch.setattr(renaming, "STEP", 1)
    return [play, *(new_play() for _ in range(3))]


@pytest.mark.usefixtures("in_steps")
def test_many_games_are_renamed_in_steps_as_one_alone_is() -> None:
    before = written()
    renamed("Ann", "Zoe")
    assert "Ann" not in str(written()).replace("Ann shuffled", "")
    renamed("Zoe", "Ann")
    assert written() == before


def test_renaming_locks_the_database_for_one_step_at_a_time(in_steps: list[Play]) -> None:
    locked: list[int] = []
    event.listen(db.engine, "commit", lambda _: locked.append(1))
    renamed("Ann", "Zoe")
    assert len(locked) >= len(in_steps)


def names_on_sheets() -> list[str]:
    """Return Ann's name on each sheet, the oldest first."""
    db.session.expire_all()
    return [*db.session.scalars(select(Chair.name).where(Chair.place == 0).order_by(Chair.play_id))]


def test_the_newest_games_are_renamed_at_once_and_older_ones_a_step_at_a_time(in_steps: list[Play]) -> None:
    ann = player("Ann")
    rename(ann, "Zoe")
    db.session.commit()
    assert (names_on_sheets(), ann.name, ann.rename_pending) == (["Ann", "Ann", "Ann", "Zoe"], "Zoe", True)
    steps = rename_older_games()
    next(steps)
    assert names_on_sheets() == ["Ann", "Ann", "Zoe", "Zoe"]
    # Each game is whole under the one name or the other.
    assert [Sheet.of(play).result.setup.table.players[0] for play in in_steps] == names_on_sheets()
    # Interrupted here, it is taken up again.
    del steps
    assert len([*rename_older_games()]) == 2
    assert (set(names_on_sheets()), ann.rename_pending) == ({"Zoe"}, False)


def test_a_player_renamed_again_gets_the_newest_name_on_every_sheet(in_steps: list[Play]) -> None:
    rename(player("Ann"), "Zoe")
    db.session.commit()
    steps = rename_older_games()
    next(steps)
    rename(player("Zoe"), "Zoë")
    db.session.commit()
    assert [*steps]
    assert set(names_on_sheets()) == {"Zoë"}


@pytest.mark.parametrize("entry", ['{"bid":1}', "{"])
def test_an_older_game_that_cant_be_read_keeps_the_name_and_holds_up_no_other(
    in_steps: list[Play], caplog: pytest.LogCaptureFixture, entry: str
) -> None:
    enter(in_steps[1], coralon("Ann", 5, 5, 3, 3, 2))
    db.session.execute(update(HandRow).where(HandRow.play_id == in_steps[1].id).values(entry=entry))
    db.session.commit()
    renamed("Ann", "Zoe")
    assert names_on_sheets() == ["Zoe", "Ann", "Zoe", "Zoe"]
    assert not player("Zoe").rename_pending
    assert "A game keeps the earlier name of a player. The game of Coralon on " in caplog.text


def test_a_hand_saved_while_its_game_is_being_renamed_is_renamed_too(
    in_steps: list[Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    rewriting = renaming._rewriting
    changed: list[int] = []

    def change_meanwhile(ids: Any, *what: Any) -> Any:
        found = rewriting(ids, *what)
        if list(ids) == [in_steps[1].id] and not changed:
            changed.append(1)
            db.session.rollback()
            enter(in_steps[1], coralon("Ann", 5, 5, 3, 3, 2))
            commands.update_play(in_steps[1].id, version=in_steps[1].version + 1)
            db.session.commit()
        return found

    monkeypatch.setattr(renaming, "_rewriting", change_meanwhile)
    renamed("Ann", "Zoe")
    assert changed
    sheet = Sheet.of(in_steps[1])
    assert sheet.result.setup.table.players == NEW
    assert [json.loads(entry)["bidder"] for entry in sheet.entries] == ["Zoe"]


def test_someone_is_renamed_while_others_save_all_the_time(
    in_steps: list[Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    take_turn = renaming._take_turn
    turns: list[int] = []

    def let_others_save_first(player_id: int) -> None:
        turns.append(player_id)
        db.session.rollback()
        db.session.execute(update(Play).values(version=Play.version + 1))
        db.session.commit()
        take_turn(player_id)

    monkeypatch.setattr(renaming, "_take_turn", let_others_save_first)
    rename(player("Ann"), "Zoe")
    db.session.commit()
    assert (len(turns), names_on_sheets()[-1]) == (TRIES, "Zoe")


def test_a_name_that_is_on_an_old_sheet_beside_the_player_changes_nothing(in_steps: list[Play]) -> None:
    in_steps[0].seats[1].name = "Zoe"
    db.session.commit()
    before = written()
    with pytest.raises(BadName, match="Two players are called Zoe"):
        rename(player("Ann"), "Zoe")
    db.session.rollback()
    assert written() == before


@pytest.mark.parametrize("name", ["Bea", " bea ", "", "x" * 41, "a\nb"])
def test_a_bad_or_taken_name_is_refused_and_changes_nothing(play: Play, name: str) -> None:
    before = written()
    with pytest.raises(BadName):
        rename(player("Ann"), name)
    db.session.rollback()
    assert written() == before


def test_a_name_used_by_another_player_of_a_game_is_refused(play: Play, night: Night) -> None:
    # As on an imported sheet: Bea sat there as Zoe.
    play.seats[1].name = "Zoe"
    for row in (*db.session.scalars(select(HandRow)), *db.session.scalars(select(Revision))):
        row.entry = row.entry and row.entry.replace("Bea", "Zoe")
    db.session.commit()
    with pytest.raises(BadName, match="Two players are called Zoe"):
        rename(player("Ann"), "zoe")


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ('{"bidder":"Ann","bid":5,"wish":"Ann"}', "changed: A hand of Coralon has no “wish”"),
        ("{", "changed: It is damaged."),
        ("5", "changed: It is damaged."),
        ("[" * 5000, "changed: It is damaged."),
    ],
    ids=["refused", "no JSON", "no object", "nested"],
)
@pytest.mark.parametrize("table", [HandRow, Revision])
def test_an_unreadable_hand_prevents_renaming(
    play: Play, table: type[HandRow] | type[Revision], entry: str, why: str
) -> None:
    row: Any = db.session.scalars(select(table).limit(1)).one()
    row.entry = entry
    db.session.commit()
    before = written()
    with pytest.raises(BadName, match=f"so the name was not {why}"):
        rename(player("Ann"), "Zoe")
    db.session.rollback()
    assert written() == before


@pytest.mark.parametrize("layout", ["{", "[]"])
def test_an_earlier_table_that_cant_be_read_stays_as_it_is(play: Play, layout: str) -> None:
    change = db.session.scalars(select(Revision).limit(1)).one()
    change.layout = layout
    db.session.commit()
    renamed("Ann", "Zoe")
    assert (names_on_sheets()[0], change.layout) == ("Zoe", layout)


def test_only_the_player_of_that_club_is_renamed(play: Play, night: Night) -> None:
    get_or_create_player(night.club, "Eve")
    db.session.commit()
    renamed("Eve", "Fay")
    assert Sheet.of(play).result.setup.table.players == CAST
