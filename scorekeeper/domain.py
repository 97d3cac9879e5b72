"""The limits, the fixed words and the refusals that the database, the pages and the files have in common."""

from enum import Enum, IntEnum


class Role(IntEnum):
    """Roles of phones in a club or on one night, in rising order: each includes those before it."""

    VIEWER = 1
    """See one night: its games and its coins."""

    KEEPER = 2
    """Keep score on one night, and start games."""

    MEMBER = 3
    """Keep score on every night of a club, and look back."""

    HOST = 4
    """Everything else in a club: its players, its files, its links and its phones."""


HAND_ACTIONS = (
    *("entered", "corrected", "taken back", "restored", "undone"),
    *("inserted", "moved", "swapped", "changed", "rescored", "ended", "played on"),
)
"""What can happen to a hand or, from "changed" on, to the settings, the result or the end of its game."""

ENTERED, CORRECTED, REMOVED, RESTORED, UNDONE, INSERTED, MOVED, SWAPPED, *OF_GAME = HAND_ACTIONS
CHANGED, RESCORED, ENDED, CONTINUED = OF_GAME

POSTING_KINDS = ("stake", "loan", "repayment", "side bet", "gift", "settlement", "cost", "tab", "count")
"""Why coins or money change hands outside the games."""

ENDING_STEPS = ("games", "count", "settle", "recap")
"""The steps of ending a night."""

MAX_COINS = 1_000_000_000
"""The most coins that can change hands at once."""

MAX_TIME_ZONE_LENGTH = 64
"""Characters in the name of a time zone."""

MAX_NOTE_LENGTH = 280
"""Characters in a note on a night, a game or a payment."""

MAX_DEVICE_LENGTH = 40
"""Characters in the name of a phone."""


MAX_EDITION_LENGTH = 40
"""Characters in the edition of a game's scoring."""

MAX_CURRENCY_LENGTH = 8
"""Characters in the name of a currency."""

MAX_CLUB_NAME_LENGTH = 60
"""Characters in the name of a club."""

MAX_SEASON_LENGTH = 60
"""Characters in the name of a season."""

MAX_TABLE_NAME_LENGTH = 30
"""Characters in the name of a table of a night."""

MAX_NAMES = 60
"""Players who can be added to a night at once."""

MAX_HANDS = 1000
"""Hands in a game: several times as many as the longest evening."""

MAX_PLAYERS = 10_000
"""Players in the file of a club, which are all added at once."""

MAX_OWN_GAMES = 1000
"""Games of a club's own in its file."""

MAX_SEASONS = 1000
"""Seasons in the file of a club."""

MAX_CHANGES = 10_000
"""Changes of one game in a file: so many that nobody has made them by hand."""

HANDED_OVER, SAVED = "handed-over", "saved"
"""The field of a hand that a phone took over from another, and its value if the server had it already."""

FROM_COUNT = "from-count"
"""The note on what an accepted count records, unless people give a reason."""

FROM_FILE = "a file"
"""The phone of changes that were imported."""

EARLIER = "earlier"
"""The edition of a result that today's edition should have given, and didn't, or that came without one; also
of a running game that today's rules end or don't accept."""

IMPORTED = "imported"
"""The edition of a result that comes from another program, and from no rules of ours."""


class NewerDatabase(Exception):
    """Raised for a database that only a newer version of the app can read; says what to do."""

    def __init__(self) -> None:
        super().__init__(
            "This database was made by a newer version of Scorekeeper, so nothing was changed. Install that "
            "version again, or restore the backup that it made first (“before-update” is in its name)."
        )


BEFORE_1_0 = "is of a version before 1.0 and can no longer be read"
"""What is wrong with a database, a backup or a file of a club that is so old."""


class EarlierDatabase(Exception):
    """Raised for a database of a version before 1.0, which is left as it is; says what to do."""

    def __init__(self) -> None:
        super().__init__(f"The database {BEFORE_1_0}. Use another data folder (--data).")


class StorageFault(Enum):
    """Faults of the database, in the words of the log."""

    BUSY = "is busy"
    FULL_OR_READ_ONLY = "can't be written: it is full or read-only"
    OTHER = "can't be used"


class StorageError(Exception):
    """Raised instead of the driver's error where the database can't be used.

    Attributes:
        fault: what is wrong.
        reason: the first line of what the driver or the system says.
    """

    def __init__(self, fault: StorageFault, reason: object = "") -> None:
        self.fault = fault
        self.reason = str(reason).strip().partition("\n")[0]
        super().__init__(f"The database {fault.value}" + (f" ({self.reason})." if self.reason else "."))


class DataError(Exception):
    """Raised where the data can't be used; the message says what is wrong and what to do."""


class BackupError(Exception):
    """A backup that can't be made or restored; the message says why, as a sentence."""
