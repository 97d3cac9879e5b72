"""Reading the commands of the documents, in their order."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = "make|git|sudo|sk|scorekeeper|podman|docker|systemctl|journalctl|pg_dump|curl|rsync"
"""What a command in a sentence begins with, besides variables and the folder of a program."""
INLINE = re.compile(rf"(?<!`)`((?:[A-Z_]+=\S+ )*(?:[^\s`]*/bin/[^\s`]+|{PROGRAMS}) [^`\n]+)`")


def documents() -> list[str]:
    """Return the documents in the order in which a stranger reads them."""
    hosting = "docs/hosting.md"
    others = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("docs/*.md"))
    return ["README.md", hosting, *(name for name in others if name != hosting), "CONTRIBUTING.md"]


def blocks(document: str) -> Iterator[str]:
    """Yield the blocks of code of a document; those between fences are no commands."""
    text = re.sub(r"(?ms)^```.*?^```", "", (ROOT / document).read_text())
    for block in re.findall(r"(?m)(?:^(?: {4}.*)?\n)*^ {4}.*\n", text):
        for part in re.split(r"\n\s*\n", block):
            if part.strip():
                yield re.sub(r"(?m)^ {4}", "", part).strip("\n")


def commands(block: str) -> list[str]:
    """Return the commands of a block. What comes after a backslash or ``<<END`` belongs to the same one."""
    found: list[str] = []
    whole = True
    ending = ""
    for line in block.splitlines():
        if whole:
            found.append(re.sub(r"\s+# .*", "", line))
        else:
            found[-1] += "\n" + line
        if ending:
            whole = line == ending
        else:
            here = re.search(r"<<'?(\w+)", line)
            ending = here[1] if here else ""
            whole = not ending and not line.endswith("\\")
        if whole:
            ending = ""
    return found


def mentioned(document: str) -> list[str]:
    """Return the commands in a document's sentences and in the comments of its blocks."""
    text = (ROOT / document).read_text()
    beside = re.findall(rf"(?m)^    .*# .*?((?:{PROGRAMS}) [^\n(]*[=].*?)$", text)
    return [found.strip() for found in INLINE.findall(text) + beside]
