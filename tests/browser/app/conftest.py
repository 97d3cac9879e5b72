"""A phone that keeps pages, and a server that can be stopped."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.conftest import NewPhone
from tests.browser.power import Power


@pytest.fixture
def power(app: Flask) -> Iterator[Power]:
    with Power(app) as power:
        yield power


@pytest.fixture
def server(power: Power) -> str:
    """Return the address of the app."""
    return power.address


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    """Return a phone that installs the service worker."""
    return new_phone(service_workers="allow")
