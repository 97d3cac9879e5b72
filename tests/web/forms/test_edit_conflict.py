"""A form that others have overtaken comes back with what was typed, and one more tap does it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.databases import Database
from tests.web.conftest import Scene
from tests.web.phone import Fields, Phone
from tests.web.purse import BANK, SETTLE, bea_wins, record
from tests.web.table import bid, hands, start, took, whole

NIGHT, SHEET, NOTE, DEE = "/nights/1", "/plays/1", "/plays/1/note", "/players/4"
TRICKS = (3, 5, 3, 2)
HIDDEN = (
    "csrf_token",
    "uid",
    "number",
    "seats",
    "revision",
    "ahead",
    "since",
    "seen",
    "last",
    "known",
    "was",
    "settles",
    "reopen",
    "change",
)
Step = Callable[[Phone], object]
Fill = Callable[[Phone], tuple[str, Fields]]


class Overtaken(NamedTuple):
    """A form that one phone has filled in, and what another has done since.

    Attributes:
        fill: fills in the form.
        others: what the other phone does.
        says: what the refusal says.
        again: the button that does it all the same; empty if it cannot be done any more.
        page, done: where that shows, and what that page says then.
        before: what both saw before.
        restore: what has to be done before it is tapped again.
    """

    fill: Fill
    others: Step
    says: str
    again: str = ""
    page: str = SHEET
    done: str = ""
    before: Step = lambda phone: whole(start(phone), "Bea", 5, TRICKS)
    restore: Step = lambda phone: None


def form(page: str, button: str, **typed: Any) -> Fill:
    return lambda phone: phone.open(page).form(button, **typed)


def seen(change: str, label: str, **typed: Any) -> Fill:
    """Return a function that fills in a change whose preview was seen."""
    page = f"{SHEET}/{change}"
    return lambda phone: phone.open(page).tap("See what would change", **typed).form(label)


def tapped(*labels: str, page: str = SHEET, **typed: Any) -> Step:
    def tap(phone: Phone) -> None:
        phone.open(page)
        for label in labels:
            phone.tap(label, **typed)

    return tap


def in_turn(*steps: Step) -> Step:
    return lambda phone: [step(phone) for step in steps]


def another_hand(phone: Phone) -> None:
    whole(phone.open(SHEET), "Cal", 3, TRICKS)


def ended(phone: Phone) -> None:
    whole(start(phone), "Bea", 5, TRICKS).tap("End game").follow("Note on this game").tap(
        "Save note", note="So far"
    )


def valued(phone: Phone) -> None:
    phone.open(SETTLE).tap("Save", value="0.10", currency="€")


def lent(phone: Phone) -> None:
    record(phone, "loan", "Ann", "Bea", 5)


def dees_bid(phone: Phone) -> None:
    bid(whole(start(phone), "Bea", 5, TRICKS), "Dee", 4)


def removed_earlier(phone: Phone) -> None:
    another_hand(start(phone))
    another_hand(phone)
    tapped("Remove hand 1", page=f"{SHEET}/hands/1/remove")(phone)


def nothing(phone: Phone) -> None:
    """Leave the night as it began."""


SAVED = (
    "iPhone saved hand 2: Cal bid 3 and made it exactly. Nothing was changed: tap again if you still want to."
)
CHECK = "iPhone saved hand 2: Cal bid 3 and made it exactly. Check what changes now, and tap again."
GONE = "This game was deleted, so nothing was changed."
RESTORE = "Restore and try again"
NIGHT_GONE = "This night was deleted, so nothing was changed."
delete_night, restore_night = tapped("Delete night", page=NIGHT), tapped("Restore", page=NIGHT)
loan = form(BANK, "Record", kind="loan", giver="house", taker=4, coins=5)
posted = form(BANK, "Record", kind="gift", giver=1, taker=2, coins=7, note="for tea")

OVERTAKEN = {
    "undo": Overtaken(form(SHEET, "Undo"), another_hand, SAVED),
    "removing the last hand": Overtaken(form(SHEET, "Remove hand 1"), another_hand, SAVED),
    "ending the game": Overtaken(
        form(SHEET, "End game"), another_hand, SAVED, "End game", done="Continue this"
    ),
    "deleting the game": Overtaken(
        form(SHEET, "Delete game"), another_hand, SAVED, "Delete game", NIGHT, "Coralon deleted"
    ),
    "ending a deleted game": Overtaken(
        form(SHEET, "End game"), tapped("Delete game"), GONE, RESTORE, done="Continue this game"
    ),
    "undo in a deleted game": Overtaken(
        form(SHEET, "Undo"), tapped("Delete game"), GONE, RESTORE, done="Hand 1 undone"
    ),
    "a note on a deleted game": Overtaken(
        form(NOTE, "Save note", note="Long"), tapped("Delete game"), GONE, RESTORE, done="Long", before=ended
    ),
    "inserting a hand into a deleted game": Overtaken(
        seen("hands/1/insert", "Insert hand 1", bidder="Dee", bid=2, **took(*TRICKS)),
        tapped("Delete game"),
        GONE,
        RESTORE,
        done="Hand 1 inserted",
    ),
    "inserting a hand after another one": Overtaken(
        seen("hands/1/insert", "Insert hand 1", bidder="Dee", bid=2, **took(*TRICKS), note="forgotten"),
        another_hand,
        CHECK,
        "Insert hand 1",
        done="Hand 1 inserted",
    ),
    "swapping names": Overtaken(
        seen("hands/1/swap", "Swap names", players=["Ann", "Bea"]),
        another_hand,
        CHECK,
        "Swap names",
        done="Ann and Bea swapped in hand 1",
    ),
    "removing an earlier hand": Overtaken(
        form(f"{SHEET}/hands/1/remove", "Remove hand 1"),
        another_hand,
        CHECK,
        "Remove hand 1",
        done="Hand 1 removed",
    ),
    "restoring a removed hand": Overtaken(
        form(f"{SHEET}/removed/1", "Restore hand"),
        tapped("Undo"),
        "iPhone put hand 1 back",
        before=removed_earlier,
    ),
    "the first dealer": Overtaken(
        seen("settings", "Save changes", dealer="Bea", target=30),
        another_hand,
        CHECK,
        "Save changes",
        done="Settings changed",
    ),
    "trump after another suit": Overtaken(
        form(SHEET, "Cups"),
        tapped("Locks"),
        "iPhone changed the trump of hand 2: Dee bid 4 with Locks as trump. Nothing was changed",
        "Cups",
        done="Dee bid 4 Cups",
        before=dees_bid,
    ),
    "trump of a hand that is over": Overtaken(
        form(SHEET, "Cups"),
        tapped("Save hand 2", **took(*TRICKS)),
        "iPhone saved hand 2: Dee bid 4 and missed. Nothing was changed",
        before=dees_bid,
    ),
    "tricks after another bid": Overtaken(
        form(SHEET, "Save hand 2", **took(*TRICKS)),
        tapped("5", page=f"{SHEET}?bid", bidder="Dee"),
        "iPhone changed the bid of hand 2: Dee bid 5. Check your entry and save it again.",
        "Save hand 2",
        done="Dee bid 5 and missed",
        before=dees_bid,
    ),
    "a whole hand after a correction": Overtaken(
        form(f"{SHEET}?whole", "Save hand 2", bidder="Cal", bid=3, **took(*TRICKS)),
        tapped("Save hand 1", page=f"{SHEET}/hands/1", bid=4),
        "iPhone corrected hand 1: bid 5 → 4. Check your entry and save it again.",
        "Save hand 2",
        done="Hand 2 saved",
    ),
    "the note on a game": Overtaken(
        form(NOTE, "Save note", note="Long"),
        tapped("Save note", page=NOTE, note="Close"),
        "Someone has changed this: it’s “Close” now. Tap again to save yours instead.",
        "Save note",
        done="Long",
        before=ended,
    ),
    "a note that was cleared": Overtaken(
        form(NOTE, "Save note", note="Long"),
        tapped("Save note", page=NOTE, note=""),
        "it’s empty now",
        "Save note",
        done="Long",
        before=ended,
    ),
    "a note on a game that goes on": Overtaken(
        form(NOTE, "Save note", note="Long"),
        in_turn(tapped("Save note", page=NOTE, note="Close"), tapped("Continue this game")),
        "it’s “Close” now",
        "Save note",
        f"{SHEET}/recap",
        "Long",
        before=ended,
    ),
    "the note on a night": Overtaken(
        form(NIGHT, "Save note", note="Snow"),
        tapped("Save note", page=NIGHT, note="Rain"),
        "it’s “Rain” now",
        "Save note",
        NIGHT,
        "Snow",
    ),
    "what a coin is worth": Overtaken(
        form(SETTLE, "Save", value="0,50"),
        tapped("Save", page=SETTLE, value="0.20"),
        "it’s 1 coin = €0.20 now",
        "Save",
        SETTLE,
        "1 coin = €0.50",
        before=valued,
    ),
    "coins after settling up": Overtaken(
        loan,
        tapped("Mark as paid: Ann pays Bea", page=SETTLE),
        "iPhone has settled up since: Ann paid Bea 2 coins. Tap again to record yours as well.",
        "Record",
        BANK,
        "Dee borrowed 5 coins",
        before=bea_wins,
    ),
    "stakes after settling up": Overtaken(
        form(BANK, "Hand out", to=[3, 4], stake=10),
        tapped("Mark as paid: Ann pays Bea", page=SETTLE),
        "iPhone has settled up since: Ann paid Bea 2 coins.",
        "Hand out",
        BANK,
        "Cal and Dee got 10 coins each",
        before=bea_wins,
    ),
    "coins for a player who was removed": Overtaken(
        loan,
        tapped("Remove Dee", page=NIGHT),
        "Someone has removed Dee from the night. Tap again to add Dee and record this.",
        "Record",
        BANK,
        "Dee borrowed 5 coins",
        before=nothing,
    ),
    "repaying more than is owed now": Overtaken(
        form(BANK, "Record", kind="repayment", giver=2, taker=1, coins=5, note="cash"),
        lambda phone: record(phone, "repayment", "Bea", "Ann", 2),
        "Bea owes Ann only 3.",
        before=lent,
    ),
    "a payment": Overtaken(
        form(SETTLE, "Mark as paid: Ann pays Bea"),
        lambda phone: record(phone, "gift", "Ann", "Bea", 4),
        "The payments have changed, so nothing was marked as paid.",
        "Mark as paid: Ann pays Bea",
        SETTLE,
        "Ann paid Bea 6 coins",
        before=bea_wins,
    ),
    "loans to return": Overtaken(
        form(SETTLE, "Mark as returned"),
        lambda phone: record(phone, "loan", "Ann", "Bea", 2),
        "iPhone has changed these loans, so nothing was marked as repaid.",
        "Mark as returned",
        BANK,
        "Bea repaid Ann 7 coins",
        before=lent,
    ),
    "coins to record again": Overtaken(
        form(BANK, "Redo"),
        lambda phone: record(phone, "repayment", "Bea", "Ann", 4),
        "iPhone has changed these coins, so nothing was recorded again.",
        before=in_turn(lent, lambda phone: record(phone, "repayment", "Bea", "Ann", 5).tap("Undo")),
    ),
    "coins of a deleted night": Overtaken(
        posted, delete_night, NIGHT_GONE, "Try again", BANK, "Ann gave Bea 7 coins", nothing, restore_night
    ),
    "the note on a deleted night": Overtaken(
        form(NIGHT, "Save note", note="Snow"),
        delete_night,
        NIGHT_GONE,
        "Try again",
        NIGHT,
        "Snow",
        nothing,
        restore_night,
    ),
}


@pytest.fixture(params=OVERTAKEN, ids=list(OVERTAKEN))
def case(request: pytest.FixtureRequest) -> Overtaken:
    return OVERTAKEN[request.param]


@pytest.fixture
def sent(scene: Scene, owner: Phone, friend: Phone, case: Overtaken) -> tuple[str, Fields]:
    """Return a form that a phone has filled in, after others have overtaken it."""
    case.before(owner)
    filled = case.fill(friend)
    case.others(owner)
    return filled


def test_it_is_refused_and_one_more_tap_does_it(
    running_database: Database, owner: Phone, friend: Phone, case: Overtaken, sent: tuple[str, Fields]
) -> None:
    before = running_database.rows()
    friend.replay(*sent)
    assert friend.status == 409
    assert running_database.rows() == before
    assert case.says in " ".join(friend.problems)
    assert len(friend.problems) == 1
    if not case.again:
        assert not case.done
        return
    again = friend.form(case.again)
    typed = {
        (name, value)
        for name, value in sent[1]
        if value and name not in HIDDEN and not name.startswith("hand-")
    }
    if case.fill not in (OVERTAKEN["a payment"].fill, OVERTAKEN["loans to return"].fill):
        assert typed <= set(again[1])
    case.restore(owner)
    for path, fields in (again, again):
        assert friend.replay(path, fields).status == 200
    assert case.done in friend.open(case.page).page
    shown = friend.page.text
    friend.replay(*sent)
    assert friend.open(case.page).page.text == shown


@pytest.mark.parametrize(
    ("fill", "typed", "said"),
    [
        (posted, {"coins": 8}, "Ann gave Bea 7 coins"),
        (posted, {"note": "for cake"}, "Ann gave Bea 7 coins"),
        (
            form(BANK, "Hand out", to=[1, 2], stake=10),
            {"stake": 20},
            "Ann and Bea got 10 coins each to start with",
        ),
    ],
    ids=["coins", "a note", "a stake"],
)
def test_coins_changed_after_they_had_arrived_count_once(
    owner: Phone, fill: Fill, typed: dict[str, Any], said: str
) -> None:
    path, first = fill(owner)
    owner.replay(path, first)
    rows = len(owner.open(BANK).page.one("ul", "entries").all("li"))
    second = [(name, str(typed.get(name, value))) for name, value in first]
    owner.replay(path, second)
    assert owner.status == 409
    assert owner.problems == [f"You’ve already recorded this: {said}. Tap again to record yours as well."]
    again = owner.form("Hand out" if "stake" in typed else "Record")
    for one in (again, (path, second), (path, first), again):
        assert owner.replay(*one).status == 200
    assert len(owner.open(BANK).page.one("ul", "entries").all("li")) == 2 * rows


@pytest.mark.parametrize(("page", "button"), [(SHEET, "Undo"), (SHEET, "End game")])
def test_what_another_phone_has_done_as_well_is_done_once(
    owner: Phone, friend: Phone, page: str, button: str
) -> None:
    whole(start(owner), "Bea", 5, TRICKS)
    sent = friend.open(page).form(button)
    owner.open(page).tap(button)
    assert friend.replay(*sent).status == 200
    assert len(hands(friend)) == (button != "Undo")


def test_what_is_typed_is_discarded_only_by_a_tap(owner: Phone, friend: Phone) -> None:
    sent = posted(friend)
    delete_night(owner)
    friend.replay(*sent).tap("Discard")
    restore_night(owner)
    friend.replay(*sent)
    assert "Ann gave Bea" not in friend.open(BANK).page


def test_a_name_that_others_have_given_is_not_replaced_unseen(owner: Phone) -> None:
    path, sent = owner.open(DEE).form("Rename", name="Zoe")
    owner.tap("Rename", name="Eve").replay(path, sent)
    assert owner.status == 409
    assert owner.problems == ["Someone has changed this: it’s “Eve” now. Tap again to save yours instead."]
    assert owner.tap("Rename").page.one("h1").text == "Zoe"


def test_every_form_of_a_page_with_a_refused_one_counts(owner: Phone) -> None:
    refused = owner.open(BANK).tap("Record", coins=5)
    assert refused.status == 422
    page = (refused.form("Hand out", stake=20), refused.form("Record", taker=4, coins=5))
    for path, sent in page:
        owner.replay(path, sent)
    recorded = owner.open(BANK).page.one("ul", "entries").text
    assert "20 coins" in recorded
    assert "5 coins" in recorded


def test_a_game_that_others_have_changed_and_deleted_stays_restored(owner: Phone, friend: Phone) -> None:
    another_hand(start(owner))
    sent = friend.open(SHEET).form("End game")
    another_hand(owner)
    owner.tap("Delete game")
    assert friend.replay(*sent).tap(RESTORE).status == 409
    assert friend.problems == [SAVED]
    assert "Ended early" in friend.tap("End game").page


def test_house_rules_of_a_deleted_game_are_not_read_as_a_hand(owner: Phone, friend: Phone) -> None:
    start(owner)
    sent = friend.open(f"{SHEET}/settings").form("See what would change", target=30)
    owner.open(SHEET).tap("Delete game")
    assert "Mine, not saved yet" not in friend.replay(*sent).page
