"""A page of our own for every error, which says what to do next."""

from flask import Flask, current_app, g, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug import Response
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper.domain import Role
from scorekeeper.rules.catalogue import game_of
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import Numbered, Or, Say, Sentences
from scorekeeper.store.clubs.phones import hosts_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from scorekeeper.store.nights.nights import guest_names
from scorekeeper.store.plays.sheet import CannotBeScored, Conflict
from scorekeeper.web.api.answers import problem
from scorekeeper.web.clubs.access import NeedsRole, may
from scorekeeper.web.nights.night import refuse_deleted
from scorekeeper.web.plays.sheet import refuse_on_sheet, status_of
from scorekeeper.web.requests import is_for_programs, request_id
from scorekeeper.web.storage_faults import words_typed

ERRORS = {
    404: (
        "Page not found",
        "The link may be incomplete, or this phone doesn’t belong to the club yet. "
        "Ask someone in the club for the invitation, and open it on this phone.",
    ),
    405: ("That didn’t work", "Go back and use the buttons on the page."),
    413: ("That’s too much", "Enter a shorter text, or choose a smaller file."),
    500: ("Something went wrong", "That’s our mistake. Everything you saved is safe. Go back and try again."),
}
"""Title and advice by status code."""

MISSING_RIGHT = {
    Role.KEEPER: (
        "It can watch this night, but not keep score.",
        "Ask {hosts} for the link that lets you keep score, and open it on this phone.",
    ),
    Role.MEMBER: (
        "It can see this night, but not the rest of the club.",
        "Ask {hosts} for the club’s link, and open it on this phone.",
    ),
    Role.HOST: ("Only a host of the club can do it.", "Ask {hosts}."),
}
"""What this phone lacks and whom to ask, by the role that is needed."""

AT_A_TABLE = "It keeps score at its own table, and only watches the rest of the night."

ANY_ERROR = ("That didn’t work", "Go back and try again.")


def init_app(app: Flask) -> None:
    """Register a page for every kind of error."""
    app.register_error_handler(HTTPException, show_http_error)
    app.register_error_handler(NeedsRole, show_missing_right)
    app.register_error_handler(CSRFError, show_expired_page)
    app.register_error_handler(Conflict, show_refusal)
    app.register_error_handler(CannotBeScored, show_unscored_game)
    app.register_error_handler(Refused, show_refusal)


def show_http_error(
    error: HTTPException,
) -> Response | tuple[str, int, list[tuple[str, str]] | dict[str, str]]:
    """Return the page for a status code, with headers such as the methods that are allowed."""
    if isinstance(error, MethodNotAllowed) and request.method == "GET" and not is_for_programs():
        # Reloading or sharing the address of a page that refused a form.
        return redirect(request.script_root + parent_page(request.path))
    code = error.code or 500
    title, advice = ERRORS.get(code, ANY_ERROR)
    headers = [header for header in error.get_headers() if header[0] != "Content-Type"]
    if is_for_programs():
        # Werkzeug has words of its own for each status.
        told = error.description if error.description != type(error).description else None
        return problem(code, told or "", dict(headers))
    number = request_id() if code >= 500 else ""
    return render_template("error.html", title=title, advice=advice, number=number), code, headers


def show_missing_right(error: NeedsRole) -> tuple[str, int]:
    """Return the page for what this phone may not do: who may, whom to ask, and the way back."""
    club_id, night_id, play_id = g.subject.club_id, g.subject.night_id, g.subject.play_id
    back = {"Home": url_for("home.home")}
    if play_id:
        back = {"Back to the game": url_for("sheet.sheet", play_id=play_id)}
    elif night_id:
        back = {"Back to the night": url_for("night.night", night_id=night_id)}
    what, who = MISSING_RIGHT[error.role]
    if error.role == Role.KEEPER and g.subject.access.tables:
        what = AT_A_TABLE
    hosts = Or(*known_hosts(club_id, night_id)) or Say("a host")
    db.session.rollback()
    advice = Sentences(Say(error.why or what), Say(who, hosts=hosts), Say(words_typed()))
    return render_template("error.html", title="This phone can’t do that", advice=advice, again=back), 403


def known_hosts(club_id: int, night_id: int | None) -> list[str]:
    """Return the names of a club's hosts; for guests of a night, of those who are here."""
    hosts = hosts_of(club_id)
    if may(Role.MEMBER) or night_id is None:
        return hosts
    here = guest_names([db.session.get_one(Night, night_id)]).get(night_id, ())
    return [host for host in hosts if host in here]


def show_expired_page(_: CSRFError) -> tuple[str, int]:
    """Return the page for a form whose protection has expired."""
    advice = "Nothing was changed. Go back, reload the page and enter it again."
    return render_template("error.html", title="This page was open for too long", advice=advice), 400


def show_unscored_game(error: CannotBeScored) -> tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Return the page of a game whose hands can't be shown, with why, and the result that it keeps."""
    if is_for_programs():
        return problem(409, str(error))
    play, wrong = error.sheet.play, error.why.problems[0] if isinstance(error.why, Refused) else None
    known, refused = game_of(play.game, play.options), [row.number for row in error.sheet.refused]
    facts = {
        "play": play,
        "kept": error.sheet.kept,
        "is_installed": known is not None,
        "is_earlier": known and play.edition not in (None, str(known.edition)),
        "refused": Numbered(known.hand_noun, *refused) if known and refused else None,
        "hand": Numbered(known.hand_noun, wrong.hand) if known and wrong and wrong.hand else "",
        "why": wrong.message if wrong else "",
    }
    return render_template("plays/unscored.html", **facts), 404


def show_refusal(
    error: Conflict | Refused,
) -> Response | str | tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Return the page that a refused form belongs to, as it is now, with the refusal and what was typed."""
    db.session.rollback()
    if is_for_programs():
        wrong = error.problems if isinstance(error, Refused) else ()
        return problem(status_of(error), str(error), wrong=wrong)
    g.refused = True
    where = request.view_args or {}
    if "play_id" in where:
        return refuse_on_sheet(where["play_id"], error)
    if "night_id" in where and isinstance(error, Conflict):
        return refuse_deleted(where["night_id"], error)
    return render_template("error.html", title="That isn’t possible", advice=str(error)), status_of(error)


def parent_page(path: str) -> str:
    """Return the path of the nearest page above the path of a form, both within the app."""
    adapter = current_app.create_url_adapter(request)
    while adapter and (path := path.rpartition("/")[0]):
        if adapter.test(path, "GET"):
            return path
    return "/"
