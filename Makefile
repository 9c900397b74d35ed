.PHONY: play test conformance check check-kernel chromium postgresql bench clean

PYTHON ?= python3
BIN := .venv/bin

play: .venv/installed
	@[ -t 0 ] && set -m; $(BIN)/cornered || true # in a group of its own: Ctrl-C leaves the game, and is no error of make's

test: .venv/installed-test chromium postgresql
	npm test --silent
	$(BIN)/pytest --numprocesses auto --dist worksteal

# The frameworks' own suites, unmodified, in an environment that has the frameworks.
conformance: .venv-conformance/installed
	.venv-conformance/bin/pytest --config-file tests/conformance/pytest.ini --rootdir . \
		tests/conformance src/cornered/arena

check: .venv/installed-check node_modules/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	npm run check --silent

# The kernel under AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer.
check-kernel:
	bash tests/kernel/run

# The browser that the site's tests drive. Where it can neither be found nor installed, those tests fail and say so.
chromium:
	@test -x /usr/bin/chromium \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install --yes chromium >/dev/null; } \
	|| echo "The site's tests need Debian's chromium: install it with 'apt-get install chromium'." >&2

# The server that the store's tests start, in a folder and on a port of their own.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	|| { test "$$(id -u)" = 0 && apt-get -qq update && apt-get -qq install --yes postgresql >/dev/null; } \
	|| echo "The store's tests need Debian's postgresql: install it with 'apt-get install postgresql'." >&2

bench: .venv/installed .venv-bench/installed postgresql
	.venv-bench/bin/python bench/run.py

clean:
	rm -rf .venv .venv-bench .venv-conformance node_modules build

# One stamp for each set of tools: whoever only plays installs nothing else, and a second run starts at once.
INSTALL = pip install --quiet --disable-pip-version-check --editable
SOURCES_OF_INSTALL := pyproject.toml setup.py $(wildcard src/cornered/solve/kernel/* src/cornered/arena/batch/kernel/*)

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python $(SOURCES_OF_INSTALL)
	$(BIN)/$(INSTALL) .
	touch $@

.venv/installed-%: .venv/bin/python $(SOURCES_OF_INSTALL)
	$(BIN)/$(INSTALL) '.[$*]'
	touch .venv/installed $@

node_modules/installed: package.json
	npm install --silent --no-package-lock --no-audit --no-fund
	touch $@

.venv-bench/installed: $(SOURCES_OF_INSTALL) bench/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/$(INSTALL) '.[arena,postgres]' --requirement bench/requirements.txt
	touch $@

.venv-conformance/installed: $(SOURCES_OF_INSTALL)
	$(PYTHON) -m venv .venv-conformance
	.venv-conformance/bin/$(INSTALL) '.[gymnasium,pettingzoo,openspiel,textarena,mcp,ray,inspect]' 'chess>=1.11' 'openai>=2' 'pytest>=8'
	touch $@
