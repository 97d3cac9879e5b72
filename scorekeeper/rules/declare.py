"""Reading and writing declarations.

A declaration is a frozen dataclass whose fields carry an entry::

    bid: Annotated[int, Count("Bid", low=2, high=13)]

The type is for readers of the code; the entry says everything else.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any, TypeAlias, TypeVar, get_type_hints

from scorekeeper.rules.entries import Entry, Wording, read_value, rewritten_value, write_value
from scorekeeper.rules.json_text import twice
from scorekeeper.rules.problems import Problem, Unread, Wrong
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Table

Entries: TypeAlias = Mapping[str, Entry]

T = TypeVar("T")


def entries_of(declaration: type) -> dict[str, Entry]:
    """Return the entries of a declaration by field name, in order; a field without an entry is left out."""
    hints = get_type_hints(declaration, include_extras=True)
    metadata = {field.name: getattr(hints[field.name], "__metadata__", ()) for field in fields(declaration)}
    return {name: found[0] for name, found in metadata.items() if found}


def read(
    entries: Entries, raw: Mapping[str, Any], table: Table[Any], unknown: Callable[[str], Say]
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the values of every entry that can be read, and the problems with the others.

    ``unknown`` returns the refusal of a key that is not declared.
    """
    values: dict[str, Any] = {}
    problems = [Problem(key, Say("“{key}” is written twice.", key=key[:40])) for key in twice(raw)]
    problems += [Problem(key, unknown(key)) for key in raw if key not in entries]
    for name, entry in entries.items():
        asked = entry.asked(raw, table)
        if name in raw and not asked and not (entry.unless and entry.null and raw[name] is None):
            problems.append(_out_of_place(name, entry, table))
        elif name in raw:
            try:
                values[name] = read_value(entry, raw[name], table)
            except Wrong as wrong:
                problems += [
                    Problem(name, message, missing=message in wrong.missing) for message in wrong.messages
                ]
        elif asked and entry.needed:
            problems.append(Problem(name, entry.ask_again(), missing=True))
        else:
            values[name] = entry.blank(table)
    return values, problems


def problems_of(check: Callable[[], Iterable[Problem]]) -> list[Problem]:
    """Return the problems that a check finds before it needs a value that could not be read."""
    problems = []
    try:
        for problem in check():
            problems.append(problem)
    except Unread:
        # The value that could not be read has been refused already.
        pass
    return problems


def partly(declaration: type[T], values: Mapping[str, Any]) -> T:
    """Return an instance with only these values; using any other raises Unread."""
    made = object.__new__(declaration)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def write(declared: object, entries: Entries, table: Table[Any]) -> dict[str, Any]:
    """Return the JSON that reads as this instance, without values that may be left out."""
    document = {}
    said = {name: getattr(declared, name) for name in entries}
    for name, entry in entries.items():
        value = said[name]
        if value != entry.blank(table) or (entry.needed and entry.asked(said, table)):
            document[name] = write_value(entry, value, table)
    return document


def rewritten(
    entries: Entries,
    raw: Mapping[str, Any],
    table: Table[Any],
    other: Table[Any],
) -> dict[str, Any]:
    """Return the JSON that means the same at a table where other labels stand for the players.

    Only labels change, also in values that the house rules don't allow. A value that can't be read, such as
    one that names nobody at the table, stays as it is.
    """
    there = dict(raw)
    for name in raw.keys() & entries.keys():
        with suppress(Wrong, KeyError, TypeError, AttributeError):
            there[name] = rewritten_value(entries[name], raw[name], table, other)
    return there


def reworded(entries: Entries, raw: Mapping[str, Any], wording: Wording) -> dict[str, Any]:
    """Return the JSON with other words where players have written something; what can't be read stays."""
    there = dict(raw)
    for name in raw.keys() & entries.keys():
        with suppress(KeyError, TypeError, AttributeError):
            there[name] = entries[name].reworded(raw[name], wording)
    return there


def _out_of_place(name: str, entry: Entry, table: Table[Any]) -> Problem:
    label, only_if, unless = Say(entry.label), entry.only_if, entry.unless
    if not entry.offered(table):
        return Problem(name, Say("Leave out “{label}”: these house rules don’t use it.", label=label))
    if only_if is None:
        assert unless
        words = "Leave out “{label}” when “{entry}” is given."
        return Problem(name, Say(words, label=label, entry=unless.entry))
    words = "Leave out “{label}” unless the {entry} is “{value}”."
    return Problem(name, Say(words, label=label, entry=only_if.entry, value=str(only_if.value)))
