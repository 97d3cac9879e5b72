"""What was entered, and what a change brings about, in words."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import describe_value, read_value
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.sheet import Setup
from scorekeeper.rules.words import listed
from scorekeeper.store.plays.sheet import HandEdit


def described(setup: Setup, entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was entered, as pairs of a label and the value in words; what cannot be read is left out."""
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


def consequences(before: Result, change: HandEdit) -> list[str]:
    """What a change brings about besides scores: the end, later dealers, hands that no longer count."""
    table, after = before.setup.table, change.result
    said = []
    if after.ending and after.ending != before.ending:
        said.append(f"{after.ending.why}.")
    elif before.ending and not after.ending:
        said.append("The game would not be over: it goes on.")
    later = range(change.number, min(len(before.hands), len(after.hands)))
    moved = [at for at in later if before.hands[at].dealer != after.hands[at].dealer]
    said += [f"Hand {at + 1} was then dealt by {table.players[after.hands[at].dealer]}." for at in moved]
    if change.last < len(before.hands):
        late = [str(number) for number in range(change.last + 1, len(before.hands) + 1)]
        hands = f"hand{'s' if len(late) > 1 else ''} {listed(late)}"
        said.append(f"The game was over with hand {change.last}, so {hands} will be taken back.")
    return said
