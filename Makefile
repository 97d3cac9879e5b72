# Everything that can be done with this project. It all happens in .venv; `make clean` removes that.
#
#   make run      start the app; HOST and PORT in the environment say where
#   make demo     start it with a made-up club to look around in, which is thrown away when it stops
#   make offline  fetch what phones take to score without the server; make run does it too, in the background
#   make test     run the tests and the journeys of a browser, on SQLite; make test ARGS="-k night -x" hands options to pytest
#                 make test DATABASE=postgresql runs tests of the store and the pages on PostgreSQL alone,
#                 with POSTGRESQL_SERVER=postgresql://... on that server instead of one that comes with pip
#   make browser  run the other tests of a browser, which take minutes
#   make soak     play a random evening in which everything goes wrong; make soak MINUTES=10 SEED=3
#                 make soak KILLS=100 does it so many times while a browser enters something
#   make webkit   run the evening's journey in WebKit, the browser of every iPhone, also as old as iOS 16.0 (on Debian)
#   make proxies  run a night behind Caddy and nginx, at a path of an address with https (on Debian)
#   make lint     check style and types; make format fixes what can be fixed
#   make links    leave the forms of every game by each link of their pages, and come back each way
#   make commands run every command of the documents as it is written, in a clean folder (on Linux, as root)
#   make oldest   run some tests with the oldest versions that pyproject.toml allows
#   make bench    print a table of how fast the app is; make bench ARGS="starts sheets" measures only these
#                 make bench DATABASE=postgresql does it on PostgreSQL
#   make pictures take the pictures of the README again, from the demo
#   make lock     write the lock files and LICENCES.txt again after a change of pyproject.toml
#   make upgrade  the same, with everything at its newest version
#
# PYTHON=python3.13 picks a Python; a .venv made with another one is made again.
# So is one that was moved or copied with its folder, or whose Python has gone or changed.

ifeq ($(OS),Windows_NT)
$(error On Windows, run Scorekeeper in WSL or in a container)
endif

# Commands of a .venv name the folder in which it was made, so modules are called instead.
RUN := .venv/bin/python -m
# Everything installed is pinned and has its hash in a lock file.
INSTALL := $(RUN) pip install --quiet --disable-pip-version-check --progress-bar off
# Nothing depends on these, so they are pinned here.
UV := uv==0.13.9
LICENCES := pip-licenses@5.5.5
LOCK := $(RUN) uv pip compile pyproject.toml --quiet --group build \
	--universal --python-version 3.11 --generate-hashes $(UPGRADE)

# Where .venv is and what runs it; nothing if it can't install anything.
IS := import pip, sys, sysconfig; print(sys.prefix, sys.implementation.cache_tag, sysconfig.get_platform())
VENV := $(shell .venv/bin/python -c '$(IS)' 2>/dev/null)
ifneq ($(VENV),$(shell head -n 1 .venv/.python 2>/dev/null))
.venv/.python: FORCE
else ifdef PYTHON
ifneq ($(PYTHON),$(shell tail -n 1 .venv/.python 2>/dev/null))
.venv/.python: FORCE
endif
endif
PYTHON ?= python3

.PHONY: run demo offline test browser soak webkit proxies links lint format oldest commands bench pictures lock upgrade clean FORCE

# The app starts at once; phones learn to score without the server a little later.
run: .venv/.runtime
	@$(RUN) scorekeeper offline & exec $(RUN) scorekeeper serve

demo: .venv/.runtime
	@exec $(RUN) scorekeeper demo

offline: .venv/.runtime
	@$(RUN) scorekeeper offline

# What was compiled is kept: each process would otherwise compile everything again.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/.dev
	@$(RUN) tests.browser.install
	@$(RUN) scorekeeper offline || true
	$(RUN) pytest -n auto --dist worksteal -m "not browser" $(ARGS)

browser: .venv/.dev
	@$(RUN) tests.browser.install
	@$(RUN) scorekeeper offline || true
	$(RUN) pytest -n auto --dist worksteal -m browser $(ARGS) tests/browser

