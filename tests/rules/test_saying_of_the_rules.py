"""What the rules say of hands, endings and the course of games: messages, names and figures, nothing else."""

import ast
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from scorekeeper import rules
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.course import say_coins, say_course, say_win, say_winners
from scorekeeper.rules.engine import Result, play, score
from scorekeeper.rules.final_result import FinalResult, described
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Played
from scorekeeper.rules.saying import And, Say, as_document
from scorekeeper.rules.spoken import say_corrected, say_hand
from scorekeeper.rules.table import Setup
from tests.rules.drawn_hands import draw_hands, endless

EVENINGS = Path(__file__).parent.parent / "data" / "evenings"
SOURCE = Path(rules.__file__).parent


def games_played(game: Game[Any, Any]) -> Iterator[Result]:
    """Yield games with every hand of the evenings, of the lesson, and of those drawn."""
    for evening in json.loads((EVENINGS / f"{game.key}.json").read_text("utf-8")):
        yield score(evening["sheet"])
    if lesson := game.lesson:
        sheet = {"scoresheet": 1, "game": game.key, "players": [*lesson.players], "options": lesson.options}
        yield score({**sheet, "hands": [lesson.hand], "finished": True})
    setup = endless(game)
    hands = draw_hands(setup, 12)
    for number in range(len(hands) + 1):
        yield play(setup, hands[:number], finished=number % 2 == 0)


def said_of(result: Result) -> Iterator[Say | And]:
    """Yield what the rules say of a game and its hands."""
    kept = FinalResult.of(result)
    seats = (seat._replace(won=not seat.won, payout=seat.payout + 1) for seat in kept.seats)
    yield from (say_winners(result), say_course(result), say_win(result), say_coins(result))
    yield from (described(result, other) for other in (kept, FinalResult(tuple(seats))))
    if result.ending:
        yield result.ending.why
    if result.hands:
        yield from (say_hand(result), say_corrected(result, 1))
    for played in result.hands:
        yield from said_of_hand(result.setup, played)


def said_of_hand(setup: Setup, played: Played) -> Iterator[Say]:
    """Yield what the rules say of a hand."""
    table, outcome = setup.table.at(played.number), setup.game.outcomes[played.outcome]
    yield from (setup.summary(played), setup.game.describe(table, played), played.hand.describe_bid(table))
    yield from (outcome.title, *played.hand.terms(table))
    yield from (words for line in played.lines for words in (line.why, line.pile))
    yield from (Say("{what} {figure}", what=step.what, figure=step.figure) for step in played.worked)


def without_words(one: str, several: str, number: int) -> str:
    """Return a message of a language that has no words: its blanks."""
    return "".join(f"{{{name}}}" for _, name, _, _ in Formatter().parse(several or one) if name)


def letters_in(said: Say | And, names: Sequence[str]) -> str:
    """Return the letters that are neither those of a message nor those of a name."""
    left = said.write(without_words)
    for name in sorted(names, key=len, reverse=True):
        left = left.replace(name, "")
    return "".join(filter(str.isalpha, left))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_only_names_and_figures_fill_the_blanks_of_messages(game: Game[Any, Any]) -> None:
    for result in games_played(game):
        columns = [column.name for column in getattr(result.setup.table.rules, "columns", ())]
        for said in said_of(result):
            assert not letters_in(said, (*result.setup.table.players, *columns)), str(said)
            assert json.dumps(as_document(said))


def messages(file: Path) -> Iterator[ast.Call]:
    """Yield where a module makes a message."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Say":
            yield node


def test_the_words_of_a_message_are_written_out() -> None:
    for file in SOURCE.rglob("*.py"):
        for said in messages(file):
            put_together = any(isinstance(words, ast.JoinedStr | ast.BinOp) for words in said.args[:2])
            assert not put_together, f"{file}:{said.lineno}"
