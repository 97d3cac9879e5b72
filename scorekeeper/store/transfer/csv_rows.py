"""Rows for spreadsheets and for other board game logs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, selectinload

from scorekeeper.exchange.bgstats import LoggedGame, PlayerScore
from scorekeeper.exchange.csv_format import CsvRow
from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import VERSION, set_up
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import capital, listed
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import Chair, Club, Night, Play, Player, Transfer
from scorekeeper.store.plays.damage import mended
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.time_zones import local

PersonNames: TypeAlias = Mapping[int | None, str]
"""The names of persons by the ids of all their players."""

MOST_FACTS = 500
"""Ways to play a game of which the rules are asked once."""

PLAY = (
    *(Play.id, Play.uid, Play.game, Play.options, Play.dealer, Play.started_at, Play.ended_at),
    *(Play.note, Play.hands, Night.started_at.label("night_started_at"), Night.time_zone),
)
CHAIR = (
    *(Chair.play_id, Chair.place, Chair.player_id, Player.name),
    *(Chair.total, Chair.won, Chair.payout),
)

GAMES_HEADER = (
    *("Night", "Started", "Ended", "Game", "Seat", "Player", "Total", "Unit"),
    *("Won", "Coins", "Hands", "Note"),
)


class _Facts(NamedTuple):
    """What only the rules say about a game, and what is the same for everyone who plays it alike.

    Attributes:
        key: what tells the game from others, which may have names of their own.
        starter: the seat that started the first hand.
        highest_wins: whether the highest total leads under the default house rules, or those of a named game.
    """

    key: str
    title: str
    unit: str
    sides: Sequence[Sequence[int]]
    starter: int
    highest_wins: bool


class _Game(NamedTuple):
    """A game with its seats, as far as it is kept with its result.

    Attributes:
        facts: None if its plug-in is gone.
        hands: how many there were; None if nobody can say.
        totals: the scores in seat order, which are kept only once it is over.
    """

    play: Any
    seats: Sequence[Any]
    facts: _Facts | None
    hands: int | None
    totals: Sequence[int | None]


def games_table(club: Club) -> Iterator[CsvRow]:
    """Yield a row for each player of each game (``GAMES_HEADER``), earliest first, without deleted games."""
    people = _person_names(club.id)
    for play, seats, facts, hands, totals in _games(Night.club_id == club.id):
        over = play.ended_at is not None
        times = (
            f"{local(play.night_started_at, play.time_zone):%Y-%m-%d}",
            _local_time(play.started_at, play.time_zone),
            # The clock may have been set back while they played.
            _local_time(max(play.started_at, play.ended_at), play.time_zone) if over else "",
            title_of(play.game, play.options),
        )
        for chair, total in zip(seats, totals, strict=True):
            yield (
                *times,
                chair.place + 1,
                people[chair.player_id],
                total,
                facts.unit if facts else "",
                ("yes" if chair.won else "no") if over else "",
                chair.payout,
                hands,
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
        (
            _local_time(move.at, night.time_zone),
            move.what,
            *(move.coins.get(name) for name in names),
            move.note,
        )
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
    payments = select(Transfer).where(Transfer.night_id == night.id, Transfer.removed_at.is_(None))
    for row in db.session.scalars(payments.order_by(Transfer.at, Transfer.id)):
        giver, taker = people.get(row.giver_id, ""), people.get(row.taker_id, "")
        yield _Move(row.at, capital(row.kind), {giver: -row.coins, taker: row.coins}, row.note)


def logged_games(which: ColumnElement[bool], club_id: int) -> Iterator[LoggedGame]:
    """Yield the finished games among these for other logs, without deleted ones, earliest first."""
    people, uids = _person_names(club_id), _person_uids(club_id)
    for play, seats, facts, hands, _ in _games(which, Play.ended_at.is_not(None)):
        if facts is None or hands is None:
            continue
        teams = {
            seat: listed([seats[each].name for each in side]) if len(side) > 1 else ""
            for side in facts.sides
            for seat in side
        }
        yield LoggedGame(
            uid=play.uid,
            key=facts.key,
            game=facts.title,
            highest_wins=facts.highest_wins,
            started_at=local(play.started_at, play.time_zone),
            ended_at=play.ended_at,
            note=play.note,
            hands=hands,
            scores=[
                PlayerScore(
                    uid=uids[chair.player_id],
                    player=people[chair.player_id],
                    total=chair.total or 0,
                    won=bool(chair.won),
                    first=chair.place == facts.starter,
                    team=teams[chair.place],
                )
                for chair in seats
            ],
        )


def _games(*which: ColumnElement[bool]) -> Iterator[_Game]:
    """Yield games with what is kept of them, some at a time; only those without a result are scored."""
    shown = (*which, Play.deleted_at.is_(None), Night.deleted_at.is_(None))
    in_order = select(Play.id).join(Play.night).where(*shown).order_by(Play.started_at, Play.id)
    ids = db.session.scalars(in_order).all()
    for at in range(0, len(ids), AT_ONCE):
        some = ids[at : at + AT_ONCE]
        plays = select(*PLAY).join(Play.night).where(Play.id.in_(some)).order_by(Play.started_at, Play.id)
        seats: dict[int, list[Any]] = {play_id: [] for play_id in some}
        sat = select(*CHAIR).join(Chair.player).where(Chair.play_id.in_(some)).order_by(Chair.place)
        for chair in db.session.execute(sat):
            seats[chair.play_id].append(chair)
        found = db.session.execute(plays).all()
        results = _results([play.id for play in found if play.ended_at is None or play.hands is None])
        for play in found:
            chairs = seats[play.id]
            totals = [chair.total for chair in chairs]
            hands, scored = results.get(play.id, (play.hands, totals))
            facts = _facts(play.game, as_text(play.options), play.dealer, len(chairs))
            yield _Game(play, chairs, facts, hands, totals if play.ended_at else scored)


def _results(play_ids: Sequence[int]) -> dict[int, tuple[int | None, Sequence[int | None]]]:
    """Return how many hands these games have, and their totals; None for each if its plug-in is gone."""
    found: dict[int, tuple[int | None, Sequence[int | None]]] = {}
    plays = _plays_with_seats(Play.id.in_(play_ids)) if play_ids else []
    for sheet in map(mended, Sheet.of_all(plays)):
        try:
            found[sheet.play.id] = len(sheet.result.hands), sheet.result.state.totals
        except Refused:
            found[sheet.play.id] = None, [None] * len(sheet.play.seats)
    for play in plays:
        db.session.expunge(play)
    return found


@lru_cache(MOST_FACTS)
def _facts(key: str, options: str, dealer: int, seats: int) -> _Facts | None:
    players = [f"Player {seat + 1}" for seat in range(seats)]
    sheet = {"scoresheet": VERSION, "game": key, "players": players, "dealer": dealer, "hands": []}
    try:
        setup = set_up({**sheet, "options": json.loads(options)}, by_name=False)
        game, table = setup.game, setup.table
        is_named = setup.title != game.name
        return _Facts(
            key=f"{key} {setup.title.casefold()}" if is_named else key,
            title=setup.title,
            unit=setup.unit,
            sides=game.sides(table),
            starter=_starter(setup),
            highest_wins=not (setup if is_named else set_up(sheet, by_name=False)).lowest_wins,
        )
    except Refused:
        return None


def _starter(setup: Setup) -> int:
    """Return the seat that started the first hand: whose turn it was, or the player left of the dealer."""
    game, table = setup.game, setup.table
    turn = setup.turn(setup.opening)
    if turn is not None:
        return turn
    return table.left_of(setup.dealer) if game.deal.deals else setup.dealer


def _plays_with_seats(which: ColumnElement[bool]) -> Sequence[Play]:
    wanted = select(Play).join(Play.night).where(which, Play.deleted_at.is_(None), Night.deleted_at.is_(None))
    loaded = wanted.options(selectinload(Play.seats), selectinload(Play.night))
    return db.session.scalars(loaded.order_by(Play.started_at, Play.id)).all()


def _person_names(club_id: int) -> PersonNames:
    """Return the name of the person whom each player counts for, by the id of the player."""
    return _by_person(club_id, Player.name)


def _person_uids(club_id: int) -> Mapping[int | None, str]:
    """Return the uid of the person whom each player counts for, by the id of the player."""
    return _by_person(club_id, Player.uid)


def _by_person(club_id: int, column: InstrumentedAttribute[str]) -> dict[int | None, str]:
    rows = select(Player.id, column.label("value"), PERSON.label("person")).where(Player.club_id == club_id)
    found = db.session.execute(rows).all()
    values = {row.id: row.value for row in found}
    return {row.id: values[row.person] for row in found}


def _local_time(moment: datetime, zone: str) -> str:
    return f"{local(moment, zone):%Y-%m-%d %H:%M}"
