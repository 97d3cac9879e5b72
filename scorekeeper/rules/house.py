"""House rules that several games share."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.entries import LARGEST, BySeat, Choice, Count, Record
from scorekeeper.rules.problems import PartlyRead, Problem, Wrong
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Seat, Stay, Table

PRESENCE = "presence"
"""The key of when those play who joined or left a running game."""

PLAYED_ON = "played_on"
"""The key of the last hand after which the table has played on though the rules had ended the game."""

MIDWAY = (PRESENCE, PLAYED_ON)
"""The keys of what a table decides in a running game; nobody chooses them before it."""


@dataclass(frozen=True, kw_only=True)
class Rules(PartlyRead):
    """The house rules of a game; here, of one that has none."""

    played_on: Annotated[int, Count("Played on after hand", low=0, default=0)] = 0

    def check(self, table: Table[Any], given: Collection[str]) -> Iterable[Problem]:
        """Return the problems with rules that exclude each other, beyond the bounds of single rules.

        ``table`` has the players and no rules yet. ``given`` are the rules on the sheet, including those with
        their default value.
        """
        return []

    @property
    def step(self) -> int:
        """The way around the table for the deal and all that is counted from the dealer: 1 to the left."""
        return 1


def direction(label: str, help: str, aside: bool = False) -> Choice:
    """Return the entry for the way in which something passes around the table."""
    ways = {"left": "To the left", "right": "To the right"}
    return Choice(label, ways, help=help, aside=aside, default="left")


@dataclass(frozen=True, kw_only=True)
class EitherWay(Rules):
    """The house rules of a game whose manuscript deals and plays to the right."""

    direction: Annotated[
        str,
        direction(
            "Deal passes",
            help="Which way the deal passes. It also decides who begins and who gets odd coins.",
            aside=True,
        ),
    ]

    @property
    def step(self) -> int:
        """The way around the table for the deal and all that is counted from the dealer: −1 to the right."""
        return 1 if self.direction == "left" else -1


class Under(NamedTuple):
    """A choice of a house rule, at the tables of which something holds.

    Attributes:
        rule: the key of the house rule.
        value: its value; True for any that is switched on or isn't 0, False for the others.
    """

    rule: str
    value: Any = True

    def applies(self, rules: Rules) -> bool:
        """Return whether a table has made this choice."""
        chosen = getattr(rules, self.rule)
        return bool(chosen) is self.value if isinstance(self.value, bool) else bool(chosen == self.value)


@dataclass(frozen=True, kw_only=True)
class PointsRules(Rules):
    """The house rules of a game scored in points: players may put coins in a pot for the winners."""

    wager: Annotated[
        int,
        Count(
            "Wager",
            help="Coins each player puts in a pot for the winners.",
            aside=True,
            low=0,
            default=0,
        ),
    ]


JOIN_FOR_POINTS = (
    "Players can join and leave a running game. Those who join start with 0 or with a total that you choose. "
    "Those who have left keep their total and can’t win, and their wager stays in the pot."
)
JOIN_FOR_COINS = (
    "Players can join and leave a running game. Those who join start with 0. Those who have left keep their "
    "coins, and may have the most at the end."
)
"""The rulings of games that players may join and leave, for points and for coins."""

COINS_STAY = "Coins then left on the table go to those who are still there and have played."
"""Another ruling on leaving, for games in which coins may lie on the table between hands."""


@dataclass(frozen=True)
class Presence(BySeat):
    """When those play who joined or left a running game: their first and last hand, and their first total."""

    def read(self, raw: object, table: Table[Any]) -> dict[Seat, Stay]:
        """Return the stay of each of these players."""
        stays = {seat: Stay.of(said) for seat, said in super().read(raw, table).items()}
        for seat, stay in stays.items():
            who = table.players[seat]
            if stay.first is None and (stay.last is None or stay.total):
                never = "{What}: give the first hand {name} plays (“from”), or the last (“to”)."
                raise Wrong(Say(never, what=self.what, name=who))
            if stay.last is not None and stay.last < (stay.first or 1) - 1:
                raise Wrong(Say("{What}: {name} can’t leave before joining.", what=self.what, name=who))
        return stays

    def write(self, value: Mapping[Seat, Any], table: Table[Any]) -> dict[str, Any]:
        """Return the stays by player."""
        said = {
            seat: {"from": stay.first, "total": stay.total, "to": stay.last} for seat, stay in value.items()
        }
        return super().write(said, table)


@dataclass(frozen=True, kw_only=True)
class ComeAndGo(Rules):
    """The house rules of a game that players may join or leave while it is running."""

    presence: Annotated[
        Mapping[Seat, Stay],
        Presence(
            "Presence",
            each=Record(
                "Presence",
                entries={
                    "from": Count("From hand", low=1, default=None),
                    "total": Count("Total", low=-LARGEST, default=0),
                    "to": Count("To hand", default=None),
                },
            ),
            default={},
        ),
    ] = field(default_factory=dict)


def target(score: int | Mapping[int, int]) -> Count:
    """Return the entry for a winning score: one for all, or one for each number of players."""

    def default(table: Table[Any]) -> int:
        return score if isinstance(score, int) else score[table.n]

    return Count("Target", help="The winning score.", low=1, default=default)


def stake(coins: int) -> Count:
    """Return the entry for the coins each player starts with."""
    return Count(
        "Stake", help="Coins each player starts with; if you run out, you may borrow.", default=coins
    )
