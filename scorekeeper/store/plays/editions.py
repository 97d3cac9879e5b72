"""Games that today's rules score differently or would have ended, and comparing all games with them."""

import logging
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, case, func, or_, select, update
from sqlalchemy.orm import selectinload

from scorekeeper.domain import EARLIER, IMPORTED
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store.database import db
from scorekeeper.store.live.versions import raise_access_version, raise_versions
from scorekeeper.store.models import Night, Play
from scorekeeper.store.plays.play_statistics import VERSION, PlayFigures, figures_of, keep_figures
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.transactions import begin_writing, lock_of_club

log = logging.getLogger(__name__)

_edition = func.coalesce(Play.edition, "")
# What was imported from other programs is by no edition; and nobody knows the rules of a game that is gone.
IS_OUTDATED = (
    Play.game.in_(bindparam("installed", expanding=True))
    & (Play.game + " " + _edition).not_in(bindparam("todays", expanding=True))
    & (_edition != IMPORTED)
)
"""The condition that another edition than that of ``todays_rules`` gave the result of a game."""

_by_earlier_rules = (
    Play.deleted_at.is_(None)
    & case((Play.ended_at.is_(None), Play.edition == EARLIER), else_=IS_OUTDATED)
    & select(Night.id).where(Night.id == Play.night_id, Night.deleted_at.is_(None)).exists()
)
COUNT = select(func.count(Play.id)).where(_by_earlier_rules, Play.keeps_result.is_(False))
COUNT_OF_CLUB = COUNT.where(Play.club_id == bindparam("club"))
BY_EARLIER_RULES = (
    select(Play)
    .where(_by_earlier_rules, Play.club_id == bindparam("club"))
    .options(selectinload(Play.seats))
    .order_by(Play.started_at.desc(), Play.id.desc())
)


class Compared(NamedTuple):
    """A game compared with today's rules.

    Attributes:
        edition: the edition that gave its result, as far as is known.
        figures: its figures for the statistics, if it is finished and can be scored.
    """

    edition: str
    figures: PlayFigures | None = None


def todays_rules() -> dict[str, list[str]]:
    """Return the games that are installed, and each with the edition of today's rules."""
    editions = [f"{key} {game.edition}" for key, game in CATALOGUE.items()]
    return {"installed": [*CATALOGUE], "todays": editions}


def count_by_earlier_rules(club_id: int | None = None) -> int:
    """Return how many games today's rules would score differently, in a club or in all.

    Those of which a host has kept the result are left out. Running ones that these rules would have ended, or
    that they don't accept, count too.
    """
    if club_id is None:
        return db.session.scalar(COUNT, todays_rules()) or 0
    return db.session.scalar(COUNT_OF_CLUB, {"club": club_id, **todays_rules()}) or 0


def plays_by_earlier_rules(club_id: int) -> Sequence[Play]:
    """Return the games of a club that today's rules would score differently, newest first."""
    return db.session.scalars(BY_EARLIER_RULES, {"club": club_id, **todays_rules()}).all()


def keep_results(play_ids: Sequence[int]) -> None:
    """Keep the results of these games, without asking hosts about them again."""
    db.session.execute(update(Play), [{"id": play_id, "keeps_result": True} for play_id in play_ids])


def compare_all(limit: int = 100) -> None:
    """Compare every game with today's rules, as far as that wasn't done; no result changes.

    Each batch is committed: an interrupted run can continue. Anything that adds finished games in another way
    than ``commands``, such as an import, calls it when done.
    """
    after = 0
    while ids := compare_some(limit, after):
        after = ids[-1]
    db.session.remove()


def compare_some(limit: int = 100, after: int = 0) -> Sequence[int]:
    """Compare up to ``limit`` games with larger ids than ``after``, and return their ids.

    A finished one with the same result gets today's edition; the others keep theirs. All get the figures of
    the statistics, if they have none. A running one gets today's edition, too, or EARLIER if these rules end
    it or don't accept it. The games are scored before the database is locked; one that has changed by then is
    left for the next time.
    """
    finished = Play.ended_at.is_not(None) & or_(
        Play.counted < VERSION, Play.keeps_result.is_(False) & IS_OUTDATED
    )
    running = Play.ended_at.is_(None) & Play.deleted_at.is_(None) & Play.edition.is_not(None) & IS_OUTDATED
    some = select(Play).where(Play.id > after, or_(finished, running)).order_by(Play.id).limit(limit)
    plays = db.session.scalars(some.options(selectinload(Play.seats)), todays_rules()).all()
    if not plays:
        return ()
    ids, clubs = [play.id for play in plays], {play.club_id for play in plays}
    found = {sheet.play.id: (sheet.play.version, _compared(sheet)) for sheet in Sheet.of_all(plays)}
    db.session.rollback()
    begin_writing(*map(lock_of_club, sorted(clubs)))
    again = select(Play).where(Play.id.in_(ids)).options(selectinload(Play.seats))
    _keep(
        [(play, found[play.id][1]) for play in db.session.scalars(again) if play.version == found[play.id][0]]
    )
    for club_id in clubs:
        # The figures of results are published.
        raise_access_version(club_id)
    db.session.commit()
    return ids


def _keep(plays: Sequence[tuple[Play, Compared]]) -> None:
    """Keep what was found out about games."""
    keep_figures(*((play, compared.figures) for play, compared in plays if compared.figures))
    for play, compared in plays:
        if play.ended_at is None and compared.edition == EARLIER != play.edition:
            # Open pages ask the table.
            raise_versions(play.night_id, play.id)
        play.edition = compared.edition
        if play.ended_at is not None:
            play.counted = VERSION


def _compared(sheet: Sheet) -> Compared:
    """Return what today's rules say of a game: nothing but its edition if it is running or can't be scored.

    Its game may no longer be installed, or a hand damaged.
    """
    play = sheet.play
    try:
        result, by_rules = sheet.result, sheet.by_rules
    except ValueError as refused:
        log.warning("Play %s could not be scored: %s", play.id, refused)
        return Compared((play.ended_at and play.edition) or EARLIER)
    todays = str(by_rules.setup.game.edition)
    if sheet.kept is None:
        return Compared(EARLIER if sheet.is_open else todays)
    figures = figures_of(result)
    for seat, kept in zip(figures.seats, sheet.kept.seats, strict=True):
        seat["side"] = seat["side"] if kept.side is None else kept.side
    if result is by_rules:
        return Compared(todays, figures)
    return Compared(EARLIER if play.edition in (None, todays) else play.edition, figures)
