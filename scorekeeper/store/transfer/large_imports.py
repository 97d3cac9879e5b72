"""Looking through large files and importing them, some nights at a time, while everyone goes on playing."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO

from sqlalchemy import func, select

from scorekeeper.exchange.documents import ClubDocument
from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.import_plan import ImportPlan
from scorekeeper.exchange.large_files import (
    LargeNight,
    checksum_of_nights,
    is_altered,
    read_nights,
    read_outline,
    score_nights,
)
from scorekeeper.store import turns
from scorekeeper.store.database import begin_writing, commit_and_go_on, db, now
from scorekeeper.store.models import Club, Play
from scorekeeper.store.plays.play_statistics import recount_some
from scorekeeper.store.transfer import uploads
from scorekeeper.store.transfer.import_diff import plan_import
from scorekeeper.store.transfer.importing import ClubChanged, apply_import
from scorekeeper.store.transfer.uploads import Found, ImportStage, Upload

LOT_BYTES = 128 * 1024
"""About how much of a file is looked through, or written in one transaction, at a time."""

MOST_IN_LOT = 50
"""The most nights at a time: an empty one is short, and takes as long as another."""

SHOWN = 30
"""How many players and nights a page names of those in a file."""


def importing_steps() -> Iterator[None]:
    """Do what is to be done with every large file, and yield after each short step."""
    uploads.delete_old()
    steps = {ImportStage.CHECKING: _look_through, ImportStage.IMPORTING: _import_nights_of}
    for waiting in uploads.unfinished():
        with uploads.claimed(waiting) as file:
            # Another process may have gone on with it since.
            upload = uploads.find(waiting.uid)
            if file is None or upload is None or upload.stage not in steps:
                continue
            try:
                yield from steps[upload.stage](upload, file)
            except BadFile as bad:
                db.session.rollback()
                upload.end(ImportStage.REFUSED, *map(str, bad.flaws))


def _look_through(upload: Upload, file: BinaryIO) -> Iterator[None]:
    """Find out what a file would add. Raises BadFile."""
    outline = read_outline(file)
    upload.total, upload.done = outline.nights, 0
    upload.found = Found(
        club=outline.club.club,
        made_at=outline.club.made_at.isoformat() if outline.club.made_at else "",
    )
    checksum = checksum_of_nights(outline)
    for lot in _lots(read_nights(file, outline.first)):
        document = score_nights(outline.club, lot)
        for night in lot:
            checksum.add_night(night.raw)
        club = db.session.get(Club, upload.club_id) if upload.club_id else None
        _add_to_found(upload.found, plan_import(club, document, now(), lot[0].number))
        db.session.rollback()
        upload.done = lot[-1].number
        upload.save()
        yield
    upload.found.altered = is_altered(outline, checksum)
    upload.stage, upload.done, upload.planned = ImportStage.CHECKED, 0, upload.found
    upload.save()


def _import_nights_of(upload: Upload, file: BinaryIO) -> Iterator[None]:
    """Add to the club what it lacks, from where the file was left. Raises BadFile."""
    # What was interrupted may have left games that are not counted.
    while recount_some():
        yield
    outline = read_outline(file)
    for lot in _lots(read_nights(file, upload.at or outline.first, upload.done)):
        document = score_nights(outline.club, lot)
        before = db.session.scalar(select(func.max(Play.id))) or 0
        while not _is_added(upload, document, lot[0].number):
            yield
        upload.done, upload.at = lot[-1].number, lot[-1].end
        upload.save()
        yield
        while recount_some(after=before):
            yield
    upload.end(ImportStage.DONE)


def _is_added(upload: Upload, document: ClubDocument, first: int) -> bool:
    """Add some nights in one transaction, and return whether that worked; it may when it is tried again.

    A single night with thousands of hands takes several transactions, between which others may add to it.
    """
    db.session.rollback()
    assert upload.club_id
    begin_writing(turns.of_club(upload.club_id))
    club = db.session.get_one(Club, upload.club_id)
    plan = plan_import(club, document, now(), first)
    with suppress(ClubChanged):
        apply_import(plan, club, commit_and_go_on)
        db.session.commit()
        _add_to_found(upload.found, plan)
        return True
    db.session.rollback()
    return False


def _lots(nights: Iterable[LargeNight]) -> Iterator[list[LargeNight]]:
    """Yield nights in lots of about LOT_BYTES, or of one night."""
    lot: list[LargeNight] = []
    room = LOT_BYTES
    for night in nights:
        if lot and (night.size > room or len(lot) == MOST_IN_LOT):
            yield lot
            lot, room = [], LOT_BYTES
        lot.append(night)
        room -= night.size
    if lot:
        yield lot


def _add_to_found(found: Found, plan: ImportPlan) -> None:
    """Add what a plan for some nights adds to what was found before."""
    found.games += len(plan.new_games)
    found.nights += len(plan.new_nights)
    found.coins += plan.new_coins
    found.known += len(plan.games) - len(plan.new_games)
    found.meets_deleted = found.meets_deleted or plan.meets_deleted
    # Everyone in the file is in every plan until they are added.
    if new_players := plan.new_players:
        found.new_players, found.players = len(new_players), new_players[:SHOWN]
    found.own_games = max(found.own_games, len(plan.own_games))
    for night in plan.nights:
        found.newest = [*found.newest[1 - SHOWN :], (night.started_at.isoformat(), len(night.games))]
        found.differing += sum(game.differs for game in night.games)
