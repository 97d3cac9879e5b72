"""The answer after a hand or its bid was saved."""

from typing import cast

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

    Of a game that goes on only the hands have changed, so nothing else is read again.
    """
    answer = back_to_sheet(sheet.play.id)
    if not leads_here(answer):
        return commit(answer)
    play = cast(PlaySnapshot, sheet.play)
    after = Sheet.of(play._replace(version=play.version + 1))
    if after.result.ending or play.ended_at:
        return commit(answer)
    _ = after.newest
    commit(answer)
    g.replies = True
    return with_address(make_response(render_sheet(SheetPage(after))), answer.location or "")
