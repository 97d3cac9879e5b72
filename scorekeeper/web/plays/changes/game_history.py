"""The history of a game: every change, newest first."""

from flask import Blueprint, render_template

from scorekeeper.store.plays.change_log import change_log
from scorekeeper.web.plays.changes.wording import describe_caused, describe_change_made
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.news import newest_news
from scorekeeper.web.plays.sheet_page import SheetPage

bp = Blueprint("game_history", __name__, url_prefix="/plays/<int:play_id>/history")


@bp.get("")
def history(play_id: int) -> str:
    """Show every change of a game: what was done, when and on which phone."""
    page = SheetPage(load_sheet(play_id))
    lines = [
        {
            "change": change,
            "said": describe_change_made(change, page.game),
            "caused": describe_caused(change, page.game),
        }
        for change in change_log(page.sheet)
    ]
    return render_template(
        "plays/changes/history.html",
        sheet=page.sheet,
        play=page.sheet.play,
        game=page.game,
        noun=page.noun,
        lines=lines,
        news=newest_news(page),
    )
