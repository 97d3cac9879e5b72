"""Tables for spreadsheets: CSV (RFC 4180) in UTF-8 with a byte order mark.

Where numbers have a decimal comma, spreadsheets expect semicolons between cells.
"""

import csv
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from io import StringIO
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import joinedload, selectinload

from scorekeeper.files.documents import HandDocument
from scorekeeper.files.published import hand_document
from scorekeeper.files.schema import json_text, public_fields
from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.engine import Result
from scorekeeper.rules.halves import as_number
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import capital
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.coins.bank import COST, OWED, Bank, Party, Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.history.paging import Columns
from scorekeeper.store.models import NOT_EMPTY, Chair, Club, GameTable, Night, Play, Player
from scorekeeper.store.plays.sheet import Sheet, setup_of
from scorekeeper.store.text_order import name_order
from scorekeeper.store.time_zones import local

Cell: TypeAlias = str | int | float | Decimal | None
CsvRow: TypeAlias = Sequence[Cell]

COMMA, SEMICOLON = ",", ";"

PLAIN = re.compile(r"(?:\w[^,;\t\r\n]*)?\Z")
"""What nearly every text is like: no spreadsheet finds anything in it."""


def _formulas(ends: str) -> re.Pattern[str]:
    """Return what is found where a spreadsheet would begin a formula, if cells end with these signs."""
    blank, number = rf"""(?:[^\S{ends}]|["'])*""", r"\s?[+-]?[0-9]+(?:\.[0-9]+)?\Z"
    return re.compile(rf"(?:\A|(?<=[{ends}]))(?!{number})(?={blank}[=+\-@＝＋－＠])")


FORMULAS = {COMMA: _formulas(r";\t\r\n"), SEMICOLON: _formulas(r",\t\r\n")}
"""What is found in a text by its file's separator, as other spreadsheets separate cells in another way."""


GAME_COLUMNS = (
    "Night",
    "Started",
    "Ended",
    "Game",
    "Seat",
    "Player",
    "Total",
    "Unit",
    "Won",
    "Coins",
    "Hands",
    "Note",
    "Id",
    "Rules",
    "Player id",
    "Counts",
    "Team",
    "Table",
)
"""The headings of the table of games; ``files/plays_csv.py`` reads it again."""

HEADINGS = {"outcome_text": "Outcome", "outcome": "Outcome key", "because": "Reasons"}
"""The columns of the table of hands that are called otherwise than in their documents."""


GAMES = (
    select(
        Play.id,
        Play.uid,
        Play.game,
        Play.options,
        Play.dealer,
        Play.started_at,
        Play.ended_at,
        Play.note,
        Play.hands,
        Play.set_aside,
        Night.started_at.label("evening"),
        Night.time_zone,
        GameTable.name.label("table"),
    )
    .join(Play.night)
    .outerjoin(Play.table)
)
CHAIRS = (
    select(
        Chair.play_id, Chair.place, Chair.total, Chair.won, Chair.payout, Player.name, PERSON.label("person")
    )
    .join(Chair.player)
    .join(Play, Play.id == Chair.play_id)
    .join(Play.night)
)
"""What the table of games has of these, and of their chairs with the names that the players have there."""


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


def csv_bytes(header: Iterable[str], rows: Iterable[CsvRow], separator: str = COMMA) -> bytes:
    """Return the file of a table with its header; with semicolons, its numbers have a decimal comma."""
    text = StringIO()
    lines = (
        [
            escape_formula(cell, separator) if isinstance(cell, str) else _number(cell, separator)
            for cell in row
        ]
        for row in chain([header], rows)
    )
    csv.writer(text, delimiter=separator).writerows(lines)
    return BOM_UTF8 + text.getvalue().encode()


def _number(cell: Cell, separator: str) -> Cell:
    is_decimal = separator == SEMICOLON and isinstance(cell, float | Decimal)
    return str(cell).replace(".", ",") if is_decimal else cell


def escape_formula(cell: Cell, separator: str = COMMA) -> Cell:
    """Return a cell that no spreadsheet evaluates: a name may be anything, even a formula."""
    if not isinstance(cell, str) or PLAIN.match(cell):
        return cell
    # Some drop a tab or the end of a line at the start, and look again.
    return ("'" if cell.startswith(("\t", "\r", "\n")) else "") + FORMULAS[separator].sub("'", cell)


