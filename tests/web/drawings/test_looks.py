"""Nobody at a table has the mark and the color of someone else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.assets import palette
from scorekeeper.web.drawings.looks import different_looks, own_look
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import start, whole

PEOPLE = st.sets(st.integers(1, 500), min_size=2, max_size=64)

ALL, IVY = "m1 m2 m3 m4", "m4"

PAGES = {
    **dict.fromkeys(("/nights/1", "/nights/1/bank", "/nights/1/recap", "/nights/1/recap.svg"), ALL),
    **dict.fromkeys(
        ("/plays/1", "/plays/1/board", "/plays/1/chart", "/plays/1/recap", "/plays/1/recap.svg"), ALL
    ),
    **dict.fromkeys(("/", "/clubs/1/archive"), IVY),
}
"""The pages and pictures of a night and of a game, and the lists with their winners, each with its looks."""


@given(PEOPLE)
def test_everyone_has_a_look_of_their_own(people: set[int]) -> None:
    looks = different_looks(people)
    assert len({*looks.values()}) == len(people)
    if len(people) <= 8:
        assert (
            len({one.mark for one in looks.values()})
            == len({one.color for one in looks.values()})
            == len(people)
        )


@given(PEOPLE)
def test_a_newer_player_of_the_club_changes_nobody_elses_look(people: set[int]) -> None:
    looks, earlier = different_looks(people), sorted(people)[:-1]
    assert all(looks[person] == look for person, look in different_looks(earlier).items())
    assert looks[min(people)] == own_look(min(people))


def play_with_the_ninth(scene: Scene) -> None:
    """Let Ann, Bea, Cal and Ivy, who is the ninth player of the club, play a game to five."""
    owner = scene.owner.tap("Add", name="Eve, Fay, Gus, Hal, Ivy")
    for name in ("Dee", "Eve", "Fay", "Gus", "Hal"):
        owner.open("/nights/1").tap(f"Remove {name}")
    start(owner, target=5)
    whole(owner, "Ivy", 5, (3, 3, 2, 5))


@pytest.mark.parametrize(("path", "looks"), PAGES.items())
def test_people_who_would_look_alike_differ_wherever_their_night_is_shown(
    scene: Scene, owner: Phone, path: str, looks: str
) -> None:
    scene.after(play_with_the_ninth)
    page = owner.client.get(path).text
    assert " ".join(sorted({*re.findall(r'#(m\d)"', page)})) == looks
    colors = {*re.findall(r'class="[^"]*\b(m\d)', page)}
    colors |= {name for name, color in palette("light").items() if name[0] == "m" and f'"{color}"' in page}
    assert " ".join(sorted(colors)) == looks


def test_a_page_of_the_club_shows_everyone_as_they_look_alone(scene: Scene, owner: Phone) -> None:
    scene.after(play_with_the_ninth)
    page = owner.client.get("/clubs/1/players").text
    assert (page.count('#m1"'), page.count('#m4"')) == (2, 1)  # Ann and Ivy; Dee


def test_a_sheet_shows_how_someone_looks_once_somebody_has_come_who_looks_alike(owner: Phone) -> None:
    owner.open("/nights/1").tap("Add", name="Eve, Fay, Gus, Hal, Ivy")
    for name in ("Ann", "Eve", "Fay", "Gus", "Hal"):
        owner.open("/nights/1").tap(f"Remove {name}")
    start(owner)
    assert '#m1"' in owner.client.get("/plays/1").text
    owner.open("/nights/1").tap("Add", name="Ann")
    assert '#m1"' not in owner.client.get("/plays/1").text
