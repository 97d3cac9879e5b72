"""The command line: score sheets, serve the app, back it up and restore it, and make new links."""

import gc
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from scorekeeper import __version__, plugins
from scorekeeper.domain import BackupError, DataError, EarlierDatabase, NewerDatabase, StorageError
from scorekeeper.files.kinds import OF_IMPORT, OF_RESTORE, is_backup, is_club_file
from scorekeeper.report import report
from scorekeeper.rules.engine import score
from scorekeeper.rules.json_text import parse, parsing_cost
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.settings import LOG_LEVELS, SettingError, read_env_file, read_environment, variable

INVALID = 2

MOST_MEMORY = 1024 * 1024 * 1024
"""Bytes that parsing a file may take, as estimated: no scoresheet of people comes near it."""


class Commands(click.Group):
    """Commands that end with a sentence if they are called wrongly, or the data can't be used."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except (SettingError, EarlierDatabase, NewerDatabase, DataError, BackupError) as error:
            raise click.ClickException(str(error)) from None
        except click.NoSuchOption as error:
            if error.ctx and any(error.option_name in option.opts for option in self.params):
                right = f"scorekeeper {error.option_name} … {error.ctx.info_name}"
                said = f"{error.option_name} goes before the command: {right}"
                raise click.UsageError(said, error.ctx) from None
            raise
        except StorageError as error:
            # Imported here so that scoring a sheet doesn't wait for the database.
            from scorekeeper.hosting.data_folder import explanation

            raise click.ClickException(explanation(error)) from None


def set_variable(command: click.Context, option: click.Parameter, value: str | None) -> None:
    """Let an option stand for the environment variable of the same name, until the command has ended."""
    if value is not None and option.name:
        set_variables(command, {variable(option.name): value})


def set_variables_of_file(command: click.Context, _: click.Parameter, file: str | None) -> None:
    """Let the variables in a file stand for those of the environment, until the command has ended."""
    if file is not None:
        try:
            set_variables(command, read_env_file(Path(file)))
        except SettingError as error:
            raise click.ClickException(str(error)) from None


def set_variables(command: click.Context, variables: dict[str, str]) -> None:
    """Set environment variables until the command has ended."""
    command.call_on_close(partial(restore_environment, dict(os.environ)))
    os.environ.update(variables)


def restore_environment(before: dict[str, str]) -> None:
    """Make the environment what it was before."""
    os.environ.clear()
    os.environ.update(before)


def setting(name: str, **about: Any) -> Callable[[Any], Any]:
    """Return a decorator that adds the option for a setting to a command."""
    return click.option(name, callback=set_variable, expose_value=False, **about)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="Scorekeeper %(version)s")
@click.option(
    "--env-file",
    metavar="FILE",
    # First, so that other options count more.
    is_eager=True,
    callback=set_variables_of_file,
    expose_value=False,
    help="A file with settings, read as systemd reads an EnvironmentFile.",
)
@setting("--data", metavar="DIR", help="The folder with the database and the key.")
def main() -> None:
    """Keep score of card and dice games that people play at a real table."""
    if sys.platform == "win32" and click.get_current_context().invoked_subcommand != "score":
        raise click.ClickException("On Windows, run Scorekeeper in WSL or in a container.")
    for stream in filter(None, (sys.stdout, sys.stderr)):
        # Names come in every script; a terminal that can't show one gets an escape, never a traceback.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@main.command("score")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON, one line for each file.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def score_command(files: tuple[str, ...], as_json: bool) -> None:
    """Score scoresheets and explain every score.

    Each FILE is a scoresheet in JSON, as “Export game” saves one; use - for standard input. It begins like
    {"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "hands": []}. The exit status is 2 if any is
    invalid.
    """
    plugins.load_plugins()
    try:
        valid = [score_file(name, as_json) for name in files]
        sys.stdout.flush()
    except OSError as error:
        raise click.ClickException(f"The results can't be written: {error.strerror}.") from None
    sys.exit(0 if all(valid) else INVALID)


@main.command()
@setting("--host", metavar="ADDRESS", help="Where to listen; on every network unless you say so.")
@setting("--port", metavar="NUMBER", help="The port to listen on; by default 8000.")
@setting("--workers", metavar="NUMBER", help="How many processes answer; by default 2.")
@setting("--log-level", type=click.Choice(LOG_LEVELS), help="How much is logged.")
@click.option("--new", is_flag=True, help="Begin with an empty database where there was one that is gone.")
@click.option("--new-key", is_flag=True, help="Make a new key where it is gone; it signs every phone out.")
def serve(new: bool, new_key: bool) -> None:
    """Start the app and print its addresses.

    Environment variables such as SCOREKEEPER_PORT set the same and more; docs/hosting.md lists them.
    """
    # Nearly all that a start makes stays, and the garbage collector would look through it again and again.
    gc.disable()
    click.get_current_context().call_on_close(gc.enable)
    # Imported here so that scoring a sheet doesn't wait for the web app.
    from scorekeeper.hosting.serve import run

    run(new, new_key)


@main.command("demo")
@setting("--host", metavar="ADDRESS", help="Where to listen; on every network unless you say so.")
@setting("--port", metavar="NUMBER", help="The port to listen on; by default 8001.")
def demo_command() -> None:
    """Serve a made-up club with a year of evenings to look around in.

    It has a data folder of its own, which is removed once you stop it.
    """
    from scorekeeper.hosting.demo import serve_demo

    serve_demo()


@main.command("offline")
def offline_command() -> None:
    """Fetch what phones take to score without the server.

    It is kept in a folder of the data, so name the same one as for serving. Once for each version will do.
    """
    from scorekeeper.phone.preparing import prepare_or_explain

    prepare_or_explain(read_environment().offline)


@main.command("backup")
@click.option("--overwrite", is_flag=True, help="Replace FILE if it exists.")
@click.argument("file", metavar="FILE")
def backup_command(file: str, overwrite: bool) -> None:
    """Back up everything to FILE, or - for standard output; the app may be running."""
    from scorekeeper.hosting.backup import back_up_to

    click.echo(back_up_to(file, overwrite), err=file == "-")


@main.command("restore")
@click.argument("file", metavar="FILE")
def restore_command(file: str) -> None:
    """Restore everything from the backup in FILE, or - for standard input.

    What it replaces is kept in a file in the data folder. Stop the app first, on every machine.
    """
    from scorekeeper.hosting.backup import restore_from

    click.echo(restore_from(file))


@main.command("copy-database")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy_command(source: str, target: str) -> None:
    """Copy everything in the database FROM to the empty database TO, and compare the two.

    Each is a file of SQLite or an address such as postgresql://user@host/scorekeeper. Stop the app first.
    Other users of this machine can see a password in an address; set PGPASSWORD or use ~/.pgpass instead.
    """
    from scorekeeper.hosting.backup import copy_everything

    click.echo(copy_everything(source, target))


@main.command("export")
@click.option("--club", type=int, help="The number of the club, if there are several.")
@click.option("--overwrite", is_flag=True, help="Replace FILE if it exists.")
@click.argument("file", metavar="FILE")
def export_command(club: int | None, overwrite: bool, file: str) -> None:
    """Export a club to FILE, or - for standard output, with all of its nights; the app may be running.

    “scorekeeper link” lists the clubs with their numbers.
    """
    from scorekeeper.hosting.club_files import export_to
    from scorekeeper.hosting.links import NoClub

    try:
        click.echo(export_to(file, club, overwrite), err=file == "-")
    except NoClub as error:
        raise click.ClickException(str(error)) from None


@main.command("import")
@click.option(
    "--club",
    metavar="CLUB",
    default="",
    help="The number or the name of the club to add it to; made if none has the name.",
)
@click.option("--preview", is_flag=True, help="Only say what would be added, and what can't be read.")
@click.option("--verbose", is_flag=True, help="Say of every game what is not imported as it is written.")
@click.argument("file", metavar="FILE")
def import_command(club: str, preview: bool, verbose: bool, file: str) -> None:
    """Import a club, a night or a game from FILE, of any size; the app may be running.

    FILE may also have plays of BG Stats, or a table of plays (CSV), and - is standard input. Nothing is added
    twice. Without --club, it becomes a new club.
    """
    from scorekeeper.hosting.club_files import import_from
    from scorekeeper.hosting.links import NoClub

    try:
        click.echo(import_from(file, club, preview, verbose))
    except NoClub as error:
        raise click.ClickException(str(error)) from None


@main.command("link")
@click.argument("club", type=int, required=False)
def link_command(club: int | None) -> None:
    """Make a new host link for a club, or list the clubs.

    CLUB is the club's number in that list. The old host link stops working, so this helps where the hosts
    have lost their phones or the link has leaked.
    """
    from scorekeeper.hosting.links import NoClub, list_clubs, new_link

    try:
        click.echo(list_clubs() if club is None else new_link(club))
    except NoClub as error:
        raise click.ClickException(str(error)) from None


@main.command("club")
@click.argument("name")
def club_command(name: str) -> None:
    """Make a club called NAME and print its host link.

    Where sign-up is closed, this is the only way to make one.
    """
    from scorekeeper.hosting.links import NoClub, make_club

    try:
        click.echo(make_club(name))
    except NoClub as error:
        raise click.ClickException(str(error)) from None


@main.command("recount")
def recount_command() -> None:
    """Score all finished games again, for the statistics and to see which today's rules score differently.

    The app may be running. No result changes.
    """
    from scorekeeper.hosting.recounting import recount

    click.echo(recount())


@main.command("doctor")
@setting("--port", metavar="NUMBER", help="The port that the app listens on; by default 8000.")
def doctor_command() -> None:
    """Check that all is well, and say what to do if not.

    It looks at what a start needs, at the files for phones, and whether the app answers, and changes nothing.
    The exit status is 1 if there is any problem.
    """
    from scorekeeper.hosting.doctor import examine

    found = list(examine())
    click.echo("\n".join(line for _, line in found))
    sys.exit(0 if all(is_well for is_well, _ in found) else 1)


def score_file(name: str, as_json: bool) -> bool:
    """Score one file, print the result or the problems, and return whether it was valid."""
    try:
        result = score(read_file(name))
    except Refused as refused:
        show_problems(name, refused.problems, as_json)
        return False
    click.echo(json.dumps(result.as_json(), ensure_ascii=False) if as_json else report(result))
    return True


def read_file(name: str) -> Any:
    """Return the parsed JSON of a file, "-" for standard input. Raises Refused if it can't be read."""
    try:
        with click.open_file(name, "rb") as file:
            data = file.read(MOST_MEMORY)
            if is_backup(data) or is_club_file(data):
                raise Refused([Problem("file", OF_RESTORE if is_backup(data) else OF_IMPORT)])
            if parsing_cost(data) >= MOST_MEMORY:
                raise Refused([Problem("file", Say("The file is too large to be a scoresheet."))])
            text = data.decode("utf-8-sig")
    except (OSError, RuntimeError) as error:
        # A closed standard input is a RuntimeError without a reason.
        reason = getattr(error, "strerror", None) or Say("there is nothing to read")
        unread = Say("The file can't be read: {reason}.", reason=reason)
        raise Refused([Problem("file", unread)]) from None
    except UnicodeDecodeError:
        raise Refused([Problem("file", Say("The file isn't UTF-8 text."))]) from None
    try:
        return parse(text)
    except ValueError as error:
        invalid = Say("The file isn't valid JSON: {error}.", error=str(error))
        raise Refused([Problem("file", invalid)]) from None


def show_problems(name: str, problems: tuple[Problem, ...], as_json: bool) -> None:
    """Print what is wrong with a sheet: as JSON on standard output, or in words on standard error."""
    if as_json:
        errors = [{"hand": p.hand, "field": p.field, "message": str(p.message)} for p in problems]
        click.echo(json.dumps({"errors": errors}, ensure_ascii=False))
        return
    for problem in problems:
        place = f"hand {problem.hand}, {problem.field}" if problem.hand else problem.field
        click.echo(printable(f"{name}: {place}: {problem.message}"), err=True)


def printable(text: str) -> str:
    """Return the text with control characters escaped: the keys of a sheet may hold anything."""
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)
