"""What is kept: clubs with their players and nights, the plays of a night, every hand and its history."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.domain import MAX_CLUB_NAME_LENGTH, MAX_CURRENCY_LENGTH, MAX_DEVICE_LENGTH, MAX_NOTE_LENGTH
from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.store.database import Base


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def new_uid() -> str:
    """A name for something that is the same on every machine it is brought to."""
    return uuid4().hex


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC, also on databases that forget the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Only moments that know their zone are kept."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment with its zone."""
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


class Club(Base):
    """People who play together. Whoever knows its secret link belongs to it."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(MAX_CLUB_NAME_LENGTH))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)


class Player(Base):
    """A name under which a person of a club plays. Names differ by more than case: ``folded`` is unique too.

    Attributes:
        retired_at: when they stopped coming; they are offered no more, and nothing of theirs is forgotten.
        merged_into_id: the player this one turned out to be.
        person_id: the player in whom a chain of such merges ends; None where nothing was merged.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "folded"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    folded: Mapped[str] = mapped_column(String(3 * LONGEST_NAME))
    retired_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)


class Night(Base):
    """One evening of a club.

    Attributes:
        uid: its name on every machine.
        note: what the players want to remember of it.
        deleted_at: when it was thrown away with all its games; it can be brought back.
        coin_value: what a coin is worth, in hundredths of the currency; None where coins are only coins.
        currency: how the currency is written, such as € or kr.
    """

    __tablename__ = "night"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id), index=True)
    uid: Mapped[str] = mapped_column(String(32), unique=True, default=new_uid)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    coin_value: Mapped[int | None]
    currency: Mapped[str] = mapped_column(String(MAX_CURRENCY_LENGTH), default="")

    club: Mapped[Club] = relationship()


class Guest(Base):
    """A player who is there on a night, in the order of arrival."""

    __tablename__ = "guest"

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey(Night.id))
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id))

    __table_args__ = (UniqueConstraint("night_id", "player_id"),)


class Play(Base):
    """One game played.

    Attributes:
        club_id: the club of its night, kept here so that the archive finds a club's plays at once.
        uid: its name on every machine.
        game: the game's key in the catalogue.
        options: the house rules as on a scoresheet.
        dealer: the seat that dealt first.
        stopped: the players ended it themselves.
        ended_at: when it ended; the seats then hold the result.
        deleted_at: when it was thrown away; it can be brought back.
        note: what the players want to remember of it.
        hand_notes: the notes on its hands that count, one below the other, for the archive to look in.
        counted: by which version of the counting its figures for the statistics were made; 0 for not yet.
        hands: one of these figures, how many hands were played. Empty while it is on.
    """

    __tablename__ = "play"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    night_id: Mapped[int] = mapped_column(ForeignKey(Night.id), index=True)
    uid: Mapped[str] = mapped_column(String(32), unique=True, default=new_uid)
    game: Mapped[str] = mapped_column(String(60))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    dealer: Mapped[int]
    stopped: Mapped[bool] = mapped_column(default=False)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    hand_notes: Mapped[str] = mapped_column(Text, default="")
    counted: Mapped[int] = mapped_column(default=0)
    hands: Mapped[int | None]

    __table_args__ = (
        Index("ix_play_club_id_started_at_id", "club_id", "started_at", "id"),
        Index("ix_play_club_id_game_started_at", "club_id", "game", "started_at", "id"),
    )

    night: Mapped[Night] = relationship()
    seats: Mapped[list["Chair"]] = relationship(order_by="Chair.place", cascade="all, delete-orphan")


class Chair(Base):
    """A player's place in a play, under the name the sheet knows them by.

    Attributes:
        total, won, payout: the result kept for the archive, empty while the play is on.
        side: the number of the side they played for, from 0; partners share one. Empty while the play is on.
            With what follows, figures for the statistics.
        best: their best score in one hand.
        bumps_given, bumps_received: how many bumps their side gave away by a missed bid, and how many it got.
    """

    __tablename__ = "chair"

    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    total: Mapped[int | None] = mapped_column(BigInteger)
    won: Mapped[bool | None]
    payout: Mapped[int | None] = mapped_column(BigInteger)
    side: Mapped[int | None]
    best: Mapped[int | None] = mapped_column(BigInteger)
    bumps_given: Mapped[int | None]
    bumps_received: Mapped[int | None]


