"""What bringing a file into a club would add, before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from scorekeeper.exchange.documents import Coins, Game, Night, Person


@dataclass(frozen=True)
class GamePlan:
    """What becomes of a game of the file.

    Attributes:
        game: the game, scored.
        uid: what it is, or will be, called here.
        here: the id of the game that is here already; None for a new one.
        differs: whether the one that is here has other hands by now. It stays as it is.
        deleted: whether the one that is here was thrown away.
    """

    game: Game
    uid: str
    here: int | None = None
    differs: bool = False
    deleted: bool = False


@dataclass(frozen=True)
class NightPlan:
    """What becomes of a night of the file.

    Attributes:
        night: the night.
        uid: what it is, or will be, called here.
        here: the id of the night to which its games come; None for a new one.
        started_at: when that night began.
        games: its games.
        coins: the coins beside the games that are not here yet, with what they will be called.
        deleted: whether the night that is here was thrown away.
    """

    night: Night
    uid: str
    here: int | None
    started_at: datetime
    games: Sequence[GamePlan]
    coins: Sequence[tuple[str, Coins]]
    deleted: bool = False

    @property
    def new_games(self) -> list[GamePlan]:
        """The games that are not here yet."""
        return [plan for plan in self.games if plan.here is None]

    @property
    def adds(self) -> bool:
        """Whether anything of it is not here yet."""
        return self.here is None or bool(self.new_games or self.coins)


@dataclass(frozen=True)
class Plan:
    """What bringing a file in would add.

    Attributes:
        name, made_at: what the club takes over from the file because it is empty; else empty and None.
        people: everybody in the file with the id of the player they are here; None for somebody new.
        nights: the nights of the file.
    """

    name: str
    made_at: datetime | None
    people: Sequence[tuple[Person, int | None]]
    nights: Sequence[NightPlan]

    @property
    def newcomers(self) -> list[str]:
        """The players who are not here yet."""
        return [person.name for person, here in self.people if here is None]

    @property
    def games(self) -> list[GamePlan]:
        """Every game of the file."""
        return [plan for night in self.nights for plan in night.games]

    @property
    def new_games(self) -> list[GamePlan]:
        """The games that are not here yet."""
        return [plan for plan in self.games if plan.here is None]

    @property
    def new_nights(self) -> list[NightPlan]:
        """The nights that are not here yet."""
        return [plan for plan in self.nights if plan.here is None]

    @property
    def coins(self) -> int:
        """How often coins changed hands beside the games, as far as it is not here yet."""
        return sum(len(plan.coins) for plan in self.nights)

    @property
    def in_bin(self) -> bool:
        """Whether something of it is here, and was thrown away."""
        return any(night.deleted for night in self.nights) or any(game.deleted for game in self.games)

    @property
    def adds(self) -> bool:
        """Whether anything is not here yet."""
        return bool(self.newcomers) or any(plan.adds for plan in self.nights)

    @property
    def mark(self) -> str:
        """The same for two plans that add the same."""
        said = (
            self.name,
            self.newcomers,
            [
                (
                    n.uid if n.night.uid else "",
                    n.here,
                    [(g.uid if g.game.uid else "", g.here) for g in n.games],
                )
                for n in self.nights
            ],
            [uid for night in self.nights for uid, _ in night.coins],
        )
        return sha256(repr(said).encode()).hexdigest()
