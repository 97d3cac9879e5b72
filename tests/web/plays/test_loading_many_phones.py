"""Several phones enter, correct and undo at random, from pages that may be old: nothing is lost or doubled.

The phones are browsers without scripts. Whatever one of them did that counted is done to a model as well, and
in the end the sheet must show what the engine makes of the hands in the model.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.engine import score
from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays.sheet import Sheet
from tests.web.phone import Fields, Phone
from tests.web.table import CAST, hands, start, took, totals

SOME = settings(
    max_examples=settings().max_examples // 6,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
TARGET = 9
"""A low target, so that games end, are reopened, and end earlier."""

PHONES = st.integers(0, 2)
BIDS = st.tuples(st.sampled_from(CAST), st.integers(2, 6))
TRICKS = st.sampled_from([(5, 4, 3, 1), (1, 3, 4, 5), (3, 5, 1, 4), (2, 6, 3, 2)])
PANELS = st.sampled_from(["", "?whole", "?bid", "/hands/1", "/hands/1", "/hands/2"])
TAPS = st.sampled_from(["Undo", "Redo", "Remove", "Remove", "Restore", "Restore", "End", "Continue"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("open"), PHONES, PANELS),
        st.tuples(st.just("whole"), PHONES, BIDS, TRICKS),
        st.tuples(st.just("save"), PHONES, BIDS, TRICKS),
        st.tuples(st.just("save"), PHONES, BIDS, TRICKS),
        st.tuples(st.just("bid"), PHONES, BIDS),
        st.tuples(st.just("tap"), PHONES, TAPS),
        st.tuples(st.just("tap"), PHONES, TAPS),
        st.tuples(st.just("repeat"), PHONES),
    ),
    min_size=4,
    max_size=16,
)


@dataclass(frozen=True)
class Left:
    """What should be on the sheet: whole hands, the bidding of one in progress, and whether it was ended."""

    hands: tuple[dict[str, Any], ...] = ()
    bidding: dict[str, Any] | None = None
    stopped: bool = False

    @property
    def result(self) -> dict[str, Any]:
        """What the engine makes of it."""
        setup = {"scoresheet": 1, "game": "coralon", "players": list(CAST), "options": {"target": TARGET}}
        return score({**setup, "hands": list(self.hands), "finished": self.stopped}).as_json()

    def corrected(self, number: int, hand: dict[str, Any]) -> "Left":
        """Return it with another hand, and without what comes after the end of the game."""
        hands = (*self.hands[: number - 1], hand, *self.hands[number:])
        for end in range(number, len(hands) + 1):
            if replace(self, hands=hands[:end], stopped=False).result["finished"]:
                return replace(self, hands=hands[:end], bidding=None)
        return replace(self, hands=hands)


@dataclass
class Model:
    """What the phones have done that counted.

    Attributes:
        left, before: what is left now, and what was left before the newest change.
        aside: what was removed and can be restored, the newest last.
    """

    left: Left = Left()
    before: Left = Left()
    aside: list[Left] = field(default_factory=list)

    def now(self, left: Left, aside: list[Left] | None = None) -> None:
        self.left, self.before, self.aside = left, self.left, aside or []

    def enter(self, hand: dict[str, Any]) -> None:
        self.now(replace(self.left, hands=(*self.left.hands, hand), bidding=None))

    def bid(self, bidding: dict[str, Any]) -> None:
        self.now(replace(self.left, bidding=bidding))

    def correct(self, number: int, hand: dict[str, Any]) -> None:
        self.now(self.left.corrected(number, hand))

    def tap(self, action: str) -> None:
        """Do what a form of this address does."""
        match action:
            case "undo":
                # Ending the game is no change of a hand.
                self.now(replace(self.before, stopped=self.left.stopped))
            case "take-back":
                left = self.left
                rest = left.hands if left.bidding else left.hands[:-1]
                self.now(replace(left, hands=rest, bidding=None), [*self.aside, left])
            case "bring-back":
                *aside, back = self.aside
                self.now(replace(back, stopped=self.left.stopped), aside)
            case "stop" | "go-on":
                self.left = replace(self.left, stopped=action == "stop")


@dataclass
class Evening:
    """A game on several phones, with what should come of it.

    Attributes:
        sent: the form that each phone sent last, by the phone's number.
        counted: the ids of the forms that changed something.
    """

    app: Flask
    phones: list[Phone]
    play_id: int
    model: Model = field(default_factory=Model)
    sent: dict[int, tuple[str, Fields]] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)

    @property
    def here(self) -> str:
        return f"/plays/{self.play_id}"

    def do(self, step: tuple[Any, ...]) -> None:
        """Let a phone do something, if its page has a button for it."""
        match step:
            case ("open", who, panel):
                if "hands" not in panel or int(panel[-1]) <= len(self.model.left.hands):
                    self.phones[who].open(self.here + panel)
            case ("whole", who, (bidder, bid), tricks):
                self.phones[who].open(f"{self.here}?whole")
                self.save(who, {"bidder": bidder, "bid": bid}, tricks)
            case ("save", who, (bidder, bid), tricks):
                self.save(who, {"bidder": bidder, "bid": bid}, tricks)
            case ("bid", who, (bidder, bid)):
                bidding = {"bidder": bidder, "bid": bid}
                if f"{self.here}/bid" in addresses(self.phones[who]):
                    path, sent = self.phones[who].form(str(bid), f"{self.here}/bid", bidder=bidder)
                    self.send(who, path, sent, lambda: self.model.bid(bidding))
            case ("tap", who, words):
                self.tap(who, words)
            case ("repeat", who) if who in self.sent:
                self.send(who, *self.sent[who], lambda: None)

    def save(self, who: int, bidding: dict[str, Any], tricks: tuple[int, ...]) -> None:
        """Save a hand: one that is corrected, a whole one, or the tricks of the one in progress."""
        phone = self.phones[who]
        button = next((text for text in phone.page.texts("button") if text.startswith("Save hand ")), "")
        if not button:
            return
        number = int(button.split()[-1])
        asks_all = bool(phone.page.all(name="bidder"))
        path, sent = phone.form(button, "", **(bidding if asks_all else {}), **took(*tricks))
        shown = self.model.left.bidding if not asks_all else bidding
        hand = {**(shown or {}), "tricks": dict(zip(CAST, tricks, strict=True))}
        if path.endswith(f"/hands/{number}"):
            self.send(who, path, sent, lambda: self.model.correct(number, hand), previews=True)
        else:
            self.send(who, path, sent, lambda: self.model.enter(hand))

    def tap(self, who: int, words: str) -> None:
        """Tap a button that begins with these words."""
        phone = self.phones[who]
        button = next((text for text in phone.page.texts("button") if text.startswith(words)), "")
        if button:
            path, sent = phone.form(button, "")
            self.send(who, path, sent, lambda: self.model.tap(path.split("/")[-1]))

    def send(
        self, who: int, path: str, sent: Fields, apply: Callable[[], None], previews: bool = False
    ) -> None:
        """Send a form; if it counts, apply it to the model."""
        phone, fields = self.phones[who], dict(sent)
        before, repeated = self.state(), fields["uid"] in self.counted
        self.sent[who] = path, sent
        phone.replay(path, sent)
        after = self.state()
        fresh = {name: fields[name] for name in before[0]} == before[0] and fields.get(
            "change", before[1]
        ) == before[1]
        assert phone.status in (200, 409)
        if after != before:
            assert fresh, "an old page changed the game"
            assert not repeated, "a form counted twice"
            assert phone.status == 200
            self.counted.add(fields["uid"])
            apply()
        elif phone.status == 409:
            assert not fresh, phone.problems
            assert not repeated, phone.problems
            self.check_refusal(phone)
        self.check()

    def check_refusal(self, phone: Phone) -> None:
        """Check that a refusal is on the page it belongs to, with what was entered."""
        assert phone.page.all("section", "board") or phone.page.all("form", "correct")
        said = " ".join(phone.problems)
        typed = any(field["value"] for field in phone.page.all("input", name="tricks-0"))
        conflict = phone.page.all("section", "conflict")
        assert said
        assert (
            typed
            or conflict
            or said.endswith(("Check your entry and save it again.", "if you still want to."))
        )

    def state(self) -> tuple[dict[str, str], str]:
        """Return the version of the game, and the id of its newest change."""
        with self.app.app_context():
            sheet = Sheet.of(db.session.get_one(Play, self.play_id))
            return sheet.version.fields, str(sheet.newest.id if sheet.newest else "")

    def check(self) -> None:
        """Check that the sheet is what the engine makes of what counted."""
        with self.app.app_context():
            sheet = Sheet.of(db.session.get_one(Play, self.play_id))
            assert sheet.result.as_json() == self.model.left.result
            bidding = self.model.left.bidding
            assert sheet.bidding == (bidding and {**bidding, "bidder": CAST.index(bidding["bidder"])})


def addresses(phone: Phone) -> list[str]:
    """Return the addresses of the forms of the page."""
    return [form["action"] for form in phone.page.all("form")]


@SOME
@given(steps=STEPS)
def test_what_several_phones_did_is_what_the_engine_makes_of_it(
    app: Flask, phones: list[Phone], steps: list[tuple[Any, ...]]
) -> None:
    first = start(phones[0], target=TARGET)
    evening = Evening(app, phones, int(first.path.split("/")[-1]))
    evening.do(("whole", 0, ("Bea", 5), (3, 5, 3, 2)))
    for phone in phones:
        phone.open(evening.here)
    for step in steps:
        evening.do(step)
    seen, left = phones[1].open(evening.here), evening.model.left
    assert totals(seen) == left.result["totals"]
    assert len(hands(seen)) == len(left.hands)
