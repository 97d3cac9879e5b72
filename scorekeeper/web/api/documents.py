"""What the API is asked, and the documents that it answers with beside those of ``files/documents.py``.

The description of the API is made from these classes and their docstrings (``description.py``). Games, nights
and players are known by their uids, which are the same on every computer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from scorekeeper.files.documents import GameDocument, Link
from scorekeeper.files.published import bid_fields, game_document
from scorekeeper.store.history.paging import Cursor
from scorekeeper.store.history.statistics import Standing
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.plays.scores import Column
from scorekeeper.web.plays.sheet_page import SheetPage


@dataclass(frozen=True, kw_only=True)
class Question:
    """What an address may ask for besides its path.

    Attributes:
        since, until: the first and the last day on which a game or a night started, in the zone of the night.
        game: only the games whose rules have this key, or that players have given this name.
        player: only the games in which the player with this uid played.
        before: where the page begins; the address in “next” has it.
        table: the name of the table of the night at which the game was played, if the night has tables.
        time_zone: the time zone of the night, such as Europe/Vienna; that of the server without one.
    """

    since: date | None = None
    until: date | None = None
    game: str | None = None
    player: Link | None = None
    before: Cursor | None = None
    table: str | None = None
    time_zone: str | None = None


@dataclass(frozen=True, kw_only=True)
class StandingDocument:
    """What a person's finished games come to.

    Attributes:
        player, name: the uid and the name of the person.
        games: how many they played.
        wins: how many of these they won.
        coins: the coins that they won or lost by them.
    """

    player: Link
    name: str
    games: int
    wins: int
    coins: int

    @classmethod
    def of(cls, standing: Standing, uids: Mapping[int, Link], **more: Any) -> Self:
        """Return a standing with what is said ``more``; ``uids`` are those of players by id."""
        figures = {"games": standing.plays, "wins": standing.wins, "coins": standing.coins}
        return cls(player=uids[standing.person_id], name=standing.name, **figures, **more)


@dataclass(frozen=True)
class PlayedGamesDocument:
    """Someone's finished games of one kind.

    Attributes:
        game: the key of its rules, or “=” and the name that players gave it, in lower case and without marks.
        title: the name that players gave it; empty for others.
        games, wins, coins: how many they played and won, and the coins that they won or lost by them.
        best: their best score in one hand; None where high totals don't count.
        bumps_given, bumps_received: how many bumps their side gave away by missing bids, and how many it got.
        average: their average total, to a tenth; None where high totals don't count.
    """

    game: str
    title: str
    games: int
    wins: int
    coins: int
    best: int | float | None
    bumps_given: int
    bumps_received: int
    average: float | None


@dataclass(frozen=True, kw_only=True)
class PlayerStatisticsDocument(StandingDocument):
    """What a person's finished games come to, in all and by game.

    Attributes:
        by_game: each game, the most played first.
    """

    by_game: tuple[PlayedGamesDocument, ...]


@dataclass(frozen=True)
class BidDocument:
    """How often a bid came out in one way.

    Attributes:
        game: the key of its rules, or “=” and the name that players gave it, in lower case and without marks.
        bid: its number; None if it was none.
        outcome: the key of how it came out, such as exact or missed.
        times: how often.
    """

    game: str
    bid: int | None
    outcome: str
    times: int


@dataclass(frozen=True)
class SideDocument:
    """A side of a running game: a player, or partners.

    Attributes:
        players: their names.
        total: their total so far; coins are told as what they have won or lost.
        to_go: what they need to reach the target; None without one.
        leads: whether they are ahead, alone or with others.
    """

    players: tuple[str, ...]
    total: int | float
    to_go: int | float | None
    leads: bool

    @classmethod
    def of(cls, column: Column) -> "SideDocument":
        """Return what is said of a side."""
        to_go = None if column.goal is None else max(column.goal - column.total, 0)
        return cls(tuple(column.names), column.total, to_go, bool(column.lead))


@dataclass(frozen=True, kw_only=True)
class RunningDocument(GameDocument):
    """A game that is being played.

    Attributes:
        target: the total that wins; None without one.
        number: the number of the hand in progress, counted from 1.
        sides: the totals, in order around the table.
        description: what was bid in that hand, such as “Bea bid 5”; empty before that, and without bids.
        bidder, bid, partner: who bid, how much, and with whom; None before that, and for what isn't there.
        dealer: who deals it.
        next: who is next, such as “Dee deals, Ann bids first”; empty where nobody deals.
        turn: whose turn it is, in games in which each hand is one player's; None in others.
    """

    number: int
    sides: tuple[SideDocument, ...]
    description: str
    bidder: str | None
    bid: int | None
    partner: str | None
    dealer: str
    next: str
    turn: str | None

    @classmethod
    def now(cls, sheet: Sheet) -> Self:
        """Return what is said of a running game that can be scored."""
        page = SheetPage(sheet)
        bidding, names = page.bidding, page.table.players
        return game_document(
            cls,
            sheet.play,
            page.setup,
            description=str(bidding.describe_bid(page.hand_table)) if bidding else "",
            **bid_fields(page.table, bidding),
            target=page.setup.target,
            number=page.number,
            sides=tuple(map(SideDocument.of, page.columns)),
            dealer=names[page.dealer],
            next=str(page.opening),
            turn=None if page.turn is None else names[page.turn],
        )


@dataclass(frozen=True)
class WrongDocument:
    """One thing that is wrong with what was sent.

    Attributes:
        field: the key of the hand, the option’s name, or the key of the scoresheet.
        hand: the number of the hand; None if it is none.
        message: what to do about it.
    """

    field: str
    hand: int | None
    message: str


@dataclass(frozen=True)
class ProblemDocument:
    """Why there is no answer, or nothing was changed (RFC 9457).

    Attributes:
        title, status: the status in words, and its number.
        detail: what to do about it.
        problems: what is wrong with the scoresheet or the hand that was sent.
    """

    title: str
    status: int
    detail: str
    problems: tuple[WrongDocument, ...] = ()
