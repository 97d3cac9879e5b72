"""A phone that keeps pages."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPhone


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    """Return a phone that installs the service worker."""
    return new_phone(service_workers="allow")
