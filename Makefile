# make run: the page to play on.  make test: everything that CI checks.  Both set up .venv first, compiled where that can be.
PYTHON ?= python3
SHELL := bash
# Bytecode is kept, also where the environment says otherwise: without it every process compiles all it imports again.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check
SOURCES := $(shell $(PYTHON) -c 'import tomllib; print(*("src/tefuda/" + name for name in tomllib.load(open("pyproject.toml", "rb"))["tool"]["tefuda"]["compiled"]))')

.PHONY: run play test slow setup needs lint types interpreted coverage compiled pages differential scenarios lock bench clean

run: setup
	@$(BIN)/tefuda serve --open

play: setup
	@$(BIN)/tefuda play

test: needs lint types interpreted compiled pages differential scenarios

# What is needed to run and to build; the test tools come with `make dev`.
setup: $(VENV)/.built

$(VENV)/.installed: requirements.lock pyproject.toml
	@echo "Installing the packages that Tefuda needs into $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements.lock
	@TEFUDA_SKIP_COMPILE=1 $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.built: $(VENV)/.installed setup.py $(SOURCES)
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@$(BIN)/tefuda --version
	@touch $@

dev: $(VENV)/.dev

$(VENV)/.dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing the test tools ..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

# What the tests need besides Python: a browser, Node.js, PostgreSQL. Installed where that may be done, named where not.
needs:
	@tests/needs.sh

node_modules/.installed: package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

# The types of the client, written in its comments. Without Node.js there is nothing to check them with.
types:
	@if command -v npm >/dev/null; then $(MAKE) --silent node_modules/.installed && echo tsc && node_modules/.bin/tsc -p jsconfig.json; \
	else echo "no npm here: the types of the client are not checked"; fi

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports | tail -n 3; test $${PIPESTATUS[0]} -eq 0

interpreted: setup
	TEFUDA_INTERPRETED=1 TEFUDA_EXPECT=interpreted $(BIN)/python -m pytest -n auto --ignore tests/web

# The same, measured: which lines and branches no test reaches. Takes three times as long, so that it is no part of `make test`.
coverage: setup
	$(BIN)/coverage erase
	TEFUDA_INTERPRETED=1 TEFUDA_EXPECT=interpreted $(BIN)/coverage run -m pytest -n auto --ignore tests/web
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Where there is no C compiler, the interpreted run has tested all there is; CI builds with TEFUDA_REQUIRE_COMPILED=1.
compiled: setup
	@if $(BIN)/python -c "import sys, tefuda; sys.exit(not tefuda.compiled)"; \
	then echo TEFUDA_EXPECT=compiled pytest; TEFUDA_EXPECT=compiled $(BIN)/python -m pytest -n auto --ignore tests/web; \
	else echo "not compiled here: only the interpreted run counts"; fi

# The pages in a real browser: once, since it is all the same to them whether the rules are compiled. What fails beside a noisy
# neighbour is tried once more, alone; what fails twice is broken.
pages: setup types
	$(BIN)/python -m pytest -n auto tests/web || $(BIN)/python -m pytest --last-failed --last-failed-no-failures none tests/web

# What takes too long for every run: thousands of games of Card Othello and LinkaVel with every invariant checked.
slow: setup
	$(BIN)/python -m pytest -m slow

differential: setup
	$(BIN)/python -m pytest differential

scenarios: setup
	$(BIN)/tefuda check scenarios

bench: setup
	$(BIN)/python benchmarks/catalyst.py
	$(BIN)/python benchmarks/card_othello.py
	$(BIN)/python benchmarks/solitaire_tcg.py
	$(BIN)/python benchmarks/linkavel.py
	$(BIN)/python benchmarks/tree_search.py
	npm ci --silent --no-audit --no-fund --prefix benchmarks/peer
	$(BIN)/python benchmarks/tables.py

# The exact versions of what is installed. The first line keeps those that are pinned already; see CONTRIBUTING.md.
LOCK := uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate pyproject.toml
lock:
	$(LOCK) --group dev -o requirements-dev.lock
	cp requirements-dev.lock requirements.lock
	$(LOCK) --group build -o requirements.lock

clean:
	rm -rf $(VENV) node_modules build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*
	find src -name '*.so' -delete
