"""The table of a season is what a plain count of 200 clubs gives."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask
from sqlalchemy import select

from scorekeeper.gallery.gallery import gallery
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.database import db, now
from scorekeeper.store.history.seasons import SeasonRules, season_table
from scorekeeper.store.models import Chair, Club, Night, Play, Player

CLUBS = 200
FIRST = datetime(2025, 12, 30, 20, tzinfo=UTC)
ZONES = ("Europe/Vienna", "America/New_York", "Asia/Kolkata")
RULES: Sequence[tuple[str, dict[str, Any], bool]] = (
    ("coralon", {}, False),
    ("tally", {}, False),
    ("tally", {"lowest_wins": True, "title": "Golf"}, True),
    ("tally", {"lowest_wins": True, "target": 100}, True),
    ("tally", {"title": "Azul"}, False),
    ("tally", {"title": "azul", "wins": True}, False),
    ("tally", {"title": "Pandemic", "together": True}, False),
    ("recipe", {"recipe": gallery()["hearts"].recipe}, True),
)
"""Games with their house rules, and whether the lowest total wins."""

SEATS = {"coralon": (1, 4), "recipe": (3, 4)}
"""With how many players games are played, if not with two to four."""

KNOWN_AS = ("coralon", "tally", "=golf", "=azul", "=pandemic", "=hearts")


def add_random_club(random: Random) -> Club:
    """Add a club with a few nights, on which its players finished games, and some that don't count."""
    club = new_club("Any")
    players = [get_or_create_player(club, name) for name in ("Ann", "Anna", "Bea", "Cal", "Dee", "Eve")]
    if random.random() < 0.5:
        players[1].merged_into_id = players[1].person_id = players[0].id
    nights = []
    for number in range(random.randint(1, 5)):
        at = FIRST + timedelta(hours=random.choice((20, 24)) * number)
        deleted = now() if random.random() < 0.1 else None
        nights.append(
            Night(club_id=club.id, started_at=at, time_zone=random.choice(ZONES), deleted_at=deleted)
        )
    db.session.add_all(nights)
    db.session.flush()
    for _ in range(random.randint(1, 12)):
        add_random_game(random, random.choice(nights), players[random.randint(0, 1) :])
    db.session.flush()
    return club


def add_random_game(random: Random, night: Night, players: Sequence[Player]) -> None:
    game, options, _ = random.choice(RULES)
    # Ann and Anna may be the same person, who has one seat in a game.
    everyone = players[1:] if len(players) == 6 else players
    seated = random.sample(everyone, random.choice(SEATS.get(game, (2, 3, 4))))
    play = Play(club_id=night.club_id, night_id=night.id, game=game, options=options, dealer=0, hands=1)
    play.started_at = night.started_at + timedelta(minutes=random.choice((0, 40, 40, 300)))
    play.ended_at = None if random.random() < 0.1 else play.started_at
    play.deleted_at = now() if random.random() < 0.1 else None
    play.set_aside = random.random() < 0.1 or len(seated) == 1
    if random.random() < 0.05:
        play.stopped, play.hands = True, 0
    db.session.add(play)
    db.session.flush()
    together, wins = options.get("together"), options.get("wins")
    sides = 1 if together else len(seated) if random.random() < 0.7 else 2
    totals = [0 if wins or together else random.randint(-3, 4) for _ in range(sides)]
    won = [random.random() < (0.5 if together else 0.3) for _ in range(sides)]
    has_figures = sides == len(seated) and random.random() < 0.5
    for place, player in enumerate(seated):
        side = place % sides
        chair = Chair(play_id=play.id, place=place, player_id=player.id, total=totals[side], won=won[side])
        chair.side = None if has_figures else side
        db.session.add(chair)


def random_rules(random: Random) -> SeasonRules:
    return SeasonRules(
        games=tuple(random.sample(KNOWN_AS, random.choice((0, 0, 1, 3)))),
        counting=random.choice(("places", "wins", "points")),
        points=random.choice(((5, 3, 2, 1), (3, 1), (0, -1, 10))),
        best=random.choice((None, 1, 2, 3)),
        of=random.choice(("nights", "games")),
        fewest=random.choice((1, 2, 3)),
    )


