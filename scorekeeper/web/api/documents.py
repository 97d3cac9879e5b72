"""What the API is asked, and the documents that it answers with: classes that also describe them.

The description of the API is made from these classes and their docstrings (``description.py``).

Games, nights and players are known by their uids, which are the same on every computer. Nothing here says on
which phone something was done.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, TypeAlias

from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.engine import Result
from scorekeeper.rules.halves import as_number
from scorekeeper.rules.hand import Played, merge_lines
from scorekeeper.store.clubs.people import person_of
from scorekeeper.store.history.archive import ArchivedNight
from scorekeeper.store.history.paging import Cursor
from scorekeeper.store.history.statistics import Standing
from scorekeeper.store.models import Chair, Club, Play, Player
from scorekeeper.store.plays.plays import plays_of_nights
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.plays.scores import Column
from scorekeeper.web.plays.sheet_page import SheetPage

UidText: TypeAlias = Annotated[str, "uid"]
"""An id that is the same on every computer."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """What an address may ask for besides its path.

    Attributes:
        since, until: the first and the last day on which a game started, in the time zone of its night.
        game: only the games whose rules have this key.
        player: only the games in which the player with this uid played.
        before: where the page begins; the address in “next” has it.
    """

    since: date | None = None
    until: date | None = None
    game: str | None = None
    player: UidText | None = None
    before: Cursor | None = None


@dataclass(frozen=True)
class ClubFacts:
    """The club that the token is for.

    Attributes:
        made_at: when it was created here.
    """

    name: str
    made_at: datetime

    @classmethod
    def of(cls, club: Club) -> "ClubFacts":
        """Return what is said of a club."""
        return cls(club.name, club.made_at)


@dataclass(frozen=True)
class PlayerFacts:
    """A person who has played in the club.

    Attributes:
        uid: their id, which stays the same whatever they are called.
        hidden: whether they are no longer suggested on nights.
    """

    uid: UidText
    name: str
    hidden: bool

    @classmethod
    def of(cls, player: Player) -> "PlayerFacts":
        """Return what is said of a person."""
        return cls(player.uid, player.name, player.hidden_at is not None)


@dataclass(frozen=True)
class PlayersFacts:
    """Everyone who has ever played in the club, by name."""

    players: tuple[PlayerFacts, ...]


@dataclass(frozen=True)
class SeatFacts:
    """A player's seat in a game, and what it came to.

    Attributes:
        player: the uid of the player.
        name: the name under which they played.
        side: the number of their side, which partners share; null while the game is running.
        total: their total; null while the game is running.
        won: whether they won; null while the game is running.
        coins: the coins that they won or lost by the game; null while it is running, and without any.
    """

    player: UidText
    name: str
    side: int | None
    total: int | float | None
    won: bool | None
    coins: int | None

    @classmethod
    def of(cls, chair: Chair) -> "SeatFacts":
        """Return what is said of a seat."""
        uid, total = person_of(chair.player).uid, as_number(chair.total)
        return cls(uid, chair.name, chair.side, total, chair.won, chair.payout)


@dataclass(frozen=True)
class GameFacts:
    """A game with its result.

    Attributes:
        night: the uid of its night.
        game: the key of its rules, such as coralon.
        title: what the game is called, or what its players called it.
        ended_at: when it ended; null while it is running.
        unit: what is counted, points or coins; null if its rules are not installed.
        seats: the players in order around the table.
    """

    uid: UidText
    night: UidText
    game: str
    title: str
    started_at: datetime
    ended_at: datetime | None
    unit: str | None
    note: str
    seats: tuple[SeatFacts, ...]

    @classmethod
    def of(cls, play: Play) -> "GameFacts":
        """Return what is said of a game, without scoring its hands."""
        sheet = Sheet(play, [])
        return GameFacts(
            uid=play.uid,
            night=play.night.uid,
            game=play.game,
            title=title_of(play.game, play.options),
            started_at=play.started_at,
            ended_at=play.ended_at,
            unit=sheet.setup.unit if sheet.can_be_scored else None,
            note=play.note,
            seats=tuple(map(SeatFacts.of, play.seats)),
        )


@dataclass(frozen=True)
class ReasonFacts:
    """A reason for which players scored in a hand."""

    players: tuple[str, ...]
    amount: int | float
    why: str


@dataclass(frozen=True)
class HandFacts:
    """A hand of a game; a roll, round or turn where the game has those.

    Attributes:
        number: counted from 1.
        dealer: who dealt it, or whose turn it was.
        summary: what was played, and how it came out.
        trump: the suit that was trump; null without one.
        scores: what each seat scored; null for one that did not play.
        totals: the total of each seat after it; null before its player joined.
        because: why: the scores are the sums of these.
    """

    number: int
    dealer: str
    summary: str
    trump: str | None
    note: str
    scores: tuple[int | float | None, ...]
    totals: tuple[int | float | None, ...]
    because: tuple[ReasonFacts, ...]

    @classmethod
    def of(cls, result: Result, played: Played) -> "HandFacts":
        """Return what is said of a hand."""
        there = result.setup.table.at(played.number)
        scores, totals = map(as_number, played.scores), map(as_number, played.totals)
        return cls(
            number=played.number,
            dealer=there.players[played.dealer],
            summary=str(result.setup.summary(played)),
            trump=getattr(played.hand, "trump", None) or None,
            note=played.hand.note,
            scores=tuple(score if seat in there.here else None for seat, score in enumerate(scores)),
            totals=tuple(total if seat in there.arrived else None for seat, total in enumerate(totals)),
            because=tuple(
                ReasonFacts(tuple(there.names(seats)), as_number(line.amount), str(line.why))
                for seats, line in merge_lines(played.lines)
            ),
        )


@dataclass(frozen=True)
class GameInFullFacts(GameFacts):
    """A game with all its hands.

    Attributes:
        target: the total that wins; null without one.
        why: the reason for which it ended; empty while it is running.
        hands: its hands in order, with their reasons; null if its rules are not installed any more.
    """

    target: int | None
    why: str
    hands: tuple[HandFacts, ...] | None

    @classmethod
    def of(cls, play: Play) -> "GameInFullFacts":
        """Return what is said of a game and its hands."""
        sheet, game = Sheet.of(play), vars(GameFacts.of(play))
        if not sheet.can_be_scored:
            return cls(**game, target=None, why="", hands=None)
        result = sheet.result
        hands = tuple(HandFacts.of(result, played) for played in result.hands)
        why = str(result.ending.why) if result.ending else ""
        return cls(**game, target=result.setup.target, why=why, hands=hands)


@dataclass(frozen=True)
class GamesFacts:
    """A page of games, newest first.

    Attributes:
        next: the address of the next page, with older games; null on the last one.
    """

    games: tuple[GameFacts, ...]
    next: str | None


@dataclass(frozen=True)
class NightFacts:
    """A night of the club.

    Attributes:
        time_zone: the zone in which its times are told, such as Europe/Vienna.
        games: how many games were played, without those that were ended before the first hand.
        players: the names of those who came or played.
    """

    uid: UidText
    started_at: datetime
    time_zone: str
    note: str
    games: int
    players: tuple[str, ...]

    @classmethod
    def of(cls, found: ArchivedNight) -> "NightFacts":
        """Return what is said of a night."""
        night = found.night
        return NightFacts(
            uid=night.uid,
            started_at=night.started_at,
            time_zone=night.time_zone,
            note=night.note,
            games=found.games,
            players=tuple(found.names),
        )


@dataclass(frozen=True)
class NightsFacts:
    """A page of nights, newest first.

    Attributes:
        next: the address of the next page, with older nights; null on the last one.
    """

    nights: tuple[NightFacts, ...]
    next: str | None


@dataclass(frozen=True)
class NightInFullFacts(NightFacts):
    """A night with its games.

    Attributes:
        played: the games, the first one first.
    """

    played: tuple[GameFacts, ...]

    @classmethod
    def of(cls, found: ArchivedNight) -> "NightInFullFacts":
        """Return what is said of a night and its games."""
        plays = plays_of_nights([found.night.id])[::-1]
        played = (GameFacts.of(play) for play in plays if play.deleted_at is None and not play.is_empty)
        return cls(**vars(NightFacts.of(found)), played=tuple(played))


@dataclass(frozen=True)
class StandingFacts:
    """What a person's finished games come to.

    Attributes:
        player: the uid of the person.
        games: how many they played.
        wins: how many of these they won.
        coins: the coins that they won or lost by them.
    """

    player: UidText
    name: str
    games: int
    wins: int
    coins: int

    @classmethod
    def of(cls, standing: Standing, uids: Mapping[int, str]) -> "StandingFacts":
        """Return what is said of a person, given everyone's uid by id."""
        uid = uids[standing.person_id]
        return cls(uid, standing.name, standing.plays, standing.wins, standing.coins)


