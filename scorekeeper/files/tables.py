"""Tables for spreadsheets: CSV (RFC 4180) in UTF-8 with a byte order mark."""

import csv
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from io import StringIO
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import joinedload, selectinload

from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.engine import Result
from scorekeeper.rules.halves import as_number
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import capital
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import Club, Night, Play, Player, Transfer
from scorekeeper.store.plays.sheet import Sheet, scoresheet_json
from scorekeeper.store.time_zones import local

Cell: TypeAlias = str | int | float | None
CsvRow: TypeAlias = Sequence[Cell]

FORMULA = re.compile(r"""[\s"']*[=+\-@＝＋－＠]""")
"""What a text starts with that a spreadsheet would take for a formula."""

NUMBER = re.compile(r"\s?[+-]?[0-9]+(\.[0-9]+)?")

CELL_START = re.compile(r"(?<=[;\t\r\n])")
"""Where a spreadsheet that separates cells otherwise than by commas begins another one inside a text."""

GAMES_HEADER = (
    *("Night", "Started", "Ended", "Game", "Seat", "Player", "Total", "Unit"),
    *("Won", "Coins", "Hands", "Note"),
)


class ScoredGame(NamedTuple):
    """A game with what tables and logs say of it.

    Attributes:
        setup: None if its plug-in is gone.
        hands: how many there were; None if nobody can say.
        totals: the scores in seat order; None where nobody can say.
    """

    play: Play
    setup: Setup | None
    hands: int | None
    totals: Sequence[int | None]


def csv_bytes(header: Sequence[str], rows: Iterable[CsvRow]) -> bytes:
    """Return the file of a table with its header."""
    text = StringIO()
    csv.writer(text).writerows([escape_formula(cell) for cell in row] for row in (header, *rows))
    return BOM_UTF8 + text.getvalue().encode()


