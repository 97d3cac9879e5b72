"""Several phones lend, bet, pay and undo at random, from pages that may be old: coins never vanish."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.store.coins.bank import Posting
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.payment_plan import plan_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Transfer
from tests.web.phone import Fields, Phone
from tests.web.table import start, took, whole

SOME = settings(
    max_examples=settings().max_examples // 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

Coins: TypeAlias = tuple[str, int | None, int | None, int]
"""A kind of posting, who gave, who got, and how much; None is the house."""

PHONES = st.integers(0, 2)
PEOPLE = st.integers(0, 3)
KINDS = st.sampled_from(["loan", "repayment", "side bet", "gift"])
TAPS = st.sampled_from(["Undo", "Undo", "Redo", "Mark as paid", "Mark as paid", "Undo: ", "Mark a"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("open"), PHONES, st.sampled_from(["", "/settle"])),
        st.tuples(st.just("record"), PHONES, KINDS, PEOPLE, PEOPLE, st.integers(1, 9)),
        st.tuples(st.just("lend"), PHONES, PEOPLE, st.integers(1, 9)),
        st.tuples(st.just("stakes"), PHONES, st.sampled_from([5, 10])),
        st.tuples(st.just("tap"), PHONES, TAPS, st.integers(0, 2)),
        st.tuples(st.just("tap"), PHONES, TAPS, st.integers(0, 2)),
        st.tuples(st.just("correct"), PHONES, PEOPLE),
        st.tuples(st.just("repeat"), PHONES),
    ),
    min_size=4,
    max_size=12,
)


@dataclass
class Evening:
    """The coins of a night on several phones.

    Attributes:
        people: the ids of the players.
        sent: the form that each phone sent last, by the phone's number.
        counted: the ids of the forms that changed something.
    """

    app: Flask
    phones: list[Phone]
    night_id: int
    people: list[int] = field(default_factory=list)
    sent: dict[int, tuple[str, Fields]] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)

    @property
    def bank(self) -> str:
        return f"/nights/{self.night_id}/bank"

    def do(self, step: tuple[Any, ...]) -> None:
        """Let a phone do something, if its page has a button for it."""
        match step:
            case ("open", who, page):
                self.phones[who].open(self.bank + page)
            case ("record", who, kind, giver, taker, coins):
                parties = {"giver": self.people[giver], "taker": self.people[taker]}
                self.fill(who, "Record", kind=kind, **parties, coins=coins)
            case ("lend", who, taker, coins):
                self.fill(who, "Record", kind="loan", giver="house", taker=self.people[taker], coins=coins)
            case ("stakes", who, coins):
                self.fill(who, "Hand out", stake=coins)
            case ("tap", who, words, nth):
                self.tap(who, words, nth)
            case ("correct", who, winner):
                self.correct(self.phones[who], winner)
            case ("repeat", who) if who in self.sent:
                self.send(who, *self.sent[who])

    def fill(self, who: int, button: str, **typed: Any) -> None:
        """Fill in a form of the page and tap its button."""
        phone = self.phones[who]
        if button in phone.page.texts("button"):
            self.send(who, *phone.form(button, **typed))

    def tap(self, who: int, words: str, nth: int) -> None:
        """Tap one of the buttons that begin with these words."""
        if found := self.phones[who].taps(words):
            self.send(who, *found[nth % len(found)])

    def correct(self, phone: Phone, winner: int) -> None:
        """Correct the only hand of the night's game, so that another player wins it and what was bet."""
        tricks = [3, 3, 3, 3]
        tricks[winner], tricks[winner - 1] = 5, 2
        seat = ("Ann", "Bea", "Cal", "Dee")[winner]
        phone.open(self.game).tap("Save hand 1", bidder=seat, **took(*tricks)).open(self.bank)
        self.check()

    def send(self, who: int, path: str, sent: Fields) -> None:
        """Send a form: it does what it says once, or nothing."""
        phone, uid = self.phones[who], dict(sent)["uid"]
        self.sent[who] = path, sent
        before, expected = self.counting(), self.counting() + self.gained(path, sent)
        expected -= self.undone(path, sent)
        phone.replay(path, sent)
        after = self.counting()
        assert phone.status in (200, 409, 422)
        if phone.status != 200:
            assert after == before
            assert phone.problems or phone.page.all(role="alert")
            assert phone.page.all("h1")[-1].text in ("Coins", "Settle up")
        if after != before:
            assert after == expected
            assert uid not in self.counted, "a form counted twice"
            self.counted.add(uid)
        self.check()

    def gained(self, path: str, sent: Fields) -> Counter[Coins]:
        """Return the postings that a form asks to record."""
        fields = dict(sent)
        match path.removeprefix(self.bank):
            case "":
                return Counter(
                    [(fields["kind"], party(fields["giver"]), party(fields["taker"]), int(fields["coins"]))]
                )
            case "/stakes":
                to = [party(value) for name, value in sent if name == "to"]
                return Counter(("stake", None, person, int(fields["stake"])) for person in to)
            case "/pay":
                payment = int(fields["creditor"]), int(fields["debtor"]), int(fields["amount"])
                return Counter([("settlement", *payment), *self.repaid_with_the_last()])
            case "/give-back":
                debts = [value.split("-") for name, value in sent if name == "debt"]
                return Counter(
                    ("repayment", party(who), party(whom), int(coins)) for who, whom, coins in debts
                )
            case "/bring-back":
                return self.named(sent)
        return Counter()

    def undone(self, path: str, sent: Fields) -> Counter[Coins]:
        """Return the postings that a form asks to undo, of those that still count."""
        if not path.endswith("/take-back"):
            return Counter()
        named = self.named(sent, counting=True)
        unpaid = [int(value) for name, value in sent if name == "posting"]
        with self.app.app_context():
            bank = bank_of(db.session.get_one(Night, self.night_id))
            payments = [one.id for one in bank.counting if one.id in unpaid and one.kind == "settlement"]
            repaid = [one for one in bank.repaid_by_settling if payments and one.id > min(payments)]
            return named + Counter(coins(one) for one in repaid if one.id not in unpaid)

    def repaid_with_the_last(self) -> list[Coins]:
        """Return the repayments of all loans, if only one payment is due."""
        with self.app.app_context():
            bank = bank_of(db.session.get_one(Night, self.night_id))
            return [("repayment", *debt) for debt in bank.debts if len(plan_of(bank).due) == 1]

    def named(self, sent: Fields, counting: bool = False) -> Counter[Coins]:
        """Return the postings whose ids a form holds."""
        ids = [int(value) for name, value in sent if name == "posting"]
        with self.app.app_context():
            rows = [db.session.get_one(Transfer, number) for number in ids]
            return Counter(coins(row) for row in rows if not (counting and row.removed_at))

    def counting(self) -> Counter[Coins]:
        """Return the postings that count."""
        with self.app.app_context():
            rows = db.session.query(Transfer).filter_by(night_id=self.night_id, removed_at=None)
            return Counter(coins(row) for row in rows)

    def check(self) -> None:
        """Check that all coins are somewhere, and that paying as planned settles the night."""
        with self.app.app_context():
            bank = bank_of(db.session.get_one(Night, self.night_id))
            assert bank.sound
            assert sum(bank.won.values()) == sum(bank.open.values()) == 0
            owing = Counter(bank.open)
            for payment in plan_of(bank).due:
                owing[payment.debtor] += payment.amount
                owing[payment.creditor] -= payment.amount
            assert not any(owing.values())

    @property
    def settled(self) -> bool:
        """Whether everyone has paid and repaid everything."""
        with self.app.app_context():
            bank = bank_of(db.session.get_one(Night, self.night_id))
            return not (plan_of(bank).due or bank.debts)

    @property
    def game(self) -> str:
        """The address of the hand of the night's game."""
        with self.app.app_context():
            return f"/plays/{bank_of(db.session.get_one(Night, self.night_id)).games[0].play_id}/hands/1"

    def settle(self) -> None:
        """Let the phones settle up in turn, each from a page that the others have made old."""
        for phone in self.phones:
            phone.open(f"{self.bank}/settle")
        turn = 0
        while not self.settled:
            self.tap(turn % 3, "Mark as paid", turn)
            self.tap(turn % 3, "Mark as returned", turn)
            turn += 1
            assert turn < 30


def party(text: str) -> int | None:
    return None if text == "house" else int(text)


def coins(row: Transfer | Posting) -> Coins:
    if isinstance(row, Posting):
        return row.kind, row.giver, row.taker, row.coins
    return row.kind, row.giver_id, row.taker_id, row.coins


@SOME
@given(steps=STEPS)
def test_coins_never_appear_or_vanish(app: Flask, phones: list[Phone], steps: list[tuple[Any, ...]]) -> None:
    night = phones[0].open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    evening = Evening(app, phones, int(night.path.split("/")[2].split("#")[0]), [1, 2, 3, 4])
    whole(start(phones[0], night=evening.night_id, target=5, wager=1), "Bea", 5, (3, 5, 3, 2))
    for phone in phones:
        phone.open(evening.bank)
    for step in steps:
        evening.do(step)
    evening.settle()
