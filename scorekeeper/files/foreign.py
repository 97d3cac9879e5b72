"""Plays from other programs as documents of our own: finished games of the club's own games.

A play has one round with its scores, or with its winners where it has no scores. Its totals and winners are
those of the file, also where our rules would give others. Identifiers are derived from those of the file, so
that a play is recognised when it is imported again.

All plays of a day are one night. Until five in the morning they belong to the evening before, and those
without a time begin at seven in the evening, one after another. Times are those of the server's zone.

What can't be represented is imported as well as it can be, and told in ``remarks``.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from itertools import count
from typing import Any, NamedTuple
from unicodedata import category
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from scorekeeper.domain import IMPORTED, MAX_NOTE_LENGTH, MAX_PLAYERS
from scorekeeper.files.documents import (
    VERSION,
    ClubDocument,
    GameDocument,
    NightDocument,
    PersonDocument,
    SeatResult,
)
from scorekeeper.files.schema import YEARS, BadFile
from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.halves import as_number, from_halves
from scorekeeper.rules.sheet import LONGEST_NAME, scoresheet
from scorekeeper.rules.words import figure
from scorekeeper.store.clubs.clubs import BadName, normalize_name

NAMESPACE = UUID("b7a1c8e4-5c0e-5c55-9c58-6f1f2d7f3a36")
"""The identifiers of imported plays, players and nights are derived from this one."""

MORNING = 5
"""The hour until which a play belongs to the evening before."""

EVENING = time(19)
"""When plays without a time begin."""

MOST_MINUTES = 7 * 24 * 60
"""The longest a play can have taken; what claims more is taken as unknown."""

MAX_PLAYS = 20_000
"""The most plays in a file: one a day for fifty years."""

LONGEST_TEXT = 1000
"""Characters of a text that are looked at."""

NUMBER = r"(?:[0-9]{1,15}(?:\.[0-9]{1,15})?|\.[0-9]{1,15})"
SUM = re.compile(rf"[+-]?\s*{NUMBER}(?:\s*[+-]\s*{NUMBER})*")
TERM = re.compile(rf"([+-]?)\s*({NUMBER})")
THOUSANDS = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3})+)(?![0-9])")
"""Whole numbers with commas or points between the thousands; no score has three digits after its point."""

NOTHING = ("", "null", "none", "-", "–")
"""What stands for a missing score."""


class ForeignPlayer(NamedTuple):
    """A player of the file: their identifier, empty if they are known by their name alone, and the name."""

    uid: str
    name: str


@dataclass(frozen=True)
class ForeignSeat:
    """A player's part in a play.

    Attributes:
        player: the key of the player.
        score: as it is written in the file.
        won: None where the file doesn't say.
        team: what all of their team have in common; empty for someone who plays alone.
    """

    player: str
    score: str = ""
    won: bool | None = None
    team: str = ""


@dataclass(frozen=True, kw_only=True)
class ForeignPlay:
    """A play as a file has it.

    Attributes:
        uid: its identifier, or one derived from what the file says.
        at: the day, or the day and the time, both as told there.
        minutes: how long it took; 0 if the file doesn't say.
        lowest_wins: None where the file doesn't say.
        has_points: whether its scores mean anything.
    """

    uid: str
    title: str
    at: date | datetime
    seats: Sequence[ForeignSeat]
    minutes: int = 0
    place: str = ""
    comment: str = ""
    lowest_wins: bool | None = None
    has_points: bool = True


class Translated(NamedTuple):
    """The plays of a file as documents of our own, and what could not be read as it is, in sentences."""

    club: ClubDocument
    nights: Sequence[NightDocument]
    remarks: Sequence[str]


def uid_from(text: str, *about: object) -> str:
    """Return the identifier that a file has, or one derived from what it says if that is none."""
    try:
        return UUID(text).hex
    except ValueError:
        return uuid5(NAMESPACE, repr((text, *about))).hex


def plain(text: str) -> str:
    """Return a text in one line, without characters that can't be shown."""
    return " ".join("".join(" " if category(each) in ("Cc", "Cs") else each for each in text).split())


def day_of(at: date | datetime) -> date:
    """Return the day whose evening a play belongs to."""
    return (at - timedelta(hours=MORNING)).date() if isinstance(at, datetime) else at


def translated(
    plays: Sequence[ForeignPlay], players: Mapping[str, ForeignPlayer], remarks: Sequence[str], zone: str
) -> Translated:
    """Return plays as documents, with their players by key; ``zone`` is the time zone of their times.

    Raises BadFile if there is nothing to import, or too many players.
    """
    return _Translation(players, [*remarks], ZoneInfo(zone)).of(plays)


def check_number(plays: Sequence[object]) -> None:
    """Raise BadFile if a file has too many plays."""
    if len(plays) > MAX_PLAYS:
        raise BadFile.because(f"It has more than {MAX_PLAYS:,} plays. Import it in parts.")


