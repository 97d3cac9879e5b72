"""The answer after something of a game was saved."""

from flask import g, make_response
from werkzeug import Response

from scorekeeper.store.plays.play_snapshot import PlaySnapshot
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.live.in_place import leads_here, with_address
from scorekeeper.web.plays.loading import back_to_sheet
from scorekeeper.web.plays.sheet import render_sheet
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.submissions import commit


def show_saved(sheet: Sheet) -> Response:
    """Commit what was saved, and return a redirect to the sheet, or the sheet itself to an open page of it.

    ``sheet`` is the game with what was saved: nothing is read again.
    """
    answer = back_to_sheet(sheet.play.id)
    commit(answer)
    if not leads_here(answer):
        return answer
    if isinstance(sheet.play, PlaySnapshot):
        sheet.play = sheet.play._replace(version=sheet.play.version + 1)
    g.replies = True
    return with_address(make_response(render_sheet(SheetPage(sheet))), answer.location or "")
