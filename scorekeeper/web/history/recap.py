"""The recap of a game: its result, a chart, every hand with its reasons, and its house rules."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from flask import Blueprint, Response, render_template

from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import DAY, HOUR, MINUTE, counted, listed
from scorekeeper.store.models import Play
from scorekeeper.web.filters import iso_day
from scorekeeper.web.history.charts import LineChart, Series, line_chart
from scorekeeper.web.history.picture import send_picture
from scorekeeper.web.history.recap_rows import explain_hands, needs_small_type
from scorekeeper.web.history.svg_layout import truncate, wrap
from scorekeeper.web.plays.loading import back_to_sheet, load_sheet
from scorekeeper.web.plays.scores import newest_rows
from scorekeeper.web.plays.sheet_page import SheetPage

bp = Blueprint("recap", __name__, url_prefix="/plays/<int:play_id>")

LONGEST_GAME = timedelta(days=100)
"""A game that seems to have taken longer was played while the clock was set."""

REASON_LETTER = 6.8
"""The width of a letter in the sentences of the picture."""


class AgreedRule(NamedTuple):
    """A house rule: its label, its value in words, and whether that is the default."""

    label: str
    words: str
    is_default: bool


@bp.get("/recap")
def recap(play_id: int) -> Any:
    """Show the whole game on a page."""
    view = SheetPage(load_sheet(play_id))
    play, result = view.sheet.play, view.result
    if play.deleted_at or play.night.deleted_at:
        return back_to_sheet(play_id)
    rows, because = newest_rows(result, len(result.hands))[::-1], explain_hands(result)
    return render_template(
        "history/recap.html",
        view=view,
        play=play,
        game=result.setup.game,
        title=result.setup.title,
        table=result.setup.table,
        ending=result.ending,
        payout=result.payout,
        in_coins=shows_payout(view),
        rows=[*zip(rows, because, strict=True)],
        dense=needs_small_type(rows, because),
        chart=totals_chart(view),
        agreed=agreed_rules(result.setup),
        lasted=lasted_text(play),
    )


@bp.get("/recap.svg")
def picture(play_id: int) -> Response:
    """Send the result and the chart as a picture to share."""
    view = SheetPage(load_sheet(play_id))
    setup, ending = view.result.setup, view.result.ending
    won = f"{listed(setup.table.names(ending.winners))} won" if ending and ending.winners else "Nobody won"
    return send_picture(
        "history/recap.svg",
        f"{setup.game.key}-{iso_day(view.sheet.play.started_at, view.sheet.play.night.time_zone)}",
        view=view,
        play=view.sheet.play,
        title=setup.title,
        headline=wrap(won if ending else "Still running", 360, 10.5),
        why=wrap(f"{ending.why}.", 360, REASON_LETTER) if ending else [],
        chart=totals_chart(view),
        in_coins=shows_payout(view),
        truncate=truncate,
    )


def shows_payout(view: SheetPage) -> bool:
    """Return whether the totals are the coins that everyone won or lost."""
    payout = view.result.payout
    return all(side.coins and side.total == payout[side.seats[0]] for side in view.columns)


def totals_chart(view: SheetPage) -> LineChart | None:
    """Return the chart of the totals, starting before the first hand; None if no hand was played."""
    hands, seats, setup = view.result.hands, view.sheet.play.seats, view.result.setup
    if not hands:
        return None
    first = setup.opening.totals
    series = [
        Series(
            listed(column.names),
            [totals[column.seats[0]] for totals in (first, *(played.totals for played in hands))],
            seats[column.seats[0]].player_id,
        )
        for column in view.columns
    ]
    noun = setup.game.hand_noun.one
    return line_chart(f"Totals, {noun} by {noun}", [str(number) for number in range(len(hands) + 1)], series)


def agreed_rules(setup: Setup) -> Sequence[AgreedRule]:
    """Return the house rules of a game, those that differ from the default first."""
    found = []
    for name, entry in setup.game.house_rules.items():
        if not entry.offered(setup.table):
            continue
        value, usual = getattr(setup.table.rules, name), entry.blank(setup.table)
        if name == "target" and value is not None and setup.target is None:
            continue  # Another rule took its place.
        none = entry.null or "none"
        words = none if value is None else entry.describe(entry.write(value, setup.table), setup.table)
        found.append(AgreedRule(entry.label, words, value == usual))
    return sorted(found, key=lambda rule: rule.is_default)


def lasted_text(play: Play) -> str:
    """Return how long a game took in words; empty while it runs, and where the clock was set in between."""
    took = play.ended_at - play.started_at if play.ended_at else None
    return duration_text(took) if took is not None and timedelta() <= took < LONGEST_GAME else ""


def duration_text(time: timedelta) -> str:
    """Return a duration in words: "1 hour 20 minutes"."""
    minutes = max(1, round(time.total_seconds() / 60))
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [(days, DAY), (hours, HOUR), (0 if days else minutes, MINUTE)]
    return " ".join(counted(number, unit) for number, unit in parts if number)
