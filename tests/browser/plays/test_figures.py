"""Figures as they are typed and written, rows of them, and what sides are called in the form for a hand."""

import json
from random import Random
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page

from scorekeeper.rules.games.hazard import Course, RollsInTurn
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Table
from scorekeeper.web.forms.form_model import NAMED_OPPONENTS

TYPED = [
    ("withDigit", ["", 7], "7"),
    ("withDigit", ["0", 7], "7"),
    ("withDigit", ["10", 0], "100"),
    ("withDigit", ["3+0", 5], "3+5"),
    ("withDigit", ["2½", 1], "2½"),
    ("withHalf", ["2"], "2½"),
    ("withHalf", [""], "½"),
    ("withHalf", ["0"], "½"),
    ("withHalf", ["20"], "20½"),
    ("withHalf", ["2½"], "2½"),
    ("withHalf", ["2½+1"], "2½+1½"),
    ("withHalf", ["2+"], "2+½"),
    ("halved", ["20.5"], "20½"),
    ("halved", ["20,5"], "20½"),
    ("halved", ["0.5+12.5"], "½+12½"),
    ("halved", ["-.5"], "-½"),
    ("halved", ["20.51"], "20.51"),
    ("numberIn", ["20½"], 20.5),
    ("numberIn", ["20,5"], 20.5),
    ("numberIn", ["-½"], -0.5),
    ("negated", ["12"], "-12"),
    ("negated", ["-12"], "12"),
    ("negated", [""], "-"),
    ("negated", ["2½"], "-2½"),
    ("negated", ["12+7"], "12-7"),
    ("negated", ["12-7"], "12+7"),
    ("negated", ["12+"], "12-"),
    ("added", ["12+7"], 19),
    ("added", ["12−20"], -8),
    ("added", ["2½-1+"], 1.5),
    ("added", ["2.5-½"], 2),
    ("added", [""], 0),
    ("shortened", ["12"], "1"),
    ("shortened", ["-1"], ""),
    ("shortened", ["12-7"], "12-"),
    ("shortened", ["12-"], "12"),
    ("shortened", ["2½"], "2"),
    ("shortened", ["3+"], "3"),
    ("withAnother", ["3"], "3+"),
    ("withAnother", ["3½"], "3½+"),
    ("withAnother", ["3+"], "3+"),
    ("written", [25.5], "25½"),
    ("written", [0.5], "½"),
    ("written", [-2.5], "-2½"),
    ("written", [24], "24"),
]

ROWS = 200

PAIRS = [["Ann", "Cal"], ["Bea", "Dee"]]
ALONE = [["Ann"], ["Bea"], ["Cal"], ["Dee"], ["Eve"]]

NAMED: list[tuple[list[Any], list[str]]] = [
    ([PAIRS, "Bea", ""], ["Bea and Dee", "Ann and Cal"]),
    ([ALONE, "Bea", "Cal"], ["Bea and Cal", "Ann, Dee and Eve"]),
    ([ALONE, "Bea", ""], ["Bea", "Others"]),
    ([ALONE[:4], "Bea", None], ["Bea", "Others"]),
]
"""The teams, the bidder and the partner (None while that is not known), and what the sides are called."""


@pytest.fixture
def module(phone: Page, app: Flask) -> Page:
    """Return a page with the module, which needs nothing else on the page."""
    phone.goto("/help")
    address = f"{app.static_url_path}/plays/figures.js"
    phone.evaluate("async (address) => { window.m = await import(address) }", address)
    return phone


def test_keys_change_the_text_of_a_figure(module: Page) -> None:
    cases = [[name, given] for name, given, _ in TYPED]
    assert module.evaluate("cases => cases.map(([name, given]) => m[name](...given))", cases) == [
        expected for *_, expected in TYPED
    ]


def test_a_row_goes_through_the_stages_that_the_game_declares(module: Page) -> None:
    setup = set_up({"scoresheet": 1, "game": "hazard", "players": ["Ann", "Bea"], "hands": []})
    table, entries = setup.table, setup.game.entries[setup.game.hand]
    course = next(entry.course for entry in entries.values() if isinstance(entry, RollsInTurn))
    cases = {case: course.stages(table, case) for case in course.cases}
    declared = json.loads(json.dumps({"by": course.by, "cases": cases}, default=str))
    random = Random("rows")
    rows = [
        (random.choice(list(course.cases)), [random.randint(2, 12) for _ in range(random.randint(0, 4))])
        for _ in range(ROWS)
    ]
    standings = module.evaluate(
        "([course, rows]) => rows.map(([main, row]) => m.standing(course, () => main, row))", [declared, rows]
    )
    for (main, row), standing in zip(rows, standings, strict=True):
        assert standing == expected_standing(course, table, main, row), (main, row)


def expected_standing(course: Course, table: Table[Any], case: int, row: list[int]) -> dict[str, Any]:
    """Return where a row is by the declaration alone; once at its end it stays there."""
    stages = course.stages(table, case)
    stage, beyond = stages[""], False
    for value in row:
        following = stage.leads.get(value, stage.otherwise)
        beyond = beyond or following not in stages
        stage = stage if beyond else stages[following]
    over = not stage.leads
    return {"words": str(stage.says), "over": over, "complete": over or beyond}


def test_sides_are_called_by_their_players_once_they_are_known(phone: Page, app: Flask) -> None:
    phone.goto("/help")
    names = phone.evaluate(
        """async ([address, cases, most]) => {
          const { sidesOf } = await import(address);
          return cases.map(([teams, bidder, partner]) => sidesOf(teams, bidder, partner ?? undefined, most));
        }""",
        [
            f"{app.static_url_path}/plays/group.js",
            [[[[(name, name) for name in team] for team in teams], *who] for (teams, *who), _ in NAMED],
            NAMED_OPPONENTS,
        ],
    )
    assert names == [expected for _, expected in NAMED]
