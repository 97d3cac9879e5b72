"""Plays from other programs as documents of our own: finished games of the club's own games.

A play has one round with its scores, or with its winners where it has no scores. Its totals and winners are
those of the file, also where our rules would give others. Identifiers are derived from those of the file, so
that a play is recognised when it is imported again.

All plays of a day are one night. Until five in the morning they belong to the evening before, and those
without a time begin at seven in the evening, one after another. Times are those of the server's zone.

Where someone has no score that can be read, only who won counts, and the note keeps the other scores. Without
a winner such a play is left out. All that is not imported as it is written is told in ``Remarks``.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from scorekeeper.domain import IMPORTED, MAX_NOTE_LENGTH, MAX_PLAYERS
from scorekeeper.files.cells import is_blank, plain, read_score
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
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.games.tally import LOST, WON
from scorekeeper.rules.halves import as_number
from scorekeeper.rules.saying import And, Argument, Say, Sentences
from scorekeeper.rules.sheet import LONGEST_NAME, scoresheet
from scorekeeper.store.clubs.clubs import BadName, normalize_name
from scorekeeper.store.time_zones import MORNING

NAMESPACE = UUID("b7a1c8e4-5c0e-5c55-9c58-6f1f2d7f3a36")
"""The identifiers of imported plays, players and nights are derived from this one."""

EVENING = time(19)
"""When plays without a time begin."""

MOST_MINUTES = 7 * 24 * 60
"""The longest a play can have taken; what claims more is taken as unknown."""

MAX_PLAYS = 20_000
"""The most plays in a file: one a day for fifty years."""

LONGEST_TEXT = 1000
"""Characters of a text that are looked at."""


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
        role: what they played as, for the note.
    """

    player: str
    score: str = ""
    won: bool | None = None
    team: str = ""
    role: str = ""


