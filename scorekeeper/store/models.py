"""What is kept: clubs with their players and nights, the plays of a night, every hand and its history."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.store.database import Base


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


class Moment(TypeDecorator[datetime]):
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
    name: Mapped[str] = mapped_column(String(60))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Player(Base):
    """A person of a club. Names differ by more than case, so ``folded`` is unique too."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "folded"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    folded: Mapped[str] = mapped_column(String(3 * LONGEST_NAME))


class Night(Base):
    """One evening of a club."""

    __tablename__ = "night"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id), index=True)
    started_at: Mapped[datetime] = mapped_column(Moment, default=now)

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
        game: the game's key in the catalogue.
        options: the house rules as on a scoresheet.
        dealer: the seat that dealt first.
        stopped: the players ended it themselves.
        ended_at: when it ended; the seats then hold the result.
        deleted_at: when it was thrown away; it can be brought back.
        note: what the players want to remember of it.
    """

    __tablename__ = "play"

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey(Night.id), index=True)
    game: Mapped[str] = mapped_column(String(60))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    dealer: Mapped[int]
    stopped: Mapped[bool] = mapped_column(default=False)
    started_at: Mapped[datetime] = mapped_column(Moment, default=now)
    ended_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    note: Mapped[str] = mapped_column(String(280), default="")

    night: Mapped[Night] = relationship()
    seats: Mapped[list["Chair"]] = relationship(order_by="Chair.place", cascade="all, delete-orphan")


class Chair(Base):
    """A player's place in a play, under the name the sheet knows them by.

    ``total``, ``won`` and ``payout`` are the result kept for the archive, empty while the play is on.
    """

    __tablename__ = "chair"

    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    total: Mapped[int | None] = mapped_column(BigInteger)
    won: Mapped[bool | None]
    payout: Mapped[int | None] = mapped_column(BigInteger)


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
    at: Mapped[datetime] = mapped_column(Moment, default=now)
    device: Mapped[str] = mapped_column(String(40))
    action: Mapped[str] = mapped_column(String(12))
    entry: Mapped[str | None] = mapped_column(Text)
    complete: Mapped[bool]
    with_id: Mapped[int | None] = mapped_column(ForeignKey("revision.id"), index=True)
