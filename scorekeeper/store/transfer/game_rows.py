"""The rows of many games, read in a few statements."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Any, cast

from sqlalchemy import ColumnElement, select

from scorekeeper.exchange.documents import HandChange
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, HandRow, Night, Play, Revision
from scorekeeper.store.plays.damage import mended
from scorekeeper.store.plays.sheet import Sheet, StoredHand, entry_in, scoresheet_json
from scorekeeper.store.transfer.file_layouts import layout_for_file

PLAY = (
    *(Play.id, Play.night_id, Play.uid, Play.game, Play.options, Play.dealer, Play.stopped),
    *(Play.started_at, Play.ended_at, Play.deleted_at, Play.note),
)
CHAIR = (Chair.play_id, Chair.player_id, Chair.name)
HAND = (HandRow.id, HandRow.play_id, HandRow.number, HandRow.entry, HandRow.complete)


@dataclass
class GameRows:
    """The rows of one game: its play, its chairs by place, its hands by number, and their revisions."""

    play: Any
    chairs: list[Any] = field(default_factory=list)
    hands: list[Any] = field(default_factory=list)
    revisions: list[Any] = field(default_factory=list)

    def scoresheet(self) -> dict[str, Any]:
        """Return its scoresheet with the hands that count, without damaged ones."""
        if self.sound:
            hands = [json.loads(entry) for entry in self.sound.entries]
            return {**json.loads(self.sound.key[0]), "hands": hands}
        hands = [json.loads(hand.entry) for hand in self.hands if hand.complete and hand.entry]
        return scoresheet_json(self.play, self.chairs, hands, self.play.stopped)

    @cached_property
    def sound(self) -> Sheet | None:
        """The game without its damaged hands; None if there are none.

        It takes a while to score every game of a club. A hand is looked at only if it isn't what was entered
        last, as it is in an undamaged database.
        """
        newest = {row.hand_id: row.entry for row in self.revisions}
        if all(newest.get(hand.id) == hand.entry and _is_readable(hand.entry) for hand in self.hands):
            return None
        rows = [StoredHand(*hand[:1], *hand[2:]) for hand in self.hands if hand.number is not None]
        play = SimpleNamespace(**self.play._mapping, seats=self.chairs)
        found = mended(Sheet(cast(Play, play), rows))
        return found if found.damaged else None

    def numbers(self) -> dict[int, int]:
        """Return the number of each hand in a file, by id; those without one come last."""
        known = {hand.id: hand.number for hand in self.hands if hand.number is not None}
        apart = sorted(hand.id for hand in self.hands if hand.number is None)
        most = max(known.values(), default=0)
        return known | {hand_id: number for number, hand_id in enumerate(apart, start=most + 1)}

    def apart(self) -> tuple[int, ...]:
        """Return the numbers in a file of the hands without one."""
        if self.sound:
            return ()
        numbers = self.numbers()
        return tuple(sorted(numbers[hand.id] for hand in self.hands if hand.number is None))

    def changes(self, names: Mapping[int | None, str]) -> tuple[HandChange, ...]:
        """Return every change, oldest first; what is on the scoresheet is not repeated.

        ``names`` are those of the club's players by id. A game with damage comes without its changes, as
        those of the hands that are left out would make no sense.
        """
        if self.sound or not all(_is_readable(row.entry) for row in self.revisions):
            return ()
        numbers = {row.id: number for number, row in enumerate(self.revisions, start=1)}
        newest = {row.hand_id: row.id for row in self.revisions}
        hands = self.numbers()
        changes = []
        for row in self.revisions:
            on_sheet = row.complete and newest[row.hand_id] == row.id
            changes.append(
                HandChange(
                    hand=hands.get(row.hand_id),
                    at=row.at,
                    device=row.device,
                    action=row.action,
                    entry=None if on_sheet or row.entry is None else json.loads(row.entry),
                    gone=row.entry is None and row.hand_id is not None,
                    complete=row.complete,
                    along=numbers.get(row.with_id),
                    layout=layout_for_file(row.layout, hands, names),
                )
            )
        return tuple(changes)


def _is_readable(entry: str | None) -> bool:
    """Return whether a hand was removed (None) or is a hand in JSON."""
    return entry is None or bool(entry_in(entry))


def load_game_rows(which: ColumnElement[bool]) -> list[GameRows]:
    """Return games with their rows, the earliest first: four statements, however many games."""
    wanted = select(*PLAY).join(Night, Play.night_id == Night.id).where(which)
    plays = db.session.execute(wanted.order_by(Play.started_at, Play.uid))
    games = {play.id: GameRows(play) for play in plays}
    ids = select(Play.id).join(Night, Play.night_id == Night.id).where(which).scalar_subquery()
    chairs = select(*CHAIR).where(Chair.play_id.in_(ids)).order_by(Chair.play_id, Chair.place)
    for chair in db.session.execute(chairs):
        games[chair.play_id].chairs.append(chair)
    hands = select(*HAND).where(HandRow.play_id.in_(ids)).order_by(HandRow.number)
    for hand in db.session.execute(hands):
        games[hand.play_id].hands.append(hand)
    revisions = select(*Revision.__table__.columns).where(Revision.play_id.in_(ids)).order_by(Revision.id)
    for revision in db.session.execute(revisions):
        games[revision.play_id].revisions.append(revision)
    return list(games.values())
