"""The answer after something of a game was saved."""

from flask import g, redirect
from werkzeug import Response

from scorekeeper.store.plays.play_snapshot import PlaySnapshot
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.live.in_place import leads_here, with_address
from scorekeeper.web.plays.loading import sheet_address
from scorekeeper.web.plays.sheet import render_sheet
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.submissions import commit_for


def show_saved(sheet: Sheet) -> Response:
    """Commit what was saved, and return a redirect to the sheet, or the sheet itself to an open page of it.

    ``sheet`` is the game with what was saved: nothing is read again.
    """
    address = sheet_address(sheet.play.id)
    commit_for(address, totals=sheet.totals_text)
    if not leads_here(address):
        return redirect(address, code=303)
    if isinstance(sheet.play, PlaySnapshot):
        totals = sheet.totals_text or sheet.play.last_totals
        sheet.play = sheet.play._replace(version=sheet.play.version + 1, last_totals=totals)
    g.replies = True
    return with_address(Response(render_sheet(SheetPage(sheet)), mimetype="text/html"), address)
