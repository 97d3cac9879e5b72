"""An evening goes on as if nothing had happened when the machine's clock is set in the middle of it."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.conftest import MachineTime
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import bea_wins, history, payments, record
from tests.web.table import bid, hands, start, totals, undo, whole

YEAR = 365 * 24 * 3600
STEPS = {"fifty years back": -50 * YEAR, "a year ahead": YEAR}

pytestmark = pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))


@pytest.fixture
def set_clock(machine_time: MachineTime, step: int) -> Callable[[], None]:
    """Return a function that sets the clock, some seconds after what was done before."""

    def set_now() -> None:
        machine_time.passed, machine_time.set_by = machine_time.passed + 10, step

    return set_now


@pytest.fixture
def guest(app: Flask, owner: Phone) -> Phone:
    """Return a phone that keeps score on this night alone."""
    return joined(app, link_to(owner, "keep"), "I’m not playing")


def is_offered(phone: Phone, button: str = "Undo") -> bool:
    return button in [one.text for form in phone.page.all("form", "undo") for one in form.all("button")]


def test_a_guest_goes_on_keeping_score(coralon: Phone, guest: Phone, set_clock: Callable[[], None]) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    set_clock()
    whole(guest.open("/plays/1"), "Cal", 4, (3, 3, 5, 2))
    whole(coralon.open("/plays/1"), "Dee", 3, (3, 3, 3, 4))
    guest.open("/plays/1/hands/2").tap("Save hand 2", bid=5)
    assert [line.split()[0] for line in hands(guest.open("/plays/1"))] == ["Dee", "Cal", "Bea"]
    assert guest.open("/nights/1").page.one("ul", "playing").texts("a")[0].startswith("Coralon")


def test_a_phone_joins_by_a_link_that_works_by_this_clock(
    app: Flask, owner: Phone, step: int, set_clock: Callable[[], None]
) -> None:
    link_to(owner, "keep")
    set_clock()
    # A link of last year has ended, and works again with one tap.
    if step == YEAR:
        owner.open("/nights/1/invite?link=keep").tap("Make a new link")
    late = joined(app, link_to(owner, "keep"), "I’m not playing")
    assert start(late).path == "/plays/1"
    set_clock()
    assert late.reload().status == 200


def test_undo_is_offered(coralon: Phone, set_clock: Callable[[], None]) -> None:
    bid(coralon, "Bea", 5)
    set_clock()
    assert undo(coralon.reload()) == "Bid saved"


def test_undo_after_a_correction(coralon: Phone, set_clock: Callable[[], None]) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    before = totals(coralon)
    set_clock()
    coralon.open("/plays/1/hands/1").tap("Save hand 1", bid=4)
    assert totals(coralon) != before
    assert totals(coralon.tap("Undo")) == before


def test_undo_after_the_end_continues_the_game(coralon: Phone, set_clock: Callable[[], None]) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    set_clock()
    assert undo(coralon.tap("End game")) == "Game ended"
    assert len(hands(coralon.tap("Undo"))) == 1
    assert "Hand 2" in coralon.page.one(id="due").text


def test_a_correction_after_the_end_can_be_undone(coralon: Phone, set_clock: Callable[[], None]) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).tap("End game")
    set_clock()
    coralon.open("/plays/1/hands/1").tap("Save hand 1", bid=4)
    assert undo(coralon) == "Hand 1 corrected"


def test_a_game_never_ends_before_it_began(coralon: Phone, set_clock: Callable[[], None]) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    set_clock()
    coralon.tap("End game").open("/plays/1/recap")
    said = coralon.page.one("p", "when").text
    assert " to " not in said
    assert "1 hand." in said


def test_coins_are_paid_and_undone(owner: Phone, set_clock: Callable[[], None]) -> None:
    bea_wins(owner)
    record(owner, "loan", "Ann", "Bea", 5)
    set_clock()
    assert is_offered(owner.reload())
    record(owner, "loan", "Cal", "Dee", 3)
    assert [line.split()[0] for line in history(owner)] == ["Dee", "Bea"]
    before = payments(owner)
    owner.tap("Mark as paid: Ann pays Bea")
    assert payments(owner) != before
    owner.tap("Undo: Ann paid Bea")
    assert payments(owner) == before


def test_the_night_being_played_comes_first(owner: Phone, set_clock: Callable[[], None]) -> None:
    set_clock()
    path = owner.open("/").tap("Start a game night").path
    recent = owner.open("/").page.one("ul", "nights").all("a")
    assert [link["href"] for link in recent] == [path, "/nights/1"]


def test_a_night_begun_with_a_wrong_clock_goes_on_once_it_is_right(
    app: Flask, owner: Phone, machine_time: MachineTime, set_clock: Callable[[], None]
) -> None:
    set_clock()
    owner.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    guest = joined(app, link_to(owner, "keep", night=2), "I’m not playing")
    whole(start(guest, night=2), "Bea", 5, (3, 5, 3, 2))
    machine_time.set_by = 0
    assert guest.open("/nights/2").page.one("ul", "playing").texts("a")[0].startswith("Coralon")
    assert len(hands(whole(guest.open("/plays/1"), "Cal", 4, (3, 3, 5, 2)))) == 2
    recent = owner.open("/").page.one("ul", "nights").all("a")
    assert [link["href"] for link in recent] == ["/nights/2", "/nights/1"]
