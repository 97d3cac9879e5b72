"""Comparing a file with a club: what the club has already, and what an import would add.

Anything with a uid is recognised by it, whatever has been done to it since: it is never added twice and never
overwritten. A bare scoresheet has none; it is recognised by its game, players, first dealer, house rules and
hands.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias
from uuid import UUID, uuid5

from sqlalchemy import and_, func, select

from scorekeeper.exchange.documents import CoinsDocument, GameDocument, NightDocument
from scorekeeper.exchange.errors import BadFile, Location
from scorekeeper.exchange.files import ClubFile
from scorekeeper.exchange.import_plan import GamePlan, ImportPlan, NightPlan
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.store.database import AT_ONCE, db, new_uid
from scorekeeper.store.models import Club, Night, OwnGame, Play, Player, Transfer
from scorekeeper.store.transfer.exporting import load_scoresheets
from scorekeeper.store.transfer.file_own_games import plan_own_games
from scorekeeper.store.transfer.file_people import FilePeople

SAME_EVENING = timedelta(hours=18)
"""A bare scoresheet joins the club's newest night, unless that began longer ago."""

Identified: TypeAlias = type[Night | Play | Transfer | OwnGame | Player]
ONE_OF: dict[Identified, str] = {
    Night: "A night",
    Play: "A game",
    Transfer: "A payment",
    OwnGame: "An own game",
    Player: "A player",
}
"""The models with a uid, each of which a file may hold only once, as a refusal calls one of them."""


class HasUid(Protocol):
    """Something with an identifier that is the same on every machine."""

    @property
    def uid(self) -> str: ...


class KnownIds:
    """What the things of one kind in a file are called in the club.

    Another club on this machine may have the same thing. This club's copy then gets another uid, derived from
    the first, so that it is recognised when the file is imported again.

    Attributes:
        deleted: the ids of the club's things that were deleted.
    """

    def __init__(self, club_id: int, model: Identified, documents: Sequence[HasUid]) -> None:
        uids = [document.uid for document in documents if document.uid]
        if len(set(uids)) < len(uids):
            raise BadFile.because(f"{ONE_OF[model]} is in the file twice.")
        self._known = _uids_in_club(club_id, model, uids)
        self.deleted = _deleted_ids(club_id, model)

    def __getitem__(self, uid: str) -> tuple[str, int | None]:
        """Return the uid that something has or would get in the club, and its id if it is there already."""
        return self._known[uid]

    @property
    def existing_ids(self) -> list[int]:
        """Return the ids of what the club has already."""
        return [existing_id for _, existing_id in self._known.values() if existing_id is not None]


class ImportDiff:
    """A file compared with a club, or with no club yet."""

    def __init__(self, club_id: int, file: ClubFile, now: datetime) -> None:
        self.club_id, self.now = club_id, now
        self.people = FilePeople(club_id, file, KnownIds(club_id, Player, file.club.players))
        self.seen: set[tuple[Identified, str]] = set()

    def plan_night(self, number: int, night: NightDocument) -> NightPlan:
        """Return what happens to a night. Raises BadFile."""
        location = (f"night {number}",) if night.uid else ()
        self.nights = self._known(Night, [night])
        self.games = self._known(Play, night.games)
        self.coins = self._known(Transfer, night.coins)
        self.scoresheets = load_scoresheets(Play.id.in_(self.games.existing_ids))
        self.people.check_night(night, location)
        games = [self._plan_game(at, game, location) for at, game in enumerate(night.games, start=1)]
        coins = self._new_coins(night, location)
        if night.uid:
            uid, existing_id = self.nights[night.uid]
            deleted = existing_id in self.nights.deleted
            return NightPlan(night, uid, existing_id, night.started_at, games, coins, deleted)
        newest = _newest_night(self.club_id)
        if newest and self.now - newest.started_at < SAME_EVENING:
            return NightPlan(night, newest.uid, newest.id, newest.started_at, games, coins)
        return NightPlan(night, new_uid(), None, self.now, games, coins)

    def _known(self, model: Identified, documents: Sequence[HasUid]) -> KnownIds:
        """Return what some things are called in the club. Raises BadFile if an earlier night has one too."""
        uids = {(model, document.uid) for document in documents if document.uid}
        if uids & self.seen:
            raise BadFile.because(f"{ONE_OF[model]} is in the file twice.")
        self.seen |= uids
        return KnownIds(self.club_id, model, documents)

    def _plan_game(self, number: int, game: GameDocument, night: Location) -> GamePlan:
        uid, existing_id = self.games[game.uid] if game.uid else ("", _find_same_game(self.club_id, game))
        if existing_id is None:
            self.people.check_seats(game, (*night, f"game {number}") if game.uid else night)
        sheet = self.scoresheets.get(existing_id) if existing_id else None
        differs = sheet is not None and not is_same_game(game, sheet)
        return GamePlan(game, uid, existing_id, differs, existing_id in self.games.deleted)

    def _new_coins(self, night: NightDocument, location: Location) -> list[tuple[str, CoinsDocument]]:
        new_coins = []
        for number, coins in enumerate(night.coins, start=1):
            uid, existing_id = self.coins[coins.uid]
            if existing_id is None:
                self.people.check_coins(coins, (*location, f"coins {number}"))
                new_coins.append((uid, coins))
        return new_coins


