"""Forms from pages that may be old: what is sent twice is saved once, and nobody overwrites anyone else."""

import pytest

from tests.web.phone import Fields, Phone
from tests.web.table import again_button, bid, hands, play_again, start, took, totals, whole

SHEET = "/plays/1"
TRICKS = (3, 5, 3, 2)
WITHOUT_VERSION = ("/again", "/delete", "/note", "/restore")


def versions(phone: Phone) -> dict[str, list[str]]:
    """Return the versions in each form of a page, by the form's address."""
    return {
        form["action"]: [field["value"] for field in form.all("input", name="revision")]
        for form in phone.page.all("form")
    }


@pytest.mark.parametrize("address", ["/plays/1", "/plays/1?whole", "/plays/1?bid", "/plays/1/hands/1"])
def test_every_form_of_the_sheet_has_one_version(coralon: Phone, address: str) -> None:
    whole(coralon, "Bea", 5, TRICKS)
    bid(coralon, "Cal", 4).open(address)
    found = {action: sent for action, sent in versions(coralon).items() if action[8:] not in WITHOUT_VERSION}
    assert len({version for sent in found.values() for version in sent}) == 1
    assert all(len(sent) == 1 for sent in found.values())


def test_a_form_with_an_invalid_version_is_refused(coralon: Phone) -> None:
    for version in ({"number": "x", "seats": "x", "revision": "x"}, {"version": "x"}):
        assert coralon.send("/plays/1/stop", **version).status == 409
        assert coralon.send("/plays/1/bid", **version, bidder="Bea", bid=5).status == 409
    assert not hands(coralon.open("/plays/1"))


@pytest.mark.parametrize("look", ["on", "page", "part"])
def test_asking_for_a_preview_does_not_open_a_deleted_game_to_changes(coralon: Phone, look: str) -> None:
    coralon.send("/plays/1/delete")
    for path in ("stop", "bid", "hands"):
        coralon.send(f"/plays/1/{path}", bidder="Bea", bid=5, look=look)
        assert "This game was deleted, so nothing was changed." in coralon.page
    assert "Nobody won" not in coralon.send("/plays/1/restore").page


def test_what_was_typed_for_a_deleted_game_is_said_on_its_page(coralon: Phone, friend: Phone) -> None:
    _, sent = friend.open("/plays/1").filled("5", bidder="Bea")
    coralon.tap("Delete game")
    assert friend.replay("/plays/1/bid", sent).status == 409
    assert "Mine, not saved yet Bea bid 5" in friend.page.one("section", "conflict").text
    assert "Bea bid 5" not in friend.tap("Restore game").page


# Forms of version 1.0, which may have waited on a phone


def of_1_0(sent: Fields, ahead: bool = False) -> Fields:
    """Return what a form of version 1.0 sent, which had one text for what it was drawn from."""
    fields = dict(sent)
    number, seats, revision = (fields[name] for name in ("number", "seats", "revision"))
    version = f"{number}.{seats}.{'ahead' if ahead else revision}"
    others = [(name, value) for name, value in sent if name not in ("number", "seats", "revision", "ahead")]
    names = {"corrects": "revision"}
    return [*((names.get(name, name), value) for name, value in others), ("version", version)]


def test_a_hand_that_waits_since_version_1_0_is_saved_or_a_conflict(coralon: Phone, friend: Phone) -> None:
    path = f"{SHEET}?whole"
    typed = {"bidder": "Bea", "bid": 5, **took(*TRICKS)}
    _, mine = coralon.open(path).filled("Save hand 1", **typed)
    _, theirs = friend.open(path).filled("Save hand 1", **typed | {"bidder": "Cal"})
    later = [(name.replace("hand-1", "hand-2"), "e" * 32 if name == "uid" else value) for name, value in mine]
    later = [(name, "2" if name == "number" else value) for name, value in later]
    assert coralon.replay(f"{SHEET}/hands", of_1_0(mine)).status == 200
    assert friend.replay(f"{SHEET}/hands", of_1_0(theirs)).status == 409
    assert coralon.replay(f"{SHEET}/hands", of_1_0(later, ahead=True)).status == 200
    assert friend.page.all("section", "conflict")
    assert len(hands(coralon.open(SHEET))) == 2


def test_a_correction_that_waits_since_version_1_0_is_saved_or_a_conflict(
    coralon: Phone, friend: Phone
) -> None:
    whole(coralon, "Bea", 5, TRICKS)
    _, mine = coralon.open(f"{SHEET}/hands/1").filled("Save hand 1", bid=6)
    _, theirs = friend.open(f"{SHEET}/hands/1").filled("Save hand 1", bid=4)
    coralon.open(SHEET)
    whole(coralon, "Cal", 3, TRICKS)
    assert coralon.replay(f"{SHEET}/hands/1", of_1_0(mine)).status == 200
    assert friend.replay(f"{SHEET}/hands/1", of_1_0(theirs)).status == 409
    assert friend.page.all("section", "conflict")
    assert "Bea bid 6" in hands(coralon.open(SHEET))[1]


