"""Games in which all win or lose together, from their start to the archive."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import save, start


@pytest.mark.parametrize(
    ("result", "score", "said"),
    [("won", "777", "Everyone won"), ("lost", "", "Everyone lost")],
    ids=["won with points", "lost without"],
)
def test_a_game_is_won_or_lost_by_everyone(owner: Phone, result: str, score: str, said: str) -> None:
    typed: dict[str, Any] = {"columns-by": "together"}
    start(owner, "Tally", title="Pandemic", **typed)
    save(owner, result=result, score=score)
    assert owner.page.one(id="due").text.endswith(said)
    assert "scored" not in owner.page
    for page in ("/nights/1/recap", "/clubs/1/archive", "/plays/1/recap"):
        shown = owner.open(page).page
        assert said in shown
        assert ("777" in shown) == bool(score)


def test_a_game_lost_without_points_is_told_and_counted_without_figures(owner: Phone) -> None:
    typed: dict[str, Any] = {"columns-by": "together"}
    start(owner, "Tally", title="Pandemic", **typed)
    save(owner, result="lost")
    assert owner.page.one(id="news")["data-own"] == "Round 1 saved. Everyone lost."
    page = owner.open("/clubs/1/statistics/games/=pandemic").page
    assert "per game" not in page
    assert "Records" not in page
