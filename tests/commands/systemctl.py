"""A stand-in for systemctl where no systemd runs: it starts what our units say, as their user."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from configparser import ConfigParser
from contextlib import suppress
from pathlib import Path

from tests.commands.answering import answers

UNITS = Path("/etc/systemd/system")


def stop(name: str) -> None:
    """End what was started by this name, and wait for it."""
    file = Path(f"/run/{name}.pid")
    if file.exists():
        # One that has ended may remain in the list of processes, without a command.
        command = Path("/proc", file.read_text(), "cmdline")
        with suppress(ProcessLookupError):
            os.kill(int(file.read_text()), signal.SIGTERM)
        while command.exists() and command.read_bytes():
            time.sleep(0.1)
        file.unlink()


def start(name: str) -> None:
    """Run the command of a service: to its end, or until it answers if it goes on."""
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNITS / f"{name}.service")
    service = unit["Service"]
    user = service["User"]
    for folder in service["StateDirectory"].split():
        Path("/var/lib", folder).mkdir(mode=0o700, exist_ok=True)
        shutil.chown(f"/var/lib/{folder}", user, user)
    lines = [service["Environment"], *Path(service["EnvironmentFile"].lstrip("-")).read_text().splitlines()]
    variables = dict(line.split("=", 1) for line in lines)
    command = ["runuser", f"--user={user}", "--", *shlex.split(service["ExecStart"].replace("%%", "%"))]
    variables["PATH"] = "/usr/local/bin:/usr/bin:/bin:/usr/sbin"
    if service["Type"] == "oneshot":
        subprocess.run(command, env=variables, check=True, cwd="/")
        return
    with Path("/var/log", f"{name}.log").open("ab") as log:
        done = subprocess.Popen(
            command, env=variables, cwd="/", stdout=log, stderr=log, start_new_session=True
        )
    Path(f"/run/{name}.pid").write_text(str(done.pid))
    answers(int(variables.get("SCOREKEEPER_PORT", "8000")), done)


def main() -> None:
    """Do what systemctl would be asked for."""
    verb, *names = [word for word in sys.argv[1:] if not word.startswith("--")]
    for name in names:
        if name == "caddy":
            file = "/etc/caddy/Caddyfile"
            subprocess.run(["caddy", "validate", "--adapter", "caddyfile", "--config", file], check=True)
        elif name.endswith(".timer"):
            assert (UNITS / name).exists()
        else:
            name = name.removesuffix(".service")
            if verb != "start":
                stop(name)
            if verb != "stop":
                start(name)


if __name__ == "__main__":
    main()
