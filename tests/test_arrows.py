"""Each part imports only what CONTRIBUTING.md allows it (the rules have a test of their own)."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import scorekeeper
from tests.rules.test_purity import imports

HOUSE = Path(scorekeeper.__file__).parent
PAGES = {"flask", "flask_wtf", "flask_compress", "werkzeug", "wtforms", "markupsafe", "gunicorn"}
DATABASE = {"sqlalchemy", "flask_sqlalchemy", "alembic"}


class May(NamedTuple):
    """What a part may import from the project besides itself, and what from outside it may not."""

    know: set[str]
    not_know: set[str]


BELOW = {"domain", "rules", "seating", "settlement"}
HOSTED = {*BELOW, "store", "files", "web", "phone", "app", "settings", "network", "qr_code", "places"}
PARTS = {
    "domain.py": May(set(), PAGES | DATABASE),
    "seating.py": May(set(), PAGES | DATABASE),
    "settlement.py": May(set(), PAGES | DATABASE),
    "network.py": May(set(), PAGES | DATABASE),
    "places.py": May(set(), PAGES | DATABASE),
    "settings.py": May({"places"}, PAGES | DATABASE),
    "qr_code.py": May(set(), PAGES | DATABASE),
    "report.py": May({"rules"}, PAGES | DATABASE),
    "plugins.py": May({"rules"}, PAGES | DATABASE),
    # The app tells the store where its database is; it draws nothing.
    "store": May(BELOW, PAGES - {"flask"}),
    "files": May({*BELOW, "store"}, PAGES - {"flask"}),
    "gallery": May({"rules"}, PAGES | DATABASE),
    "web": May({*BELOW, "gallery", "phone", "store", "files", "network", "qr_code"}, DATABASE),
    # What it packs for a phone has a guard of its own, which also looks at what is imported in turn.
    "phone": May({"domain", "rules", "store", "web", "places", "plugins"}, (PAGES - {"werkzeug"}) | DATABASE),
    "hosting": May(HOSTED, PAGES - {"flask", "gunicorn"}),
}


FILES = sorted(
    file
    for file in HOUSE.rglob("*.py")
    if file.relative_to(HOUSE).parts[0] in PARTS and "migrations" not in file.parts
)


def test_every_file_imports_only_what_its_part_may_import() -> None:
    wrong = []
    for file in FILES:
        part = file.relative_to(HOUSE).parts[0]
        may = PARTS[part]
        for module in imports(ast.parse(file.read_text("utf-8"))):
            top, *inner = module.split(".")
            # The package itself has nothing but its version.
            is_ours = top == "scorekeeper" and inner
            if (inner[0] not in {*may.know, part.removesuffix(".py")}) if is_ours else top in may.not_know:
                wrong.append(f"{file.relative_to(HOUSE)} imports {module}")
    assert not wrong, "\n".join(wrong)


def test_one_script_alone_keeps_texts_in_the_browser() -> None:
    """It goes on where the browser refuses to; where another asked for storage, its whole page would stop.

    It also asks whether another app was there before, which the names depend on.
    """
    static = HOUSE.parent / "static"
    asks = re.compile(r"\b(localStorage|sessionStorage)\b")
    found = [file for file in static.rglob("*.js") if asks.search(file.read_text("utf-8"))]
    assert [file.relative_to(static).as_posix() for file in sorted(found)] == ["storage.js"]
