# The same commands for people and for CI (.ci/run). Needs: make, Python 3.11 or newer with venv, a package index.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
DEMO_HAND := JK JD KH 9H 5H AS 8S 7C 6C 5D

.PHONY: help demo test test-long studies lint format clean

help:
	@echo "make demo       install the program into $(VENV) and ask it a question"
	@echo "make test       lint and the whole test suite, as CI runs them"
	@echo "make test-long  the checks that are too slow for every commit"
	@echo "make studies    every study of results/studies again, with full counts (COUNTS=--small: only whether they run)"
	@echo "make lint       ruff format --check, ruff check, mypy --strict"
	@echo "make format     let ruff reformat and fix what it can"
	@echo "make clean      remove $(VENV) and everything built or cached here"

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

# Full counts take some minutes a study and write results/studies; small ones write build/studies.
studies: $(VENV)/.installed
	@set -e; for script in scripts/study_*.py; do echo "$$script $(COUNTS)"; $(BIN)/python $$script $(COUNTS) > /dev/null; done

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

# The oracle extra holds an outside solver that has no build for every platform; the tests that need it skip without it.
$(VENV)/.installed-test: pyproject.toml | $(BIN)/python
	@echo "Installing fivehundred-sim with its test tools into $(VENV) (a download of some 250 MB; minutes on a slow line)."
	@$(PIP) --editable '.[test,cluster,oracle]' || { \
	  echo "The oracle extra did not install here: the tests against it will be skipped."; $(PIP) --editable '.[test,cluster]'; }
	@touch $@ $(VENV)/.installed
