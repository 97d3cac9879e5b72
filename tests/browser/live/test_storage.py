"""Whatever the browser's storage does, the page goes on: it saves, and follows what others save."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPhone
from tests.browser.live.conftest import beside
from tests.browser.table import Table

REFUSALS = {
    "is null": "Object.defineProperty(window, name, { value: null })",
    "throws": "Object.defineProperty(window, name, { get() { throw new Error(); } })",
    "can't be read": "Storage.prototype.getItem = () => { throw new Error(); }",
    "is full": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
    "takes nothing away": "Storage.prototype.removeItem = () => { throw new Error(); }",
    "gives back garbage": "Storage.prototype.getItem = () => '{\"until\":'",
}
"""What a browser's storage of texts may do; also without locks, for which tabs use it as well."""

EACH = """for (const name of ["localStorage", "sessionStorage"]) %s;
Object.defineProperty(Navigator.prototype, "locks", { value: undefined });"""


@pytest.mark.parametrize("script", REFUSALS.values(), ids=REFUSALS)
def test_storage_that_refuses_stops_neither_saving_nor_following(
    one: Table, new_phone: NewPhone, script: str
) -> None:
    page = one.page
    other = beside(one, new_phone, page.url)
    page.add_init_script(EACH % script)
    with page.expect_request("**/live?*"):
        page.reload()
    one.bid("Cal", 4)
    expect(other.page.locator(".called")).to_contain_text("Cal bid 4")
    other.tap(other.button("Undo"))
    expect(one.chip("Cal")).to_be_visible()
