"""A page of our own for every error, which says what to do next."""

from flask import Flask, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug import Response
from werkzeug.exceptions import HTTPException

from scorekeeper.rules.problems import Refused
from scorekeeper.store.plays.sheet import Conflict, GameNotInstalled

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

ANY_ERROR = ("That didn’t work", "Go back and try again.")

COIN_PAGES = ("coins", "settle_up")
"""The blueprints whose forms lead back to the coins after a conflict."""


def init_app(app: Flask) -> None:
    """Register a page for every kind of error."""
    app.register_error_handler(HTTPException, show_http_error)
    app.register_error_handler(CSRFError, show_expired_page)
    app.register_error_handler(Conflict, show_conflict)
    app.register_error_handler(GameNotInstalled, show_missing_game)
    app.register_error_handler(Refused, show_refusal)


def show_http_error(error: HTTPException) -> tuple[str, int, list[tuple[str, str]]]:
    """Return the page for a status code, with headers such as the methods that are allowed."""
    code = error.code or 500
    title, advice = ERRORS.get(code, ANY_ERROR)
    headers = [header for header in error.get_headers() if header[0] != "Content-Type"]
    return render_template("error.html", title=title, advice=advice), code, headers


def show_expired_page(_: CSRFError) -> tuple[str, int]:
    """Return the page for a form whose protection has expired."""
    advice = "Nothing was changed. Go back, reload the page and enter it again."
    return render_template("error.html", title="This page was open for too long", advice=advice), 400


def show_conflict(error: Conflict) -> Response | tuple[str, int]:
    """Return the page for a change that another one has got ahead of, with a way back."""
    where = request.view_args or {}
    if request.method == "GET" and "night_id" in where:
        # Nobody sent anything: the night's own page says that it was deleted.
        return redirect(url_for("nights.night", night_id=where["night_id"]))
    again = {}
    if "play_id" in where:
        again = {"Back to the game": url_for("sheets.sheet", play_id=where["play_id"])}
    elif request.blueprint in COIN_PAGES:
        again = {"Back to the coins": url_for("coins.coin_overview", night_id=where["night_id"])}
    elif "night_id" in where:
        again = {"Back to the night": url_for("nights.night", night_id=where["night_id"])}
    advice = str(error)
    return render_template("error.html", title="Someone got there first", advice=advice, again=again), 409


def show_missing_game(error: GameNotInstalled) -> tuple[str, int]:
    """Return the page for a play whose game is not installed."""
    return render_template("plays/missing.html", title=str(error), play=error.play), 404


def show_refusal(error: Refused) -> tuple[str, int]:
    """Return the page for a scoresheet that the rules refuse."""
    return render_template("error.html", title="That isn’t possible", advice=str(error)), 422
