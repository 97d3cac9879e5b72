"""Lessons of the games of the Vines deck (texts 000 to 003, in our own words)."""

from scorekeeper.rules.house import Under
from scorekeeper.rules.lessons import FIVE, FOUR, Lesson

DECK = (
    "A Vines deck: 55 cards, eleven in each of five suits. From high to low they are Ace, Knight, Bishop, "
    "Farmer, Tar, then 7 down to 2 (the Deuce)."
)

SEATS = (
    "Partners sit across from each other. They don’t talk about their cards, except by what they bid and "
    "play."
)

COINS = "Coins. Everyone starts with {stake}, and may borrow more."

DEAL_ALL = (
    "Deal out the whole deck. If some players get a card more than the others, they look at their hand and "
    "then discard one card face down."
)

DEAL_PASSES = "The deal passes to the left after each hand."

BOX = (
    "Deal 13 cards each. The last three cards are the box: turn one of them up. Its suit is the only one "
    "that can be trump."
)

OPEN_CARD = (
    "Turn the next card up. It is the open card: its suit is the only one that can be trump. The rest of the "
    "deck isn’t used."
)

ONCE_AROUND = (
    "Starting on the dealer’s left and going around once, each player bids or passes. A bid must be higher "
    "than the last one. Only the highest counts."
)

UNTIL_ONE_IS_LEFT = (
    "Starting on the dealer’s left, players bid or pass, and go around until everyone else has passed. A bid "
    "must be higher than the last one. Only the highest counts."
)

TAKE_THE_BOX = (
    "The high bidder either takes the box and discards any three cards, which makes the turned-up suit "
    "trump, or turns the card down and plays without trump. The box then stays where it is."
)

TAKE_THE_OPEN_CARD = (
    "The high bidder either takes the open card and discards a card face down, which makes its suit trump, "
    "or turns it down and plays without trump."
)

LEADS = "The high bidder leads the first trick with any card."

LEADS_TRUMP = "The high bidder leads the first trick. The suit of that card is trump, so there always is one."

FOLLOW = (
    "To a trick, everyone plays one card, in turn to the left. Follow the suit that was led if you can. If "
    "you can’t, play any card, trump or not."
)

TAKES = (
    "The highest trump takes the trick. Without a trump, the highest card of the suit led does. Its player "
    "leads the next trick."
)

ZERO = (
    Under("zero_bids"),
    "You may bid zero instead: that you won’t take a trick. A zero beats every bid before it. After it a "
    "player may still bid a number, if it’s higher than the last number bid.",
)

ZERO_ALONE = (
    Under("zero_bids"),
    "If zero wins, the bidder’s partner sits out and the other three play the hand. The bidder must not take "
    "a trick.",
)

DOUBLE_ZERO = (
    Under("zero_bids"),
    "After your partner’s zero you may bid double zero: you both play, and neither of you may take a trick.",
)

CORALON = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Win the bidding, then take exactly as many tricks as you bid.",),
        "Deal": (DEAL_ALL, DEAL_PASSES),
        "Bidding": (
            "You bid how many tricks you’ll take, at least 2.",
            ONCE_AROUND,
            "If nobody else bids, the dealer must bid, at least 2.",
            ZERO,
            (
                Under("zero_bids"),
                "Once someone has bid zero, you may say “less”: that you won’t take a trick, and that "
                "everyone who has bid “zero” or “less” so far will take at least one.",
            ),
            (Under("zero_bids"), "Agree first whether a zero may follow a zero, or only a less."),
        ),
        "Play": (LEADS_TRUMP, FOLLOW, TAKES),
    },
    FOUR,
    {"bidder": "Bea", "bid": 4, "tricks": {"Ann": 3, "Bea": 4, "Cal": 3, "Dee": 3}},
)

CORALON_PARTNERS = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Win the bidding, then take exactly as many tricks as your side bid.",),
        "Deal": (SEATS, BOX, DEAL_PASSES),
        "Bidding": (
            "You bid how many of the 13 tricks your side will take, at least 2.",
            ONCE_AROUND,
            "If nobody else bids, the dealer must bid, at least 2.",
            ZERO,
            ZERO_ALONE,
            DOUBLE_ZERO,
        ),
        "Play": (TAKE_THE_BOX, LEADS, FOLLOW, TAKES),
    },
    FOUR,
    {"bidder": "Bea", "bid": 6, "tricks": 9},
)

SECOND_SUIT = (
    "Nobody chooses the other one: the first card that neither follows suit nor is of the known special suit "
    "sets it. That can happen in any trick, or never."
)

