"""People: a player stands for themselves, unless they turned out to be another one."""

from collections.abc import Iterable, Sequence

from sqlalchemy import func, select

from scorekeeper.store.clubs.clubs import player_named
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Player, now

PERSON = func.coalesce(Player.person_id, Player.id)
"""The id of the player under whom everything of a person is counted."""


def person_of(player: Player) -> Player:
    """The player under whom everything of this one is counted."""
    return player if player.person_id is None else db.session.get_one(Player, player.person_id)


def comes(club: Club, name: str) -> Player:
    """Whoever comes under this name, new or known by it; who had retired is back. Raises BadName."""
    person = person_of(player_named(club, name))
    person.retired_at = None
    return person


def people(club: Club) -> Sequence[Player]:
    """Everybody who ever played in the club, each person once, by name."""
    once = select(Player).where(Player.club_id == club.id, Player.person_id.is_(None))
    return db.session.scalars(once.order_by(Player.name, Player.id)).all()


def other_names(person_id: int) -> Sequence[Player]:
    """The players who turned out to be this person, by name."""
    same = select(Player).where(Player.person_id == person_id).order_by(Player.name)
    return db.session.scalars(same).all()


def also_known_as(club: Club) -> dict[int, list[str]]:
    """The other names of everybody in a club who has any, by the id of the person."""
    same = select(Player.person_id, Player.name).where(
        Player.club_id == club.id, Player.person_id.is_not(None)
    )
    names: dict[int, list[str]] = {}
    for person_id, name in db.session.execute(same.order_by(Player.name)):
        names.setdefault(person_id or 0, []).append(name)
    return names


def seated_now(seats: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Players with their names as in an earlier game, as they would sit down today."""
    seats = list(seats)
    once = select(Player).where(Player.id.in_([player_id for player_id, _ in seats]))
    persons = {player.id: person_of(player) for player in db.session.scalars(once)}
    return [(persons[player_id].id, persons[player_id].name) for player_id, _ in seats]


def retire(person: Player) -> None:
    """Offer somebody no more on nights; all they played stays."""
    person.retired_at = now()


def come_back(person: Player) -> None:
    """Offer somebody again."""
    person.retired_at = None