def plain_table(club: Club, since: date, until: date, rules: SeasonRules) -> list[tuple[Any, ...]]:
    """Return the rows of a season, counted game by game."""
    results: dict[int, list[list[Any]]] = {}
    wins: dict[int, int] = {}
    counting = [play for play in club_plays(club) if counts(play, since, until, rules)]
    counting.sort(key=lambda play: (play.night.started_at, play.night_id, play.started_at, play.id))
    for play in counting:
        for chair in play.seats:
            mine = results.setdefault(chair.person_id, [])
            wins[chair.person_id] = wins.get(chair.person_id, 0) + bool(chair.won)
            if rules.of == "games" or not mine or mine[-1][0] != play.night_id:
                mine.append([play.night_id, play.id if rules.of == "games" else None, 0, True])
            mine[-1][2] += plain_points(play, chair, rules)
    for mine in results.values():
        while rules.best and sum(one[3] for one in mine) > rules.best:
            worst = min(one[2] for one in mine if one[3])
            next(one for one in mine if one[3] and one[2] == worst)[3] = False
    found = []
    for person, mine in results.items():
        points = sum((one[2] for one in mine if one[3]), 0)
        found.append((person, points, len({one[0] for one in mine}), wins[person], list(map(tuple, mine))))
    return [(plain_place(row, found, rules.fewest), *row) for row in found]


def plain_place(row: Any, rows: Sequence[Any], fewest: int) -> int | None:
    if row[2] < fewest:
        return None
    return 1 + sum(other[1] > row[1] for other in rows if other[2] >= fewest)


def club_plays(club: Club) -> Sequence[Play]:
    return db.session.scalars(select(Play).where(Play.club_id == club.id)).all()


def counts(play: Play, since: date, until: date, rules: SeasonRules) -> bool:
    day = (play.started_at.astimezone(ZoneInfo(play.night.time_zone)) - timedelta(hours=5)).date()
    wanted = not rules.games or play.known_as in rules.games
    is_there = play.ended_at and not play.deleted_at and not play.night.deleted_at
    return bool(is_there and play.counts and wanted and since <= day <= until)


def plain_points(play: Play, chair: Chair, rules: SeasonRules) -> int:
    sign = -1 if (play.game, play.options, True) in RULES else 1
    total = chair.total or 0
    if rules.counting == "points":
        return sign * total
    if rules.counting == "wins":
        return int(bool(chair.won))
    place = 1
    if not chair.won:
        ahead = {
            (other.side, other.place if other.side is None else None)
            for other in play.seats
            if other.won or sign * (other.total or 0) > sign * total
        }
        equal = {(bool(other.won), other.total) for other in play.seats} == {(False, chair.total)}
        place = 1 + len(ahead) + equal
    return rules.points[place - 1] if place <= len(rules.points) else 0


def test_the_table_is_what_a_plain_count_gives(app: Flask) -> None:
    random, met = Random(0), [0, 0, 0]
    with app.app_context():
        for _ in range(CLUBS):
            club = add_random_club(random)
            since = FIRST.date() + timedelta(days=random.randint(0, 2))
            until = since + timedelta(days=random.randint(0, 6))
            rules = random_rules(random)
            rows, nights, _ = season_table(club.id, since, until, rules)
            found = [(row.place, row.person_id, *row[3:6], [*map(tuple, row.results)]) for row in rows]
            expected = plain_table(club, since, until, rules)
            assert sorted(found, key=repr) == sorted(expected, key=repr), (rules, since, until)
            places = [row.place or 99 for row in rows]
            assert places == sorted(places)
            assert {one.night_id for row in rows for one in row.results} == {*nights}
            met[0] += bool(rows)
            met[1] += any(not one.counts for row in rows for one in row.results)
            met[2] += len({row.place for row in rows}) < len(rows)
        db.session.rollback()
    assert min(met) > CLUBS // 10, met
