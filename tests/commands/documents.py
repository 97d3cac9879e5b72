"""Reading the commands of the documents, in their order."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = "make|git|sudo|sk|scorekeeper|podman|docker|systemctl|journalctl|pg_dump|curl|rsync"
"""What a command in a sentence begins with, besides variables and the folder of a program."""
INLINE = re.compile(rf"(?<!`)`((?:[A-Z_]+=\S+ )*(?:[^\s`]*/bin/[^\s`]+|{PROGRAMS}) [^`\n]+)`")
BESIDE = re.compile(rf"(?m)^    .*# .*?((?:{PROGRAMS}) [^\n(]*=.*?)\s*$")
"""A command in a comment beside another."""
COMMAND = re.compile(r"(?m)^.*<<'?(\w+).*\n(?:.*\n)*?\1$|^(?:.*\\\n)*.+$")
"""A command of a block; what comes after a backslash or ``<<END`` belongs to the same one."""


def documents() -> list[str]:
    """Return the documents in the order in which a stranger reads them."""
    first = ["README.md", "docs/hosting.md"]
    others = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("docs/*.md"))
    return [*first, *(name for name in others if name not in first), "CONTRIBUTING.md"]


def blocks(document: str) -> list[list[str]]:
    """Return the blocks of code of a document, each as its commands; those between fences are no commands."""
    text = re.sub(r"(?ms)^```.*?^```", "", (ROOT / document).read_text())
    found = re.findall(r"(?m)(?:^ {4}.+\n)+", text)
    plain = [re.sub(r"(?m)^ {4}|\s+# .*", "", block) for block in found]
    return [[command[0] for command in COMMAND.finditer(block)] for block in plain]


def mentioned(document: str) -> list[str]:
    """Return the commands in a document's sentences and in the comments of its blocks."""
    text = (ROOT / document).read_text()
    return INLINE.findall(text) + BESIDE.findall(text)
