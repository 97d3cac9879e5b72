"""What players are asked one by one, and what is said of their answers."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.claims import Asked, doubt, figures_to_ask
from scorekeeper.rules.engine import score
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.table import Table
from tests.rules.sheets import cases, sheet, table_of


def asked(
    game: str, bidding: Mapping[str, Any] | None = None, **options: Any
) -> tuple[dict[str, Asked], Table[Any]]:
    """Return what four players of a game are asked about the first hand."""
    setup = table_of(CATALOGUE[game], 4, **options)
    state = score(sheet(game, options=options)).state
    return figures_to_ask(setup, state, bidding), setup.table_for(state)


@cases(
    "game, bidding, options, expected",
    {
        "tricks": ("coralon", {"bidder": "Bea", "bid": 5}, {}, {"tricks": "Ann Bea Cal Dee"}),
        "tricks and thieves": (
            "thief",
            {"bidder": "Bea", "bid": 5},
            {},
            {"tricks": "Ann Bea Cal Dee", "thieves": "Ann Bea Cal Dee"},
        ),
        "the bidder's own tricks, and everyone's point cards": (
            "ducks-and-geese-cutthroat",
            {"bidder": "Cal", "bid": 5},
            {},
            {"tricks": "Cal", "ducks": "Ann Bea Cal Dee", "geese": "Ann Bea Cal Dee"},
        ),
        "cards left, of all but the winner": (
            "nobles-estate",
            {"winner": "Bea"},
            {},
            {"cards_left": "Ann Cal Dee"},
        ),
        "lost coins, of all but the dealer": (
            "lansquenet",
            None,
            {},
            {"collected": "Bea Cal Dee", "standing": "Bea Cal Dee"},
        ),
        "points": ("tally", None, {}, {"points": "Ann Bea Cal Dee"}),
        "who won, which is said once": ("tally", None, {"wins": True}, {"points": ""}),
        "what sides have": ("whist", None, {}, {}),
        "tricks of a partnership": ("coralon-partners", {"bidder": "Bea", "bid": 5}, {}, {}),
    },
)
def test_players_are_asked_for_the_figures_that_a_player_has(
    game: str, bidding: Mapping[str, Any] | None, options: dict[str, Any], expected: dict[str, str]
) -> None:
    found, table = asked(game, bidding, **options)
    names = {name: " ".join(table.names(tuple(one.places))) for name, one in found.items()}
    assert names == expected


def test_the_figure_of_a_team_is_kept_under_its_first_player() -> None:
    found, _ = asked("tally", teams=2)
    assert found["points"].places == {0: "Ann", 1: "Bea", 2: "Ann", 3: "Bea"}


@cases(
    "game, raw, refusal",
    {
        "within bounds": ("coralon", 13, ""),
        "too many": ("coralon", 14, "Ann’s tricks can be at most 13, not 14."),
        "no number": ("coralon", "five", "Ann’s tricks must be a whole number."),
        "too little": ("ship-captain-crew", 1, "Cargo must be at least 2, not 1."),
        "none": ("ship-captain-crew", None, ""),
    },
)
def test_a_figure_is_read_alone(game: str, raw: object, refusal: str) -> None:
    found, table = asked(game)
    (one, *_) = found.values()
    if not refusal:
        assert one.read(0, raw, table) == raw
        return
    with pytest.raises(Wrong) as wrong:
        one.read(0, raw, table)
    assert str(wrong.value) == refusal


@cases(
    "said, expected",
    {
        "nobody": ({}, "Nobody has answered yet."),
        "some are missing": ({"tricks": {"Ann": 3, "Bea": 5}}, "Cal and Dee haven’t answered."),
        "one is missing": ({"tricks": {"Ann": 3, "Bea": 5, "Cal": 3}}, "Dee hasn’t answered."),
        "all is well": ({"tricks": {"Ann": 3, "Bea": 5, "Cal": 3, "Dee": 2}}, ""),
        "too many, of those who have any": (
            {"tricks": {"Ann": 0, "Bea": 8, "Cal": 0, "Dee": 6}},
            "That makes 14 tricks, but there are only 13: Bea or Dee?",
        ),
        "too many already": (
            {"tricks": {"Bea": 8, "Dee": 6}},
            "That makes 14 tricks, but there are only 13: Bea or Dee? Ann and Cal haven’t answered.",
        ),
        "anyone could be wrong": (
            {"tricks": {"Ann": 3, "Bea": 5, "Cal": 3, "Dee": 3}},
            "That makes 14 tricks, but there are only 13.",
        ),
        "too few": (
            {"tricks": {"Ann": 3, "Bea": 4, "Cal": 3, "Dee": 2}},
            "That makes 12 tricks, but there are 13.",
        ),
    },
)
def test_what_is_wrong_with_the_answers_is_said(said: dict[str, dict[str, int]], expected: str) -> None:
    found, table = asked("coralon", {"bidder": "Bea", "bid": 5})
    assert str(doubt(found, said, table)) == expected


def test_many_who_have_not_answered_are_counted() -> None:
    setup = table_of(CATALOGUE["tally"], 6)
    figures = figures_to_ask(setup, score(sheet("tally", n=6)).state, None)
    said = str(doubt(figures, {"points": {setup.table.keys[0]: 3}}, setup.table))
    assert said == "5 players haven’t answered."


def test_the_one_who_may_have_run_out_of_cards_owes_no_answer() -> None:
    figures, table = asked("nobles-estate")
    said = {"cards_left": {"Ann": 2, "Bea": 3}}
    assert str(doubt(figures, said, table)) == "Cal and Dee haven’t answered."
    said["cards_left"]["Cal"] = 1
    assert str(doubt(figures, said, table)) == "All but Dee have answered."


def test_every_figure_of_a_player_is_waited_for() -> None:
    found, table = asked("ducks-and-geese-cutthroat", {"bidder": "Bea", "bid": 5})
    said = {"ducks": {"Ann": 2, "Bea": 3}, "geese": {"Dee": 1, "Cal": 0}}
    assert str(doubt(found, said, table)) == (
        "Ann: geese to come. Bea: tricks and geese to come. Cal and Dee: ducks to come."
    )
    said = {"ducks": {"Ann": 2}}
    assert str(doubt(found, said, table)) == "Ann: geese to come. Bea, Cal and Dee haven’t answered."
    said = {"ducks": {"Ann": 2, "Bea": 3, "Cal": 0, "Dee": 0}, "geese": dict.fromkeys(table.players, 0)}
    assert str(doubt(found, said, table)) == "Bea: tricks to come."
    assert str(doubt(found, {**said, "tricks": {"Bea": 3}}, table)) == ""
    said["ducks"]["Dee"] = 1
    assert (
        str(doubt(found, {**said, "tricks": {"Bea": 3}}, table))
        == "That makes 6 ducks, but there are only 5: Ann, Bea or Dee?"
    )
