"""What is said of a season: who leads it, and what would change."""

import pytest

from scorekeeper.store.history.seasons import SeasonChange, SeasonRow, SeasonRules
from scorekeeper.web.wording.seasons import say_season, say_season_change, say_season_rules


def rows(*points: tuple[int | None, int]) -> list[SeasonRow]:
    """Return the rows of a table with these places and points."""
    names = ("Ann", "Bea", "Cal", "Dee", "Eve")
    return [
        SeasonRow(place, at, names[at], score, 1, 0, ()) for at, (place, score) in enumerate(points, start=0)
    ]


@pytest.mark.parametrize(
    ("points", "over", "said"),
    [
        ([], False, "No games yet"),
        ([(None, 5)], False, "Nobody is ranked yet"),
        ([(1, 14), (2, 11)], False, "Ann leads by 3"),
        ([(1, 14)], False, "Ann leads with 14"),
        ([(1, 14), (2, 14)], False, "Ann leads with 14"),
        ([(1, 14), (None, 11)], False, "Ann leads with 14"),
        ([(1, 14), (1, 14), (3, 2)], False, "Ann and Bea lead with 14 each"),
        ([(1, 14)] * 4, False, "Four players lead with 14 each"),
        ([(1, -3), (2, -5)], False, "Ann leads by 2"),
        ([(1, 14), (2, 11)], True, "Ann won the season with 14"),
        ([(1, 14), (1, 14)], True, "Ann and Bea won the season with 14 each"),
    ],
)
def test_the_headline_says_who_leads_or_has_won(
    points: list[tuple[int | None, int]], over: bool, said: str
) -> None:
    assert str(say_season(rows(*points), over)[0]) == said


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ((12, 2), (14, 1), "Bea would have 14 instead of 12 and be first."),
        ((12, 2), (11, 3), "Bea would have 11 instead of 12 and be in place 3."),
        ((12, 2), (11, 2), "Bea would have 11 instead of 12."),
        ((12, 2), (12, 1), "Bea would be first."),
        ((12, 2), (12, 3), "Bea would be in place 3."),
        ((12, 2), (11, None), "Bea would have 11 instead of 12 and not be ranked."),
        ((12, 2), (12, None), "Bea would not be ranked."),
        (None, (3, 4), "Bea would be in it with 3."),
        ((12, 2), None, "Bea would no longer be in it."),
    ],
)
def test_what_a_correction_would_change_is_said_by_name(
    was: tuple[int, int | None] | None, now: tuple[int, int | None] | None, said: str
) -> None:
    two = [SeasonRow(one[1], 2, "Bea", one[0], 1, 0, ()) if one else None for one in (was, now)]
    assert str(say_season_change(SeasonChange("Bea", *two))) == said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (SeasonRules(), "The first four places score 5, 3, 2 and 1. Players who tie share a place."),
        (
            SeasonRules(("coralon", "tally"), "wins", best=6, fewest=3),
            "Only Coralon and Rummy count. Each win scores 1. Everyone’s best 6 nights count. "
            "Players need 3 nights to be ranked. Players who tie share a place.",
        ),
        (
            SeasonRules(("coralon",), "points", best=1, of="games"),
            "Only Coralon counts. The points of all games are added up. Everyone’s best game counts. "
            "Players who tie share a place.",
        ),
        (SeasonRules(points=(3,)), "First place scores 3. Players who tie share a place."),
    ],
)
def test_the_rules_are_told_in_sentences(rules: SeasonRules, said: str) -> None:
    assert str(say_season_rules(rules, {"coralon": "Coralon", "tally": "Rummy"})) == said
