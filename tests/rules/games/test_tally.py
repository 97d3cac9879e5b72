"""Your own game: points are written down and added up, or counted by columns."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import engine
from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.course import say_course, say_winners
from scorekeeper.rules.sheet import set_up
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, by_seat, cases, each, fields, figures, last, reasons, refused, sheet


def points(*figures: float) -> dict[str, dict[str, float]]:
    return {"points": each(*figures)}


@cases(
    "played, scores",
    {
        "everyone’s points": (points(1, 2, 3), (1, 2, 3)),
        "points below zero": (points(-5, 0, 7), (-5, 0, 7)),
        "a player left out scores nothing": ({"points": {BEA: 4}}, (0, 4, 0)),
        "nobody scores": ({"points": {}}, (0, 0, 0)),
        "as many as a sheet can hold": (points(10**9, -(10**9)), (10**9, -(10**9), 0)),
    },
)
def test_round_scores_the_points_entered(played: object, scores: tuple[int, ...]) -> None:
    assert last(answer("tally", played, n=3)) == ("played", scores)


def test_totals_add_up() -> None:
    scored = answer("tally", points(1, 2), points(3, -4), points(5), n=2)
    assert [figures(hand["totals"]) for hand in scored["hands"]] == [(1, 2), (4, -2), (9, -2)]
    assert figures(scored["totals"]) == (9, -2)


def test_reasons() -> None:
    scored = answer("tally", points(3, 0), n=2)
    assert (reasons(scored, ANN), reasons(scored, BEA)) == (["as entered"], [])


def test_game_without_a_target_goes_on() -> None:
    scored = answer("tally", points(1000, 2), n=2)
    assert (scored["target"], scored["finished"], scored["winners"]) == (None, False, [])


@cases(
    "options, hands, winners",
    {
        "the target is reached": ({"target": 10}, [points(10, 3, 0)], [ANN]),
        "the target is not reached": ({"target": 11}, [points(10, 3, 0)], []),
        "the highest beyond the target wins": ({"target": 5}, [points(6, 3, 9)], [CAL]),
        "equal totals share the win": ({"target": 5}, [points(9, 3, 9)], [ANN, CAL]),
        "lowest wins: someone reaches the target and the lowest total wins": (
            {"target": 10, "lowest_wins": True},
            [points(10, 3, 4)],
            [BEA],
        ),
        "lowest wins: a low one ends nothing": ({"target": 10, "lowest_wins": True}, [points(-20, 3, 4)], []),
        "lowest wins: equals share it": ({"target": 10, "lowest_wins": True}, [points(10, 4, 4)], [BEA, CAL]),
        "the agreed number of hands": ({"hands": 2}, [points(1, 2, 0), points(3, 1, 0)], [ANN]),
        "one hand less": ({"hands": 3}, [points(1, 2, 0), points(3, 1, 0)], []),
        "the number of hands, lowest wins": ({"hands": 1, "lowest_wins": True}, [points(1, 2, 0)], [CAL]),
        "the target comes before the number of hands": ({"hands": 2, "target": 5}, [points(5, 0, 0)], [ANN]),
        "the number of hands comes before the target": ({"hands": 1, "target": 50}, [points(5, 0, 0)], [ANN]),
        "after the agreed hands without a point everyone shares": ({"hands": 1}, [points()], [ANN, BEA, CAL]),
    },
)
def test_winners_at_the_target_or_after_the_last_round(
    options: object, hands: list[object], winners: list[str]
) -> None:
    scored = answer("tally", *hands, n=3, options=options)
    assert (scored["winners"], scored["finished"]) == (winners, bool(winners))


@cases(
    "options, hand, winners",
    {
        "the highest leads alone": ({}, points(1, 5, 3), [BEA]),
        "two lead": ({}, points(5, 5, 3), []),
        "lowest wins: the lowest leads": ({"lowest_wins": True}, points(1, 5, 3), [ANN]),
        "lowest wins: two lead": ({"lowest_wins": True}, points(3, 5, 3), []),
        "ended before the target": ({"target": 50}, points(1, 5, 3), [BEA]),
        "ended before the last hand": ({"hands": 9}, points(1, 5, 3), [BEA]),
        "totals below zero": ({}, points(-1, -5, -3), [ANN]),
    },
)
def test_winner_of_a_game_ended_early_leads_alone(options: object, hand: object, winners: list[str]) -> None:
    scored = answer("tally", hand, n=3, options=options, finished=True)
    assert (scored["winners"], scored["finished"]) == (winners, True)


@pytest.mark.parametrize("n", [2, 20])
def test_two_to_twenty_can_play(n: int) -> None:
    players = [f"Player {place}" for place in range(n)]
    assert len(answer("tally", players=players)["sides"]) == n


def test_deal_passes_to_the_left() -> None:
    scored = answer("tally", *[points()] * 5, dealer=CAL)
    assert [hand["dealer"] for hand in scored["hands"]] == [CAL, DEE, ANN, BEA, CAL]
    assert scored["next_dealer"] == DEE


# Everyone together

TOGETHER = {"together": True}


@cases(
    "hand, winners, why, totals",
    {
        "they won": ({"result": "won"}, [ANN, BEA, CAL], "They won together", 0),
        "with points": ({"result": "won", "score": 21}, [ANN, BEA, CAL], "They won together, with 21", 21),
        "they lost": ({"result": "lost"}, [], "They lost together", 0),
        "with points all the same": ({"result": "lost", "score": 7}, [], "They lost together, with 7", 7),
    },
)
def test_all_who_play_together_win_or_lose(hand: object, winners: list[str], why: str, totals: int) -> None:
    scored = answer("tally", hand, n=3, options=TOGETHER)
    assert scored["sides"] == [[ANN, BEA, CAL]]
    assert (scored["winners"], scored["finished"]) == (winners, True)
    assert figures(scored["totals"]) == (totals,) * 3
    result = engine.score(sheet("tally", hand, n=3, options=TOGETHER))
    assert result.ending
    assert str(result.ending.why) == why
    assert str(say_winners(result)) == ("Everyone won" if winners else "Everyone lost")
    assert result.setup.tells_totals(result.totals) == bool(totals)


def test_someone_who_plays_alone_wins_alone() -> None:
    result = engine.score(sheet("tally", {"result": "won", "score": 21}, n=1, options=TOGETHER))
    assert result.ending
    assert str(result.ending.why) == "Won alone, with 21"


@cases(
    "options, hand, field",
    {
        "how it ended is said": (TOGETHER, {}, "result"),
        "by one of two words": (TOGETHER, {"result": "drawn"}, "result"),
        "nobody has points of their own": (TOGETHER, {"result": "won", "points": {ANN: 1}}, "points"),
        "only those together say it": ({}, points(1) | {"result": "won"}, "result"),
        "there are no teams": ({"together": True, "teams": 2}, {"result": "won"}, "teams"),
        "there is no target": ({"together": True, "target": 20}, {"result": "won"}, "target"),
    },
)
def test_what_does_not_fit_playing_together_is_refused(options: object, hand: object, field: str) -> None:
    assert field in fields(refused(sheet("tally", hand, n=4, options=options)))


def test_a_wager_is_shared_by_all_who_win_and_taken_back_by_all_who_lose() -> None:
    for result in ("won", "lost"):
        scored = answer("tally", {"result": result}, n=3, options={"together": True, "wager": 5})
        assert figures(scored["payout"]) == (0, 0, 0)


@cases(
    "rounds, tells",
    {"one round tells who won": ([(1, 0)], False), "several tell how often": ([(1, 0), (1, 0)], True)},
)
def test_totals_of_wins_are_told_where_they_say_more_than_who_won(
    rounds: list[tuple[int, ...]], tells: bool
) -> None:
    options = {"wins": True, "hands": len(rounds)}
    result = engine.score(sheet("tally", *(points(*each) for each in rounds), n=2, options=options))
    assert result.setup.tells_totals(result.totals) == tells


# A name and columns

CARCASSONNE = {
    "title": "Carcassonne",
    "columns": [{"name": "towns"}, {"name": "territory", "weight": 2}, {"name": "penalties", "weight": -1}],
}


def columns(**figures: Mapping[str, float]) -> dict[str, object]:
    return {"columns": figures}


@cases(
    "played, scores",
    {
        "one column": (columns(towns=each(4, 9, 0)), (4, 9, 0)),
        "a column that counts double": (columns(territory=each(4, 9, 0)), (8, 18, 0)),
        "a column of penalties": (columns(penalties=each(4, 0, 1)), (-4, 0, -1)),
        "all columns together": (
            columns(towns=each(4, 9, 0), territory=each(3, 0, 1), penalties=each(0, 2, 5)),
            (10, 7, -3),
        ),
        "a figure below zero": (columns(territory=each(-3, 0, 0)), (-6, 0, 0)),
        "a player left out": (columns(towns={BEA: 2}), (0, 2, 0)),
        "a column without anyone": (columns(towns={}, territory={CAL: 1}), (0, 0, 2)),
        "nobody scores": (columns(), (0, 0, 0)),
    },
)
def test_columns_count_by_their_weights(played: object, scores: tuple[int, ...]) -> None:
    assert last(answer("tally", played, n=3, options=CARCASSONNE)) == ("played", scores)


def test_reasons_name_the_column_and_its_weight() -> None:
    hand = columns(towns=each(4, 0), territory=each(3, 1), penalties=each(0, -2))
    scored = answer("tally", hand, n=2, options=CARCASSONNE)
    assert reasons(scored, ANN) == ["towns 4", "territory 3 × 2"]
    assert reasons(scored, BEA) == ["territory 1 × 2", "penalties −2 × −1"]


def test_a_game_with_columns_ends_at_its_target() -> None:
    scored = answer("tally", columns(territory=each(3, 5)), n=2, options={**CARCASSONNE, "target": 10})
    assert (scored["winners"], scored["finished"]) == ([BEA], True)


@given(data=st.data())
def test_a_score_is_the_sum_of_figures_times_weights(data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.integers(-1000, 1000).filter(bool), min_size=1, max_size=12))
    named = [{"name": f"column {at}", "weight": weight} for at, weight in enumerate(weights)]
    rows = st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=3)
    table = data.draw(st.lists(rows, min_size=len(weights), max_size=len(weights)))
    hand = {"columns": {column["name"]: each(*row) for column, row in zip(named, table, strict=True)}}
    scored = answer("tally", hand, n=3, options={"columns": named})
    expected = [sum(w * row[seat] for w, row in zip(weights, table, strict=True)) for seat in range(3)]
    assert last(scored)[1] == tuple(expected)
    lines = scored["hands"][0]["because"]
    assert len(lines) == sum(1 for row in table for count in row if count)
    for seat, name in enumerate((ANN, BEA, CAL)):
        assert sum(line["amount"] for line in lines if line["players"] == [name]) == expected[seat]


@cases(
    "options, message",
    {
        "a column without a name": ({"columns": [{"weight": 2}]}, "Enter a name for every column."),
        "a blank name": ({"columns": [{"name": "  "}]}, "Enter a name for every column."),
        "a name too long": (
            {"columns": [{"name": "t" * 25}]},
            f"{'t' * 24}: Shorten the column name: 25 characters, with room for 24.",
        ),
        "the same name twice": (
            {"columns": [{"name": "Towns"}, {"name": "towns "}]},
            "Two columns are called “towns”: rename one.",
        ),
        "a weight of 0": (
            {"columns": [{"name": "towns", "weight": 0}]},
            "towns: Enter points other than 0: a column worth 0 scores nothing.",
        ),
        "a weight too large": (
            {"columns": [{"name": "towns", "weight": 1001}]},
            "towns: Weight can be at most 1000, not 1001.",
        ),
        "a half": ({"columns": [{"name": "towns", "weight": 0.5}]}, "towns: Weight must be a whole number."),
        "thirteen": (
            {"columns": [{"name": str(at)} for at in range(13)]},
            "Columns: use at most 12, not 13.",
        ),
        "a break in the name": ({"title": "Go\nhome"}, "The name has a character that can’t be shown."),
        "a title too long": ({"title": "G" * 81}, "Shorten the name: 81 characters, with room for 80."),
    },
)
def test_house_rules_that_make_no_game(options: object, message: str) -> None:
    assert [str(problem.message) for problem in refused(sheet("tally", options=options))] == [message]


@cases(
    "hand, message",
    {
        "an unknown column": (columns(rivers=each(1)), "There is no column called “rivers”."),
        "a stranger": (columns(towns={"Zoe": 1}), "Zoe isn’t playing in this game."),
        "half a town": ({"columns": {"towns": {ANN: 0.5}}}, "Ann’s towns must be a whole number."),
        "too many": (columns(towns=each(10**6 + 1)), "Ann’s towns can be at most 1000000, not 1000001."),
        "figures without columns": ({"columns": 3}, "Columns: give the figures of each column by player."),
        "nothing": ({}, "Enter at least one figure."),
    },
)
def test_figures_that_cannot_be(hand: object, message: str) -> None:
    assert message in [
        str(problem.message) for problem in refused(sheet("tally", hand, n=3, options=CARCASSONNE))
    ]


def test_points_and_columns_exclude_each_other() -> None:
    assert fields(refused(sheet("tally", {**columns(), **points(1)}, options=CARCASSONNE))) == ["points"]
    assert fields(refused(sheet("tally", {**columns(towns=each(1)), **points(1)}))) == ["columns"]


def test_players_are_seats_in_every_column() -> None:
    written = sheet("tally", columns(towns=each(1, 2), territory={BEA: 3}), n=2, options=CARCASSONNE)
    assert by_seat(written)["hands"] == [columns(towns={"0": 1, "1": 2}, territory={"1": 3})]


@cases("title, called", {"a name": ("Wingspan", "Wingspan"), "none": ("", "Your own game")})
def test_a_game_is_called_by_its_title(title: str, called: str) -> None:
    options = {"title": title}
    assert set_up(sheet("tally", options=options)).title == called
    assert title_of("tally", options) == called


# Teams


@cases(
    "options, hand, scores",
    {
        "partners sit across": ({"teams": 2}, points(5, 3), (5, 3, 5, 3)),
        "a figure may be written for either partner": (
            {"teams": 2},
            {"points": {DEE: 3, ANN: 5}},
            (5, 3, 5, 3),
        ),
        "a team left out scores nothing": ({"teams": 2}, {"points": {CAL: 4}}, (4, 0, 4, 0)),
        "three teams, of which one is a pair": ({"teams": 3}, points(1, 2, 3), (1, 2, 3, 1)),
        "columns are counted for teams too": (
            {"teams": 2, "columns": [{"name": "melds", "weight": 10}]},
            columns(melds={CAL: 2, BEA: 1}),
            (20, 10, 20, 10),
        ),
    },
)
def test_each_of_a_team_has_its_figure(options: object, hand: object, scores: tuple[int, ...]) -> None:
    assert last(answer("tally", hand, n=4, options=options)) == ("played", scores)


def test_a_team_wins_together() -> None:
    scored = answer("tally", points(10, 3), n=4, options={"teams": 2, "target": 10})
    assert (scored["sides"], scored["winners"]) == ([[ANN, CAL], [BEA, DEE]], [ANN, CAL])


@cases(
    "options, hand, message",
    {
        "a figure for each of two partners": (
            {"teams": 2},
            {"points": {ANN: 5, CAL: 5}},
            "Points: enter one figure for Ann and Cal.",
        ),
        "no number": (
            {"teams": 2},
            {"points": {CAL: "many"}},
            "Ann and Cal’s points must be a whole number.",
        ),
        "as many teams as players": ({"teams": 4}, points(), "Teams can be at most 3, not 4."),
        "one team": ({"teams": 1}, points(), "Teams must be at least 2, not 1."),
    },
)
def test_teams_that_cannot_be(options: object, hand: object, message: str) -> None:
    wrong = refused(sheet("tally", hand, n=4, options=options))
    assert [str(problem.message) for problem in wrong] == [message]


# Half points


@cases(
    "options, hands, scores, totals",
    {
        "a half": ({}, [points(25.5, 3)], (25.5, 3), (25.5, 3)),
        "halves add up to whole points": ({}, [points(0.5, -0.5), points(1.5, -2)], (1.5, -2), (2, -2.5)),
        "a whole number may be written with a point": ({}, [points(45.0, 1)], (45, 1), (45, 1)),
        "a weight counts halves": (
            {"columns": [{"name": "kilos", "weight": 3}]},
            [columns(kilos=each(2.5, 2))],
            (7.5, 6),
            (7.5, 6),
        ),
        "a team": ({"teams": 2}, [points(1.5, 2)], (1.5, 2, 1.5), (1.5, 2, 1.5)),
    },
)
def test_figures_may_end_in_a_half(
    options: dict[str, Any], hands: list[object], scores: tuple[float, ...], totals: tuple[float, ...]
) -> None:
    scored = answer("tally", *hands, n=len(scores), options={"halves": True, **options})
    assert (figures(scored["hands"][-1]["scores"]), figures(scored["totals"])) == (scores, totals)


def test_half_a_point_decides() -> None:
    scored = answer("tally", points(10.5, 10, 9.5), n=3, options={"halves": True, "target": 10})
    assert scored["winners"] == [ANN]


def test_halves_are_said_as_they_are_written() -> None:
    hand, options = points(25.5, -0.5), {"halves": True, "target": 25}
    result = engine.score(sheet("tally", hand, n=2, options=options))
    assert str(result.setup.summary(result.hands[0])) == "Ann scored the most, +25½"
    assert str(say_course(result)) == "25½ points, 26 ahead of Bea."
    entry = result.setup.game.entries[result.setup.game.hand]["points"]
    assert str(entry.describe(hand["points"], result.setup.table)) == "Ann 25½, Bea −½"


@cases(
    "options, hand, message",
    {
        "halves aren’t agreed": ({}, points(0.5), "Ann’s points must be a whole number."),
        "a third": (
            {"halves": True},
            points(0.3),
            "Ann’s points must be a whole number or end in a half.",
        ),
        "half a win": ({"halves": True, "wins": True}, points(0.5), "Ann’s points must be a whole number."),
    },
)
def test_halves_that_cannot_be(options: object, hand: object, message: str) -> None:
    assert [str(problem.message) for problem in refused(sheet("tally", hand, n=3, options=options))] == [
        message
    ]


# Rounds that are only won


@cases(
    "options, hand, scores",
    {
        "one winner": ({}, {"points": {BEA: 1}}, (0, 1, 0, 0)),
        "several": ({}, {"points": {BEA: 1, ANN: 1, CAL: 0}}, (1, 1, 0, 0)),
        "a team": ({"teams": 2}, {"points": {DEE: 1}}, (0, 1, 0, 1)),
    },
)
def test_winners_of_a_round_score_one(
    options: dict[str, object], hand: object, scores: tuple[int, ...]
) -> None:
    scored = answer("tally", hand, n=4, options={"wins": True, **options})
    assert (scored["unit"], last(scored)) == ("rounds", ("played", scores))
    assert reasons(scored, BEA) == ["won the round"]


def test_a_round_without_points_is_told_by_its_winners() -> None:
    result = engine.score(sheet("tally", {"points": {BEA: 1}}, n=4, options={"wins": True, "teams": 2}))
    assert str(result.setup.summary(result.hands[0])) == "Bea and Dee won"


@cases(
    "hand, message",
    {
        "nobody": ({"points": {}}, "Tap who won the round."),
        "more than once": (points(2), "Ann’s points can be at most 1, not 2."),
        "lost": (points(-1), "Ann’s points must be at least 0, not −1."),
    },
)
def test_a_round_has_winners_and_nothing_else(hand: object, message: str) -> None:
    wrong = refused(sheet("tally", hand, n=3, options={"wins": True}))
    assert [str(problem.message) for problem in wrong] == [message]


def test_wins_and_columns_exclude_each_other() -> None:
    assert fields(refused(sheet("tally", options={**CARCASSONNE, "wins": True}))) == ["columns"]


# Equal totals


@cases(
    "options, hands, winners",
    {
        "shared": ({"ties": "shared"}, [points(4, 2, 1), points(1, 3, 0)], [ANN, BEA]),
        "played on, then decided": (
            {"ties": "played_on"},
            [points(4, 2, 1), points(1, 3, 0), points(0, 0, 6)],
            [CAL],
        ),
        "the last round decides": ({"ties": "last_round"}, [points(4, 2, 1), points(1, 3, 0)], [BEA]),
        "the last round, lowest wins": (
            {"ties": "last_round", "lowest_wins": True},
            [points(4, 2, 9), points(1, 3, 9)],
            [ANN],
        ),
        "the best last rounds share": (
            {"ties": "last_round"},
            [points(2, 2, 4), points(3, 3, 1)],
            [ANN, BEA],
        ),
    },
)
def test_equal_totals_after_the_last_round(
    options: dict[str, object], hands: list[object], winners: list[str]
) -> None:
    assert answer("tally", *hands, n=3, options={"hands": 2, **options})["winners"] == winners


def test_a_tie_at_the_target_is_played_on() -> None:
    scored = answer("tally", points(9, 3, 9), n=3, options={"target": 5, "ties": "played_on"})
    assert (scored["winners"], scored["finished"]) == ([], False)
