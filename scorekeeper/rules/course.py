"""The course of a finished game in a few words: the margin, who led before, and when that changed."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Side, Summary
from scorekeeper.rules.hand import Call
from scorekeeper.rules.outcome import BY_TIE, BY_TOTAL, MISSED, OTHER
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import (
    COIN,
    POINT,
    ROLL,
    ROUND,
    STONE,
    Noun,
    capital,
    counted,
    listed,
    signed,
    spelled,
    write_total,
)

MOST_NAMED = 3
"""The most sides that are named; more are counted."""

ONE_PILE = ("board", "pot")
"""The places from which coins are given back; in other games that is the table."""

UNITS = {noun.many: noun for noun in (POINT, COIN, ROUND, STONE)}


class TimeInLead(NamedTuple):
    """The sides that had the best total from one hand until the lead changed.

    Attributes:
        sides: who led; several if they were level.
        since: the number of the hand after which they first did.
    """

    sides: tuple[Side, ...]
    since: int


def find_leads(result: Result) -> list[TimeInLead]:
    """Return who has led after the hands, in order, with an entry for each change of the lead."""
    leaders = [tuple(result.setup.leaders(played.totals, played.number)[0]) for played in result.hands]
    stretches = groupby(enumerate(leaders, 1), key=itemgetter(1))
    return [TimeInLead(sides, next(hands)[0]) for sides, hands in stretches]


def say_winners(result: Result) -> str:
    """Return who won a finished game: "Ann and Cal won", "Nobody won"; empty while it is on.

    For a game that was ended before its first hand it says "No hand was played".
    """
    if result.ending is None:
        return ""
    if result.is_empty:
        return f"No {result.setup.game.hand_noun.one} was played"
    names = result.setup.names(result.ending.winners)
    return f"{listed(names) if names else 'Nobody'} won"


def say_course(result: Result) -> str:
    """Return how a finished game was decided, for a heading that says who won; empty while it is on.

    If it wasn't simply the best total, the game's own reason comes first.
    """
    ending, leads = result.ending, find_leads(result)
    if ending is None:
        return ""
    if ending.decided == BY_TOTAL:
        early = "Ended early with " if ending.early else ""
        return f"{early}{_margin(result)}. {_how_won(result, leads)}".rstrip()
    if ending.decided != BY_TIE:
        return f"{ending.why}."
    return f"{ending.why}{_with_how_many(result)}. {_how_tied(result, leads)}".rstrip()


def say_win(result: Result) -> str:
    """Return the win of a finished game with a small flourish; empty while it is on.

    "And Ann wins the game, with 42 points, 7 ahead of Cal!"
    """
    ending = result.ending
    if ending is None:
        return ""
    if not ending.winners:
        return f"{ending.why}."
    if ending.decided == BY_TIE:
        return f"And {ending.why}{_with_how_many(result)}!"
    wins = "wins" if len(ending.winners) == 1 else "win"
    how = f", with {_margin(result)}!" if ending.decided == BY_TOTAL else f"! {ending.why}."
    return f"And {listed(result.setup.names(ending.winners))} {wins} the game{how}"


def _with_how_many(result: Result) -> str:
    """Return the coins of each player who ties for the most; empty in other games, whose reason says it."""
    setup, ending = result.setup, result.ending
    if setup.unit != "coins" or ending is None:
        return ""
    held = {result.totals[seat] for seat in ending.winners}
    return f", with {_say_total(setup, *held)} each" if len(held) == 1 else " before coins were given back"


def say_coins(result: Result) -> str:
    """Return where coins of a finished game came from, if its totals and house rules don't say it.

    "These totals include 2 coins each back from the board.", or what a pot held that more than single wagers
    went into.
    """
    setup = result.setup
    if result.totals != result.state.totals:
        pairs = zip(result.totals, result.state.totals, strict=True)
        back = [total - before for total, before in pairs]
        (pile, *others) = result.state.carry or ("table",)
        place = "table" if others or pile not in ONE_PILE else pile
        if len({*back}) == 1:
            return f"These totals include {counted(back[0], COIN)} each back from the {place}."
        coins = counted(sum(back), COIN)
        return f"These totals include {coins} back from the {place}: {_shares(setup, back, 'for')}."
    paid = setup.game.wagers(setup.table.at(len(result.hands)), result.hands)
    if not any(result.payout) or {*paid} <= {0, getattr(setup.table.rules, "wager", 0)}:
        return ""
    return f"The pot held {counted(sum(paid), COIN)}: {_shares(setup, paid, 'from')}."


def _shares(setup: Setup, coins: Sequence[int], link: str) -> str:
    """Return who got or gave how many: "3 for Dee, 2 each for Ann and Bea"."""
    said = []
    for share in sorted({*coins} - {0}, reverse=True):
        seats = [seat for seat in range(setup.table.n) if coins[seat] == share]
        if len(seats) == setup.table.n:
            return f"{share} {link} each player"
        said.append(f"{share}{' each' if len(seats) > 1 else ''} {link} {listed(setup.names(seats))}")
    return ", ".join(said)


def _margin(result: Result) -> str:
    """Return the total of the side that leads alone, and how far ahead of the next ones it is."""
    setup, totals = result.setup, result.state.totals
    (winners,), best = setup.leaders(totals, len(result.hands))
    contenders = setup.game.contenders(setup.table.at(len(result.hands)))
    others = [side for side in setup.sides if side != winners and side[0] in contenders]
    behind = {side: abs(best - totals[side[0]]) for side in others}
    margin = min(behind.values(), default=0)
    next_best = [side for side, points in behind.items() if points == margin]
    everyone = len(next_best) == len(behind) > MOST_NAMED
    rivals = "everyone else" if everyone else _names(setup, next_best)
    scored, noun = _say_total(setup, result.totals[winners[0]]), UNITS.get(setup.unit)
    if not behind:
        scored += "; everyone else has left"
    elif setup.lowest_wins:
        scored += f", the lowest total, {margin} fewer than {rivals}"
    elif noun == POINT:
        scored += f", {margin} ahead of {rivals}"
    else:
        ahead = {result.totals[winners[0]] - result.totals[side[0]] for side in next_best}
        apart = "" if ahead == {margin} else " before coins were given back"
        scored += f", {margin} more than {rivals}{apart}"
    return scored


def _say_total(setup: Setup, total: int) -> str:
    """Return a total with its unit: "13 points", "+6 coins", "46 coins (+16)" with a stake of 30."""
    noun = UNITS.get(setup.unit, Noun(setup.unit, setup.unit))
    written = write_total(total, setup.stake, setup.unit == "coins")
    unit = noun.one if abs(setup.stake + total) == 1 else noun.many
    return f"{written} {unit}{f' ({signed(total)})' if setup.stake else ''}"


def _how_won(result: Result, leads: Sequence[TimeInLead]) -> str:
    """Return how the side that won took the lead: "Ann led throughout."; empty after a hand without a bid."""
    *earlier, last = leads
    (winners,) = last.sides
    if earlier:
        for_good = "" if last.since == len(result.hands) else " for good"
        return _tell_change(result, earlier[-1], last.since, winners, f"took the lead{for_good}")
    if len(result.hands) > 1:
        return f"{_names(result.setup, [winners])} led throughout."
    bid = _find_bid(result, 1)
    return f"Only one {result.setup.game.hand_noun.one} was played: {bid.summary}." if bid else ""


def _how_tied(result: Result, leads: Sequence[TimeInLead]) -> str:
    """Return how a side drew level with the one that led alone before; empty if that isn't how they tied."""
    if len(leads) < 2:
        return ""
    before, last = leads[-2:]
    level = [side for side in last.sides if side not in before.sides]
    if len(level) > 1 or len(level) == len(last.sides) or len(before.sides) > 1:
        return ""
    return _tell_change(result, before, last.since, level[0], "drew level")


