"""The statistics of a club, counted plainly game by game, to compare with what the database counts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from math import floor
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select

from scorekeeper.rules.outcome import EXACT, MISSED, OTHER
from scorekeeper.store.database import db
from scorekeeper.store.history import bids, records, statistics
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.models import BidCount, Chair, Play, Player

DUEL, PARTNER = ("against", "won", "lost", "together", "together_won"), ("hands", "made", "missed")
"""What is counted of games with someone else, and of hands with a partner."""


def games_in(scope: Scope) -> list[Play]:
    """Return the games that count, in the order of time."""
    plays = db.session.scalars(select(Play).where(Play.club_id == scope.club_id, Play.ended_at.is_not(None)))

    def counts(play: Play) -> bool:
        day = day_of(play)
        in_time = (not scope.since or day >= scope.since) and (not scope.until or day <= scope.until)
        is_there = play.deleted_at is None and play.night.deleted_at is None
        return in_time and is_there and play.counts and (not scope.games or play.known_as in scope.games)

    return sorted(filter(counts, plays), key=lambda play: (play.started_at, play.id))


def day_of(play: Play) -> date:
    """Return the day on which a game started, where its night was."""
    there = play.started_at.astimezone(ZoneInfo(play.night.time_zone))
    return (there - timedelta(hours=5)).date()


def person_in(chair: Chair) -> int:
    """Return the id of the person on a chair."""
    player = db.session.get_one(Player, chair.player_id)
    return player.person_id or player.id


def longest(results: Iterable[bool], value: bool) -> int:
    """Return the most equal results in a row, of at least two."""
    most = now = 0
    for one in results:
        now = now + 1 if one == value else 0
        most = max(most, now)
    return most if most > 1 else 0


def plain_club(scope: Scope) -> dict[str, Any]:
    """Return the statistics about everyone."""
    games = games_in(scope)
    standings: dict[int, Counter[str]] = defaultdict(Counter)
    evenings: Counter[tuple[int, int]] = Counter()
    results: dict[int, list[bool]] = defaultdict(list)
    called: Counter[tuple[str, int | None, str]] = Counter()
    shares: dict[int, Counter[str]] = defaultdict(Counter)
    won_on: dict[int, Counter[int]] = defaultdict(Counter)
    for play in games:
        for chair in play.seats:
            person, won, coins = person_in(chair), bool(chair.won), chair.payout or 0
            standings[person].update(plays=1, wins=int(won), coins=coins)
            evenings[person, play.night_id] += coins
            won_on[play.night_id][person] += int(won)
            results[person].append(won)
        for bid in db.session.scalars(select(BidCount).where(BidCount.play_id == play.id)):
            called[play.game, bid.bid, bid.outcome] += bid.times
            if bid.outcome != OTHER:
                bidder = person_in(play.seats[bid.place])
                shares[bidder].update(made=0 if bid.outcome == MISSED else bid.times, bids=bid.times)
    chairs = [chair for play in games for chair in play.seats]
    begun = {play.night_id: play.started_at for play in reversed(games)}
    nights = sorted(begun, key=lambda night: (begun[night], night))
    return {
        "standings": {who: (sums["plays"], sums["wins"], sums["coins"]) for who, sums in standings.items()},
        "games": Counter(play.game for play in games),
        "hands": sum(play.hands or 0 for play in games),
        "last": games[-1].started_at if games else None,
        "nights": len({play.night_id for play in games}),
        "bids": dict(called),
        "shares": {who: (sums["made"], sums["bids"]) for who, sums in shares.items()},
        "exact": max(
            (bid for _, bid, outcome in called if outcome == EXACT and bid is not None), default=None
        ),
        "won after each night": [
            sum((won_on[night] for night in nights[: number + 1]), Counter()) for number in range(len(nights))
        ],
        "won": max((longest(one, True) for one in results.values()), default=0),
        "without": max((longest(one, False) for one in results.values()), default=0),
        "best hand": max((chair.best for chair in chairs if chair.best is not None), default=None),
        "richest game": max((chair.payout for chair in chairs if chair.payout), default=None),
        "richest night": max((coins for coins in evenings.values() if coins > 0), default=None),
        "longest night": max(Counter(play.night_id for play in games).values(), default=None),
        "longest game": max((play.hands for play in games if play.hands is not None), default=None),
        "winning": quarters([max(totals) for play in games if (totals := winning(play))]),
        "by players": {
            n: (len(some), tenths([play.hands for play in some]), tenths(map(highest, some)))
            for n in sorted({len(play.seats) for play in games})
            if (some := [play for play in games if len(play.seats) == n])
        },
    }


def highest(play: Play) -> int | None:
    """Return the highest total that won a game."""
    return max(winning(play), default=None)


def tenths(figures: Iterable[int | None]) -> int | None:
    """Return ten times the average of the figures that are known, rounded."""
    known = [figure for figure in figures if figure is not None]
    return floor(10 * sum(known) / len(known) + 0.5) if known else None


def quarters(figures: Sequence[int]) -> tuple[int, ...] | None:
    """Return the least figure, the quartiles and the highest."""
    n, ranked = len(figures), sorted(figures)
    places = (1, (n + 3) // 4, (n + 1) // 2, (3 * n + 3) // 4, n)
    return tuple(ranked[place - 1] for place in places) if figures else None


def counted_club(scope: Scope) -> dict[str, Any]:
    """Return the same as the app shows it."""
    summaries, runs = statistics.game_summaries(scope), records.longest_runs(scope)
    said = {(row.game, row.bid, row.outcome): row.times for row in bids.bid_outcomes(scope)}
    finders = (
        records.best_hand,
        records.highest_exact_bid,
        records.richest_game,
        records.richest_night,
        records.longest_night,
    )
    best, exact, richest, evening, busiest = (
        found.figure if (found := of(scope)) else None for of in finders
    )
    results, figures = statistics.night_results(scope), statistics.figures_of_games(scope)
    longest_game = records.longest_game(scope)
    return {
        "standings": {one.person_id: (one.plays, one.wins, one.coins) for one in statistics.standings(scope)},
        "games": Counter({one.game: one.plays for one in summaries}),
        "hands": sum(one.hands for one in summaries),
        "last": max((one.last for one in summaries), default=None),
        "nights": statistics.count_nights(results),
        "bids": said,
        "shares": {one.person_id: (one.made, one.bids) for one in bids.bid_shares(scope)},
        "exact": exact,
        "won after each night": [
            Counter(night.wins) for night in statistics.wins_by_night(results, most=10_000)
        ],
        "won": runs.won.plays if runs.won else 0,
        "without": runs.without.plays if runs.without else 0,
        "best hand": best,
        "richest game": richest,
        "richest night": evening,
        "longest night": busiest,
        "longest game": longest_game.figure if longest_game else None,
        "winning": statistics.winning_totals(figures),
        "by players": {one.players: one[1:] for one in statistics.figures_by_players(figures)},
    }


def plain_person(scope: Scope, person_id: int) -> dict[str, Any]:
    """Return the statistics about a person."""
    games = [play for play in games_in(scope) if person_id in map(person_in, play.seats)]
    duels: dict[int, Counter[str]] = defaultdict(Counter)
    hand_partners: dict[int, Counter[str]] = defaultdict(Counter)
    evenings: Counter[int] = Counter()
    scored: dict[str, list[int]] = defaultdict(list)
    results = []
    for play in games:
        mine = next(chair for chair in play.seats if person_in(chair) == person_id)
        results.append(bool(mine.won))
        if mine.best is not None and mine.total is not None:
            scored[play.game].append(mine.total)
        evenings[play.night_id] += mine.payout or 0
        for chair in play.seats:
            if chair is not mine:
                met = duels[person_in(chair)]
                if chair.side is not None and chair.side == mine.side:
                    met.update(together=1, together_won=int(bool(mine.won)))
                else:
                    won, lost = mine.won and not chair.won, chair.won and not mine.won
                    met.update(against=1, won=int(bool(won)), lost=int(bool(lost)))
        people = {chair.place: person_in(chair) for chair in play.seats}
        for bid in db.session.scalars(select(BidCount).where(BidCount.play_id == play.id)):
            pair = [people[place] for place in (bid.place, bid.partner) if place is not None]
            if len(pair) == 2 and person_id in pair:
                made = bid.outcome not in (MISSED, OTHER)
                sums = hand_partners[pair[pair[0] == person_id]]
                sums.update(hands=bid.times, made=made * bid.times)
                sums.update(missed=bid.times * (bid.outcome == MISSED))
    coins, balance = 0, []
    begun = {play.night_id: play.started_at for play in reversed(games)}
    for night_id in sorted(begun, key=lambda night_id: (begun[night_id], night_id)):
        coins += evenings[night_id]
        balance.append((night_id, coins))
    return {
        "duels": {who: tuple(met[what] for what in DUEL) for who, met in duels.items()},
        "partners": {who: tuple(met[what] for what in PARTNER) for who, met in hand_partners.items()},
        "won": longest(results, True),
        "without": longest(results, False),
        "balance": balance,
        "plays": len(games),
        "chances": chances(games, person_id),
        "average": {game: tenths(totals) for game, totals in scored.items()},
    }


def chances(games: Iterable[Play], person_id: int) -> dict[int, tuple[int, int, int]]:
    """Return how many games with each number of players someone played and won, and what would be fair."""
    found: dict[int, list[tuple[bool, int]]] = defaultdict(list)
    for play in games:
        sides = {chair.place if chair.side is None else chair.side for chair in play.seats}
        won = any(chair.won for chair in play.seats if person_in(chair) == person_id)
        if len(sides) > 1:
            found[len(play.seats)].append((won, len(sides)))
    return {
        n: (len(some), sum(won for won, _ in some), round(sum(100 / sides for _, sides in some) / len(some)))
        for n, some in found.items()
    }


def counted_person(scope: Scope, person_id: int) -> dict[str, Any]:
    """Return the same as the app shows it."""
    runs, games = records.longest_runs(scope, person_id), statistics.games_of_player(scope, person_id)
    return {
        "duels": {
            one.person_id: tuple(getattr(one, what) for what in DUEL)
            for one in statistics.duels(scope, person_id)
        },
        "partners": {
            one.person_id: tuple(getattr(one, what) for what in PARTNER)
            for one in bids.hand_partners(scope, person_id)
        },
        "won": runs.won.plays if runs.won else 0,
        "without": runs.without.plays if runs.without else 0,
        "balance": [(one.night, one.coins) for one in statistics.coin_balance(scope, person_id)],
        "plays": sum(one.plays for one in games),
        "chances": {one.players: one[1:] for one in statistics.chances(games)},
        "average": {
            one.known_as: one.average_in_tenths for one in games if one.average_in_tenths is not None
        },
    }


def winning(play: Play) -> list[int]:
    """Return the totals that won a game."""
    return [chair.total for chair in play.seats if chair.won and chair.total is not None]