class BidCount(Base):
    """How often a player of a play made a bid, with whom, and how it came out, kept for the statistics.

    Attributes:
        place: the seat of who bid.
        partner: the seat of who played it with them; None for nobody, or where partners are for a whole game.
        bid: the number bid; None for one that is no number, such as "less".
        outcome: how it came out, in a word that all games share: exact, over, made, missed or other.
        times: in how many hands of the play.
    """

    __tablename__ = "called"

    id: Mapped[int] = mapped_column(primary_key=True)
    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id), index=True)
    place: Mapped[int]
    partner: Mapped[int | None]
    bid: Mapped[int | None] = mapped_column(BigInteger)
    outcome: Mapped[str] = mapped_column(String(20))
    times: Mapped[int]


class HandRow(Base):
    """A hand of a play.

    Attributes:
        number: counted from 1.
        entry: what was entered, as the JSON text of a scoresheet; None while the hand is taken back.
        complete: False while only the bidding is known.
    """

    __tablename__ = "hand"

    id: Mapped[int] = mapped_column(primary_key=True)
    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id))
    number: Mapped[int]
    entry: Mapped[str | None] = mapped_column(Text)
    complete: Mapped[bool]

    __table_args__ = (UniqueConstraint("play_id", "number"),)


class Revision(Base):
    """One change to a hand: what it was changed to, when, and on which device.

    Attributes:
        action: entered, corrected, taken back, restored or undone.
        entry, complete: as in the hand from then on.
        with_id: the change of another hand that brought this one about, and is undone with it.
    """

    __tablename__ = "revision"

    id: Mapped[int] = mapped_column(primary_key=True)
    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id), index=True)
    hand_id: Mapped[int] = mapped_column(ForeignKey(HandRow.id), index=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH))
    action: Mapped[str] = mapped_column(String(12))
    entry: Mapped[str | None] = mapped_column(Text)
    complete: Mapped[bool]
    with_id: Mapped[int | None] = mapped_column(ForeignKey("revision.id"), index=True)


class Transfer(Base):
    """Coins that changed hands on a night beside its games. What games pay out is kept with their chairs.

    Attributes:
        device: on which phone it was written down.
        kind: stake, loan, repayment, side bet, gift or settlement.
        giver_id, taker_id: from whom to whom; None is the house. Those of a settlement go from the winner to
            the loser, who has paid for them.
        coins: how many, always more than none.
        taken_back_at, taken_back_on: when and on which phone it was taken back; it then counts no more.
    """

    __tablename__ = "transfer"

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey(Night.id), index=True)
    uid: Mapped[str] = mapped_column(String(32), unique=True, default=new_uid)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH))
    kind: Mapped[str] = mapped_column(String(12))
    giver_id: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    taker_id: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    coins: Mapped[int] = mapped_column(BigInteger)
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    taken_back_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    taken_back_on: Mapped[str | None] = mapped_column(String(MAX_DEVICE_LENGTH))

    __table_args__ = (CheckConstraint("coins > 0", name="ck_transfer_coins"),)


class Backup(Base):
    """A backup that was made.

    Attributes:
        club_id: of which club; None for everything that is kept.
        plays: how many plays are in it.
        size: its bytes.
    """

    __tablename__ = "backup"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    club_id: Mapped[int | None] = mapped_column(ForeignKey(Club.id))
    plays: Mapped[int]
    size: Mapped[int] = mapped_column(BigInteger)


class Submission(Base):
    """A form that was sent and answered.

    Attributes:
        key: a digest of what was sent, with the id that the form was drawn with.
        answer: the address that the answer led to.
    """

    __tablename__ = "submission"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    answer: Mapped[str] = mapped_column(Text)
