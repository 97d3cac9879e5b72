"""Sums that are kept for the statistics: whatever happens to games, they say what a plain count says."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, update

from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.merging import merge, unmerge
from scorekeeper.store.database import db
from scorekeeper.store.history import keeping_sums
from scorekeeper.store.history.kept_sums import ScopeSums, forget_all_sums, forget_sums, spans_within
from scorekeeper.store.history.scope import Scope, start_of_day
from scorekeeper.store.history.sums import Sums
from scorekeeper.store.models import Club, KeptSums, Play, Player, SumSpan
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.starting import start_play
from tests.store.history.evenings import EXACT, MISSED, OVER
from tests.store.history.plain_count import kept_club, kept_person, plain_club, plain_person
from tests.store.table import PHONE, bishop, enter, tally

FIRST = datetime(2019, 12, 31, 8, tzinfo=UTC)
HANDS: dict[str, tuple[dict[str, Any], ...]] = {
    "coralon": (EXACT, OVER, MISSED),
    "tally": (tally(9, 1, 2, 3), tally(1, 2, 9, 0), tally(5, 5, 0, 1)),
    "coralon-partners": tuple({"bidder": "Ann", "bid": 8, "tricks": tricks} for tricks in (8, 9, 7)),
    "bishop": (bishop("Ann", 1, "Bea"), bishop("Cal", 2, "Ann", made=False), bishop("Dee", 1, None)),
}

GAMES = st.tuples(
    st.just("play"),
    st.sampled_from(sorted(HANDS)),
    st.integers(0, 2),
    st.sampled_from(("Ann", "Anna")),
    st.integers(0, 2),
    st.integers(0, 12),
)
"""A game with this hand, on one of three nights; it started so many hours after the first."""

CHANGES = st.one_of(
    st.tuples(st.sampled_from(("delete", "restore", "continue", "end", "undo")), st.integers(0, 20)),
    st.tuples(st.sampled_from(("delete night", "restore night")), st.integers(0, 2)),
    st.tuples(st.sampled_from(("merge", "unmerge")), st.none()),
    st.tuples(st.just("keep"), st.integers(1, 9)),
)
EVENINGS = st.tuples(st.lists(GAMES, min_size=4, max_size=9), st.lists(st.one_of(CHANGES, GAMES), max_size=9))


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in (("PIECE", 2), ("FEW", 1), ("AT_A_TIME", 2)):
        monkeypatch.setattr(keeping_sums, name, size)


class Years:
    """A club with three nights, to which things happen."""

    def __init__(self) -> None:
        self.club: Club = new_club("Any")
        db.session.flush()
        self.nights = [new_night(self.club) for _ in range(3)]
        db.session.commit()
        self.plays: list[int] = []

    def happen(self, what: str, *how: Any) -> None:
        """Let one thing happen, and commit it."""
        if what == "play":
            self.play(*how)
        elif what == "keep":
            self.keep(*how)
        elif what in ("delete night", "restore night"):
            night = self.nights[how[0]]
            night.deleted_at = FIRST if what == "delete night" else None
            forget_sums(self.club.id, [night.id])
        elif what in ("merge", "unmerge"):
            ann, anna = (get_or_create_player(self.club, name) for name in ("Ann", "Anna"))
            if what == "merge" and anna.person_id is None:
                merge(anna, ann)
            elif what == "unmerge" and anna.person_id is not None:
                unmerge(anna)
        elif self.plays:
            self.change(what, self.plays[how[0] % len(self.plays)])
        db.session.commit()

    def play(self, game: str, hand: int, first: str, night: int, hours: int) -> None:
        """Play a game with one hand."""
        names = (first, "Bea", "Cal", "Dee")
        seats = [(get_or_create_player(self.club, name).id, name) for name in names]
        rules = {"target": 5, "wager": 2}
        play = start_play(self.nights[night].id, game, rules, seats, 0)
        play.started_at = FIRST + timedelta(hours=5 * hours)
        entry = json.loads(json.dumps(HANDS[game][hand]).replace('"Ann"', f'"{first}"'))
        enter(play, entry)
        if Sheet.of(play).result.ending is None:
            commands.end_play(Sheet.of(play))
        self.plays.append(play.id)

    def change(self, what: str, play_id: int) -> None:
        """Change a game that was played."""
        play = db.session.get_one(Play, play_id)
        sheet = Sheet.of(play)
        if what in ("delete", "restore"):
            commands.update_play(play_id, deleted_at=FIRST if what == "delete" else None)
        elif what == "continue" and play.stopped:
            commands.continue_play(sheet)
        elif what == "end" and sheet.result.ending is None:
            commands.end_play(sheet)
        elif what == "undo":
            commands.undo(sheet, PHONE)

    def keep(self, steps: int = 99) -> None:
        """Keep the sums, as far as it gets in so many steps."""
        for _, _ in zip(range(steps), keeping_sums.keep_sums(), strict=False):
            pass


@settings(
    max_examples=settings().max_examples // 4,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(years=EVENINGS, days=st.tuples(st.integers(0, 2), st.integers(0, 2)))
@pytest.mark.usefixtures("night")
def test_kept_sums_say_what_a_plain_count_says(years: Any, days: tuple[int, int]) -> None:
    club = Years()
    first, later = years
    for one in first:
        club.happen(*one)
    club.keep()
    for one in later:
        club.happen(*one)
    since, until = (FIRST.date() + timedelta(days=day) for day in sorted(days))
    people = db.session.scalars(
        select(Player.id).where(Player.club_id == club.club.id, Player.person_id.is_(None))
    ).all()
    for scope in (
        Scope(club.club.id),
        Scope(club.club.id, game="tally"),
        Scope(club.club.id, since=since),
        Scope(club.club.id, "coralon", since, until),
    ):
        assert kept_club(scope) == plain_club(scope)
        for person_id in people:
            assert kept_person(scope, person_id) == plain_person(scope, person_id)


def played(hours: int) -> Years:
    """Return a club with a game on one of its nights every five hours, whose sums are kept."""
    club = Years()
    for number in range(hours):
        club.happen("play", "tally", number % 3, "Ann", number * 3 // hours, number)
    club.keep()
    return club


def fresh(club: Years) -> list[bool]:
    """Return which spans count, in the order of time."""
    spans = select(SumSpan.stale).where(SumSpan.club_id == club.club.id, SumSpan.is_whole.is_(False))
    return [not stale for stale in db.session.scalars(spans.order_by(SumSpan.since))]


@pytest.mark.usefixtures("night")
def test_all_but_a_few_games_are_taken_from_what_is_kept() -> None:
    club = played(9)
    sums = ScopeSums(Scope(club.club.id))
    assert sums.everyone.added["games"]["tally"][0] == 9
    assert sums.counted_anew <= 1


@pytest.mark.usefixtures("night")
def test_a_year_is_taken_from_what_is_kept() -> None:
    club = Years()
    for number in range(9):
        club.happen("play", "tally", number % 3, "Ann", number // 3, number)
    for number, play_id in enumerate(club.plays):
        started = datetime(2018 + number // 3, 1 + 5 * (number % 3), 3, tzinfo=UTC)
        db.session.execute(update(Play).where(Play.id == play_id).values(started_at=started))
    forget_all_sums(club.club.id)
    db.session.commit()
    club.keep()
    scope = Scope(club.club.id, since=date(2019, 1, 1), until=date(2019, 12, 31))
    sums = ScopeSums(scope)
    assert sums.everyone.added["games"]["tally"][0] == 3
    assert sums.counted_anew == 0
    assert (
        len(spans_within(club.club.id, start_of_day(date(2019, 1, 1)), start_of_day(date(2020, 1, 1)))) == 1
    )
    assert kept_club(scope) == plain_club(scope)


@pytest.mark.usefixtures("night")
def test_a_changed_game_makes_only_its_own_span_stale() -> None:
    club = played(9)
    before = fresh(club)
    assert all(before)
    club.happen("delete", 3)
    assert fresh(club).count(False) == 1


@pytest.mark.usefixtures("night")
def test_recounting_replaces_sums_that_are_wrong() -> None:
    club = played(6)
    right = kept_club(Scope(club.club.id))
    db.session.execute(update(KeptSums).values(figures=Sums().as_text()))
    db.session.commit()
    assert kept_club(Scope(club.club.id)) != right
    assert list(keeping_sums.recount_sums())
    assert kept_club(Scope(club.club.id)) == right
    assert db.session.scalar(select(func.count()).where(SumSpan.stale)) == 0


@pytest.mark.usefixtures("night")
def test_looking_at_a_club_that_has_all_of_its_sums_is_a_step() -> None:
    played(6)
    for _ in keeping_sums.keep_sums():
        pass
    assert len(list(keeping_sums.keep_sums())) == 1


@pytest.mark.usefixtures("night")
def test_a_night_of_today_is_not_kept() -> None:
    club = played(2)
    before = db.session.scalar(select(func.count(SumSpan.id)))
    for play_id in club.plays:
        db.session.execute(update(Play).where(Play.id == play_id).values(started_at=datetime.now(UTC)))
    forget_all_sums(club.club.id)
    db.session.commit()
    club.keep()
    assert before
    assert db.session.scalar(select(func.count(SumSpan.id))) == 0
