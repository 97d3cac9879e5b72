"""Adding what an import plan says to a club, one transaction for each night.

What was interrupted is finished by importing the same file again.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias, cast

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.domain import StorageError
from scorekeeper.exchange.documents import CoinsDocument, GameDocument, HandChange
from scorekeeper.exchange.files import ClubFile
from scorekeeper.exchange.import_plan import ImportPlan, NightPlan, OwnGamePlan, PersonPlan
from scorekeeper.rules.labels import relabelled_hand, relabelled_rules
from scorekeeper.rules.words import listed
from scorekeeper.store.clubs.clubs import normalize_name
from scorekeeper.store.clubs.merging import update_person_ids
from scorekeeper.store.database import Base, db, new_uid
from scorekeeper.store.live.versions import note_change, raise_game_versions, raise_versions
from scorekeeper.store.models import (
    Chair,
    Club,
    Guest,
    HandRow,
    Night,
    OwnGame,
    Play,
    Player,
    Revision,
    Transfer,
)
from scorekeeper.store.plays.changes import keep_searched
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.text_order import fold
from scorekeeper.store.time_zones import known_zone, local
from scorekeeper.store.transfer.file_layouts import layout_from_file
from scorekeeper.store.transfer.game_rows import RESULT
from scorekeeper.store.transfer.import_diff import Identified, taken_uids, with_hands

Columns: TypeAlias = dict[str, Any]
"""The columns of a row that is to be written."""

PlayerIds: TypeAlias = Mapping[str, int]
"""The ids of players by their names in the file."""

SHOWN = 5
"""How many nights a message names."""

_revision = cast(Table, Revision.__table__)
CAUSED = update(_revision).where(_revision.c.id == bindparam("row")).values(with_id=bindparam("cause"))


class Interrupted(Exception):
    """Raised where the database failed after some nights were added; says how to go on."""

    def __init__(self, done: Sequence[datetime]) -> None:
        nights = listed([f"{at:%-d %B %Y}" for at in done[-SHOWN:]])
        earlier = f"{len(done) - SHOWN} earlier nights, " if len(done) > SHOWN else ""
        super().__init__(
            f"The database can’t be written any more. Already in: {earlier}{nights}. Import the same file "
            "again to add the rest; nothing is added twice."
        )


class ClubChanged(Exception):
    """Raised where others have changed a club so that what was planned can't be added any more."""


def apply_import(
    plan: ImportPlan, club: Club, file: ClubFile, next_step: Callable[[], None] = lambda: None
) -> list[int]:
    """Add what the club doesn't have yet, and return the ids of the nights that gained something.

    ``next_step`` ends the transaction of a night and begins the next. The last one is left to be committed.
    Raises ClubChanged, after which it must not be.
    """
    club.name, club.made_at = plan.name or club.name, plan.made_at or club.made_at
    club_id, player_ids = club.id, _import_people(plan.people, club)
    _insert(OwnGame, [_own_game_columns(own, club) for own in plan.own_games])
    persons = _persons(club_id)
    night_ids: dict[str, int] = {}
    pairs = zip(plan.nights, file.nights(), strict=True)
    wanted = (with_hands(each, night) for each, night in pairs if each.adds_anything)
    done: list[datetime] = []
    for nights in ([each] for each in wanted):
        if done:
            _end_night(next_step, done)
            if any(
                _persons(club_id).get(player_id) != persons[player_id] for player_id in player_ids.values()
            ):
                raise ClubChanged
        _refuse_taken(nights, night_ids)
        try:
            _import_lot(nights, club_id, night_ids, player_ids)
        except IntegrityError as error:
            # Another club has got the same from the same file at this moment.
            raise ClubChanged from error
        except StorageError as error:
            if len(done) > 0:
                raise Interrupted(done) from error
            raise
        done += [local(each.started_at, each.night.time_zone) for each in nights]
    for night_id in night_ids.values():
        raise_versions(night_id)
        raise_game_versions(night_id)
    return list(night_ids.values())


def _end_night(next_step: Callable[[], None], done: Sequence[datetime]) -> None:
    """Commit the last of these nights, and begin the next. Raises Interrupted if any is in already."""
    try:
        next_step()
    except StorageError as error:
        if len(done) > 1:
            raise Interrupted(done[:-1]) from error
        raise


def _persons(club_id: int) -> dict[int, int | None]:
    """Return which player each player of a club was merged into."""
    rows = db.session.execute(select(Player.id, Player.person_id).where(Player.club_id == club_id))
    return {row.id: row.person_id for row in rows}


