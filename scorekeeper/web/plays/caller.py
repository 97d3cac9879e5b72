"""The caller: what was saved in a game, as sentences for phones that speak them."""

from datetime import datetime
from itertools import islice, takewhile

from flask import Blueprint, jsonify, request
from werkzeug import Response

from scorekeeper.domain import FROM_FILE
from scorekeeper.rules.spoken import aloud
from scorekeeper.store.database import now
from scorekeeper.store.plays.change_log import change_log
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.sheet_page import JUST_NOW, SheetPage
from scorekeeper.web.requests import read_number
from scorekeeper.web.wording.news import call_change, newest_news

bp = Blueprint("caller", __name__, url_prefix="/plays/<int:play_id>")

MOST = 20
"""The most sentences that a phone catches up with."""


@bp.get("/said")
def said(play_id: int) -> Response:
    """Answer with what is called of a game after the news of this id, as JSON, the newest last.

    What is older than a minute is left out: a phone that slept doesn't recite the evening.
    """
    page, after = SheetPage(load_sheet(play_id)), request.args.get("after", "0")
    return jsonify([{"id": id, "sentence": sentence} for id, sentence in called_after(page, after)])


def called_after(page: SheetPage, after: str) -> list[tuple[str, str]]:
    """Return the id and the sentence of each change after the news of an id, oldest first."""
    try:
        last = read_number(after.split("-")[0])
    except ValueError:
        return []
    log = change_log(page.sheet)
    new = takewhile(lambda change: change.row.id > last and _is_recent(change.row.at), log)
    said = ((str(one.row.id), aloud(call_change(page, one))) for one in new if one.row.device != FROM_FILE)
    told = list(islice((one for one in said if one[1]), MOST))[::-1]
    newest, ended_at = newest_news(page), page.sheet.play.ended_at
    if newest.id.endswith("-ended") and newest.id != after and ended_at and _is_recent(ended_at):
        told.append((newest.id, newest.spoken))
    return told


def _is_recent(moment: datetime) -> bool:
    return now() - moment < JUST_NOW
