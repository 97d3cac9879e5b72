"""Messages with named arguments."""

import json
from typing import Any

from scorekeeper.rules.halves import read_points
from scorekeeper.rules.saying import (
    NOTHING,
    Amount,
    And,
    Argument,
    Counted,
    Numbered,
    Or,
    Parts,
    Row,
    Say,
    Sentences,
    Signed,
    Spelled,
    as_document,
)
from scorekeeper.rules.words import HAND, THIEF, TRICK
from tests.rules.sheets import cases


@cases(
    "argument, words",
    {
        "a number": (5, "took 5"),
        "a name": ("Bea", "took Bea"),
        "one of a thing": (Counted(1, TRICK), "took 1 trick"),
        "several of a thing": (Counted(2, THIEF), "took 2 thieves"),
        "none of a thing": (Counted(0, TRICK), "took no tricks"),
        "several": ((Counted(3, TRICK), Counted(1, THIEF), "a king"), "took 3 tricks, 1 thief and a king"),
        "none of a thing in figures": (Amount(0, TRICK), "took 0 tricks"),
        "a thing as a score": (Amount(1, TRICK, Signed(1)), "took +1 trick"),
        "a noun": (TRICK, "took trick"),
        "a figure that ends in a half": (read_points(-2.5), "took −2½"),
        "a score that ends in a half": (Signed(read_points(2.5)), "took +2½"),
        "a score": (Signed(-2), "took −2"),
        "a figure below 0": (-2, "took −2"),
        "one of several": (Or("Ann", "Bea", "Cal"), "took Ann, Bea or Cal"),
        "figures in a row": (Row("Ann 3", "Bea 4"), "took Ann 3, Bea 4"),
        "several rows": (Parts("Ann 3", "Bea 4"), "took Ann 3; Bea 4"),
        "sentences": (Sentences("3.", NOTHING, "4."), "took 3. 4."),
        "a figure as a word": (Spelled(3), "took three"),
        "a hand": (Numbered(HAND, 3), "took hand 3"),
        "hands": (Numbered(HAND, 3, 4, 6), "took hands 3, 4 and 6"),
        "hands in a row": (Numbered(HAND, 1, 3, 4, 5, 9), "took hands 1, 3 to 5 and 9"),
        "another message": (Say("{n} of them", n=4), "took 4 of them"),
    },
)
def test_a_message_is_rendered_with_its_arguments(argument: Argument, words: str) -> None:
    assert str(Say("took {what}", what=argument)) == words


def test_a_name_with_braces_is_rendered_as_it_is() -> None:
    assert str(Say("{name} paid", name="{Bea}")) == "{Bea} paid"
    assert str(Say("paid {Bea}")) == "paid {Bea}"


def test_a_blank_with_a_capital_begins_a_sentence() -> None:
    assert str(Say("{Hand} corrected", hand=Numbered(HAND, 3))) == "Hand 3 corrected"
    assert str(Say("{Count} players won", count=Spelled(4))) == "Four players won"


def test_a_message_without_words_is_false() -> None:
    assert not NOTHING
    assert NOTHING.write(lambda *_: "a header") == ""
    assert not Sentences(NOTHING)


def test_a_message_is_declared_before_its_arguments_are_known() -> None:
    assert str(Say("{n} trick", "{n} tricks").filled(2, n=2)) == "2 tricks"


def test_messages_are_equal_if_their_words_and_arguments_are() -> None:
    said = Say("took {n}", n=Counted(5, TRICK))
    assert said == Say("took {n}", n=Counted(5, TRICK))
    assert hash(said) == hash(Say("took {n}", n=Counted(5, TRICK)))
    assert said != Say("took {n}", n=Counted(4, TRICK))


def test_a_message_counts_what_it_is_about() -> None:
    one, several = "{names} wins.", "{names} win."
    assert str(Say(one, several, 1, names=And("Ann"))) == "Ann wins."
    assert str(Say(one, several, 2, names=And("Ann", "Cal"))) == "Ann and Cal win."


def test_a_message_is_written_in_another_language() -> None:
    german = {"{names} win.": "{names} gewinnen.", "{first} and {last}": "{first} und {last}"}
    said = Say("{names} wins.", "{names} win.", 2, names=And("Ann", "Cal"))
    assert said.write(lambda one, several, number: german[several or one]) == "Ann und Cal gewinnen."


@cases(
    "argument, document",
    {
        "a name": ("Bea", "Bea"),
        "a score": (Signed(read_points(-2.5)), -2.5),
        "a number as a word": (Spelled(3), 3),
        "a noun": (TRICK, "trick"),
        "names": (("Ann", "Bea"), {"and": ["Ann", "Bea"]}),
        "figures in a row": (Row(Say("{n} left", n=1), 2), {"row": [as_document(Say("{n} left", n=1)), 2]}),
        "one of several": (Or("Ann", "Bea"), {"or": ["Ann", "Bea"]}),
        "a number of things": (
            Counted(2, TRICK),
            {
                "message": "{number} trick",
                "several": "{number} tricks",
                "number": 2,
                "arguments": {"number": 2},
            },
        ),
    },
)
def test_a_message_is_told_to_programs_with_its_arguments(argument: Argument, document: Any) -> None:
    told = {"message": "took {what}", "arguments": {"what": document}}
    assert json.loads(json.dumps(as_document(Say("took {what}", what=argument)))) == told
