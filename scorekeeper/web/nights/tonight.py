"""The contents of a night's page: who is here and what they won, and its games as rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.course import say_winners
from scorekeeper.rules.engine import Result
from scorekeeper.rules.house import PRESENCE
from scorekeeper.rules.saying import NOTHING, And, Argument, Dots, Numbered, Say, Spelled
from scorekeeper.rules.strokes import Strokes
from scorekeeper.rules.table import Stay
from scorekeeper.rules.words import short_names, write_total
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.database import now
from scorekeeper.store.history.seasons import WINS, SeasonRules, season_of_day, season_table
from scorekeeper.store.models import Chair, GameTable, Night, Play, Season
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.time_zones import evening_of, local
from scorekeeper.web.drawings.course import CourseDrawing, telling_course
from scorekeeper.web.drawings.layout import Tick
from scorekeeper.web.drawings.strip import Lane, Spell, draw_strip
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes
from scorekeeper.web.filters import table_name
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.wording.nights import say_leader, say_progress

MOST_AT_A_GLANCE = 8
"""With more players than this, the running games come before them: they would be below the screen."""

MOST_PLAYED = 8
"""The most games that have ended of which boards say who won them."""


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
    def plays_now(self) -> int:
        """The number of running games that they are in."""
        return sum(part.running for part in self.lane.segments) if self.lane else 0


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
    """A side of a game.

    Attributes:
        persons, names: the ids of its persons, and their names.
        total: in words; empty where it says nothing beyond who won.
        won: whether it won.
        lead: the word for a side that is ahead; nothing for the others.
    """

    persons: Sequence[int]
    names: And
    total: str
    won: bool = False
    lead: Say = NOTHING


@dataclass(frozen=True)
class GameRow:
    """A game of the night.

    Attributes:
        play_id, title: the game.
        at: when it began.
        table: the table at which it is played, if the night has several.
        said: how far it is, or that no hand was played; empty once it has ended after one.
        sides: everyone in a running game; the winners of one that has ended, if any.
        course: its course; None if that says nothing.
        set_aside: whether it doesn't count.
        lost_together: whether all played together, and lost.
        result: the score of a running game.
        persons: the ids of everyone in a running game.
        ended: whether it has ended.
    """

    play_id: int
    title: str
    at: datetime
    table: GameTable | None
    said: Argument = NOTHING
    sides: Sequence[SideRow] = ()
    course: CourseDrawing | None = None
    set_aside: bool = False
    lost_together: bool = False
    result: Result | None = None
    persons: Sequence[int] = ()
    ended: bool = False

    @property
    def told(self) -> Dots:
        """The game with who leads, or who has won."""
        if not self.ended:
            return Dots(self.title, say_leader(self.result) if self.result else self.said)
        won = Say("{names} won.", names=And(*(name for side in self.sides for name in side.names)))
        return Dots(self.title, won if self.sides else self.said or Say("Nobody won."))

    @property
    def place(self) -> Argument:
        """The game with its table, if the night has several."""
        return say_place(self.title, self.table)

    @property
    def last(self) -> Say:
        """What its last hand came to; nothing before it."""
        result = self.result
        if not result or not result.hands:
            return NOTHING
        hand = Numbered(result.setup.game.hand_noun, len(result.hands))
        return Say("{Hand}: {summary}", hand=hand, summary=result.setup.summary(result.hands[-1]))


def say_place(title: str, table: GameTable | None) -> Argument:
    """Return the name of a game with its table, if it has one."""
    return Say("{game} at {table}", game=title, table=table_name(table)) if table else title


class TablePlace(NamedTuple):
    """A table of the night, or none where it has just one, and the game there, or the last one, if any."""

    table: GameTable | None
    game: GameRow | None


class PlayedGame(NamedTuple):
    """A game of the night that has ended, and the ids of those who won it."""

    title: str
    winners: Sequence[int]


class NightStanding(NamedTuple):
    """The standing of a night.

    Attributes:
        strip: the players, the best first.
        season, points: the season of the night that counts points, and what they got in it.
        has_coins: whether any coins moved.
        played: the last games that ended and count, the newest last.
    """

    strip: GuestStrip
    season: Season | None
    points: Mapping[int, int]
    has_coins: bool
    played: Sequence[PlayedGame]


def sheets_of_night(night: Night) -> list[Sheet]:
    """Return the games of a night that were not deleted, the newest first."""
    return [*Sheet.of_all([play for play in plays_of_night(night) if play.deleted_at is None])]


def night_standing(night: Night, sheets: Sequence[Sheet]) -> NightStanding:
    """Return who has won what on a night, given its games that were not deleted."""
    bank = bank_of(night, sheets)
    strip = guest_strip(night, sheets, bank)
    season, points = season_points(night, [sheet.play for sheet in sheets])

    def rank(row: GuestRow) -> tuple[bool, int, int, int]:
        return row.person not in points, -points.get(row.person, 0), -row.wins, -row.coins

    over = [sheet.play for sheet in sheets if sheet.play.ended_at and sheet.play.counts]
    played = [
        PlayedGame(title_of(play.game, play.options), [chair.person_id for chair in play.seats if chair.won])
        for play in sorted(over, key=lambda play: play.ended_at or now())[-MOST_PLAYED:]
    ]
    return NightStanding(replace(strip, rows=sorted(strip.rows, key=rank)), season, points, bank.used, played)


def season_points(night: Night, plays: Iterable[Play]) -> tuple[Season | None, Mapping[int, int]]:
    """Return the season of a night's day, and what each person got in these games as it counts them.

    There is neither if it counts games won.
    """
    moments = [night.started_at, *(play.started_at for play in plays)]
    days = [evening_of(moment, night.time_zone) for moment in moments]
    season = season_of_day(night.club_id, days[0])
    if season is None or (rules := SeasonRules.of_season(season)).counting == WINS:
        return None, {}
    table = season_table(night.club_id, max(min(days), season.since), min(max(days), season.until), rules)
    return season, {
        row.person_id: sum(result.points for result in row.results if result.night_id == night.id)
        for row in table.rows
    }


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


def game_row(sheet: Sheet) -> GameRow:
    """Return the row of a game without its result."""
    play, title = sheet.play, title_of(sheet.play.game, sheet.play.options)
    over = play.ended_at is not None
    return GameRow(play.id, title, play.started_at, play.table, set_aside=play.set_aside, ended=over)


def running_game(sheet: Sheet, most: int | None = None) -> GameRow:
    """Return the row of a running game; of more than ``most`` sides those who lead."""
    row, play = game_row(sheet), sheet.play
    if not sheet.can_be_scored:
        return replace(row, said=Say("This game can’t be shown; its hands are kept."))
    page = SheetPage(sheet)
    ids, coins = play.person_ids, page.setup.unit == "coins"
    sides = [
        SideRow(
            [ids[seat] for seat in column.seats],
            And(*column.names),
            write_total(column.total, 0, coins),
            lead=column.lead,
        )
        for column in (page.columns if most is None or len(page.columns) <= most else page.standings[:most])
    ]
    said = say_progress(page.result, page.number, page.dealer)
    return replace(row, said=said, sides=sides, result=page.result, persons=ids)


def seated_twice(rows: Iterable[GuestRow], games: Sequence[GameRow]) -> list[Say]:
    """Return who of these players is in several of these running games, and in which."""
    found: dict[tuple[int, ...], list[str]] = {}
    for row in rows:
        if row.plays_now > 1:
            theirs = tuple(game.play_id for game in games if row.person in game.persons)
            found.setdefault(theirs, []).append(row.name)
    one = "{names} sits in {count} running games: {games}."
    several = "{names} sit in {count} running games: {games}."
    places = {game.play_id: game.place for game in games}
    return [
        Say(
            *(one, several, len(names)),
            names=And(*names),
            count=Spelled(len(theirs)),
            games=And(*(places[play_id] for play_id in theirs)),
        )
        for theirs, names in found.items()
    ]


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
    row, play, course = game_row(sheet), sheet.play, None
    if sheet.can_be_scored and sheet.setup.unit != "coins":
        course = telling_course(sheet.result, play.person_ids)
    rows = side_rows(sheet)
    sides = [side for side in rows if side.won]
    said = say_winners(sheet.result) if play.is_empty and sheet.can_be_scored else NOTHING
    lost = not sides and is_together(rows)
    return replace(row, said=said, sides=sides, course=course, lost_together=lost)


def games_at_tables(night: Night, sheets: Sequence[Sheet], most: int | None = None) -> list[TablePlace]:
    """Return what is played at each table, or was last; after them the running games that are at none.

    ``sheets`` are the games of the night, newest first; ``most`` is that of ``running_game``.
    """
    tables = {table.id: table for table in night.tables}
    found = []
    for table in [*tables.values(), None]:
        theirs = [sheet for sheet in sheets if tables.get(sheet.play.table_id or 0) is table]
        games = [running_game(sheet, most) for sheet in theirs if not sheet.play.ended_at]
        if table and not games:
            games = [finished_game(sheet) for sheet in theirs[:1]]
        found += [TablePlace(table, game) for game in games] or [TablePlace(table, None)] * bool(table)
    return found
