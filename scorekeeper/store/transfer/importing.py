"""Adding what a plan says to a club, all of it in the transaction that is under way."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert, select, update

from scorekeeper.exchange.documents import Change, Coins, Game, Person
from scorekeeper.exchange.import_plan import NightPlan, Plan
from scorekeeper.store.clubs.clubs import normalize_name
from scorekeeper.store.clubs.merging import update_person_ids
from scorekeeper.store.database import Base, db
from scorekeeper.store.models import (
    Chair,
    Club,
    Guest,
    HandRow,
    Night,
    Play,
    Player,
    Revision,
    Transfer,
    new_uid,
)
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import join_notes

Row = dict[str, Any]


def bring_in(plan: Plan, club: Club) -> list[int]:
    """Add to a club what is not there yet; gives the ids of the nights to which something came."""
    club.name, club.made_at = plan.name or club.name, plan.made_at or club.made_at
    people = _people(plan.people, club)
    nights = [night for night in plan.nights if night.adds]
    ids = _nights(nights, club)
    _guests(nights, ids, people)
    games = [
        (at, planned.uid, planned.game)
        for night, at in zip(nights, ids, strict=True)
        for planned in night.new_games
    ]
    plays = _insert(Play, [_play(game, uid, at, club) for at, uid, game in games])
    _seats([game for _, _, game in games], plays, people)
    _hands([game for _, _, game in games], plays)
    _insert(
        Transfer,
        [
            _transfer(uid, coins, at, people)
            for night, at in zip(nights, ids, strict=True)
            for uid, coins in night.coins
        ],
    )
    return ids


def _insert(model: type[Base], rows: Sequence[Row]) -> list[int]:
    """Write rows; gives their ids in the same order."""
    if not rows:
        return []
    written = insert(model).returning(model.id, sort_by_parameter_order=True)  # type: ignore[attr-defined]
    return list(db.session.scalars(written, rows))


def _people(planned: Sequence[tuple[Person, int | None]], club: Club) -> dict[str, int]:
    """Everybody's id by their name in the file; those who are not here yet are added."""
    new = [person for person, here in planned if here is None]
    rows = []
    for person in new:
        name, folded = normalize_name(person.name)
        rows.append({"club_id": club.id, "name": name, "folded": folded, "retired_at": person.retired_at})
    ids = {person.name: here for person, here in planned if here is not None}
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


def _nights(nights: Sequence[NightPlan], club: Club) -> list[int]:
    """The nights' ids; those that are not here yet are added."""
    new = _insert(
        Night,
        [
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
            if plan.here is None
        ],
    )
    made = iter(new)
    return [next(made) if plan.here is None else plan.here for plan in nights]


def _guests(nights: Sequence[NightPlan], ids: Sequence[int], people: Mapping[str, int]) -> None:
    """Everybody on the nights' lists; whoever plays was there."""
    there: dict[int, dict[int, None]] = {night: {} for night in ids}
    here = (
        select(Guest.night_id, Guest.player_id)
        .join(Night)
        .where(Night.id.in_([night.here for night in nights if night.here is not None]))
    )
    known = {(row.night_id, row.player_id) for row in db.session.execute(here)}
    for plan, night in zip(nights, ids, strict=True):
        seated = () if plan.night.uid else [name for planned in plan.new_games for name in planned.game.seats]
        for name in (*plan.night.guests, *seated):
            if (night, people[name]) not in known:
                there[night][people[name]] = None
    rows = [
        {"night_id": night, "player_id": player} for night, players in there.items() for player in players
    ]
    _insert(Guest, rows)


def _play(game: Game, uid: str, night: int, club: Club) -> Row:
    assert game.result
    return {
        "club_id": club.id,
        "night_id": night,
        "uid": uid or new_uid(),
        "game": game.sheet["game"],
        "options": game.sheet.get("options", {}),
        "dealer": game.result.setup.dealer,
        "stopped": game.sheet.get("finished", False),
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "deleted_at": game.deleted_at,
        "note": game.note,
        "hand_notes": join_notes((change.entry or {}).get("note", "") for _, change in _now(game)),
        "counted": 0,
    }


def _seats(games: Sequence[Game], plays: Sequence[int], people: Mapping[str, int]) -> None:
    """Who sat where, and with the games that are over what came of it, as the engine says."""
    rows: list[Row] = []
    for game, play in zip(games, plays, strict=True):
        assert game.result
        result, ending = game.result, game.result.ending
        for place, (seat, name) in enumerate(zip(game.seats, result.setup.table.players, strict=True)):
            rows.append(
                {
                    "play_id": play,
                    "place": place,
                    "player_id": people[seat],
                    "name": name,
                    "total": result.state.totals[place] if ending else None,
                    "payout": result.payout[place] if ending else None,
                    "won": place in ending.winners if ending else None,
                }
            )
    if rows:
        db.session.execute(insert(Chair), rows)


def _hands(games: Sequence[Game], plays: Sequence[int]) -> None:
    """The hands as they are now, and every change of them."""
    now = [
        (play, number, change)
        for game, play in zip(games, plays, strict=True)
        for number, change in _now(game)
    ]
    made = _insert(
        HandRow, [{"play_id": play, "number": number, **_state(change)} for play, number, change in now]
    )
    hands = {(play, number): row for (play, number, _), row in zip(now, made, strict=True)}
    changes = [(play, change) for game, play in zip(games, plays, strict=True) for change in game.changes]
    ids = _insert(
        Revision,
        [
            {
                "play_id": play,
                "hand_id": hands[play, change.hand],
                "at": change.at,
                "device": change.device,
                "action": change.action,
                **_state(change),
            }
            for play, change in changes
        ],
    )
    revisions = iter(ids)
    for game in games:
        own = [next(revisions) for _ in game.changes]
        for row, change in zip(own, game.changes, strict=True):
            if change.along is not None:
                main = {"with_id": own[change.along - 1]}
                db.session.execute(update(Revision).where(Revision.id == row).values(main))


def _now(game: Game) -> list[tuple[int, Change]]:
    """The hands of a game by number, each with its last change."""
    return sorted({change.hand: change for change in game.changes}.items())


def _state(change: Change) -> Row:
    return {"entry": None if change.entry is None else as_text(change.entry), "complete": change.complete}


def _transfer(uid: str, coins: Coins, night: int, people: Mapping[str, int]) -> Row:
    return {
        "night_id": night,
        "uid": uid,
        "at": coins.at,
        "device": coins.device,
        "kind": coins.kind,
        "giver_id": None if coins.giver is None else people[coins.giver],
        "taker_id": None if coins.taker is None else people[coins.taker],
        "coins": coins.coins,
        "note": coins.note,
        "taken_back_at": coins.taken_back_at,
        "taken_back_on": coins.taken_back_on,
    }
