# Arbitro: `make run` opens the table, `make test` proves the rules, `make help` lists the rest.
# Everything is installed into .venv, from the locked lists in requirements/.

VENV    ?= .venv
PYTHON  ?=
WORKERS ?= 3
RUN     ?= serve
BENCH   ?= $(sort $(wildcard benchmarks/bench_*.py))

BIN     := $(VENV)/bin
PAGE    := src/arbitro/web/static/index.html
WEB     := $(shell find web -name node_modules -prune -o -type f -print)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
# The page is built while the libraries arrive.
MAKEFLAGS += --jobs=2
.PHONY: help run install page test lint format bench lock clean
# A stamp left by a step that failed would hide the failure from the next run.
.DELETE_ON_ERROR:

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 16

run: $(VENV)/.installed $(PAGE)  ## install Arbitro and open the table in the browser
	@$(BIN)/arbitro $(RUN)

install: $(VENV)/.installed  ## install Arbitro into .venv

page: $(PAGE)  ## build the page that the browser shows, if its sources changed

test: $(VENV)/.installed-test  ## install what the tests need and run every check
	@$(BIN)/python tools/run_checks.py --workers $(WORKERS)

lint: $(VENV)/.installed-test  ## run the checks that need no test run: style, types, layers, the page
	@$(BIN)/python tools/run_checks.py --lint

format: $(VENV)/.installed-test  ## lay the code out as `make lint` wants it
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

bench: $(VENV)/.installed-bench  ## measure speed, beside other programs
	@test -n "$(BENCH)" || echo "There is no benchmarks/bench_*.py to run."
	@set -e; for file in $(BENCH); do echo "== $$file"; $(BIN)/python $$file; done

lock:  ## choose the newest allowed versions anew and write requirements/*.lock
	@PYTHON="$(PYTHON)" sh tools/lock.sh

clean:  ## remove everything that make and the tests made, .venv too
	rm -rf $(VENV) build dist web/node_modules src/arbitro/web/static .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@PYTHON="$(PYTHON)" sh tools/make_venv.sh $(VENV)
	@touch $@

# The page is built with the machine's Node.js, or with the one that requirements/page.lock brings.
$(PAGE): $(WEB) requirements/page.lock tools/page.py | $(VENV)/.made
	@$(BIN)/python tools/page.py build

$(VENV)/.libraries: $(VENV)/.made requirements/run.lock
	@echo "Installing what Arbitro needs into $(VENV) ..."
	@$(INSTALL) --require-hashes -r requirements/run.lock
	@touch $@

$(VENV)/.installed: $(VENV)/.libraries pyproject.toml hatch_build.py | $(PAGE)
	@echo "Installing Arbitro into $(VENV) ..."
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed requirements/test.lock
	@echo "Installing what the tests need into $(VENV) ..."
	@$(INSTALL) --require-hashes -r requirements/test.lock
	@$(BIN)/python -m tests.chromium
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed requirements/bench.lock
	@echo "Installing what the benchmarks compare with into $(VENV) ..."
	@$(INSTALL) --require-hashes -r requirements/bench.lock
	@touch $@
