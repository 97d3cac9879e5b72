"""The database tables: clubs, players and nights; plays and coins; every hand with its history."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    and_,
    case,
    false,
    func,
    or_,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.domain import (
    IMPORTED,
    MAX_CLUB_NAME_LENGTH,
    MAX_CURRENCY_LENGTH,
    MAX_DEVICE_LENGTH,
    MAX_EDITION_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_SEASON_LENGTH,
    MAX_TABLE_NAME_LENGTH,
    MAX_TIME_ZONE_LENGTH,
)
from scorekeeper.rules.catalogue import OWN_GAME, given_name
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.final_result import FinalResult
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.store.database import Base, Points, UtcDateTime, new_uid, now, today
from scorekeeper.store.text_order import fold
from scorekeeper.store.time_zones import server_zone


def _index_of_deleted(table: str) -> Index:
    """Return an index of what a club has deleted, which is little beside the rest."""
    deleted = text("deleted_at IS NOT NULL")
    columns = ("club_id", "deleted_at", "id")
    return Index(f"ix_{table}_deleted", *columns, sqlite_where=deleted, postgresql_where=deleted)


def _index_of_imported(table: str) -> Index:
    """Return an index of what an import has added."""
    imported = text("import_id IS NOT NULL")
    return Index(f"ix_{table}_import_id", "import_id", sqlite_where=imported, postgresql_where=imported)


def _only_one(what: str, *columns: str, where: str) -> Index:
    """Return an index of the memberships for which a condition holds, of which a phone has one."""
    only = text(where)
    return Index(f"uq_membership_{what}", *columns, unique=True, sqlite_where=only, postgresql_where=only)


UNNAMED_CLUB = Say("Our table")


class Club(Base):
    """People who play together.

    Attributes:
        given_name: what they call it; empty until it has a player, or someone names it.
        access_version: raised whenever a phone loses access to the club or one of its nights, and by changes
            of the club that are none of a night.
        players_answer: whether phones that only watch may answer, and object, for a player of the game who
            is their owner.
    """

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    given_name: Mapped[str] = mapped_column("name", String(MAX_CLUB_NAME_LENGTH), default="")
    access_version: Mapped[int] = mapped_column(default=0)
    players_answer: Mapped[bool] = mapped_column(default=False, server_default=false())
    made_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)

    @property
    def name(self) -> str:
        """What it is called, also before anybody has named it."""
        return self.given_name or str(UNNAMED_CLUB)


class FileImport(Base):
    """An import of a file.

    Attributes:
        undone_at: when what it added was deleted again; None if it wasn't.
    """

    __tablename__ = "file_import"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id), index=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class Imported:
    """What an import may have added: ``import_id`` says which, and is None for what was entered here."""

    import_id: Mapped[int | None] = mapped_column(ForeignKey(FileImport.id))


class Player(Imported, Base):
    """A name that a person of a club plays under. Names differ by more than case: ``folded`` is unique too.

    Attributes:
        uid: their id on every computer, whatever they are called; no other player of the club has it.
        hidden_at: when the player was hidden; hidden players aren't suggested on nights.
        merged_into_id: the player this one was merged into.
        person_id: the player at the end of a chain of merges; None if this one was not merged.
        pay_me: how to pay them, such as an IBAN or a link; empty until they say so.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "folded"), UniqueConstraint("club_id", "uid"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    uid: Mapped[str] = mapped_column(String(32), default=new_uid)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    folded: Mapped[str] = mapped_column(String(3 * LONGEST_NAME))
    hidden_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("player.id", deferrable=True))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("player.id", deferrable=True), index=True)
    pay_me: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="", server_default=text("''"))


class PayMeChange(Base):
    """A change of how to pay a player.

    Attributes:
        device: the phone it was made on.
    """

    __tablename__ = "pay_me_change"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), index=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH))


