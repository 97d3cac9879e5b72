"""What every page shares: words for dates, and kind pages for what goes wrong."""

from datetime import datetime

from flask import Flask, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug import Response
from werkzeug.exceptions import HTTPException

from scorekeeper.domain import MAX_CURRENCY_LENGTH, MAX_DEVICE_LENGTH, MAX_NOTE_LENGTH
from scorekeeper.rules.catalogue import name_of
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.rules.words import (
    BUMP,
    COIN,
    GAME,
    HAND,
    NIGHT,
    PAYMENT,
    TIME,
    capital,
    counted,
    figure,
    listed,
    signed,
)
from scorekeeper.store.models import now
from scorekeeper.store.plays.sheet import Conflict, GameNotInstalled
from scorekeeper.web.plays.change_summary import consequences
from scorekeeper.web.plays.coin_moves import payments
from scorekeeper.web.plays.hand_rows import reasons

KIND = {
    404: (
        "There is nothing here",
        "Perhaps the link is incomplete, or this phone does not belong to the club yet. "
        "Ask somebody of the club for its link and open it on this phone.",
    ),
    405: ("That does not work this way", "Go back and use the buttons on the page."),
    413: ("That is too much", "What was sent is larger than anything the app asks for."),
    500: ("Something went wrong on our side", "Nothing that was saved is lost. Go back and try again."),
}


NOUNS = (BUMP, COIN, GAME, HAND, NIGHT, PAYMENT, TIME)
"""What templates count, by names such as COIN."""


def init_app(app: Flask) -> None:
    """Give templates their words, and every error a page of ours."""
    give_words(app)
    show_errors(app)


def give_words(app: Flask) -> None:
    """What templates can say beyond what Jinja knows."""
    app.jinja_env.filters.update(
        signed=signed,
        listed=listed,
        counted=counted,
        night_name=night_name,
        clock=clock,
        day=day,
        figure=figure,
        capital=capital,
        game_name=name_of,
    )
    app.jinja_env.globals.update(consequences=consequences, payments=payments, reasons=reasons)
    app.jinja_env.globals.update({noun.one.upper().replace(" ", "_"): noun for noun in NOUNS})
    app.jinja_env.globals.update(
        NOTE=MAX_NOTE_LENGTH, NAME=LONGEST_NAME, DEVICE=MAX_DEVICE_LENGTH, CURRENCY=MAX_CURRENCY_LENGTH
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def show_errors(app: Flask) -> None:
    """A page of ours for whatever goes wrong."""

    @app.errorhandler(HTTPException)
    def kind(error: HTTPException) -> tuple[str, int, list[tuple[str, str]]]:
        code = error.code or 500
        title, advice = KIND.get(code, ("That did not work", "Go back and try again."))
        # Some errors have more to tell to programs, such as the methods that are allowed.
        headers = [header for header in error.get_headers() if header[0] != "Content-Type"]
        return render_template("error.html", title=title, advice=advice), code, headers

    @app.errorhandler(CSRFError)
    def stale(error: CSRFError) -> tuple[str, int]:
        advice = "Nothing was changed. Go back, load the page again, and enter it once more."
        return render_template("error.html", title="This page was open for too long", advice=advice), 400

    @app.errorhandler(Conflict)
    def conflict(error: Conflict) -> Response | tuple[str, int]:
        advice = f"{error} Nothing was changed."
        where = request.view_args or {}
        if request.method == "GET" and "night_id" in where:
            # Nobody was quicker, nothing was sent: the night's own page says that it was deleted.
            return redirect(url_for("nights.night", night_id=where["night_id"]))
        again = {}
        if "play_id" in where:
            again = {"Back to the game": url_for("sheets.sheet", play_id=where["play_id"])}
        elif request.blueprint == "bank" and request.method == "POST":
            again = {"Back to the coins": url_for("bank.bank", night_id=where["night_id"])}
        elif "night_id" in where:
            again = {"Back to the night": url_for("nights.night", night_id=where["night_id"])}
        return render_template("error.html", title="Somebody was quicker", advice=advice, again=again), 409

    @app.errorhandler(GameNotInstalled)
    def missing(error: GameNotInstalled) -> tuple[str, int]:
        return render_template("plays/missing.html", title=str(error), play=error.play), 404

    @app.errorhandler(Refused)
    def refused(error: Refused) -> tuple[str, int]:
        return render_template("error.html", title="That is not possible", advice=str(error)), 422


def night_name(moment: datetime) -> str:
    """A night by its day, as people speak of it: "Friday night", later "Friday 6 November"."""
    local = moment.astimezone()
    age = (now().astimezone().date() - local.date()).days
    if age < 6:
        return f"{local:%A} night"
    return f"{local:%A} {local.day} {local:%B}" if age < 300 else day(moment)


def clock(moment: datetime) -> str:
    """The time of day."""
    return f"{moment.astimezone():%H:%M}"


def day(moment: datetime) -> str:
    """The date: "21 November 2026"."""
    local = moment.astimezone()
    return f"{local.day} {local:%B %Y}"
