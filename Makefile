# make build, make test and make serve each work alone on a fresh clone with Python 3.11 or newer.
PYTHON_HERE := .venv/bin/python
RUN := .ci/setup run
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: build test serve handbook setup browser data lint types boundaries unit unit-builder unit-solver unit-solver-a unit-solver-b javascript pages pages-a pages-b bench vitals gestures agreement fuzz growth clean

# URL=https://host/folder/ names the address where the site will stand: it adds sitemap, feed, card and 404 page, and the
# handbook of the builder in a folder beneath.
build: setup
	$(PYTHON_HERE) -m site_builder build $(if $(URL),--url $(URL))
	$(if $(URL),$(PYTHON_HERE) -m site_builder build --project handbook --out build/site/handbook --url $(URL:%/=%)/handbook/)

serve: setup
	$(PYTHON_HERE) -m site_builder serve

# The suites run side by side, the longest first: half of the browser's time is waiting, so that
# five fill two processors; what is short has a place of its own, and keeps none of them from beginning.
test: setup lint boundaries data browser
	@$(PYTHON_HERE) -m compileall -q solver site_builder # once, not in each process where Python may not write beside its sources
	$(MAKE) --no-print-directory --jobs 6 $(SYNC) pages-a pages-b unit-solver-a unit-solver-b unit-builder types javascript
	@echo "All checks and tests passed."

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

# A test that fails is run once more when the others are done, alone: a browser on a loaded machine may be late. The
# report names it in both runs, and what fails twice fails.
tested = $(PYTHON_HERE) -m pytest -o cache_dir=.pytest_cache/$@ $(1) || \
	$(PYTHON_HERE) -m pytest -o cache_dir=.pytest_cache/$@ $(1) --last-failed

unit: unit-builder unit-solver
unit-solver: unit-solver-a unit-solver-b

BUILDER_TESTS := tests/site_builder tests/handbook tests/material

# Two processes share these, a file at a time.
unit-builder: data
	$(call tested,--numprocesses 2 --dist loadfile $(BUILDER_TESTS))

# Two halves of the same length: one process alone would be the last to end.
FIRST_ROOMS := $(addprefix tests/solver/,cluster play kernels cli)
OTHER_TESTS := tests/browser $(BUILDER_TESTS)

unit-solver-a: data
	$(call tested,$(FIRST_ROOMS) tests/agreement)

unit-solver-b: data
	$(call tested,$(patsubst %,--ignore %,$(FIRST_ROOMS) tests/agreement $(OTHER_TESTS)))

javascript: data
	$(RUN) node tests/js/all.js

# Two halves of the same length, each with a browser of its own; every file is in one of them, and who asks the site that
# is made for trying is in the one that makes it.
FIRST_PAGES := $(sort $(shell grep -l trial tests/browser/test_*.py) $(wildcard tests/browser/test_[a-k]*.py tests/browser/test_ma*.py))
LATER_PAGES := $(filter-out $(FIRST_PAGES),$(wildcard tests/browser/test_*.py))

pages: pages-a pages-b

pages-a: data browser
	$(call tested,$(FIRST_PAGES))

pages-b: data browser
	$(call tested,$(LATER_PAGES))

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

# Seconds, memory and bytes of sites of 300, 600 and 1,200 chapters, and of single chapters with 1,000 parts.
growth: setup
	$(PYTHON_HERE) -m tests.growth 300 600 1200 --many 1000
	$(PYTHON_HERE) -m tests.fuzz.large
