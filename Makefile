# The same commands for people and for CI (.ci/run). Needs: make, Python 3.11 or newer with venv, a package index.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
DEMO_HAND := JK JD KH 9H 5H AS 8S 7C 6C 5D

.PHONY: help demo test test-long test-lowest studies docs dist release-check lint format install-test clean

help:
	@echo "make demo           install the program into $(VENV) and ask it a question"
	@echo "make test           lint and the whole test suite, as CI runs them"
	@echo "make test-long      the checks that are too slow for every commit"
	@echo "make test-lowest    the suite with the oldest packages that pyproject.toml allows"
	@echo "make docs           the documents as a site, in build/docs; the notebooks are run for it"
	@echo "make studies        every study of results/studies again, with full counts (COUNTS=--small: only whether they run)"
	@echo "make dist           wheel and sdist, in dist"
	@echo "make release-check  whether this tree may be released: clean, changelog finished, README true"
	@echo "make lint           ruff format --check, ruff check, mypy --strict"
	@echo "make format         let ruff reformat and fix what it can"
	@echo "make clean          remove $(VENV) and everything built or cached here"

demo: $(VENV)/.installed
	@echo
	@echo "Asking: should I bid 8 hearts with $(DEMO_HAND)? (the first run compiles its kernels, about a minute at most)"
	@echo
	@$(BIN)/fivehundred advise "$(DEMO_HAND)" --bid 8H

# A worker a processor, each with whole files: most of a cold run is compiling kernels, which the workers share.
test: lint
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile

test-long: $(VENV)/.installed-test
	$(BIN)/python -m pytest -m long

# pip cannot choose the oldest versions; uv can.
test-lowest: $(VENV)/.installed-test
	$(PIP) 'uv>=0.5'
	$(BIN)/uv venv --quiet --clear build/lowest
	$(BIN)/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct --editable '.[test,docs,browser]'
	build/lowest/bin/python -m pytest -n auto --maxprocesses 4 --dist loadfile

docs: $(VENV)/.installed-test
	$(BIN)/python -m sphinx --quiet -W --keep-going -b html docs build/docs
	@echo "Open build/docs/index.html."

dist: $(VENV)/.installed-test
	$(BIN)/python -m build --outdir dist

release-check: $(VENV)/.installed-test
	$(BIN)/python scripts/release_check.py

# Full counts take some minutes a study and write results/studies; small ones write build/studies.
studies: $(VENV)/.installed
	@set -e; for script in scripts/study_*.py; do echo "$$script $(COUNTS)"; $(BIN)/python $$script $(COUNTS) > /dev/null; done

install-test: $(VENV)/.installed-test

lint: $(VENV)/.installed-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict

format: $(VENV)/.installed-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed, and $(PYTHON) is not that; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; \
	  exit 1; }
	@echo "Creating $(VENV)."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "No virtual environment could be made; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

# A stamp a set of packages, so that a second run starts at once. Installed editable: an edit needs no new install.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing fivehundred-sim and the packages it needs into $(VENV) (a download of some 200 MB; minutes on a slow line)."
	@$(PIP) --editable .
	@touch $@

# The extras oracle (an outside solver) and browser have no build for every platform; tests that need them skip
# without them.
$(VENV)/.installed-test: pyproject.toml | $(BIN)/python
	@echo "Installing fivehundred-sim with its test tools into $(VENV) (a download of some 400 MB; minutes on a slow line)."
	@$(PIP) --editable '.[test,docs,cluster,browser,oracle]' || { \
	  echo "An outside solver or browser driver did not install here: the tests that need them will be skipped."; \
	  $(PIP) --editable '.[test,docs,cluster]'; }
	@touch $@ $(VENV)/.installed
