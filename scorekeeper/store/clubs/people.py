"""The people of a club: each is one player, or several players merged into one."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Select, func, or_, select

from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.clubs import BadName, get_or_create_player, normalize_name
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import Club, Guest, Night, PayMeChange, Player
from scorekeeper.store.text_order import name_order

RECENT_NIGHTS = 200
"""The number of a club's newest nights by which it is known who came lately."""

PERSON = func.coalesce(Player.person_id, Player.id)
"""The id of the player whom everything of a person counts for."""


def player_ids(person_id: int) -> Sequence[int]:
    """Return the ids of all players who are this person.

    A query for someone's games is given this list: with a subquery, databases read the games of everyone.
    """
    same = or_(Player.id == person_id, Player.person_id == person_id)
    return db.session.scalars(select(Player.id).where(same)).all()


def person_of(player: Player) -> Player:
    """Return the player whom everything of this one counts for."""
    return player if player.person_id is None else db.session.get_one(Player, player.person_id)


def person_by_uid(club_id: int, uid: str) -> Player | None:
    """Return the person of a club whom everything of the player with this uid counts for; None for none."""
    player = db.session.scalar(select(Player).where(Player.club_id == club_id, Player.uid == uid))
    return None if player is None else person_of(player)


def person_id(player_id: int) -> int:
    """Return the id of the player whom everything of this one counts for; the same id if there is none."""
    player = db.session.get(Player, player_id)
    return person_of(player).id if player else player_id


def find_or_add_person(club: Club, name: str) -> Player:
    """Return the person with this name, new or known, and no longer hidden. Raises BadName.

    A club that nobody has named is called after its first player, so that friends can tell two of them apart.
    """
    person = person_of(get_or_create_player(club, name))
    person.hidden_at = None
    players = select(Player.id).where(Player.club_id == club.id).limit(2)
    if not club.given_name and db.session.scalars(players).all() == [person.id]:
        club.given_name = f"{person.name}’s table"
    return person


def people(club: Club) -> Sequence[Player]:
    """Return everyone who ever played in the club, each person once, by name."""
    once = select(Player).where(Player.club_id == club.id, Player.person_id.is_(None))
    return _by_name(once)


def recent_people(club_id: int, most: int) -> Sequence[Player]:
    """Return the people of a club who came lately, latest first, then others by name, without hidden ones."""
    nights = select(Night.id, Night.started_at).where(Night.club_id == club_id, Night.deleted_at.is_(None))
    recent = nights.order_by(Night.started_at.desc(), Night.id.desc()).limit(RECENT_NIGHTS).subquery()
    last = select(PERSON.label("person"), func.max(recent.c.started_at).label("at"))
    last = last.join_from(Guest, Player, Guest.player_id == Player.id)
    came = last.join(recent, recent.c.id == Guest.night_id).group_by(PERSON).subquery()
    once = select(Player, came.c.at).outerjoin(came, came.c.person == Player.id)
    once = once.where(Player.club_id == club_id, Player.person_id.is_(None), Player.hidden_at.is_(None))
    rows = sorted(db.session.execute(once), key=lambda row: name_order(row[0].name))
    rows.sort(key=lambda row: row.at.timestamp() if row.at else 0, reverse=True)
    return [player for player, _ in rows[:most]]


def other_names(person_id: int) -> Sequence[Player]:
    """Return the players who were merged into this person, by name."""
    return _by_name(select(Player).where(Player.person_id == person_id))


def also_known_as(club: Club) -> dict[int, list[str]]:
    """Return the other names of everyone in the club who has any, by the id of the person."""
    names: dict[int, list[str]] = {}
    for player in _by_name(select(Player).where(Player.club_id == club.id, Player.person_id.is_not(None))):
        names.setdefault(person_of(player).id, []).append(player.name)
    return names


def persons_of(player_ids: Iterable[int]) -> list[Player]:
    """Return the persons whom everything of these players counts for, in the same order."""
    wanted = list(player_ids)
    once = select(Player).where(Player.id.in_(wanted))
    persons = {player.id: person_of(player) for player in db.session.scalars(once)}
    return [persons[player_id] for player_id in wanted]


def rename(player: Player, name: str) -> None:
    """Rename a player, everywhere. Raises BadName."""
    name, folded = normalize_name(name)
    same = select(Player).where(Player.club_id == player.club_id, Player.folded == folded)
    other = db.session.scalar(same.where(Player.id != player.id))
    if other is not None:
        words = "There is already a player called {name}. Choose another name."
        raise BadName(Say(words, name=other.name))
    player.name, player.folded = name, folded
    raise_all_versions(player.club_id)


def set_pay_me(person: Player, line: str, device: str) -> None:
    """Set how to pay a player, with at most MAX_NOTE_LENGTH characters, and note the phone."""
    person.pay_me = line
    db.session.add(PayMeChange(player_id=person.id, device=device))
    raise_all_versions(person.club_id)


def pay_me_changes(people: Iterable[Player]) -> dict[int, list[PayMeChange]]:
    """Return the changes of how to pay these people, newest first, by the id of the person.

    Those of a merged player are among them while the person is paid as that player is.
    """
    persons = {person.id: person for person in people}
    query = select(PERSON, Player.pay_me, PayMeChange).join(Player, Player.id == PayMeChange.player_id)
    found: dict[int, list[PayMeChange]] = {}
    for person_id, line, change in db.session.execute(
        query.where(PERSON.in_(persons)).order_by(PayMeChange.id.desc())
    ):
        if change.player_id == person_id or line == persons[person_id].pay_me:
            found.setdefault(person_id, []).append(change)
    return found


def hide_player(person: Player) -> None:
    """Stop suggesting a player on nights; everything they played stays."""
    person.hidden_at = now()
    raise_all_versions(person.club_id)


def unhide_player(person: Player) -> None:
    """Suggest a player on nights again."""
    person.hidden_at = None
    raise_all_versions(person.club_id)


def _by_name(players: Select[Player]) -> list[Player]:
    """Return the players that a query finds, by name."""
    return sorted(db.session.scalars(players), key=lambda player: name_order(player.name))
