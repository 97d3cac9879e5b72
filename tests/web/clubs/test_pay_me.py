"""How to pay a player: said on their page, shown while they are still to be paid, to members alone."""

import pytest
from flask import Flask

from scorekeeper.qr_code import qr_svg
from tests.web.conftest import Scene
from tests.web.invited import joined, link_to
from tests.web.markup import read
from tests.web.phone import Phone
from tests.web.purse import SETTLE, bea_wins

BEA, IBAN = "/players/2", "AT61 1904 3002 3457 3201"


def owe_bea(scene: Scene) -> None:
    bea_wins(scene.owner).open(BEA).tap("Save", pay_me=IBAN)
    scene.owner.open(SETTLE)


@pytest.fixture
def owing(scene: Scene, owner: Phone) -> Phone:
    """Return the page on which three players pay Bea, who has said how."""
    scene.after(owe_bea)
    return owner


def lines(phone: Phone) -> list[str]:
    """Return how to pay those who are still to be paid."""
    return phone.open(SETTLE).page.texts("p", "link")


def test_it_is_shown_once_for_each_person_with_their_name_and_a_code(owing: Phone) -> None:
    assert owing.page.one("details", id="pay-2").texts("summary") == ["How to pay Bea"]
    assert lines(owing) == [IBAN]
    drawn = [path["d"] for path in owing.page.one("div", "qr-code").all("path")]
    assert drawn == [path["d"] for path in read(qr_svg(IBAN)).all("path")]


def test_it_is_gone_once_the_person_is_paid_and_there_again_after_undo(owing: Phone) -> None:
    for name in ("Ann", "Cal", "Dee"):
        assert lines(owing) == [IBAN]
        owing.tap(f"Mark as paid: {name} pays Bea")
    assert lines(owing) == []
    assert lines(owing.tap("Undo: Cal paid Bea")) == [IBAN]


@pytest.mark.parametrize("link", ["keep", "watch"])
def test_a_guest_of_the_night_never_sees_it(app: Flask, owing: Phone, link: str) -> None:
    guest = joined(app, link_to(owing, link), "I’m Bea")
    for page in ("/nights/1", "/nights/1/bank", "/nights/1/bank/players/2", SETTLE, "/nights/1/recap"):
        assert guest.open(page).status == 200
        assert "AT61" not in str(guest.client.get(page).data)
    assert "how to pay" not in guest.open(SETTLE).page.text.lower()


def say_who(phone: Phone, person: int | str) -> Phone:
    """Say on the page of the club's phones whose phone this is."""
    return phone.open("/clubs/1/phones").tap("Save", "/this", owner=person)


def test_their_own_phone_says_it(owing: Phone, friend: Phone) -> None:
    say_who(friend, 2).open(BEA).tap("Save", pay_me=" @bea\r\nBank of Bea ")
    assert "open" in friend.page.one("details", id="pay-me").attrs
    assert friend.value("pay_me") == "@bea\nBank of Bea"
    assert lines(owing) == ["@bea Bank of Bea"]
    friend.tap("Save", pay_me="")
    assert lines(owing) == []


ONLY_BEA = "Only Bea’s phone or a host can change how Bea is paid."


@pytest.mark.parametrize("owner_id", ["", 3])
def test_no_other_phone_says_it(owing: Phone, friend: Phone, owner_id: str | int) -> None:
    say_who(friend, owner_id).open(BEA)
    assert ONLY_BEA in friend.page.one("details", id="pay-me").text
    assert friend.page.all(name="pay_me") == []
    friend.send("/players/2/pay-me", was=IBAN, pay_me="@thief")
    assert (friend.status, lines(owing)) == (403, [IBAN])
    assert f"{ONLY_BEA} Ask a host." in friend.page


def test_a_phone_that_has_not_said_whose_it_is_is_asked(owing: Phone, friend: Phone) -> None:
    friend.open(BEA).follow("Say who you are").tap("Save", "/this", owner=2)
    assert friend.open(BEA).value("pay_me") == IBAN


def test_a_second_phone_that_says_it_is_theirs_can_not_until_the_first_one_is_gone(
    app: Flask, owing: Phone, friend: Phone
) -> None:
    say_who(friend, 2)
    thief = joined(app, link_to(owing), "I’m Bea").open(BEA)
    assert "Another phone was Bea’s first." in thief.page.one("details", id="pay-me").text
    assert thief.send("/players/2/pay-me", was=IBAN, pay_me="@thief").status == 403
    assert say_who(thief, 2).send("/players/2/pay-me", was=IBAN, pay_me="@thief").status == 403
    assert lines(owing) == [IBAN]
    friend.open("/clubs/1/phones").tap("Leave Ann’s table")
    assert say_who(thief, 2).open(BEA).value("pay_me") == IBAN


def test_who_changed_it_and_when_stands_beside_it_and_in_its_history(owing: Phone, friend: Phone) -> None:
    say_who(friend, 2).open(BEA).tap("Save", pay_me="@bea")
    newest = "Changed by Bea (Android phone) on "
    assert owing.open(SETTLE).page.one("details", id="pay-2").one("p", "help").text.startswith(newest)
    history = friend.page.one("details", id="pay-me").texts("li")
    assert [line.partition(" on ")[0] for line in history] == [
        "Changed by Bea (Android phone)",
        "Changed by iPhone",
    ]


def test_the_owner_of_a_phone_who_is_to_get_money_is_asked_to_say_how(owing: Phone) -> None:
    owing.open("/nights/1/me").tap("I’m Bea").open(BEA).tap("Save", pay_me="")
    assert "Tell the others" not in owing.open(SETTLE).page
    owing.tap("Save", value="0.10", currency="€").open(SETTLE).follow("Tell the others how to pay you")
    assert "open" in owing.page.one("details", id="pay-me").attrs
    assert "Tell the others" not in owing.tap("Save", pay_me=IBAN).open(SETTLE).page


def test_a_line_that_others_have_changed_is_not_overwritten_without_a_word(owing: Phone) -> None:
    path, sent = owing.open(BEA).form("Save", pay_me="@mine")
    owing.tab().open(BEA).tap("Save", pay_me="@theirs")
    owing.replay(path, sent)
    assert (owing.status, owing.value("pay_me"), lines(owing)) == (409, "@mine", ["@theirs"])
    owing.replay(path, sent).tap("Save")
    assert lines(owing) == ["@mine"]
