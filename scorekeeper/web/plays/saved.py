"""The answer after something of a game was saved."""

from flask import g, redirect
from werkzeug import Response

from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.live.in_place import leads_here, with_address
from scorekeeper.web.plays.loading import sheet_address
from scorekeeper.web.plays.sheet import render_sheet
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.submissions import commit, commit_for, tell_others


def show_saved(sheet: Sheet) -> Response:
    """Commit what was saved, and return a redirect to the sheet, or the sheet itself to an open page of it.

    ``sheet`` is the game with what was saved. It is drawn before others can change it again.
    """
    address = sheet_address(sheet.play.id)
    if not leads_here(address):
        return commit(redirect(address, code=303))
    tell_others()
    g.replies = True
    answer = Response(render_sheet(SheetPage(sheet)), mimetype="text/html")
    commit_for(address)
    return with_address(answer, address)
