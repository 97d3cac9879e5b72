"""Whatever happens on a night, no coin appears or vanishes, and in the end everyone is even."""

from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.store.coins.payment_plan import pay
from scorekeeper.store.coins.postings import BadPosting
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Night, Play
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.store.purse import HOUSE, Purse
from tests.store.table import CAST, PHONE, coralon, correct, enter
from tests.test_settlement import most_groups

FEW = settings(
    max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

BEFORE = st.integers(0, 30)
"""The index of something that exists so far, modulo how many there are."""

PARTIES = st.sampled_from((HOUSE, *CAST))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("wager"), st.integers(0, 3)),
        st.tuples(st.just("roll"), BEFORE, st.integers(2, 12)),
        st.tuples(st.just("hand"), BEFORE, st.sampled_from(CAST)),
        st.tuples(st.just("correct"), BEFORE, BEFORE, st.integers(2, 12), st.sampled_from(CAST)),
        st.tuples(st.just("remove a hand"), BEFORE),
        st.tuples(st.just("stop"), BEFORE),
        st.tuples(st.just("delete"), BEFORE),
        st.tuples(st.just("restore"), BEFORE),
        st.tuples(st.just("stakes"), st.integers(1, 50)),
        st.tuples(
            st.sampled_from(["loan", "repayment", "gift", "side bet"]), PARTIES, PARTIES, st.integers(1, 20)
        ),
        st.tuples(st.just("pay"), BEFORE),
        st.tuples(st.just("undo"), BEFORE),
        st.tuples(st.just("redo"), BEFORE),
    ),
    min_size=3,
    max_size=14,
)


class Evening:
    """An evening on which people do anything that is possible."""

    def __init__(self, club: Club) -> None:
        night = new_night(club)
        db.session.commit()
        self.purse = Purse(night)
        self.plays: list[Play] = []
        self.start("house-of-fortune")
        self.start("coralon", target=8, wager=1)

    def start(self, game: str, **options: int) -> None:
        seats = [self.purse.ids[name] for name in CAST]
        self.plays.append(start_play(self.purse.night.id, game, options, seats, 0))
        db.session.commit()

    def do(self, step: tuple[Any, ...]) -> None:
        match step:
            case ("wager", wager):
                self.start("coralon", target=8, wager=wager)
            case ("roll", which, roll) if self.can_go_on(play := self.play("house-of-fortune", which)):
                enter(play, {"roll": roll})
            case ("hand", which, bidder) if self.can_go_on(play := self.play("coralon", which)):
                enter(play, coralon(bidder, 3, 3, 4, 3, 3))
            case ("correct", which, number, roll, bidder) if hands := len(self.sheet(which).entries):
                play = self.plays[which % len(self.plays)]
                hand = {"roll": roll} if play.game != "coralon" else coralon(bidder, 4, 3, 3, 3, 4)
                correct(play, 1 + number % hands, hand)
            case ("remove a hand", which) if self.sheet(which).last:
                commands.remove_last_hand(self.sheet(which), PHONE)
            case ("stop", which) if self.can_go_on(self.plays[which % len(self.plays)]):
                commands.end_play(self.sheet(which))
            case ("delete", which):
                commands.update_play(self.sheet(which).play.id, deleted_at=now())
            case ("restore", which):
                commands.update_play(self.sheet(which).play.id, deleted_at=None)
            case ("stakes", coins):
                self.purse.stakes(coins)
            case ("loan" | "repayment" | "gift" | "side bet" as kind, giver, taker, coins):
                try:
                    self.purse.move(kind, giver, taker, coins)
                except BadPosting:
                    db.session.rollback()
            case ("pay", which) if due := self.purse.plan.due:
                pay(self.purse.bank, self.purse.night, self.purse.plan.since, due[which % len(due)], PHONE)
            case ("undo", which) if postings := self.purse.bank.postings:
                self.purse.undo(postings[which % len(postings)])
            case ("redo", which) if postings := self.purse.bank.postings:
                self.purse.redo(postings[which % len(postings)])
        db.session.commit()
        db.session.expire_all()

    def play(self, game: str, which: int) -> Play:
        some = [play for play in self.plays if play.game == game]
        return some[which % len(some)]

    def sheet(self, which: int) -> Sheet:
        return Sheet.of(self.plays[which % len(self.plays)])

    @staticmethod
    def can_go_on(play: Play) -> bool:
        return Sheet.of(play).result.ending is None


COINS = st.integers(1, 30)
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
    evening = Evening(night.club)
    purse = evening.purse
    for step in steps:
        evening.do(step)
        bank = purse.bank
        assert bank.sound
        settled = -sum(one.coins for one in bank.repaid_by_settling if one.taker is None)
        assert sum(bank.book.values()) + bank.on_tables - bank.lent + settled == 0
        assert sum(bank.won.values()) == sum(bank.net.values()) == sum(bank.open.values()) == 0
    for play in evening.plays:
        if evening.can_go_on(play):
            commands.end_play(Sheet.of(play))
    db.session.commit()
    db.session.expire_all()
    purse.settle()
    assert not purse.open
    assert not purse.plan.due
    purse.repay_all()  # those of a night on which nobody had to pay
    assert (purse.bank.debts, purse.bank.lent, purse.bank.sound) == ([], 0, True)
