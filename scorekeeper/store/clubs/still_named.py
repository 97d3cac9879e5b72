"""Finding where a name that was erased is still part of what people have written, such as “Beas” for Bea."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from sqlalchemy import Table, select
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.store.clubs.erasing import has_written, of_club
from scorekeeper.store.clubs.rewording import Words, written_entries, written_in
from scorekeeper.store.database import db
from scorekeeper.store.models import (
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
    Transfer,
)
from scorekeeper.store.plays.stored_hands import entry_in

CLUB, NIGHT, COINS, OWN_GAME, NOTE, RULES = "club", "night", "coins", "own game", "note", "rules"
HAND, HISTORY, PLAYER, READERS, PHONES = "hand", "history", "player", "readers", "phones"
SEASON, TABLES = "season", "tables"

Column = InstrumentedAttribute[Any]

TEXTS: tuple[tuple[str, Column, Column], ...] = (
    (CLUB, Club.id, Club.given_name),
    (NIGHT, Night.id, Night.note),
    (TABLES, GameTable.night_id, GameTable.name),
    (OWN_GAME, OwnGame.id, OwnGame.name),
    (NOTE, Play.id, Play.note),
    (HISTORY, Revision.play_id, Revision.device),
    (HISTORY, Claim.play_id, Claim.device),
    (HISTORY, Claim.play_id, Claim.settled_on),
    (COINS, Transfer.night_id, Transfer.note),
    (COINS, Transfer.night_id, Transfer.device),
    (COINS, Transfer.night_id, Transfer.removed_on),
    (PLAYER, Player.id, Player.pay_me),
    (PLAYER, PayMeChange.player_id, PayMeChange.device),
    (READERS, Reader.club_id, Reader.name),
    (SEASON, Season.id, Season.name),
)
"""What is written in columns of text, by its kind, the id that leads to it and the column."""


class Place(NamedTuple):
    """A place where people write.

    Attributes:
        kind: what is written there.
        its_id: the id of the club, the night, the game, the own game or the player.
        number: the number of the hand.
    """

    kind: str
    its_id: int
    number: int = 0


def places_left(club_id: int, words: Words) -> dict[Place, list[str]]:
    """Return the places of a club where names are still part of words, with those words."""
    left: dict[Place, dict[str, None]] = {}
    known: dict[str, list[str]] = {}
    for place, text in (*_texts(club_id), *_rules(club_id), *_hands(club_id)):
        if text not in known:
            known[text] = [*words.left_in(text)]
        if known[text]:
            left.setdefault(place, {}).update(dict.fromkeys(known[text]))
    return {place: [*some] for place, some in left.items()}


def _texts(club_id: int) -> Iterator[tuple[Place, str]]:
    """Yield what is written in columns of text, and where."""
    for kind, its_id, column in TEXTS:
        rows = select(its_id, column).where(_theirs(column.class_, club_id), column != "").distinct()
        yield from ((Place(kind, where), text) for where, text in db.session.execute(rows))
    members = select(Membership.phone_id).where(Membership.club_id == club_id)
    for name in db.session.scalars(select(Phone.name).where(Phone.id.in_(members))):
        yield Place(PHONES, club_id), name


def _rules(club_id: int) -> Iterator[tuple[Place, str]]:
    """Yield what is written in house rules, and where."""
    for kind, model in ((OWN_GAME, OwnGame), (RULES, Play)):
        rows = select(model.id, model.options).where(_theirs(model, club_id))
        for its_id, options in db.session.execute(rows):
            yield from _written(Place(kind, its_id), options, of_rules=True)


def _hands(club_id: int) -> Iterator[tuple[Place, str]]:
    """Yield what is written in hands and in their history, and where."""
    hands = select(HandRow.play_id, HandRow.number, HandRow.entry)
    for play_id, number, entry in db.session.execute(
        hands.where(_theirs(HandRow, club_id), has_written(HandRow.entry))
    ):
        place = Place(HAND, play_id, number) if number else Place(HISTORY, play_id)
        yield from _written(place, entry_in(entry))
    for column in (Revision.entry, Revision.layout):
        rows = select(Revision.play_id, column).where(_theirs(Revision, club_id), has_written(column))
        for play_id, text in db.session.execute(rows):
            raw, of_rules = entry_in(text), column is Revision.layout
            kept = raw.get("options", {}) if of_rules else raw
            yield from _written(Place(HISTORY, play_id), kept, of_rules)


def _written(place: Place, raw: Mapping[str, Any], of_rules: bool = False) -> Iterator[tuple[Place, str]]:
    yield from ((place, text) for text in written_in(written_entries()[of_rules], raw))


def _theirs(model: Any, club_id: int) -> Any:
    return of_club(cast(Table, model.__table__), club_id)
