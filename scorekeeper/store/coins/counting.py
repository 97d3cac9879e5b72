"""Counting the coins of a night: who has more or fewer than the book, and which mistake would explain it.

A mistake explains the count if the book without it is exactly what was counted: the right people have the
right number of coins, and nobody else's changes. Hands are looked for in ``mistaken_hands``. Correcting a
mistake undoes postings and records others, or corrects a hand, so the coins add up to zero as before.

The coins of running games count as far as the games have come: their players have paid and been paid already,
and what lies on a table is in nobody's hands.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from scorekeeper.domain import FROM_COUNT, MAX_COINS
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import Say, Sentences
from scorekeeper.settlement import settle
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import (
    COUNT,
    LENDING,
    LOAN,
    REPAYMENT,
    SIDE_BET,
    STAKE,
    WINNING,
    Bank,
    GamePayout,
    Party,
    Posting,
    balances,
)
from scorekeeper.store.coins.mistaken_hands import MistakenHand, mistaken_hands
from scorekeeper.store.coins.postings import BadPosting, NewPosting
from scorekeeper.store.models import Night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.store.plays.sheet import Conflict, Sheet, digest


class Mistake(Enum):
    """Mistakes with postings, the likeliest first."""

    TWICE = auto()
    WRONG_PERSON = auto()
    REVERSED = auto()
    MISSING = auto()
    WRONG_AMOUNT = auto()
    NEVER = auto()


@dataclass(frozen=True)
class MistakenPosting:
    """Postings that were recorded wrongly, or not at all.

    Attributes:
        mistake: what is wrong.
        recorded: those that would be undone, which were recorded together; none if one is missing.
        meant: what would be recorded instead; nothing if they are only undone.
    """

    mistake: Mistake
    recorded: Sequence[Posting] = ()
    meant: Sequence[NewPosting] = ()

    @property
    def key(self) -> str:
        """A digest by which a form says which mistake it corrects."""
        return _digest_of(self.mistake.name, *(one.id for one in self.recorded), *self.meant)


Explanation: TypeAlias = MistakenPosting | MistakenHand | GamePayout
"""A mistake, or a game whose coins nobody has paid: there is nothing to correct then."""


@dataclass(frozen=True)
class CoinCount:
    """The coins that were counted, beside those that should be there.

    Attributes:
        bank: the coins of the night.
        expected: how many each person should have, as the book says.
        counted: how many each person has.
    """

    bank: Bank
    expected: Mapping[int, int]
    counted: Mapping[int, int]

    @property
    def difference(self) -> dict[int, int]:
        """How many coins each person has more (+) or fewer (−) than in the book, without zeros."""
        found = {person: coins - self.expected[person] for person, coins in self.counted.items()}
        return {person: coins for person, coins in found.items() if coins}

    @property
    def too_many(self) -> int:
        """The number of coins that are there beyond those in the book; negative if some are missing."""
        return sum(self.difference.values())


def sheets_of(night: Night) -> Sequence[Sheet]:
    """Return the sheets of the games of a night that were not deleted."""
    plays = [play for play in plays_of_night(night) if play.deleted_at is None and play.seats]
    return list(Sheet.of_all(plays))


def own_stake(sheets: Iterable[Sheet]) -> int:
    """Return the coins each player starts with in these games; 0 if they don't all say the same."""
    stakes = {sheet.setup.stake for sheet in sheets if sheet.can_be_scored} - {0}
    return stakes.pop() if len(stakes) == 1 else 0


def expected_coins(bank: Bank, started: int = 0) -> dict[int, int]:
    """Return how many coins each person should have, if each who had any brought ``started`` of their own."""
    had = {person for game in bank.games for person in game.coins}
    had.update(party for one in bank.counting for party in (one.giver, one.taker) if party is not None)
    return {person: coins + started * (person in had) for person, coins in bank.book.items()}


