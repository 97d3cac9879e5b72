"""The statistics say what a plain count says, whatever happens to games."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.merging import merge, unmerge
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.models import Club, Play, Player
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.store.history.evenings import EXACT, MISSED, OVER
from tests.store.history.plain_count import counted_club, counted_person, plain_club, plain_person
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
)
EVENINGS = st.tuples(st.lists(GAMES, min_size=4, max_size=9), st.lists(st.one_of(CHANGES, GAMES), max_size=9))


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
        elif what in ("delete night", "restore night"):
            night = self.nights[how[0]]
            night.deleted_at = FIRST if what == "delete night" else None
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
        seats = [get_or_create_player(self.club, name).id for name in names]
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


@settings(
    max_examples=settings().max_examples // 6,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(years=EVENINGS, days=st.tuples(st.integers(0, 2), st.integers(0, 2)))
@pytest.mark.usefixtures("night")
def test_statistics_say_what_a_plain_count_says(years: Any, days: tuple[int, int]) -> None:
    club = Years()
    for one in years[0] + years[1]:
        club.happen(*one)
    since, until = (FIRST.date() + timedelta(days=day) for day in sorted(days))
    people = db.session.scalars(
        select(Player.id).where(Player.club_id == club.club.id, Player.person_id.is_(None))
    ).all()
    for scope in (
        Scope(club.club.id),
        Scope(club.club.id, games=("tally",)),
        Scope(club.club.id, since=since),
        Scope(club.club.id, ("coralon",), since, until),
    ):
        assert counted_club(scope) == plain_club(scope)
        for person_id in people:
            assert counted_person(scope, person_id) == plain_person(scope, person_id)
