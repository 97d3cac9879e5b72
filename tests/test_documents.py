"""The documents stay true: their commands and files exist, and they count nothing that changes."""

import json
import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.rules.engine import score
from scorekeeper.settings import PREFIX, ServerSettings, variable

ROOT = Path(__file__).parents[1]
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "scorekeeper/rules/README.md"),
    *(
        "docs/api.md",
        "docs/hosting.md",
        "docs/importing.md",
        "docs/recipes.md",
        "docs/scale.md",
        "docs/security.md",
        "docs/tour.md",
    ),
)

# Made when the app is first started.
MADE_LATER = {"instance/", "instance/secret_key"}


def read(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


def commands(document: str, program: str) -> list[str]:
    """Return what follows a program's name in the commands of a document."""
    found = re.findall(rf"(?m)(?:^    |`)(?:\S+=\S+ )?(?:\.venv/bin/)?{program} ([^`\n#]+)", read(document))
    return [command.strip() for command in found]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_is_there(document: str) -> None:
    named = re.findall(r"`((?:scorekeeper|templates|tests|static|instance)/[^`<…]*)`", read(document))
    missing = [name for name in named if name not in MADE_LATER and not (ROOT / name).exists()]
    assert not missing


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_command_has_its_target(document: str) -> None:
    targets = re.findall(r"(?m)^([a-z/.]+):", read("Makefile"))
    assert {command.split()[0] for command in commands(document, "make")} <= set(targets)


OURS = re.compile(
    r"(?:^| |bin/)(?:scorekeeper|sk)((?: --(?:data|env-file) \S+)?) (?!scorekeeper)([a-z][a-z-]*)([^|>]*)"
)
"""A command of ours: what is before its name, its name, and what is after it."""


def called(document: str) -> list[tuple[str, set[str]]]:
    """Return each command of ours that a document shows as code, with the options that it is given."""
    code = re.findall(r"(?m)^    (.+)|(?<!`)`([^`\n]+)`|“(scorekeeper [^”]+)”", read(document))
    found = []
    for line in map("".join, code):
        found += [
            (call[2], set(re.findall(r" (--[a-z-]+)", call[1] + call[3]))) for call in OURS.finditer(line)
        ]
    return found


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_and_option_of_a_document_is_one(document: str) -> None:
    for name, options in called(document):
        assert name in main.commands, name
        known = {opt for one in (main, main.commands[name]) for param in one.params for opt in param.opts}
        assert options <= known, name


def test_the_documents_show_every_command() -> None:
    assert {name for document in DOCUMENTS for name, _ in called(document)} == set(main.commands)


def setting_rows() -> list[list[str]]:
    """Return the cells of the table of settings."""
    lines = [line for line in read("docs/hosting.md").splitlines() if line.startswith(f"| `{PREFIX}")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def test_the_table_lists_exactly_the_settings() -> None:
    assert [row[0] for row in setting_rows()] == [variable(field.name) for field in fields(ServerSettings)]


def test_the_table_says_what_each_setting_is_unless_set() -> None:
    for field, (_, _, unless_set, _) in zip(fields(ServerSettings), setting_rows(), strict=True):
        if field.default not in ("", None, MISSING):
            assert unless_set == str(field.default), field.name


def test_the_table_names_the_option_of_each_setting() -> None:
    options = {opt for one in (main, main.commands["serve"]) for param in one.params for opt in param.opts}
    for name, option, *_ in setting_rows():
        own = "--" + name.removeprefix(PREFIX).lower().replace("_", "-")
        assert option == (own if own in options else ""), name


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_setting_of_a_document_is_one(document: str) -> None:
    named = set(re.findall(rf"\b{PREFIX}[A-Z_]+[A-Z]", read(document)))
    assert named <= {variable(field.name) for field in fields(ServerSettings)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_of_a_document_leads_somewhere(document: str) -> None:
    for file, anchor in re.findall(r"\]\(([\w./]*)(#[\w-]+)?\)", read(document)):
        text = (ROOT / document).parent.joinpath(file).read_text() if file else read(document)
        titles = [re.sub(r"[^\w -]", "", title).lower() for title in re.findall(r"(?m)^#+ (.+)", text)]
        assert not anchor or anchor[1:] in [title.replace(" ", "-") for title in titles]


@pytest.mark.parametrize("document", [*DOCUMENTS, "CHANGELOG.md"])
def test_no_document_counts_the_games(document: str) -> None:
    """A number would be wrong with the next game, and nobody would notice."""
    number = r"(?:\d+|\w+teen|twenty\S*|thirty\S*)"
    assert not re.search(rf"(?i)\b{number} (?:more |other )?games\b|makes {number}\b", read(document))


def test_the_scoresheet_of_the_tour_can_be_scored() -> None:
    (written,) = re.findall(r"```json\n(.+?)```", read("docs/tour.md"), re.DOTALL)
    assert score(json.loads(written)).hands[-1].totals == (0, 4, 0, 0)
