"""Scores that sides need near the end of a game, in one line, worked out from the hands that are possible.

It is about the next hand, dealt by the player whose turn it is. Winning includes sharing the win. The line is
only said if an ordinary hand could decide the game, and not if all sides need the same.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import NamedTuple

from scorekeeper.rules import declare
from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Side
from scorekeeper.rules.hand import Call, Hand, Played, Reason
from scorekeeper.rules.table import Seat, Setup
from scorekeeper.rules.telling_hands import BIDDER, PARTNER, HandScores, told_scores
from scorekeeper.rules.words import listed, spelled

ANYTHING = 1000
"""Where players can score more different numbers than this, nobody is expected to score more than before."""

MOST_NAMED = 2
"""The number of sides the line names."""


@dataclass(frozen=True, kw_only=True)
class ToldHand(Hand):
    """A hand of which only the bidder and the partner are known, for who wins a tie depends on them."""

    told: Call | None

    @property
    def call(self) -> Call | None:
        """The bidder with the partner."""
        return self.told


class Need(NamedTuple):
    """The score with which a side can win with the next hand.

    Attributes:
        side: the players.
        least: with less they don't win.
        sure: with this or more they win, whatever the others score; None if they can't be sure.
        most: the most they can score.
    """

    side: Side
    least: int
    sure: int | None
    most: int


class Chase(NamedTuple):
    """A side behind the leaders, just before the end.

    Attributes:
        side: the players.
        behind: how much more than each leader they must score to draw level; fewer where the lowest wins.
    """

    side: Side
    behind: int


class Ender(NamedTuple):
    """A side that ends the game if it scores this much or more."""

    side: Side
    score: int


class Race(NamedTuple):
    """The race that the next hand decides if it is the last one.

    Attributes:
        leaders: the sides that lead.
        chasers: those that can still draw level, the nearest first.
        ender: who can end the game; None if it ends anyway, after the agreed number of hands.
    """

    leaders: tuple[Side, ...]
    chasers: tuple[Chase, ...]
    ender: Ender | None


def find_needs(result: Result) -> tuple[Need, ...]:
    """Return what each side needs that can win with the next hand, those that need least first.

    Empty unless the next hand can take a side to its target, and the highest total wins.
    """
    setup = result.setup
    if result.ending or _is_last(result) or setup.lowest_wins or None in map(setup.goal, setup.sides):
        return ()
    told = told_scores(setup.game, setup.table)
    # Each side is in the place of every other, so that all can score the same.
    most = max((sides[0].score for sides in told), default=None)
    near = [
        side
        for side in _sides_in_play(result)
        if _to_go(result, side) <= (_highest_score(result, side) if most is None else most)
    ]
    found = (_told_needs(result, told, side) if told else _separate_needs(result, side) for side in near)
    return tuple(sorted(chain(*found), key=lambda need: (need.least, need.sure or need.most)))


def find_race(result: Result) -> Race | None:
    """Return who is ahead just before the end; None if the end is not near, or if all are level.

    It is near before the last hand agreed on. Where the lowest total wins, it is near once someone may reach
    the target.
    """
    setup, totals = result.setup, result.state.totals
    ender = None
    if result.ending or not _is_last(result):
        if result.ending or not setup.lowest_wins or setup.target is None:
            return None
        side = max(_sides_in_play(result), key=lambda side: totals[side[0]])
        ender = Ender(side, _to_go(result, side))
        if ender.score > _highest_score(result, side):
            return None
    leaders, best = setup.leaders(totals, len(result.hands) + 1)
    others = [side for side in _sides_in_play(result) if side not in leaders]
    if not others:
        return None
    chasers = [Chase(side, abs(best - totals[side[0]])) for side in others]
    chasers = [chase for chase in chasers if _can_catch(setup, chase, leaders)]
    return Race(tuple(leaders), tuple(sorted(chasers, key=lambda chase: chase.behind)), ender)


def _sides_in_play(result: Result) -> list[Side]:
    """Return the sides that play the next hand."""
    here = result.setup.table_for(result.state).here
    return [side for side in result.setup.sides if side[0] in here]


def _is_last(result: Result) -> bool:
    """Return whether the next hand is the last one agreed on; one that everyone passes doesn't count."""
    setup = result.setup
    played = sum(1 for played in result.hands if isinstance(played.hand, setup.game.hand))
    return getattr(setup.table.rules, "hands", None) == played + 1


