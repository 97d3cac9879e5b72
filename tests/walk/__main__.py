"""Print the walk of drawing the sheet and of saving a hand: ``python -m tests.walk``."""

from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.store import upgrade
from tests.conftest import close, make_app
from tests.walk.requests import walk
from tests.web.phone import Phone
from tests.web.table import bid, start, took, whole


def main() -> None:
    """Play a hand and the next bid, and print the walks of the requests after that."""
    with TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "scorekeeper.db")
        upgrade(app)
        phone = Phone(app).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
        bid(whole(start(phone), "Bea", 5, (3, 5, 3, 2)), "Cal", 4)
        _, sent = phone.filled("Save hand 2", **took(3, 3, 5, 2))
        print("Saving a hand\n", walk(lambda: phone.client.post("/plays/1/hands", data=dict(sent))), sep="")
        print("\nDrawing the sheet\n", walk(lambda: phone.client.get("/plays/1")), sep="")
        print("\nDrawing it on the next phone\n", walk(lambda: phone.client.get("/plays/1")), sep="")
        close(app)


if __name__ == "__main__":
    main()
