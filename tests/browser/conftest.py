"""Phones to test with, and the app that they open."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Protocol

import pytest
from flask import Flask
from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.browser.between import Between
from tests.browser.browser import PHONE, launch
from tests.browser.phones import Phones
from tests.browser.power import Power
from tests.browser.server import free_port

ColorScheme = Literal["light", "dark"]


class NewPhone(Protocol):
    def __call__(self, *, like: Page | None = None, fresh: bool = False, **options: Any) -> Page: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what ``make browser`` runs, and ``make test`` does not."""
    for item in items:
        if Path(__file__).parent in item.path.parents and not item.get_closest_marker("journey"):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield one browser for all the tests of a worker; its phones know nothing of each other."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except Error as error:
            why = error.message.splitlines()[0]
            raise pytest.fail.Exception(
                f"The tests need a browser and could start none: {why}", pytrace=False
            ) from None
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def port() -> int:
    """Return the port of the app in all tests of a worker: a phone keeps files by their address."""
    return free_port()


@pytest.fixture
def power(app: Flask, port: int) -> Iterator[Power]:
    """Yield the server of the app, with an empty database of its own, which can be switched off and on."""
    with Power(app, port) as power:
        yield power


@pytest.fixture
def server(power: Power) -> str:
    """Return the address of the app."""
    return power.address


@pytest.fixture
def color_scheme() -> ColorScheme:
    """Return the color scheme that phones prefer; parametrize it with "light" and "dark" to test both."""
    return "light"


@pytest.fixture
def page_problems() -> Iterator[list[str]]:
    """Yield what went wrong in the pages. A test that makes something go wrong looks at it and clears it."""
    problems: list[str] = []
    yield problems
    if problems:
        pytest.fail("In the browser:\n" + "\n".join(f"- {problem}" for problem in problems), pytrace=False)


@pytest.fixture(scope="session")
def phones(browser: Browser) -> Phones:
    """Return the phones of a worker, none of which is in use."""
    return Phones(browser)


@pytest.fixture
def new_phone(
    phones: Phones, server: str, color_scheme: ColorScheme, page_problems: list[str]
) -> Iterator[NewPhone]:
    """Yield a function that makes phones, for tables with several of them.

    Its paths are the app's: phone.goto("/").
    """

    def take(*, like: Page | None = None, fresh: bool = False, **options: Any) -> Page:
        usual = {**PHONE, "base_url": server, "color_scheme": color_scheme}
        return phones.take(usual | options, like, fresh)

    phones.problems = page_problems
    yield take
    phones.put_away(server)


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    return new_phone()


@pytest.fixture
def plain_phone(new_phone: NewPhone) -> Page:
    """Return a phone that runs no JavaScript."""
    return new_phone(java_script_enabled=False)


@pytest.fixture
def requests_may_fail(page_problems: list[str]) -> Iterator[None]:
    """Let requests fail, as they do without a network or for something that is gone."""
    yield
    page_problems[:] = [problem for problem in page_problems if "Failed to load resource" not in problem]


@pytest.fixture
def between(
    app: Flask, monkeypatch: pytest.MonkeyPatch, requests_may_fail: None, page_problems: list[str]
) -> Iterator[Between]:
    """Yield what is between the phones and the app: a page to sign in may come instead of a script."""
    between = Between(app.wsgi_app)
    monkeypatch.setattr(app, "wsgi_app", between)
    yield between
    page_problems[:] = [each for each in page_problems if not re.search("module script|EventSource", each)]