def read_score(text: str) -> tuple[int | None, str]:
    """Return the points that a score comes to, and what had to be changed about it.

    It may be a sum ("10+5") and may end in a half; other fractions are rounded to one. A missing score is
    None.
    """
    text = plain(text).replace("−", "-")
    if text.casefold() in NOTHING:
        return None, ""
    written = text[:12]
    text = re.sub("([0-9])?½", lambda half: f"{half[1] or 0}.5", text)
    text = THOUSANDS.sub(lambda number: re.sub("[.,]", "", number[0]), text).replace(",", ".")
    if not SUM.fullmatch(text):
        return 0, f"“{written}” isn’t a number and counts as 0"
    total = sum((Decimal(sign + number) for sign, number in TERM.findall(text)), Decimal())
    if abs(total) > LARGEST:
        return 0, f"{written} is too large and counts as 0"
    halves = (2 * total).to_integral_value()
    points = from_halves(int(halves))
    return points, "" if halves == 2 * total else f"{written} is rounded to {figure(points)}"


class _Translation:
    """Plays that become documents one by one, and what there is to say about them."""

    def __init__(self, players: Mapping[str, ForeignPlayer], remarks: list[str], zone: ZoneInfo) -> None:
        self.players, self.remarks, self.zone = players, remarks, zone
        self.names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._alike: Counter[str] = Counter()
        self._shortened: set[str] = set()

    def of(self, plays: Sequence[ForeignPlay]) -> Translated:
        """Return the documents. Raises BadFile if no play can be imported."""
        games: dict[date, list[GameDocument]] = defaultdict(list)
        known: set[str] = set()
        for play in plays:
            if play.uid in known:
                self._say(play, "it is there twice and counts once.")
                continue
            known.add(play.uid)
            if play.at.year not in YEARS[1:-1]:
                self._leave_out(play, "its date can’t be right")
            elif game := self._game(play, len(games[day_of(play.at)])):
                games[day_of(play.at)].append(game)
        if not any(games.values()):
            raise BadFile.because(
                " ".join(["There is no play in it that can be imported.", *self.remarks[:5]])
            )
        uids = Counter(self.players[key].uid for key in self.names)
        people = [
            PersonDocument(uid=self.players[key].uid if uids[self.players[key].uid] == 1 else "", name=name)
            for key, name in self.names.items()
        ]
        nights = [_night(day, found) for day, found in sorted(games.items()) if found]
        return Translated(ClubDocument(scorekeeper=VERSION, players=tuple(people)), nights, self.remarks)

    def _game(self, play: ForeignPlay, number: int) -> GameDocument | None:
        """Return a play as a game; None if it can't be one. ``number`` counts those of the day before it."""
        most = CATALOGUE[OWN_GAME].seats[-1]
        if len(play.seats) not in CATALOGUE[OWN_GAME].seats:
            many = f"it has {len(play.seats)} players, and {most} is the most"
            few = "it was played alone" if play.seats else "it names no players"
            self._leave_out(play, few if len(play.seats) < most else many)
            return None
        seats, scores = play.seats, self._scores(play)
        options: dict[str, Any] = {"title": self._title(play), "hands": 1}
        teams = _teams(seats, scores)
        if teams:
            order = _around_the_table(teams)
            seats, scores = [seats[at] for at in order], [scores[at] for at in order]
            options["teams"] = len(teams)
        elif 1 < len({seat.team for seat in seats}) < len(seats):
            self._say(play, "its teams are not of equal size or have several scores, so each plays alone.")
        if all(seat.won is None for seat in seats):
            seats = self._with_winners(play, seats, scores)
        winners = {at for at, seat in enumerate(seats) if seat.won}
        totals, rules = _totals(scores, winners, play.lowest_wins)
        options |= rules
        names = [self._name(seat.player) for seat in seats]
        firsts = names[: options.get("teams", len(names))]
        points = {name: as_number(total) for name, total in zip(firsts, totals, strict=False) if total}
        started_at, ended_at = self._times(play, number)
        return GameDocument(
            uid=play.uid,
            started_at=started_at,
            ended_at=ended_at,
            note=self._note(play),
            seats=tuple(names),
            sheet=scoresheet(OWN_GAME, names, options, {"points": points}),
            edition=IMPORTED,
            keeps_result=True,
            results=tuple(
                SeatResult(total=total, won=at in winners, payout=0) for at, total in enumerate(totals)
            ),
        )

    def _scores(self, play: ForeignPlay) -> list[int | None]:
        """Return the points of each seat of a play, and say what is wrong with them."""
        scores: list[int | None] = []
        for seat in play.seats:
            points, wrong = read_score(seat.score if play.has_points else "")
            if wrong:
                self._say(play, f"{self._name(seat.player)}’s score {wrong}.")
            scores.append(points)
        if {*scores} != {None} and not any(seat.team for seat in play.seats):
            for seat, score in zip(play.seats, scores, strict=True):
                if score is None:
                    self._say(play, f"{self._name(seat.player)} has no score, which counts as 0.")
        return scores

    def _with_winners(
        self, play: ForeignPlay, seats: Sequence[ForeignSeat], scores: Sequence[int | None]
    ) -> Sequence[ForeignSeat]:
        """Return the seats of a play of which the file doesn't say who won: those with the best score."""
        found = [score for score in scores if score is not None]
        if not found:
            self._say(play, "it doesn’t say who won.")
            return seats
        best = min(found) if play.lowest_wins else max(found)
        return [replace(seat, won=score == best) for seat, score in zip(seats, scores, strict=True)]

    def _times(self, play: ForeignPlay, number: int) -> tuple[datetime, datetime]:
        """Return when a play began and ended."""
        at = play.at
        there = at if isinstance(at, datetime) else datetime.combine(at, EVENING) + timedelta(minutes=number)
        started_at = there.replace(tzinfo=self.zone).astimezone(UTC)
        minutes = play.minutes if 0 < play.minutes <= MOST_MINUTES else 0
        return started_at, started_at + timedelta(minutes=minutes)

    def _title(self, play: ForeignPlay) -> str:
        title = plain(play.title)
        short = title[:LONGEST_NAME].strip()
        if short != title and title not in self._shortened:
            self._shortened.add(title)
            self.remarks.append(f"The name “{title}” is shortened to “{short}”.")
        return short

    def _note(self, play: ForeignPlay) -> str:
        note = ": ".join(filter(None, (plain(play.place), play.comment.replace("\r\n", "\n").strip())))
        if len(note) > MAX_NOTE_LENGTH:
            self._say(play, f"its comment is cut off after {MAX_NOTE_LENGTH} characters.")
            note = f"{note[: MAX_NOTE_LENGTH - 1]}…"
        return note

    def _name(self, key: str) -> str:
        """Return the name that a player has in our documents, where no two look the same."""
        if key not in self.names:
            wanted = plain(self.players[key].name)[:LONGEST_NAME].strip()
            try:
                normalize_name(wanted)
            except BadName:
                wanted = "Player"
            if len(self.names) == MAX_PLAYERS:
                raise BadFile.because(f"It has more than {MAX_PLAYERS:,} players. Import it in parts.")
            for number in count(self._alike[wanted] + 1):
                end = f" ({number})" if number > 1 else ""
                name, folded = normalize_name(wanted[: LONGEST_NAME - len(end)] + end)
                if folded not in self._taken:
                    break
            self._taken.add(folded)
            self._alike[wanted] = number
            self.names[key] = name
        return self.names[key]

    def _leave_out(self, play: ForeignPlay, why: str) -> None:
        self._say(play, f"{why}, so it is left out.")

    def _say(self, play: ForeignPlay, what: str) -> None:
        self.remarks.append(f"{plain(play.title)[:LONGEST_NAME] or 'A game'}, {play.at:%-d %B %Y}: {what}")


