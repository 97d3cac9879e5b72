"""A hand in words to be heard: what happened, what is left, who wins, and who deals next."""

from collections.abc import Callable, Sequence
from operator import itemgetter

from scorekeeper.rules.course import say_course, say_win, say_winners
from scorekeeper.rules.engine import Result
from scorekeeper.rules.forecast.needs import say_needs
from scorekeeper.rules.game import Side
from scorekeeper.rules.hand import Played
from scorekeeper.rules.outcome import BY_TOTAL, MISSED
from scorekeeper.rules.saying import NOTHING, Amount, And, Parts, Say, Sentences, Translate, english
from scorekeeper.rules.teams import TeamGame
from scorekeeper.rules.words import COIN

MOST_SAID = 4
"""The most different figures that are said after a hand."""

GETS = Say("{names} gets {coins}", "{names} get {coins} each")
PAYS = Say("{names} pays {coins}", "{names} pay {coins} each")
THE_SAME = Say("{names} {coins}", "{names} {coins} each")
"""The coins of players; after the first of those who get or pay, the verb goes without saying."""


def say_hand(result: Result, needs: Say | None = None) -> Sentences:
    """Return the last hand: "Bea bid 5 and made it exactly. Bea, 35 to go. Cal deals.".

    ``needs`` is what ``say_needs`` says of the game, where that is known already.
    """
    played = result.hands[-1]
    if _is_only_won(result):
        # Any other reason names the winners.
        is_by_total = result.ending and result.ending.decided == BY_TOTAL
        won = Say("{winners}.", winners=say_winners(result)) if is_by_total else NOTHING
        return Sentences(won, say_course(result))
    scored = [side for side in result.setup.sides if played.scores[side[0]]]
    told = _say_played(result, len(result.hands))
    return Sentences(*told, _say_rest(result, scored, needs), _say_next(result))


def _is_only_won(result: Result) -> bool:
    """Return whether the only hand of a finished game has nothing to tell but who won."""
    if not result.ending or len(result.hands) > 1 or result.setup.unit == "coins":
        return False
    played = result.hands[-1]
    has_bids = played.hand.call or _say_bids(result, played)
    return isinstance(result.setup.game, TeamGame) and not has_bids


def say_corrected(result: Result, number: int) -> Sentences:
    """Return what a hand says now, and what that leaves: "Bea bid 5 and missed. Bea, 40 to go; Cal 44."."""
    rest = say_win(result) if result.setup.unit == "coins" else _say_rest(result, result.setup.sides)
    return Sentences(*_say_played(result, number), rest)


def aloud(said: Say | And, translate: Translate = english) -> str:
    """Return what is said as it is spoken; not every voice reads the sign of a negative figure."""
    return said.write(translate).replace("−", translate("minus ", "", 1))


def _say_played(result: Result, number: int) -> tuple[Say, Say]:
    """Return what was played in a hand, and the coins that changed hands in it."""
    played = result.hands[number - 1]
    told = Say("{summary}.", summary=_say_bids(result, played) or result.setup.summary(played))
    if result.setup.unit != "coins" or result.setup.game.outcomes[played.outcome].tells_coins:
        return told, NOTHING
    gains = _grouped(result, result.setup.sides, lambda side: played.scores[side[0]])
    won = [(names, coins) for coins, names in gains if coins > 0]
    lost = [(names, -coins) for coins, names in reversed(gains) if coins < 0]
    parts: list[Say] = []
    for first, group in ((GETS, won), (PAYS, lost)):
        for place, (names, coins) in enumerate(group[:MOST_SAID]):
            amount = coins if parts else Amount(coins, COIN)
            words = THE_SAME if place else first
            parts.append(words.filled(len(names), names=And(*names), coins=amount))
    return told, Say("{coins}.", coins=Parts(*parts)) if parts else NOTHING


def _say_bids(result: Result, played: Played) -> Say:
    """Return who made their bids, in a hand in which everybody bid alone; empty in others."""
    table = result.setup.table.at(played.number)
    bids = [*result.setup.game.bids(table, result.before(played), played)]
    made = [call.player for call, how in bids if how != MISSED]
    if len(bids) < max(2, len(table.here)) or len(result.setup.sides) < table.n:
        return NOTHING
    if len(made) == len(bids):
        return Say("Everyone made their bid")
    if not made:
        return Say("Nobody made their bid")
    words = Say("{names} made their bid", "{names} made their bids")
    return words.filled(len(made), names=And(*table.names((*made,))))


def _say_rest(result: Result, sides: Sequence[Side], needs: Say | None = None) -> Say:
    """Return who wins, what the next hand can decide, or else how far these sides have come.

    That is what is left to the target, or their totals where there is none; coins are not added up.
    """
    setup, totals = result.setup, result.state.totals
    if said := say_win(result) or (say_needs(result) if needs is None else needs):
        return said
    if setup.unit == "coins" or not sides:
        return NOTHING
    if not setup.lowest_wins and None not in map(setup.goal, sides):
        first = Say("{names}, {figure} to go")
        found = _grouped(result, sides, lambda side: min(0, totals[side[0]] - (setup.goal(side) or 0)))
        found = [(-total, names) for total, names in found]
    else:
        first = Say("{names} has {figure}", "{names} have {figure}")
        found = _grouped(result, sides, lambda side: totals[side[0]])
    words = (first, *(Say("{names} {figure}") for _ in found[1:MOST_SAID]))
    parts = (
        said.filled(len(names), names=And(*names), figure=total)
        for said, (total, names) in zip(words, found, strict=False)
    )
    return Say("{parts}.", parts=Parts(*parts))


def _grouped(
    result: Result, sides: Sequence[Side], figure_of: Callable[[Side], int]
) -> list[tuple[int, list[str]]]:
    """Return the figures of some sides, the best first, with the names of those that have the same."""
    groups: dict[int, list[str]] = {}
    for side in sides:
        groups.setdefault(figure_of(side), []).extend(result.setup.names(side))
    return sorted(groups.items(), key=itemgetter(0), reverse=not result.setup.lowest_wins)


def _say_next(result: Result) -> Say:
    """Return who deals next, or whose turn it is; empty after the end, and where nobody deals."""
    setup, state = result.setup, result.state
    if result.ending:
        return NOTHING
    turn = setup.turn(state)
    if turn is not None:
        return Say("{player}’s turn.", player=setup.table.players[turn])
    return setup.game.deal.next.filled(player=setup.table.players[state.dealer])
