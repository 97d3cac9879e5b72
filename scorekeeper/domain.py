"""The limits and the fixed words that the database, the pages and the files have in common."""

HAND_ACTIONS = ("entered", "corrected", "taken back", "restored", "undone")
"""What can happen to a hand; the word is kept with each change."""

ENTERED, CORRECTED, REMOVED, RESTORED, UNDONE = HAND_ACTIONS

POSTING_KINDS = ("stake", "loan", "repayment", "side bet", "gift", "settlement")
"""Why coins change hands outside the games."""

MAX_COINS = 1_000_000_000
"""The most coins that can change hands at once."""

MAX_NOTE_LENGTH = 280
"""Characters in a note on a night, a game or a payment."""

MAX_DEVICE_LENGTH = 40
"""Characters in the name of a phone."""

MAX_CURRENCY_LENGTH = 8
"""Characters in the name of a currency."""

MAX_CLUB_NAME_LENGTH = 60
"""Characters in the name of a club."""
