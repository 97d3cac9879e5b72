"""Turning clubs, nights and games of the database into documents for files."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import selectinload

from scorekeeper.files.documents import (
    VERSION,
    ClubDocument,
    CoinsDocument,
    GameDocument,
    HandChange,
    NightDocument,
    OwnGameDocument,
    PersonDocument,
    SeasonDocument,
    SeasonRowDocument,
    SeatResult,
)
from scorekeeper.files.schema import file_entries
from scorekeeper.rules.labels import by_name, relabelled_hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.store.clubs.own_games import own_games
from scorekeeper.store.database import db
from scorekeeper.store.history.seasons import SeasonRules, kept_rows, seasons_of
from scorekeeper.store.models import Club, Guest, HandRow, Night, Play, Player, Revision, Season, Transfer
from scorekeeper.store.plays.change_log import names_in_layout, relabelled_layout
from scorekeeper.store.plays.sheet import Sheet, without_unscorable_hands
from scorekeeper.store.plays.stored_hands import StoredHand, entry_in

PlayerNames: TypeAlias = Mapping[int | None, str]
"""The names of a club's players by id."""

D = TypeVar("D")


def from_row(document: type[D], row: object, **others: Any) -> D:
    """Return a document with what a row has under the names of its entries, and with what it has not."""
    entries = file_entries(document)  # type: ignore[arg-type]
    names = (name for name in entries if name not in others and hasattr(row, name))
    return document(**{name: getattr(row, name) for name in names}, **others)


def export_club(club: Club) -> tuple[ClubDocument, Iterator[NightDocument]]:
    """Return a club without its nights, and the nights as they are asked for, the earliest first."""
    names = _player_names(club.id)
    document = ClubDocument(
        scorekeeper=VERSION,
        club=club.given_name,
        made_at=club.made_at,
        players=_export_people(club.id, names),
        own_games=tuple(from_row(OwnGameDocument, own) for own in own_games(club.id)),
        seasons=tuple(export_season(season) for season in seasons_of(club.id)),
    )
    nights = select(Night.id).where(Night.club_id == club.id).order_by(Night.started_at, Night.uid)
    night_ids = db.session.scalars(nights).all()
    return document, (_export_night(db.session.get_one(Night, each), names) for each in night_ids)


def export_night(night: Night) -> tuple[ClubDocument, list[NightDocument]]:
    """Return a club with the players who are part of a night, and the night with its games and coins.

    It doesn't say how to pay the players: that is for members of the club alone.
    """
    names = _player_names(night.club_id)
    document = _export_night(night, names)
    people = {person.name: person for person in _export_people(night.club_id, names)}
    wanted = _names_in(document)
    included: set[str] = set()
    while wanted:
        person = people[wanted.pop()]
        if person.name not in included:
            included.add(person.name)
            wanted += [person.merged_into] if person.merged_into else []
    players = tuple(replace(person, pay_me="") for name, person in people.items() if name in included)
    return ClubDocument(scorekeeper=VERSION, club=night.club.given_name, players=players), [document]


def export_season(season: Season, **more: Any) -> SeasonDocument:
    """Return a season, with what is said besides."""
    kept = tuple(from_row(SeasonRowDocument, row) for row in kept_rows(season))
    return from_row(SeasonDocument, season, **asdict(SeasonRules.of_season(season)), kept=kept, **more)


def load_scoresheet(play_id: int) -> dict[str, Any]:
    """Return a game as the scoresheet of the scoring contract, without damaged hands."""
    return StoredGame(db.session.get_one(Play, play_id)).scoresheet()


def _export_people(club_id: int, names: PlayerNames) -> tuple[PersonDocument, ...]:
    # What does not divide goes to one after another in the order in which they joined the club.
    players = select(Player).where(Player.club_id == club_id).order_by(Player.id)
    return tuple(
        from_row(PersonDocument, player, merged_into=names.get(player.merged_into_id))
        for player in db.session.scalars(players)
    )


def _player_names(club_id: int) -> dict[int | None, str]:
    rows = db.session.execute(select(Player.id, Player.name).where(Player.club_id == club_id))
    return {row.id: row.name for row in rows}


def _names_in(night: NightDocument) -> list[str]:
    """Return the name of everyone who is part of a night, some more than once."""
    seats = [name for game in night.games for name in game.sheet["players"]]
    coins = [name for each in night.coins for name in (each.giver, each.taker) if name]
    layouts = [change.layout for game in night.games for change in game.changes]
    known = [name for layout in layouts for name in names_in_layout(layout)]
    banker = [night.banker] if night.banker else []
    return [*night.guests, *seats, *coins, *banker, *known]


def _export_night(night: Night, names: PlayerNames) -> NightDocument:
    guests = select(Guest.player_id).where(Guest.night_id == night.id).order_by(Guest.id)
    coins = select(Transfer).where(Transfer.night_id == night.id).order_by(Transfer.at, Transfer.uid)
    return from_row(
        NightDocument,
        night,
        banker=names.get(night.banker_id),
        ending=night.ending or "",
        guests=tuple(names[player_id] for player_id in db.session.scalars(guests)),
        games=tuple(_export_game(game, names) for game in stored_games(Play.night_id == night.id)),
        coins=tuple(_export_coins(transfer, names) for transfer in db.session.scalars(coins)),
    )


