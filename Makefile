.PHONY: play test check check-kernel bench clean

PYTHON ?= python3
BIN := .venv/bin

play: .venv/installed
	@$(BIN)/cornered

test: .venv/installed-test
	$(BIN)/pytest

check: .venv/installed-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The kernel under AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer.
check-kernel:
	bash tests/kernel/run

bench: .venv/installed .venv-bench/installed
	.venv-bench/bin/python bench/run.py

clean:
	rm -rf .venv .venv-bench build

# One stamp for each set of tools: whoever only plays installs nothing else, and a second run starts at once.
.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/installed-%: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$*]'
	touch $@

.venv-bench/installed: pyproject.toml bench/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/pip install --quiet --disable-pip-version-check --editable . --requirement bench/requirements.txt
	touch $@