class Night(Imported, Base):
    """One evening of a club.

    Attributes:
        uid: its id on every computer, which nothing else of its kind has in the club.
        note: a note by the players.
        searched: the note, folded, for the archive to search.
        deleted_at: when it was deleted with all its games; it can be restored.
        time_zone: the zone that its times are told in, such as Europe/Vienna; that of the phone that
            started it, else the server's.
        coin_value: what so many coins are worth, in hundredths of the currency; 0 if they are only counted,
            None where payments are made in coins.
        valued_coins: how many coins have that value together, at least 1.
        currency: how the currency is written, such as € or kr.
        banker_id: the player through whom all payments go; None for the fewest payments.
        ending: the step of ending the night that comes next, one of ENDING_STEPS; None before it is ended.
        lots: what was drawn for the next game, see ``store/nights/lots.py``; None once it has begun.
        version: raised by every change of the night, its games or its coins.
        by_hand: whether someone has changed the night, a game or its coins since it was added.
        changed_on: the day of the last such change, in UTC. A day and no time: an index of it is then rarely
            touched while people play.
    """

    __tablename__ = "night"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    uid: Mapped[str] = mapped_column(String(32), default=new_uid)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    time_zone: Mapped[str] = mapped_column(String(MAX_TIME_ZONE_LENGTH), default=server_zone)
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    searched: Mapped[str] = mapped_column(Text, default="")
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    coin_value: Mapped[int | None]
    valued_coins: Mapped[int] = mapped_column(default=1, server_default="1")
    currency: Mapped[str] = mapped_column(String(MAX_CURRENCY_LENGTH), default="")
    banker_id: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    ending: Mapped[str | None] = mapped_column(String(8))
    lots: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    version: Mapped[int] = mapped_column(default=0)
    by_hand: Mapped[bool] = mapped_column(default=False, server_default=false())
    changed_on: Mapped[date] = mapped_column(default=today)

    __table_args__ = (
        UniqueConstraint("club_id", "uid"),
        Index("ix_night_club_id_started_at_id", "club_id", "started_at", "id"),
        Index("ix_night_club_id_changed_on", "club_id", "changed_on"),
        _index_of_deleted("night"),
        _index_of_imported("night"),
    )

    club: Mapped[Club] = relationship()
    all_tables: Mapped[list["GameTable"]] = relationship(order_by="GameTable.id", back_populates="night")

    @property
    def tables(self) -> list["GameTable"]:
        """Its tables, in the order in which they were made; none where everyone sits at one."""
        return [table for table in self.all_tables if table.removed_at is None]


class GameTable(Base):
    """One of several tables of a night.

    Attributes:
        name: a number, or what players call it; no other table of the night has it, not even a removed one.
        lots: what was drawn for its next game, as on a Night.
        removed_at: when it was removed; it can be restored, and its games stay.
    """

    __tablename__ = "game_table"

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey(Night.id), index=True)
    name: Mapped[str] = mapped_column(String(MAX_TABLE_NAME_LENGTH))
    lots: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    night: Mapped[Night] = relationship(back_populates="all_tables")


class OwnGame(Imported, Base):
    """A game that a club plays by its own rules, as it was set up last. Names differ as those of players do.

    Attributes:
        uid: its id on every computer, which nothing else of its kind has in the club.
        options: its house rules as on a scoresheet, without a wager, and without its name if that isn't the
            name of a recipe.
        removed_at: when it was taken off the club's list; it can be restored.
    """

    __tablename__ = "own_game"
    __table_args__ = (UniqueConstraint("club_id", "folded"), UniqueConstraint("club_id", "uid"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    uid: Mapped[str] = mapped_column(String(32), default=new_uid)
    name: Mapped[str] = mapped_column(String(LONGEST_TITLE))
    folded: Mapped[str] = mapped_column(String(3 * LONGEST_TITLE))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    @property
    def game(self) -> str:
        """The key of its game, as on a scoresheet."""
        return RECIPE if RECIPE in self.options else OWN_GAME


class Guest(Imported, Base):
    """A player who is here on a night, in order of arrival."""

    __tablename__ = "guest"

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey(Night.id))
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id))

    __table_args__ = (UniqueConstraint("night_id", "player_id"),)


MAX_KNOWN_AS_LENGTH = 241
NAMED = "="
"""The beginning of what games are known as that players named, which no key has."""


