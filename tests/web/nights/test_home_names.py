"""Naming this phone and its clubs on the first page."""

import pytest

from tests.web.phone import Phone

WRONG = {
    "": "Enter a name.",
    "   ": "Enter a name.",
    "x" * 41: "There is room for 40 characters.",
}


def test_an_unnamed_phone_goes_by_its_kind(owner: Phone, friend: Phone, stranger: Phone) -> None:
    kinds = [phone.open("/").value("name") for phone in (owner, friend, stranger)]
    assert kinds == ["iPhone", "Android phone", "Linux computer"]


def test_a_phone_keeps_its_name(stranger: Phone) -> None:
    stranger.open("/").tap("Save", "/device", name="  Ann’s   phone ")
    assert stranger.reload().value("name") == "Ann’s phone"


def test_every_phone_sees_the_club_name(owner: Phone, friend: Phone) -> None:
    owner.open("/").tap("Save", "/clubs/1", name="Friday round")
    assert "Friday round" in friend.open("/clubs/1/phones").page


@pytest.mark.parametrize(("name", "sentence"), WRONG.items())
def test_a_bad_phone_name_is_refused(owner: Phone, name: str, sentence: str) -> None:
    owner.open("/").tap("Save", "/device", name=name)
    owner.refused("device", sentence)


@pytest.mark.parametrize(("name", "sentence"), WRONG.items())
def test_a_bad_club_name_is_refused(owner: Phone, name: str, sentence: str) -> None:
    owner.open("/").tap("Save", "/clubs/1", name=name)
    owner.refused("club-1", sentence)
    assert "Our table" in owner.open("/nights/1/invite?link=club").page


def test_a_refused_name_stays_in_the_field(owner: Phone) -> None:
    owner.open("/").tap("Save", "/device", name="x" * 41)
    assert [field["value"] for field in owner.page.all("input", name="name")] == ["x" * 41, "Our table"]
