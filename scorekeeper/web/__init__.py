"""The phone app."""

from flask import Flask

from scorekeeper.web import (
    assets,
    engine,
    errors,
    filters,
    forms,
    headers,
    health,
    rate_limits,
    requests,
    storage_faults,
    submissions,
)
from scorekeeper.web.api import api, feeds
from scorekeeper.web.app import installing, whats_new
from scorekeeper.web.clubs import access, erasing, inviting, joining, phones, players, readers
from scorekeeper.web.coins import coins, counting, settle_up, shared_cost, statement, tab
from scorekeeper.web.drawings import looks
from scorekeeper.web.files import exporting, importing
from scorekeeper.web.forms.left_out import describe_left_out
from scorekeeper.web.games import games, own_games
from scorekeeper.web.history import (
    archive,
    earlier_rules,
    game_picture,
    night_picture,
    night_recap,
    recap,
    statistics,
)
from scorekeeper.web.live import live
from scorekeeper.web.nights import ending, home, night
from scorekeeper.web.plays import (
    board,
    caller,
    correcting,
    new_game,
    play,
    saving,
    sheet,
)
from scorekeeper.web.plays.change_summary import consequences, payments, total_changes, who_scores
from scorekeeper.web.plays.changes import conflicts, hand_changes, presence, settings
from scorekeeper.web.plays.offline import blank_forms
from scorekeeper.web.plays.scores import columns_per_row, explain_lines
from scorekeeper.web.requests import Number

PLAYING = (
    home,
    night,
    ending,
    inviting,
    joining,
    coins,
    statement,
    counting,
    settle_up,
    shared_cost,
    tab,
    new_game,
    sheet,
    board,
    caller,
    saving,
    conflicts,
    correcting,
    hand_changes,
    presence,
    settings,
    play,
    blank_forms,
    games,
    own_games,
    live,
    installing,
    whats_new,
    engine,
    health,
)
LOOKING_BACK = (
    archive,
    earlier_rules,
    recap,
    game_picture,
    night_recap,
    night_picture,
    players,
    phones,
    erasing,
    readers,
    statistics,
    exporting,
    importing,
    api,
    feeds,
)


def init_app(app: Flask) -> None:
    """Register every blueprint, and what all pages share."""
    app.url_map.converters["int"] = Number
    for part in (*PLAYING, *LOOKING_BACK):
        app.register_blueprint(part.bp)
    for name in (
        *(columns_per_row, consequences, describe_left_out),
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
    live.init_app(app)
    headers.init_app(app)
    # The last one sees an answer first: the others add their headers to the page that takes its place.
    submissions.init_app(app)
