"""Forms with more fields than any page has are refused."""

import pytest

from tests.web.phone import Phone


@pytest.mark.parametrize(("fields", "status"), [(900, 400), (1500, 413)])
def test_a_form_with_thousands_of_fields_is_refused_unread(stranger: Phone, fields: int, status: int) -> None:
    stranger.open("/")
    answer = stranger.client.post(
        "/nights", data="&a=" * fields, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == status
