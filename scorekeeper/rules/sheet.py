"""Scoresheets, and reading the setup of one (scoring contract, section 1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar
from unicodedata import category, normalize

from scorekeeper.rules import declare
from scorekeeper.rules.catalogue import game_of
from scorekeeper.rules.game import Game
from scorekeeper.rules.house import PRESENCE
from scorekeeper.rules.json_text import twice
from scorekeeper.rules.problems import Problem, Refused, Wrong
from scorekeeper.rules.recipes.game import RECIPE
from scorekeeper.rules.saying import NOTHING, Argument, Or, Say, Spelled
from scorekeeper.rules.table import Seat, Setup, Table

VERSION = 1
LONGEST_NAME = 40

T = TypeVar("T")


def scoresheet(
    game: str, players: Iterable[str], options: Mapping[str, Any], *hands: Any, **more: Any
) -> dict[str, Any]:
    """Return a scoresheet of a game, given by its key."""
    written = {"scoresheet": VERSION, "game": game, "players": [*players], "options": options}
    return {**written, "hands": [*hands], **more}


def set_up(sheet: Mapping[str, Any], by_name: bool = True) -> Setup:
    """Return the setup of a scoresheet; hands are not read. Raises Refused with every problem found.

    A scoresheet names its players; one that is stored has their seats instead, but for the list of players.
    """
    wrong = {
        "“{key}” is written twice.": twice(sheet),
        "A scoresheet has no “{key}”.": [key for key in sheet if key not in _KEYS],
    }
    problems = [Problem(key, Say(words, key=key)) for words, keys in wrong.items() for key in keys]
    problems += [Problem(key, step) for key, step in _REQUIRED.items() if key not in sheet]

    def take(key: str, read: Callable[..., T], *more: object) -> T | None:
        """Return the value of a key, or None after noting the problems with it."""
        try:
            return read(sheet[key], *more) if key in sheet else None
        except Wrong as wrong:
            problems.extend(Problem(key, message) for message in wrong.messages)
            return None

    take("scoresheet", _version)
    take("hands", _hands)
    take("finished", _finished)
    game = take("game", find_game, sheet.get("options"))
    players = take("players", read_players, game)
    labels = (players or ()) if by_name else ()
    table = Table(players, None, labels) if players else None
    dealer = take("dealer", _dealer, table, by_name) or 0
    rules, wrong_rules = _house_rules(sheet.get("options", {}), game, table)
    problems += wrong_rules
    if problems or game is None or table is None:
        raise Refused(problems)
    return Setup(game, Table(table.players, rules, labels), dealer)


def find_game(key: object, options: object) -> Game[Any, Any]:
    """Return the game with this key: of the catalogue, or made by the recipe among the house rules.

    Raises Wrong if there is none, or with all that is wrong with the recipe.
    """
    if not isinstance(key, str):
        raise Wrong(Say("Give the game by its key, such as “coralon”."))
    if key == RECIPE and (not isinstance(options, Mapping) or RECIPE not in options):
        raise Wrong(Say("Add the recipe to the options, as “recipe”."))
    game = game_of(key, options if isinstance(options, Mapping) else {})
    if game is None:
        raise Wrong(Say("There is no game called “{key}”.", key=key[:LONGEST_NAME]))
    return game


def read_players(names: object, game: Game[Any, Any] | None) -> tuple[str, ...]:
    """Return the players' names, trimmed. Raises Wrong with every problem found."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Wrong(Say("Players must be a list of names."))
    players = tuple(name.strip() for name in names)
    wrong = [message for name in players if (message := wrong_name(name))]
    known: set[str] = set()
    for name in filter(None, players):
        if (folded := normalize("NFC", name.casefold())) in known:
            wrong.append(Say("Two players are called {name}. Give one of them another name.", name=name))
        known.add(folded)
    if game and not game.fits(len(players)):
        wrong.append(wrong_number(game, len(players)))
    if wrong or not players:
        raise Wrong(*wrong or [Say("Add the players.")])
    return players


def wrong_name(name: str, longest: int = LONGEST_NAME) -> Say:
    """Return why a trimmed name can't be a player's; nothing if it can. Other names may be longer."""
    if not name:
        return Say("Enter a name for every player.")
    if any(category(letter) in ("Cc", "Cs") for letter in name):
        return Say("A player’s name has a character that can’t be shown.")
    if len(name) > longest:
        too_long = "The name {name}… has {length} characters. Use at most {longest}."
        return Say(too_long, name=name[:12], length=len(name), longest=longest)
    return NOTHING