def _export_coins(transfer: Transfer, names: PlayerNames) -> CoinsDocument:
    return from_row(
        CoinsDocument,
        transfer,
        giver=names.get(transfer.giver_id),
        taker=names.get(transfer.taker_id),
        earlier=transfer.earlier_uid or "",
    )


def _export_game(game: "StoredGame", names: PlayerNames) -> GameDocument:
    play = game.play
    results = [from_row(SeatResult, chair) for chair in play.seats] if play.ended_at and play.final else ()
    return from_row(
        GameDocument,
        play,
        table=play.table.name if play.table else "",
        seats=(),
        sheet=game.scoresheet(),
        apart=game.apart,
        edition=play.edition or "",
        results=tuple(results),
        changes=game.changes(names),
    )


def stored_games(which: ColumnElement[bool]) -> Iterator["StoredGame"]:
    """Yield games with their hands, the earliest first."""
    plays = select(Play).where(which).order_by(Play.started_at, Play.uid)
    yield from map(StoredGame, db.session.scalars(plays.options(selectinload(Play.seats))).all())


class StoredGame:
    """A game as the database has it, with what a file says of its hands.

    Attributes:
        sheet: the game without hands that can't be read or scored.
        numbers: the number of each hand in a file, by id; those without one in the game come last.
        apart: the numbers in a file of the hands without one.
        is_cut: whether hands are left out.
    """

    def __init__(self, play: Play) -> None:
        self.play, self.is_cut = play, False
        hands = select(HandRow).where(HandRow.play_id == play.id).order_by(HandRow.number)
        self._hands = db.session.scalars(hands).all()
        changes = select(Revision).where(Revision.play_id == play.id).order_by(Revision.id)
        self._changes = db.session.scalars(changes).all()
        self.sheet = self._scorable()
        self.numbers = {hand.id: hand.number for hand in self._hands if hand.number is not None}
        most = max(self.numbers.values(), default=0)
        removed = sorted(hand.id for hand in self._hands if hand.number is None)
        self.numbers |= {hand_id: number for number, hand_id in enumerate(removed, start=most + 1)}
        self.apart = () if self.is_cut else tuple(self.numbers[hand_id] for hand_id in removed)

    def scoresheet(self) -> dict[str, Any]:
        """Return the game as a scoresheet, with seats for names if the game isn't installed."""
        hands = [entry_in(text) for text in self.sheet.entries]
        sheet = {**self.sheet.as_json(self.sheet.stopped), "hands": hands}
        with suppress(Refused):
            return by_name(sheet)
        return sheet

    def changes(self, names: PlayerNames) -> tuple[HandChange, ...]:
        """Return every change as a file has it, oldest first; what is on the scoresheet is not repeated.

        A game of which hands are left out comes without its changes, as theirs would make no sense.
        """
        if self.is_cut or not all(_is_readable(change.entry) for change in self._changes):
            return ()
        newest = {change.hand_id: change.id for change in self._changes}
        known: dict[int | None, int] = {}
        changes = []
        for number, change in enumerate(self._changes, start=1):
            is_on_sheet = change.complete and newest[change.hand_id] == change.id
            changes.append(
                from_row(
                    HandChange,
                    change,
                    hand=self.numbers.get(change.hand_id) if change.hand_id else None,
                    entry=None if is_on_sheet else self._by_name(change),
                    gone=change.gone and change.hand_id is not None,
                    along=known.get(change.with_id),
                    layout=self._layout(change, names),
                )
            )
            known[change.id] = number
        return tuple(changes)

    def _scorable(self) -> Sheet:
        sheet = Sheet(
            self.play,
            [
                StoredHand(hand.id, hand.number, hand.entry, hand.complete)
                for hand in self._hands
                if hand.number is not None
            ],
        )
        newest = {change.hand_id: change.entry for change in self._changes}
        intact = all(newest.get(hand.id) == hand.entry and _is_readable(hand.entry) for hand in self._hands)
        # A finished game is exported as it is even if later rules refuse its hands.
        if intact and (self.play.ended_at or sheet.can_be_scored):
            return sheet
        self.is_cut = True
        return without_unscorable_hands(sheet)

    def _by_name(self, change: Revision) -> Mapping[str, Any] | None:
        if change.entry is None:
            return None
        entry = entry_in(change.entry)
        with suppress(Refused):
            setup = set_up(self.sheet.as_json(False), by_name=False)
            return relabelled_hand(setup, entry, setup.table.players, change.complete)
        return entry

    def _layout(self, change: Revision, names: PlayerNames) -> dict[str, Any] | None:
        if change.layout is None:
            return None
        return relabelled_layout(json.loads(change.layout), self.numbers.__getitem__, names.__getitem__)


def _is_readable(text: str | None) -> bool:
    """Return whether the JSON text of a hand can be read; that of one that was removed is None."""
    return text is None or bool(entry_in(text))
