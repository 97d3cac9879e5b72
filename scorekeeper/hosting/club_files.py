"""The commands that write a club into a file, and read one from it, of any size."""

from dataclasses import replace
from pathlib import Path

from scorekeeper.app import create_app
from scorekeeper.domain import DataError, Role
from scorekeeper.files.club_file import club_parts, open_club_file
from scorekeeper.files.exporting import export_club
from scorekeeper.files.importing import ClubChanged, Interrupted, apply_import
from scorekeeper.files.planning import ImportPlan, plan_import
from scorekeeper.files.schema import BadFile
from scorekeeper.files.streams import file_to_read, file_to_write, name_to_write
from scorekeeper.hosting.data_folder import begin, explained
from scorekeeper.hosting.links import app_with_clubs, list_clubs, name_of_club, tell_link
from scorekeeper.rules.saying import Amount, And, Argument, Say
from scorekeeper.rules.words import GAME, NIGHT
from scorekeeper.store.clubs.clubs import all_clubs, new_club
from scorekeeper.store.clubs.invitations import open_link
from scorekeeper.store.database import LARGEST_ID, db, now
from scorekeeper.store.models import Club
from scorekeeper.store.plays.editions import compare_all
from scorekeeper.store.transactions import begin_writing, lock_of_club, wait_for


def export_to(file: str, number: int | None, overwrite: bool = False) -> str:
    """Write a club into a file, and return a message about it; the only one unless a number is given.

    Raises BackupError, DataError, NoClub.
    """
    target = Path(file)
    with app_with_clubs().app_context():
        club = _club(number)
        with file_to_write(target, overwrite) as writing:
            lines = sum(1 for line in club_parts(*export_club(club)) if writing.write(line))
        # The first line is the club, and the last one the digest.
        words, counted = "Exported {club} with {nights} to {file}.", Amount(lines - 2, NIGHT)
        return str(Say(words, club=club.name, nights=counted, file=name_to_write(target)))


def import_from(file: str, called: str = "", preview: bool = False, verbose: bool = False) -> str:
    """Add what is in a file to a club, and return a message about it.

    The club is ``called`` by its number or its name, or else a new one. A preview only says what would be
    added. What isn't imported as it is written is summed up, unless ``verbose``.

    Raises DataError, NoClub.
    """
    name_of_new = "" if called.isdecimal() or not called else name_of_club(called)
    app = app_with_clubs() if called.isdecimal() else create_app()
    begin(app)
    with (
        file_to_read(Path(file)) as (source, name),
        explained(name, (OSError,)),
        source.open("rb") as reading,
        app.app_context(),
    ):
        try:
            read = open_club_file(reading, now(), largest=None)
            if read.altered:
                raise DataError(f"{name} was changed or damaged after it was made. Use another copy of it.")
            number = int(called) if called.isdecimal() else _number_of(name_of_new)
            # As a whole, before anything is written.
            plan = plan_import(None if number is None else _club(number), read, now())
            db.session.rollback()
            if preview:
                return _preview(plan, verbose)
            begin_writing(*([] if number is None else [lock_of_club(number)]))
            club = new_club(name_of_new) if number is None else _club(number)
            if number is None:
                wait_for(lock_of_club(club.id))
            club_id, plan = club.id, plan_import(club, read, now())
            if number is None and name_of_new:
                plan = replace(plan, name=name_of_new)
            apply_import(plan, club, read)
            said = "" if number else tell_link(open_link(club.id, Role.HOST), club)
            done = _say_new("Imported {games} and {nights} into {club}.", plan, club=club.name)
            done = "\n".join([done, *_how_it_was_read(plan, verbose)])
            db.session.commit()
        except BadFile as bad:
            raise DataError(f"{name} can’t be imported: {bad}") from None
        except ClubChanged:
            raise DataError("The club was changed at the same moment. Import the file again.") from None
        except Interrupted as stopped:
            again = "" if number else f" It is club {club_id}: add “--club {club_id}”."
            raise DataError(f"{stopped}{again}") from stopped
        compare_all()
        return f"{done}\n{said}".rstrip()


def _preview(plan: ImportPlan, verbose: bool) -> str:
    """Return what an import would add."""
    new = Say("New players: {names}.", names=And(*plan.new_players))
    people = [str(new)] if plan.new_players else []
    said = _say_new("This would add {games} and {nights}. Nothing was changed.", plan)
    return "\n".join([said, *people, *_how_it_was_read(plan, verbose)])


def _how_it_was_read(plan: ImportPlan, verbose: bool) -> list[str]:
    """Return what there is to know about another program's file, in sentences; none if it adds nothing."""
    if not (plan.adds_anything or verbose):
        return []
    left_out, remarks = plan.remarks.left_out, plan.remarks.summary
    if verbose or len(remarks) == len(plan.remarks.sentences):
        remarks = plan.remarks.sentences
    else:
        remarks.append(Say("Add --verbose to list them all."))
    if left_out:
        remarks = [Say("{games} of the file can’t be imported.", games=Amount(left_out, GAME)), *remarks]
    return [*filter(None, [plan.encoding]), *map(str, remarks)]


def _say_new(words: str, plan: ImportPlan, **more: Argument) -> str:
    """Return how many games and nights an import adds."""
    games, nights = Amount(len(plan.new_games), GAME), Amount(len(plan.new_nights), NIGHT)
    return str(Say(words, games=games, nights=nights, **more))


def _number_of(name: str) -> int | None:
    """Return the number of the club with this name, whatever its case; None if there is none.

    Raises DataError if there are several.
    """
    found = [club.id for club, *_ in all_clubs() if name and club.name.casefold() == name.casefold()]
    if len(found) > 1:
        raise DataError(f"Several clubs are called {name}. Say its number with --club:\n{list_clubs()}")
    return next(iter(found), None)


def _club(number: int | None) -> Club:
    """Return a club by its number, or the only one. Raises DataError."""
    if number is None:
        clubs = all_clubs()
        if len(clubs) == 1:
            return clubs[0][0]
        raise DataError(f"Say which club with --club:\n{list_clubs()}")
    club = db.session.get(Club, number) if number <= LARGEST_ID else None
    if club is None:
        raise DataError(f"There is no club {number}. “scorekeeper link” lists the clubs.")
    return club
