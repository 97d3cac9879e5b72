"""Hands entered wrongly, found by the coins that their games would pay without the mistake.

To find one, a game is scored again with one hand changed. Later hands mostly score as before: as soon as the
dealer, the coins on the table and all else but the totals are as they were, only the totals differ at the
end. A hand that seems to explain the coins is then checked hand by hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from scorekeeper.rules.engine import score_hand
from scorekeeper.rules.hand import Played
from scorekeeper.rules.labels import relabelled_hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.table import PerSeat, Seat, State
from scorekeeper.store.plays import edits
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Sheet, digest
from scorekeeper.store.plays.stored_hands import Entry, entry_in

MOST_SCORED = 12_000
"""How many hands are scored to find mistakes, times the players in them: about a second at most."""


@dataclass(frozen=True)
class MistakenHand:
    """A hand whose correction would explain the coins counted.

    Attributes:
        sheet: the game.
        number: the hand.
        swapped: the two seats that were mixed up, the one that the hand names first; None if the hand was
            entered twice.
        names_both: whether the hand names both of them.
    """

    sheet: Sheet
    number: int
    swapped: tuple[Seat, Seat] | None = None
    names_both: bool = False

    @property
    def key(self) -> str:
        """A digest by which a form says which mistake it corrects."""
        return digest((str(self.number), str(self.swapped), str(self.sheet.play.id), self.sheet.version))

    @cached_property
    def edit(self) -> PlayEdit:
        """The correction. Raises Refused."""
        if self.swapped is None:
            return edits.remove_hand(self.sheet, self.number)
        return edits.swap_names(self.sheet, self.swapped, self.number, self.number)


def mistaken_hands(sheets: Sequence[Sheet], difference: Mapping[int, int]) -> Iterator[MistakenHand]:
    """Yield each hand that was entered twice or for the wrong player, if that alone explains the coins.

    ``difference`` is how many coins each person has more or fewer than by these games, without zeros. The
    hands of players who both differ come first. With very many hands the search stops at MOST_SCORED.
    """
    games = [_Game(sheet) for sheet in sheets if _may_explain(sheet, difference)]
    for game in games:
        for number in game.doubled:
            found = MistakenHand(game.sheet, number)
            if game.would_pay(difference, game.payout_without(found)):
                yield found
    for differing in (2, 1):
        for game in games:
            for pair in game.pairs(difference, differing):
                for number in range(1, len(game.entries) + 1):
                    if sum(each.scored for each in games) > MOST_SCORED:
                        return
                    if game.is_explained_by(difference, number, pair):
                        yield game.entered_for(number, pair)


def _may_explain(sheet: Sheet, difference: Mapping[int, int]) -> bool:
    """Return whether a game pays coins to everyone with a difference, and today's rules say which."""
    if not difference.keys() <= {chair.person_id for chair in sheet.play.seats}:
        return False
    if not (sheet.entries and sheet.can_be_scored) or sheet.is_by_earlier_rules:
        return False
    setup, result = sheet.setup, sheet.result
    put_in = setup.game.wagers(setup.table, result.hands) if result.ending else ()
    return setup.unit == "coins" or any((*result.payout, *put_in))


