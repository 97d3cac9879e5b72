"""The bank of a night, for tests to move coins in one line."""

from collections.abc import Iterable, Mapping

from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import Bank, Party, Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.payment_plan import PaymentPlan, pay, plan_of
from scorekeeper.store.coins.postings import NewPosting, SharedCost
from scorekeeper.store.database import db, new_uid
from scorekeeper.store.models import Night
from scorekeeper.store.nights.nights import add_guest
from tests.store.table import CAST, PHONE

HOUSE = "the house"


class Purse:
    """The bank of a night, with names instead of ids."""

    def __init__(self, night: Night, names: Iterable[str] = CAST) -> None:
        self.night = night
        self.ids: dict[str, int] = {}
        for name in names:
            player = get_or_create_player(night.club, name)
            add_guest(night, player)
            self.ids[name] = player.id
        db.session.commit()

    @property
    def bank(self) -> Bank:
        return bank_of(self.night)

    @property
    def plan(self) -> PaymentPlan:
        return plan_of(self.bank)

    @property
    def newest(self) -> Posting:
        return self.bank.postings[-1]

    def party(self, name: str) -> Party:
        return None if name == HOUSE else self.ids[name]

    def stakes(self, coins: int, *names: str) -> None:
        to = [self.ids[name] for name in names or CAST]
        postings.hand_out_stakes(self.bank, self.night, new_uid(), to, coins, PHONE)
        db.session.commit()

    def move(self, kind: str, giver: str, taker: str, coins: int, note: str = "", uid: str = "") -> Posting:
        between = self.party(giver), self.party(taker)
        new = NewPosting(kind, *between, coins, note)
        postings.record_posting(self.bank, self.night, uid or new_uid(), new, PHONE)
        db.session.commit()
        return self.newest

    def cost(self, payer: str, amount: int, parts: Mapping[str, int], note: str = "", uid: str = "") -> None:
        by_id = {self.ids[name]: part for name, part in parts.items()}
        shared = SharedCost(self.ids[payer], amount, by_id, note, self.bank.in_money)
        postings.record_cost(self.bank, self.night, uid or new_uid(), shared, PHONE)
        db.session.commit()

    def undo(self, *undone: Posting) -> None:
        postings.undo_postings(self.bank, [posting.id for posting in undone], PHONE)
        db.session.commit()

    def redo(self, posting: Posting) -> None:
        bank = self.bank
        undone = next(tap for tap in bank.taps if posting.id in [one.id for one in tap])
        postings.redo_postings(bank, self.night, undone, PHONE)
        db.session.commit()

    def settle(self) -> list[str]:
        """Make all payments, and return who paid whom."""
        plan, names = self.plan, self.bank.names
        for due in plan.due:
            pay(self.bank, self.night, plan.since, due, PHONE)
            db.session.commit()
        return [f"{names[one.debtor]} pays {names[one.creditor]} {one.amount}" for one in plan.due]

    def repay_all(self) -> None:
        postings.repay(self.bank, self.night, self.bank.debts, PHONE)
        db.session.commit()

    def named(self, coins: Mapping[int, int]) -> dict[str, int]:
        """Return figures by name, without zeros."""
        return {self.bank.names[person]: some for person, some in coins.items() if some}

    @property
    def book(self) -> dict[str, int]:
        return self.named(self.bank.book)

    @property
    def won(self) -> dict[str, int]:
        return self.named(self.bank.won)

    @property
    def open(self) -> dict[str, int]:
        return self.named(self.bank.open)
