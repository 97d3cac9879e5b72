"""The lesson on keeping score of a game of your own."""

from scorekeeper.rules.lessons import Lesson

TALLY = Lesson(
    {
        "Setting it up": (
            "Play any game you like, by its own rules. Give it a name, and your club finds it again next "
            "time.",
            "Choose what you enter for each player: points, columns such as towns and territory, or who won.",
            "Say what one of each column is worth: with territory × 2, three of it are 6 points.",
            "Playing in teams? Say how many. Seats alternate between the teams, so in two teams of two "
            "partners sit across from each other. Teammates share a total.",
            "Agree how the game ends: at a target, after a number of rounds, or when you say so.",
            "Choose whether the highest or the lowest total wins, and what happens if the best ones are "
            "equal.",
        ),
        "Play": (
            "After each round, enter what each player has. Leave out anyone who has nothing.",
            "Use the ± key for points lost, and + to add up: 12+7.",
        ),
    },
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
