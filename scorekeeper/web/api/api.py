"""The API: what other programs read of a club, each with a token of its own."""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date
from re import fullmatch
from typing import Any, TypeVar, get_args, get_type_hints

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import BadRequest

from scorekeeper.store.clubs.people import also_known_as, people, person_by_uid
from scorekeeper.store.history import statistics
from scorekeeper.store.history.archive import GameFilter, find_games, find_nights, game_by_uid, night_by_uid
from scorekeeper.store.history.paging import Cursor, Page, PageRequest
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.live.versions import Topic, Versions
from scorekeeper.store.models import Club
from scorekeeper.store.nights.nights import recent_nights
from scorekeeper.store.plays.plays import plays_of_nights, running_plays
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.api.answers import JSON, problem, reading_club, with_etag, write_json
from scorekeeper.web.api.description import SCHEMAS, Operation, describe_api
from scorekeeper.web.api.documents import (
    ClubFacts,
    GameFacts,
    GameInFullFacts,
    GamesFacts,
    KindFacts,
    NightFacts,
    NightInFullFacts,
    NightsFacts,
    NowFacts,
    PlayerFacts,
    PlayersFacts,
    RunningFacts,
    StandingFacts,
    StandingsFacts,
    UidText,
)
from scorekeeper.web.forms.plain_form import YEARS
from scorekeeper.web.live.live import FULL, stream_versions

bp = Blueprint("api", __name__, url_prefix="/api/v1")

MOST_RUNNING = 50
"""More games than any club plays at once."""

OPERATIONS: list[Operation] = []

View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class DaysAsked:
    """The days that count.

    Attributes:
        since, until: the first and the last day on which a game started, in the time zone of its night.
    """

    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, kw_only=True)
class GamesThatCount(DaysAsked):
    """The games that count.

    Attributes:
        game: only the games whose rules have this key.
    """

    game: str | None = None


@dataclass(frozen=True, kw_only=True)
class PageAsked:
    """The page of a list.

    Attributes:
        before: where the page begins; the address in “next” has it.
    """

    before: Cursor | None = None


@dataclass(frozen=True, kw_only=True)
class GamesAsked(PageAsked, GamesThatCount):
    """The games to list.

    Attributes:
        player: only the games in which the player with this uid played.
    """

    player: UidText | None = None


def answers(path: str, query: type | None = None) -> Callable[[View], View]:
    """Return a decorator for what answers at a path: a function of the club, what is asked, and a uid."""

    def register(view: View) -> View:
        def respond(**where: str) -> Response:
            asked = read_query(query)
            return with_etag(write_json(view(reading_club(), *asked, **where)), JSON)

        OPERATIONS.append(Operation(path, view, get_type_hints(view)["return"], query))
        bp.add_url_rule(path, view.__name__, respond)
        return view

    return register


@answers("/club")
def club(club: Club) -> ClubFacts:
    """Return the club that the token is for."""
    return ClubFacts.of(club)


@answers("/players")
def players(club: Club) -> PlayersFacts:
    """Return everyone who has ever played in the club."""
    also = also_known_as(club)
    return PlayersFacts(tuple(PlayerFacts.of(one, also.get(one.id, ())) for one in people(club)))


@answers("/nights", PageAsked)
def nights(club: Club, asked: PageAsked) -> NightsFacts:
    """Return the nights of the club, newest first, one page at a time."""
    found = find_nights(club.id, PageRequest(asked.before))
    return NightsFacts(tuple(map(NightFacts.of, found.rows)), next_page(found, asked))


@answers("/nights/<uid>")
def night(club: Club, uid: str) -> NightInFullFacts:
    """Return a night with its games."""
    found = night_by_uid(club.id, uid) or abort(404)
    plays = [play for play in plays_of_nights([found.night.id]) if play.deleted_at is None]
    return NightInFullFacts.of_games(found, plays[::-1])


