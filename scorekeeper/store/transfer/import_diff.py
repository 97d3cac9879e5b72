"""Comparing a file with a club: what of it is here already, and what would be added.

What has a uid is known by it, whatever was done with it since: it is never there twice, never overwritten.
A bare scoresheet has none; it is known by its game, players, first dealer, house rules and hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID, uuid5

from sqlalchemy import select

from scorekeeper.exchange.documents import ClubFile, Coins, Game, Night, Person
from scorekeeper.exchange.errors import BadFile, Place
from scorekeeper.exchange.import_plan import GamePlan, NightPlan, Plan
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.words import listed
from scorekeeper.store import models
from scorekeeper.store.clubs.clubs import BadName, normalize_name
from scorekeeper.store.coins.faults import PostingFault, posting_fault
from scorekeeper.store.database import AT_ONCE, db
from scorekeeper.store.models import Club, Play, Player, Transfer
from scorekeeper.store.transfer.exporting import scoresheets

SAME_EVENING = timedelta(hours=18)
"""A bare scoresheet goes to the club's newest night, unless that began longer ago."""

CALLED = {models.Night: "A night", Play: "A game", Transfer: "An entry of coins"}
"""What a file may have only once."""

COIN_FAULTS = {
    PostingFault.STAKE_FROM_PLAYER: "A stake must come from the house.",
    PostingFault.HOUSE_TAKES_PART: "The house neither wins nor loses: name two players.",
}
"""What is wrong with coins whose kind is known and whose parties differ."""


class Named(Protocol):
    """Something with a name on every machine."""

    @property
    def uid(self) -> str: ...


def compare(club: Club | None, file: ClubFile, now: datetime) -> Plan:
    """What bringing a file into a club, or into a new one, would add. Raises BadFile; writes nothing."""
    club_id = club.id if club else 0
    people = People(club_id, file)
    night_uids = _uids(club_id, models.Night, file.nights)
    game_uids = _uids(club_id, Play, [game for night in file.nights for game in night.games])
    coin_uids = _uids(club_id, Transfer, [coins for night in file.nights for coins in night.coins])
    here = scoresheets(known for _, known in game_uids.values() if known is not None)
    games_gone, nights_gone = _deleted(club_id, Play), _deleted(club_id, models.Night)
    nights = []
    for number, night in enumerate(file.nights, start=1):
        place = (f"night {number}",) if night.uid else ()
        people.check_night(night, place)
        games = []
        for at, game in enumerate(night.games, start=1):
            uid, known = game_uids[game.uid] if game.uid else ("", _alike(club_id, game))
            if known is None:
                people.check_seats(game, (*place, f"game {at}") if game.uid else place)
            differs = known in here and not same(game, here[known])
            games.append(GamePlan(game, uid, known, differs, known in games_gone))
        uid, known, at_night = _night(club_id, night, night_uids, now)
        new_coins = []
        for at, coins in enumerate(night.coins, start=1):
            uid_here, known_coins = coin_uids[coins.uid]
            if known_coins is None:
                people.check_coins(coins, (*place, f"coins {at}"))
                new_coins.append((uid_here, coins))
        nights.append(NightPlan(night, uid, known, at_night, games, new_coins, known in nights_gone))
    empty = file.made_at is not None and not people.here and not _has_nights(club_id)
    return Plan(
        name=file.club if empty or club is None else "",
        made_at=file.made_at if empty else None,
        people=[(person, people.here.get(people.folded[person.name])) for person in people.everybody],
        nights=nights,
    )


def _deleted(club_id: int, model: type[models.Night | Play]) -> set[int]:
    """Which of the club's nights, or of its games, were deleted."""
    return set(
        db.session.scalars(select(model.id).where(model.club_id == club_id, model.deleted_at.is_not(None)))
    )


def same(game: Game, sheet: dict[str, object]) -> bool:
    """Whether a game of a file is the one on this scoresheet."""
    try:
        setup = set_up({**sheet, "hands": []})
    except Refused:
        return False
    return game.result is not None and game.result.setup == setup and game.sheet["hands"] == sheet["hands"]


