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

from typing import Any
from uuid import UUID, uuid5

from sqlalchemy import ColumnElement

from scorekeeper.files.schema import json_text
from scorekeeper.files.tables import scored_games
from scorekeeper.rules.catalogue import OWN_GAME, given_name
from scorekeeper.rules.halves import as_number
from scorekeeper.rules.saying import And
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from scorekeeper.store.clubs.people import person_of
from scorekeeper.store.models import Chair, Club, Play, Player
from scorekeeper.store.plays.sheet import scoresheet_json
from scorekeeper.store.time_zones import local

NAMESPACE = UUID("6d0b1a52-8c1e-5b60-9f0e-3c7f5f1f6a11")
"""The identifiers of games and clubs are derived from this one, the same in every export."""


def bgstats_file(club: Club, which: ColumnElement[bool]) -> bytes:
    """Return the file with the finished games among these of a club, without deleted ones, earliest first."""
    games: dict[str, dict[str, Any]] = {}
    players: dict[int, dict[str, Any]] = {}
    plays = []
    for play, setup, hands, _ in scored_games(which, Play.ended_at.is_not(None)):
        if setup is None or hands is None:
            continue
        game = _game_entry(len(games) + 1, play, setup)
        tells = setup.tells_totals([chair.total or 0 for chair in play.seats])
        game = games.setdefault(game["uuid"], game)
        # One that was played with points, too, has points.
        game["noPoints"] &= not tells
        seated = [person_of(chair.player) for chair in play.seats]
        for person in seated:
            players.setdefault(person.id, _player_entry(len(players) + 1, person))
        refs = [players[person.id]["id"] for person in seated]
        plays.append(_play_entry(play, setup, hands, game["id"], refs, tells))
    tables = {
        "plays": plays,
        "games": [*games.values()],
        "players": [*players.values()],
        "locations": [{"id": 1, "uuid": _in_capitals(club_uuid(club)), "name": club.name}],
    }
    return json_text(tables).encode()


def club_uuid(club: Club) -> UUID:
    """Return the identifier of a club, which is the same wherever it is imported."""
    return uuid5(NAMESPACE, club.made_at.isoformat())


def _game_entry(number: int, play: Play, setup: Setup) -> dict[str, Any]:
    """Return the entry of a game; what has a name that players gave it is one game, by whatever rules."""
    is_named = given_name(play.game, play.options) != ""
    by_default = setup if is_named else set_up(_without_options(play), by_name=False)
    key = f"{OWN_GAME} {setup.title.casefold()}" if is_named else play.game
    return {
        "id": number,
        "uuid": _in_capitals(uuid5(NAMESPACE, key)),
        "name": setup.title,
        "bggId": 0,
        "bggYear": 0,
        "cooperative": setup.is_together,
        "highestWins": not by_default.lowest_wins,
        "noPoints": True,
        "usesTeams": _uses_teams(setup),
    }


def _without_options(play: Play) -> dict[str, Any]:
    return {**scoresheet_json(play, play.seats, [], False), "options": {}}


def _player_entry(number: int, person: Player) -> dict[str, Any]:
    uuid = _in_capitals(UUID(person.uid))
    return {"id": number, "uuid": uuid, "name": person.name, "isAnonymous": False}


def _play_entry(
    play: Play, setup: Setup, hands: int, game: int, players: list[int], tells: bool
) -> dict[str, Any]:
    """Return the entry of a play of this game by these players, as the other tables number them.

    ``tells`` is whether its totals say more than who won.
    """
    assert play.ended_at
    started_at, starter = local(play.started_at, play.night.time_zone), _starter(setup)
    return {
        "uuid": _in_capitals(UUID(play.uid)),
        "gameRefId": game,
        "locationRefId": 1,
        "playDate": f"{started_at:%Y-%m-%d %H:%M:%S}",
        "playDateYmd": int(f"{started_at:%Y%m%d}"),
        "durationMin": max(int((play.ended_at - play.started_at).total_seconds() // 60), 0),
        "rounds": hands,
        "usesTeams": _uses_teams(setup),
        # What BG Stats calls so is left out of its statistics.
        "ignored": play.set_aside and len(play.seats) > 1,
        # Each game breaks ties in its own way, so the winners are stated, not derived from the scores.
        "manualWinner": True,
        "rating": 0,
        "scoringSetting": 0,
        "comments": play.note,
        "playerScores": [
            {
                "playerRefId": player,
                "score": str(as_number(chair.total or 0)) if tells else "",
                "winner": bool(chair.won),
                "startPlayer": chair.place == starter,
                "seatOrder": chair.place + 1,
                "newPlayer": False,
                "rank": 0,
                **_team(play.seats, setup, chair.place),
            }
            for chair, player in zip(play.seats, players, strict=True)
        ],
    }


def _team(chairs: list[Chair], setup: Setup, place: int) -> dict[str, str]:
    """Return the names on the side of a player who has partners."""
    side = setup.side_of(place)
    names = And(*(chairs[each].name for each in side))
    return {"team": str(names)} if _uses_teams(setup) and len(side) > 1 else {}


def _uses_teams(setup: Setup) -> bool:
    return not setup.is_together and any(len(side) > 1 for side in setup.sides)


def _starter(setup: Setup) -> int:
    """Return the seat that started the first hand: whose turn it was, or the player after the dealer."""
    turn = setup.turn(setup.opening)
    if turn is not None:
        return turn
    return setup.table.after(setup.dealer) if setup.game.deal.deals else setup.dealer


def _in_capitals(uuid: UUID) -> str:
    return str(uuid).upper()
