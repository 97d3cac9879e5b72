"""Turning clubs, nights and games of the database into documents for files."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, select

from scorekeeper.exchange.documents import (
    VERSION,
    ClubDocument,
    CoinsDocument,
    GameDocument,
    NightDocument,
    OwnGameDocument,
    PersonDocument,
)
from scorekeeper.store.clubs.own_games import own_games
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import Club, Guest, Night, Play, Player, Transfer
from scorekeeper.store.transfer.file_layouts import names_in_layout
from scorekeeper.store.transfer.game_rows import GameRows, load_game_rows

PlayerNames: TypeAlias = Mapping[int | None, str]
"""The names of a club's players by id."""


def export_club(club: Club) -> ClubDocument:
    """Return everything in a club: its backup."""
    names, own = _player_names(club.id), _export_own_games(club.id)
    return ClubDocument(
        scorekeeper=VERSION,
        club=club.name,
        made_at=club.made_at,
        players=_export_people(club.id, names),
        own_games=own,
        nights=_export_nights(Night.club_id == club.id, names),
    )


def export_night(night: Night) -> ClubDocument:
    """Return a night with its games and coins, and the players who are part of it."""
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
    return ClubDocument(scorekeeper=VERSION, club=night.club.name, players=players, nights=nights)


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
        select(Player.name, Player.retired_at, Player.merged_into_id)
        .where(Player.club_id == club_id)
        .order_by(Player.folded)
    ).all()
    return tuple(
        PersonDocument(name=row.name, retired_at=row.retired_at, merged_into=names.get(row.merged_into_id))
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


def _names_in(night: NightDocument) -> list[str]:
    """Return the name of everyone who is part of a night, some more than once."""
    seats = [name for game in night.games for name in game.seats or game.sheet["players"]]
    coins = [name for each in night.coins for name in (each.giver, each.taker) if name]
    kept = [change.layout for game in night.games for change in game.changes]
    return [*night.guests, *seats, *coins, *(name for layout in kept for name in names_in_layout(layout))]


def _export_nights(which: ColumnElement[bool], names: PlayerNames) -> tuple[NightDocument, ...]:
    """Return nights with everything in them, the earliest first, in a few statements."""
    guests, games, coins = _guests_by_night(which, names), defaultdict(list), _coins_by_night(which, names)
    for rows in load_game_rows(which):
        games[rows.play.night_id].append(_export_game(rows, names))
    return tuple(
        NightDocument(
            uid=night.uid,
            started_at=night.started_at,
            note=night.note,
            deleted_at=night.deleted_at,
            coin_value=night.coin_value,
            currency=night.currency,
            guests=tuple(guests[night.id]),
            games=tuple(games[night.id]),
            coins=tuple(coins[night.id]),
        )
        for night in db.session.scalars(select(Night).where(which).order_by(Night.started_at, Night.uid))
    )


def _guests_by_night(which: ColumnElement[bool], names: PlayerNames) -> dict[int, list[str]]:
    guests = defaultdict(list)
    query = select(Guest.night_id, Guest.player_id).join(Night, Guest.night_id == Night.id).where(which)
    for guest in db.session.execute(query.order_by(Guest.id)):
        guests[guest.night_id].append(names[guest.player_id])
    return guests


def _coins_by_night(which: ColumnElement[bool], names: PlayerNames) -> dict[int, list[CoinsDocument]]:
    coins = defaultdict(list)
    query = select(Transfer).join(Night, Transfer.night_id == Night.id).where(which)
    for row in db.session.scalars(query.order_by(Transfer.at, Transfer.uid)):
        coins[row.night_id].append(
            CoinsDocument(
                uid=row.uid,
                at=row.at,
                device=row.device,
                kind=row.kind,
                giver=names.get(row.giver_id),
                taker=names.get(row.taker_id),
                coins=row.coins,
                note=row.note,
                taken_back_at=row.taken_back_at,
                taken_back_on=row.taken_back_on,
            )
        )
    return coins


def _export_game(rows: GameRows, names: PlayerNames) -> GameDocument:
    play, sheet = rows.play, rows.scoresheet()
    seats = tuple(names[chair.player_id] for chair in rows.chairs)
    return GameDocument(
        uid=play.uid,
        started_at=play.started_at,
        ended_at=play.ended_at,
        deleted_at=play.deleted_at,
        note=play.note,
        seats=() if list(seats) == sheet["players"] else seats,
        sheet=sheet,
        apart=rows.apart(),
        changes=rows.changes(names),
    )