class _Game:
    """A game that is scored again with one hand changed.

    Attributes:
        sheet: the game.
        entries: its hands, as JSON.
        scored: the number of hands scored so far, times the players.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.entries = [entry_in(entry) for entry in sheet.entries]
        self.scored = 0
        self.setup, self.result = sheet.setup, sheet.result
        self.persons = [chair.person_id for chair in sheet.play.seats]

    @cached_property
    def states(self) -> list[State]:
        """The state before each hand, and after the last."""
        states = [self.setup.opening]
        for played in self.result.hands:
            states.append(score_hand(self.setup, states[-1], played.hand)[0])
        return states

    @property
    def doubled(self) -> Iterator[int]:
        """The last of each row of hands that say the same."""
        said = [{**entry, "note": ""} for entry in self.entries]
        for at, entry in enumerate(said):
            if at and entry == said[at - 1] and said[at + 1 : at + 2] != [entry]:
                yield at + 1

    def pairs(self, difference: Mapping[int, int], differing: int) -> Iterator[tuple[Seat, Seat]]:
        """Yield the pairs of seats of which one or two, as said, have a difference."""
        differs = [person in difference for person in self.persons]
        for one, other in combinations(range(len(differs)), 2):
            if differs[one] + differs[other] == differing:
                yield one, other

    def swapped(self, number: int, labels: Mapping[Seat, Seat]) -> Entry:
        """Return a hand with other labels for some seats."""
        seats = [labels.get(seat, seat) for seat in range(self.setup.table.n)]
        return relabelled_hand(self.setup, self.entries[number - 1], seats)

    def entered_for(self, number: int, pair: tuple[Seat, Seat]) -> MistakenHand:
        """Return a hand that was entered with this pair mixed up."""
        nobody = self.setup.table.n
        named = [seat for seat in pair if self.swapped(number, {seat: nobody}) != self.entries[number - 1]]
        one, other = pair if pair[0] in named else pair[::-1]
        return MistakenHand(self.sheet, number, (one, other), len(named) > 1)

    def is_explained_by(self, difference: Mapping[int, int], number: int, pair: tuple[Seat, Seat]) -> bool:
        """Return whether the coins are explained if this pair was mixed up in a hand."""
        one, other = pair
        self.scored += len(self.persons)
        entry = self.swapped(number, {one: other, other: one})
        if entry == self.entries[number - 1]:
            return False
        return self.would_pay(difference, self.payout_with(number, entry)) and self.would_pay(
            difference, self.payout_with(number, entry, one_by_one=True)
        )

    def would_pay(self, difference: Mapping[int, int], payout: PerSeat | None) -> bool:
        """Return whether a payout gives everyone just as many coins more or fewer as they have."""
        if payout is None:
            return False
        changed: Counter[int] = Counter()
        for person, after, before in zip(self.persons, payout, self.result.payout, strict=True):
            changed[person] += after - before
        return {person: coins for person, coins in changed.items() if coins} == difference

    def payout_without(self, found: MistakenHand) -> PerSeat | None:
        """Return what the game pays without a hand; None if it would end elsewhere."""
        self.scored += len(self.persons) * (len(self.entries) - found.number)
        try:
            edit = found.edit
        except Refused:
            return None
        same_end = bool(edit.result.ending) == bool(self.result.ending)
        return edit.result.payout if same_end and edit.last == len(self.entries) - 1 else None

    def payout_with(self, number: int, entry: Entry, one_by_one: bool = False) -> PerSeat | None:
        """Return what the game pays if a hand says this; None if that can't be, or it would end elsewhere.

        Unless ``one_by_one``, later hands are left as they were once only the totals differ.
        """
        setup, game, hands = self.setup, self.setup.game, list(self.result.hands)
        state, last = self.states[number - 1], len(hands)
        for at in range(number, last + 1):
            said = entry if at == number else self.entries[at - 1]
            try:
                hand = game.read(said, setup.table_for(state), state)
            except Refused:
                return None
            state, hands[at - 1] = score_hand(setup, state, hand)
            self.scored += len(self.persons) * (at > number)
            if at < last and game.ending(setup.table.at(at), hands[:at]):
                return None
            if not one_by_one and self._goes_on_as_before(state):
                state = self._at_the_end(state, hands)
                break
        table = setup.table.at(last)
        ending = game.ending(table, hands)
        if ending is None and self.sheet.stopped:
            ending = game.stopped(table, state)
        if bool(ending) != bool(self.result.ending):
            return None
        return game.payout(table, hands, state, ending)

    def _goes_on_as_before(self, state: State) -> bool:
        """Return whether only the totals differ from those of the game at the same hand."""
        before = self.states[state.played]
        return replace(state, totals=before.totals) == before

    def _at_the_end(self, state: State, hands: list[Played]) -> State:
        """Return the state after the last hand, which is changed as well, if totals differ as they do now."""
        before, end = self.states[state.played].totals, self.states[-1]
        changes = [now - then for now, then in zip(state.totals, before, strict=True)]
        totals = tuple(total + change for total, change in zip(end.totals, changes, strict=True))
        hands[-1] = replace(hands[-1], totals=totals)
        return replace(end, totals=totals)