def explanations(count: CoinCount, sheets: Sequence[Sheet]) -> list[Explanation]:
    """Return the single mistakes that explain exactly what was counted, the likeliest first."""
    difference = count.difference
    if not difference:
        return []
    in_postings = sorted(mistaken_postings(count.bank, difference), key=lambda one: one.mistake.value)
    twice = [one for one in in_postings if one.mistake is Mistake.TWICE]
    unpaid = [game for game in count.bank.games if _is_unpaid(game, difference)]
    hands = mistaken_hands(sheets, difference)
    return [*unpaid, *twice, *hands, *(one for one in in_postings if one not in twice)]


def _is_unpaid(game: GamePayout, difference: Mapping[int, int]) -> bool:
    return game.over and {person: -coins for person, coins in game.coins.items() if coins} == difference


def mistaken_postings(bank: Bank, difference: Mapping[int, int]) -> Iterator[MistakenPosting]:
    """Yield the mistakes with postings that explain just this difference, without zeros."""
    wanted: Counter[Party] = Counter()
    wanted.update(difference)
    wanted[None] = -sum(difference.values())
    moved = [one for one in bank.counting if one.kind in (*LENDING, *WINNING) and not one.fault]
    moved = [one for one in moved if one not in bank.repaid_by_settling and one.earlier_uid is None]
    taps = {one.tap: [other for other in moved if other.tap == one.tap] for one in moved}
    for together in taps.values():
        if len(together) > 1 and not _after(wanted, together):
            yield from _undone(together, taps.values())
    for posting in moved:
        rest = _after(wanted, [posting])
        if not rest:
            yield from _undone([posting], ([one] for one in moved))
        elif posting.kind != COUNT and (between := _between(rest)):
            yield from _recorded_wrongly(bank, posting, *between)
    yield from _missing(bank, wanted)


def _after(wanted: Counter[Party], undone: Iterable[Posting]) -> Counter[Party]:
    """Return how many coins everyone needs more if postings are undone, without zeros."""
    rest = Counter(wanted)
    for party, coins in balances(undone).items():
        rest[party] += coins
    return Counter({party: coins for party, coins in rest.items() if coins})


def _between(rest: Mapping[Party, int]) -> tuple[Party, Party, int] | None:
    """Return who would give coins to whom, and how many; None if it isn't from one party to another."""
    if len(rest) != 2:
        return None
    (giver, _), (taker, coins) = sorted(rest.items(), key=lambda item: item[1])
    return giver, taker, coins


def _undone(together: list[Posting], others: Iterable[list[Posting]]) -> Iterator[MistakenPosting]:
    """Yield the mistake of postings that only need to be undone; of several alike only that of the last."""
    said = sorted(str(NewPosting.like(one)) for one in together)
    alike = [one[0].id for one in others if sorted(str(NewPosting.like(each)) for each in one) == said]
    if together[0].id == max(alike):
        yield MistakenPosting(Mistake.TWICE if len(alike) > 1 else Mistake.NEVER, together)


def _recorded_wrongly(
    bank: Bank, posting: Posting, giver: Party, taker: Party, coins: int
) -> Iterator[MistakenPosting]:
    """Yield the mistake of a posting if one thing about it is wrong, and it should have been this."""
    wrong = [giver != posting.giver, taker != posting.taker, coins != posting.coins]
    mistake = Mistake.WRONG_AMOUNT if wrong[2] else Mistake.WRONG_PERSON
    if (giver, taker, coins) == (posting.taker, posting.giver, posting.coins):
        mistake = Mistake.REVERSED
    elif sum(wrong) > 1:
        return
    meant = NewPosting(posting.kind, giver, taker, coins, posting.note)
    if _is_possible(bank, meant, [posting]):
        yield MistakenPosting(mistake, [posting], [meant])


def _missing(bank: Bank, wanted: Counter[Party]) -> Iterator[MistakenPosting]:
    """Yield what may not have been recorded."""
    rest = _after(wanted, ())
    if between := _between(rest):
        giver, taker, coins = between
        for kind in (SIDE_BET, REPAYMENT, LOAN):
            new = NewPosting(kind, giver, taker, coins)
            if _is_possible(bank, new):
                yield MistakenPosting(Mistake.MISSING, meant=[new])
    elif len({coins for party, coins in rest.items() if party is not None}) == 1 and rest[None] < 0:
        stakes = [postings.stake_for(party, coins) for party, coins in rest.items() if party is not None]
        if _is_possible(bank, stakes[0]):
            yield MistakenPosting(Mistake.MISSING, meant=stakes)


