"""Three nights on which people do anything: every page answers, everything adds up, and all can be paid."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorekeeper.store.coins.bank import Bank
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.payment_plan import plan_of
from scorekeeper.store.coins.tab import open_nights, open_sums
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play
from scorekeeper.web.coins.forms import write_debt
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import count, record
from tests.web.table import start, took, whole

FEW = settings(
    max_examples=settings().max_examples // 5,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

TENTH = 10
"""After each step every tenth of the pages about no coins is opened, so that the test stays quick."""

NIGHTS = st.integers(1, 3)
BEFORE = st.integers(0, 20)
"""The index of something that exists so far, modulo how many there are."""

PEOPLE = st.integers(1, 6)
PARTIES = st.one_of(PEOPLE, st.just("house"))
COINS = st.integers(1, 30)
TAPS = st.sampled_from(
    [
        ("/settle", "Include"),
        ("/settle", "Include all"),
        ("/settle", "Mark as paid"),
        ("/settle", "Mark as returned"),
        ("/settle", "Undo"),
        ("/settle", "Leave unpaid"),
        ("", "Undo"),
        ("", "Redo"),
    ]
)
COUNTED = ("Accept the count", "Undo", "Record", "Correct")
OF_GAMES = ("stop", "go-on", "undo", "take-back", "bring-back", "again", "delete", "restore")
OF_PLAYERS = ("part", "retire", "come-back", "erase")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("tap"), NIGHTS, TAPS, BEFORE),
        st.tuples(st.just("tap"), NIGHTS, TAPS, BEFORE),
        st.tuples(
            st.just("record"),
            NIGHTS,
            st.sampled_from(["loan", "repayment", "side bet", "gift", "settlement"]),
            PARTIES,
            PEOPLE,
            COINS,
        ),
        st.tuples(st.just("stakes"), NIGHTS, COINS),
        st.tuples(st.just("cost"), NIGHTS, PEOPLE, st.lists(PEOPLE, min_size=1, max_size=4), COINS),
        st.tuples(st.just("count"), NIGHTS, st.sampled_from(COUNTED)),
        st.tuples(st.just("value"), NIGHTS, st.sampled_from(["", "0", "0.10", "0.33"])),
        st.tuples(st.just("banker"), NIGHTS, PEOPLE),
        st.tuples(st.just("settle everything"), BEFORE),
        st.tuples(st.just("start"), NIGHTS, st.sampled_from(["coralon", "house-of-fortune", "tally"])),
        st.tuples(st.just("hand"), BEFORE, st.integers(0, 3), st.integers(2, 12)),
        st.tuples(st.just("correct"), BEFORE, st.integers(0, 3), st.integers(2, 12)),
        st.tuples(st.just("game"), BEFORE, st.sampled_from(OF_GAMES)),
        st.tuples(st.just("night"), NIGHTS, st.sampled_from(["delete", "delete", "restore", "ending"])),
        st.tuples(st.just("person"), PEOPLE, st.sampled_from(OF_PLAYERS)),
        st.tuples(st.just("merge"), PEOPLE, PEOPLE),
        st.tuples(st.just("leave"), NIGHTS, PEOPLE),
    ),
    min_size=3,
    max_size=12,
)


def play_three_nights(scene: Scene) -> None:
    """Let Bea win a game of each night but the last, and include what is open on the first in the second.

    Eve and Fay sat in no game together, so that either may turn out to be anyone else.
    """
    phone = scene.owner
    for night in (1, 2, 3):
        if night > 1:
            phone.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
        whole(start(phone, night=night, target=4 + night, wager=night), "Bea", 6, (3, 6, 3, 1))
    phone.open("/nights/1").tap("Add", name="Eve").open("/nights/2").tap("Add", name="Fay")
    for night, person in ((1, 5), (2, 6)):
        phone.send(f"/nights/{night}/bank", kind="gift", giver=person, taker=1, coins=4)
    record(phone, "gift", "Cal", "Dee", 5)
    phone.open("/nights/2/bank/settle").tap("Include all")


@pytest.fixture
def three_nights(scene: Scene) -> Phone:
    """Return the owner's phone after three nights."""
    scene.after(play_three_nights)
    return scene.owner