@dataclass(frozen=True, kw_only=True)
class ForeignPlay:
    """A play as a file has it.

    Attributes:
        uid: its identifier, or one derived from what the file says.
        at: the day, or the day and the time, both as told there.
        minutes: how long it took; 0 if the file doesn't say.
        lowest_wins: None where the file doesn't say.
        has_points: whether its scores mean anything.
        mark: the decimal mark of its scores; empty where it isn't known.
        is_together: whether the file says that all play together.
        set_aside: whether it doesn't count.
        used: what it was played with, such as an expansion or a board, for the note.
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
    mark: str = ""
    is_together: bool = False
    set_aside: bool = False
    used: Sequence[str] = ()

    @property
    def ends_together(self) -> bool:
        """Return whether all of them, being one team or said to play together, won, or all lost."""
        one_team = len({seat.team for seat in self.seats}) == 1 and self.seats[0].team != ""
        (won, *others) = {seat.won for seat in self.seats} if self.seats else {None}
        return (self.is_together or one_team) and won is not None and not others


@dataclass
class Remarks:
    """What is not imported as it is written, in sentences, and how many plays are left out."""

    sentences: list[Say] = field(default_factory=list)
    left_out: int = 0

    def say(self, words: str, **arguments: Argument) -> None:
        """Add a sentence."""
        self.sentences.append(Say(words, **arguments))

    @property
    def summary(self) -> list[Say]:
        """The first sentence of each kind, with how many more there are that differ in names and figures."""
        kinds: dict[str, list[Say]] = defaultdict(list)
        for one in self.sentences:
            kinds[_kind(one)].append(one)
        words = "{sentence} And {number} more like it."
        return [
            Say(words, sentence=first, number=f"{len(others):,}") if others else first
            for first, *others in kinds.values()
        ]

    def leave_out(self, words: str, **arguments: Argument) -> None:
        """Count a play that is left out, and say why."""
        self.say(words, **arguments)
        self.left_out += 1


class Translated(NamedTuple):
    """The plays of a file as documents of our own, and what is not imported as it is written."""

    club: ClubDocument
    nights: Sequence[NightDocument]
    remarks: Remarks


def _kind(said: Say) -> str:
    """Return the message of a remark without what fills its blanks, but for another message."""
    parts = (_kind(part) for _, part in said.arguments if isinstance(part, Say))
    return " ".join((said.message, *parts))


def uid_from(text: str, *about: object) -> str:
    """Return the identifier that a file has, or one derived from what it says if that is none."""
    try:
        return UUID(text).hex
    except ValueError:
        return uuid5(NAMESPACE, repr((text, *about))).hex


def day_of(at: date | datetime) -> date:
    """Return the day whose evening a play belongs to."""
    return (at - timedelta(hours=MORNING)).date() if isinstance(at, datetime) else at


def translated(
    plays: Sequence[ForeignPlay], players: Mapping[str, ForeignPlayer], remarks: Remarks, zone: str
) -> Translated:
    """Return plays as documents, with their players by key; ``zone`` is the time zone of their times.

    Raises BadFile if there is nothing to import, or too many players.
    """
    return _Translation(players, remarks, ZoneInfo(zone)).of(plays)


def check_number(plays: Sequence[object]) -> None:
    """Raise BadFile if a file has too many plays."""
    if len(plays) > MAX_PLAYS:
        raise BadFile.because(
            Say("It has more than {most} plays. Import it in parts.", most=f"{MAX_PLAYS:,}")
        )


class _Translation:
    """Plays that become documents one by one, and what there is to say about them."""

    def __init__(self, players: Mapping[str, ForeignPlayer], remarks: Remarks, zone: ZoneInfo) -> None:
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
            none = Say("There is no play in it that can be imported.")
            raise BadFile.because(Say("{why}", why=Sentences(none, *self.remarks.sentences[:5])))
        uids = Counter(self.players[key].uid for key in self.names)
        people = [
            PersonDocument(uid=self.players[key].uid if uids[self.players[key].uid] == 1 else "", name=name)
            for key, name in self.names.items()
        ]
        nights = [_night(day, found) for day, found in sorted(games.items()) if found]
        return Translated(ClubDocument(scorekeeper=VERSION, players=tuple(people)), nights, self.remarks)

    def _game(self, play: ForeignPlay, number: int) -> GameDocument | None:
        """Return a play as a game; None if it can't be one. ``number`` counts those of the day before it."""
        counting = self._counting_scores(play) if self._can_be_seated(play) else None
        if counting is None:
            return None
        seats, (scores, written) = play.seats, counting
        options: dict[str, Any] = {"title": self._title(play), "hands": 1}
        if len(seats) == 1:
            self._say(play, "it was played alone, so it counts in no statistics.")
        teams = _teams(seats, scores)
        if play.ends_together:
            return self._game_together(play, number, scores, written)
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
        sheet = scoresheet(OWN_GAME, names, options, {"points": points})
        return self._document(play, number, sheet, totals, winners, written)

    def _game_together(
        self, play: ForeignPlay, number: int, scores: Sequence[int | None], written: str
    ) -> GameDocument:
        """Return a play that all won or lost together as a game, with their points if all have the same."""
        total, *others = {*scores}
        if others or (total is not None and as_number(total) % 1):
            self._say(play, "they played together, so only how it ended counts. The note has their scores.")
            total, written = None, self._written(play)
        names, has_won = [self._name(seat.player) for seat in play.seats], bool(play.seats[0].won)
        hand: dict[str, Any] = {"result": WON if has_won else LOST} | ({"score": total} if total else {})
        sheet = scoresheet(OWN_GAME, names, {"title": self._title(play), "together": True}, hand)
        everyone = range(len(names))
        totals, winners = [total or 0 for _ in everyone], {*everyone} if has_won else set()
        return self._document(play, number, sheet, totals, winners, written)

    def _document(
        self,
        play: ForeignPlay,
        number: int,
        sheet: Mapping[str, Any],
        totals: Sequence[int],
        winners: Collection[int],
        written: str,
    ) -> GameDocument:
        """Return a play as a document with this scoresheet and result."""
        started_at, ended_at = self._times(play, number)
        return GameDocument(
            uid=play.uid,
            started_at=started_at,
            ended_at=ended_at,
            note=self._note(play, written),
            seats=tuple(sheet["players"]),
            sheet=sheet,
            edition=IMPORTED,
            keeps_result=True,
            set_aside=play.set_aside,
            results=tuple(
                SeatResult(total=total, won=at in winners, payout=0) for at, total in enumerate(totals)
            ),
        )

    def _can_be_seated(self, play: ForeignPlay) -> bool:
        """Return whether a game can have as many players; otherwise the play is left out."""
        game, players = CATALOGUE[OWN_GAME], len(play.seats)
        if fits := game.fits(players):
            return fits
        words = "it has {players} players, and {most} is the most" if players else "it names no players"
        self._leave_out(play, words, players=players, most=game.seats[-1])
        return fits

    def _counting_scores(self, play: ForeignPlay) -> tuple[Sequence[int | None], str] | None:
        """Return the points of each seat, and what the note says about them; None if the play is left out.

        They count only where everyone has a score.
        """
        scores = _scores(play)
        unread = self._without_score(play, scores)
        if not unread:
            self._say_rounded(play)
            return scores, ""
        lacking = Say("there is no score that can be read for {names}", names=And(*unread))
        decides = len(play.seats) > 1 and not play.ends_together
        if decides and not any(seat.won for seat in play.seats):
            self._leave_out(play, "{lacking}, and no winner", lacking=lacking)
            return None
        words = "{lacking}, so only who won counts. The note has the scores as they are written."
        self._say(play, words, lacking=lacking)
        return [None] * len(scores), self._written(play)

    def _written(self, play: ForeignPlay) -> str:
        """Return the scores of a play as they are written, for its note."""
        written = (
            f"{self._name(seat.player)} {plain(seat.score)}"
            for seat in play.seats
            if not is_blank(seat.score)
        )
        return ", ".join(written)

    def _without_score(self, play: ForeignPlay, scores: Sequence[int | None]) -> list[str]:
        """Return who has no score in a play that has some, with what is written for it."""
        if not play.has_points or all(is_blank(seat.score) for seat in play.seats):
            return []
        return [
            self._name(seat.player) + ("" if is_blank(seat.score) else f" (“{plain(seat.score)[:20]}”)")
            for seat, score in zip(play.seats, scores, strict=True)
            if score is None
        ]

    def _say_rounded(self, play: ForeignPlay) -> None:
        for seat in play.seats if play.has_points else ():
            if rounded := read_score(seat.score, play.mark)[1]:
                self._say(play, "{name}’s score {rounded}.", name=self._name(seat.player), rounded=rounded)

    def _with_winners(
        self, play: ForeignPlay, seats: Sequence[ForeignSeat], scores: Sequence[int | None]
    ) -> Sequence[ForeignSeat]:
        """Return the seats of a play of which the file doesn't say who won: those with the best score."""
        found = [score for score in scores if score is not None]
        if not found:
            self._say(play, "it doesn’t say who won, so it is imported without a winner.")
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
        short = title[:LONGEST_TITLE].strip()
        if short != title and title not in self._shortened:
            self._shortened.add(title)
            self.remarks.say("The name “{title}” is shortened to “{short}”.", title=title, short=short)
        return short

    def _note(self, play: ForeignPlay, scores: str) -> str:
        """Return the note of a play: its scores where they don't count, what was used, place and comment."""
        roles = [
            Say("{name} as {role}", name=self._name(seat.player), role=plain(seat.role))
            for seat in play.seats
            if plain(seat.role)
        ]
        things: list[Argument] = [*filter(None, map(plain, play.used)), *roles]
        used = str(Say("with {things}", things=And(*things))) if things else ""
        about = ": ".join(filter(None, (plain(play.place), play.comment.replace("\r\n", "\n").strip())))
        note = "\n".join(filter(None, (scores, used, about)))
        if len(note) > MAX_NOTE_LENGTH:
            self._say(play, "its comment is cut off after {most} characters.", most=MAX_NOTE_LENGTH)
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
                raise BadFile.because(
                    Say("It has more than {most} players. Import it in parts.", most=f"{MAX_PLAYERS:,}")
                )
            for number in count(self._alike[wanted] + 1):
                end = f" ({number})" if number > 1 else ""
                name, folded = normalize_name(wanted[: LONGEST_NAME - len(end)] + end)
                if folded not in self._taken:
                    break
            self._taken.add(folded)
            self._alike[wanted] = number
            self.names[key] = name
        return self.names[key]

    def _leave_out(self, play: ForeignPlay, words: str, **arguments: Argument) -> None:
        self._say(play, "{why}, so it is left out.", why=Say(words, **arguments))
        self.remarks.left_out += 1

    def _say(self, play: ForeignPlay, words: str, **arguments: Argument) -> None:
        game = plain(play.title)[:LONGEST_TITLE] or Say("A game")
        day, what = f"{play.at:%-d %B %Y}", Say(words, **arguments)
        self.remarks.say("{game}, {day}: {what}", game=game, day=day, what=what)


