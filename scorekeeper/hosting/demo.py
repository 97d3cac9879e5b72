"""A club with a year of evenings to look around in, thrown away afterwards.

It was played once, and recorded as a club file. Each run moves its times, so that its last evening is
going on now.
"""

import gzip
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp
from typing import Any

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.domain import BackupError, Role
from scorekeeper.files.club_file import ClubFile, open_club_file
from scorekeeper.files.documents import ClubDocument, NightDocument
from scorekeeper.files.importing import apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.files.replacing import lock_for_restoring, lock_for_serving
from scorekeeper.hosting.data_folder import DATABASE, begin
from scorekeeper.hosting.serve import refuse_if_taken, run
from scorekeeper.settings import read_environment, variable
from scorekeeper.store.addresses import address_of_file
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.invitations import open_link, open_night_links, secret_of
from scorekeeper.store.database import db, now
from scorekeeper.store.history.seasons import WINS, SeasonRules, save_season
from scorekeeper.store.models import Night
from scorekeeper.store.plays.editions import compare_all
from scorekeeper.store.time_zones import local
from scorekeeper.store.transactions import begin_writing

DEMO_PORT = "8001"
"""The port unless another is set, so that the demo runs beside the app itself."""

NOT_FOR_DEMO = ("database_url", "secret_key", "public_address", "proxies")
"""Settings of a real Scorekeeper that the demo must not use."""

PREFIX = "scorekeeper-demo-"
"""How the names of the demo's folders begin."""

RECORDED = Path(__file__).with_name("demo.jsonl.gz")
"""The club's file. Its clocks showed UTC; each run takes them for those of its own time zone."""

SEASON = timedelta(weeks=12)
"""How long the season has been going on."""

SO_FAR = timedelta(hours=2, minutes=10)
"""How long the last evening has been going on."""


def demo_club(moment: datetime) -> tuple[ClubDocument, list[NightDocument]]:
    """Return the club and its nights, of which the last is going on at a local ``moment``."""
    recorded = open_club_file(BytesIO(gzip.decompress(RECORDED.read_bytes())), moment)
    *before, last = recorded.unscored_nights()
    passed = moment.replace(tzinfo=None) - SO_FAR - last.started_at.replace(tzinfo=None)
    # By whole weeks: what was played on a Friday stays on one.
    weeks = timedelta(weeks=passed // timedelta(weeks=1))

    def later(part: Any, by: timedelta) -> Any:
        return _moved(part, lambda at: (at.replace(tzinfo=None) + by).replace(tzinfo=moment.tzinfo))

    return later(recorded.club, weeks), [*later(tuple(before), weeks), later(last, passed)]


def _moved(part: Any, move: Callable[[datetime], datetime]) -> Any:
    """Return documents, or a part of one, with every time in them moved."""
    if isinstance(part, datetime):
        return move(part)
    if isinstance(part, tuple):
        return tuple(_moved(each, move) for each in part)
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{each.name: _moved(getattr(part, each.name), move) for each in fields(part)})
    return part


def make_demo(app: Flask) -> str:
    """Make the club in an app without any, and return the path of the link for its hosts."""
    with app.app_context():
        document, nights = demo_club(local(now()))
        file = ClubFile(document, False, lambda: iter(nights))
        begin_writing()
        club = new_club(document.club)
        *_, tonight = apply_import(plan_import(club, file, now()), club, file)
        open_night_links(db.session.get_one(Night, tonight))
        begun, rules = local(now()).date() - SEASON, SeasonRules(counting=WINS, best=6, fewest=3)
        save_season(club.id, "This season", begun, begun + SEASON * 4 / 3, rules)
        path = f"/join/{secret_of(open_link(club.id, Role.HOST))}"
        db.session.commit()
        compare_all()
    return path


def serve_demo() -> None:
    """Serve the club from a folder of its own, which is removed when the app stops."""
    remove_left()
    folder, process = mkdtemp(prefix=PREFIX), os.getpid()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for name in NOT_FOR_DEMO:
        os.environ.pop(variable(name), None)
    os.environ[variable("data")] = folder
    if not (os.environ.get("PORT") or os.environ.get(variable("port"))):
        os.environ[variable("port")] = DEMO_PORT
    try:
        settings = read_environment()
        refuse_if_taken(settings.host, settings.port)
        print("Getting a year of evenings ready ...", flush=True)
        with lock_for_serving(address_of_file(Path(folder) / DATABASE)):
            app = create_app()
            begin(app)
            path = make_demo(app)
            print("All of it is thrown away when you stop the app.", flush=True)
            run(path=path)
    except KeyboardInterrupt:
        pass
    finally:
        # The workers are forks of this process, and come here when they stop.
        if os.getpid() == process:
            rmtree(folder, ignore_errors=True)


def remove_left() -> None:
    """Remove the folders of demos that were killed; one that runs has its database locked."""
    for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
        database = folder / DATABASE
        with suppress(BackupError, OSError):
            # Another user's may lead anywhere.
            if folder.lstat().st_uid == os.getuid() and database.with_name(f"{DATABASE}.lock").is_file():
                with lock_for_restoring(address_of_file(database)):
                    rmtree(folder)
