"""Names are sorted as people look for them, the same on every database."""

import random
from collections.abc import Callable, Sequence

import pytest

from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.clubs.merging import merge
from scorekeeper.store.clubs.people import also_known_as, other_names, people, recent_people
from scorekeeper.store.models import Night, Player
from scorekeeper.store.nights.nights import regulars
from scorekeeper.store.text_order import name_order

NAMES = ["Ægir", "ann", "Đorđe", "Emil", "Émile", "Emily", "Łukasz", "Max", "Olaf", "Ölaf", "Øyvind", "zoe"]

LISTS: dict[str, Callable[[Night], Sequence[Player]]] = {
    "all players": lambda night: people(night.club),
    "who may join": lambda night: recent_people(night.club_id, len(NAMES)),
    "whom to add to a night": regulars,
}


@pytest.mark.parametrize("letter", ["\u00c9", "E\u0301", "\uff25"])
def test_a_name_comes_where_it_would_be_without_marks_and_capitals(letter: str) -> None:
    name = f"{letter}MILE"
    assert sorted(["Zoe", name, "emily", "Emil", "Łukasz"], key=name_order) == [
        "Emil",
        name,
        "emily",
        "Łukasz",
        "Zoe",
    ]


@pytest.mark.parametrize("listed", LISTS)
def test_every_list_of_players_is_in_that_order(night: Night, listed: str) -> None:
    for name in random.Random(7).sample(NAMES, len(NAMES)):
        get_or_create_player(night.club, name)
    assert [player.name for player in LISTS[listed](night)] == NAMES


def test_other_names_of_a_player_are_in_that_order(night: Night) -> None:
    person = get_or_create_player(night.club, "Bea")
    for name in ("Zoe", "Émile", "Emil"):
        merge(get_or_create_player(night.club, name), person)
    assert [player.name for player in other_names(person.id)] == ["Emil", "Émile", "Zoe"]
    assert also_known_as(night.club) == {person.id: ["Emil", "Émile", "Zoe"]}
