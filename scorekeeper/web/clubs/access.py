"""This phone, known by the random id in its signed cookie, and what it may see and do.

Clubs, players, nights and games are found by their numbers, each with what the phone may do there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from secrets import token_urlsafe
from typing import Any, NoReturn, TypeVar

from flask import Flask, Response, abort, after_this_request, g, request, session
from werkzeug.exceptions import Forbidden

from scorekeeper.domain import MAX_DEVICE_LENGTH, Role
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Seat
from scorekeeper.store.clubs import access
from scorekeeper.store.clubs.access import Access
from scorekeeper.store.clubs.invitations import hash_secret
from scorekeeper.store.clubs.people import person_id
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Night, OwnGame, Phone, Play, Player
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.store.transactions import (
    Lock,
    begin_reading,
    begin_writing,
    lock_of_club,
    lock_of_club_with,
    lock_of_phone,
    wait_for,
)
from scorekeeper.web.declared import declared
from scorekeeper.web.requests import is_for_programs, read_number
from scorekeeper.web.submissions import changes_nothing, repeat_first_answer

T = TypeVar("T")

TOKEN = "phone"

MODELS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android phone"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows computer"),
    ("Linux", "Linux computer"),
)

VISIT = timedelta(minutes=10)
"""How long ago a phone was last here, at most, before its visit is noted again."""


@dataclass(frozen=True)
class Subject:
    """The subject of a request, and what this phone may do with it.

    Attributes:
        club_id: the club.
        night_id: the night, if it is about one.
        play_id: the game, if it is about one.
    """

    access: Access
    club_id: int
    night_id: int | None = None
    play_id: int | None = None


class NeedsRole(Forbidden):
    """This phone may see what it asked for, but not do that with it.

    Attributes:
        role: the smallest role that may.
        why: a sentence that says who else may; empty if nobody else.
    """

    def __init__(self, role: Role, why: str = "") -> None:
        super().__init__()
        self.role, self.why = role, why


def init_app(app: Flask) -> None:
    """Give every browser its id before it asks for anything, and templates ``may`` and the roles."""
    app.before_request(know_this_phone)
    app.add_template_global(may)
    app.add_template_global(may_tonight)
    app.add_template_global(keeps_table)
    app.add_template_global(me)
    app.jinja_env.globals.update({role.name: role for role in Role})


def know_this_phone() -> None:
    """Give a browser that has no id yet a new one. It becomes a phone we know once it joins a club."""
    # A file for whose answer nobody looked at the cookie is the same for any cookie: browsers fetch it once.
    if not declared().without_cookie and not is_for_programs() and TOKEN not in session:
        session[TOKEN] = token_urlsafe()
        session.permanent = True


def token_hash() -> str:
    """Return the hash of this phone's id."""
    return hash_secret(session.get(TOKEN, ""))


def current_phone() -> Phone | None:
    """Return this phone; None if it never joined a club."""
    return access.known_phone(token_hash())


def registered_phone() -> Phone:
    """Return this phone, added to the phones we know if it is new."""
    return access.get_or_create_phone(token_hash(), phone_model())


def phone_model() -> str:
    """Return what kind of device this is, as far as its browser says so."""
    agent = request.user_agent.string
    return next((model for mark, model in MODELS if mark in agent), "a browser")


def may(role: Role) -> bool:
    """Return whether this phone may do what a role may with what the page is about."""
    return "subject" in g and g.subject.access.role >= role


def may_tonight(role: Role) -> bool:
    """Return whether this phone may do what a role may on the whole night, not just at one of its tables."""
    return "subject" in g and g.subject.access.night_role >= role


def keeps_table(table_id: int) -> bool:
    """Return whether this phone keeps score at a table of the night that the page is about."""
    return may_tonight(Role.KEEPER) or table_id in g.subject.access.tables


def me() -> int | None:
    """Return the id of the player whom this phone belongs to; None if nobody said so."""
    return g.subject.access.player_id if "subject" in g else None


def my_clubs() -> dict[Club, Role]:
    """Return the clubs this phone belongs to with its role there, the one it joined last first."""
    return {club: found.role for club, found in access.clubs_of(token_hash()).items()}


def club_or_404(club_id: int, needs: Role = Role.MEMBER, lock: bool = True) -> Club:
    """Return one of this phone's clubs. Aborts with 404 for any other; raises NeedsRole.

    With ``lock=False`` the database is not locked for writing yet, so that nobody has to wait for it.
    """
    if lock:
        begin_transaction(lock_of_club, club_id)
    club, found = access.visible_club(club_id, token_hash()) or not_found()
    return _opened(club, Subject(found, club.id), needs)


def player_or_404(player_id: int, needs: Role = Role.MEMBER) -> Player:
    """Return a player of one of this phone's clubs. Aborts with 404 for any other; raises NeedsRole."""
    begin_transaction(lock_of_club_with, Player, player_id)
    player, found = access.visible_player(player_id, token_hash()) or not_found()
    return _opened(player, Subject(found, player.club_id), needs)


