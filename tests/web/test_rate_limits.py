"""One address can't join, make clubs or import without end, and no table of phones is ever held up."""

import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web.rate_limits import RATE_LIMITS, wait
from tests.conftest import database_of, make_app
from tests.web.phone import Phone

TABLE = 12
"""Phones behind one router."""

TRIES = 4
"""How often each of them opens the link in its first minute."""

FEW = 3
LINK = "/join/nonsense"
PUBLIC = {"Host": "scores.example.org", "X-Forwarded-Proto": "https"}


@pytest.fixture
def limited(tmp_path: Path, empty_database: Path) -> Flask:
    """Return an app that counts requests."""
    return make_app(Path(shutil.copy(empty_database, tmp_path)), RATELIMIT_ENABLED=True)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let links be tried three times a minute alone."""
    monkeypatch.setitem(RATE_LIMITS, "joining", f"{FEW} per minute")


def test_a_whole_table_may_join_at_once(limited: Flask) -> None:
    asked = [Phone(limited).open(LINK).status for _ in range(TABLE) for _ in range(TRIES)]
    assert Counter(asked) == {404: TABLE * TRIES}


def test_links_can_be_tried_only_so_often(limited: Flask) -> None:
    client = limited.test_client()
    answers = [client.get(LINK) for _ in range(121)]
    assert [answer.status_code for answer in answers[-2:]] == [404, 429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert "Try again in a minute." in answers[-1].text


def test_shared_recipes_can_be_read_only_so_often(limited: Flask) -> None:
    asked = [Phone(limited).open("/games/add").status for _ in range(61)]
    assert asked[-2:] == [200, 429]


def test_a_name_that_came_too_often_is_kept(few: None, limited: Flask) -> None:
    phone = Phone(limited).open("/")
    form = {"csrf_token": phone.token, "name": "Phone of Eve"}
    for _ in range(FEW):
        phone.client.get(LINK)
    answer = phone.client.post("/device", data=form)
    assert answer.status_code == 429
    assert 'name="name" value="Phone of Eve"' in answer.text


@pytest.mark.parametrize("path", ["/nights", "/import"])
def test_clubs_are_made_and_files_imported_only_so_often(limited: Flask, path: str) -> None:
    phone = Phone(limited).open("/")
    found = Counter(phone.client.post(path, data={"csrf_token": phone.token}).status_code for _ in range(61))
    assert found[429] == 1


def test_wrong_figures_can_be_tried_only_a_few_times_and_links_still_work(limited: Flask) -> None:
    phone = Phone(limited).open("/join")
    for _ in range(15):
        assert phone.tap("Join", code="http://localhost/join/nothing").status == 404
        phone.open("/join")
    tries = [phone.open("/join").tap("Join", code=f"{number:06}").status for number in range(11)]
    assert tries == [422] * 10 + [429]
    assert "Scan the QR code on your friends’ phone instead, or try again in a minute." in phone.page
    assert phone.open(LINK).status == 404


def test_wrong_figures_count_while_others_save(limited: Flask) -> None:
    phone = Phone(limited).open("/join")
    with closing(sqlite3.connect(database_of(limited), isolation_level=None)) as others:
        others.execute("BEGIN IMMEDIATE")
        tries = [phone.open("/join").tap("Join", code=f"{number:06}").status for number in range(11)]
        others.execute("ROLLBACK")
    assert tries == [422] * 10 + [429]


@pytest.mark.parametrize(
    ("address", "other", "same"),
    [
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
    ],
    ids=["a phone has many addresses", "two homes", "old addresses in a new form"],
)
def test_all_addresses_of_a_home_count_together(
    few: None, limited: Flask, address: str, other: str, same: bool
) -> None:
    client = limited.test_client()
    answers = [
        client.get(LINK, environ_overrides={"REMOTE_ADDR": one}).status_code
        for one in (*[address] * (FEW + 1), other)
    ]
    assert answers[-2:] == [429, 429 if same else 404]


def test_scoring_is_not_limited(few: None, limited: Flask) -> None:
    client = limited.test_client()
    for _ in range(FEW + 1):
        client.get(LINK)
    assert client.get("/").status_code == 200


def test_behind_a_proxy_each_phone_counts_for_itself(few: None, tmp_path: Path, empty_database: Path) -> None:
    file = Path(shutil.copy(empty_database, tmp_path))
    app = make_app(file, RATELIMIT_ENABLED=True, PUBLIC_ADDRESS="https://scores.example.org")
    client = app.test_client()
    ours, theirs = ({**PUBLIC, "X-Forwarded-For": f"192.0.2.{number}"} for number in (1, 2))
    for _ in range(FEW + 1):
        last = client.get(LINK, headers=ours)
    assert (last.status_code, client.get(LINK, headers=theirs).status_code) == (429, 404)


@pytest.mark.parametrize(("seconds", "words"), [(1, "a second"), (60, "a minute"), (61, "2 minutes")])
def test_a_wait_is_told_in_words(seconds: int, words: str) -> None:
    assert wait(seconds) == words


def test_a_program_that_writes_too_often_is_told_when_to_try_again(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATE_LIMITS, "writing", f"{FEW} per minute")
    app = make_app(Path(shutil.copy(empty_database, tmp_path)), RATELIMIT_ENABLED=True)
    answers = [app.test_client().post("/api/v1/nights") for _ in range(FEW + 1)]
    assert [answer.status_code for answer in answers] == [401] * FEW + [429]
    assert answers[-1].mimetype == "application/problem+json"
    assert int(answers[-1].headers["Retry-After"]) <= 60
