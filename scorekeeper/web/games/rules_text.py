"""The text of a rules page: how to play, as the house rules have it, the house rules, and an example."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from scorekeeper.rules import declare, engine
from scorekeeper.rules.entries import LARGEST, BySeat, Choice, Count, Entry, Switch, Text, at
from scorekeeper.rules.game import Game
from scorekeeper.rules.games.tally import MOST_COLUMNS, Columns, TeamCount
from scorekeeper.rules.hand import Played
from scorekeeper.rules.house import Rules, Under
from scorekeeper.rules.lessons import LessonLine
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import NOTHING, Argument, Dots, Or, Parts, Row, Say, group_by_player_count
from scorekeeper.rules.sheet import scoresheet, set_up
from scorekeeper.rules.table import Setup, Table
from scorekeeper.rules.words import figure
from scorekeeper.web.wording.hands import describe_entry

AnyGame = Game[Any, Any]

Bounds = tuple[Argument, ...]
"""The bounds of an entry in words, part by part."""


class OutcomeText(NamedTuple):
    """An outcome as the rules page describes it: its name, and what it scores."""

    title: Say
    scores: Say


class RuleText(NamedTuple):
    """A house rule as the rules page describes it.

    Attributes:
        label: its name.
        help: what it does.
        values: its bounds and its default, one sentence each.
        lines: how to play where it isn't left at its default.
        outcomes: the outcomes that occur only then.
    """

    label: str
    help: str
    values: Sequence[Say]
    lines: Sequence[Argument]
    outcomes: Sequence[OutcomeText]


class WorkedHand(NamedTuple):
    """The example of a lesson, scored by the engine.

    Attributes:
        setup: who plays, and what.
        played: the hand with its score.
        entered: what was entered, as pairs of a label and a value in words.
    """

    setup: Setup
    played: Played
    entered: Sequence[tuple[str, Argument]]


def default_setup(game: AnyGame, players: int = 0) -> Setup:
    """Return a game with its default house rules, played by so many, or by those of its example."""
    anyone = [str(place) for place in range(1, (players or game.seats[0]) + 1)]
    names = anyone if players or not game.lesson else game.lesson.players
    return set_up(scoresheet(game.key, names, game.fixed))


def describe_play(game: AnyGame, tables: Sequence[Table[Any]]) -> dict[str, list[Argument]]:
    """Return how to play under the house rules of some tables: the lines of the lesson by their headings."""
    parts, rules = game.how_to_play(tables), tables[0].rules
    told = {heading: [*_lines(lines, rules)] for heading, lines in parts.items()}
    return {heading: lines for heading, lines in told.items() if lines}


def _lines(lines: Iterable[LessonLine | Say], rules: Rules) -> Iterator[Argument]:
    for line in lines:
        under, words = line if isinstance(line, tuple) else (None, line)
        if under is None or under.applies(rules):
            yield _with_values(words, rules)


def describe_rulings(game: AnyGame, rules: Rules | None = None) -> list[Argument]:
    """Return the rulings under some house rules; without these, all of them."""
    told = game.rulings if rules is None else _lines(game.rulings, rules)
    return [ruling[1] if isinstance(ruling, tuple) else ruling for ruling in told]


def describe_outcomes(game: AnyGame, rules: Rules) -> Iterator[OutcomeText]:
    """Yield the outcomes that may occur under some house rules."""
    for outcome in game.what_scores():
        if outcome.under is None or outcome.under.applies(rules):
            yield _outcome_text(outcome, rules)


def _outcome_text(outcome: Outcome, rules: Rules) -> OutcomeText:
    scores = outcome.scores
    if outcome.instead and outcome.instead[0].applies(rules):
        scores = outcome.instead[1]
    return _titled(outcome, scores, rules)


def _titled(outcome: Outcome, scores: Say, rules: Rules) -> OutcomeText:
    figures = {key: value for key, value in vars(rules).items() if type(value) is int}
    return OutcomeText(outcome.title, scores if scores.arguments else scores.filled(**figures))


def _with_values(words: str | Say, rules: Rules) -> Argument:
    """Return words with the values of the house rules that they name in braces."""
    if isinstance(words, Say):
        return words
    values = vars(rules).items()
    return words.format_map({key: figure(value) if type(value) is int else value for key, value in values})


def describe_house_rules(game: AnyGame) -> Iterator[RuleText]:
    """Yield the house rules with their bounds and defaults, and with what they change.

    They are in the order of the form.
    """
    defaults: Rules = default_setup(game).table.rules

    def changes(key: str, under: Under | None) -> bool:
        return under is not None and under.rule == key and not under.applies(defaults)

    parts = game.lesson.parts if game.lesson else {}
    conditional = [line for lines in parts.values() for line in lines if not isinstance(line, str)]
    for key, entry in sorted(game.house_rules.items(), key=lambda rule: bool(rule[1].aside)):
        tables = {n: Table(("",) * n, None) for n in game.seats}
        bounds = join_bounds({n: describe_bounds(entry, table) for n, table in tables.items()})
        default = join_bounds({n: (_default(entry, table),) for n, table in tables.items()})
        told = (Say("{Bounds}.", bounds=bounds),) if bounds else ()
        yield RuleText(
            entry.label,
            entry.help,
            (*told, Say("Default: {value}.", value=default)),
            [_with_values(words, defaults) for under, words in conditional if changes(key, under)],
            [
                _titled(outcome, scores, defaults)
                for outcome in game.outcomes.values()
                for under, scores in ((outcome.under, outcome.scores), outcome.instead or (None, NOTHING))
                if changes(key, under)
            ],
        )


def _default(entry: Entry, table: Table[Any]) -> Argument:
    value = entry.blank(table)
    if value is None:
        return Say(entry.null or "none")
    if isinstance(entry, Switch):
        return Say("on" if value else "off")
    words = entry.describe(entry.write(value, table), table)
    return (
        Say("“{choice}”", choice=words) if isinstance(entry, Choice) else words if str(words) else Say("none")
    )


def settings_text(game: AnyGame, options: Mapping[str, Any]) -> Dots:
    """Return house rules, as on a scoresheet, in a few words: "towns, territory × 2 · Target: 100"."""
    agreed = [(game.house_rules[rule], value) for rule, value in options.items() if rule not in game.fixed]
    return Dots(*(_setting_text(entry, value) for entry, value in agreed))


def _setting_text(entry: Entry, value: Any) -> Argument:
    label, words = Say(entry.label), entry.describe(value, Table((), None))
    if isinstance(entry, Switch):
        return label
    return Say("{rule}: {value}", rule=label, value=words) if isinstance(entry, Count) else words


def work_example(setup: Setup) -> WorkedHand | None:
    """Return the example of the game's lesson, scored under some house rules; None if it has none.

    If these don't fit the example, it is scored under its own.
    """
    game, lesson = setup.game, setup.game.lesson
    if lesson is None or lesson.hand is None:
        return None
    agreed = {**game.fixed, **declare.write(setup.table.rules, game.house_rules, setup.table)}
    try:
        result = engine.score(scoresheet(game.key, lesson.players, agreed, lesson.hand))
    except Refused:
        result = engine.score(scoresheet(game.key, lesson.players, lesson.options, lesson.hand))
    entered = [(label, value) for label, value in describe_entry(result.setup, lesson.hand) if str(value)]
    return WorkedHand(result.setup, result.hands[0], entered)


@singledispatch
def describe_bounds(entry: Entry, table: Table[Any]) -> Bounds:
    """Return the values an entry takes at this table, in words; empty if that goes without saying."""
    return ()


@describe_bounds.register(Text)
def _(entry: Text, table: Table[Any]) -> Bounds:
    return (Say("up to {most} characters", most=entry.longest),)


@describe_bounds.register(Choice)
def _(entry: Choice, table: Table[Any]) -> Bounds:
    choices = (Say("“{choice}”", choice=entry.describe(word, table)) for word in entry.choices)
    return (_or_null(entry, Or(*choices)),)


@describe_bounds.register(Count)
def _(entry: Count, table: Table[Any]) -> Bounds:
    besides = Or(*entry.besides(table))
    also = (Say("also {values}", values=besides),) if besides else ()
    return (_or_null(entry, _range(entry, table)), *also)


@describe_bounds.register(BySeat)
def _(entry: BySeat, table: Table[Any]) -> Bounds:
    return (Say("for each player"), *describe_bounds(entry.each, table))


@describe_bounds.register(TeamCount)
def _(entry: TeamCount, table: Table[Any]) -> Bounds:
    return (Say("fewer than there are players"),)


@describe_bounds.register(Columns)
def _(entry: Columns, table: Table[Any]) -> Bounds:
    return (Say("up to {most}, each with a name and a weight", most=MOST_COLUMNS),)


def _range(entry: Count, table: Table[Any]) -> Say:
    low, high = at(entry.low, table), at(entry.high, table)
    if high >= LARGEST:
        return Say("{low} or more", low=low)
    return Say("{low} or {high}" if high - low == 1 else "{low} to {high}", low=low, high=high)


def _or_null(entry: Entry, words: Argument) -> Argument:
    return Say("{values}, or {null}", values=words, null=Say(entry.null)) if entry.null else words


def join_bounds(bounds: Mapping[int, Bounds]) -> Argument:
    """Return the bounds for all numbers of players in one sentence; what they share is said once."""
    if len(set(map(len, bounds.values()))) > 1:
        words = "{bounds} with {number} players"
        return Parts(*(Say(words, bounds=Row(*parts), number=n) for n, parts in bounds.items()))
    return Row(
        *(
            group_by_player_count(dict(zip(bounds, part, strict=True)))
            for part in zip(*bounds.values(), strict=True)
        )
    )
