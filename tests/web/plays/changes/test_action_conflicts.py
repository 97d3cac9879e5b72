"""Something was to be done to a game that others have changed since: both sides, and a choice."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Fields, Phone
from tests.web.plays.changes.test_conflicts import ways
from tests.web.table import bid, hands, took, totals, whole

SHEET = "/plays/1"
TRICKS = (3, 5, 3, 2)
Step = Callable[[Phone], object]
Fill = Callable[[Phone], tuple[str, Fields]]


class Overtaken(NamedTuple):
    """What one phone was to do, and what another one has done meanwhile.

    Attributes:
        mine: fills in the form.
        meanwhile: what the other phone does.
        said: the main thing of each side.
        way: the button that does it all the same; empty if it cannot be done any more.
        after: the hands once it was done, newest first, as they begin.
    """

    mine: Fill
    meanwhile: Step
    said: tuple[str, str]
    way: str
    after: tuple[str, ...]


def button(label: str, page: str = SHEET) -> Fill:
    return lambda phone: phone.open(page).form(label)


def seen(change: str, label: str, **typed: Any) -> Fill:
    """Return a function that fills in a change whose preview was seen."""
    page = f"{SHEET}/{change}"
    return lambda phone: phone.open(page).tap("See what would change", **typed).form(label)


def second_hand(phone: Phone) -> None:
    whole(phone.open(SHEET), "Cal", 3, TRICKS)


def corrected(phone: Phone) -> None:
    phone.open(f"{SHEET}/hands/1").tap("Save hand 1", bid=4)


def correct_then_undo(phone: Phone) -> tuple[str, Fields]:
    corrected(phone)
    return phone.open(SHEET).form("Undo")


def tapped(*labels: str) -> Step:
    def tap(phone: Phone) -> None:
        phone.open(SHEET)
        for label in labels:
            phone.tap(label)

    return tap


def set_trump(phone: Phone) -> tuple[str, Fields]:
    return bid(phone.open(SHEET), "Dee", 4).form("Cups")


def finished(phone: Phone) -> None:
    phone.open(SHEET).tap("Save hand 2", **took(*TRICKS))


BEA, CAL = "Bea bid 5", "Cal bid 3"
SAVED = "iPhone saved hand 2: Cal bid 3 and made it exactly."
OVERTAKEN = {
    "undo after another hand": Overtaken(
        button("Undo"), second_hand, (SAVED, "Undo: Hand 1 saved"), "Remove hand 1 anyway", (CAL,)
    ),
    "undo of a correction after another hand": Overtaken(
        correct_then_undo,
        second_hand,
        (SAVED, "Undo: Hand 1 corrected"),
        "Undo the correction of hand 1 anyway",
        (CAL, BEA),
    ),
    "removing the last hand after another one": Overtaken(
        button("Remove hand 1"), second_hand, (SAVED, "Remove hand 1"), "Remove hand 1 anyway", (CAL,)
    ),
    "ending the game after another hand": Overtaken(
        button("End game"), second_hand, (SAVED, "End game"), "End game anyway", (CAL, BEA)
    ),
    "deleting the game after another hand": Overtaken(
        button("Delete game"), second_hand, (SAVED, "Delete game"), "Delete game anyway", (CAL, BEA)
    ),
    "ending a deleted game": Overtaken(
        button("End game"),
        tapped("Delete game"),
        ("This game was deleted.", "End game"),
        "Restore the game and do mine",
        (BEA,),
    ),
    "undo in a deleted game": Overtaken(
        button("Undo"),
        tapped("Delete game"),
        ("This game was deleted.", "Undo: Hand 1 saved"),
        "Restore the game and do mine",
        (),
    ),
    "trump after another suit": Overtaken(
        set_trump,
        tapped("Locks"),
        ("iPhone changed the bid of hand 2: Dee bid 4, Locks.", "Trump of hand 2: Cups"),
        "Use mine",
        (BEA,),
    ),
    "trump of a hand that is over": Overtaken(
        set_trump,
        finished,
        ("iPhone saved hand 2: Dee bid 4 and missed.", "Trump of hand 2: Cups"),
        "Correct hand 2 with mine",
        ("Dee bid 4", BEA),
    ),
    "trump of a bid that is gone": Overtaken(
        set_trump,
        tapped("Remove bid"),
        ("iPhone removed the bid of hand 2.", "Trump of hand 2: Cups"),
        "",
        (BEA,),
    ),
    "swapping names after another hand": Overtaken(
        seen("hands/1/swap", "Swap names", players=["Ann", "Bea"]),
        second_hand,
        (SAVED, "Swap names"),
        "Swap names anyway",
        (CAL, "Ann bid 5"),
    ),
    "removing an earlier hand after another one": Overtaken(
        button("Remove hand 1", f"{SHEET}/hands/1/remove"),
        second_hand,
        (SAVED, "Remove hand 1"),
        "Remove hand 1 anyway",
        (CAL,),
    ),
    "changing the first dealer after another hand": Overtaken(
        seen("settings", "Save changes", dealer="Bea"),
        second_hand,
        (SAVED, "Change the game"),
        "Change the game anyway",
        (CAL, BEA),
    ),
    "inserting a hand into a deleted game": Overtaken(
        seen("hands/1/insert", "Insert hand 1", bidder="Dee", bid=2, **took(*TRICKS)),
        tapped("Delete game"),
        ("This game was deleted.", "Insert a hand before hand 1"),
        "Restore the game and do mine",
        (BEA, "Dee bid 2"),
    ),
}
each = pytest.mark.parametrize("case", OVERTAKEN.values(), ids=list(OVERTAKEN))


def overtake(scene: Scene, case: Overtaken) -> tuple[str, Fields]:
    whole(scene.owner, "Bea", 5, TRICKS)
    sent = case.mine(scene.friend)
    case.meanwhile(scene.owner)
    scene.friend.replay(*sent)
    return sent


@pytest.fixture
def conflict(scene: Scene, coralon: Phone, friend: Phone, case: Overtaken) -> tuple[str, Fields]:
    """Return the form that one phone has sent after another one had changed the game."""
    sent: tuple[str, Fields] = scene.after((overtake, case))
    return sent


@each
def test_both_sides_are_shown_and_nothing_is_changed(
    friend: Phone, case: Overtaken, conflict: tuple[str, Fields]
) -> None:
    before = hands(Phone.open(friend, SHEET)) if "deleted" not in case.said[0] else []
    friend.replay(*conflict)
    assert friend.status == 409
    shown = friend.page.one("section", "conflict")
    assert tuple(shown.texts("p", "headline")) == case.said
    assert ways(friend) == ["Discard mine", *([case.way] if case.way else [])]
    assert friend.page.texts(kind="problem").count(shown.texts("p", "problem")[0]) == 1
    if before:
        assert hands(friend.open(SHEET)) == before


@each
@pytest.mark.usefixtures("conflict")
def test_it_can_be_done_all_the_same(
    coralon: Phone, friend: Phone, case: Overtaken, conflict: tuple[str, Fields]
) -> None:
    way = friend.form(case.way or "Discard mine")
    for form in (way, way, conflict):
        assert friend.replay(*form).status == 200
    if case.way.startswith("Delete"):
        coralon.open("/nights/1").tap("Restore", "/plays/1/restore")
    begun = [said.partition(" and ")[0].partition(":")[0] for said in hands(coralon.open(SHEET))]
    assert tuple(begun) == case.after


@each
def test_nothing_is_done_once_it_is_discarded(
    coralon: Phone, friend: Phone, case: Overtaken, conflict: tuple[str, Fields]
) -> None:
    path, sent = friend.form(case.way or "Discard mine")
    friend.tap("Discard mine")
    before = coralon.open(SHEET).page.text
    for form in (conflict, (path, sent)):
        assert friend.replay(*form).status == 200
    assert totals(coralon.open(SHEET)) is not None
    assert coralon.page.text == before


def test_undoing_what_another_phone_has_undone_is_no_conflict(coralon: Phone, friend: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS)
    sent = friend.open(SHEET).form("Undo")
    coralon.tap("Undo")
    assert friend.replay(*sent).status == 200
    assert not hands(friend)


def test_removing_a_hand_that_others_have_removed_shows_what_they_did(coralon: Phone, friend: Phone) -> None:
    whole(whole(coralon, "Bea", 5, TRICKS), "Cal", 3, TRICKS)
    sent = friend.open(f"{SHEET}/hands/2/move").tap("See what would change", to=1).form("Move hand 2")
    coralon.tap("Remove hand 2")
    friend.replay(*sent)
    assert friend.status == 409
    assert friend.page.one("section", "conflict").texts("p", "headline")[1] == "Move hand 2"
    assert ways(friend) == ["Discard mine"]


def test_an_unknown_trump_is_shown_as_none(coralon: Phone) -> None:
    bid(coralon, "Bea", 4).tap("Locks")
    coralon.send(f"{SHEET}/trump", trump="swords", version="1.0")
    assert (coralon.status, "Trump of hand 1: none" in coralon.page) == (409, True)