LOWEST_THIEF = (
    "In each trick, the player of the lowest thief keeps that card, no matter who takes the trick: lay it "
    "face up, it’s a point. Higher thieves go with the trick and count nothing."
)

TOO_EARLY = (
    "The card that sets the suit of thieves counts as one itself; cards of the suit played before it don’t. "
    "For taking tricks, thieves are a plain suit."
)

THIEF = Lesson(
    {
        "You need": (DECK,),
        "Goal": (
            (
                Under("bid_tricks_only", False),
                "Take exactly as many points as you bid, in tricks and thieves.",
            ),
            (Under("bid_tricks_only"), "Take exactly as many tricks as you bid, and keep thieves besides."),
        ),
        "Deal": (
            "With three players, deal 12 cards each and put the rest away. With more, deal out the whole "
            "deck; players with a card more than the others look at their hand and discard one face down.",
            DEAL_PASSES,
        ),
        "Bidding": (
            (
                Under("bid_tricks_only", False),
                "You bid how many points you’ll take, at least 3. Each trick is a point, and so is each "
                "thief you keep.",
            ),
            (Under("bid_tricks_only"), "You bid how many tricks you’ll take, at least 3. Thieves are extra."),
            ONCE_AROUND,
            "If nobody else bids, the dealer must bid, at least 3.",
        ),
        "Play": (
            "Two suits are special: trump and the thieves. The high bidder leads the first trick, and says "
            "which of the two the suit of that card is.",
            SECOND_SUIT,
            FOLLOW,
            TAKES,
            LOWEST_THIEF,
            TOO_EARLY,
        ),
    },
    FOUR,
    {
        "bidder": "Bea",
        "bid": 6,
        "tricks": {"Ann": 4, "Bea": 4, "Cal": 3, "Dee": 2},
        "thieves": {"Bea": 2, "Cal": 1},
    },
)

THIEVES = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Take exactly as many tricks as your side bid, and keep thieves besides.",),
        "Deal": (SEATS, BOX, DEAL_PASSES),
        "Bidding": (
            "You bid how many of the 13 tricks your side will take, at least {min_bid}. Thieves don’t count "
            "towards the bid.",
            ONCE_AROUND,
            "If nobody else bids, the dealer must bid, at least {min_bid}.",
        ),
        "Play": (
            TAKE_THE_BOX,
            LEADS,
            "A second suit is special, the thieves. The bidder can’t choose either: trump comes from the "
            "box, and the first card that neither follows suit nor is trump sets the thieves. That can "
            "happen in any trick, or never.",
            FOLLOW,
            TAKES,
            LOWEST_THIEF,
            TOO_EARLY,
        ),
    },
    FOUR,
    {"bidder": "Ann", "bid": 5, "tricks": 5, "thieves": {"bidders": 2, "others": 3}},
)

SEVEN_EACH = "Deal seven cards each."

FORFEITS = (
    "If nobody else bids, the dealer bids, or forfeits the hand: the other side then scores 3, and nobody "
    "plays."
)

ZERO_ANY_TIME = (
    Under("zero_bids"),
    "On your turn you may always bid zero: that you won’t take a trick. The next player may bid zero too, or "
    "a number higher than the last one. Of several zeros, the last counts.",
)

EITHER_DOUBLE_ZERO = (
    Under("zero_bids"),
    "Or bid double zero: you both play, and neither of you may take a trick.",
)

BLIND = (
    Under("blind_bids"),
    "You may bid blind as long as neither you nor your partner has looked at any cards; you may warn your "
    "partner not to look. The number must still beat the last bid.",
)

BLIND_PARTNER = (
    Under("blind_bids"),
    "Once you have bid blind, your partner may look and bid as usual. If your bid wins, look at your cards "
    "before you decide about the open card.",
)

BIDS_OF_PARTNERS = (
    ONCE_AROUND,
    FORFEITS,
    ZERO_ANY_TIME,
    ZERO_ALONE,
    EITHER_DOUBLE_ZERO,
    BLIND,
    BLIND_PARTNER,
)

FACE_UP = "Keep your tricks face down and your point cards face up."

DUCKS_AND_GEESE = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Reach the bid of your side with tricks, ducks and geese.",),
        "Deal": (SEATS, SEVEN_EACH, OPEN_CARD, DEAL_PASSES),
        "Bidding": (
            "You bid how many points your side will take, at least 3 and at most 17.",
            "For the side that wins the bidding, each trick is a point. For both sides, so is each duck (a "
            "Deuce) and each goose (a Farmer) in the tricks they take.",
            *BIDS_OF_PARTNERS,
        ),
        "Play": (TAKE_THE_OPEN_CARD, LEADS, FOLLOW, TAKES, FACE_UP),
    },
    FOUR,
    {
        "bidder": "Bea",
        "bid": 6,
        "tricks": 4,
        "ducks": {"bidders": 2, "others": 1},
        "geese": {"bidders": 1, "others": 0},
    },
)

