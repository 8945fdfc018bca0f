# The commands of the project. Everything happens inside .venv/ and var/ (or $RULESITE_DATA); nothing else is touched.

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
VENV := .venv
BIN := $(VENV)/bin
OLDEST := $(shell sed -n 's/^requires-python = ">=\(.*\)"/\1/p' pyproject.toml)
THERE := $(if $(filter postgres,$(DATABASE)),tests.on_postgres)
SPREAD := --dist loadscope --no-loadscope-reorder
COMPILE := $(BIN)/uv pip compile -q --universal --python-version $(OLDEST) --custom-compile-command "make lock" --upgrade

# `make mutants PATH=…` names modules; programs are then looked for where every system has them.
ifeq ($(origin PATH),command line)
MUTATED := $(PATH)
override PATH := /usr/local/bin:/usr/bin:/bin
endif

# What Python compiles is kept, whatever the environment says: serving and testing begin many processes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help install postgres run test thorough quick lint format attack mutants bench load screenshots lock clean

help:  ## list these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 13

install: $(VENV)/.installed  ## make the environment that the site needs

postgres: $(VENV)/.postgres  ## install what speaks to PostgreSQL, beside it

run: $(VENV)/.installed  ## serve the site; DOCUMENTS=path loads what lies there first
	@$(BIN)/python manage.py serve --host $(HOST) --port $(PORT) $(if $(DOCUMENTS),--documents "$(DOCUMENTS)")

# Four keep two processors busy: what is slow waits for servers, browsers and libraries as well.
test: $(VENV)/.tested  ## run the tests; TESTS=path runs those; DATABASE=postgres: what asks one, on a server of its own
	$(BIN)/python -m $(THERE) pytest -n 4 $(SPREAD) -m "not thorough" $(TESTS)

thorough: $(VENV)/.tested  ## run every test, those too that try on more what others try on some; else as `make test`
	$(BIN)/python -m $(THERE) pytest -n 4 $(SPREAD) $(TESTS)

quick: $(VENV)/.tested  ## run what is not slow, with fewer examples and rows; `make test` runs all; DATABASE=postgres as there
	$(BIN)/python -m $(THERE) pytest -n 2 $(SPREAD) -m "not slow and not documents and not further and not thorough" --hypothesis-profile=quick \
		-p no:playwright --ignore=tests/browser

lint: $(VENV)/.tested  ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.tested  ## lay out the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.installed  ## print what a library costs and how that grows; DOCUMENTS=place,place measures those
	@$(BIN)/python manage.py bench $(if $(DOCUMENTS),--documents "$(DOCUMENTS)")

attack: $(VENV)/.attacked  ## attack a site of its own on this machine; DOCUMENTS=path, or the library of $$RULESITE_DATA
	@$(BIN)/python -m tests.attack $(if $(DOCUMENTS),--documents "$(DOCUMENTS)")

mutants: $(VENV)/.mutated  ## try COUNT random bugs in PATH, one at a time, and list which no test notices; SEED=1, MORE="--list"
	@$(BIN)/python -m tests.mutants $(or $(MUTATED),$(error Name what to try: make mutants PATH=rulesite/search)) \
		--count $(or $(COUNT),20) --seed $(or $(SEED),1) $(MORE)

load: $(VENV)/.tested  ## print how a release day goes here; DOCUMENTS=place,place loads those first; DATABASE=postgres
	@$(BIN)/python -m $(THERE) tests.load.release_day $(if $(THERE),--machines 3) $(if $(DOCUMENTS),--documents "$(DOCUMENTS)")

screenshots: $(VENV)/.tested  ## picture the main pages in screenshots/; DOCUMENTS=path pictures those
	@$(BIN)/python -m tests.browser.screenshots $(if $(DOCUMENTS),--documents "$(DOCUMENTS)")

lock: $(VENV)/bin/python  ## choose newer versions of the libraries, for every Python from the oldest on
	$(BIN)/python -m pip install -q --disable-pip-version-check uv
	$(COMPILE) -o requirements.lock pyproject.toml
	$(COMPILE) --extra postgres -c requirements.lock -o requirements-postgres.lock pyproject.toml
	$(COMPILE) --extra test --extra postgres -c requirements-postgres.lock -o requirements-test.lock pyproject.toml
	$(COMPILE) --extra test --extra postgres --extra attack -c requirements-test.lock -o requirements-attack.lock pyproject.toml
	$(COMPILE) --extra test --extra postgres --extra mutants -c requirements-test.lock -o requirements-mutants.lock pyproject.toml

clean:  ## remove the environment and caches; var/ stays
	rm -rf $(VENV) .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < tuple(map(int, "$(OLDEST)".split("."))))' || \
		{ echo "Python $(OLDEST) or newer is needed; name it: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed: requirements.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	@touch $@

$(VENV)/.postgres: requirements-postgres.lock $(VENV)/.installed
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-postgres.lock
	@touch $@

$(VENV)/.tested: requirements-test.lock $(VENV)/.installed
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-test.lock
	@touch $@

$(VENV)/.attacked: requirements-attack.lock $(VENV)/.tested
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-attack.lock
	@touch $@

$(VENV)/.mutated: requirements-mutants.lock $(VENV)/.tested
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-mutants.lock
	@touch $@
