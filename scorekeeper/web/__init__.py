"""The phone app."""

from flask import Flask
from werkzeug.utils import import_string

from scorekeeper.web import (
    api,
    assets,
    clubs,
    coins,
    engine,
    errors,
    files,
    filters,
    forms,
    games,
    headers,
    health,
    history,
    live,
    nights,
    plays,
    rate_limits,
    requests,
    storage_faults,
    submissions,
)
from scorekeeper.web import (
    app as installed,
)
from scorekeeper.web.clubs import access, joining
from scorekeeper.web.drawings import looks
from scorekeeper.web.forms.left_out import describe_left_out, left_out_key, say_so_far, say_to_save
from scorekeeper.web.live import live as streams
from scorekeeper.web.plays import changes, offline
from scorekeeper.web.plays.scores import columns_per_row, total_changes
from scorekeeper.web.requests import Number
from scorekeeper.web.wording.hands import consequences, explain_lines, who_scores
from scorekeeper.web.wording.payments import payments

ROOMS = (nights, clubs, coins, plays, changes, offline, games, live, installed, history, files, api)
"""The rooms with pages. Each names its modules: importing them there would import every room in a circle."""


def init_app(app: Flask) -> None:
    """Register every blueprint, and what all pages share."""
    app.url_map.converters["int"] = Number
    for page in (f"{room.__name__}.{page}" for room in ROOMS for page in room.PAGES):
        app.register_blueprint(import_string(page).bp)
    for part in (engine, health):
        app.register_blueprint(part.bp)
    for name in (
        *(columns_per_row, consequences, describe_left_out, left_out_key, say_so_far, say_to_save),
        *(explain_lines, payments, total_changes, who_scores),
    ):
        app.add_template_global(name)
    requests.init_app(app)
    access.init_app(app)
    joining.init_app(app)
    filters.init_app(app)
    errors.init_app(app)
    storage_faults.init_app(app)
    rate_limits.init_app(app)
    forms.init_app(app)
    assets.init_app(app)
    looks.init_app(app)
    streams.init_app(app)
    headers.init_app(app)
    # The last one sees an answer first: the others add their headers to the page that takes its place.
    submissions.init_app(app)
    # Its macros use all of these. Importing them on every page takes longer than most of them do.
    app.jinja_env.globals["parts"] = app.jinja_env.get_template("parts.html").module
