"""Cursors: positions in a list, as URLs have them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.store.database import LARGEST_ID
from scorekeeper.store.history.paging import Cursor


@given(st.datetimes(timezones=st.just(UTC)), st.integers(1, LARGEST_ID))
def test_a_cursor_is_the_same_after_parsing_its_text(moment: datetime, number: int) -> None:
    place = Cursor(moment, number)
    assert Cursor.parse(str(place)) == place


@pytest.mark.parametrize("text", ["", "-", "1", "abc", "1-", "-1", "1-0", f"1-{2**31}", f"{10**30}-1", "1-x"])
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"invalid literal|too long ago|Nothing has"):
        Cursor.parse(text)
