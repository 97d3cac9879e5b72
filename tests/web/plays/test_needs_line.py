"""The line under the totals that says what each side needs."""

import pytest

from tests.web.phone import Phone
from tests.web.table import menu, start, whole

SHOW = "Show what each side needs"


@pytest.fixture
def near(owner: Phone) -> Phone:
    """Return the sheet of a game to 18 in which Ann has 5 and Bea 4."""
    whole(start(owner, target=18), "Ann", 5, (5, 8, 0, 0))
    return whole(owner, "Bea", 4, (9, 4, 0, 0))


def line(phone: Phone) -> str:
    """Return what the sheet says that each side needs; empty if it says nothing."""
    found = phone.page.all("form", "needs")
    return found[0].one("p").text if found else ""


def test_the_sheet_says_what_each_side_needs_near_the_end(near: Phone) -> None:
    assert line(near) == "Ann wins with 13."


def test_the_line_is_gone_when_the_game_is_over(near: Phone) -> None:
    assert line(whole(near, "Ann", 13, (13, 0, 0, 0))) == ""


def test_nothing_is_said_long_before_the_end(owner: Phone) -> None:
    assert line(start(owner)) == ""
    assert SHOW not in menu(owner)


def test_one_tap_hides_the_line_in_every_game_and_one_shows_it_again(near: Phone) -> None:
    near.tap("Hide")
    assert near.path == "/plays/1"
    assert line(near) == ""
    assert line(near.open("/plays/1")) == ""
    near.tap(SHOW)
    assert line(near) == "Ann wins with 13."
    assert SHOW not in menu(near)


def test_hiding_the_line_hides_it_on_this_phone_only(near: Phone, friend: Phone) -> None:
    near.tap("Hide")
    assert line(friend.open("/plays/1")) == "Ann wins with 13."