DOG = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Reach the bid of your side with tricks and Tars.",),
        "Deal": (SEATS, SEVEN_EACH, OPEN_CARD, DEAL_PASSES),
        "Bidding": (
            "You bid how many points your side will take, at least 2 and at most 12.",
            "For the side that wins the bidding, each trick is a point. For both sides, so is each Tar in "
            "the tricks they take.",
            *BIDS_OF_PARTNERS,
        ),
        "Play": (TAKE_THE_OPEN_CARD, LEADS, FOLLOW, TAKES, FACE_UP),
    },
    FOUR,
    {"bidder": "Bea", "bid": 4, "tricks": 4, "tars": {"bidders": 1, "others": 2}},
)

DUCKS_AND_GEESE_CUTTHROAT = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Win the bidding, and make your bid with tricks, ducks and geese.",),
        "Deal": ("Deal eight cards each and put the rest away. Everyone plays alone.", DEAL_PASSES),
        "Bidding": (
            "You bid how many points you’ll take, at least 2 and at most 18. Nobody can bid zero.",
            "For the high bidder alone, each trick is a point. For everyone, so is each duck (a Deuce) and "
            "each goose (a Farmer).",
            ONCE_AROUND,
            "If nobody else bids, the dealer must bid, at least 2.",
            (
                Under("blind_bids"),
                "You may bid blind, before you look at your cards. The number must still beat the last bid.",
            ),
        ),
        "Play": (
            LEADS_TRUMP,
            FOLLOW,
            TAKES,
            "A Deuce that you lead, or that follows suit, stays yours. A Deuce played on another suit, even "
            "the Deuce of trumps, goes to the player who takes the trick, as Farmers always do.",
            FACE_UP,
        ),
    },
    FOUR,
    {
        "bidder": "Bea",
        "bid": 6,
        "tricks": 3,
        "ducks": {"Bea": 1, "Ann": 1},
        "geese": {"Bea": 1, "Dee": 1},
    },
)

DEAL_BUT_FACES = (
    "Deal out the whole deck. With four players, three have a card too many: before play they discard one, "
    "but no Knight, Bishop, Farmer or Tar."
)

TEN_POINTS = (
    "You bid how many of the ten points you’ll take together with a partner, who isn’t known yet, from 1 to "
    "10."
)

BID_AGAIN = "Agree first whether a player who has passed may bid again."

SETS_THE_GAME = (
    "The high bidder must name a trump suit, and says Knight or Bishop: “Bishop of Cups” makes Cups trump "
    "and plays for Peace, “Knight of Cups” for War."
)

BLOCKS = (
    "In War each Knight and each Tar in the tricks you take is a point, in Peace each Bishop and each "
    "Farmer. Tricks themselves count nothing."
)

PLAYS_LOWEST = (
    "The high bidder leads the first trick with any card. The player of the lowest trump in it, apart from "
    "the lead, is their partner."
)

STOP_EARLY = (
    "The two play against the others. You may stop as soon as the bid is reached or can’t be reached any "
    "more."
)

BISHOP = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Win the bidding and reach your bid with a partner, or stop those who did.",),
        "Deal": (DEAL_BUT_FACES, DEAL_PASSES),
        "Bidding": (TEN_POINTS, UNTIL_ONE_IS_LEFT, BID_AGAIN, SETS_THE_GAME, BLOCKS),
        "Play": (
            (
                Under("jasper_city", False),
                "Among the others, the player with the lowest trump is the bidder’s partner, and leads the "
                "first trick with it. Usually that’s the Deuce. If the bidder holds it, they say which is "
                "the lowest trump they don’t have.",
            ),
            (Under("jasper_city"), PLAYS_LOWEST),
            FOLLOW,
            TAKES,
            STOP_EARLY,
        ),
    },
    FIVE,
    {"bidder": "Bea", "bid": 4, "partner": "Dee", "block": "war", "made": True},
)

BARONET = Lesson(
    {
        "You need": (DECK, COINS),
        "Goal": ("Win coins by reaching your bid with a partner, or by stopping those who bid.",),
        "Deal": (DEAL_BUT_FACES, DEAL_PASSES),
        "Bidding": (TEN_POINTS, UNTIL_ONE_IS_LEFT, BID_AGAIN, SETS_THE_GAME, BLOCKS),
        "Play": (PLAYS_LOWEST, FOLLOW, TAKES, STOP_EARLY),
    },
    FIVE,
    {"bidder": "Bea", "bid": 6, "partner": "Dee", "block": "war", "made": True},
)