@dataclass(frozen=True)
class StandingsFacts:
    """What the finished games that count come to for everyone who played, those with the most wins first."""

    players: tuple[StandingFacts, ...]


@dataclass(frozen=True)
class SideFacts:
    """A side of a running game: a player, or partners.

    Attributes:
        players: their names.
        total: their total so far; coins are told as what they have won or lost.
        to_go: what they need to reach the target; null without one.
        leads: whether they are ahead, alone or with others.
    """

    players: tuple[str, ...]
    total: int | float
    to_go: int | float | None
    leads: bool

    @classmethod
    def of(cls, column: Column) -> "SideFacts":
        """Return what is said of a side."""
        to_go = None if column.goal is None else as_number(max(column.goal - column.total, 0))
        return cls(tuple(column.names), as_number(column.total), to_go, bool(column.lead))


@dataclass(frozen=True)
class RunningFacts:
    """A game that is being played.

    Attributes:
        number: the number of the hand in progress, counted from 1.
        sides: the totals, in order around the table.
        bid: what was bid in the hand in progress, such as “Bea bid 5”; empty before that, and without bids.
        next: who is next, such as “Dee deals, Ann bids first”; empty where nobody deals.
        turn: whose turn it is, in games in which each hand is one player's; null in others.
    """

    uid: UidText
    night: UidText
    game: str
    title: str
    started_at: datetime
    unit: str
    target: int | None
    number: int
    sides: tuple[SideFacts, ...]
    bid: str
    next: str
    turn: str | None

    @classmethod
    def of(cls, sheet: Sheet) -> "RunningFacts":
        """Return what is said of a running game that can be scored."""
        page, play = SheetPage(sheet), sheet.play
        names = page.table.players
        return cls(
            uid=play.uid,
            night=play.night.uid,
            game=play.game,
            title=page.setup.title,
            started_at=play.started_at,
            unit=page.setup.unit,
            target=page.setup.target,
            number=page.number,
            sides=tuple(map(SideFacts.of, page.columns)),
            bid=str(page.bidding.describe_bid(page.table)) if page.bidding else "",
            next=str(page.opening),
            turn=None if page.turn is None else names[page.turn],
        )


@dataclass(frozen=True)
class NowFacts:
    """What is being played now, the game that was started last first."""

    games: tuple[RunningFacts, ...]


@dataclass(frozen=True)
class ProblemFacts:
    """Why there is no answer (RFC 9457).

    Attributes:
        title: the status in words.
        detail: what to do about it.
    """

    title: str
    status: int
    detail: str
