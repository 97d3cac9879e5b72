"""A file that was changed after it was made is imported only if you say so."""

import json

import pytest

from tests.web.phone import Phone
from tests.web.table import whole


@pytest.fixture
def altered(coralon: Phone) -> bytes:
    """Return the file of a night in which a note was written by hand."""
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    said, night, end = coralon.download("/nights/1/night.json").splitlines()
    changed = json.dumps(json.loads(night) | {"note": "Changed by hand"}).encode()
    return b"\n".join([said, changed, end, b""])


@pytest.fixture
def preview(stranger: Phone, altered: bytes) -> Phone:
    """Return a phone that previews that file."""
    return stranger.open("/import").send_file("Preview", "night.json", altered)


def test_the_preview_says_that_the_file_was_changed(preview: Phone) -> None:
    assert preview.problems == [
        "This file was changed or damaged after it was made. Use another copy of it if you have one. If you "
        "changed it yourself, check below what is in it and tick “Import it all the same”."
    ]


def test_without_a_tick_nothing_is_imported(preview: Phone) -> None:
    preview.tap("Create club")
    assert preview.status == 422
    assert "so it was not imported" in preview.page
    assert "Our table" not in preview.open("/").page


def test_with_a_tick_it_is_imported(preview: Phone) -> None:
    preview.tap("Create club", anyway="yes")
    assert "Changed by hand" in preview.page