def escape_formula(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet evaluates: a name may be anything, even a formula."""
    if not isinstance(cell, str):
        return cell
    pieces = [
        "'" + piece if FORMULA.match(piece) and not NUMBER.fullmatch(piece) else piece
        for piece in CELL_START.split(cell)
    ]
    # Some drop a tab or the end of a line at the start, and look again.
    return ("'" if cell.startswith(("\t", "\r", "\n")) else "") + "".join(pieces)


def games_table(club: Club) -> Iterator[CsvRow]:
    """Yield a row for each player of each game (``GAMES_HEADER``), earliest first, without deleted games."""
    people = people_by_player(club.id)
    for play, setup, hands, totals in scored_games(Night.club_id == club.id):
        zone = play.night.time_zone
        times = (
            f"{local(play.night.started_at, zone):%Y-%m-%d}",
            _local_time(play.started_at, zone),
            # The clock may have been set back while they played.
            _local_time(max(play.started_at, play.ended_at), zone) if play.ended_at else "",
            title_of(play.game, play.options),
        )
        for chair, total in zip(play.seats, totals, strict=True):
            yield (
                *times,
                chair.place + 1,
                people[chair.player_id].name,
                as_number(total),
                setup.unit if setup else "",
                ("yes" if chair.won else "no") if play.ended_at else "",
                chair.payout,
                hands,
                play.note,
            )


def coins_table(night: Night) -> tuple[Sequence[str], list[CsvRow]]:
    """Return where a night's coins went, with a header: a row for each game and payment, then their sum.

    There is a column for everyone who gained or lost coins; the house, which has no name, comes last.
    """
    people = people_by_player(night.club_id)
    moves: list[tuple[datetime, str, Mapping[str, int], str]] = []
    games = select(Play).where(Play.night_id == night.id, Play.deleted_at.is_(None))
    in_order = games.order_by(Play.started_at, Play.id)
    for play in [] if night.deleted_at else db.session.scalars(in_order):
        coins: Counter[str] = Counter()
        for chair in play.seats:
            coins[people[chair.player_id].name] += chair.payout or 0
        if play.ended_at and any(coins.values()):
            moves.append((play.ended_at, title_of(play.game, play.options), coins, play.note))
    payments = select(Transfer).where(Transfer.night_id == night.id, Transfer.removed_at.is_(None))
    for row in db.session.scalars(payments.order_by(Transfer.at, Transfer.id)):
        giver, taker = (people[each].name if each else "" for each in (row.giver_id, row.taker_id))
        moves.append((row.at, capital(row.kind), {giver: -row.coins, taker: row.coins}, row.note))
    moves.sort(key=itemgetter(0))
    names = [*sorted({name for _, _, coins, _ in moves for name in coins} - {""}), ""]
    rows: list[CsvRow] = [
        (_local_time(at, night.time_zone), what, *(coins.get(name) for name in names), note)
        for at, what, coins, note in moves
    ]
    sums = [sum(coins.get(name, 0) for _, _, coins, _ in moves) for name in names]
    return ("Time", "What", *names[:-1], "House", "Note"), [*rows, ("", "Total", *sums, "")]


def hands_table(result: Result) -> tuple[Sequence[str], list[CsvRow]]:
    """Return the hands of a game with a header: dealer, bid and outcome, and everyone's score and total.

    At the end of a coin game a last row has the coins given back, if there are any.
    """
    game, table = result.setup.game, result.setup.table
    header = (
        *(capital(game.hand_noun.one), "Dealer", "Description", "Outcome", "Trump"),
        *table.players,
        *(f"{name}, total" for name in table.players),
        "Note",
    )
    rows: list[CsvRow] = []
    for number, played in enumerate(result.hands, start=1):
        there = table.at(number)
        rows.append(
            (
                number,
                table.players[played.dealer],
                game.describe(there, played),
                game.outcomes[played.outcome].words,
                getattr(played.hand, "trump", None) or "",
                *(
                    "" if seat not in there.here else as_number(score)
                    for seat, score in enumerate(played.scores)
                ),
                *(
                    "" if seat not in there.arrived else as_number(total)
                    for seat, total in enumerate(played.totals)
                ),
                played.hand.note,
            )
        )
    if result.totals != result.state.totals:
        back = [total - before for total, before in zip(result.totals, result.state.totals, strict=True)]
        rows.append(("", "", "Coins given back", "", "", *back, *result.totals, ""))
    return header, rows


def scored_games(*which: ColumnElement[bool]) -> Iterator[ScoredGame]:
    """Yield games without deleted ones, earliest first; only those that keep no result are scored."""
    shown = (*which, Play.deleted_at.is_(None), Night.deleted_at.is_(None))
    in_order = select(Play.id).join(Play.night).where(*shown).order_by(Play.started_at, Play.id)
    ids = db.session.scalars(in_order).all()
    for first in range(0, len(ids), AT_ONCE):
        some = select(Play).where(Play.id.in_(ids[first : first + AT_ONCE]))
        loaded = some.options(selectinload(Play.seats), joinedload(Play.night))
        yield from map(_scored, db.session.scalars(loaded.order_by(Play.started_at, Play.id)).all())


def _scored(play: Play) -> ScoredGame:
    setup, kept = None, [chair.total for chair in play.seats]
    with suppress(Refused):
        setup = set_up(scoresheet_json(play, play.seats, [], False), by_name=False)
    if play.ended_at and play.hands is not None:
        return ScoredGame(play, setup, play.hands, kept)
    sheet = Sheet.of(play)
    if not sheet.can_be_scored:
        return ScoredGame(play, setup, None, kept)
    totals = kept if play.ended_at else sheet.result.state.totals
    return ScoredGame(play, setup, len(sheet.result.hands), totals)


def people_by_player(club_id: int) -> dict[int, Player]:
    """Return the person whom each player of a club counts for, by the id of the player."""
    players = db.session.scalars(select(Player).where(Player.club_id == club_id)).all()
    by_id = {player.id: player for player in players}
    return {player.id: by_id[player.person_id or player.id] for player in players}


def _local_time(moment: datetime, zone: str) -> str:
    return f"{local(moment, zone):%Y-%m-%d %H:%M}"