class People:
    """The people of a file, compared with those of the club.

    Attributes:
        everybody: who is in the file.
        folded: how each name of the file is compared with others.
        here: the club's players by how their names are compared.
        persons: who everybody of the file is in the end: here, and where somebody is new, by what it says.
    """

    def __init__(self, club_id: int, file: ClubFile) -> None:
        rows = db.session.execute(
            select(Player.id, Player.folded, Player.person_id).where(Player.club_id == club_id)
        ).all()
        self.here = {row.folded: row.id for row in rows}
        known = {row.folded: row.person_id or row.id for row in rows}
        bare = any(not night.uid for night in file.nights)
        self.everybody = _on_sheets(file) if bare else file.players
        self.folded: dict[str, str] = {}
        seen: set[str] = set()
        for number, person in enumerate(self.everybody, start=1):
            self._add(person.name, seen, ("players",) if bare else (f"player {number}",))
        self.persons = self._follow_merges(known)

    def check_night(self, night: Night, place: Place) -> None:
        """Refuse a night with somebody who is not among the players of the file."""
        self._check(night.guests, "guests", place)
        if len(set(night.guests)) < len(night.guests):
            raise BadFile.because("“guests” names somebody twice.", place)
        for number, coins in enumerate(night.coins, start=1):
            named = [name for name in (coins.giver, coins.taker) if name is not None]
            self._check(named, "players", (*place, f"coins {number}"))
        for number, game in enumerate(night.games, start=1):
            self._check(game.seats, "seats", (*place, f"game {number}") if game.uid else place)

    def check_seats(self, game: Game, place: Place) -> None:
        """Refuse a game in which somebody would sit in two seats."""
        seated: dict[object, list[str]] = {}
        for name in game.seats:
            seated.setdefault(self.persons[name], []).append(name)
        for names in seated.values():
            if len(names) > 1:
                alike = f"{listed(names)} are the same person here, who cannot have two seats."
                raise BadFile.because(alike, (*place, "players"))

    def check_coins(self, coins: Coins, place: Place) -> None:
        """Refuse coins that cannot have gone this way, unless they were taken back and count no more."""
        if coins.giver == coins.taker:
            raise BadFile.because("Coins must go from one to another.", place)
        if coins.taken_back_at is not None:
            return
        if fault := posting_fault(coins.kind, coins.giver, coins.taker):
            raise BadFile.because(COIN_FAULTS[fault], place)
        if coins.giver and coins.taker and self.persons[coins.giver] == self.persons[coins.taker]:
            alike = (
                f"{coins.giver} and {coins.taker} are the same person here, who cannot give themselves coins."
            )
            raise BadFile.because(alike, place)

    def _add(self, name: str, seen: set[str], place: Place) -> None:
        try:
            _, folded = normalize_name(name)
        except BadName as wrong:
            raise BadFile.because(str(wrong), place) from None
        if folded in seen:
            raise BadFile.because(f"{name} is there twice; two players need different names.", place)
        seen.add(folded)
        self.folded[name] = folded

    def _check(self, names: Iterable[str], key: str, place: Place) -> None:
        for name in names:
            if name not in self.folded:
                raise BadFile.because(f"{name} is not among the players of the file.", (*place, key))

    def _follow_merges(self, known: Mapping[str, int]) -> dict[str, object]:
        """Who everybody is in the end; ``known`` are the persons of the club's players."""
        into = {person.name: person.merged_into for person in self.everybody}
        ends: dict[str, object] = {}
        for number, person in enumerate(self.everybody, start=1):
            place = (f"player {number}",)
            way: dict[str, None] = {}
            name: str | None = person.name
            while name is not None and name not in ends:
                self._check([name], "merged_into", place)
                if name in way:
                    raise BadFile.because(f"{person.name} turns out to be themselves.", place)
                way[name] = None
                name = into[name]
            end = None if name is None else ends[name]
            for each in reversed(way):
                folded = self.folded[each]
                end = ends[each] = known.get(folded, folded if end is None else end)
        return ends


def _on_sheets(file: ClubFile) -> tuple[Person, ...]:
    """The players of a bare scoresheet."""
    return tuple(Person(name=name) for night in file.nights for game in night.games for name in game.seats)


def _uids(
    club_id: int, model: type[models.Night | Play | Transfer], things: Sequence[Named]
) -> dict[str, tuple[str, int | None]]:
    """For each uid in a file: what it is, or will be, called in the club, and the id if it is there already.

    Another club of this machine may have the same thing. Then this club's copy has another name, which is
    made from the first, so that it is known when the file is brought in again.
    """
    names = {thing.uid: thing.uid for thing in things if thing.uid}
    if len(names) < sum(1 for thing in things if thing.uid):
        raise BadFile.because(f"{CALLED[model]} is in the file twice.")
    found: dict[str, tuple[str, int | None]] = {}
    copy = 0
    while names:
        copy += 1
        taken = _taken(model, list(names.values()))
        for uid, name in list(names.items()):
            row, club = taken.get(name, (None, club_id))
            if club == club_id:
                found[uid] = (name, row)
                del names[uid]
            else:
                names[uid] = uuid5(UUID(uid), f"copy {copy}").hex
    return found


def _taken(model: type[models.Night | Play | Transfer], names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The ids and clubs of everything that has one of these uids."""
    ids = select(model.uid, model.id, models.Night.club_id)
    if model is not models.Night:
        ids = ids.join(models.Night, models.Night.id == model.night_id)  # type: ignore[union-attr]
    return {
        uid: (row, club)
        for at in range(0, len(names), AT_ONCE)
        for uid, row, club in db.session.execute(ids.where(model.uid.in_(names[at : at + AT_ONCE])))
    }


def _night(
    club_id: int, night: Night, known: dict[str, tuple[str, int | None]], now: datetime
) -> tuple[str, int | None, datetime]:
    """What a night is called here, its id if it is here already, and when it began.

    A bare scoresheet goes to the night that is going on.
    """
    if night.uid:
        return (*known[night.uid], night.started_at)
    newest = db.session.scalars(
        select(models.Night)
        .where(models.Night.club_id == club_id, models.Night.deleted_at.is_(None))
        .order_by(models.Night.started_at.desc())
        .limit(1)
    ).first()
    if newest and now - newest.started_at < SAME_EVENING:
        return newest.uid, newest.id, newest.started_at
    return models.new_uid(), None, now


def _alike(club_id: int, game: Game) -> int | None:
    """The club's game that is the same as one on a bare scoresheet."""
    assert game.result
    setup = game.result.setup
    candidates = select(Play.id).where(
        Play.club_id == club_id, Play.game == setup.game.key, Play.dealer == setup.dealer
    )
    sheets = scoresheets(db.session.scalars(candidates.order_by(Play.id)))
    return next((play for play, sheet in sheets.items() if same(game, sheet)), None)


def _has_nights(club_id: int) -> bool:
    return (
        db.session.scalar(select(models.Night.id).where(models.Night.club_id == club_id).limit(1)) is not None
    )
