"""What importing a file into a club would add, before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from scorekeeper.exchange.documents import (
    CoinsDocument,
    GameDocument,
    NightDocument,
    OwnGameDocument,
    PersonDocument,
)


@dataclass(frozen=True)
class GamePlan:
    """What happens to a game of the file.

    Attributes:
        game: the game, scored.
        uid: its identifier in the club; empty for a new game from a bare scoresheet.
        existing_id: the id of the game if the club has it already.
        differs: whether the club's game has other hands by now; it is left alone.
        deleted: whether the club's game was deleted.
    """

    game: GameDocument
    uid: str
    existing_id: int | None = None
    differs: bool = False
    deleted: bool = False


@dataclass(frozen=True)
class NightPlan:
    """What happens to a night of the file.

    Attributes:
        night: the night.
        uid: its identifier in the club.
        existing_id: the id of the night that its games join, if the club has it already.
        started_at: when that night began.
        games: its games.
        coins: the payments outside the games that the club doesn't have yet, with their identifiers there.
        deleted: whether the club's night was deleted.
    """

    night: NightDocument
    uid: str
    existing_id: int | None
    started_at: datetime
    games: Sequence[GamePlan]
    coins: Sequence[tuple[str, CoinsDocument]]
    deleted: bool = False

    @property
    def new_games(self) -> list[GamePlan]:
        """Return the games that the club doesn't have yet."""
        return [plan for plan in self.games if plan.existing_id is None]

    @property
    def adds_anything(self) -> bool:
        """Return whether the club lacks any part of this night."""
        return self.existing_id is None or bool(self.new_games or self.coins)


@dataclass(frozen=True)
class PersonPlan:
    """Someone in the file.

    Attributes:
        person: who it is.
        uid: their identifier in the club, if they are new; empty where the file has none.
        name: their name in the club, if they are new.
        existing_id: the id of the club's player; None for someone new.
    """

    person: PersonDocument
    uid: str
    name: str
    existing_id: int | None


@dataclass(frozen=True)
class OwnGamePlan:
    """A game of the file's own that the club gains.

    Attributes:
        game: the game.
        uid: its identifier in the club.
        name: its name in the club, which has no other game of this name.
    """

    game: OwnGameDocument
    uid: str
    name: str


@dataclass(frozen=True)
class ImportPlan:
    """What importing a file would add.

    Attributes:
        name, made_at: what an empty club takes over from the file; otherwise empty and None.
        people: everyone in the file.
        nights: the nights of the file.
        own_games: the own games that the club doesn't have yet.
    """

    name: str
    made_at: datetime | None
    people: Sequence[PersonPlan]
    nights: Sequence[NightPlan]
    own_games: Sequence[OwnGamePlan] = ()

    @property
    def new_players(self) -> list[str]:
        """Return the names of the players that the club doesn't have yet."""
        return [plan.name for plan in self.people if plan.existing_id is None]

    @property
    def games(self) -> list[GamePlan]:
        """Return every game of the file."""
        return [plan for night in self.nights for plan in night.games]

    @property
    def new_games(self) -> list[GamePlan]:
        """Return the games that the club doesn't have yet."""
        return [plan for night in self.nights for plan in night.new_games]

    @property
    def new_nights(self) -> list[NightPlan]:
        """Return the nights that the club doesn't have yet."""
        return [plan for plan in self.nights if plan.existing_id is None]

    @property
    def new_coins(self) -> int:
        """Return the number of payments outside the games that the club doesn't have yet."""
        return sum(len(plan.coins) for plan in self.nights)

    @property
    def meets_deleted(self) -> bool:
        """Return whether the club has deleted any of the file's nights or games."""
        return any(night.deleted for night in self.nights) or any(game.deleted for game in self.games)

    @property
    def adds_anything(self) -> bool:
        """Return whether the club lacks any part of the file."""
        return bool(self.new_players or self.own_games) or any(plan.adds_anything for plan in self.nights)

    @property
    def version(self) -> str:
        """Return a text that is the same for two plans that add the same."""
        own_games = [(plan.uid, plan.name) for plan in self.own_games]
        nights = [
            (
                plan.uid if plan.night.uid else "",
                plan.existing_id,
                [(game.uid if game.game.uid else "", game.existing_id) for game in plan.games],
                [uid for uid, _ in plan.coins],
            )
            for plan in self.nights
        ]
        return sha256(repr((self.name, self.new_players, own_games, nights)).encode()).hexdigest()
