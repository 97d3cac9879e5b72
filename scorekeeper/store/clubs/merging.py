"""Two players who are one person: from then on everything of theirs is counted together."""

from sqlalchemy import Select, select
from sqlalchemy.orm import aliased

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Player, Transfer


class CannotMerge(ValueError):
    """Two players who cannot be one person; the message says why."""


def merge(player: Player, person: Player) -> None:
    """Say that one player is another person of the club. Old sheets keep the name. Raises CannotMerge."""
    if player.club_id != person.club_id:
        raise CannotMerge(f"{player.name} and {person.name} belong to different clubs.")
    if player.person_id is not None or person.person_id is not None:
        raise CannotMerge("One of them is counted under another name already. Look again.")
    if player.id == person.id:
        raise CannotMerge(f"{player.name} is {player.name} already.")
    if db.session.scalar(_both_sat(player, person)) is not None:
        raise CannotMerge(f"{player.name} and {person.name} sat in the same game, so they are two people.")
    if db.session.scalar(_gave(player, person)) is not None:
        raise CannotMerge(f"{player.name} and {person.name} gave each other coins, so they are two people.")
    player.merged_into_id = person.id
    count_anew(player.club_id)


def part(player: Player) -> None:
    """Take back that a player is somebody else: everything is counted as it was before."""
    player.merged_into_id = None
    count_anew(player.club_id)


def count_anew(club_id: int) -> None:
    """Set the person of every player of a club to where their chain of merges ends."""
    players = {
        player.id: player for player in db.session.scalars(select(Player).where(Player.club_id == club_id))
    }
    ends: dict[int, Player] = {}
    for player in players.values():
        way, end = [player], player
        while end.id not in ends and end.merged_into_id is not None:
            way.append(end := players[end.merged_into_id])
        end = ends.get(end.id, end)
        for one in way:
            ends[one.id] = end
            one.person_id = None if one is end else end.id


def _names(person: Player) -> Select[int]:
    """The ids under which a person is known."""
    return select(Player.id).where((Player.id == person.id) | (Player.person_id == person.id))


def _both_sat(one: Player, other: Player) -> Select[int]:
    mine, theirs = aliased(Chair), aliased(Chair)
    both = select(mine.play_id).join(theirs, theirs.play_id == mine.play_id)
    return both.where(mine.player_id.in_(_names(one)), theirs.player_id.in_(_names(other))).limit(1)


def _gave(one: Player, other: Player) -> Select[int]:
    mine, theirs = _names(one), _names(other)
    gave = Transfer.giver_id.in_(mine) & Transfer.taker_id.in_(theirs)
    took = Transfer.giver_id.in_(theirs) & Transfer.taker_id.in_(mine)
    return select(Transfer.id).where(gave | took).limit(1)
