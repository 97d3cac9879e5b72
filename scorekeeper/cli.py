"""The command line: score sheets, serve the app, back up and restore what it keeps, let people in again."""

import json
import sys
from collections.abc import Callable
from typing import Any

import click

from scorekeeper import plugins
from scorekeeper.report import report
from scorekeeper.rules.engine import score
from scorekeeper.rules.json_text import parse
from scorekeeper.rules.problems import Problem, Refused

INVALID = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Keeps score of card and dice games that people play at a real table."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        # Names come in every script; a terminal that cannot show one gets an escape, never a traceback.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


@main.command("score")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one line for each file.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def score_command(files: tuple[str, ...], as_json: bool) -> None:
    """Score scoresheets and say why everybody scored what they did.

    Each FILE is a scoresheet in JSON; - reads standard input. The exit status is 2 if any was invalid.
    """
    plugins.load()
    try:
        valid = [score_file(name, as_json) for name in files]
        sys.stdout.flush()
    except OSError as error:
        raise click.ClickException(f"The answer cannot be written: {error.strerror}.") from None
    sys.exit(0 if all(valid) else INVALID)


@main.command()
def serve() -> None:
    """Start the app: bring its database up to date, print its addresses, and serve it.

    HOST and PORT in the environment set where it listens, every network and 8000 if left out.
    """
    # Scoring a sheet shall not wait for the web app to be imported.
    from scorekeeper.serve import run

    run()


@main.command("backup")
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there already.")
@click.argument("file", metavar="FILE")
def backup_command(file: str, overwrite: bool) -> None:
    """Copy everything that is kept into FILE, also while the app is running."""
    from scorekeeper.backup import back_up

    tell(lambda: back_up(file, overwrite))


@main.command("restore")
@click.argument("file", metavar="FILE")
def restore_command(file: str) -> None:
    """Put the backup in FILE in the place of everything that is kept.

    What was kept until then stays in a file beside it. The app must be stopped first.
    """
    from scorekeeper.backup import restore

    tell(lambda: restore(file))


@main.command("link")
@click.argument("club", type=int, required=False)
def link_command(club: int | None) -> None:
    """Make a new secret link for a club whose link nobody has any more; without CLUB, list the clubs.

    CLUB is its number in that list. Its earlier link opens the club no more.
    """
    from scorekeeper.links import NoClub, list_clubs, new_link

    try:
        click.echo(list_clubs() if club is None else new_link(club))
    except NoClub as wrong:
        raise click.ClickException(str(wrong)) from None


def tell(do: Callable[[], str]) -> None:
    """Do something and print what it says; what cannot be done is said on standard error."""
    from scorekeeper.store.transfer.sqlite_backup import CopyError

    try:
        click.echo(do())
    except CopyError as wrong:
        raise click.ClickException(str(wrong)) from None


def score_file(name: str, as_json: bool) -> bool:
    """Score one file and print what came of it; whether it was valid."""
    try:
        result = score(read_file(name))
    except Refused as refused:
        show_problems(name, refused.problems, as_json)
        return False
    click.echo(json.dumps(result.as_json(), ensure_ascii=False) if as_json else report(result))
    return True


def read_file(name: str) -> Any:
    """The parsed JSON of a file, "-" for standard input. Raises Refused when it cannot be read."""
    try:
        with click.open_file(name, "rb") as file:
            text = file.read().decode("utf-8-sig")
    except (OSError, RuntimeError) as error:
        # A standard input that was closed is a RuntimeError without a reason of its own.
        reason = getattr(error, "strerror", None) or "there is nothing to read"
        raise Refused([Problem("file", f"The file cannot be read: {reason}.")]) from None
    except UnicodeDecodeError:
        raise Refused([Problem("file", "The file is not text in UTF-8.")]) from None
    try:
        return parse(text)
    except ValueError as error:
        raise Refused([Problem("file", f"The file is no JSON: {error}.")]) from None


def show_problems(name: str, problems: tuple[Problem, ...], as_json: bool) -> None:
    """Print what is wrong with a sheet: in JSON on standard output, in words on standard error."""
    if as_json:
        errors = [{"hand": p.hand, "field": p.field, "message": p.message} for p in problems]
        click.echo(json.dumps({"errors": errors}, ensure_ascii=False))
        return
    for problem in problems:
        place = f"hand {problem.hand}, {problem.field}" if problem.hand else problem.field
        click.echo(printable(f"{name}: {place}: {problem.message}"), err=True)


def printable(text: str) -> str:
    """A text that cannot play tricks on a terminal: keys of a sheet may hold anything."""
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)
