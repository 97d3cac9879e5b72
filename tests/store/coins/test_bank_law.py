"""Whatever happens on a night, no coin appears or vanishes, and in the end everyone is even."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from io import BytesIO
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.files.club_file import club_parts, open_club_file
from scorekeeper.files.exporting import export_club
from scorekeeper.files.importing import apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.payment_plan import pay
from scorekeeper.store.coins.postings import BadPosting, SharedCost, record_cost
from scorekeeper.store.coins.tab import bring, open_amounts, open_nights
from scorekeeper.store.database import db, new_uid, now
from scorekeeper.store.models import Club, Night, Play, Transfer
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Conflict, Sheet
from tests.store.purse import HOUSE, Purse
from tests.store.table import CAST, PHONE, coralon, correct, enter
from tests.test_settlement import most_groups

FEW = settings(
    max_examples=settings().max_examples // 4, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

BEFORE = st.integers(0, 30)
"""The index of something that exists so far, modulo how many there are."""

COINS = st.integers(1, 30)
PLAYERS = st.sampled_from(CAST)
PARTIES = st.sampled_from((HOUSE, *CAST))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("wager"), st.integers(0, 3)),
        st.tuples(st.just("roll"), BEFORE, st.integers(2, 12)),
        st.tuples(st.just("hand"), BEFORE, PLAYERS),
        st.tuples(st.just("correct"), BEFORE, BEFORE, st.integers(2, 12), PLAYERS),
        st.tuples(st.just("remove a hand"), BEFORE),
        st.tuples(st.just("stop"), BEFORE),
        st.tuples(st.just("delete"), BEFORE),
        st.tuples(st.just("restore"), BEFORE),
        st.tuples(st.just("stakes"), st.integers(1, 50)),
        st.tuples(st.sampled_from(["loan", "repayment", "gift", "side bet"]), PARTIES, PARTIES, COINS),
        st.tuples(st.just("count"), st.permutations(CAST), COINS),
        st.tuples(
            st.just("cost"),
            PLAYERS,
            st.integers(1, 1000),
            st.booleans(),
            st.dictionaries(PLAYERS, st.integers(0, 3), min_size=1),
        ),
        st.tuples(st.just("value"), st.sampled_from([(None, 1), (100, 3), (10, 1), (0, 1), (7, 4)])),
        st.tuples(st.just("banker"), st.none() | PLAYERS),
        st.tuples(st.just("pay"), BEFORE),
        st.tuples(st.just("undo"), BEFORE),
        st.tuples(st.just("redo"), BEFORE),
        st.tuples(st.just("bring what is open"), BEFORE),
        st.tuples(st.just("go to the other night")),
        st.tuples(st.just("delete the other night")),
        st.tuples(st.just("restore the other night")),
    ),
    min_size=3,
    max_size=14,
)

KEEPING = ("value", "banker", "cost", "pay", "bring what is open")
"""Steps that change nothing of what was won and lost."""


class Evening:
    """A night with its games."""

    def __init__(self, club: Club, days_ago: int) -> None:
        night = new_night(club)
        night.started_at -= timedelta(days=days_ago)
        db.session.commit()
        self.purse = Purse(night)
        self.plays: list[Play] = []
        self.start("house-of-fortune")
        self.start("coralon", target=8, wager=1)

    def start(self, game: str, **options: int) -> None:
        seats = [self.purse.ids[name] for name in CAST]
        self.plays.append(start_play(self.purse.night.id, game, options, seats, 0))
        db.session.commit()

    def play(self, game: str, which: int) -> Play:
        some = [play for play in self.plays if play.game == game]
        return some[which % len(some)]

    def sheet(self, which: int) -> Sheet:
        return Sheet.of(self.plays[which % len(self.plays)])

    def end_games(self) -> None:
        for play in self.plays:
            if can_go_on(play):
                commands.end_play(Sheet.of(play))
        db.session.commit()
        db.session.expire_all()


class Evenings:
    """Two nights of a club on which people do anything that is possible."""

    def __init__(self, club: Club) -> None:
        self.here, self.other = Evening(club, 0), Evening(club, 7)

    def do(self, step: tuple[Any, ...]) -> None:
        evening, purse = self.here, self.here.purse
        night = purse.night
        match step:
            case ("wager", wager):
                evening.start("coralon", target=8, wager=wager)
            case ("roll", which, roll) if can_go_on(play := evening.play("house-of-fortune", which)):
                enter(play, {"roll": roll})
            case ("hand", which, bidder) if can_go_on(play := evening.play("coralon", which)):
                enter(play, coralon(bidder, 3, 3, 4, 3, 3))
            case ("correct", which, number, roll, bidder) if hands := len(evening.sheet(which).entries):
                play = evening.sheet(which).play
                hand = {"roll": roll} if play.game != "coralon" else coralon(bidder, 4, 3, 3, 3, 4)
                correct(play, 1 + number % hands, hand)
            case ("remove a hand", which) if evening.sheet(which).last:
                commands.remove_last_hand(evening.sheet(which), PHONE)
            case ("stop", which) if can_go_on(evening.sheet(which).play):
                commands.end_play(evening.sheet(which))
            case ("delete", which):
                commands.update_play(evening.sheet(which).play.id, deleted_at=now())
            case ("restore", which):
                commands.update_play(evening.sheet(which).play.id, deleted_at=None)
            case ("stakes", coins):
                purse.stakes(coins)
            case ("loan" | "repayment" | "gift" | "side bet" as kind, giver, taker, coins):
                with suppress(BadPosting):
                    purse.move(kind, giver, taker, coins)
            case ("count", (fewer, more, *_), coins):
                record_count(purse, fewer, more, coins)
            case ("cost", payer, amount, in_money, parts) if purse.bank.in_money or not in_money:
                by_id = {purse.ids[name]: part for name, part in parts.items()}
                shared = SharedCost(purse.ids[payer], amount, by_id, "pizza", in_money)
                with suppress(BadPosting):
                    record_cost(purse.bank, night, new_uid(), shared, PHONE)
            case ("value", (value, coins)) if value is not None or not purse.bank.has_money:
                night.coin_value, night.valued_coins = value, coins
            case ("banker", name):
                night.banker_id = None if name is None else purse.ids[name]
            case ("pay", which) if due := purse.plan.due:
                pay(purse.bank, night, purse.plan.since, due[which % len(due)], PHONE)
            case ("undo", which) if postings := purse.bank.postings:
                purse.undo(postings[which % len(postings)])
            case ("redo", which) if postings := purse.bank.postings:
                purse.redo(postings[which % len(postings)])
            case ("bring what is open", most) if not self.other.purse.night.deleted_at:
                amounts = open_amounts(self.other.purse.night, self.other.purse.bank)
                with suppress(Conflict):
                    bring(purse.bank, night, amounts[: 1 + most], PHONE)
            case ("go to the other night",) if not self.other.purse.night.deleted_at:
                self.here, self.other = self.other, self.here
            case ("delete the other night",):
                self.other.purse.night.deleted_at = now()
            case ("restore the other night",):
                self.other.purse.night.deleted_at = None
        db.session.commit()
        db.session.expire_all()


def record_count(purse: Purse, fewer: str, more: str, coins: int) -> None:
    new = Transfer(kind="count", giver_id=purse.ids[fewer], taker_id=purse.ids[more], coins=coins)
    new.night_id, new.device = purse.night.id, PHONE
    db.session.add(new)


def can_go_on(play: Play) -> bool:
    return Sheet.of(play).result.ending is None


def check(bank: Bank) -> None:
    """Check that no coin and no cent has appeared or vanished."""
    assert bank.sound
    settled = -sum(one.coins for one in bank.repaid_by_settling if one.taker is None)
    assert sum(bank.book.values()) + bank.on_tables - bank.lent + settled == 0
    figures = bank.won, bank.net, bank.open, bank.costs, bank.tab
    assert [sum(each.values()) for each in figures] == [0, 0, 0, 0, 0]
    assert {type(amount) for each in figures for amount in each.values()} == {int}


def figures_of(purse: Purse) -> list[Any]:
    """Return what a night comes to, by name."""
    bank, plan = purse.bank, purse.plan
    payments = [
        (bank.names[one.debtor], bank.names[one.creditor], one.amount, made is None)
        for one, made in plan.payments
    ]
    named = (purse.named(each) for each in (bank.won, bank.book, bank.net, bank.open))
    return [*named, payments, bank.lent, bank.worth]


MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("stakes"), COINS),
        st.tuples(st.sampled_from(["loan", "side bet", "gift"]), PARTIES, PARTIES, COINS),
        st.tuples(st.just("payout"), COINS, COINS, st.sampled_from(["bank", "players"])),
    ),
    min_size=1,
    max_size=8,
)


@FEW
@given(moves=MOVES, order=st.randoms(use_true_random=False))
def test_one_plan_of_the_fewest_payments_settles_everything_with_its_loans(
    night: Night, moves: list[tuple[Any, ...]], order: Random
) -> None:
    purse = Purse(new_night(night.club))
    for move in moves:
        if move[0] == "payout":
            lansquenet(purse, *move[1:])
        elif move[0] == "stakes":
            purse.stakes(move[1])
        else:
            with suppress(BadPosting):
                purse.move(*move)
    plan, won = purse.plan, worth_of(purse)
    assert purse.bank.net == won
    uneven = tuple(coins for coins in won.values() if coins)
    assert len(plan.due) == len(uneven) - most_groups(uneven)
    due = list(plan.due)
    order.shuffle(due)
    for payment in due:
        pay(purse.bank, purse.night, plan.since, payment, PHONE)
        db.session.commit()
    if not due:
        purse.repay_all()
    bank = purse.bank
    assert (purse.plan.due, bank.debts, purse.open, bank.lent) == ([], [], {}, 0)
    assert bank.won == won
    assert bank.sound


def lansquenet(purse: Purse, lost: int, won: int, result: str) -> None:
    """Play a game in which Ann is the bank, Bea loses and the others win or lose."""
    seats = [purse.ids[name] for name in CAST]
    play = start_play(purse.night.id, "lansquenet", {}, seats, 0)
    enter(play, {"collected": {"Bea": lost}, "standing": {"Cal": won, "Dee": won}, "result": result})
    commands.end_play(Sheet.of(play))
    db.session.commit()
    db.session.expire_all()


def worth_of(purse: Purse) -> dict[int, int]:
    """Return what each player would have if all lent coins were returned at once."""
    worth = dict(purse.bank.book)
    for debt in purse.bank.debts:
        for party, coins in ((debt.debtor, -debt.coins), (debt.lender, debt.coins)):
            if party is not None:
                worth[party] += coins
    return worth


@FEW
@given(steps=STEPS)
def test_no_coin_appears_or_vanishes_and_all_end_at_zero(night: Night, steps: list[tuple[Any, ...]]) -> None:
    evenings = Evenings(new_club("Friday"))
    purses = evenings.here.purse, evenings.other.purse
    for step in steps:
        won = [purse.bank.won for purse in purses]
        evenings.do(step)
        banks = [purse.bank for purse in purses]
        for bank in banks:
            check(bank)
        assert step[0] not in KEEPING or [bank.won for bank in banks] == won
        found = {one.night.id: one.sums for one in open_nights(purses[0].night.club_id)}
        for purse in purses:
            still_open = {person: amount for person, amount in purse.bank.open.items() if amount}
            assert not still_open or purse.night.deleted_at or found[purse.night.id] == still_open
    check_file(purses)
    for evening in (evenings.here, evenings.other):
        evening.end_games()
        purse = evening.purse
        purse.settle()
        assert not purse.open
        assert not purse.plan.due
        purse.repay_all()  # those of a night on which nobody had to pay
        assert (purse.bank.debts, purse.bank.lent, purse.bank.sound) == ([], 0, True)


def check_file(purses: Sequence[Purse]) -> None:
    """Check that the file of a club gives the same nights in another club."""
    club, there = purses[0].night.club, new_club("Another")
    db.session.flush()
    file = open_club_file(BytesIO(b"".join(club_parts(*export_club(club)))), now())
    night_ids = apply_import(plan_import(there, file, now()), there, file)
    nights = sorted((db.session.get_one(Night, each) for each in night_ids), key=lambda one: one.started_at)
    for purse, night in zip(sorted(purses, key=lambda one: one.night.started_at), nights, strict=True):
        copy = Purse.__new__(Purse)
        copy.night = night
        assert figures_of(copy) == figures_of(purse)
    db.session.rollback()
