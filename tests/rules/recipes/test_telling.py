"""The rules of a recipe in words: what is asked, what its figures are, and how the game ends."""

from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.recipes.game import RECIPE, RecipeGame, recipe_game
from scorekeeper.rules.sheet import scoresheet, set_up
from scorekeeper.rules.table import Table
from tests.rules.recipes.test_game import recipe
from tests.rules.test_saying_of_the_rules import letters_in


def tables(game: RecipeGame, players: Sequence[int], **options: Any) -> list[Table[Any]]:
    names = [["Ann", "Bea", "Cal", "Dee", "Eve", "Fay"][:n] for n in players]
    return [set_up(scoresheet(RECIPE, one, {**game.fixed, **options})).table for one in names]


def asked(players: Sequence[int], *questions: dict[str, Any], **parts: Any) -> list[str]:
    own = [{"key": f"q{at}", "label": "Cards", **one} for at, one in enumerate(questions)]
    lines = [{"why": "all", "points": 1}]
    game = recipe_game(recipe(ask=own, score=lines, **parts))
    told = game.how_to_play(tables(game, players))
    return [str(line) for heading, lines in told.items() if heading != "Teams" for line in lines]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"of": "each"}, "Cards of each player."),
        ({"of": "team"}, "Cards of each team."),
        ({"of": "table"}, "Cards."),
        ({"kind": "yes"}, "Cards: yes or no."),
        ({"kind": "player"}, "Cards: one of the players."),
        ({"ask": "How many cards?"}, "How many cards?"),
        ({"of": "each", "low": -5}, "Cards of each player. −5 or more."),
        ({"of": "each", "low": -LARGEST}, "Cards of each player. It can be below 0."),
        ({"low": -LARGEST, "high": 5}, "Cards. It can be below 0. At most 5."),
        ({"of": "each", "high": "hand"}, "Cards of each player. From 0 to the number of the hand."),
        ({"of": "each", "high": "52 // players"}, "Cards of each player. From 0 to 13."),
        ({"of": "each", "high": "cards"}, "Cards of each player. From 0 to 8."),
        ({"of": "each", "high": 13, "sum": 13}, "Cards of each player. From 0 to 13, and as many in all."),
        ({"of": "each", "sum": 26}, "Cards of each player. They add up to 26."),
        ({"spare": True}, "Cards."),
        ({"kind": "player", "spare": True}, "Cards: one of the players. It can be left out."),
        ({"if": "cards > 8"}, "Cards. Only if cards > 8."),
    ],
)
def test_a_question_is_told_with_its_bounds(question: dict[str, Any], words: str) -> None:
    values = [{"key": "cards", "is": "32 // players"}]
    assert asked([4], question, let=values, teams=2) == [words]


def test_a_bound_is_told_for_each_number_of_players() -> None:
    told = asked([2, 3, 4], {"of": "each", "high": "12 // players"})
    assert told == ["Cards of each player. From 0 to 6 with 2 players, 4 with 3, 3 with 4."]


def test_a_choice_is_told_with_what_its_answers_are_worth() -> None:
    answers = [{"key": "clubs", "label": "Clubs", "worth": 12}, {"key": "null", "label": "Null"}]
    told = asked([3], {"kind": "choice", "answers": answers, "once": True})
    assert told == ["Cards. Clubs (12); Null. Each answer counts once a game."]


def test_it_is_told_who_plays_together() -> None:
    game = recipe_game(recipe(teams="2 if players == 4 else 0", score=[{"why": "all", "points": 1}]))
    assert [str(line) for line in game.how_to_play(tables(game, [3, 4]))["Teams"]] == [
        "With 4 players: seats 1 and 3 against 2 and 4."
    ]


def test_what_must_hold_is_told_by_what_is_said_where_it_does_not() -> None:
    game = recipe_game(recipe(check=[{"must": "sum(took) <= 8", "say": "Eight tricks at most."}]))
    assert [str(said) for said in game.how_to_play(tables(game, [3]))["What must hold"]] == [
        "Eight tricks at most."
    ]


