"""A sheet that is open follows what another phone saves, without a reload."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.live.conftest import Two
from tests.browser.table import Table, deal

NOTE_COUNTING = """() => {
  const { dataset } = document.documentElement;
  const counted = ({ target }) => target.matches?.(".total") && (dataset.counted = target.textContent);
  new MutationObserver((changes) => changes.forEach(counted)).observe(document, {
    childList: true,
    subtree: true,
  });
}"""


def announced(table: Table) -> str:
    return table.page.locator("#changed").inner_text()


def test_the_bid_its_trump_and_the_hand_appear_and_totals_count_up(two: Two) -> None:
    one, other = two
    other.page.emulate_media(reduced_motion="no-preference")
    other.page.evaluate(NOTE_COUNTING)
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    assert "saved the bid of hand 2: Cal bid 4." in announced(other)
    one.follow(one.button("Crowns"))
    expect(other.page.locator(".called")).to_contain_text("Crowns")
    one.take(4, 3, 3)
    one.save()
    other.expect_totals(0, 5, 4, 0)
    # A slow machine may draw the last figure alone.
    expect(other.page.locator("html")).to_have_attribute("data-counted", "4")
    expect(other.hands).to_have_count(2)
    expect(other.page.locator("#due")).to_contain_text("Hand 3")
    expect(other.page.locator(".side").nth(2)).to_contain_text("deals")
    assert "saved hand 2: Cal bid 4" in announced(other)
    other.tap(other.hands.first)
    expect(other.hands.first).to_contain_text("the bid")
    # The phone that saves draws what it has saved once, from the answer.
    assert asked.count("/plays/1/bid") == 1
    assert "/plays/1" not in asked


def test_what_is_open_and_focused_stays_so_and_an_open_menu_waits_until_it_is_closed(two: Two) -> None:
    one, other = two
    first = other.page.locator("#hand-1 > summary")
    other.tap(first)
    first.focus()
    one.play(deal("Cal", 4, 4, 3, 3))
    expect(other.hands).to_have_count(2)
    expect(other.page.locator("#hand-1")).to_have_attribute("open", "")
    expect(first).to_be_focused()
    expect(other.page.locator("#hand-2")).not_to_have_attribute("open", "")

    other.tap(other.menu)
    expect(other.button("Remove hand 2")).to_be_visible()
    one.play(deal("Cal", 4, 4, 3, 3))
    expect(other.hands).to_have_count(3)
    expect(other.button("Remove hand 2")).to_be_visible()
    other.tap(other.menu)
    expect(other.page.get_by_text("Remove hand 3")).to_have_count(1)


def test_the_end_of_a_game_and_its_deletion_appear_and_are_undone(two: Two) -> None:
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