def own_game_or_404(own_id: int, needs: Role = Role.MEMBER) -> OwnGame:
    """Return an own game of one of this phone's clubs. Aborts with 404 for any other; raises NeedsRole."""
    begin_transaction(lock_of_club_with, OwnGame, own_id)
    own, found = access.visible_own_game(own_id, token_hash()) or not_found()
    return _opened(own, Subject(found, own.club_id), needs)


def club_player_or_404(club: Club, player_id: int) -> Player:
    """Return a player of this club. Aborts with 404 for any other."""
    player = db.session.get(Player, player_id)
    return player if player and player.club_id == club.id else abort(404)


def own_club_or_404(needs: Role = Role.MEMBER) -> Club:
    """Return the club that this phone joined last. Aborts with 404 if there is none; raises NeedsRole."""
    if changes_data():
        begin_writing(lock_of_phone(token_hash()))
    club = next(iter(my_clubs()), None) or not_found()
    if changes_data():
        wait_for(lock_of_club(club.id))
    return club_or_404(club.id, needs, lock=False)


def night_or_404(
    night_id: int, needs: Role | None = None, deleted: bool = False, table_id: int | None = None
) -> Night:
    """Return a night that this phone may see. Aborts with 404 for any other; raises NeedsRole.

    Unless another role is needed, viewers may see it and keepers may change it. With a table, those who keep
    score there are keepers. Raises Conflict for a deleted one, unless ``deleted`` allows it.
    """
    begin_transaction(lock_of_club_with, Night, night_id)
    night, found = access.visible_night(night_id, token_hash(), table_id) or not_found()
    _opened(night, Subject(found, night.club_id, night.id), needs or _usual_role())
    if night.deleted_at and not deleted:
        raise Conflict(Say("This night was deleted, so nothing was changed."))
    return night


def play_or_404(play_id: int, needs: Role | None = None) -> Play:
    """Return a game that this phone may see.

    Aborts with 404 for any other; raises NeedsRole. Unless another role is needed, viewers of its night may
    see it and keepers may change it.
    """
    begin_transaction(lock_of_club_with, Play, play_id)
    play, found = access.visible_play(play_id, token_hash()) or not_found()
    subject = Subject(found, play.night.club_id, play.night_id, play_id)
    return _allowed(play, subject, needs or _usual_role())


def seat_to_answer(play: Play) -> Seat:
    """Return the seat of this phone's owner, to answer for them. Raises NeedsRole if this phone may not.

    A phone that only watches stays theirs from then on, so that it can't answer for one after the other.
    """
    seat = own_seat(play)
    if seat is None or not may_answer(play):
        raise NeedsRole(Role.KEEPER)
    if not may(Role.KEEPER):
        access.note_answer(token_hash(), play.night_id)
    return seat


def may_answer(play: Play) -> bool:
    """Return whether this phone's owner plays in a game and may answer for themselves."""
    return own_seat(play) is not None and (may(Role.KEEPER) or play.night.club.players_answer)


def own_seat(play: Play) -> Seat | None:
    """Return the seat of this phone's owner; None if they said nothing or are not playing."""
    mine = me()
    return play.person_ids.index(mine) if mine in play.person_ids else None


def not_found() -> NoReturn:
    """Abort with 404, unless this form was sent before: it may have ended this phone's own access."""
    if changes_data():
        repeat_first_answer()
    abort(404)


def begin_transaction(lock_of: Callable[..., Lock], *which: Any) -> None:
    """Begin the transaction this request needs: one that writes, with the lock of these, or only reads."""
    if changes_data():
        begin_writing(lock_of(*which))
    elif request.method == "POST":
        begin_reading()


def changes_data() -> bool:
    """Return whether this request may change anything; a preview of a change does not."""
    return request.method == "POST" and not changes_nothing()


def read_person(text: str) -> int:
    """Return the id of the person that a player of a form or an address is by now. Raises ValueError."""
    return person_id(read_number(text))


def device_name() -> str:
    """Return what the history says of this phone: whose it is, and its name or what it is."""
    player, phone = g.subject.access.player, str(g.subject.access.phone)
    if player in phone:
        return phone
    both = f"{player} ({phone})"
    return both if len(both) <= MAX_DEVICE_LENGTH else str(player)


def _usual_role() -> Role:
    return Role.KEEPER if request.method == "POST" else Role.VIEWER


def _opened(thing: T, subject: Subject, needs: Role) -> T:
    """Return what was found, or end the request with the first answer if its form was sent before."""
    _allowed(thing, subject, needs)
    if changes_data():
        repeat_first_answer()
    return thing


def _allowed(thing: T, subject: Subject, needs: Role) -> T:
    """Return what was found, as what this request is about. Raises NeedsRole."""
    g.subject = subject
    if subject.access.role < needs:
        if changes_data():
            repeat_first_answer()
        raise NeedsRole(needs)
    if abs(now() - subject.access.seen_at) > VISIT:
        after_this_request(_note_visit)
    return thing


def _note_visit(response: Response) -> Response:
    access.note_visit(token_hash())
    return response
