"""The evening, a correction, typed figures and a coin game in WebKit, the browser of every iPhone."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.browser.server import serving
from tests.webkit.table import CAST, UNDO, Table


@pytest.fixture(params=["webkit", "old_webkit"])
def table(request: pytest.FixtureRequest, app: Flask) -> Iterator[Table]:
    """Yield a phone with the newest WebKit, and one that is as old as iOS 16.0."""
    driver = request.getfixturevalue(request.param)
    with serving(app) as address:
        yield Table(driver, address)
        driver.delete_all_cookies()


def test_four_players_play_coralon_to_its_winner_and_start_the_next(table: Table) -> None:
    table.start("coralon", *CAST)
    table.expect_fitting_page()
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    table.expect_preview()
    table.expect_fitting_page()
    table.save()
    table.expect_totals(0, 5, 0, 0)

    table.bid("Cal", 4)
    table.follow("button[name=trump][value=crowns]")
    assert table.find(".at-play .crowns").is_displayed()
    table.take(6, 2, 4)
    table.save()
    table.expect_totals(4, 6, 6, 2)

    table.play("Dee", 6, 4, 5, 3)
    table.play("Ann", 12, 12, 0, 1)
    table.play("Bea", 13, 13)
    table.play("Ann", 13, 13)
    table.play("Bea", 12, 12, 1)
    table.play("Ann", 5, 6, 6, 1)
    table.expect_totals(40, 40, 8, 2)
    assert table.find(".side.won h2").get_property("innerText") == "Ann\n"

    table.follow("form[action$='/again'] button")
    table.expect_totals(0, 0, 0, 0)
    table.follow("a.back")
    assert len(table.find_all(".playing > li")) == len(table.find_all("#finished + .played > li")) == 1
    table.expect_fitting_page()


def test_an_earlier_hand_is_corrected_and_the_correction_undone(table: Table) -> None:
    table.start("coralon", *CAST)
    table.play("Bea", 5, 5, 3, 3)
    table.play("Dee", 6, 4, 5, 3)
    before = (5, 8, 1, 0)
    table.expect_totals(*before)

    table.tap("#hand-1 > summary")
    table.follow("#hand-1 a[href$='/hands/1']")
    table.tap("input[name=tricks-1]")
    table.enter(6)
    table.expect_preview()
    table.expect_fitting_page()
    table.save()
    table.expect_totals(6, 9, 4, 3)
    table.follow(UNDO)
    table.expect_totals(*before)


def test_figures_are_typed_digit_by_digit(table: Table) -> None:
    table.start("tarock", *CAST)
    table.enter(1, 5, "Next", 2, 0, "Next", 3, 0, "Next")
    table.expect_preview()
    table.expect_fitting_page()
    table.save()
    table.expect_texts(".board .total", ["−1", "−1", "−1", "+3"])


def test_a_coin_game_is_played_and_settled(table: Table) -> None:
    table.start("house-of-fortune", *CAST)
    for roll in (9, 3, 9, 12):
        table.follow(f"button[name=roll-now][value='{roll}']")
    table.expect_fitting_page()
    table.tap("header details > summary")
    table.follow("form[action$='/stop'] button")
    table.open("/nights/1/bank")
    table.expect_texts(".purses .amount b", ["−2", "−2", "0", "+4"])
    table.expect_fitting_page()

    table.tap("#record > summary")
    table.choose("taker", 1)
    table.fill("coins", "7")
    table.follow("form.happened .line button")
    table.follow("a[href$='/settle']")
    while payments := table.find_all("form[action$='/pay'] button"):
        table.follow(payments[0])
    while debts := table.find_all("form[action$='/give-back'] button"):
        table.follow(debts[0])
    table.open("/nights/1/bank")
    table.expect_texts(".purses .amount small", ["paid", "paid", "", "paid"])
