"""How to keep score of a game of your own."""

from scorekeeper.rules.lessons import Lesson

TALLY = Lesson(
    (
        "Play any game you like, by its own rules.",
        "Agree first on how it ends: at a target, after a number of rounds, or when you say so.",
        "Choose whether the highest or the lowest total wins.",
        "After each round, enter what each player scored. Leave out anyone who scored nothing.",
        "Use the minus key for points lost.",
    ),
    ("Ann", "Bea", "Cal"),
    {"points": {"Ann": 20, "Bea": -5}},
)
