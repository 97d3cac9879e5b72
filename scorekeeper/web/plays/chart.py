"""The chart of a running game's totals, which the sheet unfolds below them."""

from flask import Blueprint, render_template

from scorekeeper.web.history.recap import totals_chart
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.sheet_page import SheetPage

bp = Blueprint("chart", __name__, url_prefix="/plays/<int:play_id>")


@bp.get("/chart")
def chart(play_id: int) -> str:
    """Show the totals after each hand."""
    page = SheetPage(load_sheet(play_id))
    return render_template("plays/chart.html", view=page, play=page.sheet.play, chart=totals_chart(page))
