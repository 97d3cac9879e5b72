"""Seasons: their list, the page of each with its table, and making, closing and removing them."""

from collections.abc import Iterable, Iterator
from datetime import date
from heapq import heappop, heappush
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.saying import Say
from scorekeeper.rules.words import short_names
from scorekeeper.store.database import db, now
from scorekeeper.store.history.seasons import (
    WINS,
    SeasonChange,
    SeasonRules,
    SeasonTable,
    close_season,
    club_season,
    compare_rows,
    games_of_results,
    remove_season,
    reopen_season,
    restore_season,
    save_season,
    season_table,
    seasons_of,
    table_of_season,
)
from scorekeeper.store.history.statistics import thin
from scorekeeper.store.models import Club, Season
from scorekeeper.store.time_zones import evening_of
from scorekeeper.web.clubs import access
from scorekeeper.web.drawings.blocks import BlocksDrawing, Worth, draw_blocks
from scorekeeper.web.drawings.course import PHONE, CourseDrawing
from scorekeeper.web.history.choosing_games import names_of_games
from scorekeeper.web.history.season_form import CountingForm, SeasonForm, typed_counting
from scorekeeper.web.history.statistics import MOST_LINES, sums_chart
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit
from scorekeeper.web.wording.seasons import (
    say_season,
    say_season_change,
    say_season_rules,
    say_unranked,
)

bp = Blueprint("seasons", __name__, url_prefix="/clubs/<int:club_id>/seasons")

DEEDS = {"close": close_season, "reopen": reopen_season, "remove": remove_season, "restore": restore_season}
"""What a host can do with a season besides changing it."""

MOST_NIGHTS = 40
"""The most nights in the course of a season."""


class OpenedSeason(NamedTuple):
    """A season of a club, with its rules and its table.

    Attributes:
        over: whether nothing more counts for it.
    """

    club: Club
    season: Season
    rules: SeasonRules
    table: SeasonTable
    over: bool

    @property
    def filters(self) -> dict[str, Any]:
        """What the address of the archive says to show the games behind it."""
        days = {"since": self.season.since, "until": self.season.until}
        return {"game": self.rules.games, **days, "counts": "yes"}


def season_or_404(club_id: int, season_id: int, needs: Role = Role.HOST) -> tuple[Club, Season]:
    """Return a club of this phone, and one of its seasons. Aborts with 404; raises NeedsRole."""
    club = access.club_or_404(club_id, needs=needs)
    return club, club_season(club.id, season_id) or abort(404)


def open_season(club_id: int, season_id: int) -> OpenedSeason:
    """Return a season to look at. Aborts with 404; raises NeedsRole."""
    club, season = season_or_404(club_id, season_id, Role.MEMBER)
    over = season.closed_at is not None or season.until < day_here()
    return OpenedSeason(club, season, SeasonRules.of_season(season), table_of_season(season), over)


def day_here() -> date:
    """Return the day on this machine; until the morning it is that of the evening before."""
    return evening_of(now())


@bp.get("")
def overview(club_id: int) -> str:
    """Show the club's seasons, the last one first; the one just removed can be put back."""
    club = access.club_or_404(club_id)
    removed = club_season(club.id, request.args.get("removed", 0, type=read_number))
    return render_template(
        "history/seasons.html", club=club, seasons=seasons_of(club.id), removed=removed, today=day_here()
    )


@bp.route("/new", methods=["GET", "POST"])
@bp.route("/<int:season_id>/change", methods=["GET", "POST"])
def change(club_id: int, season_id: int = 0) -> Response | str | tuple[str, int]:
    """Show the form of a new season or of an open one, and save it; a closed one is only shown."""
    if season_id:
        club, season = season_or_404(club_id, season_id)
        if season.closed_at and request.method == "GET":
            return back_to_season(season)
    else:
        club, season = access.club_or_404(club_id, needs=Role.HOST), None
    form = SeasonForm(club.id, season, names_of_games(club), day_here())
    if request.method == "GET" or not form.validate():
        page = render_template("history/season_form.html", club=club, season=season, form=form)
        return page if request.method == "GET" else (page, 422)
    rules = form.rules(form.was, tuple(form.games.data))
    saved = save_season(club.id, form.name.data, form.since.data, form.until.data, rules, season)
    db.session.flush()
    return back_to_season(saved)


