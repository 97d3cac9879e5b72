"""Merging two players who are one person, so that everything of theirs is counted together."""

from sqlalchemy import Select, select, update
from sqlalchemy.orm import aliased

from scorekeeper.rules.saying import Refusal, Say
from scorekeeper.store.clubs.people import person_of, player_ids
from scorekeeper.store.coins.bank import OWED
from scorekeeper.store.database import db
from scorekeeper.store.live.versions import raise_all_versions
from scorekeeper.store.models import Chair, Membership, Player, Transfer


class CannotMerge(Refusal):
    """Two players who cannot be merged."""


def merge(player: Player, person: Player) -> None:
    """Merge a player into another one of the club. Raises CannotMerge.

    Old sheets keep the name. A person who hasn't said how to pay them is paid as the player is.
    """
    both = {"one": player.name, "other": person.name}
    if player.club_id != person.club_id:
        raise CannotMerge(Say("{one} and {other} belong to different clubs.", **both))
    if player.person_id is not None or person.person_id is not None:
        raise CannotMerge(Say("One of them has already been merged with another player. Choose again."))
    if player.id == person.id:
        raise CannotMerge(Say("Choose another player to merge {name} with.", name=player.name))
    if db.session.scalar(_shared_play(player, person)) is not None:
        words = "{one} and {other} sat in the same game, so they are different people."
        raise CannotMerge(Say(words, **both))
    if db.session.scalar(_shared_transfer(player, person)) is not None:
        words = "{one} and {other} gave each other coins, so they are different people."
        raise CannotMerge(Say(words, **both))
    player.merged_into_id = person.id
    person.pay_me = person.pay_me or player.pay_me
    is_player = Membership.player_id == player.id
    db.session.execute(update(Membership).where(is_player).values(player_id=person.id))
    update_person_ids(player.club_id)
    raise_all_versions(player.club_id)


def unmerge(player: Player) -> None:
    """Separate a player again, so that everything is counted as before."""
    person = person_of(player)
    if person.pay_me == player.pay_me:
        person.pay_me = ""  # it came from the player
    player.merged_into_id = None
    update_person_ids(player.club_id)
    raise_all_versions(player.club_id)


def update_person_ids(club_id: int) -> None:
    """Set the person of every player of a club to the end of their chain of merges.

    A chain that leads back to itself, which two merges at once could once leave behind, ends with the first
    player in it.
    """
    players = {
        player.id: player for player in db.session.scalars(select(Player).where(Player.club_id == club_id))
    }
    ends: dict[int, Player] = {}
    for player in players.values():
        chain, end = [player], player
        while end.id not in ends and end.merged_into_id is not None:
            if (end := players[end.merged_into_id]) in chain:
                end = min(chain[chain.index(end) :], key=lambda one: one.id)
                break
            chain.append(end)
        end = ends.get(end.id, end)
        for one in chain:
            ends[one.id] = end
            one.person_id = None if one is end else end.id


def _shared_play(player: Player, other: Player) -> Select[int]:
    """Select a play in which both sat."""
    mine, theirs = aliased(Chair), aliased(Chair)
    both = select(mine.play_id).join(theirs, theirs.play_id == mine.play_id)
    met = mine.player_id.in_(player_ids(player.id)) & theirs.player_id.in_(player_ids(other.id))
    return both.where(met).limit(1)


def _shared_transfer(player: Player, other: Player) -> Select[int]:
    """Select coins or money that one gave the other; a cost or the tab may be between the two."""
    mine, theirs = player_ids(player.id), player_ids(other.id)
    gave = Transfer.giver_id.in_(mine) & Transfer.taker_id.in_(theirs)
    took = Transfer.giver_id.in_(theirs) & Transfer.taker_id.in_(mine)
    return select(Transfer.id).where(gave | took, Transfer.kind.not_in(OWED)).limit(1)
