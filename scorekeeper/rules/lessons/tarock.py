"""Lessons of the games of the Tarock deck (text 004, in our own words)."""

from scorekeeper.rules.house import Under
from scorekeeper.rules.lessons import FOUR, Lesson

DECK = (
    "A Tarock deck: 78 cards. Four suits of 14: King, Queen, Knight and Knave are high, then 10 to 1. 22 "
    "trumps: XXI, the highest, down to I, the Magician, and the Fool (0), which takes no trick."
)

FIRST_LEADS = (
    "The player to the dealer’s {direction} leads the first trick. To a trick, everyone plays one card, in "
    "turn to the {direction}."
)

FOLLOW = (
    "Follow the suit that was led if you can. If you can’t, you must play a trump, and beat the trumps "
    "already in the trick if you can. Without either, play any card; it can’t take the trick."
)

TAKES = (
    "The highest trump takes the trick. Without a trump, the highest card of the suit led does. Its player "
    "leads the next trick."
)

FOOL = (
    "The Fool excuses you: play it instead of following suit or trumping. You keep it and give a lesser card "
    "in exchange, from the tricks you took."
)

TAROCK = Lesson(
    {
        "You need": (DECK, (Under("ante"), "Coins.")),
        "Goal": ("Take the cards that are worth most.",),
        "Deal": (
            (Under("ante"), "Everyone pays the ante of {ante} into the pot."),
            "Deal twelve cards each and put the rest away.",
            "The deal passes to the {direction} after each hand.",
        ),
        "Play": (
            FIRST_LEADS,
            FOLLOW,
            TAKES,
            FOOL,
            "A player caught breaking these rules forfeits their points of the hand.",
        ),
        "Card points": (
            "Count the cards in the tricks you took.",
            "I, XXI, the Fool and each King: 5. Queen 4, Knight 3, Knave 2.",
            "Other cards of the four suits: ½ each.",
            (Under("plain_trumps", False), "Trumps II to XX: nothing."),
            (Under("plain_trumps"), "Trumps II to XX: ½ each."),
        ),
    },
    ("Ann", "Bea", "Cal"),
    {"points": {"Ann": 30.5, "Bea": 24, "Cal": 20}},
)

JEU_DE_TAROCK = Lesson(
    {
        "You need": (DECK,),
        "Goal": (
            "As the attacker, take the points you bid, alone against all others. As a defender, stop that.",
        ),
        "Deal": (
            "Draw cards for the first deal: the highest deals, and trumps beat suits. Draw again for the "
            "Fool.",
            "The player to the dealer’s left cuts. Deal 18 cards each, three at a time (24 with three "
            "players).",
            "Between the packets, deal six cards to the dog, one at a time: never two in a row, nor the "
            "first or last card of the deal.",
            "The text has no deal for five players: agree on one.",
            "After a misdeal, shuffle and deal again.",
            "The deal passes to the {direction} after each hand.",
        ),
        "Bidding": (
            "A bid has two parts: a number of points, 1 to 91, and a contract.",
            "Contracts, from the lowest: Prise, Garde, Garde sans le chien, Garde contre le chien.",
            "Starting on the dealer’s {direction}, players bid or pass until all but one have passed. A "
            "player who has passed is out. Each bid must be higher than the last.",
            "The text doesn’t say whether a higher contract beats more points: agree first.",
            "The last bidder is the attacker, the others defend.",
            (
                Under("raise_stakes"),
                "A Garde raises the stakes: everyone adds the wager to the pot once more. In a "
                "Garde sans le chien they add it three times, in a Garde contre le chien five times.",
            ),
        ),
        "Dog": (
            "Prise: the attacker takes the dog and discards six cards, which count with their tricks. × 1.",
            "Garde: the same, but Kings and trumps can’t be discarded. If you hold only trumps, you may "
            "discard any but the I, the XXI and the Fool. × 2.",
            "Garde sans le chien: the dog counts with the attacker’s tricks; nobody looks at it until the "
            "end. × 4.",
            "Garde contre le chien: the dog counts with the defenders’ tricks. × 6.",
        ),
        "Play": (
            "Before the first card, players may declare a poignée: that they hold at least 10, 13 or 15 "
            "trumps. The attacker may announce a chelem: that they’ll take every trick.",
            FIRST_LEADS,
            FOLLOW,
            TAKES,
            FOOL,
        ),
        "Card points": (
            "Count the attacker’s cards in pairs. A King, the I, the XXI or the Fool with a plain card: 5. A "
            "Queen with one 4, a Knight 3, a Knave 2. Two plain cards: 1. In all there are 91.",
            "Plain cards are 10 to 1 of the suits and trumps II to XX.",
        ),
        "Extras": (
            "Magician: 10 for the side that takes the last trick with the I. Of the extras, only these 10 "
            "are multiplied.",
            "Poignée: 20, 40 or 60 for the side that wins the hand, no matter who declared it.",
            "Chelem: 400 for the attack if it takes every trick as announced, 200 against it if it doesn’t. "
            "Unannounced, every trick is 200 for the side that took them.",
        ),
    },
    FOUR,
    {"attacker": "Bea", "contract": "garde", "target": 50, "taken": 56},
)
