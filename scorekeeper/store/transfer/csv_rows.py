"""What is kept, as rows for spreadsheets and for other loggers."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import selectinload

from scorekeeper.exchange.bgstats import Logged, Score
from scorekeeper.exchange.csv_format import Row
from scorekeeper.rules.catalogue import name_of
from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import VERSION, Setup, set_up
from scorekeeper.rules.words import listed
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Play, Player, Transfer
from scorekeeper.store.plays.sheet import Sheet

GAMES = (
    *("Night", "Began", "Ended", "Game", "Seat", "Player", "Total", "Scored in"),
    *("Won", "Coins", "Hands", "Note"),
)


def games_table(club: Club) -> Iterator[Row]:
    """The club's games but the deleted ones, the earliest first: a row for each player, as ``GAMES`` says."""
    people = _people(club.id)
    for play, result in _scored(Night.club_id == club.id):
        setup = result.setup if result else None
        over = play.ended_at is not None
        for chair in play.seats:
            total = chair.total if over else result.state.totals[chair.place] if result else None
            yield (
                _day(play.night.started_at),
                _time(play.started_at),
                _time(play.ended_at) if play.ended_at else "",
                name_of(play.game),
                chair.place + 1,
                people[chair.player_id],
                total,
                setup.game.unit(setup.table) if setup else "",
                ("yes" if chair.won else "no") if over else "",
                chair.payout,
                len(result.hands) if result else None,
                play.note,
            )


def coins_table(night: Night) -> tuple[Sequence[str], list[Row]]:
    """Where a night's coins went, with header: a column for everybody and the house, a row for each game
    and entry, and their sum."""
    people = _people(night.club_id)
    moved: list[tuple[datetime, str, dict[str, int], str]] = []
    for play in _plays(Night.id == night.id):
        paid: dict[str, int] = {}
        for chair in play.seats:
            paid[people[chair.player_id]] = paid.get(people[chair.player_id], 0) + (chair.payout or 0)
        if play.ended_at and any(paid.values()):
            moved.append((play.ended_at, name_of(play.game), paid, play.note))
    entries = select(Transfer).where(Transfer.night_id == night.id, Transfer.taken_back_at.is_(None))
    for entry in db.session.scalars(entries.order_by(Transfer.at, Transfer.id)):
        gave, took = people.get(entry.giver_id, ""), people.get(entry.taker_id, "")
        moved.append((entry.at, entry.kind.capitalize(), {gave: -entry.coins, took: entry.coins}, entry.note))
    # The house is the one without a name, and stands last.
    names = sorted({name for _, _, paid, _ in moved for name in paid} - {""})
    moved.sort(key=lambda row: row[0])
    rows: list[Row] = [
        (_time(at), what, *(paid.get(name) for name in (*names, "")), note) for at, what, paid, note in moved
    ]
    sums = [sum(paid.get(name, 0) for _, _, paid, _ in moved) for name in (*names, "")]
    return ("Time", "What", *names, "The house", "Note"), [*rows, ("", "Together", *sums, "")]


def logged(which: ColumnElement[bool], club_id: int) -> list[Logged]:
    """The finished games among some that are not deleted, the earliest first."""
    people = _people(club_id)
    return [_logged(play, result, people) for play, result in _scored(which) if play.ended_at and result]


def _logged(play: Play, result: Result, people: dict[int | None, str]) -> Logged:
    assert play.ended_at
    setup = result.setup
    game, table = setup.game, setup.table
    teams = {
        seat: listed(table.names(side)) if len(side) > 1 else ""
        for side in game.sides(table)
        for seat in side
    }
    first = _first(setup)
    return Logged(
        uid=play.uid,
        key=game.key,
        game=game.name,
        highest_wins=_highest_wins(game, table.players),
        started_at=play.started_at,
        ended_at=play.ended_at,
        note=play.note,
        hands=len(result.hands),
        scores=[
            Score(
                player=people[chair.player_id],
                total=chair.total or 0,
                won=bool(chair.won),
                first=chair.place == first,
                team=teams[chair.place],
            )
            for chair in play.seats
        ],
    )


def _first(setup: Setup) -> int:
    """Who began the first hand: whose turn it was, else whoever sits left of the dealer."""
    game, table = setup.game, setup.table
    turn = game.turn(table, game.opening(table, setup.dealer))
    if turn is not None:
        return turn
    return table.left_of(setup.dealer) if game.deal[0] else setup.dealer


def _highest_wins(game: Game[Any, Any], players: Sequence[str]) -> bool:
    """Whether the highest total leads where no house rule says otherwise."""
    sheet = {"scoresheet": VERSION, "game": game.key, "players": list(players), "hands": []}
    return not game.lowest_wins(set_up(sheet).table)


def _plays(which: ColumnElement[bool]) -> Sequence[Play]:
    wanted = select(Play).join(Play.night).where(which, Play.deleted_at.is_(None), Night.deleted_at.is_(None))
    loaded = wanted.options(selectinload(Play.seats), selectinload(Play.night))
    return db.session.scalars(loaded.order_by(Play.started_at, Play.id)).all()


def _scored(which: ColumnElement[bool]) -> Iterator[tuple[Play, Result | None]]:
    """Games with their results; None where a game cannot be scored any more, its package being gone."""
    for sheet in Sheet.of_all(_plays(which)):
        assert isinstance(sheet.play, Play)
        try:
            yield sheet.play, sheet.result
        except Refused:
            yield sheet.play, None


def _people(club_id: int) -> dict[int | None, str]:
    """What everybody's person is called, by the id of the player."""
    rows = db.session.execute(
        select(Player.id, Player.name, PERSON.label("person")).where(Player.club_id == club_id)
    )
    found = rows.all()
    names = {row.id: row.name for row in found}
    return {row.id: names[row.person] for row in found}


def _day(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d}"


def _time(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"
