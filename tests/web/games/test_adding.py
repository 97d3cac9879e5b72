"""A recipe is passed on by a link or a file, read in words, and added to the games of a club."""

import json
from hashlib import sha256
from typing import Any

import pytest

from scorekeeper.files.shared_recipes import packed_recipe, written_recipe
from scorekeeper.gallery.gallery import gallery
from tests.web.games.test_keeping import PHASES, WIZARD, keep, listed
from tests.web.phone import Phone

HIGHER: dict[str, Any] = {
    **WIZARD,
    "score": [{**WIZARD["score"][0], "points": "200 + 10 * took"}, *WIZARD["score"][1:]],
}


def shared(phone: Phone, recipe: dict[str, Any]) -> Phone:
    """Send what the page sends that a link has opened."""
    return phone.open("/games/add").tap("Read its rules", recipe=packed_recipe(recipe))


def test_a_link_holds_what_the_club_keeps(owner: Phone, stranger: Phone) -> None:
    link = keep(owner, WIZARD, night=1).open("/nights/1/games/own/1/share").page.one("p", "link").text
    assert link.split("#") == ["http://192.0.2.2/games/add", packed_recipe(WIZARD)]
    assert len(owner.page.all("div", "qr-code")) == 1
    assert "Made [bid] exactly" in shared(stranger, WIZARD).page


def test_a_recipe_that_is_too_long_for_a_code_has_its_link(owner: Phone) -> None:
    lines = [{"why": sha256(bytes([number])).hexdigest(), "points": "points"} for number in range(40)]
    lines = [{**line, "if": f"points < {number * 7919}"} for number, line in enumerate(lines)]
    keep(owner, {**PHASES, "score": lines}, night=1).open("/games/own/1/share")
    assert "This recipe is too long for a code." in owner.page
    assert owner.page.all("div", "qr-code") == []
    assert packed_recipe({**PHASES, "score": lines}) in owner.page.one("p", "link").text


def test_its_file_can_be_read_and_opened(owner: Phone, stranger: Phone) -> None:
    file = keep(owner, WIZARD, night=1).download("/games/own/1/recipe.json")
    assert (json.loads(file), file) == (WIZARD, written_recipe(WIZARD).encode())
    stranger.open("/games/add").send_file("Read its rules", "Wizard.recipe.json", file)
    assert stranger.page.one("h1").text == "Friday’s Wizard"


def test_a_game_of_the_gallery_is_shared_by_anyone(stranger: Phone) -> None:
    link = stranger.open("/games/wizard").follow("Share it").page.one("p", "link").text
    assert link.endswith(packed_recipe(gallery()["wizard"].recipe))
    assert json.loads(stranger.download("/games/wizard/recipe.json")) == gallery()["wizard"].recipe
    assert stranger.open("/games/coralon/share").status == 404


def test_members_make_their_own_of_a_game_of_the_gallery(owner: Phone, stranger: Phone) -> None:
    assert "Make your own of it" not in stranger.open("/games/wizard").page
    owner.open("/games/wizard?night=1").follow("Make your own of it")
    assert owner.path == "/games/make?of=wizard&night=1"


def test_rules_and_a_worked_hand_are_read_before_it_is_added(owner: Phone) -> None:
    page = shared(owner, WIZARD).page
    headings = page.texts("h2")
    assert [one for one in headings if one in ("How a hand scores", "An example", "How the game ends")] == [
        "How a hand scores",
        "An example",
        "How the game ends",
    ]
    assert listed(owner) == []
    shared(owner, WIZARD).tap("Add to Ann’s table")
    assert owner.path == "/nights/1/games/own/1"
    assert len(listed(owner)) == 1


def test_what_looks_odd_is_said_first(owner: Phone) -> None:
    odd = {**PHASES, "options": [*PHASES["options"], {"key": "unused", "label": "Unused", "default": 1}]}
    assert "Option 2: nothing uses “Unused”." in shared(owner, odd).page.one("section", "doubts").text
    assert shared(owner, PHASES).page.all("section", "doubts") == []


def test_what_the_club_has_already_is_not_added_twice(owner: Phone) -> None:
    keep(owner, WIZARD, night=1)
    assert "Ann’s table already has this game. There is nothing to add." in shared(owner, WIZARD).page
    assert owner.follow("Go to Friday’s Wizard").path == "/nights/1/games/own/1"


def test_another_game_of_the_same_name_is_kept_beside_it(owner: Phone) -> None:
    keep(owner, WIZARD, night=1)
    assert "already has a game called Friday’s Wizard, with other rules." in shared(owner, HIGHER).page
    owner.tap("Keep both: add it as Friday’s Wizard (2)")
    assert [line.split(" An ")[0] for line in listed(owner)] == ["Friday’s Wizard", "Friday’s Wizard (2)"]


def test_another_game_of_the_same_name_replaces_it(owner: Phone) -> None:
    shared(keep(owner, WIZARD, night=1), HIGHER).tap("Replace Friday’s Wizard")
    assert len(listed(owner)) == 1
    assert "200 + 10 × tricks" in owner.open("/games/own/1").page


def test_one_that_was_removed_is_added_again(owner: Phone) -> None:
    keep(owner, WIZARD, night=1).open("/games/own/1").tap("Remove Friday’s Wizard")
    shared(owner, HIGHER).tap("Add to Ann’s table")
    assert len(listed(owner)) == 1


def test_somebody_in_no_club_reads_what_to_do(stranger: Phone) -> None:
    assert "To play it, start a game night on this phone" in shared(stranger, WIZARD).page
    assert [link["href"] for link in stranger.page.all("a") if link.text == "start a game night"] == ["/"]


@pytest.mark.parametrize(
    "text", ["", "half", packed_recipe(WIZARD)[:-9], "{}", json.dumps({**WIZARD, "score": []})]
)
def test_what_is_no_recipe_is_refused_and_kept(owner: Phone, text: str) -> None:
    owner.open("/games/add").tap("Read its rules", recipe=text)
    assert (owner.status, owner.value("recipe")) == (422, text)
    assert owner.problems


def test_a_file_of_something_else_is_refused(owner: Phone) -> None:
    owner.open("/games/add").send_file("Read its rules", "cat.json", b"\x89PNG\xff\x00")
    assert owner.problems == ["This isn’t a whole recipe. Ask for its link or its file again."]


def test_a_copy_is_a_new_game(owner: Phone) -> None:
    keep(owner, WIZARD, night=1).open("/nights/1/games/own/1").tap("Copy")
    assert owner.path == "/games/make"
    assert json.loads(owner.value("recipe")) == {**WIZARD, "name": "Friday’s Wizard (2)"}
    keep(owner, json.loads(owner.value("recipe")), night=1)
    assert len(listed(owner)) == 2
