# make run: the page to play on.  make test: everything that CI checks.  Both set up .venv first, compiled where that can be.
PYTHON ?= python3
SHELL := bash
# Bytecode is kept, also where the environment says otherwise: without it every process compiles all it imports again.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check
SOURCES := $(shell $(PYTHON) -c 'import tomllib; print(*("src/tefuda/" + name for name in tomllib.load(open("pyproject.toml", "rb"))["tool"]["tefuda"]["compiled"]))')

.PHONY: run play test nightly setup dev optimized needs lint client-lint client-types types check-python check-imports check-schemas format tests interpreted coverage playthroughs lock bench dist check-tag clean

run: setup
	@$(BIN)/tefuda serve --open

play: setup
	@$(BIN)/tefuda play

test: needs dev lint tests interpreted

# What is needed to run and to build. The C files are compiled while the packages are installed.
setup:
	@$(MAKE) --silent --no-print-directory --jobs 2 $(VENV)/.ready

# The test tools too.
dev:
	@$(MAKE) --silent --no-print-directory --jobs 2 $(VENV)/.ready $(VENV)/.dev

$(VENV)/.tools: requirements-build.lock pyproject.toml
	@echo "Making $(VENV) with what builds Tefuda ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements-build.lock
	@TEFUDA_SKIP_COMPILE=1 $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed: requirements.lock $(VENV)/.tools
	@echo "Installing the packages that Tefuda needs ..."
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing the test tools ..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/.built: setup.py $(SOURCES) $(VENV)/.tools
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(VENV)/.ready: $(VENV)/.installed $(VENV)/.built
	@$(BIN)/tefuda --version
	@touch $@

# The compiled modules as the published wheels have them: guided by a profile of whole games. Takes three times as long.
optimized: setup
	@TEFUDA_PROFILE=1 TEFUDA_REQUIRE_COMPILED=1 $(BIN)/python setup.py --quiet build_ext --inplace

# What the tests need besides Python: a browser, Node.js, PostgreSQL. Installed where that may be done, named where not.
needs:
	@tests/install_dependencies.sh

NODE_MODULES := $(if $(shell command -v npm),node_modules/.installed)
node_modules/.installed: package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

# Everything that is checked without running it, two checks at a time.
lint: dev
	@$(MAKE) --no-print-directory --jobs 2 --output-sync client-lint types check-python check-imports check-schemas

# The types of the client, written in its comments. Without Node.js there is nothing to check them with.
types: $(NODE_MODULES)
	@if command -v npm >/dev/null; then echo tsc; node_modules/.bin/tsc -p jsconfig.json; \
	else echo "no npm here: the types of the client are not checked"; fi

# The types of the server's messages, written for the client from the models of the server. A test compares them.
client-types: setup
	$(BIN)/python docs/message_types.py

# Format and lint of the client's JavaScript and CSS.
client-lint: $(NODE_MODULES)
	@if command -v npm >/dev/null; then echo biome; node_modules/.bin/biome ci --error-on-warnings; \
	else echo "no npm here: the client is not linted"; fi

check-python:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --num-workers 2

check-imports:
	$(BIN)/lint-imports | tail -n 3; test $${PIPESTATUS[0]} -eq 0

SCHEMA := $(BIN)/check-jsonschema --quiet --builtin-schema vendor
check-schemas:
	$(SCHEMA).github-workflows .github/workflows/*.yml
	$(SCHEMA).github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(SCHEMA).github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(SCHEMA).dependabot .github/dependabot.yml
	$(SCHEMA).citation-file-format CITATION.cff

format: dev node_modules/.installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	node_modules/.bin/biome check --write

# More processes than cores: a test waits for its server or its page about a third of the time.
WORKERS ?= $(shell expr 2 + $$(getconf _NPROCESSORS_ONLN))

# Everything once, with the compiled modules; where nothing is compiled (no C compiler), with the plain ones.
tests: dev $(NODE_MODULES)
	@if $(BIN)/python -c "import sys, tefuda; sys.exit(not tefuda.compiled)"; \
	then echo "pytest (compiled)"; TEFUDA_EXPECT=compiled $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal; \
	else echo "pytest (not compiled here)"; TEFUDA_EXPECT=interpreted $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal; fi

# What only the plain sources can prove: that they keep the same promises. The comparison of both builds is in differential/.
interpreted: dev
	TEFUDA_INTERPRETED=1 TEFUDA_EXPECT=interpreted $(BIN)/python -m pytest -n $(WORKERS) tests/core/test_game_contract.py tests/docs/test_scenarios.py

# Everything but the pages with the plain sources, measured: which lines and branches no test reaches. Takes long.
coverage: dev
	$(BIN)/coverage erase
	TEFUDA_INTERPRETED=1 TEFUDA_EXPECT=interpreted $(BIN)/coverage run -m pytest -n $(WORKERS) --ignore tests/web
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# The large checks, with one table at the end: make nightly SIZE=0.1 runs a tenth. OUT=FILE writes FILE.md and FILE.json too.
SIZE ?= 1
nightly: dev
	$(BIN)/python -m nightly --size $(SIZE) $(if $(OUT),--markdown $(OUT).md --json $(OUT).json)

# One fixed game each as text, compared by the tests: after an intended change, rewrite them and review the difference.
playthroughs: setup
	$(BIN)/python tests/support/example_plugins.py $(BIN)/tefuda playthroughs update playthroughs

bench: dev
	$(BIN)/python benchmarks/catalyst.py
	$(BIN)/python benchmarks/card_othello.py
	$(BIN)/python benchmarks/solitaire_tcg.py
	$(BIN)/python benchmarks/linkavel.py
	$(BIN)/python benchmarks/clone_and_play.py
	$(BIN)/python benchmarks/tree_search.py
	$(BIN)/python benchmarks/decision_times.py
	$(BIN)/python benchmarks/update_sizes.py
	$(BIN)/python benchmarks/stored_tables.py
	$(BIN)/python benchmarks/page_load.py
	$(BIN)/python benchmarks/environments.py
	npm ci --silent --no-audit --no-fund --prefix benchmarks/peer
	$(BIN)/python benchmarks/tables.py

# The exact versions of what is installed. The first line keeps those that are pinned already; see CONTRIBUTING.md.
LOCK_GROUP := uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate
LOCK := $(LOCK_GROUP) pyproject.toml
lock:
	$(LOCK) --group dev -o requirements-dev.lock
	cp requirements-dev.lock requirements.lock
	$(LOCK) --group build -o requirements.lock
	cp requirements.lock requirements-build.lock
	$(LOCK_GROUP) --group build -o requirements-build.lock

# The sdist, and from it the wheel for platforms without a compiled one. Compiled wheels: .github/workflows/wheels.yml.
dist: dev
	rm -rf dist
	TEFUDA_SKIP_COMPILE=1 $(BIN)/python -m build

# Fails unless the tag of a release is the version in pyproject.toml.
check-tag:
	@test "$(TAG)" = "v$$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)" || { echo "The tag $(TAG) is not the version in pyproject.toml."; exit 1; }

clean:
	rm -rf $(VENV) .venv-portable node_modules build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*
	find src -name '*.so' -delete
