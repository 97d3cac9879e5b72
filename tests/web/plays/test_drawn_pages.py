"""A sheet that is shown again is as it would be drawn now, whatever has happened since."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Play, Player, Revision
from scorekeeper.store.recent_cache import RecentCache
from scorekeeper.web.plays import drawn_pages, sheet
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.table import whole

DIFFERS = re.compile(r' name="(?:csrf_token|uid)" value="[^"]*"')
SHEET = "/plays/1"
HANDS = {"Bea": (3, 5, 3, 2), "Cal": (3, 3, 5, 2)}


@pytest.fixture(autouse=True)
def drawn(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Keep pages in a folder for this test, and return a list that grows with each sheet that is drawn."""
    seen: list[object] = []

    def render(*names: str, **context: Any) -> str:
        seen.append(names)
        return render_template(*names, **context)

    monkeypatch.setattr(sheet, "render_template", render)
    monkeypatch.setitem(app.config, "PAGES_FOLDER", str(tmp_path / "pages"))
    forget()
    return seen


def forget(app: Flask | None = None) -> None:
    """Forget what is kept in memory, as a restart does; also what this app keeps in files."""
    drawn_pages._pages = RecentCache(2**20, lambda *_: 1)
    for file in Path(app.config["PAGES_FOLDER"]).glob("*") if app else ():
        file.unlink()


def look(phone: Phone) -> str:
    return DIFFERS.sub("", phone.client.get(SHEET).text)


def test_a_sheet_is_drawn_once_for_all_who_look_at_it(
    app: Flask, coralon: Phone, drawn: list[object]
) -> None:
    viewers = [joined(app, link_to(coralon, "watch"), "I’m just watching") for _ in range(2)]
    forget(app)
    drawn.clear()
    assert len({look(viewer) for viewer in viewers}) == 1
    assert len(drawn) == 1
    assert look(coralon) != look(viewers[0])


def test_each_form_still_counts_once(coralon: Phone) -> None:
    uids = [re.findall(r'name="uid" value="(\w+)"', coralon.client.get(SHEET).text) for _ in range(3)]
    assert len({uid for page in uids for uid in page}) == sum(map(len, uids)) > 3


def test_after_a_restart_nothing_is_drawn_or_scored(coralon: Phone, drawn: list[object]) -> None:
    whole(coralon, "Bea", 4, HANDS["Bea"])
    before = [look(coralon) for _ in range(3)]
    forget()
    drawn.clear()
    assert {look(coralon), *before} == {before[0]}
    assert drawn == []


def test_no_file_says_whose_phone_it_was(coralon: Phone, tmp_path: Path) -> None:
    token = re.search(r'csrf_token" value="([^"]+)"', coralon.client.get(SHEET).text)
    look(coralon)
    (file,) = (tmp_path / "pages").iterdir()
    assert token
    assert "csrf_token" not in file.read_text()
    assert file.parent.stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    "damage", [lambda page: page[:-9], lambda page: page.replace(b"Ann", b"Eve"), lambda _: b""]
)
def test_a_damaged_file_is_not_shown(
    coralon: Phone, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    before = [look(coralon) for _ in range(2)]
    (file,) = (tmp_path / "pages").iterdir()
    file.write_bytes(damage(file.read_bytes()))
    forget()
    assert look(coralon) == before[0]


@pytest.mark.parametrize(
    "overwritten",
    [
        update(HandRow).values(entry=HandRow.entry + " "),
        update(HandRow).values(complete=False),
        update(Player).where(Player.id == 1).values(name="Zoe"),
        update(Play).values(dealer=2),
        update(Play).values(options={"target": 40}),
        update(Play).values(note="A note", stopped=True),
        update(Play).values(version=Play.version + 1),
        update(Revision).values(device="another phone"),
    ],
)
def test_whatever_is_overwritten_is_drawn_anew(
    app: Flask, coralon: Phone, drawn: list[object], overwritten: object
) -> None:
    whole(coralon, "Bea", 4, HANDS["Bea"])
    for _ in range(2):
        look(coralon)
    drawn.clear()
    with app.app_context():
        db.session.execute(overwritten)  # type: ignore[call-overload]
        db.session.commit()
    look(coralon)
    assert len(drawn) == 1


def test_a_code_of_another_version_draws_anew(
    coralon: Phone, drawn: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        look(coralon)
    drawn.clear()
    monkeypatch.setattr(drawn_pages, "code_version", lambda: "newer")
    look(coralon)
    assert len(drawn) == 1


STEPS = st.sampled_from(["Bea", "Cal", "Undo", "restart", "target", "rename"])


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, min_size=2, max_size=6))
def test_what_is_kept_is_what_would_be_drawn(app: Flask, coralon: Phone, steps: list[str]) -> None:
    for step in steps:
        if step in HANDS:
            # Once the game is over there is nothing to save.
            with suppress(StopIteration):
                whole(coralon.open(SHEET), step, 4, HANDS[step])
        elif step == "restart":
            forget()
        elif step == "Undo":
            token = re.search(r'csrf_token" value="([^"]+)"', coralon.client.get(SHEET).text)
            coralon.client.post(f"{SHEET}/undo", data={"csrf_token": token[1] if token else ""})
        else:
            with app.app_context():
                changes = {
                    "target": update(Play).values(options={"target": 40}, version=Play.version + 1),
                    "rename": update(Player).where(Player.id == 4).values(name="Eve"),
                }
                db.session.execute(changes[step])
                db.session.commit()
        kept = [look(coralon) for _ in range(3)]
        forget()
        restarted = look(coralon)
        forget(app)
        assert {*kept, restarted} == {look(coralon)}
