"""The course of a finished game in a few words: the margin, who led before, and when that changed."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Side
from scorekeeper.rules.hand import Call, Played
from scorekeeper.rules.outcome import BY_TIE, BY_TOTAL, MISSED, OTHER
from scorekeeper.rules.saying import (
    NOTHING,
    Amount,
    And,
    Argument,
    Numbered,
    Row,
    Say,
    Sentences,
    Signed,
    Spelled,
)
from scorekeeper.rules.table import Setup
from scorekeeper.rules.words import COIN, POINT, ROLL, ROUND, STONE, Noun

MOST_NAMED = 3
"""The most sides that are named; more are counted."""

OTHERS, PLAYERS = Say("{number} others"), Say("{number} players")
"""The ways in which they are counted."""

PILES = {"board": Say("the board"), "pot": Say("the pot")}
"""The places from which coins are given back; in other games that is the table."""

FOR, FROM = (
    Say("{coins} for {names}", "{coins} each for {names}"),
    Say("{coins} from {names}", "{coins} each from {names}"),
)
"""The shares of several coins."""

UNITS = {noun.many: noun for noun in (POINT, COIN, ROUND, STONE)}


class TimeInLead(NamedTuple):
    """The sides that had the best total from one hand until the lead changed.

    Attributes:
        sides: who led; several if they were level.
        since: the number of the hand after which they first did.
    """

    sides: tuple[Side, ...]
    since: int


class Change(NamedTuple):
    """A change of the lead, told alone, and as what comes of a bid."""

    alone: Say
    by_bid: Say


TOOK = Change(Say("{side} took the lead {place}"), Say("{place} {what}, {outcome} and took the lead"))
TOOK_FOR_GOOD = Change(
    Say("{side} took the lead for good {place}"),
    Say("{place} {what}, {outcome} and took the lead for good"),
)
DREW_LEVEL = Change(Say("{side} drew level {place}"), Say("{place} {what}, {outcome} and drew level"))


def find_leads(result: Result) -> list[TimeInLead]:
    """Return who has led after the hands, in order, with an entry for each change of the lead."""
    leaders = [tuple(_leaders(result, played)) for played in result.hands]
    stretches = groupby(enumerate(leaders, 1), key=itemgetter(1))
    return [TimeInLead(sides, next(hands)[0]) for sides, hands in stretches]


def _leaders(result: Result, played: Played) -> list[Side]:
    """Return the sides that led after a hand."""
    setup, table = result.setup, result.setup.table.at(played.number)
    if played.number == len(result.hands):
        return setup.leaders(result.state.totals, played.number)[0]
    # Those who join for the next hand count once they have put down their coins.
    later = [seat for seat in range(table.n) if seat not in table.arrived]
    return setup.game.leaders(table, played.totals, later)[0]


def say_winners(result: Result) -> Say:
    """Return who won a finished game: "Ann and Cal won", "Nobody won", "Everyone lost"; empty while it is on.

    For a game that was ended before its first hand it says "No hand was played".
    """
    if result.ending is None:
        return NOTHING
    if result.is_empty:
        return Say("No {hand} was played", hand=result.setup.game.hand_noun)
    names = result.setup.names(result.ending.winners)
    if result.setup.is_together:
        return Say("Everyone won") if names else Say("Everyone lost")
    return Say("{names} won", names=And(*names)) if names else Say("Nobody won")


def say_course(result: Result) -> Sentences:
    """Return how a finished game was decided, for a heading that says who won; empty while it is on.

    If it wasn't simply the best total, the game's own reason comes first.
    """
    ending, leads = result.ending, find_leads(result)
    if ending is None:
        return Sentences()
    if ending.decided == BY_TOTAL:
        how = Say("Ended early with {margin}.") if ending.early else Say("{margin}.")
        return Sentences(how.filled(margin=_margin(result)), _how_won(result, leads))
    if ending.decided == BY_TIE:
        return Sentences(Say("{why}.", why=_tied_with(result)), _how_tied(result, leads))
    return Sentences(Say("{why}.", why=ending.why))


def say_win(result: Result) -> Say:
    """Return the win of a finished game with a small flourish; empty while it is on.

    "And Ann wins the game, with 42 points, 7 ahead of Cal!"
    """
    ending = result.ending
    if ending is None:
        return NOTHING
    if not ending.winners:
        return Say("{why}.", why=ending.why)
    if ending.decided == BY_TIE:
        return Say("And {why}!", why=_tied_with(result))
    if result.setup.is_together:
        return Say("And everyone wins the game! {Why}.", why=ending.why)
    names = result.setup.names(ending.winners)
    if ending.decided == BY_TOTAL:
        return Say(
            "And {names} wins the game, with {margin}!",
            "And {names} win the game, with {margin}!",
            len(names),
            names=And(*names),
            margin=_margin(result),
        )
    one, several = "And {names} wins the game! {why}.", "And {names} win the game! {why}."
    return Say(one, several, len(names), names=And(*names), why=ending.why)


def _tied_with(result: Result) -> Say:
    """Return why a tie ended the game, with the coins of each player, which the reason leaves out."""
    setup, ending = result.setup, result.ending
    assert ending
    if setup.unit != "coins":
        return ending.why
    held = {result.totals[seat] for seat in ending.winners}
    if len(held) > 1:
        return Say("{why} before coins were given back", why=ending.why)
    return Say("{why}, with {total} each", why=ending.why, total=_say_total(setup, *held))


def say_coins(result: Result) -> Say:
    """Return where coins of a finished game came from, if its totals and house rules don't say it.

    "These totals include 2 coins each back from the board.", or what a pot held that more than single wagers
    went into.
    """
    setup = result.setup
    if result.totals != result.state.totals:
        pairs = zip(result.totals, result.state.totals, strict=True)
        back = [total - before for total, before in pairs]
        (pile, *others) = result.state.carry or ("",)
        place = Say("the table") if others else PILES.get(pile, Say("the table"))
        if len({*back}) == 1:
            words = "These totals include {coins} each back from {place}."
            return Say(words, coins=Amount(back[0], COIN), place=place)
        return Say(
            "These totals include {coins} back from {place}: {shares}.",
            coins=Amount(sum(back), COIN),
            place=place,
            shares=_shares(setup, back, FOR),
        )
    paid = setup.game.wagers(setup.table.at(len(result.hands)), result.hands)
    if not any(result.payout) or {*paid} <= {0, getattr(setup.table.rules, "wager", 0)}:
        return NOTHING
    coins = Amount(sum(paid), COIN)
    return Say("The pot held {coins}: {shares}.", coins=coins, shares=_shares(setup, paid, FROM))


def _shares(setup: Setup, coins: Sequence[int], share: Say) -> Row:
    """Return who got or gave how many: "3 for Dee, 2 each for Ann and Bea"."""
    said = []
    for each in sorted({*coins} - {0}, reverse=True):
        seats = [seat for seat in range(setup.table.n) if coins[seat] == each]
        if len(seats) == setup.table.n:
            return Row(share.filled(coins=each, names=Say("each player")))
        said.append(share.filled(len(seats), coins=each, names=And(*setup.names(seats))))
    return Row(*said)


def _margin(result: Result) -> Say:
    """Return the total of the side that leads alone, and how far ahead of the next ones it is."""
    setup, totals = result.setup, result.state.totals
    (winners,), best = setup.leaders(totals, len(result.hands))
    contenders = setup.game.contenders(setup.table.at(len(result.hands)))
    others = [side for side in setup.sides if side != winners and side[0] in contenders]
    behind = {side: abs(best - totals[side[0]]) for side in others}
    margin = min(behind.values(), default=0)
    next_best = [side for side, points in behind.items() if points == margin]
    everyone = len(next_best) == len(behind) > MOST_NAMED
    scored = _say_total(setup, result.totals[winners[0]])
    if not behind:
        left = "{total}; everyone else has left" if setup.table.n > 1 else "{total}"
        return Say(left, total=scored)
    if setup.lowest_wins:
        how = Say("{total}, the lowest total, {margin} fewer than {rivals}")
    elif setup.unit == "points":
        how = Say("{total}, {margin} ahead of {rivals}")
    elif all(result.totals[winners[0]] - result.totals[side[0]] == margin for side in next_best):
        how = Say("{total}, {margin} more than {rivals}")
    else:
        how = Say("{total}, {margin} more than {rivals} before coins were given back")
    rivals = Say("everyone else") if everyone else _names(setup, next_best, OTHERS)
    return how.filled(total=scored, margin=margin, rivals=rivals)


def _say_total(setup: Setup, total: int) -> Say:
    """Return a total with its unit: "13 points", "+6 coins", "46 coins (+16)" with a stake of 30."""
    noun = UNITS.get(setup.unit, Noun(setup.unit, setup.unit))
    if setup.stake:
        return Say("{total} ({gain})", total=Amount(setup.stake + total, noun), gain=Signed(total))
    return Amount(total, noun, Signed(total) if setup.unit == "coins" else None)


def _how_won(result: Result, leads: Sequence[TimeInLead]) -> Say:
    """Return how the side that won took the lead: "Ann led throughout."; empty after a hand without a bid."""
    *earlier, last = leads
    (winners,) = last.sides
    if earlier:
        change = TOOK if last.since == len(result.hands) else TOOK_FOR_GOOD
        return _tell_change(result, earlier[-1], last.since, winners, change)
    if len(result.hands) > 1:
        return Say("{names} led throughout.", names=_names(result.setup, [winners], PLAYERS))
    if _find_bid(result, 1):
        noun, hand = result.setup.game.hand_noun, result.setup.summary(result.hands[0])
        return Say("Only one {hand} was played: {summary}.", hand=noun, summary=hand)
    return NOTHING


def _how_tied(result: Result, leads: Sequence[TimeInLead]) -> Say:
    """Return how a side drew level with the one that led alone before; empty if that isn't how they tied."""
    if len(leads) < 2:
        return NOTHING
    before, last = leads[-2:]
    level = [side for side in last.sides if side not in before.sides]
    if len(level) > 1 or len(level) == len(last.sides) or len(before.sides) > 1:
        return NOTHING
    return _tell_change(result, before, last.since, level[0], DREW_LEVEL)


