"""Rules that change while games are there, as an update changes them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update as update_rows

from scorekeeper.domain import EARLIER
from scorekeeper.rules.games.coralon import Coralon
from scorekeeper.rules.games.tally import Tally
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Play
from scorekeeper.store.plays import stored_hands
from scorekeeper.store.plays.editions import compare_all
from scorekeeper.store.plays.stored_hands import RecentCache
from scorekeeper.web.plays import sheet
from tests.web.phone import Phone

ChangeRules = Callable[..., None]


def update(app: Flask) -> None:
    """Do what the server does when it starts."""
    with app.app_context():
        compare_all()


def refuse_hand(phone: Phone, sheet: str, number: int = 1) -> None:
    """Change a hand of Coralon behind the game's back, so that it is refused, as new rules might do."""
    play_id = int(sheet.split("/")[2])
    changed = update_rows(HandRow).where(HandRow.play_id == play_id, HandRow.number == number)
    with phone.client.application.app_context():
        db.session.execute(changed.values(entry='{"bidder":1,"bid":14,"tricks":{"0":3,"1":5,"2":3,"3":2}}'))
        db.session.execute(update_rows(Play).where(Play.id == play_id).values(edition=EARLIER))
        db.session.commit()


def lower_target(phone: Phone, sheet: str, target: int = 5) -> None:
    """Change a running game behind its back, so that its target has been reached, as new rules might do."""
    changed = update_rows(Play).where(Play.id == int(sheet.split("/")[2]))
    with phone.client.application.app_context():
        db.session.execute(changed.values(options={"target": target}))
        db.session.commit()


@pytest.fixture
def change_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChangeRules]:
    """Return a function that updates the app, after which Coralon and Tally score otherwise.

    ``points`` is what they give instead of an amount, by default 4 instead of 5; ``edition`` is their edition
    from then on, None for an update that forgot to raise it.
    """
    real = {game: game.score for game in (Coralon, Tally)}

    def forget() -> None:
        """Forget what is cached, as a server that starts does."""
        for module, name in ((stored_hands, "_results"), (sheet, "_fragments")):
            monkeypatch.setattr(module, name, RecentCache(2**24, lambda *_: 1))

    def change(
        edition: Any = "next", points: Callable[[int], int] = lambda amount: 4 if amount == 5 else amount
    ) -> None:
        def changed(game: Any) -> Callable[..., Any]:
            def score(self: Any, *asked: Any) -> Any:
                scored = real[game](self, *asked)
                lines = tuple(replace(line, amount=points(line.amount)) for line in scored.lines)
                return replace(scored, lines=lines)

            return score

        for game in real:
            monkeypatch.setattr(game, "score", changed(game))
            if edition is not None:
                monkeypatch.setattr(game, "edition", edition)
        forget()

    yield change
    monkeypatch.undo()
