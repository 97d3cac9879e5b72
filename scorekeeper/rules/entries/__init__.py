"""The kinds of entry a hand or a set of house rules is made of.

A game hangs one of these on each field of its hand (see ``declare``). The same object reads and
writes the JSON, knows the bounds, words the refusal, and tells the form what to draw.

``entry`` has what they all have and those of one value, ``figures`` those of numbers, and ``compound`` those
that are made of others. Games take them from here.
"""

from scorekeeper.rules.entries.compound import BySeat, Record, Several
from scorekeeper.rules.entries.entry import (
    LARGEST,
    LONGEST_TITLE,
    REQUIRED,
    Alone,
    Choice,
    Dealer,
    Entry,
    LeftOut,
    NamedValue,
    Only,
    People,
    Person,
    Suit,
    Switch,
    Text,
    Title,
    Wording,
    at,
    describe_value,
    in_a_row,
    read_value,
    rewritten_value,
    write_value,
)
from scorekeeper.rules.entries.figures import (
    BIDDER,
    BIDDERS,
    Count,
    EachSeat,
    EachSide,
    Halves,
    Places,
    Sides,
    nobody,
)

__all__ = [
    "BIDDER",
    "BIDDERS",
    "LARGEST",
    "LONGEST_TITLE",
    "REQUIRED",
    "Alone",
    "BySeat",
    "Choice",
    "Count",
    "Dealer",
    "EachSeat",
    "EachSide",
    "Entry",
    "Halves",
    "LeftOut",
    "NamedValue",
    "Only",
    "People",
    "Person",
    "Places",
    "Record",
    "Several",
    "Sides",
    "Suit",
    "Switch",
    "Text",
    "Title",
    "Wording",
    "at",
    "describe_value",
    "in_a_row",
    "nobody",
    "read_value",
    "rewritten_value",
    "write_value",
]
