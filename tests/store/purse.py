"""Coins that go round on a night, in a line."""

from collections.abc import Mapping

from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.coins import postings
from scorekeeper.store.coins.bank import Bank, Entry, Party
from scorekeeper.store.coins.ledger import bank_of
from scorekeeper.store.coins.payment_plan import Plan, pay, plan_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, new_uid
from scorekeeper.store.nights.guests import add_guest
from tests.store.table import CAST, PHONE

HOUSE = "the house"


class Purse:
    """The bank of a night, by names."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.ids: dict[str, int] = {}
        for name in CAST:
            player = get_or_create_player(night.club, name)
            add_guest(night, player)
            self.ids[name] = player.id
        db.session.commit()

    @property
    def bank(self) -> Bank:
        return bank_of(self.night)

    @property
    def plan(self) -> Plan:
        return plan_of(self.bank)

    @property
    def newest(self) -> Entry:
        return self.bank.entries[-1]

    def party(self, name: str) -> Party:
        return None if name == HOUSE else self.ids[name]

    def stakes(self, coins: int, *names: str) -> None:
        to = [self.ids[name] for name in names or CAST]
        postings.hand_out(self.bank, self.night, new_uid(), to, coins, PHONE)
        db.session.commit()

    def move(self, kind: str, giver: str, taker: str, coins: int, note: str = "", uid: str = "") -> Entry:
        between = self.party(giver), self.party(taker)
        postings.write_down(self.bank, self.night, uid or new_uid(), kind, *between, coins, note, PHONE)
        db.session.commit()
        return self.newest

    def take_back(self, *entries: Entry) -> None:
        postings.take_back(self.bank, [entry.id for entry in entries], PHONE)
        db.session.commit()

    def bring_back(self, entry: Entry) -> None:
        again = next(one for one in self.bank.entries if one.id == entry.id)
        postings.bring_back(self.bank, self.night, again, PHONE)
        db.session.commit()

    def settle(self) -> list[str]:
        """Everybody pays; says who paid whom."""
        plan, names = self.plan, self.bank.names
        for due in plan.due:
            pay(self.bank, self.night, plan.since, due, PHONE)
            db.session.commit()
        return [f"{names[one.debtor]} pays {names[one.creditor]} {one.coins}" for one in plan.due]

    def give_all_back(self) -> None:
        postings.give_back(self.bank, self.night, self.bank.debts, PHONE)
        db.session.commit()

    def named(self, coins: Mapping[int, int]) -> dict[str, int]:
        """Figures by name, those of nothing left out."""
        return {self.bank.names[person]: some for person, some in coins.items() if some}

    @property
    def holds(self) -> dict[str, int]:
        return self.named(self.bank.holds)

    @property
    def won(self) -> dict[str, int]:
        return self.named(self.bank.won)
