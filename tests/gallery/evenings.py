"""Evenings of the games of the gallery, worked out by hand from their usual rules."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper.gallery.gallery import gallery

EVENINGS = Path(__file__).parent / "evenings"


def worked(key: str) -> list[dict[str, Any]]:
    """Return the evenings of a game."""
    found: list[dict[str, Any]] = json.loads((EVENINGS / f"{key}.json").read_text("utf-8"))
    return found


def evening_sheets() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each evening with its scoresheet."""
    for key, game in gallery().items():
        for evening in worked(key):
            options = {"recipe": game.recipe, **evening.get("options", {})}
            hands = [one["hand"] for one in evening["hands"]]
            sheet = {"scoresheet": 1, "game": "recipe", "players": evening["players"], "options": options}
            yield {"key": key, **evening}, {**sheet, "hands": hands}
