"""Editions: the scoring of a game can't change without raising its edition."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import score
from scorekeeper.rules.problems import Refused

DATA = Path(__file__).parent.parent / "data"
KNOWN = json.loads((DATA / "editions.json").read_text("utf-8"))

CHANGED = """
Answers of {key} have changed. If they were meant to: raise `edition` of the game, and add this line of it to
tests/data/editions.json: "{edition}": "{digest}". Finished games keep the results of the edition before.
"""


def sheets() -> list[Any]:
    """Return the sheet of every example and every evening."""
    examples = (DATA / "examples.jsonl").read_text("utf-8").splitlines()
    evenings = [json.loads(file.read_text("utf-8")) for file in sorted((DATA / "evenings").glob("*.json"))]
    return [
        told["sheet"] for told in (*map(json.loads, examples), *(told for one in evenings for told in one))
    ]


def answer(sheet: Any) -> Any:
    """Return the figures of a sheet, without the wording of reasons; or where it is refused."""
    try:
        scored = score(sheet).as_json()
    except Refused as refused:
        return [(problem.hand, problem.field) for problem in refused.problems]
    for hand in scored["hands"]:
        hand["because"] = [[line["players"], line["amount"]] for line in hand["because"]]
    return scored


def digest(key: str) -> str:
    """Return a digest of the answers to all sheets of a game, whatever order they are told in."""
    told = sorted(json.dumps([sheet, answer(sheet)]) for sheet in SHEETS if sheet.get("game") == key)
    assert told, f"{key} has no examples"
    return blake2b("\n".join(told).encode(), digest_size=8).hexdigest()


SHEETS = sheets()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_scoring_changes_only_with_the_edition(game: Any) -> None:
    found, edition = digest(game.key), str(game.edition)
    known = KNOWN.get(game.key, {}).get(edition)
    assert found == known, CHANGED.format(key=game.key, edition=edition, digest=found)