class Nights:
    """Three nights of a club, and a phone that may do everything there."""

    def __init__(self, app: Flask, phone: Phone) -> None:
        self.app, self.phone = app, phone

    def do(self, step: tuple[Any, ...]) -> None:
        """Do something, if that is possible; it may be refused."""
        match step:
            case ("tap", night, (page, words), nth):
                self.tap(f"/nights/{night}/bank{page}", words, nth)
            case ("record", night, kind, giver, taker, coins):
                sent = {"kind": kind, "giver": giver, "taker": taker, "coins": coins}
                self.send(f"/nights/{night}/bank", **sent)
            case ("stakes", night, coins):
                self.send(f"/nights/{night}/bank/stakes", to=[1, 2, 3, 4], stake=coins)
            case ("cost", night, payer, to, amount):
                unit = "coins" if amount % 3 else "money"
                self.send(f"/nights/{night}/bank/cost", payer=payer, unit=unit, amount=amount, to=to)
            case ("count", night, button):
                self.count(night, button)
            case ("value", night, value):
                self.send(f"/nights/{night}/bank/value", valued=1, value=value, currency="€")
            case ("banker", night, person):
                self.send(f"/nights/{night}/bank/banker", banker=person)
            case ("settle everything", nth):
                self.tap("/clubs/1/tab", "Settle everything", nth)
            case ("start", night, key):
                seats = {f"seat-{person}": person for person in (1, 2, 3, 4)}
                self.send(f"/nights/{night}/games/{key}", **seats, dealer=1, wager=2, target=6)
            case ("hand", which, bidder, roll):
                self.send(f"/plays/{self.play(which)}/hands", **hand(bidder, roll))
            case ("correct", which, bidder, roll):
                self.send(f"/plays/{self.play(which)}/hands/1", **hand(bidder, roll))
            case ("game", which, action):
                self.send(f"/plays/{self.play(which)}/{action}")
            case ("night", night, action):
                self.send(f"/nights/{night}/{action}")
            case ("person", person, action):
                self.send(f"/players/{person}/{action}")
            case ("merge", person, other):
                self.send(f"/players/{person}/merge", person=other)
            case ("leave", night, person):
                self.send(f"/nights/{night}/players/{person}/leave")

    def send(self, path: str, **typed: Any) -> None:
        self.phone.send(path, **typed)
        self.answered(path)

    def tap(self, page: str, words: str, nth: int) -> None:
        """Tap one of the buttons of a page that begin with these words, and send its form again."""
        found = self.phone.open(page).taps(words)
        self.answered(page)
        if found:
            path, sent = found[nth % len(found)]
            self.phone.replay(path, sent)
            self.answered(path)
            once = self.banks
            self.phone.replay(path, sent)
            assert self.banks == once, f"{path} counted twice"

    def count(self, night: int, button: str) -> None:
        """Count a coin too many of Ann and too few of Bea, and tap a button of the page."""
        page = f"/nights/{night}/bank/count"
        if self.phone.open(page).page.all("form", "counted"):
            self.tap(count(self.phone, page, Ann=1, Bea=-1).path, button, 0)

    def answered(self, what: str) -> None:
        assert self.phone.status < 500, what

    def play(self, which: int) -> int:
        """Return the id of a game."""
        return 1 + which % len(self.plays)

    @property
    def plays(self) -> list[int]:
        with self.app.app_context():
            return [play.id for play in db.session.query(Play).order_by(Play.id)]

    @property
    def banks(self) -> dict[int, Bank]:
        """The coins of the nights that were not deleted."""
        with self.app.app_context():
            nights = db.session.query(Night).filter_by(deleted_at=None)
            return {night.id: bank_of(night) for night in nights}

    @property
    def coins(self) -> Iterator[str]:
        """The pages of the nights' coins."""
        yield "/clubs/1/tab"
        for night in (1, 2, 3):
            yield f"/nights/{night}"
            yield from (f"/nights/{night}/bank{page}" for page in ("", "/settle", "/count"))

    @property
    def others(self) -> Iterator[str]:
        """The other pages of the club, its nights and games."""
        yield from ("/", *(f"/clubs/1/{page}" for page in ("nights", "archive", "bin", "statistics")))
        for night in (1, 2, 3):
            yield from (f"/nights/{night}/{page}" for page in ("recap", "ending", "bank/cost"))
            yield from (f"/nights/{night}/bank/players/{person}" for person in (1, 2))
        for play in self.plays:
            yield from (f"/plays/{play}{page}" for page in ("", "/history", "/board", "/recap", "/recap.svg"))

    def check(self, every: int = 1, first: int = 0) -> None:
        """Check that the pages of the coins and every so many others answer, and that no coin is missing."""
        for page in (*self.coins, *islice(self.others, first, None, every)):
            assert self.phone.client.get(page, headers=self.phone.headers).status_code < 500, page
        banks = self.banks
        for bank in banks.values():
            assert bank.sound
            assert sum(bank.won.values()) == sum(bank.net.values()) == sum(bank.open.values()) == 0
        with self.app.app_context():
            nights = open_nights(1)
            assert {one.night.id for one in nights} <= banks.keys()
            assert not any(sum(sums.values()) for sums in open_sums(nights).values())

    def settle(self) -> None:
        """Pay every line of every night, from the oldest to the newest."""
        for play in self.plays:
            self.send(f"/plays/{play}/stop")
        for night in self.banks:
            while due := plan_of(self.banks[night]).due:
                plan = plan_of(self.banks[night])
                self.send(f"/nights/{night}/bank/pay", since=plan.since, **vars(due[0]))
                assert plan_of(self.banks[night]).due == due[1:]
            debts = [write_debt(debt) for debt in self.banks[night].debts]
            self.send(f"/nights/{night}/bank/give-back", debt=debts)
            assert not any(self.banks[night].open.values())
            assert not self.banks[night].debts
        with self.app.app_context():
            assert not open_nights(1)


def hand(bidder: int, roll: int) -> dict[str, Any]:
    """Return a hand of each game that is started here."""
    tricks = Counter(dict.fromkeys(range(4), 3)) + Counter([bidder])
    points = {f"points-{seat}": roll * (seat + 1) for seat in range(4)}
    return {"bidder": bidder, "bid": 4, **took(*(tricks[seat] for seat in range(4))), "roll": roll, **points}


@FEW
@given(steps=STEPS)
@example(steps=[("night", 1, "delete"), ("record", 2, "loan", "house", 1, 5), ("night", 1, "restore")])
def test_every_page_answers_and_everything_adds_up(
    app: Flask, scene: Scene, three_nights: Phone, no_hurry: None, steps: list[tuple[Any, ...]]
) -> None:
    scene.after()
    nights = Nights(app, three_nights)
    for number, step in enumerate(steps):
        nights.do(step)
        nights.check(every=TENTH, first=number % TENTH)
    nights.settle()
    nights.check()
