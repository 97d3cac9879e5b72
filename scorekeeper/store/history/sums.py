"""Sums over games in the order of time, such as standings, runs and records, which can be joined together.

The sums of some games and those of later ones, joined, are the sums of all of them. So statistics over many
games are put together from a few sums that are kept (``kept_sums.py``) and from the newest games.
"""

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias
from zlib import compress, decompress

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

POINTS = 80
"""The points of a line that are kept; it is thinned out when it has twice as many."""

Figures: TypeAlias = list[int]


@dataclass
class Sums:
    """The sums of some games, of one kind or of all, for one person or for everyone.

    A key of several parts is written with bars. Times are in microseconds since 1970.

    Attributes:
        added: figures that are added up, by what they are about and by key.
        most: the highest of each, in the same way.
        records: the highest figure of a kind, the first that was reached: the figure, the time, and the ids
            of the play (0 for a night), of the person (0 for everyone's) and of the night.
        runs: games in a row by kind and person, as in ``join_runs``.
        line: someone's coins night by night: the time, the night, the coins gained since the point before,
            and the number of nights since then.
    """

    added: dict[str, dict[str, Figures]] = field(default_factory=dict)
    most: dict[str, dict[str, int]] = field(default_factory=dict)
    records: dict[str, Figures] = field(default_factory=dict)
    runs: dict[str, dict[str, Figures]] = field(default_factory=dict)
    line: list[Figures] = field(default_factory=list)

    @classmethod
    def from_text(cls, text: str) -> "Sums":
        """Return sums that were kept."""
        return cls(*json.loads(decompress(b64decode(text))))

    def as_text(self) -> str:
        """Return the sums as they are kept."""
        parts: list[Any] = [self.added, self.most, self.records, self.runs, self.line]
        return b64encode(compress(json.dumps(parts, separators=(",", ":")).encode(), 1)).decode("ascii")

    def add(self, about: str, key: object, *figures: int) -> None:
        """Add figures to a sum."""
        sums = self.added.setdefault(about, {})
        known = sums.get(name := str(key))
        sums[name] = [a + b for a, b in zip(known, figures, strict=True)] if known else list(figures)

    def raise_to(self, about: str, key: str, figure: int) -> None:
        """Raise the highest figure."""
        known = self.most.setdefault(about, {})
        known[key] = max(known.get(key, figure), figure)

    def reach(self, record: str, *reached: int) -> None:
        """Replace a record if this figure is higher."""
        if record not in self.records or reached[0] > self.records[record][0]:
            self.records[record] = list(reached)

    def run_on(self, kind: str, person: object, run: Figures) -> None:
        """Add games to the end of someone's runs."""
        runs = self.runs.setdefault(kind, {})
        known = runs.get(name := str(person))
        runs[name] = join_runs(known, run) if known else run

    def join(self, later: "Sums") -> None:
        """Add the sums of later games."""
        for about, sums in later.added.items():
            mine = self.added.setdefault(about, {})
            for key, figures in sums.items():
                known = mine.get(key)
                mine[key] = [a + b for a, b in zip(known, figures, strict=True)] if known else figures
        for about, highest in later.most.items():
            for key, figure in highest.items():
                self.raise_to(about, key, figure)
        for record, reached in later.records.items():
            self.reach(record, *reached)
        for kind, runs in later.runs.items():
            for person, run in runs.items():
                self.run_on(kind, person, run)
        self.line += later.line
        if len(self.line) > 2 * POINTS:
            self.line = thin(self.line, POINTS)


def one_game(counts: bool, at: int, play_id: int) -> Figures:
    """Return the runs of a single game."""
    return [1, 1, at, play_id, 1, 1, at, play_id] if counts else [1, 0, 0, 0, 0, 0, 0, 0]


def join_runs(one: Figures, later: Figures) -> Figures:
    """Return the runs in some games and later ones.

    Runs are the number of games; how many of them count at the start, with the time and the play of the last
    of these; how many count at the end; and the longest run, with the time and the play of its last game.
    """
    games, start, start_at, start_play, end, best, best_at, best_play = one
    games2, start2, start_at2, start_play2, end2, best2, best_at2, best_play2 = later
    if start2 and end + start2 > best:
        best, best_at, best_play = end + start2, start_at2, start_play2
    if best2 > best:
        best, best_at, best_play = best2, best_at2, best_play2
    if start == games and start2:
        start, start_at, start_play = start + start2, start_at2, start_play2
    end = end + games2 if end2 == games2 else end2
    return [games + games2, start, start_at, start_play, end, best, best_at, best_play]


def thin(line: list[Figures], most: int) -> list[Figures]:
    """Return at most so many points of a line, spread over its nights; the last one stays."""
    nights = sum(point[3] for point in line)
    thinned: list[Figures] = []
    number = coins = since = 0
    for at, night, gained, some in line:
        coins, since = coins + gained, since + some
        before, number = number, number + some
        # A point stays where its share of all nights reaches the next step.
        if (number * most) // nights != (before * most) // nights:
            thinned.append([at, night, coins, since])
            coins = since = 0
    return thinned


def micros(at: datetime) -> int:
    """Return a time in microseconds since 1970."""
    return (at - EPOCH) // timedelta(microseconds=1)


def time_of(micros: int) -> datetime:
    """Return the time that is given in microseconds since 1970."""
    return EPOCH + timedelta(microseconds=micros)
