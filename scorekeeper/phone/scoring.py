"""The part of the app that runs on a phone: the rules themselves score what was entered offline.

``static/engine/worker.js`` calls ``answer`` with a play and the fields of a form as JSON. ``packing.py``
packs this module with everything that it imports.
"""

import json
from collections.abc import Callable, Mapping, Sequence

from jinja2 import Environment, FunctionLoader
from werkzeug.datastructures import MultiDict

from scorekeeper.phone.added_games import add_games, read_data
from scorekeeper.phone.handing_over import hand_over, take_over
from scorekeeper.phone.play import Answer, PhonePlay
from scorekeeper.rules.engine import read_bidding
from scorekeeper.rules.problems import Problem, Refused, next_steps
from scorekeeper.rules.saying import Amount, And, Numbered, Say
from scorekeeper.rules.words import COIN, capital, figure, short_names, signed, text_width
from scorekeeper.web.forms.entry_form import hand_class, read_hand, to_json
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.left_out import describe_left_out, judge_hand, say_so_far, say_to_save
from scorekeeper.web.plays.scores import columns_per_row, total_changes
from scorekeeper.web.wording.hands import consequences, describe_entry, explain_lines, who_scores
from scorekeeper.web.wording.in_html import say
from scorekeeper.web.wording.payments import payments

Fields = Sequence[tuple[str, str]]


def answer(question: str, text: str) -> str:
    """Return the answer to one of QUESTIONS, asked and answered as JSON."""
    document, *more = json.loads(text)
    return json.dumps(QUESTIONS[question](PhonePlay(document), *more))


def preview(play: PhonePlay, fields: Fields) -> Answer:
    """Return what a hand would score and change, or why it is refused."""
    try:
        raw = read_hand(play.setup, typed(fields), play.bidding)
        edit = judge_hand(play, play.number, raw)
    except Refused as refused:
        html = play.draw(CHANGE, problems=refused.problems)
        return {"html": html, "problems": as_json(refused.problems), "hand": None}
    after = play.with_hand(raw)
    return {
        "html": play.draw(CHANGE, before=play.result, change=edit),
        "problems": [],
        "hand": raw,
        "words": words_of(play, raw),
        "play": after,
        "now": score_play(PhonePlay(after)),
    }


def correct(play: PhonePlay, number: int, fields: Fields) -> Answer:
    """Return what correcting a hand would change, or why it is refused.

    If hands after it no longer count, only the server can save it.
    """
    hands, form = [*play.document["sheet"]["hands"]], typed(fields)
    entries = play.game.entries[hand_class(play.game, form)]
    raw = to_json(entries, form, play.table)
    try:
        edit = judge_hand(play, number, raw)
    except Refused as refused:
        return {"problems": as_json(refused.problems)}
    if edit.last < len(hands):
        return {"problems": []}
    hands[number - 1] = raw
    html = play.draw(CHANGE, before=play.result, change=edit)
    return {"html": html, "problems": [], "play": play.with_hands(hands)}


def bid(play: PhonePlay, fields: Fields) -> Answer:
    """Return a bid as JSON and in words, or why it is refused."""
    game = play.setup.game
    try:
        if game.bidding is None:
            raise Refused([Problem("hands", Say("Nobody bids in {game}.", game=game.name))])
        raw = to_json(game.entries[game.bidding], typed(fields), play.setup.table)
        bidding = read_bidding(play.setup, play.result.state, raw, play.number)
    except Refused as refused:
        return {"problems": as_json(refused.problems), "bidding": None}
    called, words = str(bidding.describe_bid(play.hand_table)), words_of(play, raw)
    return {"problems": [], "bidding": raw, "called": called, "words": words, "play": play.with_bid(raw)}


def words_of(play: PhonePlay, raw: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return what was entered, as pairs of a label and a value in words."""
    return [(label, str(Say("{value}", value=value))) for label, value in describe_entry(play.setup, raw)]


def score_play(play: PhonePlay) -> Answer:
    """Return the answer of the scoring contract, and what the sheet shows of it as HTML."""
    ending = play.result.ending
    return {
        "result": play.result.as_json(),
        "number": play.number,
        "dealer": play.dealer,
        # Whose pictures are beside the names, only the page knows.
        "board": play.draw(BOARD, view=play, seats=[{"person_id": 0}] * play.table.n),
        "heading": play.draw(DUE, view=play),
        "ended": str(ending.why) if ending else "",
    }


QUESTIONS: Mapping[str, Callable[..., Answer]] = {
    "preview": preview,
    "bid": bid,
    "correct": correct,
    "score": score_play,
    "hand over": hand_over,
    "take over": take_over,
}


def typed(fields: Fields) -> Typed:
    """Return the fields of a form in order."""
    found: Typed = MultiDict()
    for name, value in fields:
        found.add(name, value)
    return found


def as_json(problems: Sequence[Problem]) -> list[Answer]:
    """Return what is wrong with an entry, as it is said when it is saved."""
    return [{"field": problem.field, "message": str(problem.message)} for problem in next_steps(problems)]


def read_template(name: str) -> str:
    """Return the text of a template, which is in the same archive or folder as the app."""
    return read_data(f"templates/{name}").decode()


environment = Environment(
    loader=FunctionLoader(read_template), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
environment.filters.update(
    capital=capital,
    counted=Amount,
    figure=figure,
    listed=lambda names: And(*names),
    short_names=short_names,
    signed=signed,
    text_width=text_width,
)
environment.globals.update(
    COIN=COIN,
    columns_per_row=columns_per_row,
    consequences=consequences,
    describe_left_out=describe_left_out,
    say_so_far=say_so_far,
    say_to_save=say_to_save,
    draw_icon=lambda name, label="", color="": "",
    explain_lines=explain_lines,
    look=lambda person_id, night_id=None: {},
    numbered=Numbered,
    payments=payments,
    say=say,
    total_changes=total_changes,
    who_scores=who_scores,
)
environment.globals["parts"] = environment.get_template("parts.html").module
BOARD, CHANGE, DUE = (environment.get_template(f"plays/_{name}.html") for name in ("board", "change", "due"))

add_games()
