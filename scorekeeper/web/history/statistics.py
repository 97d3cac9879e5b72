"""Looking back over the years: the club, its records, each player and each game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response
from wtforms import SelectField

from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.outcome import EXACT, MADE, OVER
from scorekeeper.rules.saying import Say
from scorekeeper.rules.strokes import Strokes
from scorekeeper.rules.words import HAND, ROUND, Noun, percent, short_names
from scorekeeper.store.history import bids as bidding
from scorekeeper.store.history import records, statistics
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import Balance
from scorekeeper.store.models import Club, Player
from scorekeeper.web.clubs import access
from scorekeeper.web.drawings.course import PHONE, CourseDrawing, Series, draw_course
from scorekeeper.web.drawings.strokes import draw_strokes
from scorekeeper.web.filters import short_day
from scorekeeper.web.forms.plain_form import DateRangeForm
from scorekeeper.web.history.choosing_games import choose_games
from scorekeeper.web.wording.nights import say_leads

bp = Blueprint("statistics", __name__, url_prefix="/clubs/<int:club_id>/statistics")
bp.add_app_template_filter(percent)

MOST_LINES = 6
"""The most players in the course of the games won; the table has everyone."""


class ScopeForm(DateRangeForm):
    """The games that count. It is sent in the URL, so that a page can be bookmarked and shared."""

    game = SelectField("Game", validate_choice=False)
    wanted: Mapping[str, str]

    def scope(self, club: Club) -> Scope:
        """Return the games that count."""
        return Scope(club.id, tuple(self.wanted), self.since.data, self.until.data)


@bp.get("")
def club_statistics(club_id: int) -> Response | tuple[str, int] | str:
    """Show what the club has played, and who has won."""
    club = access.club_or_404(club_id)
    form = scope_form(club)
    if not form.validate():
        return render_statistics("history/club_statistics.html", club, form), 422
    scope = form.scope(club)
    results, summaries = statistics.night_results(scope), statistics.game_summaries(scope)
    standings = statistics.sum_up(scope, results)
    return render_statistics(
        "history/club_statistics.html",
        club,
        form,
        standings=standings,
        summaries=summaries,
        nights=statistics.count_nights(results),
        leads=say_leads(standings),
        chart=sums_chart(
            Say("Games won, night by night"),
            [(one.person_id, one.name, one.wins) for one in standings],
            {night.night: night.wins for night in statistics.wins_by_night(results)},
        ),
        shares=bidding.bid_shares(scope),
    )


@bp.get("/records")
def club_records(club_id: int) -> Response | tuple[str, int] | str:
    club = access.club_or_404(club_id)
    form = scope_form(club)
    if not form.validate():
        return render_statistics("history/records.html", club, form), 422
    scope = form.scope(club)
    return render_statistics(
        "history/records.html",
        club,
        form,
        runs=records.longest_runs(scope),
        richest_night=records.richest_night(scope),
        highest_bid=records.highest_exact_bid(scope) if scope.games else None,
        richest_game=records.richest_game(scope),
        longest_night=records.longest_night(scope),
        longest_game=records.longest_game(scope),
        names=statistics.names_of(club.id),
    )


@bp.get("/players/<int:player_id>")
def player_statistics(club_id: int, player_id: int) -> Response | tuple[str, int] | str:
    """Show the results of a player."""
    club = access.club_or_404(club_id)
    form = scope_form(club)
    one = access.club_player_or_404(club, player_id)
    if one.person_id is not None:
        return redirect(
            url_for(".player_statistics", club_id=club.id, player_id=one.person_id, **requested_filters())
        )
    if not form.validate():
        return render_statistics("history/player_statistics.html", club, form, player=one), 422
    scope = form.scope(club)
    games = statistics.games_of_player(scope, one.id)
    duels = statistics.duels(scope, one.id)
    return render_statistics(
        "history/player_statistics.html",
        club,
        form,
        player=one,
        games=games,
        total=statistics.total_standing(one, games),
        alone=statistics.played_alone(scope, one.id),
        chances=statistics.chances(games),
        runs=records.longest_runs(scope, one.id),
        bids=bidding.records_by_game(bidding.bid_outcomes(scope, one.id)),
        against=[duel for duel in duels if duel.against],
        partners=[duel for duel in duels if duel.together],
        hand_partners=bidding.hand_partners(scope, one.id),
        chart=coins_chart(one, statistics.coin_balance(scope, one.id)),
    )


@bp.get("/games/<key>")
def game_statistics(club_id: int, key: str) -> Response | tuple[str, int] | str:
    """Show how one game is played in this club."""
    club = access.club_or_404(club_id)
    form, game = scope_form(club, key), counted_game(club, key)
    if not form.validate():
        return render_statistics("history/game_statistics.html", club, form, game=game), 422
    scope = form.scope(club)
    bids = bidding.records_by_bid(bidding.bid_outcomes(scope))
    figures = statistics.figures_of_games(scope)
    return render_statistics(
        "history/game_statistics.html",
        club,
        form,
        game=game,
        summary=statistics.game_summary(scope),
        standings=statistics.standings(scope),
        winning=statistics.winning_totals(figures),
        minutes=statistics.game_minutes(figures),
        by_players=statistics.figures_by_players(figures),
        bids=bids,
        outcomes=[
            outcome
            for outcome in (EXACT, OVER, MADE)
            if any(record.with_outcome(outcome) for record in bids.values())
        ],
        shares=bidding.bid_shares(scope),
        highest_bid=records.highest_exact_bid(scope),
        best_hand=records.best_hand(scope),
        highest=records.highest_total(scope),
        longest=records.longest_game(scope),
        names=statistics.names_of(club.id),
    )


def scope_form(club: Club, game: str = "") -> ScopeForm:
    """Return the form as the URL fills it in; an unknown game is not found."""
    form = ScopeForm(request.args)
    asked = choose_games(form.game, club, Say("All games"))
    form.wanted = {game: ""} if game else asked
    return form


class CountedGame(NamedTuple):
    """A game that is counted: what it is known as, its name, and what its hands are called."""

    key: str
    name: str
    hand_noun: Noun


def counted_game(club: Club, known_as: str) -> CountedGame:
    """Return one of the catalogue, or one that the club has named, even if none counts. Aborts with 404."""
    if game := CATALOGUE.get(known_as):
        return CountedGame(game.key, game.name, game.hand_noun)
    if named := statistics.game_summary(Scope(club.id, (known_as,))):
        return CountedGame(known_as, named.title, ROUND if named.game == OWN_GAME else HAND)
    return CountedGame(known_as, dict(statistics.named_games(club.id)).get(known_as) or abort(404), HAND)


def requested_filters() -> dict[str, Any]:
    """Return the filters in the URL, for the links of the page to keep."""
    asked = request.args.lists()
    return {name: texts for name, texts in asked if name in ("game", "since", "until") and any(texts)}


def render_statistics(template: str, club: Club, form: ScopeForm, **shown: Any) -> str:
    """Return a page of the statistics; if the filters are invalid, it has only the form."""
    days = {name: text for name, text in requested_filters().items() if name != "game"}
    return render_template(
        template,
        club=club,
        form=form,
        asked=requested_filters(),
        days=days,
        catalogue=CATALOGUE,
        strokes_of=lambda number, bid=None: draw_strokes(Strokes(number, bid)),
        FEWEST_BIDS=bidding.FEWEST_BIDS,
        **shown,
    )


def sums_chart(
    title: Say,
    players: Sequence[tuple[int, str, int]],
    nights: Mapping[int, Mapping[int, int]],
    letters: int = PHONE,
    plain: bool = False,
) -> CourseDrawing | None:
    """Return the course of what the first players have; None if nobody has any, or before two nights.

    ``players`` are the id, the name and the sum of each, the best first; ``nights`` are their sums by id
    after the nights with these numbers. The others are as in ``draw_course``.
    """
    shown = [one for one in players[:MOST_LINES] if one[2]]
    if not shown or len(nights) < 2:
        return None
    series = [
        Series(
            name,
            [0, *(sums.get(person, 0) for sums in nights.values())],
            [person],
            short,
            total == players[0][2],
        )
        for (person, name, total), short in zip(shown, short_names([one[1] for one in shown]), strict=True)
    ]
    numbers = [0, *nights]
    steps = [str(number) for number in numbers]
    return draw_course(title, steps, series, positions=numbers, letters=letters, plain=plain)


def coins_chart(player: Player, balance: Sequence[Balance]) -> CourseDrawing | None:
    """Return the chart of someone's coins; None if they never had any, or played on one night only."""
    if len(balance) < 2 or not any(night.coins for night in balance):
        return None
    days = [night.day for night in balance]
    positions = [day.toordinal() for day in days]
    series = Series(player.name, [night.coins for night in balance], [player.id])
    return draw_course(
        Say("Coins, night by night"), [short_day(day) for day in days], [series], positions=positions
    )


@bp.app_template_filter()
def tenth(tenths: int) -> str:
    """Return a number of tenths as a decimal: "4.5"."""
    return f"{'−' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}"
