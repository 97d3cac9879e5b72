"""Finished games whose result earlier rules gave, and comparing kept results with today's rules."""

import logging
from collections.abc import Sequence

from sqlalchemy import ColumnElement, case, func, or_, select, update
from sqlalchemy.orm import selectinload

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store import turns
from scorekeeper.store.database import begin_writing, db
from scorekeeper.store.models import Night, Play
from scorekeeper.store.plays.play_statistics import VERSION, PlayFigures, figures_of, keep_figures
from scorekeeper.store.plays.sheet import Sheet

EARLIER = "earlier"
"""The edition of a result that today's edition should have given, and didn't, or that came without one."""

log = logging.getLogger(__name__)


def _is_outdated() -> ColumnElement[bool]:
    """Return the condition that another edition than today's gave the result; never if the game is gone."""
    todays = case({key: str(game.edition) for key, game in CATALOGUE.items()}, value=Play.game)
    return func.coalesce(Play.edition, "") != todays


def _by_earlier_rules(club_id: int | None = None) -> ColumnElement[bool]:
    """Return the condition of the games that hosts are asked about, in a club or in all of them."""
    night = select(Night.id).where(Night.id == Play.night_id, Night.deleted_at.is_(None)).exists()
    there = (Play.club_id == club_id) if club_id is not None else Play.club_id.is_not(None)
    shown = there & Play.ended_at.is_not(None) & Play.deleted_at.is_(None) & Play.keeps_result.is_(False)
    return shown & _is_outdated() & night


def count_by_earlier_rules(club_id: int | None = None) -> int:
    """Return how many games today's rules would score differently, in a club or in all of them."""
    return db.session.scalar(select(func.count(Play.id)).where(_by_earlier_rules(club_id))) or 0


def plays_by_earlier_rules(club_id: int) -> Sequence[Play]:
    """Return the games of a club that today's rules would score differently, newest first."""
    query = select(Play).where(_by_earlier_rules(club_id)).options(selectinload(Play.seats))
    return db.session.scalars(query.order_by(Play.started_at.desc(), Play.id.desc())).all()


def keep_results(play_ids: Sequence[int]) -> None:
    """Keep the results of these games, without asking hosts about them again."""
    db.session.execute(update(Play), [{"id": play_id, "keeps_result": True} for play_id in play_ids])


def compare_all(limit: int = 100) -> None:
    """Compare every finished game with today's rules, as far as that wasn't done; no result changes.

    Each batch is committed: an interrupted run can continue. Anything that adds finished games in another way
    than ``commands``, such as an import, calls it when done.
    """
    after = 0
    while ids := compare_some(limit, after):
        after = ids[-1]
    db.session.remove()


def compare_some(limit: int = 100, after: int = 0) -> Sequence[int]:
    """Compare up to ``limit`` finished games with larger ids than ``after``, and return their ids.

    One with the same result gets today's edition; the others keep theirs. All get the figures of the
    statistics, if they have none. The games are scored before the database is locked; one that has changed
    by then is left for the next time.
    """
    due = or_(Play.counted < VERSION, Play.keeps_result.is_(False) & _is_outdated())
    some = select(Play).where(Play.id > after, Play.ended_at.is_not(None), due).order_by(Play.id).limit(limit)
    plays = db.session.scalars(some.options(selectinload(Play.seats))).all()
    if not plays:
        return ()
    ids, clubs = [play.id for play in plays], {play.club_id for play in plays}
    version, figures, editions = {}, {}, {}
    for sheet in Sheet.of_all(plays):
        version[sheet.play.id] = sheet.play.version
        figures[sheet.play.id], editions[sheet.play.id] = _compared(sheet)
    db.session.rollback()
    begin_writing(turns.of_clubs(clubs))
    still = select(Play).where(Play.id.in_(ids), Play.ended_at.is_not(None))
    for play in db.session.scalars(still.options(selectinload(Play.seats))):
        if play.version == version[play.id]:
            play.counted, play.edition = VERSION, editions[play.id]
            if known := figures[play.id]:
                keep_figures(play, known)
    db.session.commit()
    return ids


def _compared(sheet: Sheet) -> tuple[PlayFigures | None, str | None]:
    """Return the figures of a finished game, and the edition that gave its result as far as is known.

    There are no figures if it can't be scored: its game may no longer be installed, or a hand damaged.
    """
    play = sheet.play
    edition = play.edition
    try:
        result, by_rules = sheet.result, sheet.by_rules
    except ValueError as refused:
        log.warning("Play %s could not be scored: %s", play.id, refused)
        return None, edition or EARLIER
    if not result.ending:
        return None, edition
    figures = figures_of(result)
    for seat, kept in zip(figures.seats, sheet.kept.seats if sheet.kept else (), strict=False):
        seat["side"] = seat["side"] if kept.side is None else kept.side
    todays = str(by_rules.setup.game.edition)
    if result is by_rules:
        return figures, todays
    return figures, EARLIER if edition in (None, todays) else edition