def _tell_change(result: Result, before: TimeInLead, number: int, side: Side, change: Change) -> Say:
    """Return who led before a hand, and what a side did in it.

    "Bea had led since hand 2; in the last hand Ann bid 5, made it exactly and took the lead."
    """
    setup, bid, place = result.setup, _find_bid(result, number), _say_place(result, number)
    if bid and bid.made and side == (bid.call.player,):
        told = change.by_bid.filled(place=place, what=bid.what, outcome=bid.outcome)
    else:
        told = change.alone.filled(side=_names(setup, [side], PLAYERS), place=place)
        if bid and bid.made == bool({bid.call.player, bid.call.partner} & {*side}):
            summary = setup.summary(result.hands[number - 1])
            told = Say("{change}, when {summary}", change=told, summary=summary)
    return Say("{before}; {change}.", before=_who_led(setup, before, number - 1), change=told)


def _say_place(result: Result, number: int) -> Say:
    """Return in which hand something happened."""
    noun = result.setup.game.hand_noun
    if number == len(result.hands):
        return Say("on the last {roll}", roll=noun) if noun == ROLL else Say("in the last {hand}", hand=noun)
    return say_when(noun, number)


def say_when(noun: Noun, number: int) -> Say:
    """Return in which hand of a game something happens: "in hand 9", "on roll 9"."""
    hand = Numbered(noun, number)
    return Say("on {roll}", roll=hand) if noun == ROLL else Say("in {hand}", hand=hand)


