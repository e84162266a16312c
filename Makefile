# make build, make test and make serve each work alone on a fresh clone with Python 3.11 or newer.
PYTHON_HERE := .venv/bin/python
RUN := .ci/setup run
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: build test serve handbook setup browser data lint types boundaries python unit-builder unit-solver javascript pages bench vitals gestures agreement fuzz growth clean

# URL=https://host/folder/ names the address where the site will stand: it adds sitemap, feed, card and 404 page, and the
# handbook of the builder in a folder beneath.
build: setup
	$(PYTHON_HERE) -m site_builder build $(if $(URL),--url $(URL))
	$(if $(URL),$(PYTHON_HERE) -m site_builder build --project handbook --out build/site/handbook --url $(URL:%/=%)/handbook/)

serve: setup
	$(PYTHON_HERE) -m site_builder serve

# The Python tests share one pool of processes, a file at a time. Tests of pages wait for half of their time, so five
# processes keep two processors busy; each needs up to 1.2 GB. Types and the tests of JavaScript run beside them.
WORKERS := $(shell n=$$(getconf _NPROCESSORS_ONLN); echo $$((n < 6 ? 2 * n + 1 : 12)))
PYTEST = $(PYTHON_HERE) -m pytest -o cache_dir=.pytest_cache/$@ --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder

test: setup lint boundaries data browser
	@$(PYTHON_HERE) -m compileall -q solver site_builder # once, not in each process where Python may not write beside its sources
	$(MAKE) --no-print-directory --jobs 3 $(SYNC) python types javascript
	@echo "All checks and tests passed."

python: data browser
	$(PYTEST)

setup:
	@.ci/setup

browser:
	@.ci/setup browser

lint: setup
	$(PYTHON_HERE) -m ruff check .
	$(PYTHON_HERE) -m ruff format --check .

# A clean clone reads no cache of types, and need not write one.
types: setup
	$(PYTHON_HERE) -m mypy $(if $(CI),--cache-dir=/dev/null)
	$(RUN) node node_modules/typescript/bin/tsc -p static/js/tsconfig.json

boundaries: setup
	.venv/bin/lint-imports

# The data sets that the tests use; nothing is done for what is fresh.
data: setup
	$(PYTHON_HERE) -m solver datasets

unit-builder: data
	$(PYTEST) tests/site_builder tests/handbook tests/material

unit-solver: data
	$(PYTEST) tests/solver tests/agreement

pages: data browser
	$(PYTEST) tests/browser

javascript: data
	$(RUN) node tests/js/all.js

handbook: setup
	$(PYTHON_HERE) -m site_builder build --project handbook --out build/handbook

bench: setup
	$(PYTHON_HERE) -m solver bench

clean:
	rm -rf build handbook/build

vitals: build browser
	$(PYTHON_HERE) -m tests.browser.vitals

gestures: build browser
	$(PYTHON_HERE) -m tests.browser.gesture_latency
	$(PYTHON_HERE) -m tests.browser.explorable_weight
	$(PYTHON_HERE) -m tests.browser.verdict_latency

# The page against the solver on 100,000 positions of each game, and twenty whole games that are killed at random moments.
agreement: build browser
	$(PYTHON_HERE) -m tests.agreement

# Mutated chapters, bibliographies, tables, settings, pictures and records: no traceback, no hang. SEED=N repeats a run.
fuzz: setup
	$(PYTHON_HERE) -m tests.fuzz $(if $(SEED),--seed $(SEED))

# Seconds, memory and bytes of sites of 300, 600 and 1,200 chapters, of single chapters with 1,000 parts, and of single
# files of 1 MB in which one construct repeats.
growth: setup
	$(PYTHON_HERE) -m tests.growth 300 600 1200 --many 1000
	$(PYTHON_HERE) -m tests.fuzz.large
