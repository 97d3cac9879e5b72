"""Nights: starting one, finding the recent ones, and the guests: who is here, and whom to suggest."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from sqlalchemy import BindParameter, bindparam, delete, func, select, union
from sqlalchemy.orm import aliased

from scorekeeper.domain import MAX_NAMES
from scorekeeper.store.clubs.invitations import (
    NIGHT_LINK_LASTS,
    end_access_to_earlier_nights,
    open_night_links,
)
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import raise_night_versions
from scorekeeper.store.models import COUNTS, Chair, Club, Guest, Invitation, Night, Play, Player, Transfer
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.store.text_order import fold, name_order
from scorekeeper.store.time_zones import known_zone

A_DAY = timedelta(days=1)

RECENT_NIGHTS = 30
"""Players who came to one of this many last nights are suggested first."""

_theirs: BindParameter[int] = bindparam("nights", expanding=True)
_there = union(
    select(Guest.night_id, Guest.player_id).where(Guest.night_id.in_(_theirs)),
    select(Play.night_id, Chair.player_id)
    .join(Play, Play.id == Chair.play_id)
    .where(Play.night_id.in_(_theirs)),
    select(Transfer.night_id, Transfer.giver_id).where(Transfer.night_id.in_(_theirs)),
    select(Transfer.night_id, Transfer.taker_id).where(Transfer.night_id.in_(_theirs)),
).subquery()
_person = aliased(Player)
_not_deleted = Night.deleted_at.is_(None)

_here = (
    select(PERSON.label("person"), func.min(Guest.id).label("first"))
    .join_from(Guest, Player)
    .where(Guest.night_id == bindparam("night"))
    .group_by(PERSON)
    .subquery()
)
GUESTS = select(Player).join(_here, _here.c.person == Player.id).order_by(_here.c.first)
GUEST_NAMES = (
    select(Guest.night_id, _person.name, func.min(Guest.id).label("first"))
    .join(Player, Guest.player_id == Player.id)
    .join(_person, _person.id == PERSON)
    .where(Guest.night_id.in_(_theirs))
    .group_by(Guest.night_id, _person.id, _person.name)
    .order_by("first")
)
_recent = (
    select(Night.id)
    .where(Night.club_id == bindparam("club"), _not_deleted)
    .order_by(Night.started_at.desc())
    .limit(RECENT_NIGHTS)
)
_came = select(PERSON).join_from(Guest, Player)
AWAY = select(Player, Player.id.in_(_came.where(Guest.night_id.in_(_recent)))).where(
    Player.club_id == bindparam("club"),
    Player.id.not_in(_came.where(Guest.night_id == bindparam("night"))),
    Player.person_id.is_(None),
    Player.hidden_at.is_(None),
)
LAST_STARTED = (
    select(Night)
    .join(Invitation, Invitation.night_id == Night.id)
    .where(Invitation.club_id == bindparam("club"), _not_deleted)
    .order_by(Invitation.night_id.desc())
    .limit(1)
)
NEWEST = (
    select(Night)
    .where(Night.club_id == bindparam("club"), _not_deleted)
    .order_by(Night.started_at.desc(), Night.id.desc())
    .limit(bindparam("most"))
)
LATER = (
    select(Night.id)
    .where(Night.club_id == bindparam("club"), _not_deleted, Night.started_at > bindparam("later"))
    .limit(1)
)
WINS = (
    select(Play.night_id, _person, func.count())
    .join(Chair, Chair.play_id == Play.id)
    .join(Player, Chair.player_id == Player.id)
    .join(_person, _person.id == PERSON)
    .where(Play.night_id.in_(_theirs), Play.deleted_at.is_(None), COUNTS, Chair.won.is_(True))
    .group_by(Play.night_id, _person.id)
)
PEOPLE = select(_there.c.night_id, PERSON).join(Player, Player.id == _there.c.player_id).distinct()


def start_or_reuse_night(club: Club, time_zone: str) -> Night:
    """Start a night of a club in a time zone and return it; the newest one if that is still empty."""
    night = empty_night(club) or new_night(club)
    # An empty one may have been left over for days, by a phone that was elsewhere.
    night.started_at, night.time_zone = now(), known_zone(time_zone)
    raise_night_versions([night.id])
    open_night_links(night, NIGHT_LINK_LASTS)
    end_access_to_earlier_nights(club.id)
    return night


def new_night(club: Club) -> Night:
    """Add a night that starts now and return it; a coin is worth what it was worth last time."""
    night = Night(club=club, all_tables=[])
    for before in recent_nights([club], 1):
        night.coin_value, night.valued_coins = before.coin_value, before.valued_coins
        night.currency = before.currency
    db.session.add(night)
    db.session.flush()
    open_night_links(night, NIGHT_LINK_LASTS)
    return night


def currency_of(night: Night) -> str:
    """Return the currency of a night, or the last one of its club; empty if nothing was ever in money."""
    others = select(Night.currency).where(Night.club_id == night.club_id, Night.currency != "", _not_deleted)
    return night.currency or db.session.scalar(others.order_by(Night.id.desc()).limit(1)) or ""


def write_night_note(night: Night, note: str) -> None:
    night.note, night.searched = note, fold(note)


def recent_nights(clubs: Iterable[Club], most: int = 5) -> Sequence[Night]:
    """Return the newest nights of these clubs: the one that was started last, and then by date.

    A wrong clock may have dated the night that is being played, so that its date says little.
    """
    # Each club by itself, so that the database reads no more of its index than it needs.
    ids = [club.id for club in clubs]
    started = sorted((night for club in ids for night in _last_started(club)), key=lambda night: night.id)
    dated = [night for club in ids for night in _newest_nights(club, most) if night not in started[-1:]]
    dated.sort(key=lambda night: (night.started_at, night.id), reverse=True)
    return [*started[-1:], *dated][:most]


def night_running(club_id: int) -> Night | None:
    """Return the night of a club that was started last, if that is less than a day ago."""
    return next((night for night in _last_started(club_id) if now() - night.started_at < A_DAY), None)


def _last_started(club_id: int) -> Sequence[Night]:
    """Return the night of a club that was started last, if any; only a night that starts here gets links."""
    return db.session.scalars(LAST_STARTED, {"club": club_id}).all()


def _newest_nights(club_id: int, most: int) -> Sequence[Night]:
    """Return the nights of a club that are newest by date, newest first."""
    return db.session.scalars(NEWEST, {"club": club_id, "most": most}).all()


def empty_night(club: Club) -> Night | None:
    """Return the club's newest night if nothing has been entered on it, such as one started by mistake."""
    return next((night for night in recent_nights([club], 1) if _is_empty(night)), None)


