"""The page of an import that takes a while: how far it is, what it comes to, and what may stop it."""

import re
from collections.abc import Callable, Iterator
from contextvars import copy_context
from functools import partial
from typing import Any

import pytest
from flask import Flask

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.files import importing
from scorekeeper.store.database import db
from scorekeeper.store.live.versions import Topic, Versions, versions_of
from scorekeeper.store.models import Play, Player
from scorekeeper.store.plays.play_statistics import VERSION
from scorekeeper.web.files import progress, queue
from tests.files.small import nights_of_one_game
from tests.web.files.test_importing import preview
from tests.web.phone import Phone

CLUB = "/clubs/1/exchange"
NIGHTS = 4

LINE = re.compile("[0-9,]+ of [0-9,]+ games?")


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game take longer than a moment."""
    monkeypatch.setattr(progress, "A_MOMENT", -1)
    monkeypatch.setattr(importing, "MOST_AT_ONCE", 1)


@pytest.fixture
def file() -> bytes:
    """Return the file of a club with four nights of one game each."""
    return nights_of_one_game(NIGHTS)


class Reading:
    """The page of an import as a browser comes to read it, while others do something else."""

    def __init__(self, phone: Phone, button: str = "Create club", encoding: str = "identity") -> None:
        action, fields = phone.form(button)
        headers = {**phone.headers, "Accept-Encoding": encoding}
        # As if in a thread of its own.
        self.context, send = copy_context(), partial(phone.client.post, data=dict(fields), headers=headers)
        self.answer = self.context.run(send, action)
        self._parts = self.answer.iter_encoded()
        self.page = ""

    def line(self) -> str:
        """Return the next line about how far the import is; an empty text once the page is whole."""
        told = len(LINE.findall(self.page))
        while len(lines := LINE.findall(self.page)) == told:
            part = self.context.run(next, self._parts, None)
            if part is None:
                return ""
            self.page += part.decode()
        return str(lines[-1])

    def lines(self) -> list[str]:
        """Return the lines that are still to come."""
        return [*iter(self.line, "")]

    def leave(self) -> None:
        """Go away from the page."""
        self.context.run(self.answer.close)


Read = Callable[..., Reading]


@pytest.fixture
def read() -> Iterator[Read]:
    """Yield a function that imports what is previewed and begins to read the page."""
    begun: list[Reading] = []

    def begin(*about: Any, **more: Any) -> Reading:
        begun.append(Reading(*about, **more))
        return begun[-1]

    yield begin
    for reading in begun:
        reading.leave()


def stored(app: Flask) -> int:
    """Return the number of games."""
    with app.app_context():
        return db.session.query(Play).count()


def test_the_page_says_how_far_it_is_and_ends_with_what_was_added(stranger: Phone, file: bytes) -> None:
    preview(stranger, file, "/import").tap("Create club")
    said = stranger.page.one("div", "progress").texts("p")
    assert said[:-1] == [f"{number} of 4 games" for number in range(1, NIGHTS + 1)]
    assert said[-1] == "Imported 4 games from 4 nights."
    assert "Imported 4 games from 4 nights." in stranger.follow("See them").page
    assert stranger.path.startswith(CLUB)


def test_each_line_is_sent_once_its_games_are_saved(
    app: Flask, stranger: Phone, file: bytes, read: Read
) -> None:
    reading = read(preview(stranger, file, "/import"))
    for number in range(1, NIGHTS + 1):
        assert reading.line() == f"{number} of 4 games"
        assert stored(app) == number


@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_nothing_on_the_way_waits_for_more_of_the_page(
    stranger: Phone, file: bytes, read: Read, encoding: str
) -> None:
    reading = read(preview(stranger, file, "/import"), encoding=encoding)
    assert reading.answer.headers["Content-Encoding"] == "identity"
    assert reading.answer.headers["X-Accel-Buffering"] == "no"
    assert len(reading.lines()) == NIGHTS


def test_each_game_is_counted_for_the_statistics_before_the_next(
    app: Flask, stranger: Phone, file: bytes, read: Read
) -> None:
    reading = read(preview(stranger, file, "/import"))
    while reading.line():
        with app.app_context():
            assert db.session.query(Play).filter(Play.counted < VERSION).count() == 0


def test_open_pages_and_programs_learn_of_each_step(
    app: Flask, stranger: Phone, file: bytes, read: Read
) -> None:
    reading, versions = read(preview(stranger, file, "/import")), list[Versions]()
    while reading.line():
        with app.app_context():
            versions.append(versions_of(Topic("club", 1)))
    assert sorted(set(versions)) == versions
    assert len(versions) == NIGHTS


def test_others_save_and_have_their_files_read_meanwhile(
    app: Flask, owner: Phone, file: bytes, read: Read
) -> None:
    reading = read(preview(Phone(app), file, "/import"))
    assert reading.line() == "1 of 4 games"
    assert not queue._reading.locked()
    assert owner.open("/nights/1").tap("Add", name="Zoe").status == 200
    assert reading.lines()[-1] == "4 of 4 games"


def test_the_same_form_sent_again_leads_to_what_was_added(app: Flask, stranger: Phone, file: bytes) -> None:
    path, fields = preview(stranger, file, "/import").form("Create club")
    stranger.replay(path, fields)
    stranger.replay(path, fields)
    assert stranger.path == f"{CLUB}?games=4&nights=4"
    assert stored(app) == NIGHTS


def test_an_import_whose_page_was_left_keeps_what_it_said_and_can_be_finished(
    app: Flask, stranger: Phone, file: bytes, read: Read
) -> None:
    reading = read(preview(stranger, file, "/import"))
    assert [reading.line(), reading.line()] == ["1 of 4 games", "2 of 4 games"]
    reading.leave()
    assert stored(app) == 2
    preview(stranger, file, CLUB)
    assert "This adds 2 games and 2 nights to Our table. 2 games are already here." in stranger.page
    assert "Imported 2 games from 2 nights." in stranger.tap("Import").page
    assert stored(app) == NIGHTS


def test_a_form_sent_again_before_the_end_says_that_the_import_has_not_finished(
    stranger: Phone, file: bytes, read: Read
) -> None:
    path, fields = preview(stranger, file, "/import").form("Create club")
    reading = read(stranger)
    assert reading.line()
    assert "The import has not finished." in stranger.replay(path, fields).page
    reading.leave()


def test_the_page_says_that_the_disk_stopped_it_and_what_is_in(
    app: Flask, stranger: Phone, file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    add, left = importing._import_nights, [1, 1]

    def fail(*about: Any) -> None:
        if not left:
            raise StorageError(StorageFault.FULL_OR_READ_ONLY)
        left.pop()
        add(*about)

    monkeypatch.setattr(importing, "_import_nights", fail)
    preview(stranger, file, "/import").tap("Create club")
    said = "The database can’t be written any more. Already in: 2 games from 2 nights. Import the same file "
    assert stranger.problems == [f"{said}again to add the rest; nothing is added twice."]
    assert stored(app) == 2
    assert stranger.follow("Import the rest").path.startswith(CLUB)


def test_the_page_says_that_others_have_changed_the_club(
    app: Flask, stranger: Phone, file: bytes, read: Read
) -> None:
    reading = read(preview(stranger, file, "/import"))
    assert reading.line()
    with app.app_context():
        ann, bea = (db.session.query(Player).filter_by(name=name).one() for name in ("Ann", "Bea"))
        bea.merged_into_id = bea.person_id = ann.id
        db.session.commit()
    assert reading.lines() == []
    said = "The club was changed at the same moment. Import the same file again to add the rest."
    assert said in reading.page
    assert stored(app) == 1
