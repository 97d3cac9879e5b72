"""The recap of a club says what a plain count of its games says."""

from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.outcome import MISSED, OTHER
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.merging import merge
from scorekeeper.store.database import db
from scorekeeper.store.history.club_recap import ClubRecap, recap_club
from scorekeeper.store.history.night_recap import find_best_hand
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import rivals
from scorekeeper.store.models import Club, Play
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.play_statistics import calls
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.store.history.evenings import EXACT, OVER, everything, person, won_by
from tests.store.history.evenings import MISSED as MISSED_SIX
from tests.store.history.plain_count import day_of, games_in, longest, person_in
from tests.store.table import NewPlay, coralon, enter, tally

MISSED_FIVE = coralon("Ann", 5, 2, 5, 3, 3)
ZONES = ("Europe/Vienna", "America/Los_Angeles", "Pacific/Auckland")
PLAYERS = ("Ann", "Anna", "Bea", "Cal", "Dee", "Eve")
HANDS: dict[str, tuple[dict[str, Any], ...]] = {
    "coralon": (EXACT, OVER, MISSED_SIX, coralon("Ann", 5, 5, 3, 3, 2), coralon("Cal", 5, 4, 4, 4, 1)),
    "coralon-partners": tuple({"bidder": "Ann", "bid": 8, "tricks": tricks} for tricks in (8, 8, 9, 7)),
    "tally": (tally(9, 1, 2, 3), tally(1, 2, 9, 0), tally(5, 5, 0, -1)),
}
FIRST = datetime(2024, 12, 31, 6, tzinfo=UTC)


def any_club(random: Random, nights: int = 9, games: int = 5) -> Club:
    """Return a club that has played for a year; some games and a night are deleted, or don't count."""
    club = new_club("Any")
    db.session.flush()
    for number in range(nights):
        night = new_night(club)
        night.time_zone = random.choice(ZONES)
        night.started_at = FIRST + timedelta(days=number * 45, hours=random.randrange(24))
        db.session.commit()
        for at in range(games):
            play = any_game(random, club, night.id)
            play.started_at = night.started_at + timedelta(hours=at)
            db.session.commit()
        night.deleted_at = night.started_at if number == 3 else None
    merge(*(get_or_create_player(club, name) for name in ("Anna", "Ann")))
    db.session.commit()
    return club


def any_game(random: Random, club: Club, night_id: int) -> Play:
    """Return a game, which may be running, empty, set aside or deleted."""
    # Ann has played as Anna, but never against herself.
    absent = random.choice(PLAYERS[:2])
    names = random.sample([name for name in PLAYERS if name != absent], 4)
    game = random.choice(sorted(HANDS))
    title = {"title": random.choice(("Skyline", "skyline", "Vines"))} if game == "tally" else {"wager": 2}
    seats = [get_or_create_player(club, name).id for name in names]
    play = start_play(night_id, game, title, seats, 0)
    what = random.choice(("running", "empty", "set_aside", "deleted_at", *["over"] * 16))
    for _ in range(0 if what == "empty" else random.randrange(1, 4)):
        if Sheet.of(play).result.ending is None:
            hand = dict(random.choice(HANDS[game]))
            enter(play, hand | ({"bidder": names[0]} if game == "coralon-partners" else {}))
    if what != "running" and Sheet.of(play).result.ending is None:
        commands.end_play(Sheet.of(play))
    if what in ("set_aside", "deleted_at"):
        commands.update_play(play.id, **{what: True if what == "set_aside" else FIRST})
    return play


def plain_recap(scope: Scope) -> dict[str, Any]:
    """Return the recap, counted game by game."""
    sheets = [Sheet.of(play) for play in games_in(scope)]
    wins, played, results = Counter[int](), Counter[str](), defaultdict[int, list[bool]](list)
    met: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    nights: dict[int, list[Play]] = defaultdict(list)
    best: dict[str, tuple[int, int, int]] = {}
    for sheet in sheets:
        play, ending = sheet.play, sheet.result.ending
        assert ending
        won = {person_in(chair): chair.place in ending.winners for chair in play.seats}
        wins.update(who for who in won if won[who])
        played[play.known_as] += 1
        nights[play.night_id].append(play)
        for who, has_won in won.items():
            results[who].append(has_won)
        sides = [{person_in(play.seats[seat]) for seat in side} for side in sheet.result.setup.sides]
        for side, other in combinations(sides, 2):
            for one in side:
                for two in other:
                    met[min(one, two), max(one, two)].update(
                        {0: 1, one: won[one] > won[two], two: won[two] > won[one]}
                    )
        found = find_best_hand(sheet)
        if found and found.score > best.get(play.known_as, (0, 0, 0))[2]:
            best[play.known_as] = (play.id, found.number, found.score)
    return {
        "wins": dict(wins),
        "over": len(sheets),
        "nights": [(night, day_of(plays[0]), len(plays)) for night, plays in nights.items()],
        "results": Counter(
            (play.night_id, who) for play in games_in(scope) for who in map(person_in, play.seats)
        ),
        "played": dict(played),
        "rivals": plain_rivals(met),
        "run": max((longest(one, True) for one in results.values()), default=0),
        "best": best,
        "missed": plain_missed(sheets),
    }


