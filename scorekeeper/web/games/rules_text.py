"""What the rules page of a game says besides its own sentences: its house rules, and an example."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.rules import engine
from scorekeeper.rules.entries import Choice, Count, Entry, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Played
from scorekeeper.rules.sheet import VERSION
from scorekeeper.rules.table import Setup, Table
from scorekeeper.rules.words import capital
from scorekeeper.web.games.entry_bounds import describe_bounds
from scorekeeper.web.games.player_counts import join_bounds
from scorekeeper.web.plays.change_summary import describe_entry

AnyGame = Game[Any, Any]


class RuleText(NamedTuple):
    """A house rule as the rules page describes it.

    Attributes:
        label: its name.
        help: what it does.
        values: its bounds and its default, one sentence each.
    """

    label: str
    help: str
    values: Sequence[str]


class WorkedHand(NamedTuple):
    """The example of a lesson, scored by the engine.

    Attributes:
        setup: who plays, and what.
        played: the hand with its score.
        entered: what was entered, as pairs of a label and a value in words.
    """

    setup: Setup
    played: Played
    entered: Sequence[tuple[str, str]]


def describe_house_rules(game: AnyGame) -> Iterator[RuleText]:
    """Yield the house rules with their bounds and defaults."""
    for entry in game.house_rules.values():
        tables = {n: Table(("",) * n, None) for n in game.seats}
        bounds = join_bounds({n: describe_bounds(entry, table) for n, table in tables.items()})
        default = join_bounds({n: (_default(entry, table),) for n, table in tables.items()})
        told = (f"{capital(bounds)}.",) if bounds else ()
        yield RuleText(entry.label, entry.help, (*told, f"Default: {default}."))


def _default(entry: Entry, table: Table[Any]) -> str:
    value = entry.blank(table)
    if value is None:
        return entry.null or "none"
    if isinstance(entry, Switch):
        return "on" if value else "off"
    words = entry.describe(entry.write(value, table), table)
    return f"“{words}”" if isinstance(entry, Choice) else words or "none"


def settings_text(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return house rules, as on a scoresheet, in a few words: "towns, territory × 2 · Target: 100"."""
    agreed = [(game.house_rules[rule], value) for rule, value in options.items()]
    return " · ".join(_setting_text(entry, value) for entry, value in agreed)


def _setting_text(entry: Entry, value: Any) -> str:
    if isinstance(entry, Switch):
        return entry.label
    words = entry.describe(value, Table((), None))
    return f"{entry.label}: {words}" if isinstance(entry, Count) else words


def work_example(game: AnyGame) -> WorkedHand | None:
    """Return the example of the game's lesson, scored; None if the game has no lesson."""
    lesson = game.lesson
    if lesson is None:
        return None
    sheet = {
        "scoresheet": VERSION,
        "game": game.key,
        "players": [*lesson.players],
        "options": lesson.options,
        "hands": [lesson.hand],
    }
    result = engine.score(sheet)
    return WorkedHand(result.setup, result.hands[0], describe_entry(result.setup, lesson.hand))