def known_as(game: str, options: Mapping[str, Any]) -> str:
    """Return what a game is known as: its key, or the name that players gave it, folded, after NAMED."""
    name = fold(given_name(game, options))
    return f"{NAMED}{name}"[:MAX_KNOWN_AS_LENGTH] if name else game


def _known_as(context: Any) -> str:
    """Return what a game that is being stored is known as."""
    values = context.get_current_parameters()
    return known_as(values["game"], values["options"])


class Play(Imported, Base):
    """One game played.

    Attributes:
        club_id: the club of its night, stored here so that the archive finds its plays quickly.
        table_id: the table of the night at which it is played; None if that has no tables.
        uid: its id on every computer, which nothing else of its kind has in the club.
        game: the game's key in the catalogue.
        options: the house rules as on a scoresheet.
        known_as: what the club knows the game as (see ``known_as``), by which games are counted.
        dealer: the seat of the first dealer.
        stopped: whether the players ended it early.
        ended_after: the id of its newest revision when they did, 0 if it had none; None for an imported game.
        ended_at: when it ended; the seats then hold the result.
        deleted_at: when it was deleted; it can be restored.
        note: a note by the players.
        searched: its note, those on its hands and its name, folded, for the archive to search.
        edition: the edition of the game's scoring by which it was scored last; None before the first hand.
        keeps_result: whether a host has chosen to keep it though today's rules give another one.
        set_aside: whether its players have said that it doesn't count, or someone played it alone; its coins
            do all the same.
        last_totals: the edition and the totals when it was changed last, as JSON text; None before.
        counted: the version of the code that counted it for the statistics; 0 if not counted yet.
        hands: how many hands were played, for the statistics; None while it is running.
        version: raised by every change of the play.
        by_hand: whether someone has changed it since it was added.
    """

    __tablename__ = "play"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    night_id: Mapped[int] = mapped_column(ForeignKey(Night.id), index=True)
    table_id: Mapped[int | None] = mapped_column(ForeignKey(GameTable.id))
    uid: Mapped[str] = mapped_column(String(32), default=new_uid)
    game: Mapped[str] = mapped_column(String(60))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    known_as: Mapped[str] = mapped_column(
        String(MAX_KNOWN_AS_LENGTH), default=_known_as, server_default=text("''")
    )
    dealer: Mapped[int]
    stopped: Mapped[bool] = mapped_column(default=False)
    ended_after: Mapped[int | None]
    started_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    searched: Mapped[str] = mapped_column(Text, default="")
    edition: Mapped[str | None] = mapped_column(String(MAX_EDITION_LENGTH))
    keeps_result: Mapped[bool] = mapped_column(default=False)
    set_aside: Mapped[bool] = mapped_column(default=False, server_default=false())
    last_totals: Mapped[str | None] = mapped_column(Text)
    counted: Mapped[int] = mapped_column(default=0)
    hands: Mapped[int | None]
    version: Mapped[int] = mapped_column(default=0)
    by_hand: Mapped[bool] = mapped_column(default=False, server_default=false())

    __table_args__ = (
        UniqueConstraint("club_id", "uid"),
        Index("ix_play_club_id_started_at_id", "club_id", "started_at", "id"),
        Index("ix_play_club_id_known_as_started_at", "club_id", "known_as", "started_at", "id"),
        _index_of_deleted("play"),
        _index_of_imported("play"),
    )

    night: Mapped[Night] = relationship()
    table: Mapped[GameTable | None] = relationship()
    seats: Mapped[list["Chair"]] = relationship(order_by="Chair.place", cascade="all, delete-orphan")

    @property
    def final(self) -> FinalResult | None:
        """The result that the seats hold; None while the game is running."""
        return FinalResult.kept(self.seats)

    @property
    def is_empty(self) -> bool:
        """Whether the players ended it before its first hand; NOT_EMPTY is the condition for a query.

        Such a game counts nowhere. A result that was imported counts without any hands.
        """
        return self.stopped and self.hands == 0 and self.edition != IMPORTED

    @property
    def counts(self) -> bool:
        """Whether it counts for who won how much; COUNTS is the condition for a query."""
        return not (self.is_empty or self.set_aside)

    @property
    def person_ids(self) -> list[int]:
        """The ids of the players whom its seats count for, by seat."""
        return [seat.person_id for seat in self.seats]


