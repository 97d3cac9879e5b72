"""Entries and the consequences of a change in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import describe_value, read_value
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.table import Seat, Setup
from scorekeeper.rules.words import listed, signed
from scorekeeper.store.plays.stored_hands import HandEdit

if TYPE_CHECKING:
    # A phone that scores without the server knows no changes of a whole play, which take the database.
    from scorekeeper.store.plays.edits import PlayEdit

FEW = 3
"""How many later dealers are each worth a sentence."""


class TotalChange(NamedTuple):
    """The total of a side, or of one of its players, before and after a change.

    Attributes:
        seats: the players.
        was, will: the totals, with the stake.
    """

    seats: Sequence[Seat]
    was: int
    will: int


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


def total_changes(before: Result, edit: "HandEdit | PlayEdit") -> list[TotalChange]:
    """Return the totals of each side before and after; one for each player where sides have changed."""
    places, after = _places(before, edit), edit.result
    stake_was, stake_will = (_stake(result.setup) for result in (before, after))
    was = [before.state.totals[places.index(seat)] + stake_was for seat in range(len(places))]
    will = [total + stake_will for total in after.state.totals]
    groups: list[Sequence[Seat]] = []
    for side in after.setup.sides:
        alike = len({was[seat] for seat in side}) == 1
        groups += [side] if alike else [(seat,) for seat in side]
    return [TotalChange(seats, was[seats[0]], will[seats[0]]) for seats in groups]


def consequences(before: Result, edit: "HandEdit | PlayEdit") -> list[str]:
    """Return what an edit causes besides scores: the end, later dealers, hands that no longer count."""
    after = edit.result
    said = []
    if after.ending and after.ending != before.ending:
        said.append(f"{after.ending.why}.")
    elif before.ending and not after.ending:
        said.append("The game is no longer over.")
    said += _later_dealers(before, edit)
    said += _late_hands(before, edit)
    places, unit = _places(before, edit), after.setup.unit
    paid = [before.payout[places.index(seat)] for seat in range(len(places))]
    if unit != "coins" and after.ending and list(after.payout) != paid:
        coins = zip(after.setup.table.players, after.payout, strict=True)
        said.append(f"Coins: {listed(f'{name} {signed(coin)}' for name, coin in coins)}.")
    return said


def _later_dealers(before: Result, edit: "HandEdit | PlayEdit") -> Iterable[str]:
    """Yield who deals the later hands now, where that was someone else."""
    after, places, was = edit.result, _places(before, edit), _numbers(before, edit)
    table, deal, noun = after.setup.table, after.setup.game.deal, after.setup.game.hand_noun
    moved = [
        at
        for at in range(edit.number, len(after.hands))
        if was[at] and places[before.hands[was[at] - 1].dealer] != after.hands[at].dealer
    ]
    if not deal.dealt or (not moved and isinstance(edit, HandEdit)):
        return
    dealers = [table.players[after.hands[at].dealer] for at in moved]
    if len(moved) > FEW:
        yield f"Others {deal.dealt} {noun.many} {moved[0] + 1} to {moved[-1] + 1}: {listed(dealers)}."
    else:
        yield from (
            f"Then {dealer} {deal.dealt} {noun.one} {at + 1}."
            for at, dealer in zip(moved, dealers, strict=True)
        )
    next_is, next_was = after.state.dealer, places[before.state.dealer]
    if not isinstance(edit, HandEdit) and not after.ending and next_is != next_was:
        yield f"{table.players[next_is]} {deal.deals} next."


def _late_hands(before: Result, edit: "HandEdit | PlayEdit") -> Iterable[str]:
    """Yield which hands will be removed because the game ends earlier."""
    noun, was = edit.result.setup.game.hand_noun, _numbers(before, edit)
    late = was[edit.last :]
    if late:
        hands = f"{noun.one if len(late) == 1 else noun.many} {listed(map(str, late))}"
        if late != list(range(edit.last + 1, len(was) + 1)):
            # Their numbers have changed too.
            hands = f"the last {noun.one}" if len(late) == 1 else f"the last {len(late)} {noun.many}"
        yield f"The game ends with {noun.one} {edit.last}, so {hands} will be removed."


def _numbers(before: Result, edit: "HandEdit | PlayEdit") -> list[int]:
    """Return the number that each hand had before, 0 for a new one."""
    if isinstance(edit, HandEdit):
        return [*range(1, max(len(before.hands), edit.number) + 1)]
    return [*edit.was]


def _places(before: Result, edit: "HandEdit | PlayEdit") -> Sequence[Seat]:
    """Return the seat that the figures of each seat have after the change."""
    return range(before.setup.table.n) if isinstance(edit, HandEdit) else edit.places


def _stake(setup: Setup) -> int:
    return int(getattr(setup.table.rules, "stake", 0))
