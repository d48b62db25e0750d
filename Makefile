# `make run` serves on 127.0.0.1:8000, `make test` runs the tests. Both build what they need in .venv.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run install test test-long test-faults soak lint format openapi golden bench lock clean

run: install
	$(BIN)/gunicorn --config service/gunicorn_conf.py

# What serving needs, and nothing else: packages, and the tables of the games.
install: $(VENV)/run.installed $(VENV)/tables.made

test: $(VENV)/dev.installed
	$(BIN)/pytest -m "not long and not faults" --cov --numprocesses auto --dist worksteal

test-long: $(VENV)/fuzz.installed
	$(BIN)/pytest -m long --numprocesses auto --dist worksteal

# HAProxy, three instances and Redis, which fail in turn under load.
test-faults: $(VENV)/dev.installed
	$(BIN)/pytest tests/faults -m faults -v

# Full load on one instance for so many minutes; fails if memory, open files or threads grow.
MINUTES := 10
soak: $(VENV)/dev.installed
	$(BIN)/python -m bench.soak $(MINUTES)

lint: $(VENV)/dev.installed
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/dev.installed
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

openapi: $(VENV)/dev.installed
	$(BIN)/python -m service.openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

# Write tests/golden anew, after a change of what is answered that is meant. What a ruleset means is
# written anew only for those that are named: make golden REPIN="vinegret/document@1 …"
golden: $(VENV)/dev.installed
	$(BIN)/python -m tests.golden $(addprefix --repin=,$(REPIN))

bench: $(VENV)/dev.installed $(VENV)/peers.installed $(VENV)/tables.made
	$(BIN)/python -m bench

# Pin every dependency with its hashes; the locks name no registry.
lock: $(VENV)/dev.installed
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		pyproject.toml --output-file requirements.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		pyproject.toml --extra tracing --output-file requirements-tracing.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		pyproject.toml --extra tracing --group dev --output-file requirements-dev.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		--group fuzz --output-file requirements-fuzz.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		--group bench --output-file requirements-bench.lock

$(VENV)/run.installed: requirements.lock | $(VENV)/created
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

# Without these files the service makes its tables as it starts.
$(VENV)/tables.made: $(wildcard evaluators/*.py evaluators/*/*.py) | $(VENV)/run.installed
	$(BIN)/python -m evaluators.make_tables
	touch $@

$(VENV)/dev.installed: requirements-dev.lock | $(VENV)/created
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@ $(VENV)/run.installed

$(VENV)/fuzz.installed: requirements-fuzz.lock $(VENV)/dev.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		--only-binary :all: -r requirements-fuzz.lock
	touch $@

$(VENV)/peers.installed: requirements-bench.lock | $(VENV)/created
	$(PYTHON) -m venv $(VENV)/peers
	$(VENV)/peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		--only-binary :all: -r requirements-bench.lock
	touch $@

# Debian and Ubuntu keep venv in a package of its own, which root gets here and others are told of.
$(VENV)/created:
	@test -n "$(PYTHON)" || { echo "Card Arbiter needs Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -qq && apt-get install -qq -y --no-install-recommends python3-venv; } || { \
		echo "Python's venv module is missing: sudo apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage
