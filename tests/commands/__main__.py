"""Run the commands of the documents in a clean clone: ``python -m tests.commands [document ...]``.

They run as root, in a copy of this machine's files that is thrown away: what they install, whom they add and
what they write to /etc is nowhere else. It takes Linux, root, the network, and some ports.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory

from tests.commands.answering import answers
from tests.commands.documents import ROOT, blocks, documents, mentioned
from tests.commands.stand_ins import COMMANDS, INSTEAD, NOT_RUN

HOME = Path("/home/stranger")
CLONE = HOME / "scorekeeper"
PORTS = (8000, 8001, 8080)

# Everything written goes into memory, on top of what is on the disk. Only the processes inside see these
# mounts, and they end with this one, however it ends; then all of it is gone.
ALONE = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child"]
COPY = """
trap 'echo "Nothing was tried: no copy of this machine can be made here."' EXIT
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


def taken(port: int) -> bool:
    """Return whether another program listens on a port."""
    try:
        create_server(("", port)).close()
    except OSError:
        return True
    return False


def run(command: str, folder: Path) -> None:
    """Run a command to its end. Raises Failed."""
    done = subprocess.run(
        ["sh", "-ec", command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise Failed(f"ends with {done.returncode}:\n{done.stdout.decode()[-4000:]}")


def serve(command: str, folder: Path) -> None:
    """Start the app with a command, wait until it answers, and stop it as Ctrl+C does. Raises Failed."""
    named = re.search(r"(?i)port[= ](\d+)", command)
    port = int(named[1]) if named else 8001 if "demo" in command else 8000
    if taken(port):
        raise Failed(f"can't be told from another program, which has port {port}")
    with Path("/tmp/served").open("w+b") as said:
        server = subprocess.Popen(
            ["sh", "-c", command], cwd=folder, stdout=said, stderr=said, start_new_session=True
        )
        try:
            answers(port, server)
            os.killpg(server.pid, signal.SIGINT)
            server.wait(60)
        except (TimeoutError, subprocess.TimeoutExpired) as wrong:
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)
            said.seek(0)
            raise Failed(f"{wrong}:\n{said.read().decode()[-4000:]}") from None


def words(command: str) -> list[str]:
    """Return the words of a command without what differs by the place where it runs, and without examples."""
    program, *others = re.sub(r"^sudo ", "", command).split()
    program = re.sub(r"^(\S*/)?(sk|scorekeeper)$", "sk", program)
    return [program, *(word for word in others if not re.fullmatch(r"<?[A-Z]+|\d+", word))]


class Trial:
    """The commands that were tried, and those that went wrong."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.wrong: list[str] = []

    def try_block(self, commands: list[str]) -> None:
        """Try the commands of a block, one after another; a folder that one goes to is that of the others."""
        folder = CLONE
        for command in commands:
            if command.startswith("cd "):
                folder /= command.removeprefix("cd ")
            else:
                self.try_command(command, folder)

    def try_mentioned(self, commands: list[str]) -> None:
        """Try the commands that only sentences mention. What removes everything comes last."""
        for command in sorted(dict.fromkeys(commands), key="make clean".__eq__):
            wanted = words(command)
            if not any(words(one)[: len(wanted)] == wanted for one in self.done):
                self.try_command(command, CLONE)

    def try_command(self, command: str, folder: Path) -> None:
        """Run a command as it is written, or what stands in for it, and say so."""
        start = time.monotonic()
        short = command.partition("\n")[0]
        for beginning, why in NOT_RUN.items():
            if command.startswith(beginning):
                print(f"   not run: {short} ({why})")
                return
        self.done.append(command)
        if command in (ROOT / ".ci/run").read_text().splitlines():
            print(f"   by .ci/run: {short}")
            return
        instead, why = INSTEAD.get(command, (command, ""))
        try:
            (serve if STARTS.search(instead) else run)(instead, folder)
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
    for folder in Path(shutil.which("python3") or sys.executable).resolve().parents:
        folder.chmod(folder.stat().st_mode | 0o111)
    subprocess.run(["git", "clone", "--quiet", "--no-local", ROOT, CLONE], check=True)
    start = time.monotonic()
    trial = Trial()
    for name in names:
        print(f"\n{name}")
        for block in blocks(name):
            trial.try_block(block)
        # The service would answer instead of what the next document starts.
        subprocess.run(["systemctl", "stop", "scorekeeper"], check=True)
    print("\nCommands in sentences")
    trial.try_mentioned([command for name in names for command in mentioned(name)])
    minutes = (time.monotonic() - start) / 60
    print(f"\nOf {len(trial.done)} commands, {len(trial.wrong)} go wrong ({minutes:.0f} minutes).")
    sys.exit("\n".join(trial.wrong) or None)


def main() -> None:
    """Make a copy of the machine, and run the commands there."""
    if sys.argv[1:2] == ["--inside"]:
        try_all(sys.argv[2:] or documents())
    if sys.platform != "linux" or os.geteuid():
        print("Nothing was tried: it needs Linux and root, as in: sudo make commands")
        return
    for port in PORTS:
        if taken(port):
            sys.exit(f"Nothing was tried: another program has port {port}.")
    names = ("XDG_", "SCOREKEEPER_", "MAKE", "MFLAGS", "PYTHONDONTWRITEBYTECODE", "HOST", "PORT")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(names)}
    inside = ["env", f"--chdir={ROOT}", sys.executable, "-m", "tests.commands", "--inside", *sys.argv[1:]]
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [*ALONE, "sh", "-ec", COPY, "sh", folder, str(ROOT), *inside],
            env={**variables, "HOME": str(HOME), "PYTHONUNBUFFERED": "1"},
        )
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