@bp.get("/<int:season_id>")
def season(club_id: int, season_id: int) -> str | tuple[str, int]:
    """Show the table of a season, and another one beside it if the address has other rules."""
    opened = open_season(club_id, season_id)
    one, rules, table = opened.season, opened.rules, opened.table
    form = CountingForm(request.args, data=typed_counting(rules))
    asked = not form.data.keys().isdisjoint(request.args)
    valid = not asked or form.validate()
    moved: list[SeasonChange] = []
    if asked and valid:
        other = season_table(one.club_id, one.since, one.until, form.rules(rules, rules.games))
        moved = compare_rows(table.rows, other.rows)
    names = names_of_games(opened.club)
    page = render_template(
        "history/season.html",
        opened=opened,
        head=say_season(table.rows, opened.over)[0],
        counted=say_season_rules(rules, names),
        unranked=say_unranked(table, rules),
        drawing=blocks_of(opened),
        short=short_names([row.name for row in table.rows]),
        chart=course_of_season(opened),
        changes=[say_season_change(change) for change in table.changes],
        form=form,
        asked=asked,
        moved=moved,
        wins=rules.counting == WINS,
    )
    return page if valid else (page, 422)


@bp.get("/<int:season_id>/players/<int:player_id>")
def results(club_id: int, season_id: int, player_id: int) -> str:
    """Show the results of a player by night or by game, those that are dropped struck through."""
    opened = open_season(club_id, season_id)
    one = access.club_player_or_404(opened.club, player_id)
    found = [row for row in opened.table.rows if row.person_id == (one.person_id or one.id)]
    row = found[0] if found else abort(404)
    return render_template(
        "history/season_results.html",
        opened=opened,
        row=row,
        games=games_of_results(row),
        names=names_of_games(opened.club),
    )


@bp.post("/<int:season_id>/<any(close, reopen, remove, restore):deed>")
def decide(club_id: int, season_id: int, deed: str) -> Response:
    """Close a season, or keep the table of a closed one as it is now; reopen, remove or restore it.

    After one was removed, the list offers to put it back.
    """
    _, decided = season_or_404(club_id, season_id)
    DEEDS[deed](decided)
    if deed == "remove":
        return commit(redirect(url_for(".overview", club_id=club_id, removed=season_id), code=303))
    return back_to_season(decided)


def back_to_season(changed: Season) -> Response:
    """Commit, and redirect to the page of a season."""
    address = url_for(".season", club_id=changed.club_id, season_id=changed.id)
    return commit(redirect(address, code=303))


def blocks_of(opened: OpenedSeason) -> BlocksDrawing | None:
    """Return the nights of a season side by side."""
    players = {
        row.person_id: [
            (one.night_id, Worth(one.points) if one.counts else Worth(0, one.points)) for one in row.results
        ]
        for row in opened.table.rows
    }
    return draw_blocks(opened.table.nights, players, wins=opened.rules.counting == WINS)


def course_of_season(opened: OpenedSeason, letters: int = PHONE, plain: bool = False) -> CourseDrawing | None:
    """Return the sums of the best results after each night; None before two nights.

    The results are those of today, so it is also None where a closed season has kept others.
    """
    if opened.table.changes:
        return None
    order = {night: number for number, night in enumerate(opened.table.nights, start=1)}
    nights: dict[int, dict[int, int]] = {number: {} for number in thin([*order.values()], MOST_NIGHTS)}
    for row in opened.table.rows[:MOST_LINES]:
        sums = best_sums((one.points for one in row.results), opened.rules.best)
        after = dict(zip((order[one.night_id] for one in row.results), sums, strict=True))
        total = 0
        for number in order.values():
            total = after.get(number, total)
            if number in nights:
                nights[number][row.person_id] = total
    ranked = [(row.person_id, row.name, row.points) for row in opened.table.rows if row.place]
    won = opened.rules.counting == WINS
    title = Say("Games won, night by night") if won else Say("Points, night by night")
    return sums_chart(title, ranked, nights, letters, plain)


def best_sums(points: Iterable[int], best: int | None) -> Iterator[int]:
    """Yield the sum of the best results after each one."""
    kept: list[int] = []
    total = 0
    for result in points:
        total += result
        heappush(kept, result)
        if best and len(kept) > best:
            total -= heappop(kept)
        yield total
