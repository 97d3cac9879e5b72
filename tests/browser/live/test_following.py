"""A sheet that is open follows what another phone saves, without a reload."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.live.conftest import Two
from tests.browser.table import Table, deal


def announced(table: Table) -> str:
    return table.page.locator("#changed").inner_text()


def test_the_bid_its_trump_and_the_hand_appear(two: Two) -> None:
    one, other = two
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    assert "saved the bid of hand 2: Cal bid 4." in announced(other)
    one.follow(one.button("Crowns"))
    expect(other.page.locator(".called")).to_contain_text("Crowns")
    one.take(4, 3, 3)
    one.save()
    other.expect_totals(0, 5, 4, 0)
    expect(other.hands).to_have_count(2)
    expect(other.page.locator("#due")).to_contain_text("Hand 3")
    expect(other.page.locator(".side").nth(2)).to_contain_text("deals")
    assert "saved hand 2: Cal bid 4" in announced(other)
    other.tap(other.hands.first)
    expect(other.hands.first).to_contain_text("the bid")


def test_totals_count_up(two: Two) -> None:
    one, other = two
    other.page.emulate_media(reduced_motion="no-preference")
    other.page.evaluate(
        """() => {
          const { dataset } = document.documentElement;
          const counted = ({ target }) =>
            target.matches?.(".total") && (dataset.counted = target.textContent);
          new MutationObserver((changes) => changes.forEach(counted)).observe(document, {
            childList: true,
            subtree: true,
          });
        }"""
    )
    one.play(deal("Bea", 9, 9, 2, 1))
    other.expect_totals(0, 14, 0, 0)
    # A slow machine may draw the last figure alone.
    expect(other.page.locator("html")).to_have_attribute("data-counted", "14")


def test_the_winner_and_a_deleted_game_appear(two: Two) -> None:
    one, other = two
    one.tap(one.menu)
    one.follow(one.button("End game"))
    expect(other.page.locator("#due")).to_have_text("Bea won")
    assert announced(other) == "The game was ended."
    one.tap(one.menu)
    one.follow(one.button("Delete game"))
    expect(other.page.locator("#due")).to_have_text("This game was deleted")
    expect(other.menu).to_have_count(0)
    one.follow(one.button("Undo"))
    expect(other.page.locator("#due")).to_have_text("Bea won")
    expect(other.page.locator("header").get_by_label("More", exact=True)).to_be_visible()


def test_what_is_open_and_focused_stays_so(two: Two) -> None:
    one, other = two
    other.tap(other.page.locator("#hand-1 > summary"))
    other.page.locator("#hand-1 > summary").focus()
    one.play(deal("Cal", 4, 4, 3, 3))
    expect(other.hands).to_have_count(2)
    expect(other.page.locator("#hand-1")).to_have_attribute("open", "")
    expect(other.page.locator("#hand-1 > summary")).to_be_focused()
    expect(other.page.locator("#hand-2")).not_to_have_attribute("open", "")


def test_an_open_menu_is_brought_up_to_date_once_it_is_closed(two: Two) -> None:
    one, other = two
    other.tap(other.menu)
    one.play(deal("Cal", 4, 4, 3, 3))
    expect(other.hands).to_have_count(2)
    expect(other.button("Remove hand 1")).to_be_visible()
    other.tap(other.menu)
    expect(other.page.get_by_text("Remove hand 2")).to_have_count(1)


def test_forms_work_in_a_part_that_was_replaced(two: Two) -> None:
    one, other = two
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    other.take(4, 3, 3)
    expect(other.preview).to_contain_text("exactly")
    other.save()
    for table in two:
        table.expect_totals(0, 5, 4, 0)
    other.page.evaluate("window.mark = 'saved itself'")


def test_ones_own_hand_is_drawn_once(two: Two) -> None:
    one, other = two
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    one.page.wait_for_timeout(600)  # in which it would be drawn a second time
    assert asked.count("/plays/1/bid") == 1
    assert "/plays/1" not in asked
