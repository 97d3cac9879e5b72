"""Run the commands of the documents in a clean clone: ``python -m tests.commands [document ...]``.

They run as root, in a copy of this machine's files that is thrown away: what they install, whom they add and
what they write to /etc is nowhere else. It takes Linux, root, the network, and the ports 8000, 8001 and 8080.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.commands.answering import answers
from tests.commands.documents import ROOT, blocks, commands, documents, mentioned
from tests.commands.stand_ins import COMMANDS, INSTEAD, NOT_COMMANDS, NOT_RUN

HOME = Path("/home/stranger")
CLONE = HOME / "scorekeeper"

# Everything written goes into memory, on top of what is on the disk.
COPY = """
mount -t tmpfs tmpfs "$1" && cd "$1" && mkdir above work whole
mount -t overlay overlay -o lowerdir=/,upperdir=above,workdir=work whole && cd whole
cp --remove-destination /etc/resolv.conf /etc/hosts etc/
mount -t proc proc proc && mount --rbind /dev dev && mount --rbind /sys sys && mount -t tmpfs tmpfs tmp
mkdir -p "./$2" && mount --bind "$2" "./$2"
shift 2 && exec chroot . "$@"
"""

STARTS = re.compile(r"(?m)(^|[ /])(make (run|demo)|scorekeeper (.* )?(serve|demo))( |$)")
"""A command that goes on until it is stopped."""


class Failed(Exception):
    """A command of a document doesn't do what it should."""


def run(command: str, before: list[str]) -> None:
    """Run a command in the clone, after the ones that say in which folder. Raises Failed."""
    line = "\n".join([*before, command])
    done = subprocess.run(
        ["sh", "-ec", line],
        cwd=CLONE,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise Failed(f"ends with {done.returncode}:\n{done.stdout.decode()[-4000:]}")


def serve(command: str) -> None:
    """Start the app with a command, wait until it answers, and stop it as Ctrl+C does. Raises Failed."""
    port = re.search(r"(?i)port[= ](\d+)", command)
    with Path("/tmp/served").open("w+b") as said:
        server = subprocess.Popen(
            ["sh", "-c", command], cwd=CLONE, stdout=said, stderr=said, start_new_session=True
        )
        try:
            answers(int(port[1]) if port else 8001 if "demo" in command else 8000, server)
        except TimeoutError as wrong:
            said.seek(0)
            raise Failed(f"{wrong}:\n{said.read().decode()[-4000:]}") from None
        finally:
            os.killpg(server.pid, signal.SIGINT)
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            raise Failed("doesn't stop") from None


def words(command: str) -> list[str]:
    """Return the words of a command without what differs by the place where it runs, and without examples."""
    program, *others = re.sub(r"^sudo ", "", command).split()
    program = re.sub(r"^(\S*/)?(sk|scorekeeper)$", "sk", program)
    return [program, *(word for word in others if not re.fullmatch(r"[A-Z]+|\d+", word))]


class Trial:
    """What was done, and what went wrong."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.wrong: list[str] = []
        self.mentioned: list[str] = []
        """The commands in sentences, which are tried at the end, unless a block had them."""

    def try_document(self, document: str) -> None:
        """Run the commands of a document's blocks."""
        print(f"\n{document}")
        for block in blocks(document):
            before: list[str] = []
            for command in [] if block.startswith(NOT_COMMANDS) else commands(block):
                if command.startswith("cd "):
                    before.append(command)
                else:
                    self.try_command(command, before)
        self.mentioned += mentioned(document)

    def try_mentioned(self) -> None:
        """Run the commands that only sentences mention."""
        print("\nCommands in sentences")
        # What removes everything comes last.
        for command in sorted(dict.fromkeys(self.mentioned), key=lambda command: command == "make clean"):
            wanted = words(command)
            if not any(words(one)[: len(wanted)] == wanted for one in self.done):
                self.try_command(command, [])

    def try_command(self, command: str, before: list[str]) -> None:
        """Run a command as it is written, or what stands in for it, and say so."""
        start = time.monotonic()
        short = command.partition("\n")[0]
        if command in NOT_RUN:
            print(f"   not run: {short} ({NOT_RUN[command]})")
            return
        self.done.append(command)
        if command in (ROOT / ".ci/run").read_text().splitlines():
            print(f"   by .ci/run: {short}")
            return
        instead, why = INSTEAD.get(command, (command, ""))
        try:
            if STARTS.search(instead):
                serve(instead)
            else:
                run(instead, before)
        except Failed as wrong:
            self.wrong.append(command)
            print(f"   WRONG: {command}\n{wrong}")
        print(f"{time.monotonic() - start:5.0f} s  {short}" + (f" (in another way: {why})" if why else ""))


def try_all(names: list[str]) -> None:
    """Run the commands of documents, inside the copy of the machine."""
    for name, script in COMMANDS.items():
        file = Path("/usr/local/bin", name)
        file.unlink(missing_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
    HOME.mkdir(parents=True)
    # Where Python is in a user's home, other users must reach it, too.
    where = ["python3", "-c", "import os, sys; print(os.path.realpath(sys.executable))"]
    for folder in Path(subprocess.check_output(where, text=True).strip()).parents:
        folder.chmod(folder.stat().st_mode | 0o111)
    subprocess.run(["git", "clone", "--quiet", "--no-local", ROOT, CLONE], check=True)
    trial = Trial()
    for document in names or documents():
        trial.try_document(document)
    trial.try_mentioned()
    print(f"\nOf {len(trial.done)} commands, {len(trial.wrong)} go wrong.", *trial.wrong, sep="\n")
    sys.exit(bool(trial.wrong))


def main() -> None:
    """Make a copy of the machine, and run the commands there."""
    if sys.argv[1:2] == ["--inside"]:
        try_all(sys.argv[2:])
    if os.name != "posix" or os.geteuid() or not shutil.which("unshare"):
        sys.exit("The commands of the documents need Linux and root: sudo make commands")
    names = ("XDG_", "SCOREKEEPER_", "MAKE", "MFLAGS", "PYTHONDONTWRITEBYTECODE", "HOST", "PORT")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(names)}
    inside = [sys.executable, "-m", "tests.commands", "--inside", *sys.argv[1:]]
    with TemporaryDirectory() as folder:
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", COPY, "sh", folder]
        done = subprocess.run(
            [*alone, str(ROOT), "env", f"--chdir={ROOT}", *inside],
            env={**variables, "HOME": str(HOME), "PYTHONUNBUFFERED": "1"},
        )
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
