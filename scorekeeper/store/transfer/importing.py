"""Adding what an import plan says to a club, all of it in the current transaction."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import insert, select, update

from scorekeeper.exchange.documents import CoinsDocument, GameDocument, HandChange, PersonDocument
from scorekeeper.exchange.import_plan import ImportPlan, NightPlan, OwnGamePlan
from scorekeeper.store.clubs.clubs import normalize_name
from scorekeeper.store.clubs.merging import update_person_ids
from scorekeeper.store.database import Base, db, new_uid
from scorekeeper.store.live.versions import raise_all_versions
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
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import join_notes
from scorekeeper.store.transfer.file_layouts import layout_from_file

Columns: TypeAlias = dict[str, Any]
"""The columns of a row that is to be written."""

PlayerIds: TypeAlias = Mapping[str, int]
"""The ids of players by their names in the file."""


def apply_import(plan: ImportPlan, club: Club) -> list[int]:
    """Add what the club doesn't have yet, and return the ids of the nights that gained something."""
    club.name, club.made_at = plan.name or club.name, plan.made_at or club.made_at
    player_ids = _import_people(plan.people, club)
    nights = [night for night in plan.nights if night.adds_anything]
    night_ids = _import_nights(nights, club)
    _import_guests(nights, night_ids, player_ids)
    _import_games(nights, night_ids, player_ids, club)
    coins = [
        _transfer_columns(uid, coins, night_id, player_ids)
        for night, night_id in zip(nights, night_ids, strict=True)
        for uid, coins in night.coins
    ]
    _insert(Transfer, coins)
    _insert(OwnGame, [_own_game_columns(own, club) for own in plan.own_games])
    raise_all_versions(club.id)
    return night_ids


def _insert(model: type[Base], rows: Sequence[Columns]) -> list[int]:
    """Write rows and return their ids in the same order."""
    if not rows:
        return []
    written = insert(model).returning(model.id, sort_by_parameter_order=True)  # type: ignore[attr-defined]
    return list(db.session.scalars(written, rows))


def _own_game_columns(own: OwnGamePlan, club: Club) -> Columns:
    name, folded = normalize_name(own.name)
    return {"club_id": club.id, "uid": own.uid, "name": name, "folded": folded, "options": own.game.options}


def _import_people(people: Sequence[tuple[PersonDocument, int | None]], club: Club) -> dict[str, int]:
    """Add the players that the club doesn't have yet, and return everyone's id."""
    new = [person for person, player_id in people if player_id is None]
    rows = []
    for person in new:
        name, folded = normalize_name(person.name)
        rows.append({"club_id": club.id, "name": name, "folded": folded, "retired_at": person.retired_at})
    ids = {person.name: player_id for person, player_id in people if player_id is not None}
    ids |= dict(zip((person.name for person in new), _insert(Player, rows), strict=True))
    merged = [
        {"id": ids[person.name], "merged_into_id": ids[person.merged_into]}
        for person in new
        if person.merged_into is not None
    ]
    if merged:
        db.session.execute(update(Player), merged)
        update_person_ids(club.id)
    return ids


def _import_nights(nights: Sequence[NightPlan], club: Club) -> list[int]:
    """Add the nights that the club doesn't have yet, and return the ids of all."""
    rows = [
        {
            "club_id": club.id,
            "uid": plan.uid,
            "started_at": plan.started_at,
            "note": plan.night.note,
            "deleted_at": plan.night.deleted_at,
            "coin_value": plan.night.coin_value,
            "currency": plan.night.currency,
        }
        for plan in nights
        if plan.existing_id is None
    ]
    new_ids = iter(_insert(Night, rows))
    return [next(new_ids) if plan.existing_id is None else plan.existing_id for plan in nights]


