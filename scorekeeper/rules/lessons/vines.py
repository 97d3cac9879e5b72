"""Lessons of the games of the Vines deck (texts 000 to 003, in our own words)."""

from scorekeeper.rules.lessons import FIVE, FOUR, Lesson

FOLLOW = (
    "Follow the suit that was led if you can; otherwise play any card. The highest trump takes the trick, "
    "or without a trump the highest card of the suit led."
)

LEAD_NEXT = "The winner of a trick leads the next one."

PARTNERS = "Partners sit across the table from each other and don’t talk about their cards."

DEAL_ALL = "Deal out the whole deck. Players with a card more than the others discard one face down."

OPEN_CARD = (
    "The high bidder either takes the open card and discards one, which makes its suit trump, or leaves "
    "it and plays without trump."
)

CORALON = Lesson(
    (
        DEAL_ALL,
        "From the dealer’s left, each player bids once or passes. You bid how many tricks you’ll take: at "
        "least 2, and more than the bid before.",
        "If everyone else passes, the dealer has to bid.",
        "The high bidder leads the first trick. The suit of that first card is trump.",
        FOLLOW,
        LEAD_NEXT,
        "Take exactly what you bid, and you’re the only one to score.",
        "Take more than you bid, and everyone scores a point for each trick.",
        "Take fewer, and everyone but you scores their tricks.",
        "The deal passes to the left. Play hands until someone reaches the winning score.",
    ),
    FOUR,
    {"bidder": "Bea", "bid": 4, "tricks": {"Ann": 3, "Bea": 4, "Cal": 3, "Dee": 3}},
)

CORALON_PARTNERS = Lesson(
    (
        PARTNERS,
        "Deal 13 cards each. The last three are the box; turn one of them up.",
        "From the dealer’s left, each player bids once or passes: the tricks their side will take, at "
        "least 2.",
        "If everyone else passes, the dealer has to bid.",
        "The high bidder either takes the box and discards three cards, which makes the turned-up suit "
        "trump, or leaves it and plays without trump. Then they lead.",
        FOLLOW,
        LEAD_NEXT,
        "If the bidders take exactly their bid, only they score their tricks.",
        "If they take more, both sides score their tricks. If they take fewer, only the other side does.",
    ),
    FOUR,
    {"bidder": "Bea", "bid": 6, "tricks": 9},
)

THIEF = Lesson(
    (
        "Deal as in Coralon: the whole deck, or 12 cards each with three players.",
        "From the dealer’s left, each player bids once or passes: the points they’ll take, at least 3. A "
        "trick is a point, and so is each thief you keep.",
        "The high bidder leads and says whether that suit is trump or the thieves.",
        "The other of the two is the suit of the first card that is neither of the suit led nor of the "
        "key suit already known. That may take a while, or never happen.",
        FOLLOW,
        "The player of the lowest thief in a trick keeps it, face up. Higher thieves go with the trick "
        "and count nothing.",
        "Thieves that were played before their suit was known don’t count.",
        "Take exactly your bid in tricks and thieves, and only you score.",
        "Take more, and everyone scores their points. Take fewer, and everyone but you does.",
    ),
    FOUR,
    {
        "bidder": "Bea",
        "bid": 6,
        "tricks": {"Ann": 4, "Bea": 4, "Cal": 3, "Dee": 2},
        "thieves": {"Bea": 2, "Cal": 1},
    },
)

THIEVES = Lesson(
    (
        PARTNERS,
        "Deal 13 cards each. The last three are the box; turn one of them up.",
        "From the dealer’s left, each player bids once or passes: how many tricks their side will take, "
        "at least 3. Thieves are not part of the bid.",
        "The high bidder takes the box and discards three cards, which makes the turned-up suit trump, or "
        "plays without trump.",
        "The thieves are the suit of the first card that is neither trump nor of the suit led.",
        FOLLOW,
        "The player of the lowest thief in a trick keeps it as a point for their side.",
        "Tricks score as in Coralon for partners: exactly the bid, only the bidders; more, both sides; "
        "fewer, only the others.",
        "Both sides always score the thieves they kept.",
    ),
    FOUR,
    {"bidder": "Ann", "bid": 5, "tricks": 5, "thieves": {"bidders": 2, "others": 3}},
)

