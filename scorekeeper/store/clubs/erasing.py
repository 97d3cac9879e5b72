"""Erasing for good: a club with everything in it, or the name of a person.

Names are stored in ``player`` alone, but people also write them: into notes, and into the names of clubs,
games and phones. The history keeps what a phone was called then.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from itertools import count
from typing import Any, NamedTuple, cast

from sqlalchemy import ColumnElement, Table, delete, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.rules.catalogue import OWN_GAME
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.store.clubs.clubs import look_alike
from scorekeeper.store.clubs.people import other_names, player_ids
from scorekeeper.store.clubs.rewording import (
    Rewording,
    Words,
    as_heard,
    hand_with,
    rules_with,
    written_entries,
)
from scorekeeper.store.database import Base, db, now
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import (
    NAMED,
    Chair,
    Claim,
    Club,
    GameTable,
    HandRow,
    Membership,
    Night,
    OwnGame,
    PayMeChange,
    Phone,
    Play,
    Player,
    Reader,
    Revision,
    Season,
    Submission,
    Transfer,
    known_as,
)
from scorekeeper.store.plays.changes import keep_searched
from scorekeeper.store.plays.stored_hands import as_text, entry_in
from scorekeeper.store.text_order import fold

TYPED = "/nights/%/games/%?%"
"""What the addresses of answers contain that repeat what was typed: those of a draw for a new game."""

FORMER = re.compile(r"Former player \d+")
"""The name of someone who was erased, which stays when other names of theirs are erased later."""

TEXTS: tuple[InstrumentedAttribute[Any], ...] = (
    Club.given_name,
    GameTable.name,
    Night.note,
    OwnGame.name,
    PayMeChange.device,
    Play.note,
    Revision.device,
    Claim.device,
    Claim.settled_on,
    Transfer.device,
    Transfer.note,
    Transfer.removed_on,
    Reader.name,
    Season.name,
)
"""The columns of a club into which people write, or that keep the name of a phone."""

HANDS: tuple[InstrumentedAttribute[Any], ...] = (HandRow.entry, Revision.entry, Revision.layout)
"""The columns with JSON text in which notes and names of games are."""


class Contents(NamedTuple):
    """How much a club has, deleted things included."""

    games: int
    nights: int
    players: int


def contents_of(club_id: int) -> Contents:
    """Return how much would be erased with a club."""
    counts = (select(func.count(kind.id)).where(kind.club_id == club_id) for kind in (Play, Night, Player))
    return Contents(*(db.session.scalar(count) or 0 for count in counts))


def delete_club(club: Club) -> None:
    """Delete a club and every row that belongs to it, and the phones that have joined no other."""
    club_id = club.id
    phones = db.session.scalars(select(Membership.phone_id).where(Membership.club_id == club_id)).all()
    db.session.flush()
    db.session.expunge_all()
    for table in reversed(Base.metadata.sorted_tables):
        if (theirs := of_club(table, club_id)) is not None:
            db.session.execute(delete(table).where(theirs))
    others = select(Membership.phone_id)
    db.session.execute(delete(Phone).where(Phone.id.in_(phones), Phone.id.not_in(others)))
    forget_typed_answers()


def of_club(table: Table, club_id: int) -> ColumnElement[bool] | None:
    """Return the condition for the rows of a table that belong to a club; None if none belong to any."""
    if table.name == Club.__tablename__:
        return table.c.id == club_id
    if "club_id" in table.c:
        return table.c.club_id == club_id
    for column, owner in _owners(table):
        if (theirs := of_club(owner.table, club_id)) is not None:
            return column.in_(select(owner).where(theirs))
    return None


def forget_typed_answers() -> None:
    """Forget the answers to forms, of any club, whose address repeats what was typed into them."""
    db.session.execute(delete(Submission).where(Submission.answer.like(f"%{TYPED}")))


def overwrite_deleted() -> None:
    """Write SQLite's log into its file and empty the log, so that erased text can't be read in it.

    Freed space in the file is overwritten anyway. While a long export still reads what there was before, the
    log is overwritten with the changes that come later.
    """
    if db.engine.dialect.name != "sqlite":
        return
    with closing(db.engine.raw_connection()) as connection, suppress(sqlite3.Error):
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _owners(table: Table) -> Iterator[tuple[ColumnElement[int], ColumnElement[int]]]:
    """Yield the columns of a table by which each row belongs to one of another, with that table's id."""
    for column in table.columns:
        for key in column.foreign_keys:
            if not column.nullable and key.column.table is not table:
                yield column, key.column


# A person


def games_of(person: Player) -> int:
    """Return in how many games a person has sat, deleted ones included."""
    sat = select(func.count(Chair.play_id.distinct())).where(Chair.player_id.in_(player_ids(person.id)))
    return db.session.scalar(sat) or 0


