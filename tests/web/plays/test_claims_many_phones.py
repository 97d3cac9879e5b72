"""Phones answer in any order, twice and late, while the keeper overrules, undoes and asks once more."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays.claims import figures_claimed, open_claims
from scorekeeper.store.plays.sheet import Sheet
from tests.web.invited import joined, link_to
from tests.web.phone import Fields, Phone
from tests.web.table import CAST, bid, start, took

SOME = settings(
    max_examples=settings().max_examples // 6,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
PLAYERS = st.integers(0, 3)
ANSWERS = st.tuples(st.just("say"), PLAYERS, st.integers(0, 13))
TRICKS = st.sampled_from([(5, 4, 3, 1), (1, 3, 4, 5), (3, 5, 1, 4), (2, 6, 3, 2)])
STEPS = st.lists(
    st.one_of(
        *[ANSWERS] * 3,
        *[st.tuples(st.just("look"), PLAYERS)] * 2,
        st.tuples(st.just("repeat"), PLAYERS),
        st.tuples(st.just("tap"), st.sampled_from(["Ask the table", "Stop asking", "Undo"])),
        st.just(("anew",)),
        st.tuples(st.just("save"), TRICKS),
    ),
    min_size=6,
    max_size=24,
)


@dataclass
class Round:
    """A game on the phones of its four players, of whom Ann keeps the score.

    Attributes:
        asking: the id of the question; None if the table is not asked.
        said: the last answer of each player to it.
        hands: the complete hands.
        sent: the form that each phone sent last.
        counted: the ids of the forms that counted.
    """

    app: Flask
    phones: list[Phone]
    here: str
    asking: str | None = None
    said: dict[str, int] = field(default_factory=dict)
    hands: tuple[str, ...] = ()
    sent: dict[int, tuple[str, Fields]] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)

    def do(self, step: tuple[Any, ...]) -> None:
        """Let a phone do something, if its page has a button for it, and check that nothing else changes."""
        match step:
            case ("look", who):
                self.phones[who].open(self.here)
            case ("say", who, figure) if self.phones[who].page.all("form", "answer"):
                self.answer(who, *self.phones[who].form(str(figure), "/claims"))
            case ("repeat", who) if who in self.sent:
                self.answer(who, *self.sent[who])
            case ("tap", words):
                self.tap(words)
            case ("anew",):
                self.tap("Stop asking")
                self.tap("Ask the table")
            case ("save", tricks):
                self.save(tricks)
        asking, said, hands = self.stored()
        assert (asking, said) == (self.asking, {"tricks": self.said} if self.said else {})
        assert hands == self.hands

    def stored(self) -> tuple[str | None, dict[str, Any], tuple[str, ...]]:
        """Return the id of the question, what was said, and the hands."""
        with self.app.app_context():
            sheet = Sheet.of(db.session.get_one(Play, int(self.here.split("/")[-1])))
            claims = open_claims(sheet)
            return next((one.uid for one in claims if one.uid), None), figures_claimed(claims), sheet.entries

    def answer(self, who: int, action: str, sent: Fields) -> None:
        """Send an answer; it counts once, for the question that the table is asked now."""
        fields, phone = dict(sent), self.phones[who]
        is_played = self.phones[0].open(self.here).page.all("div", "answers")
        self.sent[who] = action, sent
        phone.replay(action, sent)
        assert phone.status == 200
        if is_played and fields["shown"] == self.asking and fields["uid"] not in self.counted:
            self.counted.add(fields["uid"])
            (figure,) = (value for name, value in sent if name == f"tricks-{who}-now")
            self.said[str(who)] = int(figure)
            assert f"You said {figure} trick" in phone.page

    def tap(self, words: str) -> None:
        """Tap a button on Ann's phone; the table can only be asked once there is a bid."""
        keeper = self.phones[0].open(self.here)
        if words == "Ask the table" and keeper.page.all(name="bidder"):
            bid(keeper, "Bea", 5)
        if words in keeper.page.texts("button"):
            keeper.tap(words)
            asking, _, hands = self.stored()
            if words != "Undo" or hands != self.hands:
                self.asking, self.said = asking if words == "Ask the table" else None, {}
            self.hands = hands if words == "Undo" else self.hands

    def save(self, tricks: tuple[int, ...]) -> None:
        """Save the hand on Ann's phone with these tricks, whatever was said."""
        keeper = self.phones[0].open(self.here)
        button = next((text for text in keeper.page.texts("button") if text.startswith("Save hand ")), "")
        if button and not keeper.page.all(name="bidder"):
            keeper.tap(button, **took(*tricks))
            self.asking, self.said, self.hands = None, {}, self.stored()[2]
            assert list(json.loads(self.hands[-1])["tricks"].values()) == [*tricks]


@pytest.fixture
def of_players(app: Flask, owner: Phone) -> list[Phone]:
    """Return the phones of Ann, who started the night, Bea, Cal and Dee."""
    owner.open("/nights/1/me").tap("I’m Ann")
    return [owner, *(joined(app, link_to(owner), f"I’m {name}") for name in CAST[1:])]


@SOME
@given(steps=STEPS)
def test_the_proposal_is_each_players_last_answer_and_the_hand_what_was_saved(
    app: Flask, of_players: list[Phone], steps: list[tuple[Any, ...]]
) -> None:
    table = Round(app, of_players, start(of_players[0], target=90).path.split("?")[0])
    for step in [("tap", "Ask the table"), *(("look", who) for who in range(4)), *steps]:
        table.do(step)
