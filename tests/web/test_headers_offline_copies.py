"""A phone may keep the pages of nights it sees, but none that shows a link."""

import pytest
from flask import Flask

from tests.web.invited import joined, link_to
from tests.web.phone import Phone


@pytest.mark.parametrize(
    "path",
    [
        *("/plays/1", "/plays/1/recap", "/plays/1/board", "/plays/1/blank"),
        *("/nights/1", "/nights/1/bank", "/nights/1/board"),
    ],
)
def test_a_page_of_a_night_says_what_it_shows(coralon: Phone, path: str) -> None:
    assert coralon.client.get(path).headers["Offline-Copy"] == "club-1 night-1"


@pytest.mark.parametrize("path", ["/", "/help", "/games", "/games/coralon", "/reference/vines-deck"])
def test_a_page_that_shows_nothing_of_a_club_is_everyones(stranger: Phone, path: str) -> None:
    assert stranger.client.get(path).headers["Offline-Copy"] == "everyone"


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/nights/1/invite",
            "/plays/1/board?qr",
            "/nights/1/board?qr",
            "/clubs/1/phones",
            "/clubs/1/archive",
        ),
        *("/nights/1/night.json", "/plays/1/version", "/plays/99", "/static/nothing.css"),
    ],
)
def test_links_files_and_errors_are_not_kept(coralon: Phone, path: str) -> None:
    assert "Offline-Copy" not in coralon.client.get(path).headers


def test_the_first_page_says_what_the_phone_sees(app: Flask, coralon: Phone, stranger: Phone) -> None:
    def access(phone: Phone) -> str:
        return phone.client.get("/").headers["Offline-Access"]

    assert access(stranger) == ""
    assert access(joined(app, link_to(coralon, "watch"), "I’m just watching")) == "night-1"
    assert access(coralon) == "club-1"