def games_table(club: Club) -> Iterator[CsvRow]:
    """Yield a row for each player of each game (``GAME_COLUMNS``), earliest first, without deleted games.

    The tables are read by their columns, as there may be thousands of games.
    """
    people = {one.id: one for one in db.session.scalars(select(Player).where(Player.club_id == club.id))}
    chairs: dict[int, list[Any]] = {}
    for chair in db.session.execute(_shown(CHAIRS, Night.club_id == club.id).order_by(Chair.place)):
        chairs.setdefault(chair.play_id, []).append(chair)
    no_result = or_(Play.ended_at.is_(None), Play.hands.is_(None))
    scored = {one.play.id: one for one in scored_games(Night.club_id == club.id, no_result)}
    setups: dict[object, Setup | None] = {}
    games = _shown(GAMES, Night.club_id == club.id).order_by(Play.started_at, Play.id)
    for play in db.session.execute(games):
        seats, one = chairs.get(play.id, []), scored.get(play.id)
        hands, totals = (one.hands, one.totals) if one else (play.hands, [seat.total for seat in seats])
        # Few games have house rules that no other has, and reading them takes longer than all the rest.
        agreed = play.game, str(play.options), len(seats)
        if agreed not in setups:
            setups[agreed] = setup_of(play, seats)
        setup, zone, title = setups[agreed], play.time_zone, title_of(play.game, play.options)
        unit, teams = setup.unit if setup else None, _teams(setup, len(seats))
        if setup and play.ended_at and not setup.tells_totals([total or 0 for total in totals]):
            totals = [None] * len(seats)
        # The clock may have been set back while they played.
        ended_at = play.ended_at and max(play.started_at, play.ended_at)
        times = f"{local(play.evening, zone):%Y-%m-%d}", _cell(play.started_at, zone), _cell(ended_at, zone)
        ids, counts = (play.note, play.uid, play.game), _cell(not play.set_aside)
        for seat, total, team in zip(seats, totals, teams, strict=True):
            who, result = people[seat.person], (_cell(total), unit, _cell(seat.won), seat.payout, hands)
            yield [*times, title, seat.place + 1, who.name, *result, *ids, who.uid, counts, team, play.table]


def _teams(setup: Setup | None, seats: int) -> list[int | None]:
    """Return the number of the team of each seat, from 1; None for someone who plays alone."""
    teams: list[int | None] = [None] * seats
    for number, side in enumerate(setup.sides if setup else (), start=1):
        for seat in side if len(side) > 1 else ():
            teams[seat] = number
    return teams


def _cell(value: Any, zone: str = "") -> Cell:
    """Return what a document says as tables have it: times of a zone, yes and no, JSON of what has parts."""
    match value:
        case datetime():
            return _local_time(value, zone)
        case bool():
            return "yes" if value else "no"
        case tuple():
            return json_text(value)
    return as_number(value)


def coins_table(night: Night) -> tuple[Sequence[str], list[CsvRow]]:
    """Return where a night's coins and money went, with a header and a total of each unit at the end.

    There is a row for each finished game, each shared cost and each other posting, and a column for everyone
    who gained or lost anything; the house comes last. A cost or the tab is a gain of those who are owed it,
    until they are paid. Where coins have a value, what they are worth is added to the money, whose total
    then is what everyone still gets or pays.
    """
    bank = bank_of(night)
    moves = sorted(_moves(night, bank), key=lambda move: move.at)
    people = {person for move in moves for person in move.gains if person is not None}
    columns: list[Party] = [*sorted(people, key=lambda person: name_order(bank.names[person])), None]
    units = {False: "coins", True: night.currency or "money"}

    def cells(what: str, in_money: bool, gains: Mapping[Any, int], with_zeros: bool = False) -> CsvRow:
        shown = (gains.get(party, 0 if with_zeros else None) for party in columns)
        return (what, units[in_money], *(map(_in_units, shown) if in_money else shown))

    rows: list[CsvRow] = [
        (_local_time(move.at, night.time_zone), *cells(move.what, move.in_money, move.gains), move.note)
        for move in moves
    ]
    sums: dict[bool, Counter[Party]] = {False: Counter(), True: Counter()}
    for move in moves:
        sums[move.in_money].update(move.gains)
    rows.append(("", *cells("Total", False, sums[False], with_zeros=True), ""))
    if bank.in_money:
        worth = {person: open_amount - sums[True][person] for person, open_amount in bank.open.items()}
        rows.append(("", *cells("Coins in money", True, worth, with_zeros=True), ""))
        rows.append(("", *cells("Still to pay", True, bank.open, with_zeros=True), ""))
    names = ("House" if party is None else bank.names[party] for party in columns)
    return ("Time", "What", "Unit", *names, "Note"), rows