def _teams(seats: Sequence[ForeignSeat], scores: list[int | None]) -> list[list[int]]:
    """Return the teams, the largest first, and give each its score; none unless an own game can have them."""
    teams: dict[str, list[int]] = defaultdict(list)
    for at, seat in enumerate(seats):
        teams[seat.team].append(at)
    sizes = [len(team) for team in teams.values()]
    if "" in teams or not 2 <= len(teams) < len(seats) or max(sizes) - min(sizes) > 1:
        return []
    found = {team: {scores[at] for at in members} - {None} for team, members in teams.items()}
    if any(len(each) > 1 for each in found.values()):
        return []
    if any(len({seats[at].won for at in members}) > 1 for members in teams.values()):
        return []
    for team, members in teams.items():
        for at in members:
            scores[at] = next(iter(found[team]), None)
    return sorted(teams.values(), key=len, reverse=True)


def _around_the_table(teams: Sequence[Sequence[int]]) -> list[int]:
    """Return the members of teams as they sit: alternately."""
    return [team[place] for place in range(len(teams[0])) for team in teams if place < len(team)]


def _totals(
    scores: Sequence[int | None], winners: Collection[int], lowest_wins: bool | None
) -> tuple[list[int], dict[str, Any]]:
    """Return the totals of a game and the house rules that they need; without scores, wins are counted."""
    if all(score is None for score in scores):
        return [int(at in winners) for at in range(len(scores))], {"wins": True} if winners else {}
    totals = [score or 0 for score in scores]
    rules = {
        "halves": any(as_number(total) % 1 for total in totals),
        "lowest_wins": _lowest_wins(winners, totals, lowest_wins),
    }
    return totals, {rule: True for rule, needed in rules.items() if needed}


def _lowest_wins(winners: Collection[int], totals: Sequence[int], said: bool | None) -> bool:
    """Return whether the lowest total wins: as the file says, unless only the other way fits the winners."""
    lowest = bool(said)
    fits = {
        low: winners == {at for at, total in enumerate(totals) if total == (min if low else max)(totals)}
        for low in (True, False)
    }
    return lowest if fits[lowest] or not fits[not lowest] else not lowest


def _night(day: date, games: Sequence[GameDocument]) -> NightDocument:
    games = sorted(games, key=lambda game: game.started_at)
    seated = Counter(name for game in games for name in game.seats)
    return NightDocument(
        uid=uuid5(NAMESPACE, f"night {day}").hex,
        started_at=games[0].started_at,
        guests=tuple(seated),
        games=tuple(games),
    )
