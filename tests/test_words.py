"""The app and its documents say things the way players and other apps do."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.domain import HAND_ACTIONS

ROOT = Path(__file__).parents[1]

# Expressions that are never right here, and what to say instead.
INSTEAD = {
    "all that was deleted": "recently deleted",
    "another one now": "someone else",
    "as it goes round": "next in turn",
    "bring back, brings back, bringing back, brought back, bring it back": "restore, redo",
    "bring in a, bring it in, brings it in": "import",
    "by itself": "automatically",
    "change back, changed back": "redo",
    "comes no more": "no longer plays",
    "everybody else": "everyone else",
    "for ever": "always",
    "goes round, went round": "changes hands",
    "in place of": "instead of",
    "let another phone in": "invite",
    "meanwhile": "name what has happened: someone has already …",
    "nobody chosen": "If you don't choose, …",
    "nothing written": "leave blank",
    "retired, retire": "hidden, hide",
    "settled when it is over": "still running; its result is not final",
    "somebody": "someone",
    "take along, taken along, takes along, take this night along": "export",
    "take back, takes back, taken back, took back": "undo, remove",
    "what becomes of": "what happens to",
    "what is usual": "the default",
    "whoever": "anyone who",
    "will have won": "wins",
}

# Sentences that have been replaced, by their beginnings.
REPLACED = (
    "Who is there?",
    "each next one sits",
    "What you enter stands here",
    "must be given",
    "the bid was matched exactly",
    "stands as before",
    "stands here, before you save",
    "came out with most",
    "The game is ended",
    "Go on with it",
    "Names for this phone and your club",
    "Another dealer, trump",
    "Not said",
    "Whose is the bank",
    "The two dice besides",
    "Or how many points",
    "Or which cards",
    "the play may stop as soon",
    "nothing for players left out",
    "left out when another card",
    "Be rid of your cards",
    "Who won most tricks",
    "makes nobody richer",
    "cannot be done with fewer",
    "nothing of it is lost",
    "the last one on",
    "does not think of it",
    "You see first what is in it",
    "was quicker",
)

BANNED = re.compile(
    "|".join(
        # Not as a part of an address or of a name in code, such as /bring-back or players.retire.
        rf"(?<![\w./-]){re.escape(said)}(?![\w/-])"
        for said in sorted({said.lower() for all_of_it in INSTEAD for said in all_of_it.split(", ")})
    )
    + "|"
    + "|".join(rf"\b{re.escape(said.lower())}" for said in REPLACED)
)

# The database keeps these words, and files hold them.
STORED = set(HAND_ACTIONS)


def found_in(text: str) -> list[str]:
    """Return the banned expressions in a text, each with the words around it."""
    plain = re.sub(r"\s+", " ", text.lower())
    return [plain[max(0, found.start() - 30) : found.end() + 30] for found in BANNED.finditer(plain)]


def texts_of_python(file: Path) -> Iterator[tuple[int, str]]:
    """Yield every string in a Python file with its line; names are not texts."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value.lower() not in STORED
        ):
            yield node.lineno, node.value


def texts_of_file(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the text of a template, a script or a document, paragraph by paragraph with its line."""
    text = file.read_text("utf-8")
    for paragraph in re.finditer(r"(?:.+\n?)+", text):
        yield text.count("\n", 0, paragraph.start()) + 1, paragraph[0]


PYTHON = sorted(file for file in (ROOT / "scorekeeper").rglob("*.py") if "migrations" not in file.parts)
OTHERS = sorted(
    [
        *(ROOT / "templates").rglob("*.*"),
        *(ROOT / "static").rglob("*.js"),
        *ROOT.glob("*.md"),
        ROOT / "scorekeeper/rules/README.md",
    ]
)


def place(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def test_every_text_says_it_the_way_players_do() -> None:
    wrong = []
    for file in (*PYTHON, *OTHERS):
        texts = texts_of_python(file) if file.suffix == ".py" else texts_of_file(file)
        wrong += [f"{place(file)}:{line}: … {words} …" for line, text in texts for words in found_in(text)]
    assert not wrong, "\n".join(wrong)


def test_the_check_finds_what_it_is_for() -> None:
    assert found_in("Whoever has\n  retired")
    assert not found_in("Anyone who is hidden")