def plain_rivals(met: dict[tuple[int, int], Counter[int]]) -> tuple[int, int] | None:
    """Return how often those met who did so most, and the difference of their wins."""
    rivals = [(sums, sums[one], sums[two]) for (one, two), sums in met.items() if sums[one] or sums[two]]
    found = [(-sums[0], abs(won - lost)) for sums, won, lost in rivals]
    return min(found, default=None)


def plain_missed(sheets: list[Sheet]) -> tuple[Any, ...] | None:
    """Return the unluckiest bid: how many like it were made, of how many, its size, game, hand and seat."""
    every = [
        (sheet.play.known_as, call.number, outcome, sheet.play.id, hand.number, call.player)
        for sheet in sheets
        for hand, call, outcome in calls(sheet.result)
        if outcome != OTHER and call.number is not None
    ]
    found = []
    for game, number in {one[:2] for one in every}:
        same = [one for one in every if one[:2] == (game, number)]
        missed = [one for one in same if one[2] == MISSED]
        made = len(same) - len(missed)
        if missed and len(same) >= 5 and made > len(missed):
            found.append((Fraction(made, len(same)), len(same), number, *missed[0][3:]))
    return max(found, default=None)


def shown(found: ClubRecap) -> dict[str, Any]:
    """Return the same as the app shows it."""
    unlucky, missed, rivals = found.unlucky, found.missed, found.rivals
    return {
        "wins": found.wins,
        "over": found.over,
        "nights": [tuple(night) for night in found.nights],
        "results": Counter({(one.night_id, one.person_id): one.plays for one in found.results}),
        "played": {one.known_as: one.plays for one in found.games},
        "rivals": (-rivals.met, rivals.won - rivals.lost) if rivals else None,
        "run": found.run.plays if found.run else 0,
        "best": {one.sheet.play.known_as: (one.sheet.play.id, one.number, one.score) for one in found.best},
        "missed": (
            Fraction(unlucky.made, unlucky.bids),
            unlucky.bids,
            unlucky.bid.figure,
            missed.sheet.play.id,
            missed.number,
            *missed.seats,
        )
        if unlucky and missed
        else None,
    }


@pytest.mark.parametrize("seed", range(2))
def test_the_recap_says_what_a_plain_count_says(app: Flask, seed: int) -> None:
    with app.app_context():
        club = any_club(Random(seed))
        scopes = [
            Scope(club.id),
            Scope(club.id, since=date(2025, 1, 1), until=date(2025, 12, 31)),
            Scope(club.id, since=date(2025, 3, 1), until=date(2025, 8, 1)),
            Scope(club.id, ("coralon",)),
            Scope(club.id, ("=skyline", "coralon"), until=date(2025, 6, 1)),
            Scope(club.id, since=date(2030, 1, 1)),
        ]
        for scope in scopes:
            assert shown(recap_club(scope, 9)) == plain_recap(scope)
        assert shown(recap_club(scopes[0], 9))["missed"]


def test_the_one_of_the_rivals_who_won_more_is_named_first(new_play: NewPlay) -> None:
    games = won_by(new_play, 1, 0, 1, 2, 2)
    found = rivals(everything(games[0]))
    assert found
    assert (found.person_id, found.other_id) == (person(games[0], "Bea"), person(games[0], "Cal"))
    assert (found.met, found.won, found.lost) == (5, 2, 2)


def test_partners_do_not_meet(new_play: NewPlay) -> None:
    play = new_play("coralon-partners", target=5)
    enter(play, {"bidder": "Ann", "bid": 8, "tricks": 8})
    found = rivals(everything(play))
    assert found
    assert {found.person_id, found.other_id} not in (
        {person(play, "Ann"), person(play, "Cal")},
        {person(play, "Bea"), person(play, "Dee")},
    )
    assert (found.met, found.won, found.lost) == (1, 1, 0)


def test_a_bid_is_unlucky_that_is_mostly_made(new_play: NewPlay) -> None:
    plays = []
    for hands in ([EXACT, EXACT], [EXACT, MISSED_FIVE, MISSED_SIX], [EXACT, MISSED_FIVE]):
        plays.append(new_play(target=50))
        enter(plays[-1], *hands)
        commands.end_play(Sheet.of(plays[-1]))
    db.session.commit()
    found = recap_club(everything(plays[0]), 1)
    assert found.unlucky
    assert (found.unlucky.bid.figure, found.unlucky.made, found.unlucky.bids) == (5, 4, 6)
    assert found.missed
    assert (found.missed.sheet.play.id, found.missed.number) == (plays[1].id, 2)
    assert found.missed.seats == (0,)


def test_too_few_bids_and_those_mostly_missed_are_not_unlucky(new_play: NewPlay) -> None:
    play = new_play(target=50)
    enter(play, EXACT, EXACT, EXACT, MISSED_FIVE, *[MISSED_SIX] * 4, coralon("Dee", 6, 2, 2, 3, 6))
    commands.end_play(Sheet.of(play))
    db.session.commit()
    assert recap_club(everything(play), 1).missed is None


def test_only_the_games_played_most_have_their_best_hand(new_play: NewPlay) -> None:
    for title in ("Vines", "Vines", "Skyline"):
        play = new_play("tally", title=title)
        enter(play, tally(1, 2, 3, 4))
        commands.end_play(Sheet.of(play))
    db.session.commit()
    best = recap_club(everything(play), 1).best
    assert [one.sheet.result.setup.title for one in best] == ["Vines"]
