"""Lessons of the games of the Tarock deck (text 004, in our own words)."""

from scorekeeper.rules.lessons import FOUR, Lesson

TAROCK = Lesson(
    (
        "Everyone pays an ante. Deal twelve cards each; the rest of the deck is not used.",
        "The player to the dealer’s left leads.",
        "Follow suit if you can. If you can’t, play a trump, and beat the trumps already played if you can.",
        "Without either, play any card; it can’t take the trick.",
        "The Fool (trump 0) excuses you from a trick. It never takes one, and you swap it for a lesser "
        "card you’ve already taken.",
        "If you’re caught breaking these rules, you forfeit your points of the hand.",
        "Count the cards you took: 5 points for the I, the XXI, the Fool and each king, 4 for a queen, 3 "
        "for a knight, 2 for a knave, and half a point for every other suited card.",
        "The most card points take all the antes.",
    ),
    ("Ann", "Bea", "Cal"),
    {"points": {"Ann": 30.5, "Bea": 24, "Cal": 20}},
)

JEU_DE_TAROCK = Lesson(
    (
        "Deal 18 cards each in threes (with four players), and six to the middle: the dog.",
        "Bid a contract, higher than the one before, or pass and stay out. The last bidder attacks; "
        "everyone else defends.",
        "Prise and garde: the attacker takes the dog and discards six cards to their tricks. Garde "
        "doubles the hand.",
        "Garde sans le chien: the dog goes unseen to the attacker’s tricks; the hand counts four times. "
        "Garde contre: it goes to the defenders, and the hand counts six times.",
        "Play tricks as in Tarock. Then count the attacker’s cards in pairs: a king, the I, the XXI or "
        "the Fool with a plain card is 5, a queen 4, a knight 3, a knave 2, and two plain cards 1.",
        "A hand is worth 25, plus the points above or below the contract, times the contract.",
        "Taking the last trick with the I adds 10 for the side that did, before multiplying.",
        "A poignée (10, 13 or 15 trumps, declared) adds 20, 40 or 60.",
        "Every trick is worth 400 if you announced it, 200 if you didn’t. Announcing it and failing costs "
        "200.",
        "If the attacker wins, each defender pays the value; if not, the attacker pays it to each of them.",
    ),
    FOUR,
    {"attacker": "Bea", "contract": "garde", "target": 50, "taken": 56},
)
