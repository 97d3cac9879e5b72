"""Phones to test with, and the app that they open."""

from collections.abc import Iterator
from typing import Any, Literal, Protocol

import pytest
from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, WebError, sync_playwright

from tests.browser.browser import PHONE, launch
from tests.browser.power import Power

ColorScheme = Literal["light", "dark"]


class NewPhone(Protocol):
    def __call__(self, **options: Any) -> Page: ...


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


@pytest.fixture
def power(app: Flask) -> Iterator[Power]:
    """Yield the server of the app, with an empty database of its own, which can be switched off and on."""
    with Power(app) as power:
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


@pytest.fixture
def new_phone(
    browser: Browser, server: str, color_scheme: ColorScheme, page_problems: list[str]
) -> Iterator[NewPhone]:
    """Yield a function that makes phones, for tables with several of them.

    Its paths are the app's: phone.goto("/").
    """
    contexts = []

    def open_phone(**options: Any) -> Page:
        usual = {**PHONE, "base_url": server, "color_scheme": color_scheme}
        context = browser.new_context(**usual | options)
        contexts.append(context)
        context.on("weberror", note_exception)
        context.on("console", note_message)
        return context.new_page()

    def note_exception(error: WebError) -> None:
        page_problems.append(f"{error.page.url if error.page else 'somewhere'}: {error.error}")

    def note_message(message: ConsoleMessage) -> None:
        if message.type == "error":
            page_problems.append(f"{message.location['url']}: {message.text}")

    yield open_phone
    for context in contexts:
        context.close()


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
