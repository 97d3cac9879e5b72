"""The documents stay true: their commands run, their files exist, and they count nothing that changes."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "scorekeeper/rules/README.md")

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
    targets = re.findall(r"(?m)^([a-z]+):", read("Makefile"))
    assert {command.split()[0] for command in commands(document, "make")} <= set(targets)


def test_every_command_of_the_readme_is_one() -> None:
    named = {command.split()[0] for command in commands("README.md", "scorekeeper")}
    assert {"backup", "restore", "link", "score"} <= named <= set(main.commands)


def test_the_readme_scores_its_example() -> None:
    (command,) = (command for command in commands("README.md", "scorekeeper") if command.startswith("score "))
    result = CliRunner().invoke(main, [part.replace("tests/", f"{ROOT}/tests/") for part in command.split()])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("document", [*DOCUMENTS, "CHANGELOG.md"])
def test_no_document_counts_the_games(document: str) -> None:
    """A number would be wrong with the next game, and nobody would notice."""
    number = r"(?:\d+|\w+teen|twenty\S*|thirty\S*)"
    assert not re.search(rf"(?i)\b{number} (?:more |other )?games\b|makes {number}\b", read(document))
