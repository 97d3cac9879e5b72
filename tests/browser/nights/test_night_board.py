"""The board of a night on televisions, tablets and phones."""

from urllib.parse import urldefrag

from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.layout import overhang, small_targets
from tests.browser.plays.test_board import FULL_HD, PHONE, SCREENS, SMALL_PHONE, SMALLEST, resize
from tests.browser.table import CAST, Deal, Table, deal

FORTY = [f"{name} {letter}" for letter in "ABCDE" for name in (*CAST, "Eva", "Finn", "Maximilian", "Ida")]


def night_of(table: Table) -> str:
    """Return the address of the night whose page is open."""
    return urldefrag(table.page.url).url


def start(table: Table, first: int, *played: Deal, at: int = 0) -> str:
    """Start a game for four of those who are here, at a table of the night, and return its address."""
    night = night_of(table)
    form = table.page.request.get(f"{night}/games/coralon").text()
    seats = {f"seat-{person}": 0 for person in range(1, form.count('name="seat-') + 1)}
    seats |= {f"seat-{first + place}": place for place in range(1, 5)}
    typed = {name: place or "" for name, place in seats.items()}
    sheet = table.send(f"{night}/games/coralon{f'?table={at}' if at else ''}", **typed)
    table.save_hands(sheet, "", CAST, played, first=1)
    return sheet


def test_ten_tables_with_forty_people_fit_on_a_television(phone: Page) -> None:
    table = Table(phone)
    table.sit_down(*FORTY)
    for at in range(10):
        table.send(f"{night_of(table)}/tables", name="")
        start(table, 4 * at, deal("Bea", 5, 6, 3, 2, 2), deal("Ann", 2, 2, 5, 3, 3), at=1 + at)
    phone.goto(f"{night_of(table)}/board?qr")
    expect(phone.locator(".games > li", has_text="Table ")).to_have_count(10)
    for screen in SCREENS:
        resize(phone, screen)
        assert overhang(phone) == 0, screen
    resize(phone, FULL_HD)
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # All of it is to be read from three metres.
    assert phone.evaluate(SMALLEST) >= 1 / 40.01


def test_the_board_of_a_night_follows_every_game_and_is_accessible(phone: Page, new_phone: NewPhone) -> None:
    table = Table(phone)
    table.sit_down(*CAST, *FORTY[4:8])
    sheets = [start(table, first) for first in (0, 4)]
    screen = new_phone(like=phone)
    screen.goto(f"{night_of(table)}/board")
    for number, sheet in enumerate(sheets, start=1):
        table.save_hands(sheet, "", CAST, [deal("Bea", 5, 5, 3, 3, 2)], first=1)
        expect(screen.locator(".ahead")).to_have_count(number)
    for size in (FULL_HD, PHONE, SMALL_PHONE):
        resize(screen, size)
        check_accessibility(screen)
        assert small_targets(screen) == [], size