def _tell_change(result: Result, before: TimeInLead, number: int, side: Side, did: str) -> str:
    """Return who led before a hand, and what a side did in it.

    "Bea had led since hand 2; in the last hand Ann bid 5, made it exactly and took the lead."
    """
    setup, noun = result.setup, result.setup.game.hand_noun
    which = f"the last {noun.one}" if number == len(result.hands) else f"{noun.one} {number}"
    place = f"{'on' if noun == ROLL else 'in'} {which}"
    said = f"{_names(setup, [side])} {did} {place}"
    bid = _find_bid(result, number)
    if bid and bid.made and side == (bid.call.player,):
        said = f"{place} {listed(filter(None, (bid.summary.what, bid.summary.outcome, did)))}"
    elif bid and bid.made == bool({bid.call.player, bid.call.partner} & {*side}):
        said += f", when {bid.summary}"
    return f"{_who_led(setup, before, number - 1)}; {said}."


class BidPlayed(NamedTuple):
    """A hand that someone took on: who, whether they made it, and the hand in a few words."""

    call: Call
    made: bool
    summary: Summary


def _find_bid(result: Result, number: int) -> BidPlayed | None:
    """Return who took on a hand; None if nobody did, or if it wasn't made or missed."""
    setup, played = result.setup, result.hands[number - 1]
    call, summary = played.hand.call, setup.summary(played)
    came_out = setup.game.outcomes[played.outcome].result
    if call is None or came_out == OTHER or not summary.what.startswith(setup.table.players[call.player]):
        return None
    return BidPlayed(call, came_out != MISSED, summary)


def _who_led(setup: Setup, lead: TimeInLead, until: int) -> str:
    """Return who led up to a hand: "Bea had led since hand 2", "Everyone was level after hand 3"."""
    names, noun = _names(setup, lead.sides, "players"), setup.game.hand_noun.one
    if len(lead.sides) == 1:
        if lead.since == until:
            return f"{names} led after {noun} {until}"
        return f"{names} had led {'from the start' if lead.since == 1 else f'since {noun} {lead.since}'}"
    if len(lead.sides) < len(setup.sides):
        return f"{capital(names)} shared the lead after {noun} {until}"
    if setup.table.n == 2:
        return f"{names} were level after {noun} {until}"
    return f"{'Both sides were' if len(setup.sides) == 2 else 'Everyone was'} level after {noun} {until}"


def _names(setup: Setup, sides: Sequence[Side], noun: str = "others") -> str:
    """Return the names of the players of some sides, or how many they are."""
    seats = [seat for side in sides for seat in side]
    return listed(setup.names(seats)) if len(sides) <= MOST_NAMED else f"{spelled(len(seats))} {noun}"
