"""Writing hands and house rules with other labels for the players: with names, or with seats."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rules import declare
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup, Table


def relabelled_hand(
    setup: Setup, raw: Mapping[str, Any], labels: Sequence[str | int], complete: bool = True
) -> dict[str, Any]:
    """Return a hand, or its bidding, as written with these labels, in seat order."""
    game, table = setup.game, setup.table
    kind = None if complete else game.bidding
    return game.rewritten(raw, table, replace(table, labels=tuple(labels)), kind)


def relabelled_rules(setup: Setup, raw: Mapping[str, Any], labels: Sequence[str | int]) -> dict[str, Any]:
    """Return house rules of the game as written with these labels, in seat order."""
    game, here = setup.game, replace(setup.table, rules=None)
    there: Table[Any] = replace(here, labels=tuple(labels))
    return declare.rewritten(game.options, raw, here, there)


def by_name(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored scoresheet as the scoring contract has it: with names. Raises Refused."""
    setup = set_up(sheet, by_name=False)
    return relabelled_sheet(sheet, setup, setup.table.players)


def relabelled_sheet(sheet: Mapping[str, Any], setup: Setup, labels: Sequence[str | int]) -> dict[str, Any]:
    """Return a scoresheet as written with these labels, but for the list of players."""
    written = {**sheet, "hands": [relabelled_hand(setup, hand, labels) for hand in sheet["hands"]]}
    if "options" in sheet:
        written["options"] = relabelled_rules(setup, sheet["options"], labels)
    if "dealer" in sheet:
        written["dealer"] = labels[setup.dealer]
    return written
