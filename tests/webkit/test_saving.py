"""Saving in WebKit leaves the page where it is, so that Back leaves it in one step."""

from tests.webkit.table import Table

PHOTO = """
const [done] = arguments;
URL.createObjectURL = (photo) => {
  createImageBitmap(photo).then((image) => done([photo.name, photo.type, image.width]));
  return "";
};
document.querySelector("button.picture").click();
"""


def test_back_leaves_the_sheet_in_one_step_after_several_hands(table: Table) -> None:
    table.start("coralon", "Ann", "Bea", "Cal", "Dee")
    table.follow("a.back")
    night = table.driver.current_url
    table.follow("main a[href='/plays/1']")
    for bidder in ("Bea", "Cal", "Dee"):
        table.play(bidder, 5, 5, 3, 3)
    table.expect_totals(0, 5, 5, 5)
    table.driver.back()
    assert table.driver.current_url == night


def test_the_picture_is_a_photo(table: Table) -> None:
    table.start("coralon", "Ann", "Bea", "Cal", "Dee")
    table.play("Bea", 5, 5, 3, 3)
    table.open("/plays/1/recap")
    table.expect_texts("button.picture", ["Save picture"])
    name, kind, width = table.driver.execute_async_script(PHOTO)
    assert (name[:8], kind, width) == ("coralon-", "image/png", 1080)
