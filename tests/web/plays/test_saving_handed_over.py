"""Two phones go on with a sheet that one has handed over to the other: no hand is lost, and none is doubled.

The phones keep what waits as static/live/ does, and send it in order, from forms that have seen no version.
"""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.phone.scoring import answer
from scorekeeper.store.database import new_uid
from tests.web.phone import Fields, Phone
from tests.web.table import start

SOME = settings(
    max_examples=settings().max_examples // 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

WHO = st.integers(0, 1)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("enter"), WHO),
        st.tuples(st.just("enter"), WHO),
        st.tuples(st.just("hand over"), WHO),
        st.tuples(st.just("hand over"), WHO),
        st.tuples(st.just("send"), WHO),
        st.tuples(st.just("send"), WHO),
        st.tuples(st.just("lose answer"), WHO),
        st.tuples(st.just("renew"), WHO),
    ),
    min_size=5,
    max_size=25,
)
SAVED, REFUSED = 204, 409
ANOTHER = "Enter mine as hand"


def ask(question: str, *args: Any) -> Any:
    """Return what the rules on a phone answer."""
    return json.loads(answer(question, json.dumps(args)))


def coralon_hand(name: str) -> dict[str, Any]:
    """Return a hand that is told from others by its note."""
    return {"bidder": 1, "bid": 5, "tricks": {"0": 3, "1": 5, "2": 3, "3": 2}, "note": name}


@dataclass
class Action:
    """A hand that waits on a phone: what its form sends, and its JSON."""

    number: int
    fields: Fields
    raw: dict[str, Any]


@dataclass
class Table:
    """A phone with a sheet: the game as the server had it last, and what waits."""

    phone: Phone
    path: str
    game: dict[str, Any] = field(default_factory=dict)
    waiting: list[Action] = field(default_factory=list)

    def renew(self) -> None:
        """Get the game as it is now."""
        self.game = self.phone.client.get(f"{self.path}/engine.json").get_json()

    @property
    def saved(self) -> int:
        """How many hands the server had."""
        return len(self.game["sheet"]["hands"])

    @property
    def goes_on(self) -> bool:
        """Whether what waits follows what the server had."""
        return not self.waiting or self.waiting[0].number == self.saved + 1

    @property
    def now(self) -> dict[str, Any]:
        """The game with what waits."""
        hands = [*self.game["sheet"]["hands"], *(action.raw for action in self.waiting)]
        return {**self.game, "sheet": {**self.game["sheet"], "hands": hands}}

    def keep(self, number: int, fields: Fields, raw: dict[str, Any]) -> None:
        """Keep a hand until it is sent."""
        seats = "-".join(map(str, self.game["seats"]))
        version = [(f"hand-{number}", ""), ("number", str(number)), ("seats", seats), ("ahead", "yes")]
        own = [*version, ("csrf_token", self.phone.token), ("uid", new_uid())]
        self.waiting.append(Action(number, [*own, *fields], raw))

    def enter(self, raw: dict[str, Any]) -> None:
        """Enter a hand."""
        number = self.waiting[-1].number + 1 if self.waiting else self.saved + 1
        tricks = [(f"tricks-{seat}", str(count)) for seat, count in raw["tricks"].items()]
        bid = [("whole", "on"), ("bidder", str(raw["bidder"])), ("bid", str(raw["bid"]))]
        self.keep(number, [*bid, *tricks, ("note", raw["note"])], raw)

    def show_code(self) -> str:
        """Return what is in the code of the sheet, as static/plays/offline/handing_over.js makes it."""
        key = new_uid()[8:]
        taken = [one.number for one in self.waiting if ("handed-over", "saved") in one.fields]
        known = max([self.saved, *taken])
        shown = ask("hand over", self.now, f"http://x{self.path}", known, key)
        for action in self.waiting:
            if action.number > known:
                action.fields.append(("handed-over", f"{key}{action.number:08}"))
        return str(shown["address"].partition("#sheet=")[2])

    def take_over(self, digits: str) -> dict[str, Any]:
        """Take over a sheet, and return what the phone says."""
        said: dict[str, Any] = ask("take over", self.now, self.saved, digits)
        for action in said.get("actions", []):
            fields = [(name, value) for name, value in action["fields"]]
            typed = dict(fields)
            raw = coralon_hand(typed["note"]) | {"bidder": int(typed["bidder"]), "bid": int(typed["bid"])}
            self.keep(action["number"], fields, raw)
        return said

    def send(self, loses_answer: bool = False) -> None:
        """Send the first hand that waits, which others may have made another hand."""
        if not self.waiting:
            return
        if self.post() == REFUSED:
            refused = self.phone.replay(f"{self.path}/hands", self.waiting[0].fields)
            refused.replay(*refused.taps(ANOTHER)[0])
            assert self.phone.status == 200, self.phone.problems
        if not loses_answer:
            self.waiting.pop(0)

    def post(self) -> int:
        """Send the first hand that waits, and return the status of the answer, which has no page."""
        sent = MultiDict(self.waiting[0].fields)
        return self.phone.client.post(
            f"{self.path}/hands", data=sent, headers={"Scorekeeper-Page": "none"}
        ).status_code