def _import_guests(nights: Sequence[NightPlan], night_ids: Sequence[int], player_ids: PlayerIds) -> None:
    """Add everyone on the nights' lists; the players of a bare scoresheet were there too."""
    existing = select(Guest.night_id, Guest.player_id).where(
        Guest.night_id.in_([night.existing_id for night in nights if night.existing_id is not None])
    )
    listed = {(row.night_id, row.player_id) for row in db.session.execute(existing)}
    guests: dict[tuple[int, int], None] = {}
    for plan, night_id in zip(nights, night_ids, strict=True):
        seated = () if plan.night.uid else [name for game in plan.new_games for name in game.game.seats]
        for name in (*plan.night.guests, *seated):
            guests[night_id, player_ids[name]] = None
    new = [guest for guest in guests if guest not in listed]
    _insert(Guest, [{"night_id": night_id, "player_id": player_id} for night_id, player_id in new])


def _import_games(
    nights: Sequence[NightPlan], night_ids: Sequence[int], player_ids: PlayerIds, club: Club
) -> None:
    games, rows = [], []
    for night, night_id in zip(nights, night_ids, strict=True):
        for plan in night.new_games:
            games.append(plan.game)
            rows.append(_play_columns(plan.game, plan.uid, night_id, club))
    play_ids = _insert(Play, rows)
    _import_seats(games, play_ids, player_ids)
    hand_ids = _import_hands(games, play_ids)
    _import_changes(games, play_ids, hand_ids, player_ids)


def _play_columns(game: GameDocument, uid: str, night_id: int, club: Club) -> Columns:
    assert game.result
    return {
        "club_id": club.id,
        "night_id": night_id,
        "uid": uid or new_uid(),
        "game": game.sheet["game"],
        "options": game.sheet.get("options", {}),
        "dealer": game.result.setup.dealer,
        "stopped": game.sheet.get("finished", False),
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "deleted_at": game.deleted_at,
        "note": game.note,
        "hand_notes": join_notes((change.entry or {}).get("note", "") for _, change in _last_changes(game)),
        "counted": 0,
    }


def _import_seats(games: Sequence[GameDocument], play_ids: Sequence[int], player_ids: PlayerIds) -> None:
    """Add who sat where; for games that are over, with the result as the engine scores it."""
    rows: list[Columns] = []
    for game, play_id in zip(games, play_ids, strict=True):
        assert game.result
        result, ending = game.result, game.result.ending
        for place, (seat, name) in enumerate(zip(game.seats, result.setup.table.players, strict=True)):
            rows.append(
                {
                    "play_id": play_id,
                    "place": place,
                    "player_id": player_ids[seat],
                    "name": name,
                    "total": result.state.totals[place] if ending else None,
                    "payout": result.payout[place] if ending else None,
                    "won": place in ending.winners if ending else None,
                }
            )
    if rows:
        db.session.execute(insert(Chair), rows)


def _import_hands(games: Sequence[GameDocument], play_ids: Sequence[int]) -> dict[tuple[int, int], int]:
    """Add the hands as they are now, and return their ids by play and number."""
    known = [
        (play_id, number, None if number in game.apart else number, _hand_columns(change))
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
            **_hand_columns(change),
        }
        for game, play_id in zip(games, play_ids, strict=True)
        for change in game.changes
    ]
    ids = iter(_insert(Revision, rows))
    for game in games:
        own_ids = [next(ids) for _ in game.changes]
        for revision_id, change in zip(own_ids, game.changes, strict=True):
            if change.along is not None:
                cause = {"with_id": own_ids[change.along - 1]}
                db.session.execute(update(Revision).where(Revision.id == revision_id).values(cause))


def _last_changes(game: GameDocument) -> list[tuple[int, HandChange]]:
    """Return the hands of a game by number, each with its last change."""
    return sorted({change.hand: change for change in game.changes if change.hand is not None}.items())


def _hand_columns(change: HandChange) -> Columns:
    return {"entry": None if change.entry is None else as_text(change.entry), "complete": change.complete}


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
        "taken_back_at": coins.taken_back_at,
        "taken_back_on": coins.taken_back_on,
    }