def erase_person(person: Player, also: Iterable[str] = ()) -> Words:
    """Give a person another name everywhere: "Former player 3"; the names merged with it get one each.

    What they played stays. ``also`` are other names that people have written for them. Returns what finds all
    of these names where they are part of another word.
    """
    club_id = person.club_id
    players = [person, *other_names(person.id)]
    ids = [player.id for player in players]
    renamed = _rename_players(club_id, players)
    db.session.execute(delete(PayMeChange).where(PayMeChange.player_id.in_(ids)))
    renamed |= dict.fromkeys([*also, *_forget_owner(ids, renamed)], person.name)
    everyone = db.session.scalars(select(Player.name).where(Player.club_id == club_id)).all()
    words = Words(renamed, everyone)
    _rewrite_phones(club_id, words)
    for column in TEXTS:
        _rewrite_texts(club_id, column, words)
    for night in db.session.scalars(select(Night).where(Night.club_id == club_id, Night.note != "")):
        night.searched = fold(night.note)
    for game in db.session.scalars(select(OwnGame).where(OwnGame.club_id == club_id)):
        game.folded = look_alike(game.name, LONGEST_TITLE)
        game.options = rules_with(Rewording(words), game.options)
    for season in db.session.scalars(select(Season).where(Season.club_id == club_id)):
        season.rules = {**season.rules, "games": [_called_now(game, words) for game in season.rules["games"]]}
    _rewrite_games(club_id, words)
    keep_searched(db.session.scalars(select(Play.id).where(Play.club_id == club_id)).all())
    forget_typed_answers()
    raise_all_versions(club_id)
    return words


def _rename_players(club_id: int, players: Iterable[Player]) -> dict[str, str]:
    """Give players the first free names, hide them, and return the new names by the old ones."""
    taken = {*db.session.scalars(select(Player.folded).where(Player.club_id == club_id))}
    free = (name for number in count(1) if look_alike(name := f"Former player {number}") not in taken)
    renamed = {}
    for player in players:
        if not FORMER.fullmatch(player.name):
            renamed[player.name] = player.name = next(free)
            player.folded = look_alike(player.name)
        player.hidden_at, player.pay_me = player.hidden_at or now(), ""
    db.session.flush()
    return renamed


def _forget_owner(ids: Iterable[int], renamed: Mapping[str, str]) -> set[str]:
    """Let phones be nobody's whose owner is erased, without their names; return those that hold a name.

    The history has these alone, and all others behind the name of their owner.
    """
    owned = Membership.player_id.in_(ids)
    named = set()
    theirs = select(Phone).where(Phone.id.in_(select(Membership.phone_id).where(owned)))
    for phone in db.session.scalars(theirs):
        if any(as_heard(name) in as_heard(phone.name) for name in renamed):
            named.add(phone.name)
        phone.name = ""
    nobodys = {"player_id": None, "is_first": False, "has_answered": False}
    db.session.execute(update(Membership).where(owned).values(nobodys))
    return named


def _rewrite_phones(club_id: int, words: Words) -> None:
    """Take the names of phones away that hold one of the names."""
    theirs = select(Membership.phone_id).where(Membership.club_id == club_id)
    for phone in db.session.scalars(select(Phone).where(Phone.id.in_(theirs))):
        if words.replaced(phone.name) != phone.name:
            phone.name = ""
    db.session.flush()


def _rewrite_texts(club_id: int, column: InstrumentedAttribute[Any], words: Words) -> None:
    """Replace names in a column; the same text is mostly there many times, as that of a phone."""
    table = cast(Table, column.class_.__table__)
    theirs = of_club(table, club_id)
    assert theirs is not None
    for text in db.session.scalars(select(column).where(theirs, column != "").distinct()).all():
        if (new := words.replaced(text, column.type.length)) != text:
            db.session.execute(update(table).where(theirs, column == text).values({column: new}))
    db.session.expire_all()


def _called_now(game: str, words: Words) -> str:
    """Return what a game is known as from now on."""
    name = words.replaced(game.removeprefix(NAMED), LONGEST_TITLE)
    return known_as(OWN_GAME, {"title": name}) if game.startswith(NAMED) else game


def _rewrite_games(club_id: int, words: Words) -> None:
    """Replace names in house rules, such as how players call a game, and in hands and their history."""
    plays = db.session.execute(select(Play.id, Play.options).where(Play.club_id == club_id)).all()
    by_play = {play_id: Rewording(words) for play_id, _ in plays}
    for play_id, known in plays:
        if (new := rules_with(by_play[play_id], known)) != known:
            db.session.execute(update(Play).where(Play.id == play_id).values(options=new))
    for column in HANDS:
        _rewrite_hands(club_id, column, by_play)


def _rewrite_hands(
    club_id: int, column: InstrumentedAttribute[Any], by_play: Mapping[int, Rewording]
) -> None:
    """Replace names in what people have written into JSON texts."""
    kind = column.class_
    theirs = of_club(cast(Table, kind.__table__), club_id)
    assert theirs is not None
    rows = db.session.execute(select(kind.id, kind.play_id, column).where(theirs, has_written(column))).all()
    for row_id, play_id, text in rows:
        known, wording = entry_in(text), by_play[play_id]
        if column is Revision.layout:
            known = {"options": {}, **known}
            new = {**known, "options": rules_with(wording, known["options"])}
        else:
            new = hand_with(wording, known)
        if new != known:
            db.session.execute(update(kind).where(kind.id == row_id).values({column.key: as_text(new)}))


def has_written(column: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
    """Return the condition for JSON texts into which players may have written something."""
    return or_(*(column.contains(f'"{name}"') for entries in written_entries() for name in entries))
