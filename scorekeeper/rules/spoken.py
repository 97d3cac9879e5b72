"""A hand in words to be heard: what happened, what is left, who wins, and who deals next."""

from collections.abc import Callable, Sequence
from operator import itemgetter

from scorekeeper.rules.course import say_win
from scorekeeper.rules.engine import Result
from scorekeeper.rules.forecast.needs import say_needs
from scorekeeper.rules.game import Side
from scorekeeper.rules.words import COIN, counted, figure, listed

MOST_SAID = 4
"""The most different figures that are said after a hand."""


def say_hand(result: Result, needs: str | None = None) -> str:
    """Return the last hand: "Bea bid 5 and made it exactly. Bea, 35 to go. Cal deals.".

    ``needs`` is what ``say_needs`` says of the game, where that is known already.
    """
    played = result.hands[-1]
    scored = [side for side in result.setup.sides if played.scores[side[0]]]
    rest = _say_rest(result, scored, needs)
    return _sentences(_say_played(result, len(result.hands)), rest, _say_next(result))


def say_corrected(result: Result, number: int) -> str:
    """Return what a hand says now, and what that leaves: "Bea bid 5 and missed. Bea, 40 to go; Cal 44."."""
    rest = say_win(result) if result.setup.unit == "coins" else _say_rest(result, result.setup.sides)
    return _sentences(_say_played(result, number), rest)


def _sentences(*said: str) -> str:
    """Return sentences one after another; not every voice reads the sign of a negative figure."""
    return " ".join(filter(None, said)).replace("−", "minus ")


def _say_played(result: Result, number: int) -> str:
    """Return what was played in a hand, and the coins that changed hands if the words don't say it."""
    played = result.hands[number - 1]
    said = f"{result.setup.summary(played)}."
    if result.setup.unit != "coins" or COIN.one in said:
        return said
    gains = _grouped(result, result.setup.sides, lambda side: played.scores[side[0]])
    won = [(names, coins, "gets", "get") for coins, names in gains if coins > 0]
    lost = [(names, -coins, "pays", "pay") for coins, names in reversed(gains) if coins < 0]
    parts: list[str] = []
    for group in (won, lost):
        for names, coins, verb, verbs in group[:MOST_SAID]:
            verb = "" if names is not group[0][0] else f" {verb if len(names) == 1 else verbs}"
            amount = str(coins) if parts else counted(coins, COIN)
            parts.append(f"{listed(names)}{verb} {amount}{' each' if len(names) > 1 else ''}")
    return f"{said} {'; '.join(parts)}." if parts else said


def _say_rest(result: Result, sides: Sequence[Side], needs: str | None = None) -> str:
    """Return who wins, what the next hand can decide, or else how far these sides have come.

    That is what is left to the target, or their totals where there is none; coins are not added up.
    """
    setup, totals = result.setup, result.state.totals
    if said := say_win(result) or (str(say_needs(result)) if needs is None else needs):
        return said
    if setup.unit == "coins" or not sides:
        return ""
    to_target = not setup.lowest_wins and None not in map(setup.goal, sides)
    if to_target:
        found = _grouped(result, sides, lambda side: min(0, totals[side[0]] - (setup.goal(side) or 0)))
    else:
        found = _grouped(result, sides, lambda side: totals[side[0]])
    (best, first), *others = found[:MOST_SAID]
    if to_target:
        said = f"{listed(first)}, {-best} to go"
    else:
        said = f"{listed(first)} {'has' if len(first) == 1 else 'have'} {figure(best)}"
    rest = [f"{listed(names)} {figure(-total if to_target else total)}" for total, names in others]
    return f"{'; '.join([said, *rest])}."


def _grouped(
    result: Result, sides: Sequence[Side], figure_of: Callable[[Side], int]
) -> list[tuple[int, list[str]]]:
    """Return the figures of some sides, the best first, with the names of those that have the same."""
    groups: dict[int, list[str]] = {}
    for side in sides:
        groups.setdefault(figure_of(side), []).extend(result.setup.names(side))
    return sorted(groups.items(), key=itemgetter(0), reverse=not result.setup.lowest_wins)


def _say_next(result: Result) -> str:
    """Return who deals next, or whose turn it is; empty after the end, and where nobody deals."""
    setup, state = result.setup, result.state
    if result.ending:
        return ""
    turn = setup.turn(state)
    if turn is not None:
        return f"{setup.table.players[turn]}’s turn."
    return f"{setup.table.players[state.dealer]} {setup.game.deal.deals}." if setup.game.deal.deals else ""