soak: .venv/.dev
	@$(RUN) $(if $(KILLS),tests.soak.kills $(KILLS),tests.soak $(or $(MINUTES),10)) $(or $(SEED),1)

webkit: .venv/.dev
	@$(RUN) scorekeeper offline || true
	@$(RUN) tests.webkit $(ARGS)

proxies: .venv/.dev
	@$(RUN) tests.browser.install
	@$(RUN) scorekeeper offline || true
	@$(RUN) tests.proxies $(ARGS)

links: .venv/.dev
	@$(RUN) tests.browser.install
	EVERY_LINK=yes $(RUN) pytest -n auto --dist worksteal $(ARGS) tests/browser/live/test_leaving.py

lint: .venv/.dev
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy

format: .venv/.dev
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

# The lower bounds of pyproject.toml: these tests run with the oldest versions that they allow.
OLDEST := tests/test_*.py tests/hosting tests/files tests/web/files tests/web/plays/test_loading*.py

oldest: .venv/.dev
	@$(INSTALL) $(UV)
	@$(RUN) uv venv --quiet --clear --seed .venv/oldest
	@$(RUN) uv pip install --quiet --python .venv/oldest --resolution lowest-direct --group build --editable '.[dev]'
	.venv/oldest/bin/python -m pytest -n auto --dist worksteal $(ARGS) $(OLDEST)

commands: .venv/.dev
	@$(RUN) tests.commands $(ARGS)

bench: .venv/.dev
	@$(RUN) tests.browser.install
	@$(RUN) tests.bench $(ARGS)

pictures: .venv/.dev
	@$(RUN) tests.browser.install
	@$(RUN) tests.browser.pictures

lock: export UV_CUSTOM_COMPILE_COMMAND = make lock
lock: .venv/.python
	@$(INSTALL) $(UV)
	$(LOCK) --output-file requirements.txt >/dev/null
	$(LOCK) --extra dev --constraint requirements.txt --output-file requirements-dev.txt >/dev/null
	$(LOCK) --extra postgres --constraint requirements.txt --output-file requirements-postgres.txt >/dev/null
	@$(RUN) uv venv --quiet --clear .venv/licences
	@$(RUN) uv pip install --quiet --python .venv/licences --require-hashes --requirement requirements-postgres.txt
	@$(RUN) uv tool run --quiet $(LICENCES) --python .venv/licences/bin/python --from=mixed --output-file LICENCES.txt
	@echo "Phones are sent Pyodide (MPL-2.0) with Python (PSF-2.0)." >>LICENCES.txt

upgrade: UPGRADE = --upgrade
upgrade: lock

# What people have entered, in instance/, stays.
clean:
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each file below records a step done in .venv, so that it is done only once.

.venv/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo >&2 \
	"This needs Python 3.11 or newer, and \"$(PYTHON) --version\" says: $$($(PYTHON) --version 2>&1)." \
	"Name another with PYTHON=, as in: make $(or $(MAKECMDGOALS),run) PYTHON=python3.13"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo >&2 \
	"$(PYTHON) cannot make virtual environments: install its venv module" \
	"(on Debian and Ubuntu: apt install python3-venv) and try again."; exit 1; }
	@test ! -L .venv || rm .venv # not what it leads to, which belongs to another folder
	@echo "Making .venv ..."
	@$(PYTHON) -m venv --clear .venv
	@.venv/bin/python -c '$(IS)' >$@ && echo $(PYTHON) >>$@

.venv/.runtime: requirements.txt pyproject.toml scorekeeper/__init__.py .venv/.python
	@echo "Installing what the app needs ..."
	@$(INSTALL) --require-hashes --requirement requirements.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@$(RUN) pip check >/dev/null || { $(RUN) pip check; exit 1; }
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.runtime
	@echo "Installing what tests and checks need ..."
	@$(INSTALL) --require-hashes --no-build-isolation --requirement requirements-dev.txt
	@touch $@
