"""The contents of a night's page: who is here and what they won, and its games as rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.course import say_winners
from scorekeeper.rules.house import PRESENCE
from scorekeeper.rules.saying import NOTHING, And, Argument, Say
from scorekeeper.rules.strokes import Strokes
from scorekeeper.rules.table import Stay
from scorekeeper.rules.words import short_names, write_total
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.database import now
from scorekeeper.store.models import Chair, Night
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.time_zones import local
from scorekeeper.web.drawings.course import CourseDrawing, telling_course
from scorekeeper.web.drawings.layout import Tick
from scorekeeper.web.drawings.strip import Lane, Spell, draw_strip
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.wording.nights import say_progress

MOST_AT_A_GLANCE = 8
"""With more players than this, the running games come before them: they would be below the screen."""


@dataclass(frozen=True)
class GuestRow:
    """The row of a player.

    Attributes:
        person, name, short: the player, and the beginning of their name that tells it from the others.
        is_here: whether they are here, or have left and were in a game or had coins.
        lane: when they played; None before the first game.
        strokes: one for each game that they won; None if they won none, or too many.
        coins: what they have won or lost.
    """

    person: int
    name: str
    short: str
    is_here: bool
    lane: Lane | None
    strokes: StrokesDrawing | None
    coins: int

    @property
    def wins(self) -> int:
        """The number of games they won."""
        return self.lane.wins if self.lane else 0

    @property
    def plays_now(self) -> bool:
        """Return whether they are in a game that is running."""
        return self.lane is not None and any(part.running for part in self.lane.segments)


@dataclass(frozen=True)
class GuestStrip:
    """Who is here, who won what, and the coins.

    Attributes:
        rows: those who are here in order of arrival, then those who have left.
        hours: the hours above their lanes.
    """

    rows: Sequence[GuestRow]
    hours: Sequence[Tick]

    @property
    def is_long(self) -> bool:
        """Return whether running games come before it."""
        return len(self.rows) > MOST_AT_A_GLANCE

    @property
    def has_games(self) -> bool:
        """Return whether any game has begun."""
        return any(row.lane for row in self.rows)

    @property
    def has_wins(self) -> bool:
        """Return whether anyone has won a game."""
        return any(row.wins for row in self.rows)


class SideRow(NamedTuple):
    """A side of a game: the ids of its persons, their names, their total in words, and whether it won.

    The total is empty where it says nothing beyond that.
    """

    persons: Sequence[int]
    names: And
    total: str
    won: bool = False


@dataclass(frozen=True)
class GameRow:
    """A game of the night.

    Attributes:
        play_id, title: the game.
        at: when it began.
        said: how far it is, or that no hand was played; empty once it has ended after one.
        sides: everyone in a running game; the winners of one that has ended, if any.
        course: its course; None if that says nothing.
        set_aside: whether it doesn't count.
        lost_together: whether all played together, and lost.
    """

    play_id: int
    title: str
    at: datetime
    said: Argument
    sides: Sequence[SideRow]
    course: CourseDrawing | None = None
    set_aside: bool = False
    lost_together: bool = False


def guest_strip(night: Night, sheets: Iterable[Sheet], bank: Bank) -> GuestStrip:
    """Return who is here, with these games of the night and what they won in coins."""
    zone = night.time_zone
    spells = [
        Spell(
            local(sheet.play.started_at, zone),
            local(sheet.play.ended_at, zone) if sheet.play.ended_at else None,
            sheet.play.person_ids,
            [chair.person_id for chair in sheet.play.seats if chair.won and sheet.play.counts],
            _parts(sheet),
        )
        for sheet in sheets
        if not sheet.play.is_empty
    ]
    strip = draw_strip([*bank.names], spells, local(now(), zone))
    lanes: Sequence[Lane | None] = strip.lanes if strip else [None] * len(bank.names)
    shorts = short_names([*bank.names.values()])
    rows = [
        GuestRow(
            person,
            name,
            short,
            person in bank.here,
            lane,
            draw_strokes(Strokes(lane.wins, None)) if lane and lane.wins else None,
            bank.won[person],
        )
        for (person, name), short, lane in zip(bank.names.items(), shorts, lanes, strict=True)
    ]
    return GuestStrip(rows, strip.hours if strip else [])


def _parts(sheet: Sheet) -> Mapping[int, tuple[float, float]]:
    """Return which part of a game's hands those played who joined or left it, by person."""
    play = sheet.play
    hands = len(sheet.entries) + (play.ended_at is None)
    stays = {int(seat): Stay.of(said) for seat, said in play.options.get(PRESENCE, {}).items()}
    return {
        play.person_ids[seat]: (
            min(((stay.first or 1) - 1) / hands, 1),
            1 if stay.last is None else min(stay.last / hands, 1),
        )
        for seat, stay in stays.items()
        if hands
    }


def running_game(sheet: Sheet) -> GameRow:
    play = sheet.play
    if not sheet.can_be_scored:
        title = title_of(play.game, play.options)
        return GameRow(
            play.id, title, play.started_at, Say("This game can’t be shown; its hands are kept."), []
        )
    page = SheetPage(sheet)
    ids, coins = play.person_ids, page.setup.unit == "coins"
    sides = [
        SideRow([ids[seat] for seat in column.seats], And(*column.names), write_total(column.total, 0, coins))
        for column in page.columns
    ]
    said = say_progress(page.result, page.number, page.dealer)
    return GameRow(play.id, page.setup.title, play.started_at, said, sides)


def side_rows(sheet: Sheet) -> list[SideRow]:
    """Return the sides with the result that the seats keep; of a running game, everyone alone without one."""
    setup = sheet.setup if sheet.can_be_scored else None
    coins = setup is not None and setup.unit == "coins"
    totals = [chair.total for chair in sheet.play.seats if chair.total is not None]
    tells = setup is None or not totals or setup.tells_totals(totals)
    sides: dict[tuple[int | None, int], list[Chair]] = {}
    for chair in sheet.play.seats:
        alone = chair.place if chair.side is None else 0
        sides.setdefault((chair.side, alone), []).append(chair)
    return [
        SideRow(
            [chair.person_id for chair in side],
            And(*(chair.name for chair in side)),
            "" if side[0].total is None or not tells else write_total(side[0].total, 0, coins),
            bool(side[0].won),
        )
        for side in sides.values()
    ]


def is_together(sides: Sequence[SideRow]) -> bool:
    """Return whether all players of a finished game are one side, which won or lost."""
    return len(sides) == 1 and len(sides[0].persons) > 1


def finished_game(sheet: Sheet) -> GameRow:
    """Return the row of a game that has ended, as its seats keep the result."""
    play, course = sheet.play, None
    if sheet.can_be_scored and sheet.setup.unit != "coins":
        course = telling_course(sheet.result, play.person_ids)
    rows = side_rows(sheet)
    sides = [side for side in rows if side.won]
    said = say_winners(sheet.result) if play.is_empty and sheet.can_be_scored else NOTHING
    title = title_of(play.game, play.options)
    lost_together = not sides and is_together(rows)
    return GameRow(play.id, title, play.started_at, said, sides, course, play.set_aside, lost_together)
