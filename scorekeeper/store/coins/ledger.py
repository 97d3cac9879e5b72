"""The coins of a night as they are kept, read with every check; ``booking`` writes them.

What games pay is read from the seats of games that are over, and from the hands of those that are on.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from scorekeeper.rules.catalogue import CATALOGUE, name_of
from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.problems import Refused
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.coins.bank import Bank, Entry, Game, impossible
from scorekeeper.store.database import db
from scorekeeper.store.models import Guest, Night, Play, Player, Transfer
from scorekeeper.store.plays.sheet import Sheet

ANEW = "Take back its last hand and bring it back: then they are counted anew."


def bank_of(night: Night, sheets: Iterable[Sheet] | None = None) -> Bank:
    """The coins of a night; ``sheets`` are its games that were not thrown away, where they are at hand."""
    known = select(Player.id, Player.name, PERSON.label("person")).where(Player.club_id == night.club_id)
    rows = db.session.execute(known).all()
    names = {row.id: row.name for row in rows}
    persons = {row.id: row.person for row in rows}
    sheets = Sheet.of_all(_plays(night)) if sheets is None else sheets
    games = [_game(sheet, persons) for sheet in sorted(sheets, key=lambda sheet: sheet.play.id)]
    entries = [_entry(row, persons) for row in _transfers(night)]
    there = list(dict.fromkeys(persons[guest] for guest in _guests(night)))
    played = [person for game in games for person in game.payouts]
    had = [one for entry in entries for one in (entry.giver, entry.taker) if one is not None]
    everybody = {person: names.get(person, "somebody") for person in (*there, *played, *had)}
    return Bank(everybody, there, games, entries)


def _plays(night: Night) -> Sequence[Play]:
    there = select(Play).where(Play.night_id == night.id, Play.deleted_at.is_(None))
    return db.session.scalars(there.options(selectinload(Play.seats))).all()


def _transfers(night: Night) -> Sequence[Transfer]:
    mine = select(Transfer).where(Transfer.night_id == night.id)
    return db.session.scalars(mine.order_by(Transfer.id)).all()


def _guests(night: Night) -> Sequence[int]:
    there = select(Guest.player_id).where(Guest.night_id == night.id)
    return db.session.scalars(there.order_by(Guest.id)).all()


def _game(sheet: Sheet, persons: Mapping[int, int]) -> Game:
    """What a game pays: what is kept with its seats, or what its hands give while it is on."""
    play = sheet.play
    assert isinstance(play, Play)
    payouts, lies, wrong = [chair.payout or 0 for chair in play.seats], 0, ""
    try:
        result = sheet.result
    except ValueError as error:
        # What is kept is no hand at all, or one that the rules refuse. A game that was brought by a package
        # and is not there any more has only what was kept with its seats, and nothing is wrong with that.
        if play.game in CATALOGUE:
            why = f" {error}" if isinstance(error, Refused) else ""
            wrong = f"its hands cannot be scored any more.{why}"
    else:
        wrong = _wrong(play, bool(result.ending), result.payout)
        if play.ended_at is None and not result.ending:
            payouts = list(result.payout)
            if result.setup.game.unit(result.setup.table) == "coins":
                lies = on_table(result.state.carry)
    coins: Counter[int] = Counter()
    for chair, payout in zip(play.seats, payouts, strict=True):
        coins[persons.get(chair.player_id, chair.player_id)] += payout
    name = name_of(play.game)
    trouble = f"{name}, begun at {play.started_at.astimezone():%H:%M}: {wrong}" if wrong else ""
    over = play.ended_at is not None
    return Game(play.id, name, play.ended_at or play.started_at, over, coins, lies, trouble)


def _wrong(play: Play, over: bool, payout: Sequence[int]) -> str:
    """What is kept with a game and cannot be, as a sentence; empty where all is well."""
    if over != (play.ended_at is not None):
        return f"it is kept as {'still on' if over else 'over'}, and by its hands it is not."
    kept = [chair.payout for chair in play.seats]
    if not over or kept == list(payout):
        return ""
    off = sum(coins or 0 for coins in kept)
    wrong = f", and they add up to {off} instead of nothing" if off else ""
    return f"the coins kept with it are not what its hands give{wrong}. {ANEW}"


def _entry(row: Transfer, persons: Mapping[int, int]) -> Entry:
    giver, taker = (None if one is None else persons.get(one, one) for one in (row.giver_id, row.taker_id))
    wrong = _impossible(row, persons)
    return Entry(
        id=row.id,
        uid=row.uid,
        at=row.at,
        device=row.device,
        kind=row.kind,
        giver=giver,
        taker=taker,
        coins=row.coins,
        note=row.note,
        taken_back_at=row.taken_back_at,
        taken_back_on=row.taken_back_on,
        trouble=f"What was written down at {row.at.astimezone():%H:%M} on {row.device} {wrong}. Take it back."
        if wrong
        else "",
    )


def _impossible(row: Transfer, persons: Mapping[int, int]) -> str:
    """What cannot be true of an entry, as the end of a sentence; ``persons`` has all players of the club."""
    giver, taker = row.giver_id, row.taker_id
    if not {giver, taker} - {None} <= persons.keys():
        return "is about somebody who does not belong to the club"
    if wrong := impossible(row.kind, giver, taker):
        return wrong
    return "" if row.coins > 0 else f"is about {row.coins} coins"
