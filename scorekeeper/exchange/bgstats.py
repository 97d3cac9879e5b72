"""Games in the JSON format of the app BG Stats, which other board game logs read too.

The format is not documented. What is written here comes from three sources:

- the makers' page for other apps that send a play (bgstatsapp.com, "Push plays to BG Stats from other apps or
  websites"): ``playDate`` as "YYYY-MM-DD HH:MM:SS", ``durationMin``, ``comments``, and of a game ``name``,
  ``bggId``, ``highestWins``, ``noPoints``; of a player ``name``, ``score``, ``winner``, ``startPlayer``;
- a converter to and from exports of BG Stats (github.com/exp111/BGGCatalogStats, src/model/bg-stats.ts) that
  types every key of them: the tables ``games``, ``locations``, ``players`` and ``plays`` with ``id`` and
  ``uuid``, joined by ``gameRefId``, ``locationRefId`` and ``playerRefId``; ``score`` as text; ``team``;
- a script that makes such files from plays at Board Game Arena for import: UUIDs in capitals.

Unknown numbers are 0, as in those files, unless a source says otherwise. The owner of the exporting phone
(``userInfo``) is left out: a club has none.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from scorekeeper.exchange.schema import json_text

NAMESPACE = UUID("6d0b1a52-8c1e-5b60-9f0e-3c7f5f1f6a11")
"""The identifiers of games and clubs are derived from this one, the same in every export."""


@dataclass(frozen=True)
class PlayerScore:
    """The score of one player in a game.

    Attributes:
        uid: their identifier on every machine, whatever they are called.
        player: their name in the club.
        total: the final score.
        won: whether they won, alone or with others.
        first: whether they started.
        team: the names on their side; empty if they play alone.
    """

    uid: str
    player: str
    total: int
    won: bool
    first: bool
    team: str


@dataclass(frozen=True)
class LoggedGame:
    """A finished game.

    Attributes:
        uid: its identifier on every machine.
        key, game: what tells the game from others, and its name.
        highest_wins: whether the highest total leads under the default house rules, or those of a game that
            its players have named.
        scores: the players in seat order.
    """

    uid: str
    key: str
    game: str
    highest_wins: bool
    started_at: datetime
    ended_at: datetime
    note: str
    hands: int
    scores: Sequence[PlayerScore]


def bgstats_parts(club: str, club_uid: str, plays: Iterable[LoggedGame]) -> Iterator[bytes]:
    """Yield the file with these games of a club; ``club_uid`` tells it from others.

    Which games and players there are is known at the end, so that is where their tables are.
    """
    club_uuid = uuid5(NAMESPACE, club_uid)
    games: dict[str, dict[str, Any]] = {}
    players: dict[str, int] = {}
    names: dict[str, str] = {}
    yield b'{"plays": ['
    before = b"\n"
    for play in plays:
        if play.key not in games:
            games[play.key] = _game_entry(len(games) + 1, play)
        for score in play.scores:
            players.setdefault(score.uid, len(players) + 1)
            names[score.uid] = score.player
        yield before + json_text(_play_entry(play, games[play.key]["id"], players)).encode()
        before = b",\n"
    tables = {
        "games": list(games.values()),
        "players": [
            {"id": at, "uuid": _in_capitals(UUID(uid)), "name": names[uid], "isAnonymous": False}
            for uid, at in players.items()
        ],
        "locations": [{"id": 1, "uuid": _in_capitals(club_uuid), "name": club}],
    }
    yield b"],\n" + json_text(tables)[1:].encode() + b"\n"


def _game_entry(number: int, play: LoggedGame) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": _in_capitals(uuid5(NAMESPACE, play.key)),
        "name": play.game,
        "bggId": 0,
        "bggYear": 0,
        "cooperative": False,
        "highestWins": play.highest_wins,
        "noPoints": False,
        "usesTeams": _uses_teams(play),
    }


def _play_entry(play: LoggedGame, game: int, players: dict[str, int]) -> dict[str, Any]:
    return {
        "uuid": _in_capitals(UUID(play.uid)),
        "gameRefId": game,
        "locationRefId": 1,
        "playDate": f"{play.started_at:%Y-%m-%d %H:%M:%S}",
        "playDateYmd": int(f"{play.started_at:%Y%m%d}"),
        "durationMin": max(int((play.ended_at - play.started_at).total_seconds() // 60), 0),
        "rounds": play.hands,
        "usesTeams": _uses_teams(play),
        "ignored": False,
        # Each game breaks ties in its own way, so the winners are stated, not derived from the scores.
        "manualWinner": True,
        "rating": 0,
        "scoringSetting": 0,
        "comments": play.note,
        "playerScores": [
            {
                "playerRefId": players[score.uid],
                "score": str(score.total),
                "winner": score.won,
                "startPlayer": score.first,
                "seatOrder": seat,
                "newPlayer": False,
                "rank": 0,
                **({"team": score.team} if score.team else {}),
            }
            for seat, score in enumerate(play.scores, start=1)
        ],
    }


def _uses_teams(play: LoggedGame) -> bool:
    return any(score.team for score in play.scores)


def _in_capitals(uuid: UUID) -> str:
    return str(uuid).upper()
