# make run: the page to play on.  make test: everything that CI checks.  Both set up .venv first, compiled where that can be.
PYTHON ?= python3
SHELL := bash
VENV := .venv
BIN := $(VENV)/bin
COMPILED := $(shell find src -name '*.py' 2>/dev/null)

.PHONY: run play test slow setup needs lint types interpreted coverage compiled pages differential scenarios lock bench clean

run: setup
	@$(BIN)/tefuda serve --open

play: setup
	@$(BIN)/tefuda play

test: needs lint types interpreted compiled pages differential scenarios

setup: $(VENV)/.built

$(VENV)/.installed: requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.built: $(VENV)/.installed setup.py pyproject.toml $(COMPILED)
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/tefuda --version
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

lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) node_modules build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*
	find src -name '*.so' -delete
