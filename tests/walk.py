"""Print which of the app's files and functions drawing the sheet and saving a hand pass through.

python -m tests.walk

With the path of a page, such as /nights/1, print where the time goes while it is drawn.
"""

import sys
from collections.abc import Callable
from cProfile import Profile
from functools import partial
from pathlib import Path
from pstats import Stats
from tempfile import TemporaryDirectory
from types import FrameType

from scorekeeper.store import upgrade
from tests.conftest import close, make_app
from tests.web.phone import Phone
from tests.web.table import bid, start, took, whole

ROOT = Path(__file__).parents[1]

TIMES, MOST = 100, 40
"""How often a page is drawn when it is profiled, and the functions that are printed."""


def walk(request: Callable[[], object]) -> str:
    """Return the functions that run while a request is answered, by file, and the templates drawn."""
    files: dict[str, list[str]] = {}

    def step(frame: FrameType, event: str, _: object) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.is_relative_to(ROOT) and frame.f_code.co_name != "<module>":
            found = files.setdefault(str(file.relative_to(ROOT)), [])
            if frame.f_code.co_qualname not in found:
                found.append(frame.f_code.co_qualname)

    sys.setprofile(step)
    try:
        request()
    finally:
        sys.setprofile(None)
    modules = {file: names for file, names in files.items() if file.startswith("scorekeeper/")}
    templates = [file for file in files if file.startswith("templates/")]
    lines = [f"{file}: {', '.join(names)}" for file, names in modules.items()]
    calls = sum(map(len, modules.values()))
    total = f"{len(modules)} files, {calls} functions, {len(templates)} templates"
    return "\n".join([*lines, f"Templates: {', '.join(templates)}", total])


def profile(request: Callable[[], object]) -> None:
    """Print the functions of the app that take the most time of a request, with what they call."""
    request()
    with Profile() as measured:
        for _ in range(TIMES):
            request()
    Stats(measured).sort_stats("cumulative").print_stats("/(scorekeeper|templates)/", MOST)


def main() -> None:
    """Play a hand and the next bid, and print the walks of the requests after that, or profile pages."""
    with TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "scorekeeper.db")
        upgrade(app)
        phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
        bid(whole(start(phone), "Bea", 5, (3, 5, 3, 2)), "Cal", 4)
        for path in sys.argv[1:]:
            profile(partial(phone.client.get, path))
        if sys.argv[1:]:
            return close(app)
        _, sent = phone.filled("Save hand 2", **took(3, 3, 5, 2))
        print("Saving a hand\n", walk(lambda: phone.client.post("/plays/1/hands", data=dict(sent))), sep="")
        print("\nDrawing the sheet\n", walk(lambda: phone.client.get("/plays/1")), sep="")
        print("\nDrawing it on the next phone\n", walk(lambda: phone.client.get("/plays/1")), sep="")
        close(app)


if __name__ == "__main__":
    main()