def _to_go(result: Result, side: Side) -> int:
    return (result.setup.goal(side) or 0) - result.state.totals[side[0]]


def _highest_score(result: Result, side: Side) -> int:
    """Return the most that a side can score; if there is no limit, the most that anyone scored before."""
    possible = _possible_scores(result, side)
    if len(possible) <= ANYTHING:
        return possible[-1] if possible else 0
    return max((max(played.scores) for played in result.hands), default=0)


def _possible_scores(result: Result, side: Side) -> Sequence[int]:
    return result.setup.game.possible_scores(result.setup.table, result.state, side[0])


def _told_needs(result: Result, told: Sequence[HandScores], side: Side) -> Iterator[Need]:
    """Yield what a side needs in a game with hands that tell it, if it can win."""
    place, to_go = result.setup.sides.index(side), _to_go(result, side)
    by_score: dict[int, list[HandScores]] = {}
    for shares in told:
        if shares[place].score >= to_go:
            by_score.setdefault(shares[place].score, []).append(shares)
    scores = sorted(by_score)
    least = next((x for x in scores if any(_wins(result, shares, place) for shares in by_score[x])), None)
    if least is not None:
        certain = takewhile(
            lambda x: all(_wins(result, shares, place) for shares in by_score[x]), reversed(scores)
        )
        yield Need(side, least, min(certain, default=None), scores[-1])


def _wins(result: Result, shares: HandScores, place: int) -> bool:
    """Return whether a side that has reached its target wins if the next hand scores this."""
    totals = [
        result.state.totals[side[0]] + share.score
        for side, share in zip(result.setup.sides, shares, strict=True)
    ]
    own, best = totals.pop(place), max(totals)
    if own > best or (own < best and result.setup.target is not None):
        # The highest total wins, unless sides have targets of their own and it has not reached its target.
        return own > best
    return result.setup.sides[place][0] in _winners(result, shares)


def _winners(result: Result, shares: HandScores) -> Side:
    """Return who wins if the next hand scores this; nobody if the game goes on."""
    setup, scores = result.setup, [0] * result.setup.table.n
    seats: dict[str, Seat] = {}
    for side, share in zip(setup.sides, shares, strict=True):
        seats[share.role] = side[0]
        for seat in side:
            scores[seat] = share.score
    call = Call(seats[BIDDER], partner=seats.get(PARTNER)) if BIDDER in seats else None
    hand = declare.partly(ToldHand, {"told": call})
    totals = tuple(map(sum, zip(result.state.totals, scores, strict=True)))
    played = Played(result.state.dealer, hand, "", (), {}, tuple(scores), totals)
    ending = setup.game.ending(setup.table_for(result.state), (*result.hands, played))
    return ending.winners if ending else ()


def _separate_needs(result: Result, side: Side) -> Iterator[Need]:
    """Yield what a side needs where no score depends on the others' and ties share the win, if it can win."""
    totals, own = result.state.totals, _possible_scores(result, side)
    least = _at_least(own, _to_go(result, side))
    if least is not None:
        rivals = (other for other in _sides_in_play(result) if other != side)
        highest = max(totals[rival[0]] + _possible_scores(result, rival)[-1] for rival in rivals)
        sure = None if len(own) > ANYTHING else _at_least(own, max(least, highest - totals[side[0]]))
        yield Need(side, least, sure, own[-1])


def _at_least(possible: Sequence[int], low: int) -> int | None:
    """Return the lowest possible score from ``low`` up; None if there is none."""
    place = bisect_left(possible, low)
    return possible[place] if place < len(possible) else None


def _can_catch(setup: Setup, chase: Chase, leaders: Sequence[Side]) -> bool:
    """Return whether a hand is possible with which a side draws level with all leaders."""
    place, ahead = setup.sides.index(chase.side), [setup.sides.index(side) for side in leaders]
    gains = [
        shares[place].score - max(shares[leader].score for leader in ahead)
        for shares in told_scores(setup.game, setup.table)
    ]
    return not gains or max(gains) >= chase.behind


