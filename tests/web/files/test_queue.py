"""Files are read one at a time, since reading one takes memory."""

import json
from threading import Thread

import pytest

from scorekeeper.web.files import queue
from tests.web.files.test_importing import SHEET, preview
from tests.web.phone import Phone


def test_a_file_waits_for_the_one_before(stranger: Phone) -> None:
    queue._reading.acquire()
    waiting = Thread(target=preview, args=(stranger, SHEET, "/import"))
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive()
    queue._reading.release()
    waiting.join()
    assert "This creates the club" in stranger.page


def test_a_file_that_waited_for_too_long_is_refused(stranger: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "PATIENCE", 0.01)
    with queue._reading:
        preview(stranger, SHEET, "/import")
        assert stranger.status == 503
        assert "Nothing was changed. Try again in a minute." in stranger.page
    preview(stranger, SHEET, "/import")
    assert stranger.status == 200


@pytest.mark.parametrize("wrong", [b"[", json.dumps({"scorekeeper": 9}).encode()])
def test_a_refused_file_lets_the_next_one_go_on(stranger: Phone, wrong: bytes) -> None:
    preview(stranger, wrong, "/import")
    assert stranger.status == 422
    assert not queue._reading.locked()


def test_a_file_put_aside_is_read_as_it_was_sent(stranger: Phone) -> None:
    note = {"players": ["Ann", "Bea"], "hands": [{"points": {}, "note": "n" * 280}] * 900}
    preview(stranger, {**SHEET, **note}, "/import")
    assert "900 rounds" in stranger.page
