"""Exporting a club with the command line, and importing one, of any size."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import select

from scorekeeper.cli import main
from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.files import importing
from scorekeeper.files.club_file import club_parts
from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Play, Player
from tests.conftest import close, make_app
from tests.files.small import club, opened, written


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Yield an app with an empty database that the command line finds."""
    app = make_app(tmp_path / "scorekeeper.db")
    upgrade(app)
    for command in ("links", "club_files"):
        monkeypatch.setattr(f"scorekeeper.hosting.{command}.create_app", lambda: app)
    yield app
    close(app)


@pytest.fixture
def nights(tmp_path: Path) -> Path:
    """Return the file of a club with three nights."""
    (night,) = club()["nights"]
    more = [
        {**night, "uid": f"{at:032x}", "games": [], "started_at": f"2026-11-2{at}T19:00:00Z"} for at in (1, 2)
    ]
    file, read = opened(written({**club(), "nights": [night, *more]}))
    whole = tmp_path / "club.json"
    whole.write_bytes(b"".join(club_parts(file.club, read)))
    return whole


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def test_a_club_is_exported_as_it_was_imported(here: Flask, nights: Path, tmp_path: Path) -> None:
    result = run("import", nights)
    assert result.stdout.startswith("Imported 2 games and 3 nights into Our table.\n")
    assert "/join/" in result.stdout
    for name in ("one.json", "other.json"):
        assert run("export", tmp_path / name).exit_code == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "other.json").read_bytes()
    again = run("import", "--club", "1", tmp_path / "one.json")
    assert again.stdout == "Imported 0 games and 0 nights into Our table.\n"
    with here.app_context():
        assert [len(db.session.scalars(select(each.id)).all()) for each in (Club, Night, Play)] == [1, 3, 2]


def test_a_club_passes_through_standard_output_and_input(here: Flask, nights: Path, tmp_path: Path) -> None:
    run("import", nights)
    run("export", tmp_path / "other.json")
    exported = run("export", "-")
    assert exported.stdout_bytes == (tmp_path / "other.json").read_bytes()
    assert exported.stderr == "Exported Our table with 3 nights to standard output.\n"
    result = CliRunner().invoke(main, ["import", "-"], input=exported.stdout_bytes)
    assert result.stdout.startswith("Imported 2 games and 3 nights into Our table.\n")
    wrong = CliRunner().invoke(main, ["import", "-"], input=b"[]")
    assert wrong.stderr.startswith("Error: standard input can’t be imported: Scorekeeper reads its own files")


def test_an_exported_file_is_replaced_only_if_that_is_said(here: Flask, nights: Path, tmp_path: Path) -> None:
    run("import", nights)
    there = tmp_path / "there"
    there.write_text("my thesis")
    assert "Choose another name, or add --overwrite." in run("export", there).stderr
    assert there.read_text() == "my thesis"
    assert run("export", "--overwrite", there).exit_code == 0
    assert there.read_bytes().startswith(b'{"scorekeeper":')


def test_a_player_is_found_by_their_uid_under_any_name(here: Flask, nights: Path, tmp_path: Path) -> None:
    run("import", nights)
    run("export", tmp_path / "before.json")
    with here.app_context():
        ann = db.session.scalars(select(Player).where(Player.name == "Ann")).one()
        ann.name, ann.folded = "Anna", "anna"
        db.session.commit()
    assert run("import", "--club", "1", tmp_path / "before.json").exit_code == 0
    with here.app_context():
        assert sorted(db.session.scalars(select(Player.name))) == ["Anna", "Bea", "Cal", "Dee"]


