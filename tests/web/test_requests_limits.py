"""A form is limited by its size, and what can't be stored is left out."""

import pytest

from tests.web.phone import Phone


def test_a_character_that_cannot_be_stored_is_left_out_of_a_form(owner: Phone) -> None:
    owner.send("/nights/1/note", note="La\0te", **{"other\0": "\0"})
    assert (owner.status, owner.value("note")) == (200, "Late")
    assert owner.send("/nights/1/players", name="F\0ay").status == 200
    assert "Fay" in owner.page


@pytest.mark.parametrize(
    "address",
    ["/clubs/1/archive?words=L%00a", "/join/a%00b", "/nights/1/games/tal%00", "/clubs/1/archive?game=%00"],
)
def test_a_character_that_cannot_be_stored_does_no_harm_in_an_address(owner: Phone, address: str) -> None:
    assert owner.open(address).status in (200, 404)


def test_a_file_with_a_character_that_cannot_be_stored_is_refused(owner: Phone) -> None:
    sheet = '{"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "hands": [{"note": "\\u0000"}]}'
    owner.open("/import").send_file("Preview", "mine.json", sheet.encode())
    assert "The file contains a character that can’t be displayed." in owner.page
