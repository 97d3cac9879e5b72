"""How a game would have gone under other house rules; nothing is saved."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, render_template, request

from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.saying import NOTHING, Parts, Say
from scorekeeper.store.plays.change_log import GameLayout
from scorekeeper.store.plays.edits import Seating, under_rules
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.plays.changes.settings import rules_form, settings_form, typed_rules
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.scores import total_changes
from scorekeeper.web.wording.changes import say_rules
from scorekeeper.web.wording.what_if import say_what_if, say_without

bp = Blueprint("what_if", __name__, url_prefix="/plays/<int:play_id>/what-if")


@bp.get("")
def what_if(play_id: int) -> str | tuple[str, int]:
    """Show the house rules of a game to change, and how it would have gone under those in the address."""
    sheet = load_sheet(play_id)
    game, typed = sheet.setup.game, settings_form(sheet, None)
    if request.args:
        title = typed.getlist("title")
        # The form says every rule, by leaving out those that are not ticked; an address may say just some.
        typed = Typed() if "look" in request.args else typed
        for name, values in request.args.lists():
            typed.setlist(name, values)
        typed.setlist("title", title)
    problems: Sequence[Problem] = ()
    answer: Mapping[str, Any] = {}
    try:
        if request.args:
            seated = [Seating(*seat, at) for at, seat in enumerate(GameLayout.of(sheet.play, []).seats)]
            answer = compare(sheet, typed_rules(sheet, game, typed, seated))
    except Refused as refused:
        problems = refused.problems
    form = rules_form(sheet, game, typed, problems, sheet.setup.table.players)
    form["rules"] = [control for control in form["rules"] if control.name != "title"]
    page = render_template("plays/changes/what_if.html", sheet=sheet, **form, **answer)
    return (page, 422) if problems else page


def compare(sheet: Sheet, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return how a game would have gone under other house rules, by its names in the template.

    It is compared with the game by today's rules. Each of the ``totals`` comes with the coins before and
    after, if it ``pays`` any. Raises Refused if the house rules don't fit the table.
    """
    before, now = sheet.by_rules, GameLayout.of(sheet.play, sheet.rows)
    if options == now.options:
        return {"outcome": Say("Nothing would change.")}
    edit, refused = under_rules(sheet, options)
    rules, totals = say_rules(now, edit.layout, before.setup.game), total_changes(before, edit)
    # A recipe calls its target what it likes.
    names_target = [*rules] == ["target"] and now.game != RECIPE
    target = edit.result.setup.target if names_target else None
    pays = edit.result.setup.unit != "coins" and any((*before.payout, *edit.result.payout))
    if pays:
        totals = [total._replace(seats=(seat,)) for total in totals for seat in total.seats]
    coins = [(before.payout[total.seats[0]], edit.result.payout[total.seats[0]]) for total in totals]
    return {
        "outcome": say_what_if(before, edit, target),
        "changed": Parts(*rules.values()) if target is None else NOTHING,
        "without": [*say_without(edit, refused)],
        "totals": [*zip(totals, coins, strict=True)],
        "pays": pays,
        "setup": edit.result.setup,
    }