def test_an_interrupted_import_says_what_is_in_and_goes_on(
    here: Flask, nights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        add, left = importing._import_nights, [1, 1, 1]

        def fail(*about: Any) -> None:
            if not left:
                raise StorageError(StorageFault.FULL_OR_READ_ONLY)
            left.pop()
            add(*about)

        full.setattr(importing, "MOST_AT_ONCE", 1)
        full.setattr(importing, "_import_nights", fail)
        result = run("import", nights)
    assert result.exit_code == 1
    assert "Already in: 2 games from 2 nights." in result.stderr
    assert "add “--club 1”" in result.stderr
    assert "and 1 night into Our table" in run("import", "--club", "1", nights).stdout
    with here.app_context():
        assert len(db.session.scalars(select(Night.id)).all()) == 3


def test_an_altered_or_cut_file_writes_nothing(here: Flask, nights: Path) -> None:
    data = nights.read_bytes()
    altered = data.replace(b"Our", b"Out")
    for wrong, said in ((altered, "was changed or damaged"), (data[:-40], "end is missing")):
        nights.write_bytes(wrong)
        result = run("import", nights)
        assert (result.exit_code, result.stdout) == (1, "")
        assert said in result.stderr
    with here.app_context():
        assert db.session.scalars(select(Club.id)).all() == []


def test_the_plays_of_a_table_are_imported_and_what_is_left_out_is_said(here: Flask, tmp_path: Path) -> None:
    table = tmp_path / "plays.csv"
    table.write_text("date,game,player\n2024-11-25,Azul,Ann\n2024-11-25,Azul,Bea\n2024-11-26,Azul\n")
    preview = run("import", "--preview", table).stdout
    assert preview.startswith("This would add 1 game and 1 night. Nothing was changed.\n")
    with here.app_context():
        assert db.session.scalars(select(Club.id)).all() == []
    result = run("import", table)
    left_out = "Azul, 26 November 2024: it names no players, so it is left out."
    assert left_out in preview
    assert left_out in result.stdout
    assert result.stdout.startswith("Imported 1 game and 1 night into Our table.\n")
    assert run("import", "--club", "1", table).stdout.startswith("Imported 0 games and 0 nights")


ALONE = "date,game,player\n" + "".join(f"2024-11-2{day},Azul,Ann\n" for day in range(1, 6))
"""A table of games that someone played alone."""


def test_the_remarks_of_an_import_are_summed_up_unless_all_are_asked_for(here: Flask, tmp_path: Path) -> None:
    table = tmp_path / "plays.csv"
    table.write_text(ALONE)
    said = "Azul, 21 November 2024: it was played alone, so it counts in no statistics."
    short, long = (run("import", "--preview", *more, table).stdout for more in ([], ["--verbose"]))
    assert f"{said} And 4 more like it.\n" in short
    assert "Add --verbose to list them all.\n" in short
    assert f"{said}\n" in long
    assert "25 November 2024: it was played alone" in long
    assert "--verbose" not in long


def test_a_preview_that_adds_nothing_is_one_line(here: Flask, tmp_path: Path) -> None:
    table = tmp_path / "plays.csv"
    table.write_text(ALONE)
    run("import", table)
    preview = run("import", "--preview", "--club", "1", table).stdout
    assert preview == "This would add 0 games and 0 nights. Nothing was changed.\n"


def test_a_club_is_found_by_its_name_or_made(here: Flask, nights: Path, tmp_path: Path) -> None:
    made = run("import", "--club", " The  Foxes", nights).stdout
    assert made.startswith("Imported 2 games and 3 nights into The Foxes.\n")
    assert "/join/" in made
    found = run("import", "--club", "the foxes", nights).stdout
    assert found == "Imported 0 games and 0 nights into The Foxes.\n"


def test_of_two_clubs_with_one_name_the_number_is_asked(here: Flask, nights: Path) -> None:
    for _ in range(2):
        run("club", "The Foxes")
    result = run("import", "--club", "The Foxes", nights)
    assert result.exit_code == 1
    assert "Several clubs are called The Foxes. Say its number with --club:" in result.stderr


def test_a_club_cannot_have_any_name(here: Flask, nights: Path) -> None:
    assert "A club’s name has 1 to" in run("import", "--club", "n" * 500, nights).stderr
