"""Messages about nights and games as a whole: who won, who leads, and how far a game is."""

from collections.abc import Sequence
from datetime import timedelta

from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.course import say_winners
from scorekeeper.rules.engine import Result
from scorekeeper.rules.outcome import BY_TIE
from scorekeeper.rules.saying import NOTHING, Amount, And, Argument, Numbered, Row, Say, Spelled
from scorekeeper.rules.table import Seat
from scorekeeper.rules.words import COIN, DAY, GAME, HOUR, MINUTE, percent, short_names, write_total
from scorekeeper.store.history.night_recap import Recap
from scorekeeper.store.history.statistics import Standing
from scorekeeper.web.drawings.picture import MOST_MARKS
from scorekeeper.web.wording.hands import say_payout


def say_wins(recap: Recap, begun: int = 0) -> Sequence[Say]:
    """Return who won the most games, with longer and shorter names: "Bea won 3 of 5 games".

    Before the first is over, it says how many have ``begun``.
    """
    over, winners = recap.over, recap.winners
    if not over:
        return [Amount(begun, GAME) if begun else Say("No games yet")]
    if not recap.wins:
        return [Say("Nobody won") if over == 1 else Say("Nobody won any of {games} games", games=over)]
    versions = name_versions([*recap.names.values()], [recap.names[one] for one in winners])
    if over == 1:
        return [Say("{who} won", who=who) for who in versions]
    one, several = "{who} won {most} of {games} games", "{who} won {most} of {games} games each"
    most = recap.wins[winners[0]]
    return [Say(one, several, len(winners), who=who, most=most, games=over) for who in versions]


def name_versions(everyone: Sequence[str], some: Sequence[str]) -> list[Argument]:
    """Return some of these names, in full and shortened; of too many, only how many there are."""
    if len(some) > MOST_MARKS:
        return [Say("{Count} players", count=Spelled(len(some)))]
    short = dict(zip(everyone, short_names(everyone), strict=True))
    return [And(*some), And(*(short[name] for name in some))]


def say_headline(result: Result) -> Sequence[Say]:
    """Return who won, with longer and shorter names; of a running game, how far it is."""
    setup, ending, hands = result.setup, result.ending, len(result.hands)
    if ending is None:
        played, game = Amount(hands, setup.game.hand_noun), setup.title
        return [Say("{game}, after {hands}" if hands else "{game}", game=game, hands=played)]
    if setup.is_together or not ending.winners:
        return [say_winners(result)]
    if len(ending.winners) > MOST_MARKS:
        return [Say("{Count} players won", count=Spelled(len(ending.winners)))]
    short = short_names(setup.table.players)
    briefly = Say("{names} won", names=And(*(short[seat] for seat in ending.winners)))
    return [say_winners(result), briefly]


def say_aside(said: Argument, set_aside: bool) -> Argument:
    """Return what is said of a game, and that it doesn't count if it was ``set_aside``."""
    return Say("{said} (doesn’t count)", said=said) if set_aside else said


def say_leader(result: Result) -> Say:
    """Return who leads a running game; nothing before its first hand."""
    setup = result.setup
    sides, total = setup.leaders(result.state.totals, len(result.hands))
    if not result.hands:
        return NOTHING
    names = setup.names(seat for side in sides for seat in side)
    each = write_total(total, setup.stake, setup.unit == "coins")
    if len(sides) == len(setup.sides):
        return Say("Everyone has {total}.", total=each)
    if len(sides) > MOST_MARKS:
        return Say("{Count} players lead with {total}.", count=Spelled(len(names)), total=each)
    one, several = "{names} leads with {total}.", "{names} lead with {total}."
    return Say(one, several, len(names), names=And(*names), total=each)


def say_leads(standings: Sequence[Standing]) -> tuple[Say, Say]:
    """Return who has won most games, and how many of theirs; nothing if nobody has won one."""
    most = standings[0].wins if standings else 0
    leaders = [one for one in standings if one.wins == most]
    if not most:
        return NOTHING, NOTHING
    names = And(*(one.name for one in leaders))
    if len(leaders) > 1:
        return Say("{names} have won the most games:", names=names), Say("{wins} each", wins=most)
    plays = leaders[0].plays
    wins = Say("{wins} of {plays}, {share}%", wins=most, plays=plays, share=percent(most, plays))
    return Say("{names} has won the most games:", names=names), wins


def say_progress(result: Result, number: int, dealer: Seat) -> Row:
    """Return how far a running game is: its hand, who deals or whose turn it is, and coins on the table."""
    setup, turn = result.setup, result.setup.turn(result.state)
    players, coins = setup.table.players, on_table(result.state.carry)
    next_is = Say("{name} {deals}", name=players[dealer], deals=Say(setup.game.deal.deals))
    if turn is not None:
        next_is = Say("{name}’s turn", name=players[turn])
    return Row(
        Numbered(setup.game.hand_noun, number),
        next_is if turn is not None or setup.game.deal.deals else NOTHING,
        Say("{coins} on the table", coins=Amount(coins, COIN)) if coins else NOTHING,
    )


def if_ended(result: Result, bid: str, number: int) -> list[Say]:
    """Return what comes of a game if the players end it now, or delete it: who wins, and the coins.

    ``bid`` is what the bid of the hand in progress is called, if there is one.
    """
    assert result.ending
    noun = result.setup.game.hand_noun
    if result.is_empty:
        said = [Say("No {hand} was played yet, so you can delete it.", hand=noun)]
    elif result.ending.decided == BY_TIE:
        said = [Say("If it ends now, {names} tie.", names=And(*result.setup.names(result.ending.winners)))]
    elif result.ending.winners:
        said = [Say("If it ends now, {why}.", why=result.ending.because)]
    else:
        said = [Say("If it ends now, nobody wins.")]
    if bid:
        said.append(Say(f"The {bid} of {{hand}} won’t count.", hand=Numbered(noun, number)))
    given_back = result.totals != result.state.totals
    if given_back:
        said.append(Say("The coins on the table go back."))
    if any(result.payout) and (given_back or result.setup.unit != "coins"):
        said.append(say_payout(result))
    return said


def say_duration(time: timedelta) -> Say:
    """Return a duration: "1 hour 20 minutes"."""
    minutes = max(1, round(time.total_seconds() / 60))
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [(days, DAY), (hours, HOUR), (0 if days else minutes, MINUTE)]
    long, *short = (Amount(number, unit) for number, unit in parts if number)
    return Say("{long} {short}", long=long, short=short[0]) if short else long
