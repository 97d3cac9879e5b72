"""Rewriting the house rules and hands of a game for players with other names in the same seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules import declare
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup, Table


@dataclass(frozen=True)
class Renaming:
    """A game under its old and its new names.

    Attributes:
        before, after: its setup under the old and the new names.
        options: its house rules as written under the new names.
    """

    before: Setup
    after: Setup
    options: Mapping[str, Any]

    @classmethod
    def of(cls, sheet: Mapping[str, Any], names: Sequence[str]) -> "Renaming":
        """Return the renaming of a scoresheet's game to these names, in seat order; hands are not read.

        Raises Refused if the sheet cannot be read with its old or new names.
        """
        before = set_up(sheet)
        game, here, there = before.game, Table(before.table.players, None), Table(tuple(names), None)
        options = _renamed_rules(game, sheet.get("options", {}), here, there)
        dealer = names[before.dealer]
        after = set_up({**sheet, "players": list(names), "dealer": dealer, "options": options})
        if after.table.rules != before.table.rules:
            raise Refused([Problem("options", "The house rules would mean something else with these names.")])
        return cls(before, after, options)

    def rules(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return other house rules of the game as written under the new names. Raises Refused."""
        here, there = Table(self.before.table.players, None), Table(self.after.table.players, None)
        return _renamed_rules(self.before.game, raw, here, there)

    def hand(self, raw: Mapping[str, Any], complete: bool = True) -> dict[str, Any]:
        """Return a hand, or its bidding, as written under the new names. Raises Refused if unreadable."""
        game = self.before.game
        return game.renamed(raw, self.before.table, self.after.table, None if complete else game.bidding)


def _renamed_rules(
    game: Game[Any, Any], raw: Mapping[str, Any], here: Table[Any], there: Table[Any]
) -> dict[str, Any]:
    """Return house rules as written at a table where the players have other names. Raises Refused."""
    return declare.renamed(game.house_rules, raw, here, there, game.has_no_rule)
