"""Lessons of the dice games (text 004, in our own words)."""

from scorekeeper.rules.lessons import FOUR, Lesson

HAZARD = Lesson(
    (
        "One player is the bank and covers every bet. Another is the shooter.",
        "The shooter picks a main from 5 to 9 and bets on winning.",
        "The others bet on whether the shooter wins or loses.",
        "The first roll wins if it is the main. It also wins on 12 with a main of 6 or 8, and on 11 with "
        "a main of 7.",
        "It loses on 2 and 3, and on 11 and 12 unless they win.",
        "Any other number is the chance. From now on the chance wins and the main loses.",
        "Before rolling again, bets may be changed.",
        "Roll until one of the two comes up. The bank pays the bets that were right and takes the others.",
    ),
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
    (
        "Draw a board with the numbers 2 to 12, but no 4. Everyone puts a coin on the 7, the Wedding.",
        "In turn, roll two dice.",
        "If a coin lies on your number, take it. If not, put one there.",
        "4: nothing happens.",
        "7, the Wedding: put a coin on it, and raise your glass.",
        "2, the Pig: take every coin on the board except those on the Wedding.",
        "12, the King: take every coin on the board.",
    ),
    FOUR,
    {"roll": 12},
)

SHIP_RULES = (
    "Roll five dice up to three times. You need a 6 (the ship), a 5 (the captain) and a 4 (the crew), in "
    "that order.",
    "You may keep a 5 only with a 6, and a 4 only with both. Roll all the other dice again.",
    "With all three, the other two dice are your cargo; you may roll them again if you have rolls left.",
    "Without all three after three rolls, you have no cargo.",
)

SHIP_CAPTAIN_CREW = Lesson(
    (
        "Everyone puts an ante in the pot.",
        *SHIP_RULES,
        "The highest cargo takes the pot.",
        "If two tie, they share it; an odd coin stays for the next round.",
    ),
    FOUR,
    {"cargo": {"Ann": 7, "Bea": None, "Cal": 9, "Dee": 4}},
)

CARAVAN = Lesson(
    (
        *SHIP_RULES,
        "Everyone banks their cargo each round.",
        "The game ends with the round in which someone reaches 77. The highest total wins.",
    ),
    FOUR,
    {"cargo": {"Ann": 8, "Bea": 6, "Cal": None, "Dee": 11}},
)
