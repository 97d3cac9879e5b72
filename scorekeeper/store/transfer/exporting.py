"""What is kept, as documents for files."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, select

from scorekeeper.exchange.documents import VERSION, Change, ClubFile, Coins, Game, Person
from scorekeeper.exchange.documents import Night as NightDocument
from scorekeeper.rules.sheet import VERSION as SHEET_VERSION
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import Chair, Club, Guest, HandRow, Night, Play, Player, Revision, Transfer


def club_file(club: Club) -> ClubFile:
    """Everything of a club: a backup."""
    names = _names(club.id)
    return ClubFile(
        scorekeeper=VERSION,
        club=club.name,
        made_at=club.made_at,
        players=_people(club.id, names),
        nights=_nights(Night.club_id == club.id, names),
    )


def night_file(night: Night) -> ClubFile:
    """A night with its games and coins, and those players who had to do with it."""
    names = _names(night.club_id)
    nights = _nights(Night.id == night.id, names)
    everybody = {person.name: person for person in _people(night.club_id, names)}
    wanted = [name for each in nights for name in _named(each)]
    there: dict[str, Person] = {}
    while wanted:
        person = everybody[wanted.pop()]
        if person.name not in there:
            there[person.name] = person
            wanted += [person.merged_into] if person.merged_into else []
    players = tuple(person for name, person in everybody.items() if name in there)
    return ClubFile(scorekeeper=VERSION, club=night.club.name, players=players, nights=nights)


def scoresheet(play_id: int) -> dict[str, Any]:
    """A game as the scoresheet of the contract."""
    return _kept(Play.id == play_id)[0].sheet()


def scoresheets(play_ids: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Many games as scoresheets, by id."""
    wanted = list(play_ids)
    return {
        kept.play.id: kept.sheet()
        for at in range(0, len(wanted), AT_ONCE)
        for kept in _kept(Play.id.in_(wanted[at : at + AT_ONCE]))
    }


@dataclass
class _Kept:
    """A game's rows."""

    play: Any
    chairs: list[Any] = field(default_factory=list)
    hands: list[Any] = field(default_factory=list)
    changes: list[Any] = field(default_factory=list)

    def sheet(self) -> dict[str, Any]:
        """Its scoresheet with the hands that count."""
        names = [chair.name for chair in self.chairs]
        return {
            "scoresheet": SHEET_VERSION,
            "game": self.play.game,
            "players": names,
            "dealer": names[self.play.dealer],
            "options": self.play.options,
            "hands": [
                json.loads(hand.entry) for hand in self.hands if hand.complete and hand.entry is not None
            ],
            "finished": self.play.stopped,
        }

    def document(self, names: Mapping[int | None, str]) -> Game:
        """Everything of it."""
        sheet = self.sheet()
        seats = tuple(names[chair.player_id] for chair in self.chairs)
        return Game(
            uid=self.play.uid,
            started_at=self.play.started_at,
            ended_at=self.play.ended_at,
            deleted_at=self.play.deleted_at,
            note=self.play.note,
            seats=() if list(seats) == sheet["players"] else seats,
            sheet=sheet,
            changes=self._changes(),
        )

    def _changes(self) -> tuple[Change, ...]:
        places = {change.id: place for place, change in enumerate(self.changes, start=1)}
        # What a hand is now stands on the scoresheet already.
        newest = {change.hand_id: change.id for change in self.changes}
        hands = {hand.id: hand for hand in self.hands}
        told = []
        for change in self.changes:
            now = change.complete and newest[change.hand_id] == change.id
            told.append(
                Change(
                    hand=hands[change.hand_id].number,
                    at=change.at,
                    device=change.device,
                    action=change.action,
                    entry=None if now or change.entry is None else json.loads(change.entry),
                    gone=change.entry is None,
                    complete=change.complete,
                    along=places.get(change.with_id),
                )
            )
        return tuple(told)


def _people(club_id: int, names: Mapping[int | None, str]) -> tuple[Person, ...]:
    rows = db.session.execute(
        select(Player.name, Player.retired_at, Player.merged_into_id)
        .where(Player.club_id == club_id)
        .order_by(Player.folded)
    ).all()
    return tuple(
        Person(name=row.name, retired_at=row.retired_at, merged_into=names.get(row.merged_into_id))
        for row in rows
    )


def _names(club_id: int) -> dict[int | None, str]:
    """What the club's players are called, by id."""
    rows = db.session.execute(select(Player.id, Player.name).where(Player.club_id == club_id))
    return {row.id: row.name for row in rows}


def _named(night: NightDocument) -> list[str]:
    """Everybody who has to do with a night."""
    seats = [name for game in night.games for name in game.seats or game.sheet["players"]]
    coins = [name for each in night.coins for name in (each.giver, each.taker) if name]
    return [*night.guests, *seats, *coins]


def _nights(which: ColumnElement[bool], names: Mapping[int | None, str]) -> tuple[NightDocument, ...]:
    """Nights with all that belongs to them, the earliest first."""
    guests, games, coins = defaultdict(list), defaultdict(list), defaultdict(list)
    for guest in db.session.execute(
        select(Guest.night_id, Guest.player_id)
        .join(Night, Guest.night_id == Night.id)
        .where(which)
        .order_by(Guest.id)
    ):
        guests[guest.night_id].append(names[guest.player_id])
    for kept in _kept(which):
        games[kept.play.night_id].append(kept.document(names))
    for row in db.session.scalars(
        select(Transfer)
        .join(Night, Transfer.night_id == Night.id)
        .where(which)
        .order_by(Transfer.at, Transfer.uid)
    ):
        coins[row.night_id].append(_coins(row, names))
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


def _coins(row: Transfer, names: Mapping[int | None, str]) -> Coins:
    return Coins(
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


def _kept(which: ColumnElement[bool]) -> list[_Kept]:
    """Games with their rows, the earliest first: few statements, however many games."""
    columns = (
        Play.id,
        Play.night_id,
        Play.uid,
        Play.game,
        Play.options,
        Play.dealer,
        Play.stopped,
        Play.started_at,
    )
    more = (Play.ended_at, Play.deleted_at, Play.note)
    wanted = select(*columns, *more).join(Night, Play.night_id == Night.id).where(which)
    found = {play.id: _Kept(play) for play in db.session.execute(wanted.order_by(Play.started_at, Play.uid))}
    ids = select(Play.id).join(Night, Play.night_id == Night.id).where(which).scalar_subquery()
    chairs = select(Chair.play_id, Chair.player_id, Chair.name).where(Chair.play_id.in_(ids))
    for chair in db.session.execute(chairs.order_by(Chair.play_id, Chair.place)):
        found[chair.play_id].chairs.append(chair)
    hands = select(HandRow.id, HandRow.play_id, HandRow.number, HandRow.entry, HandRow.complete)
    for hand in db.session.execute(hands.where(HandRow.play_id.in_(ids)).order_by(HandRow.number)):
        found[hand.play_id].hands.append(hand)
    changes = select(*Revision.__table__.columns).where(Revision.play_id.in_(ids))
    for change in db.session.execute(changes.order_by(Revision.id)):
        found[change.play_id].changes.append(change)
    return list(found.values())