def test_what_the_figures_are_is_told() -> None:
    parts = {
        "let": [
            {"key": "all_took", "is": "sum(took)"},
            {"key": "over", "label": "tricks too many", "is": "all_took - 8"},
        ],
        "keep": [
            {"key": "bags", "start": 3, "next": "(bags + took) % 10"},
            {"key": "seen", "next": "seen or took > 0"},
        ],
    }
    told = recipe_game(recipe(**parts)).what_is_meant()
    assert {heading: [(str(one), str(other)) for one, other in pairs] for heading, pairs in told.items()} == {
        "The figures in it": [
            ("All took", "tricks of all together"),
            ("Tricks too many", "all took − 8"),
            ("Bags", "3 at first; after each hand: the remainder of (bags + tricks) ÷ 10"),
            ("Seen", "no at first; after each hand: “seen” or tricks > 0"),
        ],
    }


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({}, "You end the game."),
        ({"hands": 1}, "The game ends after 1 hand."),
        ({"hands": 0}, "You end the game."),
        ({"hands": "60 // players"}, "The game ends after 20 hands with 3 players, 15 hands with 4."),
        ({"target": 60}, "The game ends once someone has reached 60."),
        ({"target": "goal"}, "The game ends once someone has reached 500 (house rule “Goal”)."),
        ({"when": "most(total) > 9"}, "The game ends when, after a hand, the highest total > 9."),
    ],
)
def test_the_end_is_told(end: dict[str, Any], words: str) -> None:
    option = {"key": "goal", "label": "Goal", "default": 500}
    game = recipe_game(recipe(end=end, options=[option]))
    told = str(game.how_it_ends(tables(game, [3, 4])))
    assert told == f"{words} The highest total wins. Equal totals share the win."


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"ties": "-bags"}, "The highest total wins. In a tie, the highest −bags wins."),
        (
            {"win": "low", "can_win": "bags > 2"},
            "Of those for whom bags > 2, the lowest total wins. Equal totals share the win.",
        ),
    ],
)
def test_it_is_told_who_can_win_and_who_wins_a_tie(parts: dict[str, Any], words: str) -> None:
    game = recipe_game(recipe(keep=[{"key": "bags", "next": "bags + 1"}], **parts))
    assert str(game.how_it_ends(tables(game, [3]))) == f"You end the game. {words}"


def test_the_end_is_told_as_the_table_has_agreed() -> None:
    option = {"key": "goal", "label": "Goal", "default": 500}
    game = recipe_game(recipe(end={"target": "goal"}, options=[option]))
    assert "reached 300 (house rule “Goal”)." in str(game.how_it_ends(tables(game, [3], goal=300)))


@pytest.mark.parametrize("key", gallery())
def test_a_game_of_the_gallery_is_told_without_its_keys(key: str) -> None:
    game = gallery()[key].game
    asked = game.how_to_play(tables(game, game.seats[:1]))
    told = [str(words) for lines in asked.values() for words in lines]
    told += [str(outcome.scores) for outcome in game.what_scores()]
    told += [str(words) for pairs in game.what_is_meant().values() for _, words in pairs]
    assert not [words for words in told if {*words} & {"_", "*", "{", "}", "%"} or "//" in words]


def test_only_names_and_figures_fill_the_blanks() -> None:
    answers = [{"key": "clubs", "label": "Clubs", "worth": 12}, {"key": "null", "label": "Null"}]
    questions: list[dict[str, Any]] = [
        {"key": "a", "label": "Cards", "of": "each", "high": "12 // players", "sum": 12, "if": "moon"},
        {"key": "b", "label": "Suit", "kind": "choice", "answers": answers, "spare": True, "once": True},
        {"key": "c", "label": "Dealer", "kind": "player", "before": True},
    ]
    made = recipe(
        ask=questions,
        options=[{"key": "moon", "label": "Moon", "default": False}],
        let=[{"key": "both", "is": "a + b"}],
        keep=[{"key": "bags", "next": "bags + a"}, {"key": "seen", "next": "seen or a > 3"}],
        check=[{"must": "a < 9", "say": "Fewer than nine."}],
        score=[{"why": "all", "points": "both", "if": "c"}],
        end={"hands": "players", "target": 30, "when": "most(bags) > 9"},
    )
    game = recipe_game(made)
    both = tables(game, [2, 3])
    told: list[Any] = [line for lines in game.how_to_play(both).values() for line in lines]
    told += [said for outcome in game.what_scores() for said in (outcome.title, outcome.scores)]
    told += [said for pairs in game.what_is_meant().values() for pair in pairs for said in pair]
    told.append(game.how_it_ends(both))
    words = (
        "Cards",
        "cards",
        "Suit",
        "Clubs",
        "Null",
        "suit",
        "Dealer",
        "dealer",
        "moon",
        "bags",
        "seen",
        "both",
    )
    names = (*words, *(word.capitalize() for word in words), "all", "All", "Fewer than nine.")
    assert [str(said) for said in told if letters_in(said, names)] == []
