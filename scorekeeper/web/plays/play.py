"""A play as a whole: ending it, beginning it again, a note on it, throwing it away."""

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response

from scorekeeper.domain import MAX_NOTE_LENGTH
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.renaming import Renaming
from scorekeeper.store.clubs.people import current_names
from scorekeeper.store.database import db
from scorekeeper.store.models import now
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.store.plays.starting import start_play, unstarted_plays
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.sheet import back, load

bp = Blueprint("plays", __name__, url_prefix="/plays/<int:play_id>")


@bp.post("/stop")
def stop(play_id: int) -> Response:
    """End the game early."""
    commands.end_play(load(play_id))
    db.session.commit()
    return back(play_id)


@bp.post("/go-on")
def go_on(play_id: int) -> Response:
    """Go on with a game that was ended early."""
    commands.continue_play(load(play_id))
    db.session.commit()
    return back(play_id)


@bp.post("/again")
def again(play_id: int) -> Response:
    """The same game again: same seats and house rules, the deal moves on. Tapped twice it begins once."""
    sheet = load(play_id)
    play = sheet.play
    if not sheet.result.ending:
        raise Conflict("The game is not over yet.")
    begun = next(iter(unstarted_plays(play.night_id, play.game, play.id)), None)
    if begun is None:
        seats = current_names((chair.player_id, chair.name) for chair in play.seats)
        # House rules may name somebody who goes by another name now.
        options = Renaming.of(sheet.as_json(stopped=False), [name for _, name in seats]).options
        begun = start_play(play.night_id, play.game, dict(options), seats, sheet.result.state.dealer)
    play_id = begun.id
    db.session.commit()
    return back(play_id)


@bp.post("/note")
def note(play_id: int) -> Response:
    """Keep a note on the game."""
    play = load(play_id).play
    # A form sends a line's end as two characters, and the browser counts it as one.
    text = request.form.get("note", "").replace("\r\n", "\n").strip()
    if len(text) > MAX_NOTE_LENGTH:
        long = f"The note has {len(text)} characters; the limit is {MAX_NOTE_LENGTH}. Go back and shorten it."
        raise Refused([Problem("note", long)])
    commands.update_play(play.id, note=text)
    db.session.commit()
    return back(play_id)


@bp.post("/delete")
def delete(play_id: int) -> Response:
    """Throw the game away; the night's page can bring it back."""
    play = access.play_or_404(play_id)
    commands.update_play(play.id, deleted_at=now())
    db.session.commit()
    return redirect(url_for("nights.night", night_id=play.night_id))


@bp.post("/restore")
def restore(play_id: int) -> Response:
    """Bring back a game that was thrown away."""
    commands.update_play(access.play_or_404(play_id).id, deleted_at=None)
    db.session.commit()
    return back(play_id)