def _refuse_taken(nights: Sequence[NightPlan], known: Mapping[str, int]) -> None:
    """Raise ClubChanged if any of what is to be added has been added by someone else."""
    uids: dict[Identified, list[str]] = {
        Night: [plan.uid for plan in nights if plan.existing_id is None and plan.uid not in known],
        Play: [game.uid for plan in nights for game in plan.new_games if game.uid],
        Transfer: [uid for plan in nights for uid, _ in plan.coins],
    }
    if any(taken_uids(model, sought) for model, sought in uids.items()):
        raise ClubChanged


def _import_lot(
    nights: Sequence[NightPlan], club_id: int, known: dict[str, int], player_ids: PlayerIds
) -> None:
    """Add some nights with their guests, games and coins; those that are ``known`` by now gain them."""
    night_ids = _import_nights(nights, club_id, known)
    _import_guests(nights, night_ids, player_ids)
    _import_games(nights, night_ids, player_ids, club_id)
    coins = [
        _transfer_columns(uid, coins, night_id, player_ids)
        for night, night_id in zip(nights, night_ids, strict=True)
        for uid, coins in night.coins
    ]
    _insert(Transfer, coins)
    note_change(night_ids)


def _insert(model: type[Base], rows: Sequence[Columns]) -> list[int]:
    """Write rows and return their ids in the same order."""
    if not rows:
        return []
    written = insert(model).returning(model.id, sort_by_parameter_order=True)  # type: ignore[attr-defined]
    return list(db.session.scalars(written, rows))


def _own_game_columns(own: OwnGamePlan, club: Club) -> Columns:
    name, folded = normalize_name(own.name)
    return {"club_id": club.id, "uid": own.uid, "name": name, "folded": folded, "options": own.game.options}


def _import_people(people: Sequence[PersonPlan], club: Club) -> dict[str, int]:
    """Add the players that the club doesn't have yet, and return everyone's id by their name in the file."""
    new = [plan for plan in people if plan.existing_id is None]
    rows = []
    for plan in new:
        name, folded = normalize_name(plan.name)
        rows.append(
            {
                "club_id": club.id,
                "uid": plan.uid or new_uid(),
                "name": name,
                "folded": folded,
                "hidden_at": plan.person.hidden_at,
            }
        )
    ids = {plan.person.name: plan.existing_id for plan in people if plan.existing_id is not None}
    ids |= dict(zip((plan.person.name for plan in new), _insert(Player, rows), strict=True))
    merged = [
        {"id": ids[plan.person.name], "merged_into_id": ids[plan.person.merged_into]}
        for plan in new
        if plan.person.merged_into is not None
    ]
    if merged:
        db.session.execute(update(Player), merged)
        update_person_ids(club.id)
    return ids


def _import_nights(nights: Sequence[NightPlan], club_id: int, known: dict[str, int]) -> list[int]:
    """Add the nights that the club doesn't have yet, and return the ids of all; they are ``known`` then."""
    known |= {plan.uid: plan.existing_id for plan in nights if plan.existing_id is not None}
    new = {plan.uid: plan for plan in nights if plan.uid not in known}
    rows = [
        {
            "club_id": club_id,
            "uid": plan.uid,
            "started_at": plan.started_at,
            "time_zone": known_zone(plan.night.time_zone),
            "note": plan.night.note,
            "searched": fold(plan.night.note),
            "deleted_at": plan.night.deleted_at,
            "coin_value": plan.night.coin_value,
            "currency": plan.night.currency,
        }
        for plan in new.values()
    ]
    known |= dict(zip(new, _insert(Night, rows), strict=True))
    return [known[plan.uid] for plan in nights]


def _import_guests(nights: Sequence[NightPlan], night_ids: Sequence[int], player_ids: PlayerIds) -> None:
    """Add everyone on the nights' lists; the players of a bare scoresheet were there too."""
    existing = select(Guest.night_id, Guest.player_id).where(Guest.night_id.in_(set(night_ids)))
    listed = {(row.night_id, row.player_id) for row in db.session.execute(existing)}
    guests: dict[tuple[int, int], None] = {}
    for plan, night_id in zip(nights, night_ids, strict=True):
        seated = () if plan.night.uid else [name for game in plan.new_games for name in game.game.seats]
        for name in (*plan.night.guests, *seated):
            guests[night_id, player_ids[name]] = None
    new = [guest for guest in guests if guest not in listed]
    _insert(Guest, [{"night_id": night_id, "player_id": player_id} for night_id, player_id in new])


def _import_games(
    nights: Sequence[NightPlan], night_ids: Sequence[int], player_ids: PlayerIds, club_id: int
) -> None:
    games, rows = [], []
    for night, night_id in zip(nights, night_ids, strict=True):
        for plan in night.new_games:
            games.append(plan.game)
            rows.append(_play_columns(plan.game, plan.uid, night_id, club_id))
    play_ids = _insert(Play, rows)
    _import_seats(games, play_ids, player_ids)
    hand_ids = _import_hands(games, play_ids)
    _import_changes(games, play_ids, hand_ids, player_ids)
    keep_searched(play_ids)


