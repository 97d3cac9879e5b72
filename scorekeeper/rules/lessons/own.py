"""The lesson on keeping score of a game of your own."""

from scorekeeper.rules.lessons import Lesson

TALLY = Lesson(
    (
        "Play any game you like, by its own rules. Give it a name, and your club finds it again next time.",
        "Choose what you enter for each player: points, or columns such as towns and territory.",
        "Give each column a weight: with territory × 2, three of it are worth 6 points. Penalties weigh −1.",
        "Agree how the game ends: at a target, after a number of rounds, or when you say so.",
        "Choose whether the highest or the lowest total wins.",
        "After each round, enter what each player has. Leave out anyone who has nothing.",
        "Use the ± key for points lost.",
    ),
    ("Ann", "Bea", "Cal"),
    {"columns": {"towns": {"Ann": 4, "Bea": 9}, "territory": {"Ann": 3}, "penalties": {"Bea": 1}}},
    {
        "title": "Carcassonne",
        "columns": [
            {"name": "towns"},
            {"name": "territory", "weight": 2},
            {"name": "penalties", "weight": -1},
        ],
    },
)
