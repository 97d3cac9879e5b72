"""A game as a table of scores with their reasons, for a terminal."""

from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

from scorekeeper.rules.engine import Result
from scorekeeper.rules.hand import Played
from scorekeeper.rules.saying import And
from scorekeeper.rules.words import capital, figure, signed

NARROWEST = 4


def report(result: Result) -> str:
    """Return the whole game as text: each hand with its reasons, the totals and how the game ended."""
    return "\n".join(_lines(result))


def _lines(result: Result) -> Iterator[str]:
    setup, table = result.setup, result.setup.table
    name, unit, noun = setup.title, setup.unit, setup.game.hand_noun.one
    widths = [max(NARROWEST, _width(cell)) for cell in (noun, *table.players)]
    yield f"{name}, to {setup.target} {unit}" if setup.target else f"{name}, in {unit}"
    yield ""
    yield _row(widths, capital(noun), *table.players)
    if any(setup.opening.totals):
        yield f"{_row(widths, '', *map(figure, setup.opening.totals))}  before the first {noun}"
    for number, played in enumerate(result.hands, start=1):
        yield f"{_row(widths, str(number), *map(signed, played.scores))}  {_headline(played, result)}"
        for line in played.lines:
            yield f"      {And(*table.names(line.seats))} {signed(line.amount)}: {line.why}"
    yield _row(widths, "Sum", *map(figure, result.state.totals))
    if result.totals != result.state.totals:
        yield f"{_row(widths, '', *map(figure, result.totals))}  with the coins given back"
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
    return f"{result.ending.why}." if result.ending else _due(result)


def _due(result: Result) -> str:
    game, players = result.setup.game, result.setup.table.players
    if game.deal.deals:
        return f"{players[result.state.dealer]} {game.deal.deals} next."
    turn = result.setup.turn(result.state)
    return "The game goes on." if turn is None else f"It’s {players[turn]}’s turn."


def _row(widths: Sequence[int], *cells: str) -> str:
    return "  ".join(" " * (width - _width(cell)) + cell for cell, width in zip(cells, widths, strict=True))


def _width(text: str) -> int:
    """Return the number of columns a text takes on a terminal."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text if not combining(letter))
