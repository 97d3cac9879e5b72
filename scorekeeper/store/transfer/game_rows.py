"""The rows of many games, read in a few statements."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Any, cast

import orjson
from sqlalchemy import ColumnElement, select

from scorekeeper.domain import ENTERED
from scorekeeper.rules.labels import by_name, relabelled_hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from scorekeeper.store.database import execute, fetch_raw, iso_time
from scorekeeper.store.models import Chair, HandRow, Night, Play, Player, Revision
from scorekeeper.store.plays.damage import mended
from scorekeeper.store.plays.sheet import Sheet, scoresheet_json
from scorekeeper.store.plays.stored_hands import Entry, StoredHand
from scorekeeper.store.transfer.file_layouts import layout_for_file

PLAY = (
    *(Play.id, Play.night_id, Play.uid, Play.game, Play.options, Play.dealer, Play.stopped),
    *(Play.started_at, Play.ended_at, Play.deleted_at, Play.note, Play.edition),
    Play.keeps_result,
)
RESULT = ("total", "won", "payout", "side", "best", "bumps_given", "bumps_received")
"""What a seat keeps of the result of a finished game."""

CHAIR = (Chair.play_id, Chair.player_id, Player.name, *(getattr(Chair, name) for name in RESULT))
HAND = (HandRow.id, HandRow.play_id, HandRow.number, HandRow.entry, HandRow.complete)
REVISION = (
    *(Revision.play_id, Revision.id, Revision.hand_id, iso_time(Revision.at), Revision.device),
    *(Revision.action, Revision.entry, Revision.complete, Revision.layout, Revision.with_id),
)
PLAY_OF_HAND = 1
PLAY_OF_REVISION, REVISION_ID, CHANGED_HAND, CHANGED_TO = 0, 1, 2, 6
"""Where a hand and a revision have these."""


@dataclass
class GameRows:
    """The rows of one game: its play, its chairs by place, its hands by number, and their revisions.

    There are so many hands and revisions that they are tuples, in the order of HAND and REVISION.
    """

    play: Any
    chairs: list[Any] = field(default_factory=list)
    hands: list[Any] = field(default_factory=list)
    revisions: list[Any] = field(default_factory=list)

    def scoresheet(self) -> dict[str, Any]:
        """Return its scoresheet with the hands that count, without damaged ones."""
        if self.sound:
            hands = [json.loads(entry) for entry in self.sound.entries]
            return self._by_name({**json.loads(self.sound.key[0]), "hands": hands})
        hands = [self.entries[text] for _, _, _, text, complete in self.hands if complete and text]
        return self._by_name(scoresheet_json(self.play, self.chairs, hands, self.play.stopped))

    def _by_name(self, sheet: dict[str, Any]) -> dict[str, Any]:
        with suppress(Refused):
            return by_name(sheet)
        return sheet

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every hand that was ever entered, by its JSON text; empty if it can't be read.

        Most come twice, as a hand and as its last change, and are read once.
        """
        texts = {row[CHANGED_TO] for row in self.revisions}
        texts.update([text for _, _, _, text, _ in self.hands])
        return {text: _read(text) for text in texts if text is not None}

    def _can_read(self, texts: Iterable[str | None]) -> bool:
        """Return whether each of these was removed (None) or is a hand in JSON."""
        entries = self.entries
        return all(entries[text] for text in texts if text is not None)

    @cached_property
    def sound(self) -> Sheet | None:
        """The game without its damaged hands; None if there are none.

        It takes a while to score every game of a club. A hand is looked at only if it isn't what was entered
        last, as it is in an undamaged database.
        """
        newest = {row[CHANGED_HAND]: row[CHANGED_TO] for row in self.revisions}
        texts = [text for _, _, _, text, _ in self.hands]
        if texts == [newest.get(hand_id) for hand_id, *_ in self.hands] and self._can_read(texts):
            return None
        rows = [
            StoredHand(at, number, text, bool(complete))
            for at, _, number, text, complete in self.hands
            if number is not None
        ]
        play = SimpleNamespace(**self.play._mapping, seats=self.chairs, final=None)
        found = mended(Sheet(cast(Play, play), rows))
        return found if found.damaged else None

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each hand in a file, by id; those without one come last."""
        known = {hand_id: number for hand_id, _, number, _, _ in self.hands}
        if None not in known.values():
            return known
        apart = sorted(hand_id for hand_id, number in known.items() if number is None)
        most = max((number for number in known.values() if number is not None), default=0)
        return known | {hand_id: number for number, hand_id in enumerate(apart, start=most + 1)}

    def apart(self) -> tuple[int, ...]:
        """Return the numbers in a file of the hands without one."""
        if self.sound:
            return ()
        numbers = self.numbers
        return tuple(sorted([numbers[hand_id] for hand_id, _, number, _, _ in self.hands if number is None]))

    @cached_property
    def setup(self) -> Setup | None:
        """The game and its table; None if it isn't installed: hands are then written as stored."""
        with suppress(Refused):
            return set_up(scoresheet_json(self.play, self.chairs, [], False), by_name=False)
        return None

    def _entry_by_name(self, entry: Entry, complete: bool) -> Entry:
        setup = self.setup
        return relabelled_hand(setup, entry, setup.table.players, complete) if setup else entry

    def changes(self, names: Mapping[int | None, str]) -> list[dict[str, Any]]:
        """Return every change as a file has it, oldest first; what is on the scoresheet is not repeated.

        ``names`` are those of the club's players by id. A game with damage comes without its changes, as
        those of the hands that are left out would make no sense. There are so many changes that making a
        ``HandChange`` of each would take longer than everything else.
        """
        if self.sound or not self._can_read(row[CHANGED_TO] for row in self.revisions):
            return []
        numbers: dict[int, int] = {}
        newest = {row[CHANGED_HAND]: row[REVISION_ID] for row in self.revisions}
        hands, entries, changes = self.numbers, self.entries, []
        for row in self.revisions:
            _, row_id, hand_id, at, device, action, text, complete, layout, cause = row
            numbers[row_id] = len(numbers) + 1
            change = {"hand": hands.get(hand_id), "at": at}
            if device:
                change["device"] = device
            if action != ENTERED:
                change["action"] = action
            if text is None:
                if hand_id is not None:
                    change["gone"] = True
            elif not complete or newest[hand_id] != row_id:
                change["entry"] = self._entry_by_name(entries[text], bool(complete))
            if not complete:
                change["complete"] = False
            if cause in numbers:
                change["along"] = numbers[cause]
            if layout is not None:
                change["layout"] = layout_for_file(layout, hands, names)
            changes.append(change)
        return changes


def load_game_rows(which: ColumnElement[bool]) -> list[GameRows]:
    """Return games with their rows, the earliest first: four statements, however many games."""
    wanted = select(*PLAY).join(Night, Play.night_id == Night.id).where(which)
    plays = execute(wanted.order_by(Play.started_at, Play.uid))
    games = {play.id: GameRows(play) for play in plays}
    ids = select(Play.id).join(Night, Play.night_id == Night.id).where(which).scalar_subquery()
    chairs = select(*CHAIR).join(Chair.player).where(Chair.play_id.in_(ids))
    for chair in execute(chairs.order_by(Chair.play_id, Chair.place)).all():
        games[chair.play_id].chairs.append(chair)
    for hand in fetch_raw(select(*HAND).where(HandRow.play_id.in_(ids)).order_by(HandRow.number), {}):
        games[hand[PLAY_OF_HAND]].hands.append(hand)
    revisions = select(*REVISION).where(Revision.play_id.in_(ids)).order_by(Revision.id)
    for revision in fetch_raw(revisions, {}):
        games[revision[PLAY_OF_REVISION]].revisions.append(revision)
    return list(games.values())


def _read(text: str) -> Entry:
    """Return a hand given as JSON text; empty if it can't be read."""
    try:
        found = orjson.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
