"""Rows for spreadsheets and for other board game logs."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import selectinload

from scorekeeper.exchange.bgstats import LoggedGame, PlayerScore
from scorekeeper.exchange.csv_format import CsvRow
from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import VERSION, set_up
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import capital, listed
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Play, Player, Transfer
from scorekeeper.store.plays.damage import mended
from scorekeeper.store.plays.sheet import Sheet

PersonNames: TypeAlias = Mapping[int | None, str]
"""The names of persons by the ids of all their players."""

GAMES_HEADER = (
    *("Night", "Started", "Ended", "Game", "Seat", "Player", "Total", "Unit"),
    *("Won", "Coins", "Hands", "Note"),
)


def games_table(club: Club) -> Iterator[CsvRow]:
    """Return a row for each player of each game (``GAMES_HEADER``), earliest first, without deleted games."""
    people = _person_names(club.id)
    for play, result in _with_results(Night.club_id == club.id):
        setup = result.setup if result else None
        over = play.ended_at is not None
        for chair in play.seats:
            total = chair.total if over else result.state.totals[chair.place] if result else None
            yield (
                _local_day(play.night.started_at),
                _local_time(play.started_at),
                # The clock may have been set back while they played.
                _local_time(max(play.started_at, play.ended_at)) if play.ended_at else "",
                title_of(play.game, play.options),
                chair.place + 1,
                people[chair.player_id],
                total,
                setup.unit if setup else "",
                ("yes" if chair.won else "no") if over else "",
                chair.payout,
                len(result.hands) if result else None,
                play.note,
            )


def coins_table(night: Night) -> tuple[Sequence[str], list[CsvRow]]:
    """Return where a night's coins went, with a header: a row for each game and payment, then their sum.

    There is a column for everyone who gained or lost coins; the house comes last.
    """
    people = _person_names(night.club_id)
    moves = sorted([*_game_moves(night, people), *_payment_moves(night, people)], key=lambda move: move.at)
    # The house is the one without a name.
    names = [*sorted({name for move in moves for name in move.coins} - {""}), ""]
    rows: list[CsvRow] = [
        (_local_time(move.at), move.what, *(move.coins.get(name) for name in names), move.note)
        for move in moves
    ]
    sums = [sum(move.coins.get(name, 0) for move in moves) for name in names]
    return ("Time", "What", *names[:-1], "House", "Note"), [*rows, ("", "Total", *sums, "")]


class _Move(NamedTuple):
    """Coins that changed hands, by name; the house has none."""

    at: datetime
    what: str
    coins: Mapping[str, int]
    note: str


def _game_moves(night: Night, people: PersonNames) -> Iterator[_Move]:
    for play in _plays_with_seats(Night.id == night.id):
        coins: dict[str, int] = {}
        for chair in play.seats:
            name = people[chair.player_id]
            coins[name] = coins.get(name, 0) + (chair.payout or 0)
        if play.ended_at and any(coins.values()):
            yield _Move(play.ended_at, title_of(play.game, play.options), coins, play.note)


def _payment_moves(night: Night, people: PersonNames) -> Iterator[_Move]:
    payments = select(Transfer).where(Transfer.night_id == night.id, Transfer.taken_back_at.is_(None))
    for row in db.session.scalars(payments.order_by(Transfer.at, Transfer.id)):
        giver, taker = people.get(row.giver_id, ""), people.get(row.taker_id, "")
        yield _Move(row.at, capital(row.kind), {giver: -row.coins, taker: row.coins}, row.note)


def logged_games(which: ColumnElement[bool], club_id: int) -> list[LoggedGame]:
    """Return the finished games among these for other logs, without deleted ones, earliest first."""
    people = _person_names(club_id)
    return [
        _log_game(play, result, people) for play, result in _with_results(which) if play.ended_at and result
    ]


def _log_game(play: Play, result: Result, people: PersonNames) -> LoggedGame:
    assert play.ended_at
    setup = result.setup
    game, table = setup.game, setup.table
    teams = {
        seat: listed(table.names(side)) if len(side) > 1 else ""
        for side in game.sides(table)
        for seat in side
    }
    starter = _starter(setup)
    return LoggedGame(
        uid=play.uid,
        key=game.key if setup.title == game.name else f"{game.key} {setup.title.casefold()}",
        game=setup.title,
        highest_wins=_highest_wins(setup),
        started_at=play.started_at,
        ended_at=play.ended_at,
        note=play.note,
        hands=len(result.hands),
        scores=[
            PlayerScore(
                player=people[chair.player_id],
                total=chair.total or 0,
                won=bool(chair.won),
                first=chair.place == starter,
                team=teams[chair.place],
            )
            for chair in play.seats
        ],
    )


def _starter(setup: Setup) -> int:
    """Return the seat that started the first hand: whose turn it was, or the player left of the dealer."""
    game, table = setup.game, setup.table
    turn = setup.turn(setup.opening)
    if turn is not None:
        return turn
    return table.left_of(setup.dealer) if game.deal.deals else setup.dealer


def _highest_wins(setup: Setup) -> bool:
    """Return whether the highest total leads: under the default house rules, or those of a named game."""
    game, players = setup.game, list(setup.table.players)
    if setup.title != game.name:
        return not setup.lowest_wins
    sheet = {"scoresheet": VERSION, "game": game.key, "players": players, "hands": []}
    return not set_up(sheet).lowest_wins


def _plays_with_seats(which: ColumnElement[bool]) -> Sequence[Play]:
    wanted = select(Play).join(Play.night).where(which, Play.deleted_at.is_(None), Night.deleted_at.is_(None))
    loaded = wanted.options(selectinload(Play.seats), selectinload(Play.night))
    return db.session.scalars(loaded.order_by(Play.started_at, Play.id)).all()


def _with_results(which: ColumnElement[bool]) -> Iterator[tuple[Play, Result | None]]:
    """Return plays with their results; None if a game can no longer be scored, its plug-in being gone."""
    for sheet in map(mended, Sheet.of_all(_plays_with_seats(which))):
        assert isinstance(sheet.play, Play)
        try:
            yield sheet.play, sheet.result
        except Refused:
            yield sheet.play, None


def _person_names(club_id: int) -> PersonNames:
    """Return the name of the person whom each player counts for, by the id of the player."""
    rows = db.session.execute(
        select(Player.id, Player.name, PERSON.label("person")).where(Player.club_id == club_id)
    )
    found = rows.all()
    names = {row.id: row.name for row in found}
    return {row.id: names[row.person] for row in found}


def _local_day(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d}"


def _local_time(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"
