"""Looking back over the years: the club, its records, each player and each game."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response
from wtforms import SelectField

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.outcome import EXACT, MADE, OVER
from scorekeeper.store.history import bids as bidding
from scorekeeper.store.history import records as best
from scorekeeper.store.history import statistics as sums
from scorekeeper.store.history.bids import Record
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import Balance, Standing
from scorekeeper.store.models import Club, Player
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.date_range import DateRangeForm
from scorekeeper.web.history.charts import Bar, BarChart, LineChart, Series, bar_chart, line_chart

bp = Blueprint("statistics", __name__, url_prefix="/clubs/<int:club_id>/statistics")

MOST_BARS = 12
"""In a chart of players; the table has everybody."""


class ScopeForm(DateRangeForm):
    """Which games count. It is sent as an address, so that a page can be kept and passed on."""

    game = SelectField("Game", validate_choice=False)

    def scope(self, club: Club) -> Scope:
        """The games that are meant."""
        return Scope(club.id, self.game.data or "", self.since.data, self.until.data)


@bp.get("")
def club(club_id: int) -> Response | tuple[str, int] | str:
    """What the club has played, and who has won."""
    club, form = access.club_or_404(club_id), the_form()
    if not form.validate():
        return page("history/club_statistics.html", club, form), 422
    scope = form.scope(club)
    standings, kinds = sums.standings(scope), sums.kinds(scope)
    return page(
        "history/club_statistics.html",
        club,
        form,
        standings=standings,
        kinds=kinds,
        nights=sums.nights(scope),
        chart=wins_chart(standings),
    )


@bp.get("/records")
def records(club_id: int) -> Response | tuple[str, int] | str:
    """The club's records."""
    club, form = access.club_or_404(club_id), the_form()
    if not form.validate():
        return page("history/records.html", club, form), 422
    scope = form.scope(club)
    return page(
        "history/records.html",
        club,
        form,
        runs=best.longest_runs(scope),
        richest_night=best.richest_night(scope),
        richest_game=best.richest_game(scope),
        longest_night=best.longest_night(scope),
        longest_game=best.longest_game(scope),
        names=sums.names_of(club.id),
    )


@bp.get("/players/<int:player_id>")
def player(club_id: int, player_id: int) -> Response | tuple[str, int] | str:
    """How somebody did."""
    club, form = access.club_or_404(club_id), the_form()
    one = access.club_player_or_404(club, player_id)
    if one.person_id is not None:
        return redirect(url_for(".player", club_id=club.id, player_id=one.person_id, **asked()))
    if not form.validate():
        return page("history/player_statistics.html", club, form, player=one), 422
    scope = form.scope(club)
    games = sums.games_of(scope, one.id)
    duels = sums.duels(scope, one.id)
    return page(
        "history/player_statistics.html",
        club,
        form,
        player=one,
        games=games,
        total=sums.altogether(one, games),
        runs=best.longest_runs(scope, one.id),
        bids=bidding.by_game(bidding.bids(scope, one.id)),
        against=[duel for duel in duels if duel.against],
        partners=[duel for duel in duels if duel.together],
        for_a_hand=bidding.partners(scope, one.id),
        chart=coins_chart(one, sums.balance(scope, one.id)),
    )


@bp.get("/games/<key>")
def game(club_id: int, key: str) -> Response | tuple[str, int] | str:
    """How one game is played in this club."""
    club, form = access.club_or_404(club_id), the_form(key)
    if not form.validate():
        return page("history/game_statistics.html", club, form, game=CATALOGUE[key]), 422
    scope = form.scope(club)
    bids = bidding.by_size(bidding.bids(scope))
    return page(
        "history/game_statistics.html",
        club,
        form,
        game=CATALOGUE[key],
        kind=next(iter(sums.kinds(scope)), None),
        standings=sums.standings(scope),
        winning=sums.winning_totals(scope),
        minutes=sums.minutes(scope),
        bids=bids,
        ways=[way for way in (EXACT, OVER, MADE) if any(record.of(way) for record in bids.values())],
        chart=bids_chart(bids),
        best_hand=best.best_hand(scope),
        highest=best.highest_total(scope),
        longest=best.longest_game(scope),
        names=sums.names_of(club.id),
    )


def the_form(game: str = "") -> ScopeForm:
    """What the address asks for; a game that nobody knows is not found."""
    form = ScopeForm(request.args)
    form.game.choices = [("", "All games"), *sorted((key, one.name) for key, one in CATALOGUE.items())]
    if game:
        form.game.data = game
    if form.game.data and form.game.data not in CATALOGUE:
        abort(404)
    return form


def asked() -> dict[str, Any]:
    """What was asked for in the address, to be asked for by the next one too."""
    return {name: text for name, text in request.args.items() if name in ("game", "since", "until") and text}


def page(template: str, club: Club, form: ScopeForm, **shown: Any) -> str:
    """A page with what it shows; refused, it has only the form."""
    days = {name: text for name, text in asked().items() if name != "game"}
    return render_template(
        template, club=club, form=form, asked=asked(), days=days, catalogue=CATALOGUE, **shown
    )


def wins_chart(standings: Sequence[Standing]) -> BarChart | None:
    """Who has won how often."""
    bars = [
        Bar(one.name, one.wins, one.person_id, f"{one.wins} of {one.plays}") for one in standings[:MOST_BARS]
    ]
    return bar_chart("Games won", bars) if bars else None


def coins_chart(player: Player, balance: Sequence[Balance]) -> LineChart | None:
    """Somebody's coins over the nights; none where no coin ever moved, or on one night alone."""
    if len(balance) < 2 or not any(night.coins for night in balance):
        return None
    days = [night.at.astimezone().date() for night in balance]
    places = [day.toordinal() for day in days]
    series = Series(player.name, [night.coins for night in balance], player.id)
    return line_chart("Coins, night by night", [short(day) for day in days], [series], places)


def bids_chart(bids: Mapping[int | None, Record]) -> BarChart | None:
    """Which share of the bids of each size was made."""
    sizes = [(size, record) for size, record in bids.items() if size is not None]
    bars = [
        Bar(f"Bid {size}", percent(record.made, record.bids), None, f"{record.made} of {record.bids}")
        for size, record in sizes
    ]
    return bar_chart("Bids made, by size", bars) if bars else None


@bp.app_template_filter()
def percent(part: int, whole: int) -> int:
    """A share in whole hundredths."""
    return (200 * part + whole) // (2 * whole) if whole else 0


@bp.app_template_filter()
def tenth(tenths: int) -> str:
    """A number given in tenths, as it is written: "4.5"."""
    return f"{tenths // 10}.{tenths % 10}"


@bp.app_template_filter()
def short(day: date | datetime) -> str:
    """A day where there is little room: "21 Nov 2026"."""
    local = day.astimezone() if isinstance(day, datetime) else day
    return f"{local.day} {local:%b %Y}"
