"""The rule texts that the games come from, and facts about their decks."""

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    "000": "Vines Rules (Crab Fragment Labs): the nine games of the Vines deck",
    "001": "Chevalier (Crab Fragment Labs): the rules of this game alone",
    "002": "The Coralón suite (Crab Fragment Labs): Coralon and Thief, alone and in partnerships",
    "003": "Up and Down (Crab Fragment Labs): the rules of this game alone",
    "004": "On the Games and Pass-Times of the Old and New World, commissioned by Dominet Martingale",
}
"""Each text by the number that games use for it."""

VINES_RANKS = ("Ace", "Knight", "Bishop", "Farmer", "Tar", "7", "6", "5", "4", "3", "2")
"""The ranks of the Vines deck, highest first (text 000)."""

ARCHAIC_SUITS = ("trees", "anchors", "locks", "crowns", "cups")
"""The suits of the Vines deck in their archaic order, lowest first (text 000)."""

POKER_HANDS: tuple[tuple[str, str], ...] = (
    ("Five of a kind", "Five cards of one rank, one of each suit"),
    ("Straight flush", "Five ranks in a row, all of one suit"),
    ("Flush", "Five cards of one suit"),
    ("Four of a kind", "Four cards of one rank"),
    ("Full house", "Three cards of one rank and two of another"),
    ("Straight", "Five ranks in a row, of several suits"),
    ("Three of a kind", "Three cards of one rank"),
    ("Two pair", "Two cards of one rank and two of another"),
    ("Pair", "Two cards of one rank"),
    ("High card", "None of these; the highest card counts"),
)
"""Poker hands with the Vines deck, best first (text 000)."""

DEAL_PASSES = (
    "The deal passes to the left, as in all games here, or to the right, as in the manuscript, if your house "
    "rules say so. Then everything counted from the dealer’s left, such as who begins or gets odd coins, is "
    "counted from the dealer’s right."
)
"""The ruling on the deal in the card games of text 004."""
