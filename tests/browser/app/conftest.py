"""Phones that keep pages, and one that keeps how the engine has started."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.browser import PHONE
from tests.browser.conftest import NewPhone
from tests.browser.phones import Phones
from tests.phone.engine import FOLDER

ALL_BUT_DATABASES = "cookies,local_storage,service_workers,cache_storage"
"""What the browser forgets of the app at once; it can't tell one database from another."""

DROP_DATABASES = """async () => {
  for (const { name } of await indexedDB.databases()) {
    if (name === "engine") continue;
    await new Promise((done, failed) => {
      Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: failed });
    });
  }
}"""
"""Drops what the app keeps, except for the memory of Python (static/engine/worker.js)."""


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    """Return a phone that installs the service worker."""
    return new_phone(service_workers="allow")


@pytest.fixture(scope="session")
def engine_keeper(browser: Browser, phones: Phones, port: int) -> Iterator[BrowserContext]:
    """Yield what keeps the memory of the engine from one test to another, while it has no page."""
    usual = {**PHONE, "base_url": f"http://127.0.0.1:{port}", "service_workers": "allow"}
    context = browser.new_context(**usual)
    phones.note_problems_of(context)
    yield context
    context.close()


@pytest.fixture
def phone_with_engine(
    engine_keeper: BrowserContext,
    phones: Phones,
    app: Flask,
    server: str,
    page_problems: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Page]:
    """Yield a phone that installs the service worker and loads the engine.

    It knows nothing but the memory of an engine that an earlier test has started: starting it afresh, as the
    first of them does, takes five times as long.
    """
    phones.problems = page_problems
    monkeypatch.setitem(app.config, "OFFLINE_FOLDER", str(FOLDER))
    with closing(engine_keeper.new_page()) as page:
        yield page
        forget_all_but_the_engine(page, server)


def forget_all_but_the_engine(page: Page, origin: str) -> None:
    """Forget what was done in the app at this address, whose server may be off."""
    page.goto("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": ALL_BUT_DATABASES})
    session.detach()
    page.context.clear_cookies()
    page.route("**/empty", lambda route: route.fulfill(body=""))
    page.goto("/empty")
    page.evaluate(DROP_DATABASES)
