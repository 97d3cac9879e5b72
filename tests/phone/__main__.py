"""Compare the engine in the browser with the one here: ``python -m tests.phone [sheets of each game]``."""

import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Page, sync_playwright

from scorekeeper.gallery.gallery import gallery
from scorekeeper.phone.preparing import is_prepared
from scorekeeper.phone.scoring import answer
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import play
from scorekeeper.rules.sheet import set_up
from scorekeeper.store import upgrade
from scorekeeper.web.forms.entry_form import from_json
from tests.browser.browser import launch
from tests.browser.server import serving
from tests.conftest import make_app
from tests.phone.engine import FOLDER, ask_engine, open_engine
from tests.rules.sheets import by_seat
from tests.rules.strategies import AnyGame, sheets

EXAMPLES = Path(__file__).parents[1] / "data" / "examples.jsonl"
SHEETS = 500


def main() -> None:
    """Ask both about every example, and about random sheets of every game with their last hand as a form."""
    if not is_prepared(FOLDER):
        sys.exit("Run make offline first.")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    many = int(sys.argv[1]) if len(sys.argv) > 1 else SHEETS
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = make_app(Path(folder) / "scorekeeper.db", OFFLINE_FOLDER=str(FOLDER))
        upgrade(app)
        with serving(app) as address:
            browser = launch(playwright)
            page = browser.new_page()
            page.goto(f"{address}/help")
            open_engine(page)
            examples = map(json.loads, EXAMPLES.read_text("utf-8").splitlines())
            scored = [by_seat(one["sheet"]) for one in examples if "answer" in one]
            compare(page, "examples", [["score", {"sheet": one, "bidding": None}] for one in scored])
            for game in (*GAMES, *(one.game for one in gallery().values())):
                sheets_by_seat = map(by_seat, random_sheets(game, many))
                asked = [question for sheet in sheets_by_seat for question in about(sheet)]
                compare(page, game.name, asked)
            browser.close()


def compare(page: Page, what: str, questions: list[list[Any]]) -> None:
    """Print how many answers there are, or exit with the first that differs."""
    for (name, *args), said in zip(questions, ask_engine(page, questions), strict=True):
        here = json.loads(answer(name, json.dumps(args)))
        if said != here:
            sys.exit(f"{what}: {json.dumps([name, *args])}\nhere: {here}\nin the browser: {said}")
    print(f"{what}: {len(questions)} answers are the same", flush=True)


def random_sheets(game: AnyGame, many: int) -> list[dict[str, Any]]:
    """Return sheets of a game, other ones in each run."""
    found: list[dict[str, Any]] = []

    @settings(
        max_examples=many, phases=[Phase.generate], suppress_health_check=list(HealthCheck), derandomize=False
    )
    @given(sheets(games=[game]))
    def collect(sheet: dict[str, Any]) -> None:
        found.append(sheet)

    collect()
    return found[:many]


def about(sheet: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield what is asked about a sheet with seats: its score, and a preview of its last hand."""
    yield ["score", {"sheet": sheet, "bidding": None}]
    if sheet["hands"]:
        *before, last = sheet["hands"]
        open_sheet = {name: value for name, value in sheet.items() if name != "finished"} | {"hands": before}
        setup = set_up(open_sheet, by_name=False)
        if play(setup, before).ending is None:
            kind = setup.game.kind(last)
            typed = from_json(setup.game.entries[kind], last, setup.table)
            fields = [[name, value] for name in typed for value in typed.getlist(name)]
            yield ["preview", {"sheet": open_sheet, "bidding": None}, [["whole", "on"], *fields]]


if __name__ == "__main__":
    main()
