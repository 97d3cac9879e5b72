"""What each side needs, as one line of the sheet."""

from collections.abc import Iterator, Sequence

from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Reason
from scorekeeper.rules.needs import Need, Race, find_needs, find_race
from scorekeeper.rules.table import Setup
from scorekeeper.rules.telling_hands import told_scores
from scorekeeper.rules.words import listed, spelled

MOST_NAMED = 2
"""How many sides the line names."""


def say_needs(result: Result) -> str:
    """Return what each side needs in one line: "Bea wins with 5 or more."; empty if the end is not near."""
    setup = result.setup
    race = None if (needs := find_needs(result)) else find_race(result)
    said = [*_say_race(setup, race)] if race else [*_say_wins(setup, needs)]
    return f"{'; '.join(map(str, said))}." if said else ""


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
    """Return it in words: "Bea wins with 5 or more"."""
    names, one = (*setup.names(need.side),), len(need.side) == 1
    or_more = " or more" if need.least < need.most else ""
    if need.sure is None:
        return Reason(f"{{names}} can win with {{least}}{or_more}", names=names, least=need.least)
    if need.sure == need.least:
        wins = "wins" if one else "win"
        return Reason(f"{{names}} {wins} with {{least}}{or_more}", names=names, least=need.least)
    words = f"{{names}} {'needs' if one else 'need'} {{least}} to win, {{sure}} to be sure"
    return Reason(words, names=names, least=need.least, sure=need.sure)


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
