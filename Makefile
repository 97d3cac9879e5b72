# Everything that can be done with this project. It all happens in .venv; `make clean` removes that.
#
#   make run      start the app; HOST and PORT in the environment say where
#   make offline  fetch what phones take to score without the server; make run does it too, in the background
#   make test     run every test; make test ARGS="-k night -x" hands options to pytest
#                 make test EVERY=1 also taps a third hand in each game
#                 make test DATABASE=postgresql runs tests of the store and the pages on PostgreSQL alone,
#                 with POSTGRESQL_SERVER=postgresql://... on that server instead of one that comes with pip
#   make soak     play a random evening in which everything goes wrong; make soak MINUTES=10 SEED=3
#   make webkit   run the evening's journey in WebKit, the browser of every iPhone, also as old as iOS 16.0 (on Debian)
#   make lint     check style and types; make format fixes what can be fixed
#   make bench    measure how fast the app is; make bench DATABASE=postgresql does it on PostgreSQL
#   make lock     write the lock files again after a change of pyproject.toml
#   make upgrade  the same, with everything at its newest version
#
# PYTHON=python3.13 picks a Python; a .venv made with another one is made again.

BIN := .venv/bin
# Everything installed is pinned and has its hash in a lock file.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --progress-bar off
LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --group build \
	--universal --python-version 3.11 --generate-hashes $(UPGRADE)

ifdef PYTHON
ifneq ($(PYTHON),$(shell cat .venv/.python 2>/dev/null))
.venv/.python: FORCE
endif
endif
PYTHON ?= python3

.PHONY: run offline test soak webkit lint format bench lock upgrade clean FORCE

# The app starts at once; phones learn to score without the server a little later.
run: .venv/.runtime
	@$(BIN)/scorekeeper offline & exec $(BIN)/scorekeeper serve

offline: .venv/.runtime
	@$(BIN)/scorekeeper offline

# What was compiled is kept: each process would otherwise compile everything again.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/.dev
	@$(BIN)/python -m tests.browser.install
	@$(BIN)/scorekeeper offline || true
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

soak: .venv/.dev
	@$(BIN)/python -m tests.soak $(or $(MINUTES),10) $(or $(SEED),1)

webkit: .venv/.dev
	@$(BIN)/scorekeeper offline || true
	@$(BIN)/python -m tests.webkit $(ARGS)

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/.dev
	@$(BIN)/python -m tests.bench $(ARGS)

# Nothing depends on uv, so it is pinned here.
lock: export UV_CUSTOM_COMPILE_COMMAND = make lock
lock: .venv/.python
	@$(INSTALL) uv==0.13.9
	$(LOCK) --output-file requirements.txt >/dev/null
	$(LOCK) --extra dev --constraint requirements.txt --output-file requirements-dev.txt >/dev/null
	$(LOCK) --extra postgres --constraint requirements.txt --output-file requirements-postgres.txt >/dev/null

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
	@$(PYTHON) -m venv --clear .venv
	@echo $(PYTHON) >$@

.venv/.runtime: requirements.txt pyproject.toml scorekeeper/__init__.py .venv/.python
	@echo "Installing what the app needs ..."
	@$(INSTALL) --require-hashes --requirement requirements.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@$(BIN)/pip check >/dev/null || { $(BIN)/pip check; exit 1; }
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.runtime
	@echo "Installing what tests and checks need ..."
	@$(INSTALL) --require-hashes --no-build-isolation --requirement requirements-dev.txt
	@touch $@