DUCKS_AND_GEESE = Lesson(
    (
        PARTNERS,
        "Deal seven cards each and turn up the next one: the open card.",
        "From the dealer’s left, each player bids once or passes: the points their side will take, at "
        "least 3.",
        "If everyone else passes, the dealer bids or forfeits, which gives the other side 3 points.",
        OPEN_CARD,
        "The high bidder leads. " + FOLLOW,
        "Deuces are ducks and Farmers are geese: a point each for the side that takes them. Keep them "
        "face up.",
        "The bidders also count a point for each trick; the other side doesn’t.",
        "If the bidders reach their bid, they score the bid and no more. The others score their ducks and "
        "geese.",
        "If they miss it, they score nothing, and the others get the bid on top of their ducks and geese: "
        "the bump.",
    ),
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
    (
        PARTNERS,
        "Deal seven cards each and turn up the next one: the open card.",
        "From the dealer’s left, each player bids once or passes: the points their side will take, at "
        "least 2.",
        "If everyone else passes, the dealer bids or forfeits, which gives the other side 3 points.",
        OPEN_CARD,
        "The high bidder leads. " + FOLLOW,
        "Only Tars are point cards: a point each for the side that takes them.",
        "The bidders also count a point for each trick; the other side doesn’t.",
        "If the bidders reach their bid, they score the bid and no more, and the others score their Tars.",
        "If they miss it, they score nothing, and the others get the bid on top of their Tars: the bump.",
    ),
    FOUR,
    {"bidder": "Bea", "bid": 4, "tricks": 4, "tars": {"bidders": 1, "others": 2}},
)

DUCKS_AND_GEESE_CUTTHROAT = Lesson(
    (
        "Everyone plays alone. Deal eight cards each; the rest of the deck is not used.",
        "From the dealer’s left, each player bids once or passes: the points they’ll take, at least 2.",
        "The high bidder leads the first trick, and its suit is trump.",
        FOLLOW,
        "Deuces are ducks and Farmers are geese: a point each for the player who takes them.",
        "A Deuce that you lead, or that follows suit, stays with you even if someone else takes the trick.",
        "Only the bidder counts a point for each trick.",
        "Take exactly your bid, and only you score. Take more, and everyone scores.",
        "Take fewer, and you lose as many points as you bid; everyone else scores their ducks and geese.",
    ),
    FOUR,
    {
        "bidder": "Bea",
        "bid": 6,
        "tricks": 3,
        "ducks": {"Bea": 1, "Ann": 1},
        "geese": {"Bea": 1, "Dee": 1},
    },
)

BISHOP = Lesson(
    (
        "Deal out the whole deck. With four players, three have a card too many and discard one that "
        "isn’t a face card.",
        "From the dealer’s left, bid how many of the ten points you’ll take with a partner. Bidding goes "
        "on until everyone else has passed.",
        "The high bidder names trump, and says “Knights” for war or “Bishops” for peace.",
        "In war, each Knight and each Tar is a point; in peace, each Bishop and each Farmer. Tricks are not.",
        "The holder of the lowest trump, other than the bidder, is the partner and leads the first trick "
        "with it.",
        FOLLOW,
        LEAD_NEXT,
        "If the bidder and the partner together reach the bid, each of them scores the bid.",
        "If they don’t, each of the others scores it. You can stop as soon as that is certain.",
        "Everyone keeps a score of their own.",
    ),
    FIVE,
    {"bidder": "Bea", "bid": 4, "partner": "Dee", "block": "war", "made": True},
)

