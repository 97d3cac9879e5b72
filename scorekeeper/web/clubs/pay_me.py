"""The lines in which players say how to pay them, for members alone.

Such a line is worth money to someone who replaces it. So it is changed by the first phone of the club that
said it is that player's, or by a host, and someone about to pay sees the newest change beside it.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from flask import g

from scorekeeper.domain import MAX_NOTE_LENGTH, Role
from scorekeeper.store.clubs.people import pay_me_changes, persons_of
from scorekeeper.store.models import PayMeChange, Player
from scorekeeper.web.clubs.access import may, me
from scorekeeper.web.forms.plain_form import ReplacingForm, note_field, unsuggested


class PayMeForm(ReplacingForm):
    """How to pay a player."""

    pay_me: Any = note_field(MAX_NOTE_LENGTH, **unsuggested(rows=3, autocapitalize="off", spellcheck="false"))


class WayToPay(NamedTuple):
    """A player who gets money, and how.

    Attributes:
        person_id, name: the player.
        line: how to pay them; empty if they haven't said.
        newest: its newest change; None if it came with a file, or from an earlier version.
    """

    person_id: int
    name: str
    line: str
    newest: PayMeChange | None


def may_not_change(person: Player) -> str:
    """Return why this phone may not change how to pay a player, as a sentence; empty if it may."""
    name = person.name
    if me() != person.id and not may(Role.HOST):
        return f"Only {name}’s phone or a host can change how {name} is paid."
    if may(Role.HOST) or g.subject.access.is_first:
        return ""
    return f"Another phone was {name}’s first. Only that phone or a host can change how {name} is paid."


def ways_to_pay(person_ids: Iterable[int], in_money: bool) -> list[WayToPay]:
    """Return how to pay these people, each once, without those who haven't said.

    The owner of this phone is there all the same if money is paid and they may say how. Empty for guests of
    a night.
    """
    people = persons_of(dict.fromkeys(person_ids)) if may(Role.MEMBER) else []
    changes = pay_me_changes(people) if people else {}
    return [
        WayToPay(one.id, one.name, one.pay_me, next(iter(changes.get(one.id, ())), None))
        for one in people
        if one.pay_me or (in_money and one.id == me() and not may_not_change(one))
    ]