# Looking into the house rules takes long, and most games have no name.
TITLE = case(
    (
        Play.known_as.startswith(NAMED),
        func.coalesce(Play.options["title"].as_string(), Play.options["recipe"]["name"].as_string(), ""),
    ),
    else_="",
)
"""What players call a game of their own, or that of a recipe; empty for other games."""

# The figures of a game that can't be scored are unknown.
NOT_EMPTY = or_(~Play.stopped, Play.hands.is_(None), Play.hands > 0, Play.edition == IMPORTED)
"""The condition that a game wasn't ended before its first hand."""

COUNTS = and_(NOT_EMPTY, ~Play.set_aside)
"""The condition that a game counts for who won how much, and for all that is a record.

What someone plays alone is set aside from the start."""


class Chair(Base):
    """A player's seat in a play.

    Attributes:
        total, won, payout: the result, for the archive; None while the play is running.
        side: the number of their side, from 0; partners share one. This and the rest are for the statistics,
            and None while the play is running.
        best: their best score in one hand.
        bumps_given, bumps_received: how many bumps their side gave away by missing bids, and how many it got.
    """

    __tablename__ = "chair"

    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), index=True)
    total: Mapped[int | None] = mapped_column(Points)
    won: Mapped[bool | None]
    payout: Mapped[int | None] = mapped_column(BigInteger)
    side: Mapped[int | None]
    best: Mapped[int | None] = mapped_column(Points)
    bumps_given: Mapped[int | None]
    bumps_received: Mapped[int | None]

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def person_id(self) -> int:
        """The id of the player whom the seat counts for, who is another one after a merge."""
        return self.player.person_id or self.player_id


ONLY_WON = or_(
    func.coalesce(Play.options["wins"].as_boolean(), false()),
    func.coalesce(Play.options["together"].as_boolean(), false()) & (Chair.total == 0),
)
"""The condition that a seat has no points, only whether it won."""