class BidPlayed(NamedTuple):
    """A hand that someone took on: who, whether they made it, what was played and how it came out."""

    call: Call
    made: bool
    what: Say
    outcome: Say


def _find_bid(result: Result, number: int) -> BidPlayed | None:
    """Return who took on a hand; None if nobody did, or if it wasn't made or missed."""
    game, played = result.setup.game, result.hands[number - 1]
    call, outcome = played.hand.call, game.outcomes[played.outcome]
    what = game.describe(result.setup.table.at(number), played)
    if call is None or outcome.result == OTHER or not what:
        return None
    return BidPlayed(call, outcome.result != MISSED, what, outcome.words)


def _who_led(setup: Setup, lead: TimeInLead, until: int) -> Say:
    """Return who led up to a hand: "Bea had led since hand 2", "Everyone was level after hand 3"."""
    names, noun = _names(setup, lead.sides, PLAYERS), setup.game.hand_noun
    hand = Numbered(noun, until)
    if len(lead.sides) == 1:
        if lead.since == until:
            return Say("{names} led after {hand}", names=names, hand=hand)
        if lead.since == 1:
            return Say("{names} had led from the start", names=names)
        return Say("{names} had led since {hand}", names=names, hand=Numbered(noun, lead.since))
    if len(lead.sides) < len(setup.sides):
        return Say("{Names} shared the lead after {hand}", names=names, hand=hand)
    if setup.table.n == 2:
        return Say("{names} were level after {hand}", names=names, hand=hand)
    if len(setup.sides) == 2:
        return Say("Both sides were level after {hand}", hand=hand)
    return Say("Everyone was level after {hand}", hand=hand)


def _names(setup: Setup, sides: Sequence[Side], many: Say) -> Argument:
    """Return the names of the players of some sides, or how many they are."""
    seats = [seat for side in sides for seat in side]
    return And(*setup.names(seats)) if len(sides) <= MOST_NAMED else many.filled(number=Spelled(len(seats)))
