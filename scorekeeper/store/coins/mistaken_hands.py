"""Hands entered wrongly, found by the coins that their games would pay without the mistake.

To find one, a game is scored again with one hand removed, or with two players mixed up in it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.rules.labels import relabelled_hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.table import Seat
from scorekeeper.store.plays import edits
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Sheet, digest
from scorekeeper.store.plays.stored_hands import entry_in

MOST_SCORED = 30_000
"""How many hands are scored to find mistakes, times the players in them: about a second at most."""

Pair = tuple[Seat, Seat]


@dataclass(frozen=True)
class MistakenHand:
    """A hand whose correction would explain the coins counted.

    Attributes:
        sheet: the game.
        number: the hand.
        edit: the correction.
        swapped: the two seats that were mixed up, the one that the hand names first; None if the hand was
            entered twice.
        names_both: whether the hand names both of them.
    """

    sheet: Sheet
    number: int
    edit: PlayEdit
    swapped: Pair | None = None
    names_both: bool = False

    @property
    def key(self) -> str:
        """A digest by which a form says which mistake it corrects."""
        return digest(map(str, (self.number, self.swapped, self.sheet.play.id, self.sheet.version)))


def mistaken_hands(sheets: Sequence[Sheet], difference: Mapping[int, int]) -> Iterator[MistakenHand]:
    """Yield each hand that was entered twice or for the wrong player, if that alone explains the coins.

    ``difference`` is how many coins each person has more or fewer than by these games, without zeros. The
    hands of players who both differ come first. With very many hands the search stops at MOST_SCORED.
    """
    games = [sheet for sheet in sheets if _may_explain(sheet, difference)]
    for sheet in games:
        for number in _doubled(sheet):
            if edit := _explained_by(sheet, number, None, difference):
                yield MistakenHand(sheet, number, edit)
    scored = 0
    for differing in (2, 1):
        for sheet in games:
            for pair in _pairs(sheet, difference, differing):
                for number in range(1, len(sheet.entries) + 1):
                    if scored > MOST_SCORED:
                        return
                    named = _named(sheet, number, pair)
                    scored += sheet.setup.table.n * (len(sheet.entries) if named else 1)
                    if named and (edit := _explained_by(sheet, number, pair, difference)):
                        first = pair if pair[0] in named else pair[::-1]
                        yield MistakenHand(sheet, number, edit, first, len(named) > 1)


def _may_explain(sheet: Sheet, difference: Mapping[int, int]) -> bool:
    """Return whether a game pays coins to everyone with a difference, and today's rules say which."""
    if not difference.keys() <= {chair.person_id for chair in sheet.play.seats}:
        return False
    if not (sheet.entries and sheet.can_be_scored) or sheet.is_by_earlier_rules:
        return False
    setup, result = sheet.setup, sheet.result
    put_in = setup.game.wagers(setup.table, result.hands) if result.ending else ()
    return setup.unit == "coins" or any((*result.payout, *put_in))


def _doubled(sheet: Sheet) -> Iterator[int]:
    """Yield the last of each row of hands that say the same."""
    said = [{**entry_in(entry), "note": ""} for entry in sheet.entries]
    for at, entry in enumerate(said):
        if at and entry == said[at - 1] and said[at + 1 : at + 2] != [entry]:
            yield at + 1


def _pairs(sheet: Sheet, difference: Mapping[int, int], differing: int) -> Iterator[Pair]:
    """Yield the pairs of seats of which one or two, as said, have a difference."""
    differs = [chair.person_id in difference for chair in sheet.play.seats]
    for one, other in combinations(range(len(differs)), 2):
        if differs[one] + differs[other] == differing:
            yield one, other


def _named(sheet: Sheet, number: int, pair: Pair) -> list[Seat]:
    """Return those of a pair whom a hand names."""
    entry, nobody = entry_in(sheet.entries[number - 1]), sheet.setup.table.n
    seats = range(nobody)
    return [
        gone
        for gone in pair
        if relabelled_hand(sheet.setup, entry, [nobody if seat == gone else seat for seat in seats]) != entry
    ]


def _explained_by(
    sheet: Sheet, number: int, pair: Pair | None, difference: Mapping[int, int]
) -> PlayEdit | None:
    """Return the correction of a hand that was entered twice, or with a pair mixed up.

    None if it would not give everyone just as many coins more or fewer as they have, if that can't be, or if
    the game would end elsewhere.
    """
    try:
        edit = edits.swap_names(sheet, pair, number, number) if pair else edits.remove_hand(sheet, number)
    except Refused:
        return None
    before, after = sheet.result, edit.result
    if edit.last != len(edit.was) or bool(after.ending) != bool(before.ending):
        return None
    changed: Counter[int] = Counter()
    for chair, now, was in zip(sheet.play.seats, after.payout, before.payout, strict=True):
        changed[chair.person_id] += now - was
    return edit if {person: coins for person, coins in changed.items() if coins} == difference else None
