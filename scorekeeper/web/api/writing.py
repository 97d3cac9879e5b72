"""What programs write, with a token that may: nights, games and hands, as phones save them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_type_hints

from flask import Blueprint, Response, abort, g, request, url_for
from werkzeug.exceptions import BadRequest

from scorekeeper.files.club_file import parse_part
from scorekeeper.files.schema import BadFile, json_text
from scorekeeper.rules import engine
from scorekeeper.rules.catalogue import BY_NAME
from scorekeeper.rules.labels import relabelled_hand, relabelled_sheet
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import And, Numbered, Say
from scorekeeper.rules.table import Table
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.own_games import save_own_game
from scorekeeper.store.clubs.people import find_or_add_person
from scorekeeper.store.history.archive import game_by_uid, night_by_uid
from scorekeeper.store.models import Club, Night, Player
from scorekeeper.store.nights.nights import add_guest, start_or_reuse_night
from scorekeeper.store.nights.rounds import seat_latecomers
from scorekeeper.store.nights.tables import table_called
from scorekeeper.store.plays.commands import end_play, save_hand
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.store.time_zones import is_time_zone
from scorekeeper.web.api.answers import JSON, reading_club, writing_club
from scorekeeper.web.api.api import OPERATIONS, View, game, night, read_query
from scorekeeper.web.api.description import Operation
from scorekeeper.web.api.documents import Question
from scorekeeper.web.clubs.access import device_name
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.left_out import judge_hand
from scorekeeper.web.nights.ending import first_step, go_to_step
from scorekeeper.web.plays.loading import ANSWERS, FormState, SentForm
from scorekeeper.web.submissions import commit_for, first_address, tell_others


@dataclass(frozen=True)
class SentHand(SentForm):
    """A hand that a program sends for a game, which names the number of the hand in its address.

    Attributes:
        raw: the hand, as it is stored.
    """

    raw: Mapping[str, Any]

    @cached_property
    def entry(self) -> dict[str, Any]:
        """What was entered."""
        return dict(self.raw)


bp = Blueprint("writing", __name__, url_prefix="/api/v1")
# No cookie counts here, so no page of another site can write in someone's name.
bp.record_once(lambda state: state.app.extensions["csrf"].exempt(bp))


def writes(path: str, shows: Callable[..., Any], *asks: str, sends: str = "") -> Callable[[View], View]:
    """Return a decorator for what writes at a path: a function that returns the uid of what it changed.

    ``shows`` reads the answer, a night or a game, which is as it is after that. The function takes the club,
    what is in the path, what is ``asked``, and as ``body`` what the program ``sends``, if anything.
    """

    def register(view: View) -> View:
        @declares(rate_limit="writing")
        def respond(**where: Any) -> Response:
            reading_club()
            # What is sent may take a while, in which others can write.
            if sends:
                where["body"] = read_body()
            if asks:
                where["asked"] = read_query(asks)
            club = writing_club()
            if (address := first_address()) is None:
                address = url_for(f"api.{shows.__name__}", uid=view(club, **where))
                tell_others()
                commit_for(address)
            return Response(json_text(shows(club, address.rpartition("/")[2])), mimetype=JSON)

        answer = get_type_hints(shows)["return"]
        OPERATIONS.append(Operation(path, view, answer, asks, method="post", sends=sends))
        bp.add_url_rule(path, view.__name__, respond, methods=["POST"])
        return view

    return register


def read_body() -> Mapping[str, Any]:
    """Return the JSON object that was sent. Raises BadRequest."""
    try:
        body = parse_part(request.get_data(), None)
    except BadFile:
        body = None
    if not isinstance(body, Mapping):
        raise BadRequest("Send a JSON object in UTF-8. The description of the API says what is in it.")
    return body


def night_to_write(club: Club, uid: str) -> Night:
    """Return a night of the club, as what this request is about. Aborts with 404 if it has none."""
    found = night_by_uid(club.id, uid) or abort(404)
    g.subject = replace(g.subject, night_id=found.night.id)
    return found.night


@writes("/nights", night, "time_zone")
def begin_night(club: Club, asked: Question) -> str:
    """Start a night; one that is still empty starts again."""
    if asked.time_zone and not is_time_zone(asked.time_zone):
        raise refusal("time_zone", Say("There is no time zone called {name}.", name=asked.time_zone[:40]))
    return start_or_reuse_night(club, asked.time_zone or "").uid


@writes("/nights/<uid>/end", night)
def end_whole_night(club: Club, uid: str) -> str:
    """Begin to end a night, as the button “End the night” does.

    While games are running or coins are open, “ending” in the answer says what its phones have to do first.
    """
    evening = night_to_write(club, uid)
    go_to_step(evening, first_step(evening))
    return uid


@writes("/nights/<uid>/games", game, "table", sends="The scoresheet of a game, with its hands.")
def record_game(club: Club, uid: str, asked: Question, body: Mapping[str, Any]) -> str:
    """Record a game on a night, with all its hands; one that isn’t over goes on there.

    Its players are known by their names. New ones are added to the club, and all of them to the night.
    """
    evening, result = night_to_write(club, uid), engine.score(body)
    setup = result.setup
    if result.ending and not result.hands:
        raise refusal("hands", Say("Add the {hands} of the game.", hands=Say(setup.game.hand_noun.many)))
    table = table_called(evening, asked.table) if asked.table else None
    if asked.table and table is None:
        raise refusal("table", Say("The night has no table called {name}.", name=asked.table[:40]))
    stored = relabelled_sheet(body, setup, range(setup.table.n))
    people = welcome_people(evening, setup.table.players)
    try:
        if setup.game.key in BY_NAME:
            save_own_game(club.id, setup)
    except BadName as wrong:
        raise refusal("title", wrong.why) from None
    options, seats = {**setup.game.fixed, **stored.get("options", {})}, [person.id for person in people]
    play = start_play(evening.id, setup.game.key, options, seats, setup.dealer, table.id if table else None)
    g.subject = replace(g.subject, play_id=play.id)
    sheet = Sheet.of(play)
    for number, raw in enumerate(stored["hands"], start=1):
        sheet = save_hand(sheet, judge_hand(sheet, number, raw), device_name())
    if result.ending and not sheet.result.ending:
        end_play(sheet)
    return play.uid


def welcome_people(evening: Night, names: Sequence[str]) -> list[Player]:
    """Return the people with these names, all of whom are on a night from now on. Raises Refused."""
    try:
        people = [find_or_add_person(evening.club, name) for name in names]
    except BadName as wrong:
        raise refusal("players", wrong.why) from None
    if twice := [name for name, person in zip(names, people, strict=True) if people.count(person) > 1]:
        raise refusal("players", Say("{names} are the same person in this club.", names=And(*twice)))
    for person in people:
        add_guest(evening, person)
    seat_latecomers(evening)
    return people


@writes("/games/<uid>/hands/<int:number>", game, sends="A hand, as on a scoresheet.")
def add_hand(club: Club, uid: str, number: int, body: Mapping[str, Any]) -> str:
    """Add the hand that is due to a running game; “number” there says which that is.

    If someone else has saved the same hand, it counts once.
    """
    play = game_by_uid(club.id, uid) or abort(404)
    g.subject = replace(g.subject, night_id=play.night_id, play_id=play.id)
    sheet = Sheet.of(play).check()
    named = replace(sheet.setup, table=Table.by_name(sheet.setup.table.players, sheet.setup.table.rules))
    raw = relabelled_hand(named, body, range(named.table.n))
    state = (sent := SentHand(sheet, named.game.entries[named.game.kind(body)], None, raw)).state
    if state is FormState.SAVED:
        return uid
    if state is FormState.REMOVED:
        raise Conflict(Say("{Hand} is due.", hand=Numbered(named.game.hand_noun, sheet.number)))
    if state in ANSWERS:
        raise ANSWERS[state](sent)
    if not sheet.result.ending:
        engine.extend(replace(sheet.result, setup=named), body)
    save_hand(sheet, judge_hand(sheet, number, raw), device_name())
    return uid


def refusal(field: str, why: Say) -> Refused:
    """Return the refusal of one field."""
    return Refused([Problem(field, why)])