def _moves(night: Night, bank: Bank) -> list["_Move"]:
    """Return what games, shared costs and other postings moved; the shares of a cost are one move."""
    moves: list[_Move] = []
    for game in [] if night.deleted_at else bank.games:
        if game.ended_at and game.paid:
            note = db.session.get_one(Play, game.play_id).note
            moves.append(_Move(game.ended_at, game.name, False, Counter(game.coins), note))
    costs: dict[tuple[object, ...], _Move] = {}
    for posting in (*bank.counting, *(one for one in bank.moved if one.counts)):
        shares = (posting.tap, posting.giver, posting.in_money, posting.note)
        if posting.kind == COST and shares in costs:
            costs[shares].gains.update(_gains(posting))
            continue
        what = capital(posting.kind)
        if posting.other and posting.other.started_at:
            day = local(posting.other.started_at, night.time_zone)
            what += f", {'to' if posting.moved_on else 'from'} {day:%Y-%m-%d}"
        moves.append(_Move(posting.at, what, posting.in_money, _gains(posting), posting.said_note))
        if posting.kind == COST:
            costs[shares] = moves[-1]
    return moves


class _Move(NamedTuple):
    """Coins or money that were won, changed hands or are owed; ``gains`` is negative for those who lost."""

    at: datetime
    what: str
    in_money: bool
    gains: Counter[Party]
    note: str


def _gains(posting: Posting) -> Counter[Party]:
    """Return what each party gains by a posting, or is owed."""
    gained = -posting.coins if posting.counts_as in OWED else posting.coins
    gains: Counter[Party] = Counter({posting.taker: gained})
    gains[posting.giver] -= gained
    return gains


def _in_units(hundredths: int | None) -> Decimal | None:
    """Return an amount of money as a spreadsheet has it: -12.50."""
    return None if hundredths is None else Decimal(hundredths).scaleb(-2)


def hands_table(result: Result) -> tuple[Sequence[str], list[CsvRow]]:
    """Return the hands of a game with a header: dealer, bid and outcome, and everyone's score and total.

    At the end of a coin game a last row has the coins given back, if there are any.
    """
    keys, players = public_fields(HandDocument), result.setup.table.players
    headings = {key: [HEADINGS.get(key, key.capitalize())] for key in keys}
    headings |= {"number": [capital(result.setup.game.hand_noun.one)], "scores": [*players]}
    headings["totals"] = [f"{name}, total" for name in players]

    def row(values: Mapping[str, Any]) -> CsvRow:
        cells = (
            values[key] if key in ("scores", "totals") else [values.get(key)]  # a column for each player
            for key in keys
        )
        return [_cell(value) for some in cells for value in some]

    rows = [row(vars(hand_document(result, played))) for played in result.hands]
    if result.totals != result.state.totals:
        back = [total - before for total, before in zip(result.totals, result.state.totals, strict=True)]
        rows.append(row({"description": "Coins given back", "scores": back, "totals": result.totals}))
    return [heading for key in keys for heading in headings[key]], rows


def scored_games(*which: ColumnElement[bool]) -> Iterator[ScoredGame]:
    """Yield games without deleted and empty ones, earliest first; only those without a result are scored."""
    shown = _shown(select(Play.id).join(Play.night), *which)
    ids = db.session.scalars(shown.order_by(Play.started_at, Play.id)).all()
    for first in range(0, len(ids), AT_ONCE):
        some = select(Play).where(Play.id.in_(ids[first : first + AT_ONCE]))
        loaded = some.options(selectinload(Play.seats), joinedload(Play.night))
        yield from map(_scored, db.session.scalars(loaded.order_by(Play.started_at, Play.id)).all())


def _shown(query: Columns, *which: ColumnElement[bool]) -> Columns:
    """Return a query for some games and their nights without deleted and empty ones."""
    return query.where(*which, Play.deleted_at.is_(None), Night.deleted_at.is_(None), NOT_EMPTY)


def _scored(play: Play) -> ScoredGame:
    setup, kept = setup_of(play, play.seats), [chair.total for chair in play.seats]
    if play.ended_at and play.hands is not None:
        return ScoredGame(play, setup, play.hands, kept)
    sheet = Sheet.of(play)
    if not sheet.can_be_scored:
        return ScoredGame(play, setup, None, kept)
    totals = kept if play.ended_at else sheet.result.state.totals
    return ScoredGame(play, setup, len(sheet.result.hands), totals)


def _local_time(moment: datetime, zone: str) -> str:
    return f"{local(moment, zone):%Y-%m-%d %H:%M}"
