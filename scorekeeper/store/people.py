"""People: a player stands for themselves, unless they turned out to be another one."""

from sqlalchemy import func

from scorekeeper.store.models import Player

PERSON = func.coalesce(Player.person_id, Player.id)
"""The id of the player under whom everything of a person is counted."""