def _play_columns(game: GameDocument, uid: str, night_id: int, club_id: int) -> Columns:
    assert game.result
    setup = game.result.setup
    return {
        "club_id": club_id,
        "night_id": night_id,
        "uid": uid or new_uid(),
        "game": game.sheet["game"],
        "options": relabelled_rules(setup, game.sheet.get("options", {}), range(setup.table.n)),
        "dealer": game.result.setup.dealer,
        "stopped": game.sheet.get("finished", False),
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "deleted_at": game.deleted_at,
        "note": game.note,
        "edition": game.edition or None,
        "keeps_result": game.keeps_result,
        "counted": 0,
    }


def _import_seats(games: Sequence[GameDocument], play_ids: Sequence[int], player_ids: PlayerIds) -> None:
    """Add who sat where; for games that are over, with the result as the engine scores it."""
    rows: list[Columns] = []
    for game, play_id in zip(games, play_ids, strict=True):
        assert game.result
        for place, seat in enumerate(game.seats):
            about = {"play_id": play_id, "place": place, "player_id": player_ids[seat]}
            rows.append(about | _result_of_seat(game, place))
    if rows:
        db.session.execute(insert(Chair), rows)


def _result_of_seat(game: GameDocument, place: int) -> Columns:
    """Return the result that a file has for a seat or, where it has none, the one that the engine gives."""
    assert game.result
    result, ending = game.result, game.result.ending
    known = dict.fromkeys(RESULT)
    if game.results:
        return {name: getattr(game.results[place], name) for name in RESULT}
    if ending is None:
        return known
    return known | {
        "total": result.state.totals[place],
        "payout": result.payout[place],
        "won": place in ending.winners,
    }


def _import_hands(games: Sequence[GameDocument], play_ids: Sequence[int]) -> dict[tuple[int, int], int]:
    """Add the hands as they are now, and return their ids by play and number."""
    known = [
        (play_id, number, None if number in game.apart else number, _hand_columns(game, change))
        for game, play_id in zip(games, play_ids, strict=True)
        for number, change in _last_changes(game)
    ]
    rows = [{"play_id": play_id, "number": number, **hand} for play_id, _, number, hand in known]
    ids = _insert(HandRow, rows)
    return {(play_id, number): hand_id for (play_id, number, _, _), hand_id in zip(known, ids, strict=True)}


def _import_changes(
    games: Sequence[GameDocument],
    play_ids: Sequence[int],
    hand_ids: Mapping[tuple[int, int], int],
    player_ids: PlayerIds,
) -> None:
    """Add every change of the games, each linked to the change that caused it."""
    hands_of: dict[int, dict[int, int]] = {play_id: {} for play_id in play_ids}
    for (play_id, number), hand_id in hand_ids.items():
        hands_of[play_id][number] = hand_id
    rows = [
        {
            "play_id": play_id,
            "hand_id": None if change.hand is None else hands_of[play_id][change.hand],
            "at": change.at,
            "device": change.device,
            "action": change.action,
            "layout": layout_from_file(change.layout, hands_of[play_id], player_ids),
            **_hand_columns(game, change),
        }
        for game, play_id in zip(games, play_ids, strict=True)
        for change in game.changes
    ]
    ids = iter(_insert(Revision, rows))
    caused: list[Columns] = []
    for game in games:
        own_ids = [next(ids) for _ in game.changes]
        for revision_id, change in zip(own_ids, game.changes, strict=True):
            if change.along is not None:
                caused.append({"row": revision_id, "cause": own_ids[change.along - 1]})
    if caused:
        db.session.connection().execute(CAUSED, caused)


def _last_changes(game: GameDocument) -> list[tuple[int, HandChange]]:
    """Return the hands of a game by number, each with its last change."""
    return sorted({change.hand: change for change in game.changes if change.hand is not None}.items())


def _hand_columns(game: GameDocument, change: HandChange) -> Columns:
    assert game.result
    setup, entry = game.result.setup, change.entry
    if entry is not None:
        entry = relabelled_hand(setup, entry, range(setup.table.n), change.complete)
    return {"entry": None if entry is None else as_text(entry), "complete": change.complete}


def _transfer_columns(uid: str, coins: CoinsDocument, night_id: int, player_ids: PlayerIds) -> Columns:
    return {
        "night_id": night_id,
        "uid": uid,
        "at": coins.at,
        "device": coins.device,
        "kind": coins.kind,
        "giver_id": None if coins.giver is None else player_ids[coins.giver],
        "taker_id": None if coins.taker is None else player_ids[coins.taker],
        "coins": coins.coins,
        "note": coins.note,
        "removed_at": coins.removed_at,
        "removed_on": coins.removed_on,
    }
