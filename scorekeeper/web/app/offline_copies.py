"""Which pages a phone may keep for reading without a network, and how long: told by headers.

``Offline-Copy`` lets the service worker keep a page, and names the night and the club that it shows. The
first page says with ``Offline-Access`` which of them the phone still sees; the copies of others are deleted.
"""

from collections.abc import Iterable

from flask import Flask, Response, after_this_request, g, request

from scorekeeper.store.models import Club, Night

OF_EVERYONE = {
    "installing.explain",
    "engine.engine",
    "games.index",
    "games.poker_hands",
    "games.rules",
    "games.vines_deck",
    "home.help_page",
    "home.home",
}
"""Pages that show nothing of a club, besides the first page, which every visit renews."""

OF_A_NIGHT = {
    "board.board",
    "board.chart",
    "blank_forms.blank_forms",
    "coins.coin_overview",
    "engine.play_json",
    "correcting.hand",
    "night_recap.night_recap",
    "night.night",
    "play.history",
    "recap.recap",
    "settle_up.settle_up",
    "sheet.sheet",
    "statement.statement",
}
"""Pages of a night and its games, but none that shows a link: anyone who finds the phone could use it."""


def init_app(app: Flask) -> None:
    """Let phones keep copies of pages."""
    app.after_request(allow_copy)


def allow_copy(answer: Response) -> Response:
    """Say what a page shows if a phone may keep a copy of it."""
    if answer.status_code != 200 or request.method != "GET":
        return answer
    if request.endpoint in OF_EVERYONE:
        answer.headers["Offline-Copy"] = "everyone"
    elif request.endpoint in OF_A_NIGHT and "qr" not in request.args:
        answer.headers["Offline-Copy"] = f"club-{g.subject.club_id} night-{g.subject.night_id}"
    return answer


def tell_access(clubs: Iterable[Club], nights: Iterable[Night]) -> None:
    """Say with the answer which clubs and nights this phone sees, so that it keeps nothing of others."""
    seen = [*(f"club-{club.id}" for club in clubs), *(f"night-{night.id}" for night in nights)]

    @after_this_request
    def add_header(answer: Response) -> Response:
        answer.headers["Offline-Access"] = " ".join(seen)
        return answer
