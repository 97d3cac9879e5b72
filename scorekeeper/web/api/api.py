"""The API: what other programs read of a club, each with a token of its own."""

import json
from collections.abc import Callable, Collection, Sequence
from datetime import date
from re import fullmatch
from typing import Any, TypeVar, get_args, get_type_hints

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import BadRequest

from scorekeeper.files.documents import (
    VERSION,
    ClubDocument,
    GameDocument,
    Link,
    NightDocument,
    PersonDocument,
    SeasonDocument,
    SeasonRowDocument,
)
from scorekeeper.files.exporting import export_season, from_row
from scorekeeper.files.published import game_in_full, listed_game, night_documents
from scorekeeper.files.schema import json_text
from scorekeeper.store.clubs.people import people, person_by_uid
from scorekeeper.store.history import statistics
from scorekeeper.store.history.archive import GameFilter, find_games, find_nights, game_by_uid, night_by_uid
from scorekeeper.store.history.bids import bid_outcomes
from scorekeeper.store.history.paging import Cursor, Page, PageRequest
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.seasons import seasons_of, table_of_season
from scorekeeper.store.live.versions import Topic, Versions
from scorekeeper.store.models import Club, Player
from scorekeeper.store.nights.nights import recent_nights
from scorekeeper.store.plays.plays import running_plays
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.api.answers import JSON, about, problem, reading_club, with_etag
from scorekeeper.web.api.description import SCHEMAS, Operation, describe_api
from scorekeeper.web.api.documents import (
    BidDocument,
    PlayedGamesDocument,
    PlayerStatisticsDocument,
    Question,
    RunningDocument,
    StandingDocument,
)
from scorekeeper.web.forms.plain_form import YEARS
from scorekeeper.web.history.choosing_games import names_of_games
from scorekeeper.web.live.live import FULL, stream_versions

bp = Blueprint("api", __name__, url_prefix="/api/v1")

NOW = "/now"

OPERATIONS: list[Operation] = []

View = TypeVar("View", bound=Callable[..., Any])


def answers(path: str, *asks: str, key: str = "") -> Callable[[View], View]:
    """Return a decorator for what answers at a path: a function of the club, a uid, and what is asked.

    ``asks`` are the attributes of Question that the address may have, ``key`` what a list is called.
    """

    def register(view: View) -> View:
        def respond(**where: Any) -> Response:
            asked = read_query(asks)
            if asks:
                where["asked"] = asked
            club = reading_club()

            def draw() -> str:
                found = view(club, **where)
                if isinstance(found, Page):
                    found = {key: found.rows, "next": next_page(found)}
                elif key:
                    found = {key: found}
                return json_text(found)

            # What is being played also ends with the links of its night, which is no change.
            return with_etag(draw(), JSON) if path == NOW else about(club, JSON, draw)

        OPERATIONS.append(Operation(path, view, get_type_hints(view)["return"], asks, key))
        bp.add_url_rule(path, view.__name__, respond)
        return view

    return register


@answers("/club")
def club(club: Club) -> ClubDocument:
    """Return the club that the token is for."""
    return ClubDocument(scorekeeper=VERSION, club=club.name, made_at=club.made_at)


@answers("/players", key="players")
def players(club: Club) -> Sequence[PersonDocument]:
    """Return everyone who has ever played in the club, by name."""
    return [from_row(PersonDocument, person, player=Link(person.uid)) for person in people(club)]


@answers("/players/<uid>/statistics", "since", "until", "game")
def player_statistics(club: Club, uid: str, asked: Question) -> PlayerStatisticsDocument:
    """Return what someone's finished games that count come to, in all and by game."""
    person = person_by_uid(club.id, uid) or abort(404)
    games = statistics.games_of_player(scope_asked(club, asked), person.id)
    averages = (None if one.average_in_tenths is None else one.average_in_tenths / 10 for one in games)
    by_game = (PlayedGamesDocument(*one[:8], average) for one, average in zip(games, averages, strict=True))
    total = statistics.total_standing(person, games)
    return PlayerStatisticsDocument.of(total, {person.id: Link(person.uid)}, by_game=tuple(by_game))


@answers("/nights", "since", "until", "before", key="nights")
def nights(club: Club, asked: Question) -> Page[NightDocument]:
    """Return the nights of the club, newest first, one page at a time."""
    found = find_nights(club.id, PageRequest(asked.before), since=asked.since, until=asked.until)
    return Page(night_documents(found.rows), older=found.older)


@answers("/nights/<uid>")
def night(club: Club, uid: str) -> NightDocument:
    """Return a night with its games."""
    return night_documents([night_by_uid(club.id, uid) or abort(404)])[0]


@answers("/games", "since", "until", "game", "player", "before", key="games")
def games(club: Club, asked: Question) -> Page[GameDocument]:
    """Return the games of the club, newest first, one page at a time; running ones have no result yet.

    Games that were ended before their first hand don't count, and are left out.
    """
    person = person_asked(club, asked)
    wanted = GameFilter(person.id if person else None, games_asked(club, asked), asked.since, asked.until)
    found = find_games(club.id, wanted, PageRequest(asked.before))
    return Page([listed_game(one.play) for one in found.rows], older=found.older)


