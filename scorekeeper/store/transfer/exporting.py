"""Turning clubs, nights and games of the database into documents for files."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, func, select

from scorekeeper.exchange.documents import (
    VERSION,
    ClubDocument,
    CoinsDocument,
    GameDocument,
    NightDocument,
    OwnGameDocument,
    PersonDocument,
    SeatResult,
)
from scorekeeper.exchange.schema import write_document
from scorekeeper.store.clubs.own_games import own_games
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import Club, Guest, Night, Play, Player, Transfer
from scorekeeper.store.text_order import in_text_order
from scorekeeper.store.transfer.file_layouts import names_in_layout
from scorekeeper.store.transfer.game_rows import RESULT, GameRows, load_game_rows

PlayerNames: TypeAlias = Mapping[int | None, str]
"""The names of a club's players by id."""

WrittenNight: TypeAlias = dict[str, Any]
"""A night as a file has it: what ``write_document`` returns for a ``NightDocument``."""

LOT = 100
"""About how many games are in memory at a time."""

NIGHT = (
    *(Night.id, Night.uid, Night.started_at, Night.time_zone, Night.note, Night.deleted_at),
    *(Night.coin_value, Night.currency),
)


def export_club(club: Club) -> tuple[ClubDocument, Iterator[WrittenNight]]:
    """Return a club without its nights, and the nights as they are asked for, the earliest first."""
    names, own = _player_names(club.id), _export_own_games(club.id)
    document = ClubDocument(
        scorekeeper=VERSION,
        club=club.name,
        made_at=club.made_at,
        players=_export_people(club.id, names),
        own_games=own,
    )
    lots = _lots_of_nights(club.id)
    return document, (night for ids in lots for night in _export_nights(Night.id.in_(ids), names))


def export_night(night: Night) -> tuple[ClubDocument, Sequence[WrittenNight]]:
    """Return a club with the players who are part of a night, and the night with its games and coins."""
    names = _player_names(night.club_id)
    nights = _export_nights(Night.id == night.id, names)
    people = {person.name: person for person in _export_people(night.club_id, names)}
    wanted = [name for each in nights for name in _names_in(each)]
    included: set[str] = set()
    while wanted:
        person = people[wanted.pop()]
        if person.name not in included:
            included.add(person.name)
            wanted += [person.merged_into] if person.merged_into else []
    players = tuple(person for name, person in people.items() if name in included)
    return ClubDocument(scorekeeper=VERSION, club=night.club.name, players=players), nights


def load_scoresheet(play_id: int) -> dict[str, Any]:
    """Return a game as the scoresheet of the scoring contract."""
    return load_game_rows(Play.id == play_id)[0].scoresheet()


