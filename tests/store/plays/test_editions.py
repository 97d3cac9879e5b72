"""A result that is kept with its game is that of its hands, or else they are scored again."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper.rules.engine import Result
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, HandRow, Play
from scorekeeper.store.plays import commands, play_statistics, sheet
from scorekeeper.store.plays.kept_result import is_proven, standing
from scorekeeper.store.plays.score_cache import as_text, scored
from scorekeeper.store.plays.sheet import Sheet
from tests.store.coins.test_bank import BEA, CAL
from tests.store.purse import Purse
from tests.store.table import PHONE, NewPlay, enter


@pytest.fixture
def played(purse: Purse, new_play: NewPlay) -> Play:
    """Return a game that Bea has won."""
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    return play


def read_again(play: Play) -> Sheet:
    db.session.commit()
    db.session.expire_all()
    return Sheet.of(play)


@pytest.fixture
def scoring(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that every sheet that is scored is added to."""
    seen: list[object] = []

    def score(setup: str, hands: Sequence[str]) -> Result:
        seen.append((setup, hands))
        return scored(setup, hands)

    monkeypatch.setattr(sheet, "scored", score)
    return seen


def test_settling_a_finished_game_scores_nothing(purse: Purse, played: Play, scoring: list[object]) -> None:
    assert purse.bank.games[0].coins == {purse.ids["Ann"]: -2, purse.ids["Bea"]: 6} | dict.fromkeys(
        (purse.ids["Cal"], purse.ids["Dee"]), -2
    )
    assert scoring == []


def test_a_running_game_is_scored(purse: Purse, new_play: NewPlay, scoring: list[object]) -> None:
    enter(new_play(target=50), BEA)
    scoring.clear()
    _ = purse.bank
    assert len(scoring) == 1


def test_the_kept_standing_is_that_of_the_hands(played: Play) -> None:
    found = read_again(played)
    result = found.result
    by_hand = [(result.setup.names(side), result.state.totals[side[0]]) for side in result.setup.sides]
    assert standing(played) == by_hand


@pytest.mark.parametrize(
    "tamper",
    [
        lambda: update(HandRow).values(entry=as_text(CAL)),
        lambda: update(HandRow).values(entry=None),
        lambda: update(HandRow).values(number=2, entry="damaged"),
        lambda: update(Chair).where(Chair.place == 1).values(total=6),
        lambda: update(Chair).where(Chair.place == 1).values(payout=None),
        lambda: update(Chair).where(Chair.place == 0).values(won=True),
        lambda: update(Play).values(dealer=2),
        lambda: update(Play).values(stopped=True),
        lambda: update(Play).values(ended_at=None),
        lambda: update(Play).values(options={"target": 4, "wager": 2}),
        lambda: update(Play).values(proof=""),
    ],
)
def test_whatever_is_overwritten_is_scored_again(played: Play, tamper: Callable[[], Any]) -> None:
    assert is_proven(read_again(played))
    db.session.execute(tamper())
    assert not is_proven(read_again(played))


def test_a_game_that_continues_has_no_proof(played: Play) -> None:
    commands.remove_last_hand(Sheet.of(played), PHONE)
    assert not is_proven(read_again(played))
    commands.restore_hand(Sheet.of(played), PHONE)
    assert is_proven(read_again(played))


def test_counting_again_proves_what_was_kept_before(played: Play) -> None:
    db.session.execute(update(Play).values(proof="", counted=0))
    db.session.commit()
    assert not is_proven(read_again(played))
    play_statistics.recount_all()
    assert is_proven(Sheet.of(db.session.get_one(Play, 1)))
