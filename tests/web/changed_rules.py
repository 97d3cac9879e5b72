"""Rules that change while games are there, as an update changes them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules.games.coralon import Coralon
from scorekeeper.rules.games.tally import Tally
from scorekeeper.store.plays import stored_hands
from scorekeeper.store.plays.stored_hands import RecentCache
from scorekeeper.web.plays import fragments

ChangeRules = Callable[..., None]


@pytest.fixture
def change_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChangeRules]:
    """Return a function that updates the app, after which Coralon and Tally score otherwise.

    ``points`` is what they give instead of an amount, by default 4 instead of 5; ``edition`` is their edition
    from then on, None for an update that forgot to raise it.
    """
    real = {game: game.score for game in (Coralon, Tally)}

    def forget() -> None:
        """Forget what is cached, as a server that starts does."""
        for module, name in ((stored_hands, "_results"), (fragments, "_fragments")):
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
