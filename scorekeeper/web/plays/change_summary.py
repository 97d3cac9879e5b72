"""What was entered, and what a change causes, in words."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import describe_value, read_value
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import listed
from scorekeeper.store.plays.commands import HandEdit


def describe_entry(setup: Setup, entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return pairs of a label and a value in words; values that cannot be read are left out."""
    found = []
    for name, spec in setup.game.entries[setup.game.kind(entry)].items():
        if name not in entry:
            continue
        try:
            read_value(spec, entry[name], setup.table)
        except Wrong:
            continue
        found.append((spec.label, describe_value(spec, entry[name], setup.table)))
    return found


def consequences(before: Result, edit: HandEdit) -> list[str]:
    """Return what an edit causes besides scores: the end, later dealers, hands that no longer count."""
    table, after, noun = before.setup.table, edit.result, before.setup.game.hand_noun
    said = []
    if after.ending and after.ending != before.ending:
        said.append(f"{after.ending.why}.")
    elif before.ending and not after.ending:
        said.append("The game is no longer over.")
    later = range(edit.number, min(len(before.hands), len(after.hands)))
    moved = [at for at in later if before.hands[at].dealer != after.hands[at].dealer]
    for at in moved:
        dealer = table.players[after.hands[at].dealer]
        said.append(f"Then {dealer} {before.setup.game.deal.dealt} {noun.one} {at + 1}.")
    if edit.last < len(before.hands):
        late = [str(number) for number in range(edit.last + 1, len(before.hands) + 1)]
        hands = f"{noun.one if len(late) == 1 else noun.many} {listed(late)}"
        said.append(f"The game ends with {noun.one} {edit.last}, so {hands} will be removed.")
    return said