def say_needs(result: Result) -> str:
    """Return what each side needs in one line: "Bea needs 12 to win."; empty if the end is not near."""
    setup = result.setup
    possible = find_needs(result)
    race = None if possible else find_race(result)
    needs = [need for need in possible if need.least <= _ordinary_score(result, need.side)]
    if len(needs) == len(setup.sides) and len({(need.least, need.sure) for need in needs}) == 1:
        return ""
    said = [*_say_race(setup, race)] if race else [*_say_wins(setup, needs)]
    return f"{'; '.join(map(str, said))}." if said else ""


def _ordinary_score(result: Result, side: Side) -> int:
    """Return the most that a side scores in an ordinary hand.

    It is the middle of what a hand can bring, with dice the third quarter; without a limit, the most that
    anyone scored before.
    """
    if told := told_scores(result.setup.game, result.setup.table):
        scores = sorted({shares[0].score for shares in told})
        return scores[(len(scores) - 1) // 2]
    possible = _possible_scores(result, side)
    if 0 < len(possible) <= ANYTHING:
        return possible[len(possible) * 3 // 4 - 1]
    return _highest_score(result, side)


def _say_wins(setup: Setup, needs: Sequence[Need]) -> Iterator[Reason]:
    """Yield what the nearest sides need, and how many others can win."""
    for need in needs[:MOST_NAMED]:
        yield _say_need(setup, need)
    others = needs[MOST_NAMED:]
    if others:
        who = setup.names(others[0].side) if len(others) == 1 else [f"{spelled(len(others))} others"]
        yield Reason("{names} can win too", names=(*who,))
    elif len(setup.sides) == 2 and len(needs) == 1 and told_scores(setup.game, setup.table):
        yield from _say_hold(setup, needs[0])


def _say_need(setup: Setup, need: Need) -> Reason:
    """Return it in words: "Bea needs 5 to win"."""
    names, needs = (*setup.names(need.side),), "needs" if len(need.side) == 1 else "need"
    if need.sure in (None, need.least):
        return Reason(f"{{names}} {needs} {{least}} to win", names=names, least=need.least)
    words = f"{{names}} {needs} {{least}} to win, {{sure}} to be sure"
    return Reason(words, names=names, least=need.least, sure=need.sure or 0)


def _say_hold(setup: Setup, need: Need) -> Iterator[Reason]:
    """Yield to what the other side must hold the only one that can win."""
    if need.sure is not None:
        (others,) = (side for side in setup.sides if side != need.side)
        them = "them" if len(need.side) > 1 else setup.names(need.side)[0]
        names = (*setup.names(others),)
        yield Reason("{names} must hold {them} to {most}", names=names, them=them, most=need.sure - 1)


def _say_race(setup: Setup, race: Race) -> Iterator[Reason]:
    """Yield who leads before the last hand, and what it takes to draw level."""
    leaders, noun = (*setup.names(seat for side in race.leaders for seat in side),), setup.game.hand_noun.one
    first = f"Last {noun}: " if race.ender is None else ""
    if race.ender:
        ends = "ends" if len(race.ender.side) == 1 else "end"
        who = (*setup.names(race.ender.side),)
        yield Reason(f"{{who}} {ends} the game with {{score}} or more", who=who, score=race.ender.score)
    if not race.chasers:
        yield Reason(f"{first}{{leaders}} can’t be caught", leaders=leaders)
        return
    yield Reason(f"{first}{{leaders}} {'lead' if len(leaders) > 1 else 'leads'}", leaders=leaders)
    fewer = "fewer" if setup.lowest_wins else "more"
    than = "the leaders" if len(race.leaders) > 1 else listed(leaders)
    nearest, *others = race.chasers[:MOST_NAMED]
    who = (*setup.names(nearest.side),)
    need = "need" if len(who) > 1 else "needs"
    level = Reason(
        f"{{who}} {need} {{behind}} {fewer} than {{than}} to draw level",
        who=who,
        behind=nearest.behind,
        than=than,
    )
    for side, behind in others:
        level = Reason("{level}, {who} {behind}", level=level, who=(*setup.names(side),), behind=behind)
    yield level
