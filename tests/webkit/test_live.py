"""A page in WebKit follows what is saved on another page."""

from tests.webkit.table import Table


def test_a_sheet_follows_what_is_saved_in_another_window(table: Table) -> None:
    table.start("coralon", "Ann", "Bea", "Cal", "Dee")
    sheet, first = table.driver.current_url, table.driver.current_window_handle
    table.driver.execute_script("window.stays = true")
    table.driver.switch_to.new_window("window")
    table.driver.get(sheet)
    table.play("Bea", 5, 5, 3, 3)
    table.driver.close()
    table.driver.switch_to.window(first)
    table.expect_totals(0, 5, 0, 0)
    table.expect_texts("#due", ["Hand 2 Bea deals"])
    assert table.driver.execute_script("return window.stays")
