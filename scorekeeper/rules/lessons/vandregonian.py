"""Lessons of the games of the Vandregonian deck (text 004, in our own words)."""

from scorekeeper.rules.house import Under
from scorekeeper.rules.lessons import FOUR, Lesson

DECK = "A Vandregonian deck: 52 cards, thirteen in each of clubs, diamonds, hearts and spades."

DEAL_PASSES = "The deal passes to the {direction} after each hand."

FIRST_LEADS = (
    "The player to the dealer’s {direction} leads the first trick. To a trick, everyone plays one card, in "
    "turn to the {direction}."
)

NOBLES_ESTATE = Lesson(
    {
        "You need": (
            DECK,
            (Under("stones", False), "Coins."),
            (Under("stones"), "20 marker stones each, to pay with instead of coins."),
            (Under("stones"), "Coins for a pot, into which everyone puts {pot} at the start."),
        ),
        "Goal": ("Be the first without cards, and collect from the others.",),
        "Deal": ("Deal five cards each and put the rest away.", DEAL_PASSES),
        "Play": (
            "The player to the dealer’s {direction} plays any card.",
            "Anyone who has the next card up in the same suit plays it: after the six of clubs, the seven. "
            "There are no turns.",
            "When nobody can go on, the player of the last card starts again with any card.",
            "If you play the Queen of Diamonds, the Mistress, everyone else pays you 3 at once. If you play "
            "the Jack of Clubs, the Beggar, everyone else pays you 2.",
            "The hand ends when someone has played their last card.",
            "Agree first whether an ace follows a king, comes before the two, or both.",
        ),
    },
    FOUR,
    {"winner": "Bea", "mistress": "Cal", "beggar": None, "cards_left": {"Ann": 2, "Cal": 1, "Dee": 3}},
)

WHIST = Lesson(
    {
        "You need": (DECK + " Agree whether aces are high, as is common, or low.",),
        "Goal": ("Take more tricks than the other side.",),
        "Deal": (
            "Choose partners, or draw them: deal everyone a card face up; the two lowest play together and "
            "choose their seats.",
            "Partners sit across from each other. They don’t talk about the cards, or about much else.",
            "The player to the dealer’s right cuts. The dealer deals 13 cards each and turns up their own "
            "last card, which shows trump, before taking it into their hand.",
            DEAL_PASSES,
        ),
        "Play": (
            FIRST_LEADS,
            "Follow the suit that was led if you can. If you can’t, play any card, trump or not.",
            "The highest trump takes the trick. Without a trump, the highest card of the suit led does. Its "
            "player leads the next trick.",
        ),
    },
    FOUR,
    {"winner": "Ann", "tricks": 9},
)

COMMANDER = Lesson(
    {
        "You need": (DECK + " Kings are high, aces low.", "Coins."),
        "Goal": ("Win one of three piles of coins, or more than one.",),
        "Deal": (
            "Everyone pays the ante of {ante} into each of three piles: Commander, Captain and Company.",
            "Deal five cards each, and turn up the next card: it shows trump and is set aside.",
            DEAL_PASSES,
        ),
        "Play": (
            FIRST_LEADS,
            "Follow the suit that was led if you can. If you can’t, you must play a trump; if you have none, "
            "play any card.",
            "The highest trump takes the trick. Without a trump, the highest card of the suit led does. Its "
            "player leads the next trick.",
            "After five tricks the dealer deals everyone five new cards, with the same trump; the player who "
            "took the last trick leads. The hand is over when there aren’t enough cards left for everyone.",
        ),
        "Piles": (
            "Commander: the player who took the most tricks.",
            "Captain: the player who took the King of trumps.",
            "Company: the player with the highest three of a kind (three cards of one rank) among the cards "
            "they took.",
        ),
    },
    FOUR,
    {"commander": "Ann", "captain": "Bea", "company": None},
)

LANSQUENET = Lesson(
    {
        "You need": (DECK, "Coins."),
        "Goal": ("Bet that the bank’s card comes up again before your own does.",),
        "Before a round": (
            "One player is the bank: they deal, set the ante and cover every bet, but make none. Anyone who "
            "wants to play puts up the ante.",
            "The bank deals two hand cards face up to the side, then one card face up for itself and one for "
            "each player.",
            "If any player’s card has the rank of a hand card or of the bank’s card, everyone loses: the "
            "bank takes all antes, and the round is over. If not, players put their antes on their cards.",
        ),
        "Play": (
            "The bank turns up cards one by one. Only ranks matter.",
            "A hand card’s rank: put it beside that card. When both hand cards are matched, all bets go back "
            "and the round is over.",
            "A player’s rank: the bank takes the bet on that card. Remove the player’s card; leave the new "
            "one on the table.",
            "The bank’s rank: the bank loses, pays every bet that is left 1 to 1, and the round is over.",
            "Any other rank: the card stays, and players may bet on it too.",
        ),
        "Selling the bank": (
            "Between rounds the bank may offer itself for sale. In turn, the others say what they’d pay; the "
            "highest offer buys it and deals from then on.",
        ),
    },
    FOUR,
    {"collected": {"Bea": 3}, "standing": {"Cal": 2, "Dee": 5}, "result": "players"},
)