def wrong_number(game: Game[Any, Any], players: int) -> Say:
    """Return that a game is not for so many players."""
    words = "{game} is for {fitting} players, not {number}."
    return Say(words, game=game.name, fitting=fitting(game), number=players)


def fitting(game: Game[Any, Any]) -> Argument:
    """Return the numbers of players a game is for: "4", "4 or 5", "3 to 6"."""
    fewest, most = game.seats[0], game.seats[-1]
    return Or(*game.seats) if most <= fewest + 1 else Say("{fewest} to {most}", fewest=fewest, most=most)


def _house_rules(
    raw: object, game: Game[Any, Any] | None, table: Table[Any] | None
) -> tuple[Any, list[Problem]]:
    """Return the house rules and their problems, as far as the game and the table are known."""
    if not isinstance(raw, dict):
        return None, [Problem("options", Say("Give the house rules by name."))]
    if game is None:
        return None, []
    if table is None:
        return None, [Problem(key, game.has_no_rule(key)) for key in raw if key not in game.options]
    values, problems = declare.read(game.options, raw, table, game.has_no_rule)
    rules = declare.partly(game.rules, values)
    problems += declare.problems_of(partial(rules.check, table, raw))
    if problems:
        return rules, problems
    agreed = Table(table.players, game.rules(**values))
    return agreed.rules, [*_wrong_presence(game, agreed)]


def _wrong_presence(game: Game[Any, Any], table: Table[Any]) -> Iterator[Problem]:
    """Yield what is wrong with who joins and leaves: too few players are left, or a total isn't possible."""
    if table.stays and (closed := game.why_closed(table)):
        yield Problem(PRESENCE, closed)
        return
    stays = table.stays.values()
    first = {stay.first for stay in stays if stay.first is not None}
    for hand in sorted({1, *first, *(stay.last + 1 for stay in stays if stay.last is not None)}):
        if (left := len(table.at(hand).here)) < min(game.seats[0], table.n):
            needs = "{game} needs at least {least} players; {noun} {number} would have {few} player."
            several = "{game} needs at least {least} players; {noun} {number} would have {few} players."
            least, few = Spelled(game.seats[0]), Spelled(left)
            too_few = Say(
                needs, several, left, game=game.name, least=least, noun=game.hand_noun, number=hand, few=few
            )
            yield Problem(PRESENCE, too_few)
            return
    target = game.target(table)
    for seat, stay in table.stays.items():
        name = table.players[seat]
        if stay.total and game.unit(table) != "points":
            words = "{name} starts with 0: only points can be given to someone who joins."
            yield Problem(PRESENCE, Say(words, name=name))
        elif target is not None and stay.total >= target:
            words = "{name} must start below the target of {target}."
            yield Problem(PRESENCE, Say(words, name=name, target=target))


def _version(raw: object) -> None:
    if type(raw) is not int or raw != VERSION:
        words = "This scoresheet can’t be read here: “scoresheet” must be {version}."
        raise Wrong(Say(words, version=VERSION))


def _hands(raw: object) -> None:
    if not isinstance(raw, list):
        raise Wrong(Say("Hands must be a list."))


def _finished(raw: object) -> None:
    if not isinstance(raw, bool):
        raise Wrong(Say("“finished” must be true or false."))


def _dealer(raw: object, table: Table[Any] | None, by_name: bool) -> Seat | None:
    if by_name and not isinstance(raw, str):
        raise Wrong(Say("Dealer: give a player by name."))
    try:
        return table.seat(raw) if table else None
    except Wrong as wrong:
        raise wrong.about(Say("Dealer")) from None


_REQUIRED = {
    "scoresheet": Say("Add “scoresheet”: {version}, which says how the rest is written.", version=VERSION),
    "game": Say("Add “game”, the key of the game, such as “coralon”."),
    "players": Say("Add “players”, the list of their names in order around the table."),
    "hands": Say("Add “hands”, the list of what was played; it may be empty."),
}
"""What to do without a key that must be there."""

_KEYS = (*_REQUIRED, "dealer", "options", "finished")