@pytest.fixture
def tables(phones: list[Phone]) -> list[Table]:
    """Return two phones with the sheet of a new game."""
    return begin(phones)


def begin(phones: list[Phone], target: int = 9999) -> list[Table]:
    """Return two phones with the sheet of a new game."""
    path = start(phones[0], target=target).path.split("?")[0]
    tables = [Table(phone.open(path), path) for phone in phones[:2]]
    for table in tables:
        table.renew()
    return tables


def notes(table: Table) -> list[str]:
    """Return the notes on the hands that the server has."""
    table.renew()
    return [hand["note"] for hand in table.game["sheet"]["hands"]]


@SOME
@given(steps=STEPS)
def test_each_hand_is_there_once(phones: list[Phone], steps: list[tuple[str, int]]) -> None:
    tables, entered = begin(phones), list[str]()
    for step, who in steps:
        table, other = tables[who], tables[1 - who]
        match step:
            case "enter":
                entered.append(f"{who}, {len(entered)}")
                table.enter(coralon_hand(entered[-1]))
            case "hand over" if table.goes_on and other.goes_on:
                other.take_over(table.show_code())
            case "send" | "lose answer":
                table.send(step == "lose answer")
            case "renew":
                table.renew()
    for table in tables:
        while table.waiting:
            table.send()
    assert sorted(notes(tables[0])) == sorted(entered)


def test_a_hand_counts_once_although_others_made_it_another_hand(tables: list[Table], friend: Phone) -> None:
    ann, bea = tables
    ann.enter(coralon_hand("Ann’s"))
    bea.take_over(ann.show_code())
    cal = Table(friend.open(ann.path), ann.path, ann.game)
    cal.enter(coralon_hand("Cal’s"))
    cal.send()
    ann.send()
    assert bea.post() == SAVED
    assert notes(ann) == ["Cal’s", "Ann’s"]


def test_a_hand_that_the_server_had_is_not_sent_over_its_correction(tables: list[Table]) -> None:
    ann, bea = tables
    ann.enter(coralon_hand("first"))
    ann.send()
    ann.renew()
    ann.enter(coralon_hand("second"))
    said = bea.take_over(ann.show_code())
    assert said["more"].startswith("1 is not sent yet. ")
    ann.phone.open(f"{ann.path}/hands/1").tap("Save hand 1", note="corrected")
    assert bea.post() == SAVED
    bea.waiting.pop(0)
    bea.send()
    assert notes(ann) == ["corrected", "second"]


def test_a_hand_whose_answer_was_lost_is_still_known(tables: list[Table]) -> None:
    ann, bea = tables
    ann.enter(coralon_hand("first"))
    ann.send(loses_answer=True)
    bea.take_over(ann.show_code())
    ann.phone.open(f"{ann.path}/hands/1").tap("Save hand 1", note="corrected")
    assert ann.post() == SAVED
    assert notes(ann) == ["corrected"]


def test_a_hand_corrected_after_it_was_handed_over_is_compared(tables: list[Table]) -> None:
    ann, bea = tables
    ann.enter(coralon_hand("first"))
    bea.take_over(ann.show_code())
    bea.send()
    # Its form is filled in anew.
    ann.waiting.clear()
    ann.enter(coralon_hand("first") | {"bid": 4})
    assert ann.post() == REFUSED
    ann.phone.replay(f"{ann.path}/hands", ann.waiting[0].fields).tap("Use mine instead")
    ann.renew()
    assert [hand["bid"] for hand in ann.game["sheet"]["hands"]] == [4]


def test_a_game_that_ended_on_the_other_phone_has_each_hand_once(phones: list[Phone]) -> None:
    ann, bea = begin(phones, target=10)
    ann.enter(coralon_hand("first"))
    bea.take_over(ann.show_code())
    bea.enter(coralon_hand("last"))
    bea.send()
    bea.send()
    assert ann.post() == SAVED
    assert notes(ann) == ["first", "last"]


def test_what_is_taken_over_twice_is_there_once(tables: list[Table]) -> None:
    ann, bea = tables
    ann.enter(coralon_hand("first"))
    bea.take_over(ann.show_code())
    assert bea.take_over(ann.show_code())["said"] == "This phone has everything that the other phone has."
    assert len(bea.waiting) == 1


def test_different_hands_that_wait_on_both_phones_stay_where_they_are(tables: list[Table]) -> None:
    ann, bea = tables
    ann.enter(coralon_hand("Ann’s"))
    bea.enter(coralon_hand("Bea’s"))
    assert bea.take_over(ann.show_code())["why"].startswith("Hand 1 is not the same on both phones.")
    assert len(bea.waiting) == 1


def test_a_sheet_with_other_house_rules_is_not_taken_over(tables: list[Table]) -> None:
    ann, bea = tables
    ann.enter(coralon_hand("first"))
    digits = ann.show_code()
    bea.game["sheet"]["options"]["target"] = 20
    assert "house rules are not the same" in bea.take_over(digits)["why"]
