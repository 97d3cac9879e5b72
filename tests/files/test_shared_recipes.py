"""A recipe goes into a link and a file, and comes back as it was."""

import json
from base64 import urlsafe_b64encode
from zlib import compress

import pytest

from scorekeeper.files.shared_recipes import packed_recipe, shared_recipe, written_recipe
from scorekeeper.gallery.gallery import gallery
from scorekeeper.qr_code import fits_code
from scorekeeper.rules.problems import Wrong

HERE = "https://scorekeeper.example.org/games/add#"
WIZARD = gallery()["wizard"].recipe
PACKED = packed_recipe(WIZARD)
BOMB = urlsafe_b64encode(compress(b"{" + b" " * 9_000_000, 9, -15)).decode()


@pytest.mark.parametrize("key", gallery())
def test_every_game_of_the_gallery_goes_into_a_link_and_comes_back(key: str) -> None:
    recipe = gallery()[key].recipe
    link = HERE + packed_recipe(recipe)
    assert shared_recipe(link).source.raw == recipe
    assert fits_code(link)


@pytest.mark.parametrize(
    "text", [PACKED, f" {PACKED}\n", f"{PACKED[:40]}\n{PACKED[40:]}", written_recipe(WIZARD)]
)
def test_what_was_pasted_is_read(text: str) -> None:
    assert shared_recipe(text).source.raw == WIZARD


@pytest.mark.parametrize(
    "text",
    ["", "#", HERE, PACKED[:-1], PACKED[1:], PACKED[:200], "not a link", "é", "{", BOMB, "\x00" * 99],
)
def test_what_is_no_whole_recipe_is_refused(text: str) -> None:
    with pytest.raises(Wrong, match="This isn’t a whole recipe"):
        shared_recipe(text)


def test_what_is_wrong_with_a_recipe_is_said() -> None:
    with pytest.raises(Wrong, match="Players: give the fewest and the most"):
        shared_recipe(json.dumps({**WIZARD, "players": [6, 3]}))
