"""A sheet in WebKit follows other pages, saves in its place, and is shared as a picture."""

from tests.webkit.table import CAST, Table

PHOTO = """
const [done] = arguments;
URL.createObjectURL = (photo) => {
  createImageBitmap(photo).then((image) => done([photo.name, photo.type, image.width]));
  return "";
};
document.querySelector("button.picture").click();
"""

VOICE = """
window.said = [];
// Held, as WebKit may otherwise collect it with what is set here.
window.voice = speechSynthesis;
voice.speak = ({ text }) => text && said.push(text);
voice.cancel = () => said.push("silence");
"""


def test_a_sheet_follows_what_is_saved_in_another_window(table: Table) -> None:
    table.start("coralon", *CAST)
    sheet, first = table.driver.current_url, table.driver.current_window_handle
    table.driver.execute_script("window.stays = true")
    table.driver.switch_to.new_window("window")
    table.driver.get(sheet)
    table.play("Bea", 5, 5, 3, 3)
    table.driver.close()
    table.driver.switch_to.window(first)
    table.expect_totals(0, 5, 0, 0)
    table.expect_texts("#due", ["Hand 2 Bea deals, Cal bids first"])
    assert table.driver.execute_script("return window.stays")


def test_the_caller_speaks_a_hand_and_is_silenced(table: Table) -> None:
    table.start("coralon", *CAST)
    if not table.driver.execute_script("return 'speechSynthesis' in window"):
        assert not table.find(".calls").is_displayed()
        return
    table.driver.execute_script(VOICE)
    table.tap(".menu > summary")
    table.tap(".calls")
    table.tap(".menu > summary")
    table.play("Bea", 5, 5, 3, 3)
    table.expect_totals(0, 5, 0, 0)
    hand = "Bea bid 5 and made it exactly. Bea, 35 to go. Bea deals."
    table.wait().until(lambda driver: driver.execute_script("return said") == ["I’ll call the hands.", hand])
    table.tap(".menu > summary")
    table.tap(".calls")
    assert table.driver.execute_script("return said.at(-1)") == "silence"


def test_back_leaves_the_sheet_in_one_step_after_several_hands(table: Table) -> None:
    table.start("coralon", *CAST)
    table.follow("a.back")
    night = table.driver.current_url
    table.follow("main a[href='/plays/1']")
    for bidder in ("Bea", "Cal", "Dee"):
        table.play(bidder, 5, 5, 3, 3)
    table.expect_totals(0, 5, 5, 5)
    table.driver.back()
    assert table.driver.current_url == night


def test_the_picture_is_a_photo(table: Table) -> None:
    table.start("coralon", *CAST)
    table.play("Bea", 5, 5, 3, 3)
    table.open("/plays/1/recap")
    table.expect_texts("button.picture", ["Save picture"])
    name, kind, width = table.driver.execute_async_script(PHOTO)
    assert (name[:8], kind, width) == ("coralon-", "image/png", 1080)