def _scores(play: ForeignPlay) -> list[int | None]:
    """Return the points of each seat of a play; None where there are none, or they can't be understood.

    Someone without a score has that of their team.
    """
    if not play.has_points:
        return [None] * len(play.seats)
    read = [read_score(seat.score, play.mark)[0] for seat in play.seats]
    of_team: dict[str, set[int]] = defaultdict(set)
    for seat, points in zip(play.seats, read, strict=True):
        if seat.team and points is not None:
            of_team[seat.team].add(points)
    return [
        min(of_team[seat.team]) if is_blank(seat.score) and len(of_team[seat.team]) == 1 else points
        for seat, points in zip(play.seats, read, strict=True)
    ]


def _teams(seats: Sequence[ForeignSeat], scores: Sequence[int | None]) -> list[list[int]]:
    """Return the teams, the largest first; none unless an own game can have them."""
    teams: dict[str, list[int]] = defaultdict(list)
    for at, seat in enumerate(seats):
        teams[seat.team].append(at)
    sizes = [len(team) for team in teams.values()]
    if "" in teams or not 2 <= len(teams) < len(seats) or max(sizes) - min(sizes) > 1:
        return []
    if any(len({(scores[at], seats[at].won) for at in members}) > 1 for members in teams.values()):
        return []
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
    totals = [score for score in scores if score is not None]
    rules = {
        "halves": any(as_number(total) % 1 for total in totals),
        "lowest_wins": _lowest_wins(winners, totals, lowest_wins),
    }
    return totals, {rule: True for rule, needed in rules.items() if needed}


def _lowest_wins(winners: Collection[int], totals: Sequence[int], stated: bool | None) -> bool:
    """Return whether the lowest total wins: as the file says, unless only the other way fits the winners."""
    lowest = bool(stated)
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
