"""Any sequence of changes to a sheet gives the same as entering only what is left at the end."""

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.engine import play
from scorekeeper.rules.sheet import set_up
from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Conflict, Sheet, hand_history
from scorekeeper.store.text_order import fold
from tests.store.table import CAST, PHONE, NewPlay, by_seat, enter

SOME = settings(
    max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

BIDS = st.fixed_dictionaries(
    {"bidder": st.integers(0, 3), "bid": st.integers(2, 13)},
    optional={"note": st.sampled_from(["The cat", "A “dog”\nand a horse"])},
)
TRICKS = st.permutations([5, 4, 3, 1]).map(lambda tricks: by_seat(*tricks))
HANDS = st.builds(lambda bid, tricks: {**bid, "tricks": tricks}, BIDS, TRICKS)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("enter"), HANDS),
        st.tuples(st.just("bid"), BIDS),
        st.tuples(st.just("correct"), st.integers(1, 4), HANDS),
        st.tuples(st.just("remove")),
        st.tuples(st.just("restore")),
        st.tuples(st.just("undo")),
    ),
    min_size=2,
    max_size=10,
)
TARGET = 6
"""A low target, so that games end, are reopened, and end earlier."""


@dataclass(frozen=True)
class Left:
    """What should be left on the sheet: whole hands, and the bidding of one in progress."""

    hands: tuple[dict[str, Any], ...] = ()
    bidding: dict[str, Any] | None = None

    @property
    def over(self) -> bool:
        return bool(ended(self.hands))

    @property
    def notes(self) -> str:
        left = (*self.hands, self.bidding or {})
        return "\n".join(entry["note"] for entry in left if "note" in entry)

    def until_its_end(self) -> "Left":
        """Return it without the hands after the end of the game, and without a bid once it is over."""
        end = ended(self.hands)
        return Left(self.hands[:end]) if end else self


def ended(hands: tuple[dict[str, Any], ...]) -> int:
    """Return the number of the hand that ends the game; 0 while it is running."""
    sheet = {"scoresheet": 1, "game": "coralon", "players": list(CAST), "options": {"target": TARGET}}
    setup = set_up(sheet | {"hands": []}, by_name=False)
    for number in range(1, len(hands) + 1):
        if play(setup, hands[:number]).ending:
            return number
    return 0


class Table:
    """A play that is changed step by step, with what should be left on its sheet.

    Attributes:
        left, before: what is left now, and what was left before the newest change.
        aside: what was removed and can be restored, the newest last.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        self.left = self.before = Left()
        self.aside: list[Left] = []
        self.changed = False

    def do(self, step: tuple[Any, ...]) -> None:
        after = None
        match step:
            case ("enter", hand) if not self.left.over:
                number = len(self.left.hands) + 1
                after = commands.save_hand(self.sheet, commands.edit_hand(self.sheet, number, hand), PHONE)
                self._now(Left((*self.left.hands, hand)))
            case ("bid", bid) if not self.left.over and bid != self.left.bidding:
                after = commands.save_bidding(self.sheet, bid, PHONE)
                self._now(replace(self.left, bidding=bid))
            case ("correct", number, hand) if number <= len(self.left.hands):
                after = commands.save_hand(self.sheet, commands.edit_hand(self.sheet, number, hand), PHONE)
                hands = (*self.left.hands[: number - 1], hand, *self.left.hands[number:])
                self._now(replace(self.left, hands=hands).until_its_end())
            case ("remove",) if self.left != Left():
                after = commands.remove_last_hand(self.sheet, PHONE)
                aside = [*self.aside, self.left]
                self._now(Left(self.left.hands) if self.left.bidding else Left(self.left.hands[:-1]))
                self.aside = aside
            case ("restore",) if self.aside:
                after = commands.restore_hand(self.sheet, PHONE)
                *aside, back = self.aside
                self._now(back)
                self.aside = aside
            case ("restore",):
                with pytest.raises(Conflict):
                    commands.restore_hand(self.sheet, PHONE)
            case ("undo",) if self.changed:
                after = commands.undo(self.sheet, PHONE)
                self._now(self.before)
        db.session.commit()
        assert after is None or read(after) == read(self.sheet)

    @property
    def sheet(self) -> Sheet:
        return Sheet.of(self.play)

    def _now(self, left: Left) -> None:
        self.left, self.before, self.aside, self.changed = left, self.left, [], True


def read(sheet: Sheet) -> tuple[Any, ...]:
    """Return what a sheet has from the database, and what it depends on."""
    return sheet.rows, sheet.newest, sheet.key, sheet.version


def seen(play: Play) -> tuple[Any, ...]:
    """Return everything that can be seen of a play."""
    db.session.expire_all()
    sheet = Sheet.of(play)
    kept = [(chair.total, chair.won, chair.payout) for chair in play.seats]
    return (
        sheet.result.as_json(),
        sheet.number,
        sheet.bidding,
        play.ended_at is not None,
        sorted(play.searched.split()),
        kept,
    )


@SOME
@given(steps=STEPS)
def test_only_what_is_left_counts(new_play: NewPlay, steps: list[tuple[Any, ...]]) -> None:
    table = Table(new_play(target=TARGET, wager=1))
    for step in steps:
        table.do(step)
        assert tuple(json.loads(entry) for entry in table.sheet.entries) == table.left.hands
        assert table.sheet.bidding == table.left.bidding
        assert sorted(table.play.searched.split()) == sorted(fold(table.left.notes).split())
    expected = new_play(target=TARGET, wager=1)
    enter(expected, *table.left.hands)
    if table.left.bidding:
        commands.save_bidding(Sheet.of(expected), table.left.bidding, PHONE)
    assert seen(table.play) == seen(expected)


@SOME
@given(steps=STEPS)
def test_undoing_twice_changes_nothing(new_play: NewPlay, steps: list[tuple[Any, ...]]) -> None:
    table = Table(new_play(target=TARGET))
    for step in steps:
        table.do(step)
    before = seen(table.play)
    for _ in range(2):
        table.do(("undo",))
    assert seen(table.play) == before


@SOME
@given(steps=STEPS)
def test_every_entry_stays_in_the_history(new_play: NewPlay, steps: list[tuple[Any, ...]]) -> None:
    table = Table(new_play(target=TARGET))
    entered = []
    for step in steps:
        table.do(step)
        entered += [json.dumps(hand) for hand in table.left.hands]
    kept = [change.entry for row in table.sheet.rows for change in hand_history(row.id) if change.entry]
    assert {json.dumps(json.loads(entry)) for entry in kept} >= set(entered)