@answers("/games/<uid>")
def game(club: Club, uid: str) -> GameDocument:
    """Return a game with all its hands, and who scored what in each, and why."""
    return game_in_full(game_by_uid(club.id, uid) or abort(404))


@answers("/standings", "since", "until", "game", key="players")
def club_standings(club: Club, asked: Question) -> Sequence[StandingDocument]:
    """Return who has played and won how many finished games that count, those with the most wins first."""
    scope = scope_asked(club, asked)
    uids = {person.id: Link(person.uid) for person in people(club)}
    return [StandingDocument.of(one, uids) for one in statistics.standings(scope)]


@answers("/bids", "since", "until", "game", "player", key="bids")
def bids(club: Club, asked: Question) -> Sequence[BidDocument]:
    """Return how often each bid was made or missed in finished games that count, by game and bid."""
    person, scope = person_asked(club, asked), scope_asked(club, asked)
    found = bid_outcomes(scope, person.id if person else None)
    in_order = sorted(found, key=lambda one: (one.game, one.bid is None, one.bid or 0, one.outcome))
    return [BidDocument(*one) for one in in_order]


@answers("/seasons", key="seasons")
def seasons(club: Club) -> Sequence[SeasonDocument]:
    """Return the seasons of the club, the last one first."""
    return [export_season(season) for season in seasons_of(club.id)]


@answers("/seasons/<uid>")
def season(club: Club, uid: str) -> SeasonDocument:
    """Return a season with its table: as it was closed, or as it is now."""
    one = next((season for season in seasons_of(club.id) if season.uid == uid), None) or abort(404)
    uids, rows = {person.id: Link(person.uid) for person in people(club)}, table_of_season(one).rows
    table = tuple(from_row(SeasonRowDocument, row, player=uids[row.person_id]) for row in rows)
    return export_season(one, table=table)


@answers(NOW, key="games")
def running_games(club: Club) -> Sequence[RunningDocument]:
    """Return what is being played now, the newest game first: the totals, the bid, and who is next."""
    sheets = map(Sheet.of, running_plays(recent_nights([club])))
    return [RunningDocument.now(sheet) for sheet in sheets if sheet.can_be_scored]


@bp.get("/now/changes")
def changes() -> Response | tuple[str, int, dict[str, str]]:
    """Follow what is being played: a stream of server-sent events.

    The answer never ends: read its lines as they come, with a client that doesn't wait for all of it, and
    ask again if it breaks off. The event “changed” says that something of the club has changed, and in
    “fetch” what to ask for; the first one comes at once. The event “gone” comes once the token opens nothing
    any more, and “beat” every 15 seconds.
    """
    address = url_for("api.running_games", _external=True)

    def tell(versions: Versions, _: int) -> str:
        data = {"version": versions.version, "fetch": address}
        return f"event: changed\ndata: {json.dumps(data)}\n\n"

    answer = stream_versions(Topic("club", reading_club().id), reading_club, tell)
    if answer.status_code == 503:
        return problem(503, "Too many follow changes. Try again soon.", {"Retry-After": str(FULL)})
    return answer


OPERATIONS.append(Operation("/now/changes", changes))


@bp.get("/openapi.json")
def describe() -> Response:
    """Send the description of the API, which says nothing of any club."""
    return with_etag(json_text(api_description()), JSON)


def api_description() -> dict[str, Any]:
    """Return the description of the API (OpenAPI 3.1) at its address here."""
    # The address of the club is that of all of them, with its own last part.
    return describe_api(OPERATIONS, url_for("api.club").removesuffix("/club"))


def person_asked(club: Club, asked: Question) -> Player | None:
    """Return the player who is asked for; None for all. Raises NotFound."""
    return (person_by_uid(club.id, asked.player) or abort(404)) if asked.player else None


def games_asked(club: Club, asked: Question) -> tuple[str, ...]:
    """Return what the games that are asked for are known as, empty for all. Raises NotFound."""
    if asked.game is None:
        return ()
    game = statistics.game_called(club.id, asked.game)
    if game not in names_of_games(club):
        abort(404, f"No game is called “{asked.game}”. The games of the club have its key in “game”.")
    return (game,)


def scope_asked(club: Club, asked: Question) -> Scope:
    """Return the games that count for what is asked. Raises NotFound."""
    return Scope(club.id, games_asked(club, asked), asked.since, asked.until)


def next_page(page: Page[Any]) -> str | None:
    """Return the address of the page after the one that was asked for; None on the last one."""
    if page.older is None:
        return None
    asked: dict[str, Any] = {**request.args.to_dict(), "before": str(page.older)}
    return url_for(request.endpoint or "", _external=True, **asked)


def read_query(asks: Collection[str]) -> Question:
    """Return what the address asks for, which may be these attributes. Raises BadRequest."""
    hints = get_type_hints(Question, include_extras=True)
    asked = {}
    for name, text in request.args.items():
        if name not in asks:
            raise BadRequest(f"“{name}” can’t be asked here. The description of the API says what can.")
        try:
            asked[name] = read_asked(get_args(hints[name])[0], text)
        except ValueError:
            raise BadRequest(
                f"“{name}” can’t have this value. The description of the API says which it can."
            ) from None
    return Question(**asked)


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
