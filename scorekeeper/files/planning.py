"""Comparing a file with a club: what the club has already, and what an import would add.

Anything with a uid is recognised by it, whatever has been done to it since: it is never added twice and never
overwritten. A bare scoresheet has none; it is recognised by its game, players, first dealer, house rules and
hands.

The plays of another program join the club's night of the same day, if it has one, and a player is added only
for a new game. Someone may choose which player of the club each of the others is.

A uid is unique within its club: another club on this machine may have the same thing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, and_, func, select

from scorekeeper.files.club_file import ClubFile
from scorekeeper.files.documents import (
    CoinsDocument,
    GameDocument,
    NightDocument,
    OwnGameDocument,
    SeasonDocument,
)
from scorekeeper.files.exporting import StoredGame, stored_games
from scorekeeper.files.file_people import FilePeople, PersonPlan, numbered_names
from scorekeeper.files.foreign import Remarks
from scorekeeper.files.schema import BadFile, Location
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import set_up
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.own_games import with_name
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import Chair, Club, Night, OwnGame, Play, Player, Season, Transfer
from scorekeeper.store.time_zones import evening_of

SAME_EVENING = timedelta(hours=18)
"""A bare scoresheet joins the club's newest night, unless that began longer ago."""

Identified: TypeAlias = type[Night | Play | Transfer | OwnGame | Season | Player]
ONE_OF: dict[Identified, str] = {
    Night: "a night",
    Play: "a game",
    Transfer: "a payment",
    OwnGame: "an own game",
    Season: "a season",
    Player: "a player",
}
"""The models with a uid, each of which a file may hold only once, as a refusal calls one of them."""


@dataclass(frozen=True)
class GamePlan:
    """A game of the file, and the club's own copy of it if there is one.

    Attributes:
        game: the game, scored, with the number of its hands instead of them; that of a bare scoresheet has
            no uid.
        existing_id: the id of the game if the club has it already.
        differs: whether the club's game has other hands by now; it is left alone.
        deleted: whether the club's game was deleted.
    """

    game: GameDocument
    existing_id: int | None = None
    differs: bool = False
    deleted: bool = False


@dataclass(frozen=True)
class NightPlan:
    """A night of the file, and what the club lacks of it.

    Attributes:
        night: the night, without its games and coins; that of a bare scoresheet has no uid.
        existing_id: the id of the night that its games join, if the club has it already.
        games: its games.
        coins: the payments outside the games that the club doesn't have yet.
        deleted: whether the club's night was deleted.
    """

    night: NightDocument
    existing_id: int | None
    games: Sequence[GamePlan]
    coins: Sequence[CoinsDocument]
    deleted: bool = False

    @property
    def new_games(self) -> list[GamePlan]:
        """The games that the club doesn't have yet."""
        return [plan for plan in self.games if plan.existing_id is None]

    @property
    def adds_anything(self) -> bool:
        """Return whether the club lacks any part of this night."""
        return self.existing_id is None or bool(self.new_games or self.coins)

    def with_hands(self, night: NightDocument) -> "NightPlan":
        """Return the plan with the hands of its night in the file, which take much memory."""
        games = [
            replace(plan, game=replace(plan.game, sheet=game.sheet, changes=game.changes))
            for plan, game in zip(self.games, night.games, strict=True)
        ]
        return replace(self, games=games)


