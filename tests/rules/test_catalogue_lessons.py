"""Every game teaches how to play it, in a few lines and one hand that its rules accept."""

import pytest

from scorekeeper.rules import engine
from scorekeeper.rules.catalogue import CATALOGUE

MOST_LINES = 10
LONGEST_LINE = 240
"""More would not be read on a phone."""


@pytest.mark.parametrize("key", CATALOGUE)
def test_lesson_is_short(key: str) -> None:
    lesson = CATALOGUE[key].lesson
    assert lesson is not None
    assert 5 <= len(lesson.steps) <= MOST_LINES
    assert max(map(len, lesson.steps)) <= LONGEST_LINE
    assert all(step[-1] == "." for step in lesson.steps)


@pytest.mark.parametrize("key", CATALOGUE)
def test_example_of_a_lesson_scores_with_reasons(key: str) -> None:
    lesson = CATALOGUE[key].lesson
    assert lesson is not None
    sheet = {"scoresheet": 1, "game": key, "players": [*lesson.players], "options": lesson.options}
    (played,) = engine.score({**sheet, "hands": [lesson.hand]}).hands
    assert any(played.scores)
    assert played.lines