CHEVALIER = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Reach the bid of your side with tricks that aren’t poisoned, or with all the poison.",),
        "Deal": (SEATS, "Deal ten cards each.", OPEN_CARD, DEAL_PASSES),
        "Bidding": (
            "You bid how many points your side will take, from 1 to 15.",
            ONCE_AROUND,
        ),
        "Play": (
            TAKE_THE_OPEN_CARD,
            LEADS,
            FOLLOW,
            TAKES,
            "Each trick is a point, unless it is poisoned. The {poison_rank} are poison: a trick with one or "
            "more of them counts nothing. Keep it face up, the others face down.",
            "A side that takes every one of the {poison_rank} that were dealt makes a sweep: its poisoned "
            "tricks then count after all.",
        ),
    },
    FOUR,
    {
        "bidder": "Bea",
        "bid": 5,
        "clean": {"bidders": 4, "others": 3},
        "poisoned": {"bidders": 2, "others": 1},
    },
)

ALL_ELEVEN = "Deal out the whole deck, eleven cards each."

SPLIT = (
    "To a trick, everyone plays one card, in turn to the left. Follow the suit that was led if you can; if "
    "not, play any card."
)

HALVES = (
    "A trick has two halves. Letter cards (Ace, Knight, Bishop, Farmer, Tar) are high, 2 to 7 are low. The "
    "best high card takes the high half, the best low card the low half: a point each."
)

LIVE = (
    "Only trumps and cards of the suit led count. Trumps beat the others, but a high trump never takes the "
    "low half, nor a low trump the high one. All other cards are dead, and make no half."
)

UNDIVIDED = (
    "If one half has no card that counts, the best card of the other takes the whole trick: one point."
)

HIGH_LEADS = (
    "The player who took the high half leads the next trick; if there was only one half, its taker does."
)

SPLIT_WITH_LEADER = (
    "The leader’s partner for this hand is the first player to split a trick with them: one took the high "
    "half, the other the low. That may never happen."
)

RED = "To play without a partner, the leader says “red” with the first card."

UP_AND_DOWN = Lesson(
    {
        "You need": (DECK, COINS),
        "Goal": (
            "Take the lead and win more than half of the points together with a partner, or stop the player "
            "who leads.",
        ),
        "Deal": (ALL_ELEVEN, DEAL_PASSES),
        "Taking the lead": (
            (
                Under("opening", "formal"),
                "Nobody bids. Starting on the dealer’s left and going around once, each player knocks, which "
                "is to pass, or leads a card and becomes the leader.",
            ),
            (
                Under("opening", "formal"),
                "If everyone else knocks, the dealer leads, or takes the hand back: the hand is over, and "
                "the dealer pays each of the others 1 coin.",
            ),
            (
                Under("opening", "informal"),
                "Nobody bids. Anyone may lead the first card and become the leader: the quickest gets the "
                "lead.",
            ),
            (
                Under("opening", "informal"),
                "A player who won’t lead pays 1 coin into the pot. As long as someone hasn’t paid, they may "
                "lead, and the others take their coins back. The last one pays 2, or leads.",
            ),
            "By leading, you claim that you and a partner will take more than half of the points. With every "
            "trick split there are 22, so you need 12. If fewer are split, fewer will do.",
        ),
        "Play": (
            "The suit of the first card is trump, so there always is one.",
            SPLIT,
            HALVES,
            LIVE,
            UNDIVIDED,
            HIGH_LEADS,
            SPLIT_WITH_LEADER,
            RED,
        ),
    },
    FIVE,
    {"leader": "Bea", "points": {"bidders": 12, "others": 10}, "partner": "Dee"},
)

UP_AND_DOWN_POINTS = Lesson(
    {
        "You need": (DECK,),
        "Goal": ("Take exactly as many points as you bid, together with a partner.",),
        "Deal": (ALL_ELEVEN, DEAL_PASSES),
        "Bidding": (
            "You bid how many points you’ll take, from 3 to 22, with a partner who isn’t known yet.",
            UNTIL_ONE_IS_LEFT,
            "A player who has passed can’t bid again.",
        ),
        "Play": (
            "The high bidder is the leader and leads the first trick. The suit of that card is trump, so "
            "there always is one.",
            SPLIT,
            HALVES,
            LIVE,
            UNDIVIDED,
            HIGH_LEADS,
            SPLIT_WITH_LEADER,
            RED,
        ),
    },
    FIVE,
    {"bidder": "Bea", "bid": 12, "points": {"bidders": 13, "others": 9}, "partner": "Dee"},
)
