"""Answers to programs: who asks or writes, JSON with an ETag, and problems as RFC 9457 describes them.

What headers they have is in ``web/headers.py``.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b

from flask import Response, g, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, NotFound, Unauthorized
from werkzeug.http import HTTP_STATUS_CODES

from scorekeeper import __version__
from scorekeeper.domain import Role
from scorekeeper.files.schema import json_text
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.problems import Problem
from scorekeeper.store.clubs.access import Access
from scorekeeper.store.clubs.readers import find_reader, note_reading
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import Topic, versions_of
from scorekeeper.store.models import Club, Reader
from scorekeeper.store.time_zones import server_zone
from scorekeeper.store.transactions import begin_writing, lock_of_club
from scorekeeper.web.api.documents import ProblemDocument, WrongDocument
from scorekeeper.web.clubs.access import Subject

JSON, PROBLEM = "application/json", "application/problem+json"

ASK_AGAIN = "private, no-cache"
"""A program may keep an answer, and asks each time whether it is still the newest."""

DETAILS = {
    400: "The description of the API says what can be asked.",
    401: "Send a token as “Authorization: Bearer …”. Hosts of the club find it under Phones, Other programs.",
    403: "This token can only read. Hosts of the club let a program keep score when they add it.",
    404: "There is nothing here that this token may read.",
    405: "The description of the API says what can be done here.",
    413: "Send less at once.",
    500: "That’s our mistake. Ask again later.",
}
"""What to do about a status."""

WRONG_TOKEN = (
    "This token doesn’t work. Hosts of the club find the one that does under Phones, Other programs."
)


def problem(
    status: int, detail: str = "", headers: Mapping[str, str] | None = None, wrong: Sequence[Problem] = ()
) -> tuple[str, int, dict[str, str]]:
    """Return why there is no answer, or nothing was changed, and what was ``wrong`` with what was sent."""
    told = ProblemDocument(
        HTTP_STATUS_CODES[status],
        status,
        detail or DETAILS.get(status, "Ask again later."),
        tuple(WrongDocument(one.field, one.hand, str(one.message)) for one in wrong),
    )
    return json_text(told), status, {**(headers or {}), "Content-Type": PROBLEM}


def reading_club() -> Club:
    """Return the club that the token in the header is for. Raises Unauthorized."""
    return _asking()[1]


def writing_club() -> Club:
    """Return the club in which the token in the header may write, and begin to write there, as a member.

    Raises Unauthorized and Forbidden.
    """
    lock = lock_of_club(_asking()[1].id)
    db.session.rollback()
    begin_writing(lock)
    # It may have been removed in the meantime.
    reader, club = _asking()
    if not reader.may_write:
        raise Forbidden
    role = Role.MEMBER
    g.subject = Subject(Access(role, role, frozenset(), None, "", False, False, reader.name, now()), club.id)
    return club


def _asking() -> tuple[Reader, Club]:
    """Return the program that asks with the token in the header, and its club. Raises Unauthorized."""
    kind, _, token = request.headers.get("Authorization", "").strip().partition(" ")
    found = _with_token(token.strip()) if kind.lower() == "bearer" else None
    if found is None:
        # Werkzeug would leave out the quotes, which RFC 6750 has everywhere.
        wanted, wrong = 'realm="Scorekeeper"', kind.lower() == "bearer"
        wanted += ', error="invalid_token"' if wrong else ""
        challenge = WWWAuthenticate("bearer", token=wanted)
        raise Unauthorized(WRONG_TOKEN if wrong else None, www_authenticate=challenge)
    return found


def fed_club(secret: str) -> Club:
    """Return the club that the token in the address is for. Raises NotFound, also if it may write."""
    found = _with_token(secret)
    # Others see addresses.
    if found is None or found[0].may_write:
        raise NotFound
    return found[1]


def _with_token(token: str) -> tuple[Reader, Club] | None:
    found = find_reader(token)
    # Noted first: that ends the transaction, and the answer is then of one moment.
    if found and "reading" not in g:
        g.reading = True
        note_reading(found[0])
    return found


def with_etag(body: str, mimetype: str) -> Response:
    """Return an answer, or 304 for a program that has it already."""
    return _unless_known(_digest(body), mimetype, lambda: body)


def about(club: Club, mimetype: str, draw: Callable[[], str | bytes]) -> Response:
    """Return an answer about a club, which is drawn only for programs that don't have it already.

    It is the same while nothing in the club changes, and nothing that it also depends on.
    """
    editions = [(key, str(game.edition)) for key, game in CATALOGUE.items()]
    state = (request.url, versions_of(Topic("club", club.id)), __version__, editions, server_zone())
    return _unless_known(_digest(repr(state)), mimetype, draw)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _unless_known(tag: str, mimetype: str, draw: Callable[[], str | bytes]) -> Response:
    answer = Response(mimetype=mimetype)
    answer.headers["Cache-Control"] = ASK_AGAIN
    answer.set_etag(tag)
    answer.make_conditional(request)
    if answer.status_code != 304:
        answer.set_data(draw())
    return answer
