"""Joining by six digits, or by a link that is pasted."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import Connection, event

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.database import db
from tests.web.invited import link_to
from tests.web.phone import ANDROID, Phone
from tests.web.table import start

INVITE = "/nights/1/invite"
NO_TABLE = (
    "No table has this code now. It changes every ten minutes: type the one that “Invite” shows on your "
    "friends’ phone now, or scan the QR code there."
)
NEITHER = "Type the six digits beside the QR code, or paste the whole link."


@pytest.fixture
def guest(app: Flask) -> Phone:
    """Return a phone that knows nothing yet, on the first page."""
    return Phone(app, ANDROID).open("/")


def figures(phone: Phone, page: str = INVITE) -> str:
    """Return the six digits that the page of an invitation shows."""
    return phone.open(page).page.one("p", "code").text


@pytest.mark.parametrize("link", ["keep", "watch", "club"])
def test_each_link_has_figures_of_its_own(owner: Phone, guest: Phone, link: str) -> None:
    assert guest.tap("Join", code=figures(owner, f"{INVITE}?link={link}")).path == link_to(owner, link)


@pytest.mark.parametrize(
    "typed",
    [
        lambda code: code.replace(" ", ""),
        lambda code: f"  {code.replace(' ', '-')} ",
        lambda code: " ".join(code),
        lambda code: code.translate({ord("0") + digit: ord("０") + digit for digit in range(10)}),
    ],
    ids=["together", "with a dash", "apart", "from another keyboard"],
)
def test_figures_count_however_they_are_written(
    owner: Phone, guest: Phone, typed: Callable[[str], str]
) -> None:
    assert guest.tap("Join", code=typed(figures(owner))).path == link_to(owner, "keep")


def test_the_same_field_takes_a_link_with_words_around_it(coralon: Phone, guest: Phone) -> None:
    link = coralon.open(f"{INVITE}?play=1").page.one("p", "link").text
    guest.tap("Join", code=f"Join us: {link} See you!")
    assert guest.path == f"{link_to(coralon, 'keep')}?play=1"


@pytest.mark.parametrize("typed", ["Ann", "12345", "1234567", ""])
def test_what_is_neither_is_refused_and_stays(guest: Phone, typed: str) -> None:
    guest.tap("Join", code=typed).refused("code", NEITHER)
    assert guest.value("code") == typed


def test_figures_that_were_never_given_are_refused(owner: Phone, guest: Phone) -> None:
    wrong = f"{(int(figures(owner).replace(' ', '')) + 1) % 10**6:06}"
    guest.tap("Join", code=wrong).refused("code", NO_TABLE)


def test_figures_work_for_ten_minutes(owner: Phone, guest: Phone, pass_time: Callable[[float], None]) -> None:
    before = figures(owner)
    pass_time(590)
    assert figures(owner) == before
    pass_time(601)
    guest.open("/").tap("Join", code=before).refused("code", NO_TABLE)
    assert figures(owner) != before
    guest.open("/").tap("Join", code=before).refused("code", NO_TABLE)


def test_renewing_a_link_ends_its_figures(owner: Phone, guest: Phone) -> None:
    before = figures(owner)
    owner.tap("Renew this link")
    guest.tap("Join", code=before).refused("code", NO_TABLE)
    assert guest.open("/").tap("Join", code=figures(owner)).path == link_to(owner, "keep")


def test_figures_of_a_deleted_night_say_so(owner: Phone, guest: Phone) -> None:
    before = figures(owner)
    owner.open("/nights/1").tap("Delete night")
    assert "was deleted" in guest.tap("Join", code=before).page


def test_two_phones_that_ask_at_once_are_shown_the_same_figures(owner: Phone, friend: Phone) -> None:
    tabs = [phone.tab() for phone in (owner, friend) for _ in range(2)]
    with ThreadPoolExecutor(len(tabs)) as threads:
        assert len(set(threads.map(figures, tabs))) == 1


def test_an_invitation_is_shown_without_figures_while_nothing_can_be_saved(app: Flask, owner: Phone) -> None:
    def fail(connection: Connection) -> None:
        # SQLite itself ends a transaction for which there is no room.
        connection.connection.rollback()
        raise StorageError(StorageFault.FULL_OR_READ_ONLY)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "commit", fail)
    try:
        owner.open(INVITE)
    finally:
        event.remove(engine, "commit", fail)
    assert owner.status == 200
    assert owner.page.all("div", "qr-code")
    assert not owner.page.all("p", "code")
    assert figures(owner)


# From a game


def test_the_invitation_of_a_game_leads_to_that_game(coralon: Phone, guest: Phone) -> None:
    start(coralon, "Tally")
    coralon.open("/plays/1").follow("Invite")
    link, code = coralon.page.one("p", "link").text, coralon.page.one("p", "code").text
    guest.tap("Join", code=code)
    assert "They’re playing Coralon." in guest.page
    assert guest.tap("I’m Bea").path == "/plays/1"
    assert guest.open(link).path == "/plays/1"


def test_each_game_has_figures_of_its_own(coralon: Phone, guest: Phone) -> None:
    start(coralon, "Tally")
    shown = [figures(coralon, f"{INVITE}?play={play}") for play in (1, 2)]
    for play, code in zip((1, 2), shown, strict=True):
        assert guest.open("/join").tap("Join", code=code).path.endswith(f"?play={play}")


def test_a_link_leads_to_no_game_that_is_deleted_or_of_another_night(coralon: Phone, guest: Phone) -> None:
    start(coralon, "Tally").tap("Delete game")
    coralon.open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    link = link_to(coralon, "keep", night=2)
    for play in (1, 2, 99):
        assert guest.open(f"{link}?play={play}").page.texts("h2") == ["Who are you?"]
    assert guest.tap("I’m Bea").path == "/nights/2"
    assert "play=" not in coralon.open("/nights/2/invite?play=1").page.one("p", "link").text