def _is_empty(night: Night) -> bool:
    """Return whether a night has no note, guests, games or coins; guests who left may have coins."""
    coins = select(Transfer.id).where(Transfer.night_id == night.id).limit(1)
    return not (night.note or guests(night) or plays_of_night(night) or db.session.scalar(coins))


def guests(night: Night) -> Sequence[Player]:
    """Return tonight's players in order of arrival, each person once."""
    return db.session.scalars(GUESTS, {"night": night.id}).all()


def guest_names(nights: Iterable[Night]) -> dict[int, list[str]]:
    """Return the names of everyone who is here on these nights, by the night's id, in order of arrival."""
    names: dict[int, list[str]] = {}
    for row in db.session.execute(GUEST_NAMES, {"nights": [night.id for night in nights]}):
        names.setdefault(row.night_id, []).append(row.name)
    return names


def people_of_nights(night_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return the ids of everyone who is here, sat in a game or had coins on these nights, by night."""
    people: dict[int, list[int]] = {night: [] for night in night_ids}
    for night, person in db.session.execute(PEOPLE, {"nights": [*people]}):
        people[night].append(person)
    return people


def most_wins(nights: Iterable[Night]) -> dict[int, tuple[Sequence[Player], int]]:
    """Return who won the most games on each of these nights and how many, by the night's id."""
    most: dict[int, tuple[list[Player], int]] = {}
    for night_id, player, wins in db.session.execute(WINS, {"nights": [night.id for night in nights]}):
        best, before = most.get(night_id, ([], 0))
        if wins >= before:
            most[night_id] = ([*best, player] if wins == before else [player], wins)
    return dict(most)


def regulars(night: Night, most: int = 30) -> Sequence[Player]:
    """Return the club's players who are not here tonight, by name, without hidden and merged ones.

    If there are more than ``most``, players who came to a recent night take precedence.
    """
    away = db.session.execute(AWAY, {"club": night.club_id, "night": night.id})
    first = sorted(away, key=lambda row: (not row[1], name_order(row[0].name)))[:most]
    return sorted((player for player, _ in first), key=lambda player: name_order(player.name))


def is_newest(night: Night) -> bool:
    """Return whether no night of the club began after this one, but for another table on the same evening."""
    later = night.started_at + timedelta(hours=12)
    return db.session.scalar(LATER, {"club": night.club_id, "later": later}) is None


def guests_last_time(night: Night) -> Sequence[Player]:
    """Return the players of the club's newest other night that had any, without hidden ones.

    There are no more of them than can be added at once.
    """
    others = select(Night).join(Guest, Guest.night_id == Night.id)
    others = others.where(Night.club_id == night.club_id, Night.id != night.id, Night.deleted_at.is_(None))
    newest = db.session.scalar(others.order_by(Night.started_at.desc(), Night.id.desc()).limit(1))
    came = guests(newest) if newest else ()
    return [player for player in came if player.hidden_at is None][:MAX_NAMES]


def add_guest(night: Night, player: Player) -> bool:
    """Add a player to the night; return False if that person is already here, under whatever name."""
    here = select(Guest.id).join(Player, Player.id == Guest.player_id)
    if (
        db.session.scalar(here.where(Guest.night_id == night.id, PERSON.in_([player.id])).limit(1))
        is not None
    ):
        return False
    db.session.add(Guest(night_id=night.id, player_id=player.id))
    db.session.flush()
    return True


def remove_guest(night: Night, person_id: int) -> None:
    """Remove a person from tonight's list; the games they played stay."""
    names = select(Player.id).where(PERSON.in_([person_id]))
    db.session.execute(delete(Guest).where(Guest.night_id == night.id, Guest.player_id.in_(names)))
