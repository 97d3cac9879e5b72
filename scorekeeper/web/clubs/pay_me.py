"""The lines in which players say how to pay them, for members alone."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from scorekeeper.domain import MAX_NOTE_LENGTH, Role
from scorekeeper.store.clubs.people import persons_of
from scorekeeper.web.clubs.access import may, me
from scorekeeper.web.forms.plain_form import ReplacingForm, note_field


class PayMeForm(ReplacingForm):
    """How to pay a player."""

    pay_me: Any = note_field(MAX_NOTE_LENGTH)


class WayToPay(NamedTuple):
    """A player who gets money, and how.

    Attributes:
        person_id, name: the player.
        line: how to pay them; empty if they haven't said.
    """

    person_id: int
    name: str
    line: str


def ways_to_pay(person_ids: Iterable[int], in_money: bool) -> list[WayToPay]:
    """Return how to pay these people, each once, without those who haven't said.

    The owner of this phone is there all the same if money is paid. Empty for guests of a night.
    """
    people = persons_of(dict.fromkeys(person_ids)) if may(Role.MEMBER) else []
    return [
        WayToPay(one.id, one.name, one.pay_me)
        for one in people
        if one.pay_me or (in_money and one.id == me())
    ]
