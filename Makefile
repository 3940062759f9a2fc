# The few commands a visitor needs. Everything builds in the release configuration only: debug builds of pixel kernels
# are too slow to be of use, and one configuration halves the build.

SWIFT ?= swift
JOBS ?= $(shell nproc)
# The viewer's HTTP stack is a trait: clients of the library do without it, the command has it.
TRAITS ?= --traits Viewer
BUILD := $(SWIFT) build -c release -j $(JOBS) $(TRAITS)
PREFIX ?= /usr/local
ENGINE ?= $(shell command -v podman || echo docker)
DEMO_OUTPUT ?= demo-output

.PHONY: help demo build test try bench fuzz fuzz-recipes lint docs deps peers clusters install uninstall man release deb image clean

help:
	@echo 'make build              build the command: .build/release/headroom'
	@echo 'make demo               build, render the HDR scene, say where to look'
	@echo 'make demo PHOTO=a.jpg   the same, and run your photo through it'
	@echo 'make test               build and run all tests (FILTER=ConvertTests: one suite)'
	@echo 'make try FILTER=CIBloom  build without optimisation, kept beside, and run some tests: quick after a change to a filter'
	@echo 'make peers              install the peers and compare results with them (Chromium, libultrahdr)'
	@echo 'make clusters           install Ray, SLURM and others, and run batches on them (Tests/clusters)'
	@echo 'make bench              install the peers and measure against them (Benchmarks/RESULTS.md)'
	@echo 'make fuzz               mutated files into every parser, random recipes on both renderers, a minute each'
	@echo '                        (FUZZ="png --seconds 600": one, longer; FUZZ="recipes --seconds 0": without an end)'
	@echo 'make fuzz-recipes       so many random recipes, from the first (RECIPES=5000)'
	@echo 'make lint               formatting and documentation checks'
	@echo 'make docs SITE=folder   guides and symbols as a web site (BASE=headroom: its path on the server)'
	@echo 'make man                the manual page into .build/man'
	@echo 'make deps               install what is missing (Debian packages)'
	@echo 'make install            the command, manual page, completions below $$(DESTDIR)$$(PREFIX) (/usr/local)'
	@echo 'make uninstall          take them away again'
	@echo 'make deb                the Debian package of the command, into .build/package'
	@echo 'make image              an image of the command for containers (ENGINE=podman or docker)'
	@echo 'make release VERSION=x.y.z  check that this commit can be a version, and tag it'
	@echo 'make clean              remove what was built'

deps:
	@Scripts/install-dependencies

build: deps
	@test -d .build || echo 'The first build takes 10 to 20 minutes on two cores, 3 GB of memory and 4 GB of disk.'
	$(BUILD) --product headroom
	$(BUILD) --product AppleNames

demo: build
	@"$$($(BUILD) --show-bin-path)/headroom" demo --overwrite --output-directory "$(DEMO_OUTPUT)" $(if $(PHOTO),--photo "$(PHOTO)")

TEST := $(SWIFT) test -c release $(TRAITS) --disable-testable-imports --skip-build

# @testable would need a second build without optimisation of everything; tests use public and package API instead. Films have
# a process of their own: encoders and players would take the processors from tests that measure time and memory.
test: deps
	$(BUILD) --build-tests
ifdef FILTER
	$(TEST) --filter $(FILTER)
else
	$(TEST) --skip HeadroomVideoTests; others=$$?; $(TEST) --filter HeadroomVideoTests || others=1; \
	  echo 'skipped: batches on Ray, SLURM, Kubernetes, Dask, Spark and in a container (make clusters)'; exit $$others
endif

# Kept beside the optimised build: an edit compiles the files that it touches, not the module. Pixels in bulk are slow in it.
try: deps
	@test -n "$(FILTER)" || { echo 'say which tests: make try FILTER=ColorAdjustment' >&2; exit 1; }
	$(SWIFT) build -j $(JOBS) $(TRAITS) --scratch-path .build/try --build-tests
	$(SWIFT) test $(TRAITS) --scratch-path .build/try --skip-build --filter $(FILTER)

bench: build
	@Scripts/install-peers
	Benchmarks/run

peers: build
	@Scripts/install-peers
	Tests/peers/run

clusters: build
	@Scripts/install-clusters
	Tests/clusters/run

fuzz: deps
	Fuzz/run $(FUZZ)

# Both renderers on random recipes, and the tile renderer with itself: as many as wanted, seeds are printed. `make fuzz` has those
# that nobody has seen.
fuzz-recipes: deps
	$(BUILD) --build-tests
	HEADROOM_RECIPES=$(or $(RECIPES),5000) $(SWIFT) test -c release $(TRAITS) --disable-testable-imports --skip-build --filter 'RandomRecipeTests|JumpTests|KeptRecipeTests'

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks Fuzz Examples
	@Scripts/check-links
	@Scripts/check-documentation
	@Scripts/check-coverage

docs: build
	@Scripts/make-documentation "$(or $(SITE),.build/documentation)" "$(BASE)"

man: build
	@mkdir -p .build/man
	"$$($(BUILD) --show-bin-path)/headroom" manual >.build/man/headroom.1

install: build
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" Scripts/install-command "$$($(BUILD) --show-bin-path)/headroom"

uninstall:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" Scripts/install-command --remove

deb: deps
	@JOBS=$(JOBS) Scripts/make-deb

image:
	$(ENGINE) build --tag headroom --tag "headroom:$$(Scripts/version)" --file Containerfile .

release:
	@Scripts/release "$(VERSION)"

clean:
	$(SWIFT) package clean
