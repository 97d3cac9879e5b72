"""Worked sheets with their published answers, and sheets that must be refused, replayed."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import score
from scorekeeper.rules.json_text import parse
from tests.rules.sheets import refused

EXAMPLES = (Path(__file__).parent.parent / "data" / "examples.jsonl").read_text("utf-8").splitlines()


def named(example: dict[str, Any]) -> str:
    return f"{example['sheet']['game']}: {example['what']}"


ANSWERED = [example for line in EXAMPLES if "answer" in (example := parse(line))]
REFUSED = [example for line in EXAMPLES if "refused" in (example := parse(line))]


@pytest.mark.parametrize("example", ANSWERED, ids=named)
def test_the_answer_is_the_published_one(example: dict[str, Any]) -> None:
    answer = score(example["sheet"]).as_json()
    for hand in answer["hands"]:
        del hand["because"], hand["carry"]
    assert answer == example["answer"]


@pytest.mark.parametrize("example", REFUSED, ids=named)
def test_the_sheet_is_refused_for_the_published_reason(example: dict[str, Any]) -> None:
    for problem in refused(example["sheet"]):
        assert problem.hand == example["refused"]["hand"]
        assert problem.field in example["refused"]["field"]


def test_every_example_is_of_a_known_game() -> None:
    assert {example["sheet"]["game"] for example in ANSWERED} <= set(CATALOGUE)
