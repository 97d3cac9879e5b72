"""Recipes that are passed on: packed into the end of a link, or as a file.

What comes after “#” in an address no browser sends to a server.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any
from zlib import MAX_WBITS, compressobj, decompressobj
from zlib import error as DamagedError

from scorekeeper.rules.json_text import parse
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.recipes.game import RecipeGame, recipe_game
from scorekeeper.rules.recipes.recipe import MOST_BYTES
from scorekeeper.rules.saying import Say

ENDING = ".recipe.json"
"""How the names of files with a recipe end."""

MOST_UNPACKED = 4 * MOST_BYTES
"""Bytes of a recipe however it is written."""

RAW = -MAX_WBITS
"""Deflate without a header, which browsers call deflate-raw."""


def packed_recipe(recipe: Mapping[str, Any]) -> str:
    """Return a recipe as the end of a link has it."""
    text = json.dumps(recipe, ensure_ascii=False, separators=(",", ":"))
    packing = compressobj(9, wbits=RAW, memLevel=9)
    return urlsafe_b64encode(packing.compress(text.encode()) + packing.flush()).rstrip(b"=").decode()


def written_recipe(recipe: Mapping[str, Any]) -> str:
    """Return a recipe as JSON for people to read, as it is in a file and on pages."""
    return json.dumps(recipe, ensure_ascii=False, indent=2)


def shared_recipe(text: str) -> RecipeGame:
    """Return the game of a recipe that was passed on: a link, the end of one, or the text of a file.

    Raises Wrong with all that is wrong.
    """
    text = text.strip().removeprefix("\ufeff")
    try:
        raw = parse(text if text.startswith("{") else _unpacked(text.rpartition("#")[2]))
    except (ValueError, DamagedError):
        raise Wrong(Say("This isn’t a whole recipe. Ask for its link or its file again.")) from None
    return recipe_game(raw)


def _unpacked(packed: str) -> str:
    """Return the text at the end of a link. Raises ValueError or DamagedError if it isn't whole."""
    packed = "".join(packed.split())
    unpacking = decompressobj(RAW)
    text = unpacking.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MOST_UNPACKED)
    if not unpacking.eof:
        raise ValueError("it is not whole")
    return text.decode()
