"""What a file of a club, or of one of its nights, holds.

A game in it is a scoresheet (the same that the command line scores) with what the app knows beside it: when
it was played, and every change of its hands. Players are called by their names in the club, which all differ.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.domain import (
    HAND_ACTIONS,
    MAX_CLUB_NAME_LENGTH,
    MAX_COINS,
    MAX_CURRENCY_LENGTH,
    MAX_DEVICE_LENGTH,
    MAX_NOTE_LENGTH,
    POSTING_KINDS,
)
from scorekeeper.exchange.schema import Flag, Many, Maybe, Moment, OneOf, Parts, Raw, Uid, Whole, Words
from scorekeeper.rules.engine import Result
from scorekeeper.rules.sheet import LONGEST_NAME

VERSION = 1
"""Counted up when a file can say what an older Scorekeeper would not understand."""


@dataclass(frozen=True, kw_only=True)
class Person:
    """A player of the club.

    Attributes:
        retired_at: when they stopped coming.
        merged_into: the name of the player they turned out to be.
    """

    name: Annotated[str, Words(LONGEST_NAME)]
    retired_at: Annotated[datetime | None, Maybe(Moment())] = None
    merged_into: Annotated[str | None, Maybe(Words(LONGEST_NAME))] = None


@dataclass(frozen=True, kw_only=True)
class Change:
    """One change of a hand.

    Attributes:
        hand: the number of the hand, counted from 1.
        at, device: when, and on which phone.
        action: what was done.
        entry: the hand from then on; None where that is the hand on the scoresheet, not written twice.
        gone: whether the hand was not there from then on; it has no entry.
        complete: False while only its bidding was known.
        along: the number of the change in this game that brought this one about, counted from 1.
    """

    hand: Annotated[int, Whole(1, 100_000)]
    at: Annotated[datetime, Moment()]
    device: Annotated[str, Words(MAX_DEVICE_LENGTH)] = ""
    action: Annotated[str, OneOf(HAND_ACTIONS)] = HAND_ACTIONS[0]
    entry: Annotated[Mapping[str, Any] | None, Maybe(Raw())] = None
    gone: Annotated[bool, Flag()] = False
    complete: Annotated[bool, Flag()] = True
    along: Annotated[int | None, Maybe(Whole(1, MAX_COINS))] = None


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game played.

    Attributes:
        uid: its name on every machine; empty for a bare scoresheet.
        seats: who sat where; empty where the scoresheet calls everybody by their name in the club.
        sheet: the scoresheet with the hands that count.
        changes: every change of a hand, oldest first.
        result: the scoresheet as the engine scores it; no part of the file.
    """

    uid: Annotated[str, Uid()]
    started_at: Annotated[datetime, Moment()]
    ended_at: Annotated[datetime | None, Maybe(Moment())] = None
    deleted_at: Annotated[datetime | None, Maybe(Moment())] = None
    note: Annotated[str, Words(MAX_NOTE_LENGTH)] = ""
    seats: Annotated[tuple[str, ...], Many(Words(LONGEST_NAME))] = ()
    sheet: Annotated[Mapping[str, Any], Raw()]
    changes: Annotated[tuple[Change, ...], Parts(Change, "change")] = ()
    result: Result | None = None


@dataclass(frozen=True, kw_only=True)
class Coins:
    """Coins that changed hands beside the games; giver and taker are names, None for the house."""

    uid: Annotated[str, Uid()]
    at: Annotated[datetime, Moment()]
    device: Annotated[str, Words(MAX_DEVICE_LENGTH)] = ""
    kind: Annotated[str, OneOf(POSTING_KINDS)]
    giver: Annotated[str | None, Maybe(Words(LONGEST_NAME))] = None
    taker: Annotated[str | None, Maybe(Words(LONGEST_NAME))] = None
    coins: Annotated[int, Whole(1, MAX_COINS)]
    note: Annotated[str, Words(MAX_NOTE_LENGTH)] = ""
    taken_back_at: Annotated[datetime | None, Maybe(Moment())] = None
    taken_back_on: Annotated[str | None, Maybe(Words(MAX_DEVICE_LENGTH))] = None


@dataclass(frozen=True, kw_only=True)
class Night:
    """One evening: who was there in the order of arrival, what was played, and which coins changed hands.

    Attributes:
        uid: its name on every machine; empty where a bare scoresheet says nothing of its night.
        coin_value, currency: what a coin is worth, in hundredths of the currency.
    """

    uid: Annotated[str, Uid()]
    started_at: Annotated[datetime, Moment()]
    note: Annotated[str, Words(MAX_NOTE_LENGTH)] = ""
    deleted_at: Annotated[datetime | None, Maybe(Moment())] = None
    coin_value: Annotated[int | None, Maybe(Whole(0, MAX_COINS))] = None
    currency: Annotated[str, Words(MAX_CURRENCY_LENGTH)] = ""
    guests: Annotated[tuple[str, ...], Many(Words(LONGEST_NAME))] = ()
    games: Annotated[tuple[Game, ...], Parts(Game, "game")] = ()
    coins: Annotated[tuple[Coins, ...], Parts(Coins, "coins")] = ()


@dataclass(frozen=True, kw_only=True)
class ClubFile:
    """A club, or one night of it.

    Attributes:
        scorekeeper: the version of the format.
        club: the club's name.
        made_at: when the club was made; only the file of a whole club says so.
        players: everybody who is named in the file.
    """

    scorekeeper: Annotated[int, Whole(1, VERSION)]
    club: Annotated[str, Words(MAX_CLUB_NAME_LENGTH)] = ""
    made_at: Annotated[datetime | None, Maybe(Moment())] = None
    players: Annotated[tuple[Person, ...], Parts(Person, "player")] = ()
    nights: Annotated[tuple[Night, ...], Parts(Night, "night")] = ()
