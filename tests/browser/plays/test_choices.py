"""What the sides are called in the form for a hand: static/plays/choices.js."""

from typing import Any

from flask import Flask
from playwright.sync_api import Page

from scorekeeper.web.forms.form_model import NAMED_OPPONENTS

PAIRS = [["Ann", "Cal"], ["Bea", "Dee"]]
ALONE = [["Ann"], ["Bea"], ["Cal"], ["Dee"], ["Eve"]]

NAMED: list[tuple[list[Any], list[str]]] = [
    ([PAIRS, "Bea", ""], ["Bea and Dee", "Ann and Cal"]),
    ([ALONE, "Bea", "Cal"], ["Bea and Cal", "Ann, Dee and Eve"]),
    ([ALONE, "Bea", ""], ["Bea", "Others"]),
    ([ALONE[:4], "Bea", None], ["Bea", "Others"]),
]
"""The teams, the bidder and the partner (None while that is not known), and what the sides are called."""


def test_sides_are_called_by_their_players_once_they_are_known(phone: Page, app: Flask) -> None:
    phone.goto("/help")
    names = phone.evaluate(
        """async ([address, cases, most]) => {
          const { sidesOf } = await import(address);
          return cases.map(([teams, bidder, partner]) => sidesOf(teams, bidder, partner ?? undefined, most));
        }""",
        [
            f"{app.static_url_path}/plays/choices.js",
            [[[[(name, name) for name in team] for team in teams], *who] for (teams, *who), _ in NAMED],
            NAMED_OPPONENTS,
        ],
    )
    assert names == [expected for _, expected in NAMED]