@dataclass(frozen=True)
class ImportPlan:
    """Everything that importing a file would add.

    Attributes:
        name, made_at: what an empty club takes over from the file; otherwise empty and None.
        people: everyone in the file; of another program's, everyone in its new games.
        nights: the nights of the file, without their hands.
        own_games, seasons: the own games and the seasons that the club doesn't have yet.
        encoding, remarks: how a table was read, and what is not imported as it is written.
    """

    name: str
    made_at: datetime | None
    people: Sequence[PersonPlan]
    nights: Sequence[NightPlan]
    own_games: Sequence[OwnGameDocument] = ()
    seasons: Sequence[SeasonDocument] = ()
    encoding: str = ""
    remarks: Remarks = field(default_factory=Remarks)

    @property
    def new_players(self) -> list[str]:
        """The names of the players that the club doesn't have yet."""
        return [plan.name for plan in self.people if plan.existing_id is None]

    @property
    def uncertain_people(self) -> list[PersonPlan]:
        """Everyone of whom someone may say which player of the club they are."""
        return [plan for plan in self.people if not plan.is_certain and plan.person.merged_into is None]

    @property
    def games(self) -> list[GamePlan]:
        """Every game of the file."""
        return [plan for night in self.nights for plan in night.games]

    @property
    def new_games(self) -> list[GamePlan]:
        """The games that the club doesn't have yet."""
        return [plan for night in self.nights for plan in night.new_games]

    @property
    def new_nights(self) -> list[NightPlan]:
        """The nights that the club doesn't have yet."""
        return [plan for plan in self.nights if plan.existing_id is None]

    @property
    def new_coins(self) -> int:
        """The number of payments outside the games that the club doesn't have yet."""
        return sum(len(plan.coins) for plan in self.nights)

    @property
    def meets_deleted(self) -> bool:
        """Return whether the club has deleted any of the file's nights or games."""
        return any(night.deleted for night in self.nights) or any(game.deleted for game in self.games)

    @property
    def adds_anything(self) -> bool:
        """Return whether the club lacks any part of the file."""
        added = self.new_players or self.own_games or self.seasons
        return bool(added) or any(plan.adds_anything for plan in self.nights)

    @property
    def version(self) -> str:
        """A text that is the same for two plans that add the same, whichever players were chosen."""
        people = [(plan.person.name, plan.found_id) for plan in self.people]
        others = [
            *((game.uid, game.name) for game in self.own_games),
            *((season.uid, season.name) for season in self.seasons),
        ]
        nights = [
            (
                plan.night.uid,
                plan.existing_id,
                [(each.game.uid, each.existing_id) for each in plan.games],
                [coins.uid for coins in plan.coins],
            )
            for plan in self.nights
        ]
        return sha256(repr((self.name, people, others, nights)).encode()).hexdigest()


def plan_import(
    club: Club | None, file: ClubFile, now: datetime, chosen: Mapping[str, int | None] | None = None
) -> ImportPlan:
    """Return what importing a file into a club, or into a new one, would add.

    ``chosen`` are the ids of the players that people in the file are, by their names there; None is a new
    player. Raises BadFile.
    """
    planner = _Planner(club.id if club else 0, file, now, chosen or {})
    nights = [planner.plan_night(number, night) for number, night in enumerate(file.nights(), start=1)]
    has_nights = select(Night.id).where(Night.club_id == planner.club_id).limit(1)
    is_empty = (
        file.club.made_at is not None and planner.people.are_first and db.session.scalar(has_nights) is None
    )
    return ImportPlan(
        name=file.club.club if is_empty or club is None else "",
        made_at=file.club.made_at if is_empty else None,
        people=planner.people_of(nights),
        nights=nights,
        own_games=planner.plan_own_games(file.club.own_games),
        seasons=planner.plan_seasons(file.club.seasons),
        encoding=file.encoding,
        remarks=file.remarks,
    )


def club_state(club_id: int) -> tuple[object, ...]:
    """Return what a plan for a club depends on besides the file; while it is the same, so is the plan."""
    nights = select(func.max(Night.id), func.count(Night.deleted_at)).where(Night.club_id == club_id)
    games = select(func.max(Play.id), func.count(Play.deleted_at)).where(Play.club_id == club_id)
    players = select(Player.id, Player.folded, Player.person_id).where(Player.club_id == club_id)
    own_games = select(OwnGame.id, OwnGame.folded, OwnGame.options).where(OwnGame.club_id == club_id)
    seasons = select(func.max(Season.id)).where(Season.club_id == club_id)
    found = (nights, games, players.order_by(Player.id), own_games.order_by(OwnGame.id), seasons)
    return tuple(tuple(map(tuple, db.session.execute(each))) for each in found)