BARONET = Lesson(
    (
        "Play as in Bishop, but for coins. Everyone starts with the same stake and may borrow.",
        "Deal out the whole deck. With four players, three have a card too many and discard one that "
        "isn’t a face card.",
        "From the dealer’s left, bid how many of the ten points you’ll take with a partner, until "
        "everyone else has passed.",
        "The high bidder names trump, and says “Knights” for war or “Bishops” for peace.",
        "In war, each Knight and each Tar is a point; in peace, each Bishop and each Farmer.",
        "The bidder leads. The player of the lowest trump in that first trick, besides the lead, is the "
        "partner.",
        FOLLOW,
        "If the two reach the bid, each opponent pays as many coins as were bid. The bidder gets two "
        "thirds, the partner one third.",
        "If they miss it, they pay three times the bid with five players (twice with four), shared out "
        "among the opponents.",
    ),
    FIVE,
    {"bidder": "Bea", "bid": 6, "partner": "Dee", "block": "war", "made": True},
)

CHEVALIER = Lesson(
    (
        PARTNERS,
        "Deal ten cards each and turn up the next one: the open card.",
        "From the dealer’s left, each player bids once or passes: the points their side will take.",
        OPEN_CARD,
        FOLLOW,
        "Sevens are poison: a trick with a seven in it counts nothing. Keep such tricks face up.",
        "Every other trick is a point.",
        "A side that takes every seven in play makes a sweep. Its poisoned tricks then count 2 each for "
        "the bidders, or 1 each for the other side.",
        "If the bidders reach their bid, both sides score what they took.",
        "If they miss it, they score nothing, and the others get the bid on top of their points: the bump.",
    ),
    FOUR,
    {
        "bidder": "Bea",
        "bid": 5,
        "clean": {"bidders": 4, "others": 3},
        "poisoned": {"bidders": 2, "others": 1},
    },
)

HALVES = (
    "Each trick has two halves: the letter cards are high, 2 to 7 are low. The best card of each half "
    "takes it, and each half is a point."
)

DEAD = (
    "Only trumps and cards of the suit led count. Without a card of one half, the trick is one point in all."
)

UP_AND_DOWN_PARTNER = (
    "The leader’s partner is the first player to share a trick with them, one taking the high half and "
    "one the low."
)

UP_AND_DOWN = Lesson(
    (
        "Deal out the whole deck, 11 cards each. Everyone starts with the same stake and may borrow.",
        "Nobody bids. From the dealer’s left, each player knocks (passes) or leads a card, which makes "
        "its suit trump.",
        "If everyone knocks, the dealer leads, or takes the hand back and pays 1 coin to everyone else.",
        "The leader says that they and a partner will take more than half of the points.",
        HALVES,
        DEAD,
        UP_AND_DOWN_PARTNER,
        "Say “red” with your first card to play alone.",
        "If the leader’s side makes it, each loser pays 2 coins, and the two winners get 3 each. If not, "
        "the leader alone pays 6: 2 to each opponent.",
        "Playing red, you win 2 coins from each of the others, or pay 2 to each.",
    ),
    FIVE,
    {"leader": "Bea", "points": {"bidders": 12, "others": 10}, "partner": "Dee"},
)

UP_AND_DOWN_POINTS = Lesson(
    (
        "Deal out the whole deck, 11 cards each.",
        "From the dealer’s left, bid the points you’ll take, at least 3, or pass. If you pass, you’re out "
        "of the bidding, which goes on until one player is left.",
        "The high bidder leads, and that suit is trump.",
        HALVES,
        DEAD,
        UP_AND_DOWN_PARTNER,
        "Say “red” with your first card to play alone.",
        "If the bidder’s side takes exactly the bid, only these two score, each the full number.",
        "If it takes more, everyone scores what their side took. If it takes fewer, only the opponents do.",
    ),
    FIVE,
    {"bidder": "Bea", "bid": 12, "points": {"bidders": 13, "others": 9}, "partner": "Dee"},
)
