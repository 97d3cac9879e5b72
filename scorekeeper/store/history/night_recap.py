"""The recap of a night: who won how many games, the best hands, and the longest streaks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.outcome import MISSED, OTHER
from scorekeeper.rules.table import Seat
from scorekeeper.store.clubs.people import persons_of
from scorekeeper.store.plays.play_statistics import calls, records_hands
from scorekeeper.store.plays.sheet import Sheet

SHORTEST_STREAK = 2


class BestHand(NamedTuple):
    """The highest score in a hand of a game on the night.

    Attributes:
        sheet, number: the game and the hand; the first one, if several scored as much.
        seats: everyone who scored it in this hand, such as both partners.
        score: how much each of them scored.
    """

    sheet: Sheet
    number: int
    seats: tuple[Seat, ...]
    score: int


class Streak(NamedTuple):
    """The ids of the persons with the longest streak, and its length."""

    persons: tuple[int, ...]
    length: int


@dataclass(frozen=True)
class Recap:
    """What games came to, of a night or of many.

    Attributes:
        names: the names of everyone who played, by the id of the person.
        wins: the number of games won by everyone who won any, the most first. Partners win together.
        over: the number of finished games that count.
        best: the best hand of each game in which high scores count.
    """

    names: Mapping[int, str]
    wins: Mapping[int, int]
    over: int
    best: Sequence[BestHand]

    @property
    def winners(self) -> list[int]:
        """The ids of those who won the most games, in the order of ``names``."""
        most = max(self.wins.values(), default=0)
        return [person for person in self.names if most and self.wins.get(person) == most]


@dataclass(frozen=True)
class NightRecap(Recap):
    """The recap of a night.

    Attributes:
        sheets: its games, in the order in which they started; all else leaves out those set aside. The best
            hands are in the order of first playing the game.
        points: the totals of everyone in finished games for points, together; not if the lowest total wins,
            and none at all if they are of different games.
        games_in_a_row: who won the most games one after another, of those they played to the end.
        bids_in_a_row: who made the most of their own bids one after another, in all games together.
    """

    sheets: Sequence[Sheet]
    points: dict[int, int]
    games_in_a_row: Streak | None
    bids_in_a_row: Streak | None

    @property
    def counting(self) -> Sequence[Sheet]:
        """The games that count."""
        return [sheet for sheet in self.sheets if sheet.play.counts]


def recap_night(sheets: Iterable[Sheet]) -> NightRecap:
    """Return what a night came to; ``sheets`` are those of its games that can be scored."""
    sheets = sorted(sheets, key=lambda sheet: (sheet.play.started_at, sheet.play.id))
    persons = persons_of(person for sheet in sheets for person in sheet.play.person_ids)
    counting = [sheet for sheet in sheets if sheet.play.counts]
    games = [game for sheet in counting for game in _games(sheet)]
    bids = [bid for sheet in counting for bid in _bids(sheet)]
    wins = Counter(person for person, won in games if won)
    return NightRecap(
        names={person.id: person.name for person in persons},
        wins=dict(wins.most_common()),
        over=sum(1 for sheet in counting if sheet.result.ending),
        best=_best_hands(counting),
        sheets=sheets,
        points=_points(counting),
        games_in_a_row=longest_streak(games),
        bids_in_a_row=longest_streak(bids),
    )


def _games(sheet: Sheet) -> Iterable[tuple[int, bool]]:
    """Return for everyone who played a game to its end whether they won it."""
    ending, persons = sheet.result.ending, sheet.play.person_ids
    if not ending:
        return []
    winners = {persons[seat] for seat in ending.winners}
    return [(person, person in winners) for person in dict.fromkeys(persons)]


def _points(sheets: Iterable[Sheet]) -> dict[int, int]:
    """Return the totals of everyone in finished games for points in which high ones count, together.

    Those of different games are not added up.
    """
    points: Counter[int] = Counter()
    titles = set()
    for sheet in sheets:
        result = sheet.result
        if result.ending and result.setup.unit == "points" and not result.setup.lowest_wins:
            titles.add(result.setup.title)
            for person, total in zip(sheet.play.person_ids, result.state.totals, strict=True):
                points[person] += total
    return dict(points) if len(titles) == 1 else {}


def _bids(sheet: Sheet) -> Iterable[tuple[int, bool]]:
    """Yield the bidder of every bid of a game, and whether it was made."""
    result, persons = sheet.result, sheet.play.person_ids
    for _, call, outcome in calls(result):
        if outcome != OTHER:
            yield persons[call.player], outcome != MISSED


def _best_hands(sheets: Iterable[Sheet]) -> list[BestHand]:
    best: dict[str, BestHand] = {}
    for sheet in sheets:
        game, found = sheet.result.setup.title, find_best_hand(sheet)
        if found and found.score > (best[game].score if game in best else 0):
            best[game] = found
    return list(best.values())


def find_best_hand(sheet: Sheet) -> BestHand | None:
    """Return the best hand of a game; None if nobody scored in any, and if high scores aren't recorded."""
    result = sheet.result
    if not records_hands(result) or not result.hands:
        return None
    number, hand = max(enumerate(result.hands, start=1), key=lambda each: max(each[1].scores))
    score = max(hand.scores)
    seats = tuple(seat for seat, scored in enumerate(hand.scores) if scored == score)
    return BestHand(sheet, number, seats, score) if score > 0 else None


def longest_streak(results: Iterable[tuple[int, bool]]) -> Streak | None:
    """Return who succeeded most often in a row, of persons and whether they did, in the order of time.

    None if nobody succeeded twice in a row.
    """
    running, longest = Counter[int](), Counter[int]()
    for person, succeeded in results:
        running[person] = running[person] + 1 if succeeded else 0
        longest[person] = max(longest[person], running[person])
    length = max(longest.values(), default=0)
    persons = tuple(person for person, own in longest.items() if own == length)
    return Streak(persons, length) if length >= SHORTEST_STREAK else None