class _Planner:
    """A file that is compared with a club, a night at a time; the id of a club to be made is 0."""

    def __init__(self, club_id: int, file: ClubFile, now: datetime, chosen: Mapping[str, int | None]) -> None:
        self.club_id, self.now, self.is_foreign = club_id, now, file.is_foreign
        self._seen: dict[Identified, set[str]] = {model: set() for model in ONE_OF}
        known = self._in_club(Player, [person.uid for person in file.club.players])
        seated = self._seated_before(file) if file.is_foreign else {}
        self.people = FilePeople(club_id, file, known, seated, chosen)

    def plan_night(self, number: int, night: NightDocument) -> NightPlan:
        """Return what happens to a night. Raises BadFile."""
        location = (Say("night {number}", number=number),) if night.uid else ()
        nights = self._in_club(Night, [night.uid])
        known = self._in_club(Play, [game.uid for game in night.games])
        self.people.check_night(night, location)
        here = stored_games(Play.id.in_(known.values()))
        by_id: dict[int | None, StoredGame] = {stored.play.id: stored for stored in here}
        games = []
        for at, game in enumerate(night.games, start=1):
            if game.uid:
                stored = by_id.get(known.get(game.uid))
                games.append(self._plan_game(game, stored, (*location, Say("game {number}", number=at))))
            else:
                games.append(self._plan_game(game, self._same_game(game), location))
        night_id = nights.get(night.uid)
        existing = None if night_id is None else db.session.get_one(Night, night_id)
        coins = self._plan_coins(night, night_id, (existing or night).coin_value is not None, location)
        alone = replace(night, games=(), coins=())
        if self.is_foreign:
            seated = dict.fromkeys(
                name for plan in games if plan.existing_id is None for name in plan.game.seats
            )
            alone = replace(alone, guests=tuple(seated))
            if existing is None:
                stored = next(iter(by_id.values()), None)
                existing = stored.play.night if stored else self._night_of_day(night)
                night_id = existing.id if existing else None
        if night.uid:
            is_deleted = existing is not None and existing.deleted_at is not None
            return NightPlan(alone, night_id, games, coins, is_deleted)
        newest = self._newest_night()
        if newest and self.now - newest.started_at < SAME_EVENING:
            return NightPlan(replace(alone, started_at=newest.started_at), newest.id, games, coins)
        return NightPlan(alone, None, games, coins)

    def _plan_coins(
        self, night: NightDocument, night_id: int | None, has_value: bool, location: Location
    ) -> list[CoinsDocument]:
        """Return the payments of a night that the club doesn't have yet. Raises BadFile."""
        known = self._in_club(Transfer, [each.uid for each in night.coins], night_id)
        coins = []
        for at, payment in enumerate(night.coins, start=1):
            if payment.uid not in known:
                if payment.earlier and payment.earlier == night.uid:
                    raise BadFile.because(
                        Say("“earlier” must be another night."), (*location, Say("coins {number}", number=at))
                    )
                self.people.check_coins(payment, has_value, (*location, Say("coins {number}", number=at)))
                coins.append(payment)
        return coins

    def people_of(self, nights: Sequence[NightPlan]) -> list[PersonPlan]:
        """Return who is to be there for these nights: everyone in the file, unless it is foreign."""
        if not self.is_foreign:
            return [*self.people.plans.values()]
        seated = {name for night in nights for game in night.new_games for name in game.game.seats}
        return [plan for name, plan in self.people.plans.items() if name in seated]

    def plan_own_games(self, games: Sequence[OwnGameDocument]) -> Sequence[OwnGameDocument]:
        """Return the own games that the club doesn't have yet. Raises BadFile.

        The same name with the same rules is the same game; with other rules both are kept, the new one with a
        number behind its name.
        """
        known = self._in_club(OwnGame, [game.uid for game in games])
        rows = select(OwnGame.folded, OwnGame.options).where(OwnGame.club_id == self.club_id)
        taken: dict[str, Mapping[str, Any]] = {row.folded: row.options for row in db.session.execute(rows)}
        new = []
        for number, game in enumerate(games, start=1):
            if game.uid in known:
                continue
            try:
                name, folded, options = next(
                    (name, folded, options)
                    for name, folded in numbered_names(game.name.strip(), LONGEST_TITLE)
                    for options in (with_name(name, game.options),)
                    if taken.get(folded, options) == options
                )
            except BadName as wrong:
                raise BadFile.because(wrong.why, (Say("own game {number}", number=number),)) from None
            if folded not in taken:
                taken[folded] = options
                new.append(replace(game, name=name, options=options))
        return new

    def plan_seasons(self, seasons: Sequence[SeasonDocument]) -> Sequence[SeasonDocument]:
        """Return the seasons that the club doesn't have yet. Raises BadFile."""
        known = self._in_club(Season, [season.uid for season in seasons])
        for number, season in enumerate(seasons, start=1):
            self.people.check_names(
                (row.name for row in season.kept), (Say("season {number}", number=number), "kept")
            )
        return [season for season in seasons if season.uid not in known]

    def _plan_game(self, game: GameDocument, stored: StoredGame | None, location: Location) -> GamePlan:
        sheet = {**game.sheet, "hands": len(game.sheet["hands"])}
        without_hands = replace(game, sheet=sheet, changes=())
        if stored is None:
            self.people.check_seats(game, location)
            return GamePlan(without_hands)
        differs = not self.is_foreign and not is_same_game(game, stored)
        is_deleted = stored.play.deleted_at is not None
        return GamePlan(without_hands, stored.play.id, differs, is_deleted)

    def _in_club(
        self, model: Identified, uids: Sequence[str], night_id: int | None = None
    ) -> Mapping[str, int]:
        """Return the id of each of these that the club has already, by its uid; payments are of one night.

        Raises BadFile if the file has anything twice.
        """
        wanted = {*filter(None, uids)}
        if len(wanted) < len([*filter(None, uids)]) or wanted & self._seen[model]:
            raise BadFile.because(Say("{Thing} is in the file twice.", thing=Say(ONE_OF[model])))
        self._seen[model] |= wanted
        if issubclass(model, Transfer):
            return _ids(model, [*wanted], model.night_id == night_id)
        return _ids(model, [*wanted], model.club_id == self.club_id)

    def _newest_night(self) -> Night | None:
        nights = select(Night).where(Night.club_id == self.club_id, Night.deleted_at.is_(None))
        return db.session.scalars(nights.order_by(Night.started_at.desc()).limit(1)).first()

    def _night_of_day(self, night: NightDocument) -> Night | None:
        """Return the club's night of the day of a foreign one; the first if it has several."""
        day = evening_of(night.started_at, night.time_zone)
        about = (night.started_at - timedelta(days=2), night.started_at + timedelta(days=2))
        nights = select(Night).where(
            Night.club_id == self.club_id, Night.deleted_at.is_(None), Night.started_at.between(*about)
        )
        there = db.session.scalars(nights.order_by(Night.started_at)).all()
        return next((each for each in there if evening_of(each.started_at, each.time_zone) == day), None)

    def _seated_before(self, file: ClubFile) -> dict[str, int]:
        """Return who has someone's seat in a game that the club has already, by names in a foreign file."""
        games = {game.uid: game for night in file.unscored_nights() for game in night.games}
        known = _ids(Play, [*games], Play.club_id == self.club_id)
        ids = {play_id: games[uid].seats for uid, play_id in known.items()}
        seated: dict[str, int] = {}
        for first in range(0, len(ids), AT_ONCE):
            some = Chair.play_id.in_([*ids][first : first + AT_ONCE])
            query = select(Chair.play_id, Chair.place, Chair.player_id).where(some)
            for play_id, place, player_id in db.session.execute(query.order_by(Chair.play_id)):
                if place < len(ids[play_id]):
                    seated[ids[play_id][place]] = player_id
        return seated

    def _same_game(self, game: GameDocument) -> StoredGame | None:
        """Return the club's game that is the same as one on a bare scoresheet."""
        assert game.result
        setup = game.result.setup
        alike = and_(Play.club_id == self.club_id, Play.game == setup.game.key, Play.dealer == setup.dealer)
        return next((stored for stored in stored_games(alike) if is_same_game(game, stored)), None)


def is_same_game(game: GameDocument, stored: StoredGame) -> bool:
    """Return whether a game of a file has the settings and the hands of one in the database."""
    sheet = stored.scoresheet()
    try:
        setup = set_up({**sheet, "hands": []})
    except Refused:
        return False
    return game.result is not None and game.result.setup == setup and game.sheet["hands"] == sheet["hands"]


def _ids(model: Identified, uids: Sequence[str], where: ColumnElement[bool]) -> dict[str, int]:
    """Return the ids of what has one of these uids."""
    query = select(model.uid, model.id).where(where)
    return {
        uid: found_id
        for first in range(0, len(uids), AT_ONCE)
        for uid, found_id in db.session.execute(query.where(model.uid.in_(uids[first : first + AT_ONCE])))
    }