# Two taps, and two phones


def save(phone: Phone, tricks: tuple[int, ...] = TRICKS) -> Fields:
    """Return what a tap on Save would send."""
    number = 1 + len(hands(phone))
    return phone.filled(f"Save hand {number}", **took(*tricks))[1]


@pytest.fixture
def playing(coralon: Phone) -> Phone:
    return bid(coralon, "Bea", 5)


def test_a_second_tap_after_the_next_bid_saves_nothing(playing: Phone) -> None:
    sent = save(playing)
    bid(playing.replay("/plays/1/hands", sent), "Cal", 4).replay("/plays/1/hands", sent)
    assert playing.status == 200
    assert len(hands(playing)) == 1
    assert "Cal bid 4" in playing.page


def test_a_second_tap_on_the_last_hand_shows_the_end(owner: Phone) -> None:
    bid(start(owner, target=5), "Bea", 5)
    sent = save(owner)
    for _ in range(2):
        owner.replay("/plays/1/hands", sent)
    assert (owner.status, len(hands(owner))) == (200, 1)
    assert "Bea won" in owner.page


def test_an_equal_hand_played_later_is_a_new_hand(playing: Phone) -> None:
    playing.replay("/plays/1/hands", save(playing))
    bid(playing, "Bea", 5)
    playing.replay("/plays/1/hands", save(playing))
    assert totals(playing)["Bea"] == 10


@pytest.fixture
def removed(coralon: Phone) -> Fields:
    """Return a correction of a hand that has since been removed, with the one before it."""
    for _ in range(2):
        whole(coralon, "Bea", 5, TRICKS)
    _, sent = coralon.open("/plays/1/hands/2").filled("Save hand 2", bid=4)
    coralon.open("/plays/1").tap("Remove hand 2").tap("Remove hand 1")
    return sent


@pytest.mark.parametrize("look", ["", "page"])
def test_correcting_a_removed_hand_is_a_conflict(coralon: Phone, removed: Fields, look: str) -> None:
    coralon.replay("/plays/1/hands/2", [*removed, ("look", look)])
    assert coralon.status == 409
    assert not hands(coralon.open("/plays/1"))


def test_a_removed_hand_is_not_corrected_without_a_version_either(coralon: Phone, removed: Fields) -> None:
    sent = [(name, value) for name, value in removed if name not in ("number", "seats", "revision")]
    assert coralon.replay("/plays/1/hands/2", sent).status == 409
    assert not hands(coralon.open("/plays/1"))


def test_a_preview_of_a_removed_hand_is_a_conflict(coralon: Phone, removed: Fields) -> None:
    coralon.replay("/plays/1/hands/2", [*removed, ("look", "part")])
    assert coralon.page.text == "iPhone has removed hand 2."


def test_a_preview_of_a_hand_entered_elsewhere_is_a_conflict(playing: Phone, friend: Phone) -> None:
    sent = save(friend.open("/plays/1"), (2, 6, 3, 2))
    playing.replay("/plays/1/hands", save(playing))
    friend.replay("/plays/1/hands", [*sent, ("look", "part")])
    assert friend.page.text.startswith("iPhone saved hand 1 first.")


def test_the_tricks_typed_are_kept_when_the_bid_was_removed(playing: Phone, friend: Phone) -> None:
    sent = save(friend.open("/plays/1"))
    playing.tap("Remove bid")
    assert friend.replay("/plays/1/hands", sent).status == 409
    friend.tap("Save hand 1", bidder="Bea", bid=5)
    assert totals(friend)["Bea"] == 5


def test_the_same_suit_from_two_phones_stays_trump(playing: Phone, friend: Phone) -> None:
    _, sent = friend.open("/plays/1").filled("Crowns")
    playing.tap("Crowns")
    friend.replay("/plays/1/trump", sent)
    assert friend.page.one("div", "at-play").text == "Hand 1 Bea bid 5 Crowns"


def test_same_again_on_two_phones_starts_one_game(owner: Phone, friend: Phone) -> None:
    whole(start(owner, target=5), "Bea", 5, TRICKS)
    _, sent = friend.open("/plays/1").filled(again_button(friend))
    play_again(owner)
    friend.replay("/plays/1/again", sent)
    assert owner.path == friend.path == "/plays/2"
