"""Scores that sides need near the end of a game, in one line.

A side needs at least what it lacks to its target. Whether that is enough depends on what the others score, so
the line doesn't say more. It is only said if a hand like the best so far would do, and not if all sides need
the same.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Side
from scorekeeper.rules.saying import NOTHING, And, Argument, Parts, Row, Say
from scorekeeper.rules.table import Setup

MOST_NAMED = 2
"""The number of sides the line names."""

NEEDS = Say("{who} needs at least {score} to win", "{who} need at least {score} to win")
ENDS = Say("{who} can end the game with {score} or more")
LEADS = Say("Last {noun}: {who} leads", "Last {noun}: {who} lead")
MORE = Say(
    "{who} needs {score} more than {leaders} to draw level",
    "{who} need {score} more than {leaders} to draw level",
)
FEWER = Say(
    "{who} needs {score} fewer than {leaders} to draw level",
    "{who} need {score} fewer than {leaders} to draw level",
)


class Need(NamedTuple):
    """A side and what it lacks: to its target, or to draw level with those who lead."""

    side: Side
    score: int


def find_needs(result: Result) -> Sequence[Need]:
    """Return what the sides near their target lack, the nearest first.

    Each needs at least that to win or, where the lowest total wins, to end the game. Empty if no hand like
    the best so far would do, and if a target was reached and the game goes on.
    """
    setup, totals = result.setup, result.state.totals
    goals = [(side, setup.goal(side)) for side in _sides_in_play(result)]
    lacks = [Need(side, goal - totals[side[0]]) for side, goal in goals if goal is not None]
    if _is_over(result) or any(need.score <= 0 for need in lacks):
        return ()
    seen = max((max(played.scores) for played in result.hands), default=0)
    return sorted((need for need in lacks if need.score <= seen), key=lambda need: need.score)


def find_chasers(result: Result) -> Sequence[Need]:
    """Return the sides behind those who lead before the last hand, the nearest first.

    Empty if all are level.
    """
    if _is_over(result) or not _is_last(result):
        return ()
    leaders, best = result.setup.leaders(result.state.totals, len(result.hands) + 1)
    others = (side for side in _sides_in_play(result) if side not in leaders)
    behind = (Need(side, abs(best - result.state.totals[side[0]])) for side in others)
    return sorted(behind, key=lambda need: need.score)


def say_needs(result: Result) -> Say:
    """Return what each side needs in one line; nothing if the end is not near.

    "Bea needs at least 2 to win; Ann needs at least 4 to win."
    """
    said = Parts(*(_say_chasers(result) if _is_last(result) else _say_wins(result)))
    return Say("{needs}.", needs=said) if said else NOTHING


def _is_over(result: Result) -> bool:
    """Return whether the next hand can't end the game: it is over, or the table plays on."""
    return result.ending is not None or not result.setup.can_end(len(result.hands) + 1)


def _is_last(result: Result) -> bool:
    """Return whether the next hand is the last one agreed on; one that everyone passes doesn't count."""
    setup = result.setup
    played = sum(1 for played in result.hands if isinstance(played.hand, setup.game.hand))
    return getattr(setup.table.rules, "hands", None) == played + 1


def _sides_in_play(result: Result) -> list[Side]:
    """Return the sides that play the next hand."""
    here = result.setup.table_for(result.state).here
    return [side for side in result.setup.sides if side[0] in here]


def _say_wins(result: Result) -> Iterator[Say]:
    """Return what the nearest sides need."""
    setup, near = result.setup, find_needs(result)
    if setup.lowest_wins:
        return (_say(setup, ENDS, need) for need in near[:1])
    all_the_same = len(near) == len(setup.sides) and len({need.score for need in near}) == 1
    return (_say(setup, NEEDS, need) for need in (() if all_the_same else near[:MOST_NAMED]))


def _say_chasers(result: Result) -> Iterator[Say]:
    """Yield who leads before the last hand, and what it takes to draw level."""
    setup, behind = result.setup, find_chasers(result)[:MOST_NAMED]
    if not behind:
        return
    leading, _ = setup.leaders(result.state.totals, len(result.hands) + 1)
    leaders = And(*setup.names(seat for side in leading for seat in side))
    yield LEADS.filled(len(leaders), noun=setup.game.hand_noun, who=leaders)
    level = FEWER if setup.lowest_wins else MORE
    first = _say(setup, level, behind[0], leaders=Say("the leaders") if len(leaders) > 1 else leaders)
    yield Say("{level}", level=Row(first, *(_say(setup, Say("{who} {score}"), need) for need in behind[1:])))


def _say(setup: Setup, words: Say, need: Need, **more: Argument) -> Say:
    return words.filled(len(need.side), who=And(*setup.names(need.side)), score=need.score, **more)
