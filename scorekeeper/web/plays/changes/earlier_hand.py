"""What pages about earlier hands of a game show, and the form of a hand to enter among them."""

from collections.abc import Sequence
from typing import Any

from flask import request

from scorekeeper.rules.problems import Problem
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.forms.entry_form import controls, from_json
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.hand_reading import hand_class
from scorekeeper.web.plays.hand_form import HandForm
from scorekeeper.web.plays.loading import entry_sent
from scorekeeper.web.plays.news import newest_news
from scorekeeper.web.plays.sheet_page import SheetPage


def game_shown(sheet: Sheet) -> dict[str, Any]:
    """Return what all these pages show of the game."""
    page = SheetPage(sheet)
    return {
        "sheet": sheet,
        "play": sheet.play,
        "game": page.game,
        "table": page.table,
        "noun": page.noun,
        "before": page.result,
        "news": newest_news(page),
    }


def form_shown(sheet: Sheet, number: int, typed: Typed, problems: Sequence[Problem]) -> dict[str, Any]:
    """Return what the form of a hand shows that comes before hand ``number``, with what was typed."""
    setup = sheet.setup
    state = sheet.score(sheet.entries[: number - 1], False).state
    form = HandForm(setup, state, state.dealer)
    kind = hand_class(setup.game, typed)
    entries = setup.game.entries[kind]
    others = {mark: setup.game.entries[other][mark] for mark, other in setup.game.special_by_key.items()}
    if not typed.keys() - {"alone"} and kind is setup.game.hand:
        typed = from_json(entries, setup.prefill(state), setup.table)
    return {
        "dealer": state.dealer,
        "alone": typed.get("alone", "") if typed.get("alone") in others else "",
        "others": {mark: e.ask or e.label for mark, e in others.items() if e.offered(setup.table)},
        "controls": controls(entries, form.drawing(typed), problems),
        "sums": form.sums(kind),
        "problems": [problem for problem in problems if problem.field not in entries],
    }


def hand_sent(sheet: Sheet) -> dict[str, Any]:
    """Return the hand in the form that was sent, as JSON."""
    game = sheet.setup.game
    return entry_sent(sheet, game.entries[hand_class(game, request.form)])