@answers("/games", GamesAsked)
def games(club: Club, asked: GamesAsked) -> GamesFacts:
    """Return the games of the club, newest first, one page at a time; running ones have no result yet."""
    person = (person_by_uid(club.id, asked.player) or abort(404)) if asked.player else None
    wanted = GameFilter(person.id if person else None, asked.game or "", asked.since, asked.until)
    found = find_games(club.id, wanted, PageRequest(asked.before))
    return GamesFacts(tuple(GameFacts.of(one.play) for one in found.rows), next_page(found, asked))


@answers("/games/<uid>")
def game(club: Club, uid: str) -> GameInFullFacts:
    """Return a game with all its hands, and who scored what in each, and why."""
    return GameInFullFacts.of(game_by_uid(club.id, uid) or abort(404))


@answers("/standings", GamesThatCount)
def club_standings(club: Club, asked: GamesThatCount) -> StandingsFacts:
    """Return who has played and won how many finished games, and what was played."""
    scope = Scope(club.id, asked.game or "", asked.since, asked.until)
    results = statistics.night_results(scope)
    uids = {person.id: person.uid for person in people(club)}
    return StandingsFacts(
        statistics.count_nights(results),
        tuple(StandingFacts.of(one, uids) for one in statistics.sum_up(scope, results)),
        tuple(map(KindFacts.of, statistics.game_summaries(scope))),
    )


@answers("/now")
def running_games(club: Club) -> NowFacts:
    """Return what is being played now: the totals, the bid, and who is next."""
    sheets = map(Sheet.of, running_plays(recent_nights([club]), MOST_RUNNING))
    return NowFacts(tuple(RunningFacts.of(sheet) for sheet in sheets if sheet.can_be_scored))


@bp.get("/now/changes")
def changes() -> Response | tuple[str, int, dict[str, str]]:
    """Follow what is being played: a stream of server-sent events.

    The event “changed” says that something of the club has changed, and in “fetch” what to ask for; the
    first one comes at once. The event “gone” comes once the token opens nothing any more, and “beat” every
    15 seconds.
    """
    address = url_for("api.running_games", _external=True)

    def tell(versions: Versions, _: int) -> str:
        data = {"version": versions.version, "fetch": address}
        return f"event: changed\ndata: {json.dumps(data)}\n\n"

    answer = stream_versions(Topic("club", reading_club().id), reading_club, tell)
    if answer.status_code == 503:
        return problem(503, "Too many follow changes. Try again soon.", {"Retry-After": str(FULL)})
    return answer


OPERATIONS.append(Operation("/now/changes", changes, None))


@bp.get("/openapi.json")
def describe() -> Response:
    """Send the description of the API, which says nothing of any club."""
    # The address of the club is that of all of them, with its own last part.
    address = url_for("api.club").removesuffix("/club")
    return with_etag(write_json(describe_api(OPERATIONS, address)), JSON)


def next_page(found: Page[Any], asked: PageAsked) -> str | None:
    """Return the address of the page after the one that was asked for; None on the last one."""
    if found.older is None:
        return None
    same: dict[str, Any] = {field.name: request.args.get(field.name) for field in fields(asked)}
    return url_for(request.endpoint or "", _external=True, **{**same, "before": str(found.older)})


def read_query(kind: type | None) -> tuple[Any, ...]:
    """Return what the address asks for; nothing where nothing can be asked. Raises BadRequest."""
    hints, asked = get_type_hints(kind, include_extras=True) if kind else {}, {}
    for name, text in request.args.items():
        try:
            asked[name] = read_asked(get_args(hints[name])[0], text)
        except (KeyError, ValueError):
            raise BadRequest(f"“{name}” is not as the description of the API says.") from None
    return (kind(**asked),) if kind else ()


def read_asked(kind: Any, text: str) -> Any:
    """Return what a text of the address means. Raises ValueError."""
    if (pattern := SCHEMAS[kind].get("pattern")) and not fullmatch(pattern, text):
        raise ValueError
    if kind is Cursor:
        return Cursor.parse(text)
    if kind is not date:
        return text
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError
    # No game is older or newer.
    return min(max(day, date(YEARS[0], 1, 1)), date(YEARS[-1], 12, 31))