def _is_possible(bank: Bank, new: NewPosting, without: Sequence[Posting] = ()) -> bool:
    """Return whether coins can go this way once some postings are undone."""
    if new.kind == STAKE:
        return new.giver is None and new.coins <= MAX_COINS
    left = replace(bank, postings=[one for one in bank.postings if one not in without])
    try:
        postings.check_posting(left, new)
    except BadPosting:
        return False
    return True


def correct_mistake(bank: Bank, night: Night, mistake: MistakenPosting | MistakenHand, device: str) -> None:
    """Correct a mistake. Raises Conflict if a hand can't be corrected any more.

    Where stakes are undone with others of the same tap, the others are recorded again.
    """
    if isinstance(mistake, MistakenPosting):
        undone = mistake.recorded
        tap = bank.together(undone[0]) if undone and undone[0].kind in postings.ONCE else ()
        others = [NewPosting.like(one) for one in tap if one not in undone]
        postings.undo_postings(bank, [one.id for one in undone], device)
        postings.record_together(night, [*others, *mistake.meant], device)
        return
    try:
        commands.save_edit(mistake.sheet, mistake.edit, device)
    except Refused as refused:
        raise Conflict(Say("{why}", why=Sentences(*(one.message for one in refused.problems)))) from None


def postings_to_accept(count: CoinCount, note: str = "") -> Sequence[NewPosting]:
    """Return what makes the book say what was counted, with the fewest transfers.

    Coins that are too many were borrowed from the house; those missing are repaid to it, as far as anyone
    owes it coins. Raises BadPosting if they can't be.
    """
    difference = count.difference
    lending = [*_lending(count, Counter(difference))]
    left: Counter[Party] = Counter()
    left.update(difference)
    for new in lending:
        left[new.giver] += new.coins
        left[new.taker] -= new.coins
    payments = settle({person: coins for person, coins in left.items() if person is not None}).payments
    counts = [NewPosting(COUNT, one.debtor, one.creditor, one.amount) for one in payments]
    if any(new.coins > MAX_COINS for new in (*counts, *lending)):
        raise BadPosting("coins", Say("Nobody can have that many coins. Count again."))
    return [new._replace(note=note or FROM_COUNT) for new in (*counts, *lending)]


def _lending(count: CoinCount, difference: Counter[int]) -> Iterator[NewPosting]:
    """Yield what the house lends or gets back, so that the rest adds up. Raises BadPosting."""
    rest = count.too_many
    if rest > 0:
        for person, coins in sorted(difference.items(), key=lambda item: -item[1]):
            if lent := min(rest, max(coins, 0)):
                rest -= lent
                yield NewPosting(LOAN, None, person, lent)
        return
    owed = Counter({person: count.bank.owed(person, None) for person in count.bank.names})
    repaid: Counter[int] = Counter()
    fewest_first = sorted(owed, key=lambda person: difference[person])
    # Everyone repays what they have fewer, as far as they owe it; then anyone who owes coins does.
    for most in ({person: max(-coins, 0) for person, coins in difference.items()}, owed):
        for person in fewest_first:
            coins = min(-rest, most.get(person, 0), owed[person] - repaid[person])
            repaid[person] += coins
            rest += coins
    if rest:
        one, several = "1 coin is missing. Count again.", "{coins} coins are missing. Count again."
        raise BadPosting("coins", Say(one, several, -count.too_many, coins=-count.too_many))
    yield from (NewPosting(REPAYMENT, person, None, coins) for person, coins in repaid.items() if coins)


def key_of_postings(new: Sequence[NewPosting]) -> str:
    """Return a digest by which a form says what it records."""
    return _digest_of(*((one.kind, one.giver, one.taker, one.coins) for one in new))


def _digest_of(*parts: object) -> str:
    return digest(map(str, parts))
