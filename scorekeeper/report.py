"""A game as a score table for a terminal, explanations included."""

from collections.abc import Iterable, Iterator, Sequence
from unicodedata import combining, east_asian_width

from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Played
from scorekeeper.rules.words import figure, listed, signed

NARROWEST = 4


def report(result: Result) -> str:
    """The whole game as text: a row for each hand, the reasons below it, the totals and how it ended."""
    return "\n".join(_lines(result))


def _lines(result: Result) -> Iterator[str]:
    game, table = result.setup.game, result.setup.table
    widths = [max(NARROWEST, _width(name)) for name in table.players]
    goal = game.target(table)
    yield f"{game.name}, to {goal} {game.unit(table)}" if goal else f"{game.name}, in {game.unit(table)}"
    yield ""
    yield _row("Hand", table.players, widths)
    opening = game.opening(table, result.setup.dealer).totals
    if any(opening):
        yield _row("", map(figure, opening), widths) + "  before the first hand"
    for number, played in enumerate(result.hands, start=1):
        yield f"{_row(str(number), map(signed, played.scores), widths)}  {_headline(played, result)}"
        for line in played.lines:
            yield f"      {listed(table.names(line.seats))} {signed(line.amount)}: {line.why}"
    yield _row("Sum", map(figure, result.state.totals), widths)
    yield ""
    yield _standing(result)
    if any(result.payout):
        coins = (f"{name} {signed(net)}" for name, net in zip(table.players, result.payout, strict=True))
        yield f"Coins: {', '.join(coins)}"


def _headline(played: Played, result: Result) -> str:
    table = result.setup.table
    outcome = result.setup.game.outcomes[played.outcome].words
    called = played.hand.called(table)
    suit = getattr(played.hand, "trump", None)
    trump = f" ({suit})" if suit else ""
    dealt = result.setup.game.deal[1]
    dealer = f"{table.players[played.dealer]} {dealt}; " if dealt else ""
    return f"{dealer}{called}{trump}{': ' if called else ''}{outcome}"


def _standing(result: Result) -> str:
    table, ending = result.setup.table, result.ending
    if ending is None:
        deals = result.setup.game.deal[0]
        return f"{table.players[result.state.dealer]} {deals} next." if deals else "It is not over yet."
    return f"{listed(table.names(ending.winners)) if ending.winners else 'Nobody'} won: {ending.why}."


def _row(first: str, cells: Iterable[str], widths: Sequence[int]) -> str:
    padded = (" " * (width - _width(cell)) + cell for cell, width in zip(cells, widths, strict=True))
    return "  ".join([f"{first:>4}", *padded])


def _width(text: str) -> int:
    """The columns a text takes on a terminal."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text if not combining(letter))
