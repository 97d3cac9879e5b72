"""The own games in a file, matched with those of a club."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sqlalchemy import select

from scorekeeper.exchange.documents import OwnGameDocument
from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.import_plan import OwnGamePlan
from scorekeeper.rules.sheet import LONGEST_NAME
from scorekeeper.store.clubs.clubs import BadName, normalize_name
from scorekeeper.store.database import db
from scorekeeper.store.models import OwnGame


class UidsInClub(Protocol):
    """The uid that each uid of a file has in the club, with the id of what is there already."""

    def __getitem__(self, uid: str) -> tuple[str, int | None]: ...


def plan_own_games(
    club_id: int, games: Sequence[OwnGameDocument], known: UidsInClub
) -> Sequence[OwnGamePlan]:
    """Return the own games that the club doesn't have yet. Raises BadFile.

    The same name with the same rules is the same game; with other rules both are kept, the new one with a
    number behind its name.
    """
    rows = db.session.execute(select(OwnGame.folded, OwnGame.options).where(OwnGame.club_id == club_id))
    taken: dict[str, Mapping[str, Any]] = {row.folded: row.options for row in rows}
    plans = []
    for number, game in enumerate(games, start=1):
        uid, existing_id = known[game.uid]
        if existing_id is not None:
            continue
        try:
            name, folded = _free_name(game, taken)
        except BadName as wrong:
            raise BadFile.because(str(wrong), (f"own game {number}",)) from None
        if folded not in taken:
            taken[folded] = game.options
            plans.append(OwnGamePlan(game, uid, name))
    return plans


def _free_name(game: OwnGameDocument, taken: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    """Return a name, and its folded form, that no game or only this one has."""
    copy = 0
    while True:
        copy += 1
        end = f" ({copy})" if copy > 1 else ""
        name, folded = normalize_name(game.name.strip()[: LONGEST_NAME - len(end)] + end)
        if taken.get(folded, game.options) == game.options:
            return name, folded
