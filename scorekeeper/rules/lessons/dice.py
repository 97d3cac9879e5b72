"""Lessons of the dice games (text 004, in our own words)."""

from scorekeeper.rules.house import Under
from scorekeeper.rules.lessons import FOUR, Lesson

HAZARD = Lesson(
    {
        "You need": ("{dice} dice, and coins.",),
        "Goal": ("Bet on whether the shooter’s number comes up in time.",),
        "Before the first roll": (
            "One player is the bank: it covers every bet, and bets on nothing itself. Change the bank "
            "whenever you like.",
            "Another is the shooter and has the dice. The shooter names a main, a number from 5 to 9, and "
            "puts a stake on winning.",
            "The others may bet that the shooter wins, or loses.",
        ),
        "First roll": (
            "Main 5 or 9: the main wins; 2, 3, 11 and 12 lose.",
            "Main 6 or 8: the main and 12 win; 2, 3 and 11 lose.",
            "Main 7: 7 and 11 win; 2, 3 and 12 lose.",
            "Any other total decides nothing: it becomes the chance.",
        ),
        "After that": (
            "The chance now wins and the main loses. Anything else means rolling again.",
            "Before the next roll, the shooter may keep the stake or add to it, but not take any back. The "
            "others may change their bets.",
            "The text doesn’t say who shoots next. The app suggests the same shooter after a win, and the "
            "player to their left after a loss.",
        ),
        "Paying": (
            "The bank pays the bets that were right and takes the others. If the first roll decides, bets "
            "pay 1 to 1.",
            (
                Under("odds", "fair"),
                "If the chance decides, bets pay the true odds of the dice, without fractions of a coin. The "
                "app works them out.",
            ),
            (Under("odds", "even"), "If the chance decides, bets pay 1 to 1 as well."),
        ),
    },
    FOUR,
    {
        "bank": "Ann",
        "shooter": "Bea",
        "main": 7,
        "rolls": [6, 5, 6],
        "bets": [
            {"player": "Bea", "on": "win", "coins": 5},
            {"player": "Dee", "on": "lose", "coins": 4},
        ],
    },
)

HOUSE_OF_FORTUNE = Lesson(
    {
        "You need": ("Two dice, coins, and a board with the numbers 2 to 12 but no 4. Paper will do.",),
        "Goal": ("Take more coins from the board than you leave there.",),
        "Before the first roll": ("Everyone puts a coin on 7, the Wedding.",),
        "Play": (
            "In turn, roll both dice once, add them up, and do what the table below says for that number. "
            "Then pass the dice to the {direction}.",
            "After a 7, drink to the others; after a 12, to the king.",
        ),
    },
    FOUR,
    {"roll": 12},
)

NEEDED = "Five dice."

ROLLING = (
    "Players roll in turn around the table. On your turn you have up to three rolls. You need a 6 (the "
    "ship), a 5 (the captain) and a 4 (the crew).",
    "Set aside the 6 first; a 5 only with it or later; a 4 only with the 5 or later. Roll all dice again "
    "that aren’t set aside.",
    "Once you have all three, the other two dice are your cargo: add them up. You may stop, or roll both "
    "again if you have rolls left.",
    "Without all three after the third roll, you have no cargo. Then the next player rolls.",
)

DRUNKS = (
    Under("special_rolls"),
    "Drunks, a 6 on the first roll but 5 and 4 only on the third: 2 more for the cargo.",
)

DESPERATE = (
    Under("special_rolls"),
    "Desperate sailors, 5 and 4 on every roll but a 6 only on the last: 3 more for the cargo.",
)

SHIP_CAPTAIN_CREW = Lesson(
    {
        "You need": (NEEDED, (Under("ante"), "Coins.")),
        "Goal": ("Bring in the highest cargo of the round.",),
        "Play": (
            (Under("ante"), "Before each round, everyone puts the ante of {ante} in the pot."),
            *ROLLING,
            (
                Under("special_rolls"),
                "Favorable wind, 6, 5, 4, 6, 6 on the first roll: wins the round at once; nobody else rolls.",
            ),
            (
                Under("special_rolls"),
                "Shipwreck, 6, 1, 1, 1, 1 on the first roll: double the ante, by paying it once more, and "
                "roll on; or withdraw from the game. Without an ante, you can only withdraw.",
            ),
            DRUNKS,
            DESPERATE,
        ),
    },
    FOUR,
    {"cargo": {"Ann": 7, "Bea": None, "Cal": 9, "Dee": 4}},
)

CARAVAN = Lesson(
    {
        "You need": (NEEDED,),
        "Goal": ("Bank cargo every round, and be the first to reach {target}.",),
        "Play": (
            *ROLLING,
            "Everyone banks their cargo: it’s added to their total.",
            (Under("bank_once"), "You can bank each value only once. The same value again scores nothing."),
            (
                Under("special_rolls"),
                "Favorable wind, 6, 5, 4, 6, 6 on the first roll: bank 12. The others still roll.",
            ),
            (
                Under("special_rolls"),
                "Shipwreck, 6, 1, 1, 1, 1 on the first roll: double the wager, by paying it once more, and "
                "roll on; or withdraw from the game. Without a wager, you can only withdraw.",
            ),
            DRUNKS,
            DESPERATE,
        ),
    },
    FOUR,
    {"cargo": {"Ann": 8, "Bea": 6, "Cal": None, "Dee": 11}},
)
