"""The answer to a page that sends its forms itself: the page they lead to, without what it shows already."""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper.web.plays.sheet import PARTS
from scorekeeper.web.submissions import PAGE
from tests.web.phone import Phone
from tests.web.table import bid, hands, start, took, whole

TRICKS = (3, 5, 3, 2)
DRAWN_FROM = re.compile(r'data-part="([^"]+)" data-drawn-from="([^"]+)"')
DIFFERS = re.compile(r' name="(?:csrf_token|uid)" value="[^"]*"')
SAME = re.compile(r'<div data-part="([^"]+)" data-same></div>')
EARLIER = "<div data-earlier></div>\n"


def save(phone: Phone, button: str, shown: str = "", **typed: Any) -> TestResponse:
    """Send a form as the scripts of the open page do that has this HTML."""
    path, sent = phone.form(button, **typed)
    parts = " ".join(map("=".join, DRAWN_FROM.findall(shown)))
    return phone.client.post(path, data=dict(sent), headers={PAGE: "/plays/1", PARTS: parts})


def part(html: str, name: str) -> str:
    """Return a part of the sheet that is a section."""
    found = re.search(f'<section data-part="{name}".*?</section>\n', html, re.DOTALL)
    assert found
    return found[0]


def completed(answer: str, shown: str) -> str:
    """Return the page with what was left out of it, as static/live/parts.js fills it in."""
    whole = SAME.sub(lambda place: part(shown, place[1]).rstrip("\n"), answer)
    if EARLIER in whole:
        whole = whole.replace(
            EARLIER, part(shown, "hands").partition("\n</div>\n")[2].partition("</section>")[0]
        )
    return whole


def main(html: str) -> str:
    """Return what both an answer in place and the whole page show, without what differs each time."""
    body = DIFFERS.sub("", html.partition("<main")[2])
    return re.sub(r"\s+", " ", body)


@pytest.fixture
def shown(coralon: Phone) -> str:
    """Return the HTML of a sheet with two hands, at which the phone is."""
    whole(whole(coralon, "Bea", 5, TRICKS), "Cal", 3, TRICKS)
    return coralon.open("/plays/1").client.get("/plays/1").text


def test_a_saved_form_is_answered_with_its_page_and_not_with_a_redirect(coralon: Phone) -> None:
    answer = save(coralon, "5", bidder="Bea")
    assert (answer.status_code, answer.headers["Content-Location"]) == (200, "/plays/1")
    assert "Bea bid 5" in answer.text
    assert "<script" not in answer.text


def test_without_the_header_a_saved_form_is_answered_with_a_redirect(coralon: Phone) -> None:
    path, sent = coralon.form("5", bidder="Bea")
    assert coralon.client.post(path, data=dict(sent)).status_code == 303


def test_a_form_that_leads_to_another_page_is_answered_with_its_address_alone(coralon: Phone) -> None:
    answer = save(coralon, "Delete game")
    assert (answer.status_code, answer.headers["Content-Location"], answer.text) == (204, "/nights/1", "")


def test_a_bid_leaves_the_hands_and_the_totals_as_they_are_shown(coralon: Phone, shown: str) -> None:
    answer = save(coralon, "5", shown, bidder="Bea").text
    assert SAME.findall(answer) == ["board", "hands"]
    assert main(completed(answer, shown)) == main(coralon.client.get("/plays/1").text)


def test_a_saved_hand_is_sent_without_the_earlier_ones(coralon: Phone, shown: str) -> None:
    bid(coralon, "Dee", 4)
    answer = save(coralon, "Save hand 3", shown, **took(3, 3, 3, 4)).text
    assert re.findall('id="hand-(.)"', answer) == ["3"]
    assert main(completed(answer, shown)) == main(coralon.client.get("/plays/1").text)


REMOVE = "Remove hand 2"
TAPS = [("", "Undo"), ("Undo", "Redo"), ("", REMOVE), (REMOVE, "Restore hand 2"), ("", "End game")]


@pytest.mark.parametrize(("first", "button"), TAPS)
def test_a_tap_on_a_button_of_the_sheet_is_answered_as_the_sheet_is_drawn_then(
    coralon: Phone, shown: str, first: str, button: str
) -> None:
    if first:
        shown = coralon.tap(first).client.get("/plays/1").text
    answer = save(coralon, button, shown).text
    assert main(completed(answer, shown)) == main(coralon.client.get("/plays/1").text)


@pytest.mark.parametrize("ended", ["by a hand", "by the players"])
def test_the_end_of_a_game_is_answered_as_the_sheet_is_drawn_then(owner: Phone, ended: str) -> None:
    sheet = whole(start(owner, target=12), "Bea", 5, TRICKS)
    if ended == "by a hand":
        answer = save(bid(sheet, "Bea", 7), "Save hand 2", **took(2, 8, 2, 1))
    else:
        answer = save(sheet.tap("End game"), "Continue this game")
    assert ('class="panel over"' in answer.text) == (ended == "by a hand")
    assert main(answer.text) == main(owner.client.get("/plays/1").text)


def test_a_page_that_missed_a_hand_gets_all_of_them(coralon: Phone, shown: str) -> None:
    whole(coralon, "Dee", 4, TRICKS)
    bid(coralon, "Dee", 4)
    answer = save(coralon, "Save hand 4", shown, **took(3, 3, 3, 4)).text
    assert re.findall('id="hand-(.)"', answer) == ["4", "3", "2", "1"]


def test_a_hand_that_is_sent_again_leads_to_the_sheet(coralon: Phone, shown: str) -> None:
    bid(coralon, "Dee", 4)
    first, again = (save(coralon, "Save hand 3", shown, **took(3, 3, 3, 4)) for _ in range(2))
    assert (first.status_code, again.status_code, again.text) == (200, 204, "")
    assert again.headers["Content-Location"] == "/plays/1"
    assert len(hands(coralon.open("/plays/1"))) == 3


def test_a_refused_form_comes_back_without_what_is_shown(coralon: Phone, shown: str) -> None:
    bid(coralon, "Dee", 4)
    answer = save(coralon, "Save hand 3", shown, **took(3, 3, 3, 3))
    assert answer.status_code == 422
    assert SAME.findall(answer.text) == ["board", "hands"]


def test_a_page_that_follows_gets_what_it_does_not_show(coralon: Phone, shown: str) -> None:
    parts = " ".join(map("=".join, DRAWN_FROM.findall(shown)))
    bid(coralon, "Dee", 4)
    answer = coralon.client.get("/plays/1", headers={PAGE: "/plays/1", PARTS: parts}).text
    assert "Dee bid 4" in answer
    assert main(completed(answer, shown)) == main(coralon.client.get("/plays/1").text)


def test_an_answer_in_place_has_the_headers_of_a_page(coralon: Phone) -> None:
    answer = save(coralon, "5", bidder="Bea")
    page = coralon.client.get("/plays/1")
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"):
        assert answer.headers[name] == page.headers[name]
