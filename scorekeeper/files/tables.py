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
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import joinedload, selectinload

from scorekeeper.files.documents import GameDocument, HandDocument
from scorekeeper.files.published import game_document, hand_document, setup_of
from scorekeeper.files.schema import json_text, public_fields
from scorekeeper.rules.engine import Result
from scorekeeper.rules.halves import as_number
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import capital
from scorekeeper.store.clubs.people import person_of
from scorekeeper.store.coins.bank import COST, OWED, Bank, Party, Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import NOT_EMPTY, Club, Night, Play
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.text_order import name_order
from scorekeeper.store.time_zones import local

Cell: TypeAlias = str | int | float | Decimal | None
CsvRow: TypeAlias = Sequence[Cell]

FORMULA = re.compile(r"""[\s"']*[=+\-@＝＋－＠]""")
"""What a text starts with that a spreadsheet would take for a formula."""

NUMBER = re.compile(r"\s?[+-]?[0-9]+(\.[0-9]+)?")

COMMA, SEMICOLON = ",", ";"

CELL_STARTS = {
    COMMA: re.compile(r"(?<=[;\t\r\n])"),
    SEMICOLON: re.compile(r"(?<=[,\t\r\n])"),
}
"""Where a spreadsheet that separates cells in another way than the file begins another one inside a text."""


GAME_COLUMNS = {
    "Night": "evening",
    "Started": "started_at",
    "Ended": "ended_at",
    "Game": "title",
    "Seat": "seat",
    "Player": "name",
    "Total": "total",
    "Unit": "unit",
    "Won": "won",
    "Coins": "payout",
    "Hands": "hands",
    "Note": "note",
    "Id": "uid",
    "Rules": "game",
    "Player id": "player",
}
"""What the table of games has of its documents, by heading; ``files/plays_csv.py`` reads it again."""

HEADINGS = {"outcome_text": "Outcome", "outcome": "Outcome key", "because": "Reasons"}
"""The columns of the table of hands that are called otherwise than in their documents."""


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
    lines = ([_written(cell, separator) for cell in row] for row in (header, *rows))
    csv.writer(text, delimiter=separator).writerows(lines)
    return BOM_UTF8 + text.getvalue().encode()


def _written(cell: Cell, separator: str) -> Cell:
    if separator == SEMICOLON and isinstance(cell, float | Decimal):
        return str(cell).replace(".", ",")
    return escape_formula(cell, separator)


def escape_formula(cell: Cell, separator: str = COMMA) -> Cell:
    """Return a cell that no spreadsheet evaluates: a name may be anything, even a formula."""
    if not isinstance(cell, str):
        return cell
    pieces = [
        "'" + piece if FORMULA.match(piece) and not NUMBER.fullmatch(piece) else piece
        for piece in CELL_STARTS[separator].split(cell)
    ]
    # Some drop a tab or the end of a line at the start, and look again.
    return ("'" if cell.startswith(("\t", "\r", "\n")) else "") + "".join(pieces)


def games_table(club: Club) -> Iterator[CsvRow]:
    """Yield a row for each player of each game (``GAME_COLUMNS``), earliest first, without deleted games."""
    for play, setup, hands, totals in scored_games(Night.club_id == club.id):
        zone = play.night.time_zone
        game = game_document(GameDocument, play, setup)
        # The clock may have been set back while they played.
        ended_at = max(game.started_at, game.ended_at) if game.ended_at else None
        more = {"evening": f"{local(play.night.started_at, zone):%Y-%m-%d}", "ended_at": ended_at}
        for chair, result, total in zip(play.seats, game.results, totals, strict=True):
            seat = {"seat": chair.place + 1, "name": person_of(chair.player).name, "total": total}
            line = vars(game) | vars(result) | more | seat | {"hands": hands}
            yield [_cell(line[key], zone) for key in GAME_COLUMNS.values()]


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
    shown = (*which, Play.deleted_at.is_(None), Night.deleted_at.is_(None), NOT_EMPTY)
    in_order = select(Play.id).join(Play.night).where(*shown).order_by(Play.started_at, Play.id)
    ids = db.session.scalars(in_order).all()
    for first in range(0, len(ids), AT_ONCE):
        some = select(Play).where(Play.id.in_(ids[first : first + AT_ONCE]))
        loaded = some.options(selectinload(Play.seats), joinedload(Play.night))
        yield from map(_scored, db.session.scalars(loaded.order_by(Play.started_at, Play.id)).all())


def _scored(play: Play) -> ScoredGame:
    setup, kept = setup_of(play), [chair.total for chair in play.seats]
    if play.ended_at and play.hands is not None:
        return ScoredGame(play, setup, play.hands, kept)
    sheet = Sheet.of(play)
    if not sheet.can_be_scored:
        return ScoredGame(play, setup, None, kept)
    totals = kept if play.ended_at else sheet.result.state.totals
    return ScoredGame(play, setup, len(sheet.result.hands), totals)


def _local_time(moment: datetime, zone: str) -> str:
    return f"{local(moment, zone):%Y-%m-%d %H:%M}"
