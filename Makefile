# The few commands a visitor needs. Everything builds in the release configuration only: debug builds of pixel kernels
# are too slow to be of use, and one configuration halves the build.

SWIFT ?= swift
JOBS ?= $(shell nproc)
BUILD := $(SWIFT) build -c release -j $(JOBS)
PREFIX ?= /usr/local
DEMO_OUTPUT ?= demo-output

.PHONY: help demo build test bench fuzz lint docs deps peers install man clean

help:
	@echo 'make demo               build, render the HDR scene, say where to look'
	@echo 'make demo PHOTO=a.jpg   the same, and run your photo through it'
	@echo 'make test               build and run all tests'
	@echo 'make peers              install the peers and compare results with them (Chromium, libultrahdr)'
	@echo 'make bench              install the peers and measure against them (Benchmarks/RESULTS.md)'
	@echo 'make fuzz               mutated files into every parser, a minute each (FUZZ="png --seconds 600": one, longer)'
	@echo 'make lint               formatting and documentation checks'
	@echo 'make docs               documentation and man page'
	@echo 'make deps               install what is missing (Debian packages)'
	@echo 'make install            copy the command to $$(PREFIX)/bin'

deps:
	@Scripts/install-dependencies

build: deps
	$(BUILD) --product headroom

demo: build
	@"$$($(BUILD) --show-bin-path)/headroom" demo --overwrite --output-directory "$(DEMO_OUTPUT)" $(if $(PHOTO),--photo "$(PHOTO)")

# @testable would need a second build without optimisation of everything; tests use public and package API instead.
test: deps
	$(BUILD) --build-tests
	$(SWIFT) test -c release --disable-testable-imports --skip-build $(if $(FILTER),--filter $(FILTER))

bench: build
	@Scripts/install-peers
	Benchmarks/run

peers: build
	@Scripts/install-peers
	Tests/peers/run

fuzz: deps
	Fuzz/run $(FUZZ)

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks Fuzz
	@Scripts/check-documentation

docs: build
	@Scripts/check-documentation --output .build/documentation

man:
	@mkdir -p .build/man
	$(SWIFT) package --allow-writing-to-directory .build/man generate-manual --output-directory .build/man

install: build
	install -D "$$($(BUILD) --show-bin-path)/headroom" "$(DESTDIR)$(PREFIX)/bin/headroom"

clean:
	$(SWIFT) package clean
