"""Reading plays of the app BG Stats, and of others that write its format; ``files/bgstats.py`` describes it.

More is known from converters and scripts that read such exports: a player marked as anonymous may have
several seats in a play; a score may be a sum ("10+5"), empty or "null"; ``rank`` is 0 where it isn't known;
``team`` means nothing unless the play uses teams. ``expansionPlays`` are rows with ``gameRefId``; ``board``
and ``role`` are text. Pictures and scoresheets are left out.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from scorekeeper.files.cells import UNREAD, NotUnderstood, plain, read_yes_or_no
from scorekeeper.files.foreign import (
    LONGEST_TEXT,
    ForeignPlay,
    ForeignPlayer,
    ForeignSeat,
    Remarks,
    Translated,
    check_number,
    translated,
    uid_from,
)
from scorekeeper.rules.entries import LONGEST_TITLE
from scorekeeper.rules.saying import And, Say

TABLES = ("plays", "games", "players")
"""The tables by which a file of BG Stats is recognised."""

MOST_SEATS = 100
"""Seats of a play that are looked at; that many are too many in any case."""


def is_bgstats(raw: Any) -> bool:
    """Return whether parsed JSON is a file of BG Stats."""
    return isinstance(raw, Mapping) and all(isinstance(raw.get(table), list) for table in TABLES)


def read_bgstats(raw: Mapping[str, Any], zone: str) -> Translated:
    """Return the plays of a file of BG Stats; ``zone`` is the time zone of their times. Raises BadFile."""
    check_number(raw["plays"])
    reader = _JoinedTables(raw)
    plays = [*reader.plays()]
    return translated(plays, reader.players, reader.remarks, zone)


class _JoinedTables:
    """The tables of a file, joined.

    Attributes:
        players: everyone who is seated in a play that was read.
        remarks: which plays could not be read, and why.
    """

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.players: dict[str, ForeignPlayer] = {}
        self.remarks = Remarks()
        self._plays = raw["plays"]
        self._games, self._people = _by_id(raw["games"]), _by_id(raw["players"])
        locations = raw.get("locations")
        self._places = _by_id(locations if isinstance(locations, list) else [])

    def plays(self) -> Iterator[ForeignPlay]:
        """Yield each play that has a date."""
        for number, play in enumerate(self._plays, start=1):
            at = _moment(play) if isinstance(play, Mapping) else None
            if at is None:
                words = "Play {number} has no date that can be read, so it is left out."
                self.remarks.leave_out(words, number=number)
                continue
            game = self._games.get(_text(play.get("gameRefId")), {})
            place = self._places.get(_text(play.get("locationRefId")), {})
            try:
                seats = self._seats(play)
            except NotUnderstood as unread:
                name = plain(_text(game.get("name")))[:LONGEST_TITLE] or "a game"
                called = Say("Play {number} ({name})", number=number, name=name)
                self.remarks.leave_out(UNREAD, play=called, said=And(*unread.words))
                continue
            said = [(seat.player, seat.score, seat.won) for seat in seats]
            yield ForeignPlay(
                uid=uid_from(_text(play.get("uuid")), at, _text(game.get("name")), said),
                title=_text(game.get("name")),
                at=at,
                seats=seats,
                minutes=_whole(play.get("durationMin")),
                place=_text(place.get("name")),
                comment=_text(play.get("comments")),
                lowest_wins=None if (highest := game.get("highestWins")) is None else highest is False,
                has_points=game.get("noPoints") is not True,
                is_together=game.get("cooperative") is True,
                set_aside=play.get("ignored") is True,
                used=[*self._expansions(play), _text(play.get("board"))],
            )

    def _expansions(self, play: Mapping[str, Any]) -> list[str]:
        """Return the names of the expansions that a play was played with."""
        found = play.get("expansionPlays")
        rows = found[:MOST_SEATS] if isinstance(found, list) else []
        refs = [_text(each.get("gameRefId")) for each in rows if isinstance(each, Mapping)]
        return [_text(self._games.get(ref, {}).get("name")) for ref in refs]

    def _seats(self, play: Mapping[str, Any]) -> list[ForeignSeat]:
        """Return the seats of a play, in order. Raises NotUnderstood if it can't be understood who won."""
        found = play.get("playerScores")
        rows = found[:MOST_SEATS] if isinstance(found, list) else []
        scores = [each for each in rows if isinstance(each, Mapping)]
        orders = [_whole(each.get("seatOrder")) for each in scores]
        if all(orders) and len({*orders}) == len(orders):
            scores.sort(key=lambda each: _whole(each.get("seatOrder")))
        winners = [str(won) if isinstance(won := each.get("winner"), bool) else _text(won) for each in scores]
        if unread := [text for text in winners if text and read_yes_or_no(text) is None]:
            raise NotUnderstood(unread)
        has_ranks = any(_whole(each.get("rank")) for each in scores)
        seats: dict[str, ForeignSeat] = {}
        for each, winner in zip(scores, winners, strict=True):
            key = self._key(_text(each.get("playerRefId")), seats)
            won = read_yes_or_no(winner) is True if any(winners) else None
            if won is None and has_ranks:
                won = _whole(each.get("rank")) == 1
            team = _text(each.get("team")) if play.get("usesTeams") is True else ""
            seats[key] = ForeignSeat(key, _text(each.get("score")), won, team, _text(each.get("role")))
        return [*seats.values()]

    def _key(self, ref: str, seated: Mapping[str, object]) -> str:
        """Return the key of a player who takes a seat; each seat that they take in a play has its own."""
        keys = (ref if number == 1 else f"{ref} {number}" for number in range(1, len(seated) + 2))
        key = next(key for key in keys if key not in seated)
        if key not in self.players:
            person = self._people.get(ref, {})
            name = _text(person.get("name")) or "Unknown player"
            uid = uid_from(_text(person.get("uuid")), ref, name)
            self.players[key] = ForeignPlayer(uid if key == ref else uid_from("", uid, key), name)
        return key


def _by_id(rows: list[Any]) -> dict[str, Mapping[str, Any]]:
    return {_text(row.get("id")): row for row in rows if isinstance(row, Mapping)}


def _moment(play: Mapping[str, Any]) -> date | datetime | None:
    """Return the day of a play, with the time unless that is midnight; None if it can't be read."""
    with suppress(ValueError):
        at = datetime.fromisoformat(_text(play.get("playDate"))).replace(tzinfo=None)
        return at if at.time() != at.min.time() else at.date()
    with suppress(ValueError):
        return date.fromisoformat(_text(play.get("playDateYmd")))
    return None


def _text(value: object) -> str:
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value)[:LONGEST_TEXT] if is_text else ""


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
