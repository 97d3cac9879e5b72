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
    setup, table = result.setup, result.setup.table
    widths = [max(NARROWEST, _width(name)) for name in table.players]
    name, unit = setup.game.name, setup.unit
    yield f"{name}, to {setup.target} {unit}" if setup.target else f"{name}, in {unit}"
    yield ""
    yield _row("Hand", table.players, widths)
    if any(setup.opening.totals):
        yield _row("", map(figure, setup.opening.totals), widths) + "  before the first hand"
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
    suit = getattr(played.hand, "trump", None)
    trump = f" ({suit})" if suit else ""
    did = result.setup.game.deal.dealt
    dealt = f"{table.players[played.dealer]} {did}. " if did else ""
    return f"{dealt}{result.setup.summary(played)}{trump}"


def _standing(result: Result) -> str:
    ending = result.ending
    if ending is None:
        return _due(result)
    return f"{ending.why}."


def _due(result: Result) -> str:
    game, players = result.setup.game, result.setup.table.players
    if game.deal.deals:
        return f"{players[result.state.dealer]} {game.deal.deals} next."
    turn = result.setup.turn(result.state)
    return "The game goes on." if turn is None else f"It's {players[turn]}'s turn."


def _row(first: str, cells: Iterable[str], widths: Sequence[int]) -> str:
    padded = (" " * (width - _width(cell)) + cell for cell, width in zip(cells, widths, strict=True))
    return "  ".join([f"{first:>4}", *padded])


def _width(text: str) -> int:
    """The columns a text takes on a terminal."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text if not combining(letter))
