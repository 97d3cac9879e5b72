"""A night is exported from one phone and imported on another, and a club is backed up."""

import json
from pathlib import Path
from threading import Semaphore

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.files import importing
from scorekeeper.web.files import progress
from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table, deal
from tests.files.small import nights_of_one_game


def saved(table: Table, what: str, folder: Path) -> Path:
    """Tap something that downloads a file, save the file, and return its path."""
    with table.page.expect_download() as download:
        table.tap(table.page.get_by_text(what))
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


@pytest.mark.journey
@pytest.mark.both_databases
def test_a_night_goes_from_one_phone_to_another(phone: Page, new_phone: NewPhone, tmp_path: Path) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    table.follow(phone.get_by_role("link", name="night"))
    table.tap(table.menu)
    table.tap(table.fold("Export this night"))
    check_page(phone)
    night = saved(table, "Night as a file", tmp_path)

    other = Table(new_phone())
    other.page.goto("/")
    other.follow(other.link("Import a club or a night"))
    check_page(other.page)
    other.page.get_by_label("A file of Scorekeeper").set_input_files(night)
    other.follow(other.button("Preview"))
    expect(other.page.locator("main")).to_contain_text(
        "This creates the club Ann’s table with 1 game and 1 night."
    )
    check_page(other.page)
    other.follow(other.button("Create club"))
    other.follow(other.page.locator(".playing a"))
    other.expect_totals(0, 5, 0, 0)


def test_a_backup_can_be_downloaded_again_and_again(phone: Page, tmp_path: Path) -> None:
    table = Table(phone)
    table.gathered(*CAST)
    phone.goto("/")
    table.follow(table.link("Export and import"))
    files = [saved(table, "Download a backup", tmp_path) for _ in range(2)]
    assert json.loads(files[1].read_text().splitlines()[0])["club"] == "Ann’s table"
    phone.reload()
    expect(phone.locator("main")).to_contain_text("Last backup:")
    check_page(phone)


@pytest.mark.parametrize("scripted", [True, False])
def test_the_page_of_a_long_import_says_how_far_it_is_while_it_goes_on(
    new_phone: NewPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripted: bool
) -> None:
    file, going_on = tmp_path / "club.json", Semaphore()
    file.write_bytes(nights_of_one_game(3))
    monkeypatch.setattr(progress, "A_MOMENT", -1)
    monkeypatch.setattr(importing, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(progress, "compare_all", lambda _: going_on.acquire(timeout=10))
    phone = new_phone(java_script_enabled=scripted)
    table = Table(phone)
    phone.goto("/import")
    phone.get_by_label("A file of Scorekeeper").set_input_files(file)
    table.follow(table.button("Preview"))
    table.tap(table.button("Create club"))
    told = phone.locator(".progress")
    for number in (1, 2):
        expect(told).to_have_text(f"{number} of 3 games", use_inner_text=True)
        expect(phone.get_by_text("Keep this page open")).to_be_visible()
        place = told.bounding_box()
        going_on.release()
    expect(phone.get_by_text("Imported 3 games from 3 nights.")).to_be_visible()
    expect(phone.get_by_text("Keep this page open")).to_be_hidden()
    assert told.bounding_box() == place
    expect(told).to_have_text("Imported 3 games from 3 nights.", use_inner_text=True)
    if scripted:
        check_page(phone)
    table.follow(table.link("See them"))
    expect(phone.locator("main")).to_contain_text("Imported 3 games from 3 nights.")


def test_a_refused_file_shows_its_reason_in_view_and_one_too_large_is_not_sent(
    phone: Page, tmp_path: Path, page_problems: list[str]
) -> None:
    Table(phone).gathered(*CAST)
    phone.goto("/clubs/1/exchange")
    file = tmp_path / "cats.json"
    file.write_text('{"cats": 3}')
    phone.get_by_label("A file of Scorekeeper").set_input_files(file)
    phone.get_by_role("button", name="Preview").tap()
    expect(phone.get_by_text("Scorekeeper reads")).to_be_in_viewport()
    check_page(phone)
    assert all("422" in problem for problem in page_problems)
    page_problems.clear()
    chosen = phone.get_by_label("A file of Scorekeeper")
    chosen.evaluate("(chosen) => { chosen.dataset.largest = 3; }")
    chosen.set_input_files(file)
    assert "32 MB" in chosen.evaluate("(chosen) => chosen.validationMessage")
