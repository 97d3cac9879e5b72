"""A game whose players get other names: its house rules and hands then say the same of the same seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules import declare
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.sheet import Setup, set_up
from scorekeeper.rules.table import Table


@dataclass(frozen=True)
class Renaming:
    """A game under its old names and under its new ones.

    Attributes:
        before, after: its setup under either.
        options: its house rules as they are written under the new names.
    """

    before: Setup
    after: Setup
    options: Mapping[str, Any]

    @classmethod
    def of(cls, sheet: Mapping[str, Any], names: Sequence[str]) -> "Renaming":
        """The game of a scoresheet, whose hands are not looked at, with these names in its seats.

        Raises Refused when the sheet cannot be read, or not with these names.
        """
        before = set_up(sheet)
        game, here, there = before.game, Table(before.table.players, None), Table(tuple(names), None)
        options = declare.renamed(game.house_rules, sheet.get("options", {}), here, there, game.has_no_rule)
        dealer = names[before.dealer]
        after = set_up({**sheet, "players": list(names), "dealer": dealer, "options": options})
        if after.table.rules != before.table.rules:
            raise Refused([Problem("options", "The house rules would say something else.")])
        return cls(before, after, options)

    def hand(self, raw: Mapping[str, Any], complete: bool = True) -> dict[str, Any]:
        """A hand as it is written under the new names, or its bidding. Raises Refused if it is unreadable."""
        game = self.before.game
        return game.renamed(raw, self.before.table, self.after.table, None if complete else game.bidding)
