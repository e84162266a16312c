# make build, make test and make serve work without further setup on a fresh clone with Python 3.11 or newer.
PYTHON_HERE := .venv/bin/python
RUN := .ci/setup run
# Without bytecode files each process would compile all modules again: ten seconds in the tests alone.
unexport PYTHONDONTWRITEBYTECODE
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: build test check nightly serve handbook setup browser data lint types boundaries suite quick javascript bench vitals words gestures agreement fuzz growth elsewhere release-files clean

# URL=https://host/folder/ sets the address of the published site: it adds sitemap, feed, card and 404 page, and the
# handbook of the builder in a subfolder.
build: setup
	$(PYTHON_HERE) -m site_builder build $(if $(URL),--url $(URL))
	$(if $(URL),$(PYTHON_HERE) -m site_builder build --project handbook --out build/site/handbook --url $(URL:%/=%)/handbook/)

serve: setup
	$(PYTHON_HERE) -m site_builder serve

test: setup lint boundaries
	$(MAKE) --no-print-directory --jobs 3 $(SYNC) suite types javascript
	@echo "All checks and tests passed."

# Checks before a commit: about half a minute with warm caches.
check: setup lint boundaries
	$(MAKE) --no-print-directory --jobs 2 $(SYNC) types quick

# Slow checks: Firefox, the wheel, the killed table, more examples of each property, 100,000 positions of each game, and
# thousands of mutated inputs.
nightly: setup data browser
	HYPOTHESIS_PROFILE=deep $(PYTHON_HERE) -m pytest --numprocesses 2 --dist loadfile --timeout 3000 -m "nightly or hypothesis" tests
	$(MAKE) --no-print-directory agreement fuzz

setup:
	@.ci/setup

browser:
	@.ci/setup browser

lint: setup
	$(PYTHON_HERE) -m ruff check .
	$(PYTHON_HERE) -m ruff format --check .

# A clean clone has no cache of types.
types: setup
	$(PYTHON_HERE) -m mypy $(if $(CI),--cache-dir=/dev/null)
	$(RUN) node node_modules/typescript/bin/tsc -p static/js/tsconfig.json

boundaries: setup
	.venv/bin/lint-imports

# Compute the data sets that the tests use, if they are stale.
data: setup
	$(PYTHON_HERE) -m solver datasets

# Three processes share all tests by file, since tests often wait; each starts Chromium once.
# In the order of the files, the short ones are last, so that all processes end at about the same time.
suite: data browser
	$(PYTHON_HERE) -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder tests

QUICK := $(addprefix tests/solver/,rules game store advising datasets/contract/test_records.py) $(addprefix tests/site_builder/,syntax settings problems)

quick: setup
	$(PYTHON_HERE) -m pytest $(QUICK)

javascript: data
	$(RUN) node tests/js/all.js

handbook: setup
	$(PYTHON_HERE) -m site_builder build --project handbook --out build/handbook

bench: setup
	$(PYTHON_HERE) -m solver bench

# Write the files that contain versions, authors and addresses; CHECK=1 fails if settings of a release are empty.
release-files: setup
	$(PYTHON_HERE) .ci/release_files.py $(if $(CHECK),--check)

clean:
	rm -rf build handbook/build

vitals: build browser
	$(PYTHON_HERE) -m tests.browser.vitals

# Count the words of the chapters at depth 1; the budget is in tests/browser/words.py.
words: build browser
	$(PYTHON_HERE) -m tests.browser.words

gestures: build browser
	$(PYTHON_HERE) -m tests.browser.gesture_latency
	$(PYTHON_HERE) -m tests.browser.explorable_weight
	$(PYTHON_HERE) -m tests.browser.verdict_latency

# Compare the page with the solver on 100,000 positions of each game, and kill twenty whole games at random moments.
agreement: build browser
	$(PYTHON_HERE) -m tests.agreement

# Build mutated chapters, bibliographies, tables, settings, pictures and records: no traceback, no hang. SEED=N repeats a run.
fuzz: setup
	$(PYTHON_HERE) -m tests.fuzz $(if $(SEED),--seed $(SEED))

# Measure time, memory and size of sites of 10 to 1,000 chapters, of 5 and 50 explorables (recorded for the handbook), and
# of single chapters with 1,000 parts.
growth: setup
	$(PYTHON_HERE) -m tests.growth 10 100 1000 --explorables 5 50 --many 1000 --record handbook/data/growth.csv
	$(PYTHON_HERE) -m tests.fuzz.large

# Build a figure into pages of other programs, which are installed for it, and open each page.
elsewhere: setup browser
	$(PYTHON_HERE) -m tests.elsewhere