def plan_import(club: Club | None, file: ClubFile, now: datetime) -> ImportPlan:
    """Return what importing a file into a club, or into a new one, would add, without its hands.

    Raises BadFile.
    """
    club_id, said = club.id if club else 0, file.club
    diff = ImportDiff(club_id, file, now)
    nights = [
        without_hands(diff.plan_night(number, night)) for number, night in enumerate(file.nights(), start=1)
    ]
    is_empty = said.made_at is not None and diff.people.are_first and not _has_nights(club_id)
    return ImportPlan(
        name=said.club if is_empty or club is None else "",
        made_at=said.made_at if is_empty else None,
        people=[*diff.people.plans.values()],
        nights=nights,
        own_games=plan_own_games(club_id, said.own_games, KnownIds(club_id, OwnGame, said.own_games)),
    )


def without_hands(plan: NightPlan) -> NightPlan:
    """Return a plan without what takes much memory, which is read again when it is carried out."""
    games = []
    for each in plan.games:
        sheet = {**each.game.sheet, "hands": len(each.game.sheet["hands"])}
        games.append(replace(each, game=replace(each.game, changes=(), sheet=sheet)))
    return replace(plan, night=replace(plan.night, games=()), games=games)


def with_hands(plan: NightPlan, night: NightDocument) -> NightPlan:
    """Return a plan with everything in its night again."""
    games = [replace(each, game=game) for each, game in zip(plan.games, night.games, strict=True)]
    return replace(plan, night=night, games=games)


def club_state(club_id: int) -> tuple[object, ...]:
    """Return what a plan for a club depends on besides the file; while it is the same, so is the plan."""
    nights = select(func.max(Night.id), func.count(Night.deleted_at)).where(Night.club_id == club_id)
    games = select(func.max(Play.id), func.count(Play.deleted_at)).where(Play.club_id == club_id)
    players = select(Player.id, Player.folded, Player.person_id).where(Player.club_id == club_id)
    own_games = select(OwnGame.id, OwnGame.folded, OwnGame.options).where(OwnGame.club_id == club_id)
    found = (nights, games, players.order_by(Player.id), own_games.order_by(OwnGame.id))
    return tuple(tuple(map(tuple, db.session.execute(each))) for each in found)


def is_same_game(game: GameDocument, sheet: dict[str, object]) -> bool:
    """Return whether a game of a file is the one on this scoresheet."""
    try:
        setup = set_up({**sheet, "hands": []})
    except Refused:
        return False
    return game.result is not None and game.result.setup == setup and game.sheet["hands"] == sheet["hands"]


def _uids_in_club(club_id: int, model: Identified, uids: Sequence[str]) -> dict[str, tuple[str, int | None]]:
    """Return the club's uid for each uid of the file, with the id of what the club has already."""
    wanted = {uid: uid for uid in uids}
    found: dict[str, tuple[str, int | None]] = {}
    copy = 0
    while wanted:
        copy += 1
        taken = taken_uids(model, list(wanted.values()))
        for uid, candidate in list(wanted.items()):
            existing_id, owner_id = taken.get(candidate, (None, club_id))
            if owner_id == club_id:
                found[uid] = (candidate, existing_id)
                del wanted[uid]
            else:
                wanted[uid] = uuid5(UUID(uid), f"copy {copy}").hex
    return found


def taken_uids(model: Identified, uids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return the id and the club of everything that has one of these uids."""
    query = select(
        model.uid, model.id, model.club_id if issubclass(model, OwnGame | Player) else Night.club_id
    )
    if not issubclass(model, Night | OwnGame | Player):
        query = query.join(Night, Night.id == model.night_id)
    return {
        uid: (existing_id, owner_id)
        for at in range(0, len(uids), AT_ONCE)
        for uid, existing_id, owner_id in db.session.execute(
            query.where(model.uid.in_(uids[at : at + AT_ONCE]))
        )
    }


def _deleted_ids(club_id: int, model: Identified) -> set[int]:
    if issubclass(model, Transfer | OwnGame | Player):
        return set()
    query = select(model.id).where(model.club_id == club_id, model.deleted_at.is_not(None))
    return set(db.session.scalars(query))


def _newest_night(club_id: int) -> Night | None:
    nights = select(Night).where(Night.club_id == club_id, Night.deleted_at.is_(None))
    return db.session.scalars(nights.order_by(Night.started_at.desc()).limit(1)).first()


def _find_same_game(club_id: int, game: GameDocument) -> int | None:
    """Return the id of the club's game that is the same as one on a bare scoresheet."""
    assert game.result
    setup = game.result.setup
    sheets = load_scoresheets(
        and_(Play.club_id == club_id, Play.game == setup.game.key, Play.dealer == setup.dealer)
    )
    return min((play_id for play_id, sheet in sheets.items() if is_same_game(game, sheet)), default=None)


def _has_nights(club_id: int) -> bool:
    return db.session.scalar(select(Night.id).where(Night.club_id == club_id).limit(1)) is not None