class Season(Imported, Base):
    """The days of a club for which there is a table of who played best.

    Attributes:
        uid: its id on every computer, which nothing else of its kind has in the club.
        since, until: the first and the last day.
        rules: how its games are counted, as SeasonRules in ``store/history/seasons.py`` has it.
        closed_at: when it was closed; None while it is open.
        kept: the table as it was then, without names: see ``close_season``.
        removed_at: when it was taken off the club's list; it can be restored.
    """

    __tablename__ = "season"
    __table_args__ = (UniqueConstraint("club_id", "uid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    uid: Mapped[str] = mapped_column(String(32), default=new_uid)
    name: Mapped[str] = mapped_column(String(MAX_SEASON_LENGTH))
    since: Mapped[date]
    until: Mapped[date]
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    kept: Mapped[list[list[Any]] | None] = mapped_column(JSON(none_as_null=True))
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class BidCount(Base):
    """The number of times that a player of a play made a bid, with whom and how, for the statistics.

    Attributes:
        place: the bidder's seat.
        partner: the seat of the partner in that hand; None if there was none, or partners are fixed.
        bid: the number bid; None for a bid that is not a number, such as "less".
        outcome: exact, over, made, missed or other.
        times: the number of such hands in the play.
    """

    __tablename__ = "bid_count"

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
        number: its place in the game, counted from 1; None while it was removed from between others.
        entry: what was entered, as the JSON text of a scoresheet with seats instead of names, those that
            players have now; None while the hand is removed.
        complete: False while only the bidding is known.
    """

    __tablename__ = "hand"

    id: Mapped[int] = mapped_column(primary_key=True)
    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id))
    number: Mapped[int | None]
    entry: Mapped[str | None] = mapped_column(Text)
    complete: Mapped[bool]

    __table_args__ = (UniqueConstraint("play_id", "number"),)


class Revision(Base):
    """One change of a hand or of the game itself: what it was changed to, when, and on which device.

    Attributes:
        hand_id: the hand; None for a change of the game itself, or of several hands.
        action: one of HAND_ACTIONS.
        entry, complete: as in the hand from then on.
        layout: what else it touched, as JSON text, as that was before: see ``store/plays/change_log.py``.
        with_id, main: the change that caused this one, and is undone with it.
    """

    __tablename__ = "revision"

    id: Mapped[int] = mapped_column(primary_key=True)
    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id), index=True)
    hand_id: Mapped[int | None] = mapped_column(ForeignKey(HandRow.id), index=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH))
    action: Mapped[str] = mapped_column(String(12))
    entry: Mapped[str | None] = mapped_column(Text)
    complete: Mapped[bool]
    layout: Mapped[str | None] = mapped_column(Text)
    with_id: Mapped[int | None] = mapped_column(ForeignKey("revision.id", deferrable=True), index=True)

    main: Mapped["Revision | None"] = relationship(remote_side=id)

    @property
    def gone(self) -> bool:
        """Return whether the change removed its hand."""
        return self.entry is None


class Claim(Base):
    """What a player says of a hand, or the question to the table what everyone has of the next one.

    What is said of a saved hand is that it isn't right. That is open while the hand says what it said then,
    and until someone says that the hand is right. So correcting it answers every claim, and undoing the
    correction raises them again.

    Attributes:
        hand_id: the hand; None for the next one.
        revision_id: the newest revision of the hand when it was said.
        uid: the id of the question, by which answers name it; None for what a player says.
        player_id: the player who says it; None for the question.
        figures: what they say they have, as claims (``rules/claims.py``), with seats for names.
        device: the phone it was said on.
        settled_at, settled_on: when and on which phone someone said that the hand is right.
    """

    __tablename__ = "claim"

    id: Mapped[int] = mapped_column(primary_key=True)
    play_id: Mapped[int] = mapped_column(ForeignKey(Play.id), index=True)
    hand_id: Mapped[int | None] = mapped_column(ForeignKey(HandRow.id))
    revision_id: Mapped[int | None] = mapped_column(ForeignKey(Revision.id))
    uid: Mapped[str | None] = mapped_column(String(32))
    player_id: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    figures: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH))
    settled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    settled_on: Mapped[str | None] = mapped_column(String(MAX_DEVICE_LENGTH))

    player: Mapped[Player] = relationship()


class Transfer(Imported, Base):
    """A posting: coins or money that changed hands outside the games.

    What games pay is stored with their chairs.

    Attributes:
        device: the phone it was recorded on.
        kind: one of POSTING_KINDS, see ``store/coins/bank.py``.
        giver_id, taker_id: from whom to whom; None is the house.
        coins: how many, at least 1; hundredths of the currency if it is in money.
        in_money: whether it is in money.
        earlier_uid: the uid of the night that an amount on the tab comes from; None for everything else.
        removed_at, removed_on: when and on which phone it was undone, so that it no longer counts.
    """

    __tablename__ = "transfer"

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey(Night.id))
    uid: Mapped[str] = mapped_column(String(32), default=new_uid)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    device: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH))
    kind: Mapped[str] = mapped_column(String(12))
    giver_id: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    taker_id: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    coins: Mapped[int] = mapped_column(BigInteger)
    in_money: Mapped[bool] = mapped_column(default=False, server_default=false())
    earlier_uid: Mapped[str | None] = mapped_column(String(32), index=True)
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH), default="")
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    removed_on: Mapped[str | None] = mapped_column(String(MAX_DEVICE_LENGTH))

    __table_args__ = (
        UniqueConstraint("night_id", "uid"),
        CheckConstraint("coins > 0", name="ck_transfer_coins"),
    )


class Backup(Base):
    """A backup that was made.

    Attributes:
        club_id: the club; None for a backup of the whole database.
        plays: how many plays are in it.
        size: its size in bytes.
        newest_play: the id of the newest play of the club then; None for a backup of the whole database.
    """

    __tablename__ = "backup"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    club_id: Mapped[int | None] = mapped_column(ForeignKey(Club.id))
    plays: Mapped[int]
    size: Mapped[int] = mapped_column(BigInteger)
    newest_play: Mapped[int | None]


class Submission(Base):
    """A form that was sent and answered.

    Attributes:
        key: a digest of what was sent, with the id that the form was drawn with, and of what it is about.
        answer: the address that the answer led to.
    """

    __tablename__ = "submission"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    answer: Mapped[str] = mapped_column(Text)


class Phone(Base):
    """A browser that has joined a club.

    Attributes:
        token_hash: the hash of the random id in its cookie.
        name: what its owner calls it; empty until then.
        model: what kind of device it is, such as iPhone.
        seen_at: its last visit, to within a few minutes.
    """

    __tablename__ = "phone"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH), default="")
    model: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH), default="")
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)


class Invitation(Base):
    """A secret link, and what it lets a phone do.

    Attributes:
        night_id: the night it is for; None for the whole club.
        table_id: the table of the night that it is for; None for the whole night.
        role: a Role.
        nonce: what the secret is derived from, with the app's key; empty if nobody can derive it any more.
        secret_hash: the hash of the secret.
        ends_at: when it stops working; None for never.
    """

    __tablename__ = "invitation"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    night_id: Mapped[int | None] = mapped_column(ForeignKey(Night.id), index=True)
    table_id: Mapped[int | None] = mapped_column(ForeignKey(GameTable.id))
    role: Mapped[int]
    nonce: Mapped[str] = mapped_column(String(32), default="")
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    ends_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    table: Mapped[GameTable | None] = relationship()

    __table_args__ = (
        Index("ix_invitation_club_id_ends_at", "club_id", "ends_at"),
        Index("ix_invitation_club_id_night_id", "club_id", "night_id"),
    )


class JoinCode(Base):
    """Six figures to type instead of opening a link; each place where it is shown has its own.

    Attributes:
        play_id: the game whose page showed them; None for the page of the night.
        ends_at: when they stop working; they are replaced once they are shown again after that.
    """

    __tablename__ = "join_code"

    id: Mapped[int] = mapped_column(primary_key=True)
    invitation_id: Mapped[int] = mapped_column(ForeignKey(Invitation.id), index=True)
    play_id: Mapped[int | None] = mapped_column(ForeignKey(Play.id))
    code: Mapped[str] = mapped_column(String(6), unique=True)
    ends_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Membership(Base):
    """The role of a phone in a club, or on one of its nights.

    Attributes:
        night_id: the only night it is for; None for the whole club.
        table_id: the only table of the night that the role is for; the phone watches the others.
        role: a Role.
        invitation_id: the link it came by, and ends with; None if it doesn't depend on a link.
        player_id: which player the phone's owner is, if they said so.
        is_first: whether no other phone of the whole club was that player's when this one said so.
        has_answered: whether it has answered for that player, or objected, while it only watched.
    """

    __tablename__ = "membership"

    id: Mapped[int] = mapped_column(primary_key=True)
    phone_id: Mapped[int] = mapped_column(ForeignKey(Phone.id))
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id), index=True)
    night_id: Mapped[int | None] = mapped_column(ForeignKey(Night.id))
    table_id: Mapped[int | None] = mapped_column(ForeignKey(GameTable.id))
    role: Mapped[int]
    invitation_id: Mapped[int | None] = mapped_column(ForeignKey(Invitation.id), index=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    is_first: Mapped[bool] = mapped_column(default=False, server_default=false())
    has_answered: Mapped[bool] = mapped_column(default=False, server_default=false())
    joined_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)

    table: Mapped[GameTable | None] = relationship()

    __table_args__ = (
        UniqueConstraint("phone_id", "club_id", "night_id", "table_id"),
        # Databases count two memberships without a night, or without a table, as different.
        _only_one("club", "phone_id", "club_id", where="night_id IS NULL"),
        _only_one("night", "phone_id", "club_id", "night_id", where="table_id IS NULL"),
    )


class Reader(Base):
    """A program that may read a club, such as a website, a dashboard or a calendar.

    Attributes:
        name: what the host who let it in calls it.
        nonce, secret_hash: its token, kept as the secret of an Invitation is.
        seen_at: when it last read anything, to within a few minutes; None before.
        may_write: whether it may also keep score.
    """

    __tablename__ = "reader"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id), index=True)
    name: Mapped[str] = mapped_column(String(MAX_DEVICE_LENGTH))
    nonce: Mapped[str] = mapped_column(String(32))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    may_write: Mapped[bool] = mapped_column(default=False, server_default=false())
