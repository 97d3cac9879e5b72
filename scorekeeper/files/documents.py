"""The documents in the file of a club or a night, which other programs read, too.

A game in it is a scoresheet (the same that the command line scores) with what the app knows about it: when
it was played, and every change of its hands. Players go by their names in the club, which all differ.

The API and tables have the same documents. What is worked out is added there: totals, reasons, and the uids
of what belongs together. What they say in words they also say in keys and figures, so that no program has to
read a sentence. What a document calls ``private`` is in files alone: nothing published says on which phone
something was done, or how to pay anyone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, NewType, TypeAlias

from scorekeeper.domain import (
    ENDING_STEPS,
    HAND_ACTIONS,
    MAX_CHANGES,
    MAX_CLUB_NAME_LENGTH,
    MAX_COINS,
    MAX_CURRENCY_LENGTH,
    MAX_DEVICE_LENGTH,
    MAX_EDITION_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_OWN_GAMES,
    MAX_PLAYERS,
    MAX_SEASON_LENGTH,
    MAX_SEASONS,
    MAX_TABLE_NAME_LENGTH,
    MAX_TIME_ZONE_LENGTH,
    POSTING_KINDS,
)
from scorekeeper.files.schema import Day, Documents, HalfScore, Instant, JsonObject, Score, Uid
from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import LONGEST_TITLE, Choice, Count, Several, Switch, Text, Title
from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.store.history.seasons import GAMES, NIGHTS, PLACES, POINTS, WINS
from scorekeeper.store.models import MAX_KNOWN_AS_LENGTH

VERSION = 4
"""Raised when files gain something that an older Scorekeeper would not understand."""

ONE_DOCUMENT = 3
"""The last version of the files of Scorekeeper before 1.0, which were one JSON document."""

Name: TypeAlias = Annotated[str, Text("name", longest=LONGEST_NAME)]
MaybeName: TypeAlias = Annotated[str | None, Text("name", longest=LONGEST_NAME, null="nobody")]
Names: TypeAlias = Annotated[tuple[str, ...], Several("names", each=Text("A name", longest=LONGEST_NAME))]
Note: TypeAlias = Annotated[str, Text("note", longest=MAX_NOTE_LENGTH)]
Device: TypeAlias = Annotated[str, Text("device", longest=MAX_DEVICE_LENGTH)]
Id: TypeAlias = Annotated[str, Uid("uid")]
Time: TypeAlias = Annotated[datetime, Instant("time")]
MaybeTime: TypeAlias = Annotated[datetime | None, Instant("time", null="never")]

Link = NewType("Link", str)
"""The uid of what a published document is about, or belongs to."""

Message = NewType("Message", dict[str, Any])
"""What is said, as ``rules/saying.py`` writes it for programs."""


@dataclass(frozen=True, kw_only=True)
class PersonDocument:
    """A player of the club.

    Attributes:
        uid: their id on every computer; empty on bare scoresheets, and for plays of other programs.
        name: their name in the club, which nobody else has.
        hidden_at: when they were hidden: they are no longer suggested on nights.
        merged_into: the name of the player they turned out to be.
        pay_me: how to pay them.
        player: the uid once more, under the name that it has in all other answers.
    """

    uid: Id = ""
    name: Name
    hidden_at: MaybeTime = None
    merged_into: MaybeName = None
    pay_me: Note = ""
    # Added where it is published:
    player: Link = Link("")

    private: ClassVar = ("merged_into", "pay_me")


@dataclass(frozen=True, kw_only=True, slots=True)
class HandChange:
    """One change of a hand, or of the game itself.

    Attributes:
        hand: the number of the hand in this file, counted from 1; None if it is the game itself.
        at, device: when, and on which phone.
        action: what was done.
        entry: the hand after the change; None where that is the hand on the scoresheet, not written twice.
        gone: whether the change removed the hand; it then has no entry.
        complete: False if only the bidding was known.
        along: the number of the change in this game that caused this one, counted from 1.
        layout: what else the change touched, as it was before (see ``store/plays/change_log.py``), with hands
            by their numbers in this file and players by their names in the club.
    """

    hand: Annotated[int | None, Count("hand", low=1, high=100_000, null="the game itself")]
    at: Time
    device: Device = ""
    action: Annotated[str, Choice("action", dict.fromkeys(HAND_ACTIONS, ""))] = HAND_ACTIONS[0]
    entry: Annotated[Mapping[str, Any] | None, JsonObject("entry", null="as on the scoresheet")] = None
    gone: Annotated[bool, Switch("gone")] = False
    complete: Annotated[bool, Switch("complete")] = True
    along: Annotated[int | None, Count("along", low=1, null="no other change")] = None
    layout: Annotated[Mapping[str, Any] | None, JsonObject("layout", null="untouched")] = None


@dataclass(frozen=True, kw_only=True)
class SeatResult:
    """The result of a player's seat in a game, which a finished game keeps, and with it who sat there.

    Attributes:
        total: their total; None while the game is running, which has no results in a file.
        won: whether they won; None while the game is running.
        payout: the coins that they won or lost by the game; None while it is running, and without any.
        side: the number of their side, which partners share, from 0.
        best: their best score in one hand.
        bumps_given, bumps_received: how many bumps their side gave away by missing bids, and how many it got.
        player: the uid of the player.
        name: the name under which they played.
    """

    total: Annotated[int | float | None, HalfScore("total")]
    won: Annotated[bool | None, Switch("won")] = False
    payout: Annotated[int | None, Score("payout", null="none")] = None
    side: Annotated[int | None, Count("side", low=0, null="not counted")] = None
    best: Annotated[int | float | None, HalfScore("best", null="not counted")] = None
    bumps_given: Annotated[int | None, Count("bumps_given", low=0, null="not counted")] = None
    bumps_received: Annotated[int | None, Count("bumps_received", low=0, null="not counted")] = None
    # Added where it is published:
    player: Link = Link("")
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class ReasonDocument:
    """A reason for which players scored in a hand.

    Attributes:
        players, amount: who scored by it, and what each of them got.
        why: what for.
        reason: the same with its figures and names apart.
    """

    players: tuple[str, ...]
    amount: int | float
    why: str
    reason: Message


@dataclass(frozen=True, kw_only=True)
class HandDocument:
    """A hand as it was scored; a roll, round or turn where the game has those.

    The table of hands has its attributes as columns, in this order, so new ones come last.

    Attributes:
        number: counted from 1.
        dealer: who dealt it, or whose turn it was.
        description: what was played, such as “Bea bid 5 with Dee”; empty where the outcome says it all.
        outcome_text: how it came out, in words.
        trump: the suit that was trump; None without one.
        scores: what each seat scored; None for one that did not play.
        totals: the total of each seat after it; None before its player joined.
        bidder: who took it on against the others; None where nobody did.
        bid: the number that they bid; None for a bid without a number.
        partner: their partner for this hand alone; None without one.
        note: what was noted about it.
        outcome: the key of how it came out, such as exact or missed.
        because: why: the scores are the sums of these.
        summary: the description and the outcome as one sentence.
    """

    number: int
    dealer: str
    description: str
    outcome_text: str
    trump: str | None
    scores: tuple[int | float | None, ...]
    totals: tuple[int | float | None, ...]
    note: str
    bidder: str | None
    bid: int | None
    partner: str | None
    outcome: str
    because: tuple[ReasonDocument, ...]
    summary: str


@dataclass(frozen=True, kw_only=True)
class GameDocument:
    """One game played.

    Attributes:
        uid: its id on every computer; empty for a bare scoresheet.
        started_at, ended_at: when it started and ended; None while it is running.
        note: what was noted about it.
        table: the name or number of its table; empty if its night has none.
        seats: who sat where; empty where the scoresheet uses everyone's name in the club.
        sheet: the scoresheet with the hands that count; in lists, without hands. It has the numbers of seats
            for names if its rules are not installed any more.
        apart: the numbers under which this file lists hands that were removed from between others.
        edition: the edition of the game's scoring that gave the result; empty where the file does not say.
        keeps_result: whether a host has chosen to keep it though later rules gave another one.
        set_aside: whether its players have said that it doesn't count; its coins do all the same.
        results: the result of each seat; a file has those of finished games, or else they are scored.
        changes: every change of a hand or of the game itself, oldest first.
        result: the scoresheet as the engine scores it, without its hands; not part of the file.
        night: the uid of its night.
        game: the key of its rules, such as coralon.
        title: what it is called, or what its players called it.
        unit: what is counted, such as points or coins; None if its rules are not installed.
        target: the total that wins; None without one, and in lists.
        early: whether its players ended it before its rules did; None while it is running, and in lists.
        why: the reason for which it ended; empty while it is running, and in lists.
        reason: the same with its figures and names apart.
        hands: its hands as they were scored; None in lists, and if its rules are not installed any more.
    """

    uid: Id
    started_at: Time
    ended_at: MaybeTime = None
    deleted_at: MaybeTime = None
    note: Note = ""
    table: Annotated[str, Text("table", longest=MAX_TABLE_NAME_LENGTH)] = ""
    seats: Names = ()
    sheet: Annotated[Mapping[str, Any], JsonObject("sheet")]
    apart: Annotated[tuple[int, ...], Several("apart", each=Count("A hand", low=1, high=100_000))] = ()
    edition: Annotated[str, Text("edition", longest=MAX_EDITION_LENGTH)] = ""
    keeps_result: Annotated[bool, Switch("keeps_result")] = False
    set_aside: Annotated[bool, Switch("set_aside")] = False
    results: Annotated[tuple[SeatResult, ...], Documents("results", SeatResult, "seat")] = ()
    changes: Annotated[tuple[HandChange, ...], Documents("changes", HandChange, "change", MAX_CHANGES)] = ()
    result: Result | None = None
    # Added where it is published:
    night: Link = Link("")
    game: str = ""
    title: str = ""
    unit: str | None = None
    target: int | float | None = None
    early: bool | None = None
    why: str = ""
    reason: Message | None = None
    hands: tuple[HandDocument, ...] | None = None

    private: ClassVar = ("deleted_at", "seats", "apart", "edition", "keeps_result", "changes", "result")


@dataclass(frozen=True, kw_only=True)
class CoinsDocument:
    """Coins or money that changed hands outside the games.

    Attributes:
        giver, taker: their names in the club; None for the house.
        coins: how many; hundredths of the currency if ``in_money``.
        earlier: the identifier of the night that an amount on the tab comes from.
    """

    uid: Id
    at: Time
    device: Device = ""
    kind: Annotated[str, Choice("kind", dict.fromkeys(POSTING_KINDS, ""))]
    giver: MaybeName = None
    taker: MaybeName = None
    coins: Annotated[int, Count("coins", low=1, high=MAX_COINS)]
    in_money: Annotated[bool, Switch("in_money")] = False
    earlier: Id = ""
    note: Note = ""
    removed_at: MaybeTime = None
    removed_on: Annotated[str | None, Text("device", longest=MAX_DEVICE_LENGTH, null="no phone")] = None


@dataclass(frozen=True, kw_only=True)
class NightDocument:
    """One evening: who was there, in order of arrival, the games played, and the coins that changed hands.

    Attributes:
        uid: its id on every computer; empty for the night of a bare scoresheet.
        started_at: when it started.
        note: what was noted about it.
        time_zone: the zone in which its times are told, such as Europe/Vienna; empty for that of the server.
        coin_value: what so many coins are worth, in hundredths of the currency; None if they have no value.
        valued_coins: how many coins have that value together.
        currency: how the currency is written, such as € or kr.
        banker: the name of the player through whom all payments go.
        ending: the step of ending the night that comes next: its unfinished games, counting the coins,
            settling up, or the recap once it has ended; empty before.
        games: its games, the first one first.
        players: the names of those who came or played.
    """

    uid: Id
    started_at: Time
    time_zone: Annotated[str, Text("time_zone", longest=MAX_TIME_ZONE_LENGTH)] = ""
    note: Note = ""
    deleted_at: MaybeTime = None
    coin_value: Annotated[int | None, Count("coin_value", null="nothing")] = None
    valued_coins: Annotated[int, Count("valued_coins", low=1, high=MAX_COINS)] = 1
    currency: Annotated[str, Text("currency", longest=MAX_CURRENCY_LENGTH)] = ""
    banker: MaybeName = None
    ending: Annotated[str, Choice("ending", dict.fromkeys(("", *ENDING_STEPS), ""))] = ""
    guests: Names = ()
    games: Annotated[tuple[GameDocument, ...], Documents("games", GameDocument, "game")] = ()
    coins: Annotated[tuple[CoinsDocument, ...], Documents("coins", CoinsDocument, "coins")] = ()
    # Added where it is published:
    players: tuple[str, ...] = ()

    private: ClassVar = ("deleted_at", "banker", "guests", "coins")


@dataclass(frozen=True, kw_only=True)
class OwnGameDocument:
    """A game that the club plays by its own rules.

    Attributes:
        uid: its identifier on every machine.
        options: its house rules as on a scoresheet, without its name.
    """

    uid: Id
    name: Annotated[str, Text("name", longest=LONGEST_TITLE)]
    options: Annotated[Mapping[str, Any], JsonObject("options")]


@dataclass(frozen=True, kw_only=True)
class SeasonRowDocument:
    """A player in the table of a season.

    Attributes:
        name: their name.
        place: None for those who came on too few nights.
        points: what they have by the rules of the season.
        nights: on how many nights they played.
        wins: how many games they won.
        player: the uid of the player.
    """

    name: Name
    place: Annotated[int | None, Count("place", low=1, null="not ranked")] = None
    points: Annotated[int | float, HalfScore("points")]
    nights: Annotated[int, Count("nights")]
    wins: Annotated[int, Count("wins")]
    # Added where it is published:
    player: Link = Link("")


@dataclass(frozen=True, kw_only=True)
class SeasonDocument:
    """A season of the club.

    Attributes:
        uid, name: its id on every computer, and what it is called.
        since, until: the first and the last day.
        games: which games count: the keys of their rules, or “=” and the name that players gave them, in
            lower case and without marks; empty for all.
        counting: what counts in a game: its places, whether it was won, or its points.
        points: what the first place is worth, the second and so on.
        best: how many of the best results count; None for all.
        of: what a result is: those of nights, or games.
        fewest: from how many nights on players are ranked.
        closed_at: when it was closed; None while it is open.
        kept: the table as it was then.
        table: its table; None in lists.
    """

    uid: Id
    name: Annotated[str, Title("name", longest=MAX_SEASON_LENGTH)]
    since: Annotated[date, Day("since")]
    until: Annotated[date, Day("until")]
    games: Annotated[tuple[str, ...], Several("games", each=Text("A game", longest=MAX_KNOWN_AS_LENGTH))] = ()
    counting: Annotated[str, Choice("counting", dict.fromkeys((PLACES, WINS, POINTS), ""))]
    points: Annotated[tuple[int, ...], Several("points", each=Count("A place", high=MAX_COINS), most=100)]
    best: Annotated[int | None, Count("best", low=1, null="all")] = None
    of: Annotated[str, Choice("of", dict.fromkeys((NIGHTS, GAMES), ""))]
    fewest: Annotated[int, Count("fewest", low=1)] = 1
    closed_at: MaybeTime = None
    kept: Annotated[
        tuple[SeasonRowDocument, ...], Documents("kept", SeasonRowDocument, "row", MAX_PLAYERS)
    ] = ()
    # Added where it is published:
    table: tuple[SeasonRowDocument, ...] | None = None

    private: ClassVar = ("kept",)


@dataclass(frozen=True, kw_only=True)
class ClubDocument:
    """A club, or one night of it: everything but its nights.

    Attributes:
        scorekeeper: the version of the format.
        club: the club's name.
        made_at: when the club was created; only the file of a whole club has it.
        players: everyone who is named in the file.
        own_games: the games on the club's own list; only the file of a whole club has them.
        seasons: the seasons on the club's list; only the file of a whole club has them.
    """

    scorekeeper: Annotated[int, Count("scorekeeper", low=1, high=VERSION)]
    club: Annotated[str, Text("club", longest=MAX_CLUB_NAME_LENGTH)] = ""
    made_at: MaybeTime = None
    players: Annotated[
        tuple[PersonDocument, ...], Documents("players", PersonDocument, "player", MAX_PLAYERS)
    ] = ()
    own_games: Annotated[
        tuple[OwnGameDocument, ...], Documents("own_games", OwnGameDocument, "own game", MAX_OWN_GAMES)
    ] = ()
    seasons: Annotated[
        tuple[SeasonDocument, ...], Documents("seasons", SeasonDocument, "season", MAX_SEASONS)
    ] = ()

    private: ClassVar = ("scorekeeper", "players", "own_games", "seasons")
