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
    max_examples=settings().max_examples // 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
PLAYERS = st.integers(0, 3)
FIGURES = st.integers(0, 13)
TRICKS = st.sampled_from([(5, 4, 3, 1), (1, 3, 4, 5), (3, 5, 1, 4), (2, 6, 3, 2)])
ANSWERS = st.tuples(st.just("say"), PLAYERS, FIGURES)
STEPS = st.lists(
    st.one_of(
        ANSWERS,
        ANSWERS,
        ANSWERS,
        st.tuples(st.just("look"), PLAYERS),
        st.tuples(st.just("look"), PLAYERS),
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
        asking: the id of the question; empty if the table is not asked.
        said: the last answer of each player to it.
        sent: the form that each phone sent last.
        counted: the ids of the forms that counted.
    """

    app: Flask
    phones: list[Phone]
    here: str
    asking: str = ""
    said: dict[str, int] = field(default_factory=dict)
    sent: dict[int, tuple[str, Fields]] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)

    def sheet(self) -> Sheet:
        return Sheet.of(db.session.get_one(Play, int(self.here.split("/")[-1])))

    def do(self, step: tuple[Any, ...]) -> None:
        """Let a phone do something, if its page has a button for it, and check that nothing else changes."""
        with self.app.app_context():
            before, is_played = self.sheet().entries, self.sheet().bidding is not None
        saved = None
        match step:
            case ("look", who):
                self.phones[who].open(self.here)
            case ("say", who, figure) if self.phones[who].page.all("form", "answer"):
                action, sent = self.phones[who].form(str(figure), "/claims")
                self.answer(who, action, sent, is_played)
            case ("repeat", who) if who in self.sent:
                self.answer(who, *self.sent[who], is_played)
            case ("tap", words):
                self.tap(words)
            case ("anew",):
                self.tap("Stop asking")
                self.tap("Ask the table")
            case ("save", tricks):
                saved = self.save(tricks)
        with self.app.app_context():
            after, claims = self.sheet().entries, open_claims(self.sheet())
            assert [one.uid for one in claims if one.uid] == [self.asking] * bool(self.asking)
            assert figures_claimed(claims) == ({"tricks": self.said} if self.said else {})
        if saved:
            assert json.loads(after[-1])["tricks"] == {str(seat): count for seat, count in enumerate(saved)}
        elif step != ("tap", "Undo"):
            assert after == before

    def answer(self, who: int, action: str, sent: Fields, is_played: bool) -> None:
        """Send an answer; it counts once, for the question that the table is asked now."""
        fields, phone = dict(sent), self.phones[who]
        counts = fields["shown"] == self.asking and is_played and fields["uid"] not in self.counted
        self.sent[who] = action, sent
        phone.replay(action, sent)
        assert phone.status == 200
        if counts:
            self.counted.add(fields["uid"])
            (figure,) = (value for name, value in sent if name == f"tricks-{who}-now")
            self.said[str(who)] = int(figure)
            assert f"You said {figure} trick" in phone.page

    def tap(self, words: str) -> None:
        """Tap a button on Ann's phone; the table can only be asked once there is a bid."""
        keeper = self.phones[0].open(self.here)
        if words == "Ask the table" and keeper.page.all(name="bidder"):
            bid(keeper, "Bea", 5)
        if words not in keeper.page.texts("button"):
            return
        with self.app.app_context():
            number = self.sheet().number
        keeper.tap(words)
        with self.app.app_context():
            sheet = self.sheet()
            asked = [one.uid for one in open_claims(sheet) if one.uid]
        if words != "Undo" or sheet.number != number:
            self.asking, self.said = "", {}
        if words == "Ask the table":
            (uid,) = asked
            self.asking = str(uid)

    def save(self, tricks: tuple[int, ...]) -> tuple[int, ...] | None:
        """Save the hand on Ann's phone with these tricks, whatever was said."""
        keeper = self.phones[0].open(self.here)
        button = next((text for text in keeper.page.texts("button") if text.startswith("Save hand ")), "")
        if not button or keeper.page.all(name="bidder"):
            return None
        keeper.tap(button, **took(*tricks))
        self.asking, self.said = "", {}
        return tricks


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
    table.do(("tap", "Ask the table"))
    for who in range(4):
        table.do(("look", who))
    for step in steps:
        table.do(step)
