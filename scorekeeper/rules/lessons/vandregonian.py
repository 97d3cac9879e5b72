"""Lessons of the games of the Vandregonian deck (text 004, in our own words)."""

from scorekeeper.rules.lessons import FOUR, Lesson

NOBLES_ESTATE = Lesson(
    (
        "Deal five cards each.",
        "The player to the dealer’s left plays any card.",
        "Anyone who has the next card up in the same suit plays it: after the six of clubs, the seven.",
        "When nobody can go on, the player of the last card starts again with any card.",
        "If you play the Queen of Diamonds, the Mistress, everyone else pays you 3 coins.",
        "If you play the Jack of Clubs, the Beggar, everyone else pays you 2.",
        "The hand ends when someone has played their last card: the others pay them 1 coin for each card "
        "they still hold.",
    ),
    FOUR,
    {"winner": "Bea", "mistress": "Cal", "beggar": None, "cards_left": {"Ann": 2, "Cal": 1, "Dee": 3}},
)

WHIST = Lesson(
    (
        "Partners sit across the table from each other and don’t talk about the game.",
        "Deal 13 cards each. One more card turned up shows trump.",
        "The player to the dealer’s left leads.",
        "Follow suit if you can; otherwise play any card. The highest trump takes the trick, or else the "
        "highest card of the suit led.",
        "The winner of a trick leads the next one.",
        "The side with more than six tricks scores a point for each trick over six.",
        "The first side to reach 5 points wins.",
    ),
    FOUR,
    {"winner": "Ann", "tricks": 9},
)

COMMANDER = Lesson(
    (
        "Everyone pays an ante into each of three piles: Commander, Captain and Company.",
        "Deal five cards each and turn up the next one, which shows trump. Kings are high, aces low.",
        "The player to the dealer’s left leads. Follow suit if you can; if not, play a trump if you have "
        "one.",
        "The best trump takes the trick, or else the best card of the suit led. Its winner leads the next.",
        "After five tricks the dealer deals five new cards each, until there aren’t enough for everyone.",
        "The player who took the most tricks wins the Commander pile.",
        "The player who took the King of trumps wins the Captain pile.",
        "The player with the best three of a kind among the cards they took wins the Company pile.",
        "A pile that nobody wins stays for the next hand.",
    ),
    FOUR,
    {"commander": "Ann", "captain": "Bea", "company": None},
)

LANSQUENET = Lesson(
    (
        "One player is the bank, deals, and covers every bet. The others put up the same ante.",
        "The bank turns up two hand cards, then a card for itself and one for each player.",
        "If one of these matches a hand card or the bank’s card in rank, the bank takes all bets, and a "
        "new round begins.",
        "Otherwise the bank turns up cards one by one.",
        "A card that matches a player’s card: the bank takes the bet on it.",
        "A card that matches the bank’s card: the bank loses and pays every bet that is left.",
        "When both hand cards have been matched, all bets go back to the players.",
        "A card that matches nothing stays, and players may bet on it too.",
        "The bank may be sold: the highest offer buys it.",
    ),
    FOUR,
    {"collected": {"Bea": 3}, "standing": {"Cal": 2, "Dee": 5}, "result": "players"},
)