def load_scoresheets(play_ids: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Return many games as scoresheets, by id."""
    wanted = list(play_ids)
    return {
        rows.play.id: rows.scoresheet()
        for at in range(0, len(wanted), AT_ONCE)
        for rows in load_game_rows(Play.id.in_(wanted[at : at + AT_ONCE]))
    }


def _export_people(club_id: int, names: PlayerNames) -> tuple[PersonDocument, ...]:
    rows = db.session.execute(
        select(Player.uid, Player.name, Player.hidden_at, Player.merged_into_id)
        .where(Player.club_id == club_id)
        .order_by(in_text_order(Player.folded))
    ).all()
    return tuple(
        PersonDocument(
            uid=row.uid,
            name=row.name,
            hidden_at=row.hidden_at,
            merged_into=names.get(row.merged_into_id),
        )
        for row in rows
    )


def _export_own_games(club_id: int) -> tuple[OwnGameDocument, ...]:
    """Return the games on the club's own list, by name."""
    return tuple(
        OwnGameDocument(uid=own.uid, name=own.name, options=own.options) for own in own_games(club_id)
    )


def _player_names(club_id: int) -> dict[int | None, str]:
    rows = db.session.execute(select(Player.id, Player.name).where(Player.club_id == club_id))
    return {row.id: row.name for row in rows}


def _names_in(night: WrittenNight) -> list[str]:
    """Return the name of everyone who is part of a night, some more than once."""
    games, payments = night.get("games", []), night.get("coins", [])
    seats = [name for game in games for name in game.get("seats") or game["sheet"]["players"]]
    coins = [name for each in payments for name in (each.get("giver"), each.get("taker")) if name]
    kept = [change.get("layout") for game in games for change in game.get("changes", ())]
    known = [name for layout in kept for name in names_in_layout(layout)]
    return [*night.get("guests", ()), *seats, *coins, *known]


def _lots_of_nights(club_id: int) -> Iterator[list[int]]:
    """Yield the ids of a club's nights, the earliest first, in lots of about LOT games, or of one night."""
    nights = select(Night.id, func.count(Play.id).label("games")).outerjoin(Play, Play.night_id == Night.id)
    in_order = nights.where(Night.club_id == club_id).group_by(Night.id).order_by(Night.started_at, Night.uid)
    ids: list[int] = []
    room = LOT
    for night_id, games in db.session.execute(in_order).all():
        if ids and games >= room:
            yield ids
            ids, room = [], LOT
        ids.append(night_id)
        room -= games + 1
    if ids:
        yield ids


def _export_nights(which: ColumnElement[bool], names: PlayerNames) -> list[WrittenNight]:
    """Return nights with everything in them, the earliest first, in a few statements."""
    guests, games, coins = _guests_by_night(which, names), defaultdict(list), _coins_by_night(which, names)
    for rows in load_game_rows(which):
        games[rows.play.night_id].append(_export_game(rows, names))
    nights = select(*NIGHT).where(which).order_by(Night.started_at, Night.uid)
    return [
        write_document(
            NightDocument(
                uid=night.uid,
                started_at=night.started_at,
                time_zone=night.time_zone,
                note=night.note,
                deleted_at=night.deleted_at,
                coin_value=night.coin_value,
                currency=night.currency,
                guests=tuple(guests[night.id]),
            )
        )
        | ({"games": games[night.id]} if night.id in games else {})
        | ({"coins": coins[night.id]} if night.id in coins else {})
        for night in db.session.execute(nights)
    ]


def _guests_by_night(which: ColumnElement[bool], names: PlayerNames) -> dict[int, list[str]]:
    guests = defaultdict(list)
    query = select(Guest.night_id, Guest.player_id).join(Night, Guest.night_id == Night.id).where(which)
    for guest in db.session.execute(query.order_by(Guest.id)):
        guests[guest.night_id].append(names[guest.player_id])
    return guests


def _coins_by_night(which: ColumnElement[bool], names: PlayerNames) -> dict[int, list[dict[str, Any]]]:
    coins = defaultdict(list)
    columns = Transfer.__table__.columns
    query = select(*columns).join(Night, Transfer.night_id == Night.id).where(which)
    for row in db.session.execute(query.order_by(Transfer.at, Transfer.uid)):
        document = CoinsDocument(
            uid=row.uid,
            at=row.at,
            device=row.device,
            kind=row.kind,
            giver=names.get(row.giver_id),
            taker=names.get(row.taker_id),
            coins=row.coins,
            note=row.note,
            removed_at=row.removed_at,
            removed_on=row.removed_on,
        )
        coins[row.night_id].append(write_document(document))
    return coins


def _seat_results(rows: GameRows) -> tuple[SeatResult, ...]:
    """Return the results that the seats of a finished game keep; none while it is running."""
    if rows.play.ended_at is None or any(chair.total is None for chair in rows.chairs):
        return ()
    return tuple(SeatResult(**{name: getattr(chair, name) for name in RESULT}) for chair in rows.chairs)


def _export_game(rows: GameRows, names: PlayerNames) -> dict[str, Any]:
    play, sheet = rows.play, rows.scoresheet()
    seats = tuple(names[chair.player_id] for chair in rows.chairs)
    game = GameDocument(
        uid=play.uid,
        started_at=play.started_at,
        ended_at=play.ended_at,
        deleted_at=play.deleted_at,
        note=play.note,
        seats=() if list(seats) == sheet["players"] else seats,
        sheet=sheet,
        apart=rows.apart(),
        edition=play.edition or "",
        keeps_result=play.keeps_result,
        results=_seat_results(rows),
    )
    changes = rows.changes(names)
    return write_document(game) | ({"changes": changes} if changes else {})
