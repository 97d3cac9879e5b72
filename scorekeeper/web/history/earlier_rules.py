"""The games of a club that today's rules would score differently or have ended.

Hosts keep the results of finished ones or change them; about a running one, its table decides.
"""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.final_result import described
from scorekeeper.rules.saying import Sentences
from scorekeeper.store.live.versions import note_change, raise_all_versions
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.editions import keep_results, plays_by_earlier_rules
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.requests import numbers_in
from scorekeeper.web.submissions import commit

bp = Blueprint("earlier_rules", __name__, url_prefix="/clubs/<int:club_id>/earlier-rules")


class ComparedGame(NamedTuple):
    """A game, and what today's rules would give or why it is over; empty if they don't accept its hands."""

    play: Play
    todays: str | Sentences


@bp.get("")
def overview(club_id: int) -> str:
    """Show the games with their results and what today's rules would give."""
    club = access.club_or_404(club_id, needs=Role.HOST)
    found = Sheet.of_all(plays_by_earlier_rules(club_id))
    games = [ComparedGame(sheet.play, todays(sheet)) for sheet in found]
    return render_template("history/earlier_rules.html", club=club, games=games)


@bp.post("/keep")
def keep(club_id: int) -> Response:
    """Keep the results of the chosen games, or of all."""
    access.club_or_404(club_id, needs=Role.HOST)
    sheets = wanted_sheets(club_id)
    keep_results([sheet.play.id for sheet in sheets])
    return back(club_id, sheets)


@bp.post("/score-again")
def score_again(club_id: int) -> Response:
    """Give the chosen games, or all, the results of today's rules, as far as these accept their hands."""
    access.club_or_404(club_id, needs=Role.HOST)
    sheets = [sheet for sheet in wanted_sheets(club_id) if sheet.can_be_scored]
    for sheet in sheets:
        commands.score_again(sheet, access.device_name())
    return back(club_id, sheets)


def wanted_sheets(club_id: int) -> list[Sheet]:
    """Return the finished games that a form names, or all of which no result was kept yet."""
    chosen = numbers_in(request.form.getlist("play"))
    plays = [play for play in plays_by_earlier_rules(club_id) if play.ended_at]
    return list(
        Sheet.of_all([play for play in plays if play.id in chosen or not (chosen or play.keeps_result)])
    )


def todays(sheet: Sheet) -> str | Sentences:
    """Return what today's rules would give a game, or why they end a running one, in words."""
    if not sheet.can_be_scored:
        return ""
    if sheet.kept is None:
        return SheetPage(sheet).over_note
    return str(described(sheet.by_rules, sheet.kept))


def back(club_id: int, decided: Sequence[Sheet]) -> Response:
    """Return to the list; every open page of the club learns of what was decided."""
    note_change(list({sheet.play.night_id for sheet in decided}))
    raise_all_versions(club_id)
    return commit(redirect(url_for(".overview", club_id=club_id)))
